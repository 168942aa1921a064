/// A damped spring: a mass that is pulled to its target and slowed by friction, with SwiftUI's parameters.
///
/// With mass m, stiffness k and damping c, the displacement y from the target obeys m y'' + c y' + k y = 0. The motion
/// depends on two numbers only: the angular frequency sqrt(k / m) in radians per second, and the damping ratio c / (2
/// sqrt(k m)). Below a ratio of 1 the spring overshoots, at 1 it arrives soonest without overshooting, and above 1 it
/// creeps. The mass only scales ``stiffness``, ``damping`` and forces.
///
/// ```swift
/// let spring = Spring(duration: 0.5, bounce: 0.3)
/// let x = spring.value(target: 100.0, time: 0.2)  // from 0 towards 100
/// let v = spring.velocity(target: 100.0, time: 0.2)  // per second
/// ```
public struct Spring: Hashable, Sendable {
  /// The undamped angular frequency, in radians per second.
  public let angularFrequency: Double
  /// The damping ratio: 0 (oscillates forever), or 1e-20 to 1 (critical) and above.
  public let dampingRatio: Double
  /// The mass on the spring.
  public let mass: Double

  /// Creates a spring whose numbers are clamped to their ranges: an angular frequency of 1e-6...1e7 radians per second,
  /// a damping ratio of 0 or 1e-20...1e4, and a mass of 1e-200...1e200. Numbers outside and infinite ones count as the
  /// nearest bound, and NaN counts as the lower bound, so every spring moves and none grows. With a damping ratio below
  /// 1e-20, the settling duration wouldn't fit into a `Float`.
  init(clampingFrequency angularFrequency: Double, dampingRatio: Double, mass: Double = 1) {
    self.angularFrequency = angularFrequency > 1e-6 ? min(angularFrequency, 1e7) : 1e-6
    self.dampingRatio = dampingRatio >= 1e-20 ? min(dampingRatio, 1e4) : 0
    self.mass = mass > 1e-200 ? min(mass, 1e200) : 1e-200
  }

  /// Creates a spring from its perceptual duration and its bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration in seconds, which is the undamped period. Clamped to 6.3e-7...6.3e6 s.
  ///   - bounce: 1 bounces forever, 0 doesn't bounce, and towards -1 the motion gets ever slower. The damping ratio is
  ///     `1 - bounce` for 0...1 and `1 / (1 + bounce)` for -1..<0, at most 1e4. Above 1 it counts as 1, below -1 as -1.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    let dampingRatio = bounce >= 0 ? 1 - bounce : 1 / (bounce < -1 ? 0 : 1 + bounce)
    self.init(response: duration, dampingRatio: dampingRatio)
  }

  /// Creates a spring from its undamped period in seconds (clamped to 6.3e-7...6.3e6 s) and its damping ratio (clamped
  /// to 0...1e4; below 1e-20 it counts as 0, and 1 is critical).
  public init(response: Double, dampingRatio: Double) {
    self.init(clampingFrequency: 2 * .pi / (response < 0 ? 0 : response), dampingRatio: dampingRatio)
  }

  /// Creates a spring from its physical parameters.
  ///
  /// Numbers outside their ranges still give a spring: the resulting angular frequency is clamped to 1e-6...1e7 radians
  /// per second, the damping ratio as in ``init(response:dampingRatio:)``, and the mass to 1e-200...1e200.
  ///
  /// - Parameters:
  ///   - mass: The mass m, above 0.
  ///   - stiffness: The stiffness k, above 0.
  ///   - damping: The damping c, 0 (undamped) or above.
  ///   - allowOverDamping: Whether a damping ratio above 1 stays; otherwise it becomes 1.
  public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {
    let product = stiffness * mass
    // If the product overflows or underflows, the product of the roots is still finite and not 0.
    let root = product.isNormal ? product.squareRoot() : stiffness.squareRoot() * mass.squareRoot()
    let ratio = damping / (2 * root)
    self.init(
      clampingFrequency: (stiffness / mass).squareRoot(), dampingRatio: allowOverDamping ? ratio : min(ratio, 1),
      mass: mass)
  }
}

// MARK: - Other parameters

extension Spring {
  /// The perceptual duration, in seconds: the undamped period.
  public var duration: Double { response }

  /// The strength of the bounce: `1 - dampingRatio` for an underdamped spring, `1 / dampingRatio - 1` (below 0) for an
  /// overdamped one.
  public var bounce: Double { dampingRatio > 1 ? 1 / dampingRatio - 1 : 1 - dampingRatio }

  /// The undamped period, in seconds.
  public var response: Double { 2 * .pi / angularFrequency }

  /// The stiffness k, the force per displacement: `mass * angularFrequency^2`.
  public var stiffness: Double { mass * (angularFrequency * angularFrequency) }

  /// The damping c, the friction per velocity: `2 * mass * dampingRatio * angularFrequency`.
  public var damping: Double { 2 * mass * (dampingRatio * angularFrequency) }
}

// MARK: - Presets

extension Spring {
  /// A spring with a duration of half a second, without bounce.
  public static let smooth = smooth()

  /// Returns a spring without bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, in seconds.
  ///   - extraBounce: The addition to the bounce of 0.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: extraBounce)
  }

  /// A spring with a duration of half a second and a small bounce of 0.15.
  public static let snappy = snappy()

  /// Returns a spring with a small bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, in seconds.
  ///   - extraBounce: The addition to the bounce of 0.15.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// A spring with a duration of half a second and a bounce of 0.3.
  public static let bouncy = bouncy()

  /// Returns a spring with a bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, in seconds.
  ///   - extraBounce: The addition to the bounce of 0.3.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.3 + extraBounce)
  }
}

// MARK: - The kernels' parameters

extension Spring {
  /// Returns a spring of unit mass that moves as this one does at a speed above 0: at twice the speed, a spring of half
  /// the period. It is clamped to the stiffest and the softest spring.
  func atSpeed(_ speed: Double) -> Spring {
    Spring(clampingFrequency: angularFrequency * speed, dampingRatio: dampingRatio)
  }

  /// The rate at which the motion decays, in 1/s: `dampingRatio * angularFrequency`, or above critical damping the
  /// slower of the two rates.
  public var decay: Double {
    let z = dampingRatio
    // The product of the two rates is the squared frequency; in this form nothing cancels.
    return z > 1 ? angularFrequency / (z + ((z - 1) * (z + 1)).squareRoot()) : z * angularFrequency
  }

  /// The frequency of the motion, with a sign that gives the damping regime.
  ///
  /// It is never 0. Below critical damping it is above 0: the turns per second of the oscillation. Above critical
  /// damping it is below 0: its magnitude is the number of times per second that the difference between the two
  /// exponentials halves. Critical damping counts as a very slow oscillation (1e-10 of the angular frequency), whose
  /// effect never shows.
  public var frequency: Double {
    let z = dampingRatio
    let distance = (abs(1 - z) * (1 + z)).squareRoot()
    let rate = angularFrequency * max(distance, 1e-10)
    // -2 / ln 2 and 1 / (2 pi).
    return rate * (z > 1 && distance > 1e-10 ? -0x1.71547652b82fep+1 : 0x1.45f306dc9c883p-3)
  }

  /// The reciprocal of the rate in radians or nepers per second that ``frequency`` gives in turns or halvings: at most
  /// 1e16 seconds. The division doesn't wait for the root.
  var inverseRate: Double {
    let z = dampingRatio
    let square = abs(1 - z) * (1 + z)
    let distance = square.squareRoot()
    return distance > 1e-10
      ? distance * (1 / (square * (z > 1 ? 2 * angularFrequency : angularFrequency))) : 1e10 / angularFrequency
  }

  /// Returns the amplitude of the sine in a motion that begins at a displacement with a velocity. It may be infinite.
  func sineAmplitude(displacement: Double, velocity: Double) -> Double {
    (decay * displacement + velocity) * inverseRate
  }

  /// Returns the amplitude of the sine in a motion from 0 to 1 with an initial velocity: the nearest finite one, so that
  /// its product with a sine of 0 is 0.
  func finiteSineAmplitude(velocity: Double) -> Float {
    let limit = Double(Float.greatestFiniteMagnitude)
    return Float(max(-limit, min(sineAmplitude(displacement: -1, velocity: velocity), limit)))
  }
}
