internal import CVectorKernels

// The times at which a spring counts as settled, by SwiftUI's rules.

extension Spring {
  /// The time in which the spring settles, in seconds: for a change of 1 from rest, to within 0.001.
  public var settlingDuration: Double {
    if dampingRatio == 1, let duration = criticalSettlingDuration { return duration }
    return settlingDuration(target: 1.0, epsilon: 0.001)
  }

  /// Returns the time after which the spring stays near its target, estimated by SwiftUI's rules, in seconds.
  ///
  /// With the decay rate a = dampingRatio * angularFrequency, the result is:
  /// - Underdamped: `-ln(epsilon / (|a target - initialVelocity| + |target|)) / a`, at least 0. This is an estimate,
  ///   not a bound.
  /// - Critically damped and overdamped: the first of the times 0, 0.1, 0.2... after which the distance to the target
  ///   stays below `epsilon` for more than a second. If none of the first thousand qualifies (SwiftUI then returns 0),
  ///   ``lastCrossing(target:initialVelocity:epsilon:)``.
  /// - Undamped: infinity.
  ///
  /// ``lastCrossing(target:initialVelocity:epsilon:)`` is exact for every spring. The result is also infinity if
  /// `epsilon` isn't above 0 or a vector's `magnitudeSquared` isn't finite.
  ///
  /// - Parameters:
  ///   - target: The whole change.
  ///   - initialVelocity: The velocity at the start, per second.
  ///   - epsilon: The distance that counts as settled, in units of the vector.
  /// - Complexity: O(1) for underdamped springs; otherwise proportional to the settling duration, with 1024 evaluations
  ///   at most, and those of ``lastCrossing(target:initialVelocity:epsilon:)`` for springs that are slower.
  public func settlingDuration<V: VectorArithmetic>(
    target: V, initialVelocity: V = .zero, epsilon: Double
  ) -> Double {
    let (way, speed) = (target.magnitudeSquared.squareRoot(), initialVelocity.magnitudeSquared.squareRoot())
    guard way.isFinite, speed.isFinite, epsilon > 0, dampingRatio > 0 else { return .infinity }
    if dampingRatio < 1 {
      let speed = (target.scaled(by: decay) - initialVelocity).magnitudeSquared.squareRoot()
      return max(0, -vk_log(epsilon / (speed + way)) / decay)
    }
    // From rest the distance is at least `way * exp(-decay time)`, by the slower of both rates. Half a hundredth of that
    // exponent is more than all rounding errors, up to 25, beyond which `1 + positionToPosition` has few digits.
    let earliest = speed == 0 ? 0.995 * min(vk_log(way / epsilon), 25) / decay : 0
    let quietTime = firstQuietTime(from: earliest, isFalling: speed == 0) { time in
      let transition = transition(over: time)
      let rest = 1 + transition.positionToPosition
      // From rest the vector keeps its direction, so a number is enough.
      if speed == 0 { return way * rest < epsilon }
      return (initialVelocity.scaled(by: transition.velocityToPosition) - target.scaled(by: rest)).magnitudeSquared
        .squareRoot() < epsilon
    }
    return quietTime ?? lastCrossing(target: target, initialVelocity: initialVelocity, epsilon: epsilon)
  }

  /// The settling duration of a critically damped spring, without an evaluation of the spring; nil if it is so close to
  /// one of SwiftUI's steps that only an evaluation tells, or longer than these go. Each animation by a spring asks for
  /// its duration once, and most springs have no bounce.
  private var criticalSettlingDuration: Double? {
    let exact = Self.usualCriticalPhase / angularFrequency
    if exact > 100 { return nil }
    var time = 0.0
    while time < exact { time += 0.1 }
    // The error of an evaluation, 4e-15 of the way, is 4e-12 of 0.001, and the distance falls 8.3 times as fast as time
    // passes, both in parts of themselves: the error of the arrival is 5e-13.
    return min(time - exact, exact - (time - 0.1)) > 1e-12 * exact ? time : nil
  }

  /// The angular frequency, multiplied by the time, at which a critically damped spring is at 0.001 of its way.
  private static let usualCriticalPhase = criticalPhase(at: 0.001)

  /// Returns the settling duration between two values; see ``settlingDuration(target:initialVelocity:epsilon:)``.
  ///
  /// - Parameters:
  ///   - fromValue: The value at time 0.
  ///   - toValue: The target.
  ///   - initialVelocity: A value whose animated part is the velocity at the start, per second.
  ///   - epsilon: The distance that counts as settled.
  public func settlingDuration<V: Animatable>(
    fromValue: V, toValue: V, initialVelocity: V, epsilon: Double
  ) -> Double {
    settlingDuration(
      target: toValue.animatableData - fromValue.animatableData, initialVelocity: initialVelocity.animatableData,
      epsilon: epsilon)
  }

  /// Returns the first of SwiftUI's first 1024 steps of 0.1 s (added up as SwiftUI does) that begins more than one
  /// quiet second. A distance that only falls is quiet from its first quiet step on. No step before `earliest` is
  /// quiet.
  private func firstQuietTime(from earliest: Double, isFalling: Bool, isQuiet: (Double) -> Bool) -> Double? {
    var quietSince: Double?
    var time = 0.0
    for _ in 0..<1024 {
      if isFalling && quietSince != nil || !(time < earliest) && isQuiet(time) {
        let start = quietSince ?? time
        if time - start > 1 { return start }
        quietSince = start
      } else {
        quietSince = nil
      }
      time += 0.1
    }
    return nil
  }
}

extension Spring {
  /// Creates a spring that settles in a time, from rest, by SwiftUI's rule.
  ///
  /// The rule finds the angular frequency w, for a damping ratio z and a duration T, from a bound of the distance to a
  /// target of 1:
  /// - Below a ratio of 1, `z / sqrt(1 - z^2) * exp(-z w T) = epsilon`.
  /// - At 1, `(1 + w T) exp(-w T) = epsilon`.
  ///
  /// It isn't the rule of ``settlingDuration(target:initialVelocity:epsilon:)``, which gives another duration for the
  /// spring. Where no w above 0 solves the equation, as for a ratio below about `epsilon`, the spring is the slowest of
  /// all, with 1e-6 radians per second.
  ///
  /// - Parameters:
  ///   - settlingDuration: The settling duration in seconds, clamped to 0.01...10; NaN counts as 0.01.
  ///   - dampingRatio: The damping ratio, above 0. A ratio above 1 counts as 1, so the spring is never overdamped.
  ///   - epsilon: The distance that counts as settled, clamped to 1e-300...1e300.
  public init(settlingDuration: Double, dampingRatio: Double, epsilon: Double = 0.001) {
    let duration = settlingDuration > 0.01 ? min(settlingDuration, 10) : 0.01
    let epsilon = epsilon > 1e-300 ? min(epsilon, 1e300) : 1e-300
    let z = dampingRatio > 0 ? min(dampingRatio, 1) : 0
    self.init(
      clampingFrequency: z < 1
        ? z > 0 ? vk_log(z / (((1 - z) * (1 + z)).squareRoot() * epsilon)) / (z * duration) : 0
        : Self.criticalPhase(at: epsilon) / duration,
      dampingRatio: z)
  }

  /// Returns the u above 0 with `(1 + u) exp(-u) == epsilon`, or 0 if there is none.
  ///
  /// The difference of the logarithms, `u - ln((1 + u) / epsilon)`, is convex in u, so Newton's method from the right
  /// of the root falls towards it.
  private static func criticalPhase(at epsilon: Double) -> Double {
    if epsilon >= 1 { return 0 }
    let logarithm = vk_log(epsilon)
    // ln(1 + u) is at most ln(2) + (u - 1) / 2, its tangent at 1.
    var u = 0.39 - 2 * logarithm
    for _ in 0..<64 {
      let next = u - (u - vk_log(1 + u) + logarithm) * (1 + u) / u
      if !(next < u) { break }
      if next <= 0 { return 0 }
      u = next
    }
    return u
  }
}
