/// A damped spring: a mass that is pulled to its target and slowed by friction, with SwiftUI's parameters.
///
/// With mass m, stiffness k and damping c, the displacement y from the target obeys m y'' + c y' + k y = 0. Its motion
/// depends on two numbers only: the angular frequency sqrt(k / m) in radians per second, and the damping ratio
/// c / (2 sqrt(k m)): below 1 the spring overshoots, at 1 it arrives soonest without overshooting, above 1 it crawls.
/// The mass only scales ``stiffness``, ``damping`` and forces.
///
/// ```swift
/// let spring = Spring(duration: 0.5, bounce: 0.3)
/// let x = spring.value(target: 100.0, time: 0.2)  // from 0 towards 100
/// let v = spring.velocity(target: 100.0, time: 0.2)  // per second
/// ```
public struct Spring: Hashable, Sendable {
  /// The undamped angular frequency, in radians per second.
  public let angularFrequency: Double
  /// The damping ratio: 0 (for ever), or 1e-20 to 1 (critical) and above.
  public let dampingRatio: Double
  /// The mass on the spring.
  public let mass: Double

  /// All numbers in their ranges: 1e-6...1e7 radians per second, 0 or 1e-20...1e4, and a mass of 1e-200...1e200. What
  /// is outside, infinite or NaN counts as the nearest bound, NaN as the lower one, so every spring moves and none
  /// grows. With less damping than 1e-20 the time in which one settles wouldn't fit into a `Float`.
  init(clampingFrequency angularFrequency: Double, dampingRatio: Double, mass: Double = 1) {
    self.angularFrequency = angularFrequency > 1e-6 ? min(angularFrequency, 1e7) : 1e-6
    self.dampingRatio = dampingRatio >= 1e-20 ? min(dampingRatio, 1e4) : 0
    self.mass = mass > 1e-200 ? min(mass, 1e200) : 1e-200
  }

  /// A spring by the time in which it seems to arrive, and how much it bounces.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration in seconds, the undamped period. Clamped to 6.3e-7...6.3e6 s.
  ///   - bounce: 1 for ever, 0 not at all, -1 as if in syrup: the damping ratio is `1 - bounce` for 0...1 and
  ///     `1 / (1 + bounce)` for -1..<0, at most 1e4. Above 1 it counts as 1, below -1 as -1.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    let dampingRatio = bounce >= 0 ? 1 - bounce : 1 / (bounce < -1 ? 0 : 1 + bounce)
    self.init(response: duration, dampingRatio: dampingRatio)
  }

  /// A spring by its undamped period in seconds (clamped to 6.3e-7...6.3e6 s) and its damping ratio (clamped to
  /// 0...1e4; below 1e-20 it counts as 0, and 1 is critical).
  public init(response: Double, dampingRatio: Double) {
    self.init(clampingFrequency: 2 * .pi / (response < 0 ? 0 : response), dampingRatio: dampingRatio)
  }

  /// A spring by its physics. What doesn't make a spring still gives one: the angular frequency and the damping ratio
  /// that follow from the three are clamped, to 1e-6...1e7 radians per second and as in
  /// ``init(response:dampingRatio:)``, and so is the mass, to 1e-200...1e200.
  ///
  /// - Parameters:
  ///   - mass: m, above 0.
  ///   - stiffness: k, above 0.
  ///   - damping: c, 0 (undamped) or above.
  ///   - allowOverDamping: Whether a damping ratio above 1 stays; otherwise it becomes 1.
  public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {
    let product = stiffness * mass
    // What overflows isn't infinite, and what underflows isn't 0, as the product of the roots.
    let root = product.isNormal ? product.squareRoot() : stiffness.squareRoot() * mass.squareRoot()
    let ratio = damping / (2 * root)
    self.init(
      clampingFrequency: (stiffness / mass).squareRoot(), dampingRatio: allowOverDamping ? ratio : min(ratio, 1),
      mass: mass)
  }
}

// MARK: - Its other parameters

extension Spring {
  /// The perceptual duration, in seconds: the undamped period.
  public var duration: Double { response }

  /// How much the spring bounces: `1 - dampingRatio` for an underdamped spring, `1 / dampingRatio - 1` (below 0) for an
  /// overdamped one.
  public var bounce: Double { dampingRatio > 1 ? 1 / dampingRatio - 1 : 1 - dampingRatio }

  /// The undamped period, in seconds.
  public var response: Double { 2 * .pi / angularFrequency }

  /// k, the force per displacement: `mass * angularFrequency^2`.
  public var stiffness: Double { mass * (angularFrequency * angularFrequency) }

  /// c, the friction per velocity: `2 * mass * dampingRatio * angularFrequency`.
  public var damping: Double { 2 * mass * (dampingRatio * angularFrequency) }
}

// MARK: - Presets

extension Spring {
  /// A spring of half a second without bounce.
  public static let smooth = smooth()

  /// A spring without bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, in seconds.
  ///   - extraBounce: What is added to the bounce of 0.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: extraBounce)
  }

  /// A spring of half a second with a small bounce of 0.15.
  public static let snappy = snappy()

  /// A spring with a small bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, in seconds.
  ///   - extraBounce: What is added to the bounce of 0.15.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// A spring of half a second with a bounce of 0.3.
  public static let bouncy = bouncy()

  /// A spring with a bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, in seconds.
  ///   - extraBounce: What is added to the bounce of 0.3.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.3 + extraBounce)
  }
}

// MARK: - What the kernels know a spring by

extension Spring {
  /// The rate at which the motion dies away, in 1/s: `dampingRatio * angularFrequency`, or above critical damping the
  /// slower of the two rates.
  public var decay: Double {
    let z = dampingRatio
    // The product of the two rates is the squared frequency; this way round nothing cancels.
    return z > 1 ? angularFrequency / (z + ((z - 1) * (z + 1)).squareRoot()) : z * angularFrequency
  }

  /// The speed of the motion, with a sign that tells the regime.
  ///
  /// Never 0. Below critical damping, the turns per second of the oscillation (above 0). Above it, below 0: the number
  /// of times per second that the difference between the two exponentials halves. Critical damping is so slow an
  /// oscillation (1e-10 of the angular frequency) that it never shows.
  public var frequency: Double {
    let z = dampingRatio
    let distance = (abs(1 - z) * (1 + z)).squareRoot()
    let rate = angularFrequency * max(distance, 1e-10)
    return z > 1 && distance > 1e-10 ? -2 * rate / 0.693147180559945309417232 : rate / (2 * .pi)
  }
}
