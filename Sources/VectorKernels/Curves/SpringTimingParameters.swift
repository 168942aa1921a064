internal import CVectorKernels

/// A spring and its initial velocity: the content of Core Animation's `CASpringAnimation` and UIKit's
/// `UISpringTimingParameters`.
///
/// ```swift
/// let parameters = SpringTimingParameters(mass: 1, stiffness: 200, damping: 12, initialVelocity: 2)
/// let x = 100 * parameters.value(at: 0.1)  // on the way from 0 to 100
/// ```
public struct SpringTimingParameters: Hashable, Sendable, Codable {
  public var spring: Spring
  /// The velocity at the start, per second, where 1 is the whole change: a velocity of 1 would cover the way from start
  /// to target in a second.
  public var initialVelocity: Double

  public init(spring: Spring, initialVelocity: Double = 0) {
    self.spring = spring
    self.initialVelocity = initialVelocity
  }

  /// Creates a spring from its physical parameters, with Core Animation's defaults.
  ///
  /// - Parameters:
  ///   - mass: The mass on the spring, above 0.
  ///   - stiffness: The force per displacement, above 0.
  ///   - damping: The friction per velocity, 0 (undamped) or above.
  ///   - initialVelocity: The velocity at the start, per second, where 1 is the whole change.
  ///   - allowOverDamping: Whether a damping ratio above 1 stays, as with Core Animation's `allowsOverdamping`;
  ///     otherwise it becomes 1.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowOverDamping: Bool = false
  ) {
    self.init(
      spring: Spring(mass: mass, stiffness: stiffness, damping: damping, allowOverDamping: allowOverDamping),
      initialVelocity: initialVelocity)
  }

  /// Creates a spring from its perceptual duration and bounce, as `CASpringAnimation(perceptualDuration:bounce:)`,
  /// `UISpringTimingParameters(duration:bounce:initialVelocity:)` and
  /// `UIView.animate(springDuration:bounce:initialSpringVelocity:)` do.
  public init(duration: Double, bounce: Double = 0, initialVelocity: Double = 0) {
    self.init(spring: Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
  }

  /// Creates a spring that settles in a time, as `UISpringTimingParameters(dampingRatio:initialVelocity:)` does with
  /// the duration of its animator, and `UIView.animate(withDuration:usingSpringWithDamping:initialSpringVelocity:)`.
  ///
  /// UIKit documents only that the spring settles in the duration. This initialiser follows the rule of
  /// ``Spring/init(settlingDuration:dampingRatio:epsilon:)``, SwiftUI's, which clamps both arguments, for any initial
  /// velocity.
  public init(settlingDuration: Double, dampingRatio: Double, initialVelocity: Double = 0) {
    self.init(
      spring: Spring(settlingDuration: settlingDuration, dampingRatio: dampingRatio), initialVelocity: initialVelocity)
  }

  /// The time in which the spring settles, by Core Animation's rule, in seconds.
  ///
  /// - Below a damping ratio of 1, with the decay rate a = dampingRatio * angularFrequency and the damped angular
  ///   frequency w: `-ln(0.001 / (1 + |a - initialVelocity| / w)) / a`.
  /// - From 1 on: ``Spring/settlingDuration(target:initialVelocity:epsilon:)`` to 0.001, a multiple of 0.1 s.
  ///
  /// It is infinity for undamped springs and for an initial velocity that isn't finite.
  public var settlingDuration: Double {
    let z = spring.dampingRatio
    guard z > 0, initialVelocity.isFinite else { return .infinity }
    guard z < 1 else { return spring.settlingDuration(target: 1, initialVelocity: initialVelocity, epsilon: 0.001) }
    let damped = spring.angularFrequency * ((1 - z) * (1 + z)).squareRoot()
    return max(0, -vk_log(0.001 / (1 + abs(spring.decay - initialVelocity) / damped)) / spring.decay)
  }

  /// Returns the amount at a time after the start: 0 at the start, 1 at the target.
  public func value(at time: Double) -> Double {
    spring.value(target: 1, initialVelocity: initialVelocity, time: time)
  }

  /// Returns the velocity at a time after the start, per second, where 1 is the whole change.
  public func velocity(at time: Double) -> Double {
    spring.velocity(target: 1, initialVelocity: initialVelocity, time: time)
  }
}
