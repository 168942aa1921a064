internal import CVectorKernels

// The motion of one value by a spring. The motion is linear in displacement and velocity: the kernels' exact step over
// a time consists of two factors for the target and two for the initial velocity, for vectors of any type.

/// The change of a spring's displacement y and velocity v over a time: the matrix minus the identity. y changes by
/// `positionToPosition * y + velocityToPosition * v`, and v by `positionToVelocity * y + velocityToVelocity * v`.
@usableFromInline
struct SpringTransition {
  @usableFromInline let positionToPosition: Double
  @usableFromInline let velocityToPosition: Double
  @usableFromInline let positionToVelocity: Double
  @usableFromInline let velocityToVelocity: Double

  /// Returns `base + (a - b) * first + velocity * second`. It is finite for finite numbers wherever the exact result is:
  /// if a difference or a product overflows, the sum is computed at a scale at which none does.
  @inlinable
  static func sum<V: VectorArithmetic>(
    _ a: V, minus b: V, times first: Double, _ velocity: V, times second: Double, onto base: V = .zero
  ) -> V {
    let sum = base + (a - b).scaled(by: first) + velocity.scaled(by: second)
    if sum.magnitudeSquared < .infinity { return sum }
    // The terms are then at most a sixteenth, a quarter and an eighth of the greatest number.
    let scale = 16 * max(1, first.magnitude, second.magnitude).binade
    let change = (a.scaled(by: 0.5) - b.scaled(by: 0.5)).scaled(by: 2 * first / scale)
    return (base.scaled(by: 1 / scale) + change + velocity.scaled(by: second / scale)).scaled(by: scale)
  }
}

extension Spring {
  /// Returns the transition over `time` seconds, by the kernel that the batched steps use. Its entries are within 4e-15
  /// of the exact ones (those of the velocity, within 4e-15 of the angular frequency), at every damping ratio.
  ///
  /// All entries are finite for every time but NaN: a damped spring is followed back only to the time at which its
  /// motion was e^600 times as large.
  @usableFromInline
  func transition(over time: Double) -> SpringTransition {
    var (decay, frequency) = (decay, frequency)
    // The part that decays fastest is the one that grows fastest on the way back.
    let fastest = frequency < 0 ? decay - 0.693147180559945309417232 * frequency : decay
    // Beyond 1e290 s, the phase of an oscillation would overflow. NaN stays NaN.
    let time = max(max(min(time, 1e290), -1e290), -600 / fastest)
    var (positionToPosition, velocityToPosition, positionToVelocity, velocityToVelocity) = (0.0, 0.0, 0.0, 0.0)
    vk_spring_transition_f64(
      &decay, &frequency, time, &positionToPosition, &velocityToPosition, &positionToVelocity, &velocityToVelocity, 1)
    return SpringTransition(
      positionToPosition: positionToPosition, velocityToPosition: velocityToPosition,
      positionToVelocity: positionToVelocity, velocityToVelocity: velocityToVelocity)
  }

  /// Returns the spring's position after a time, on its way from 0 to the target.
  ///
  /// This is the exact solution, within 4e-15 of the larger of `target` and `initialVelocity / angularFrequency` while
  /// the spring moves. For times from 0 on, finite numbers give a finite position wherever the exact one is, even if a
  /// difference or a product on the way overflows, and an infinite one where it isn't. The same holds for the other
  /// functions of single values.
  ///
  /// - Parameters:
  ///   - target: The whole change.
  ///   - initialVelocity: The velocity at the start, per second.
  ///   - time: The seconds since the start. Negative times are computed backwards, but for a damped spring no further
  ///     than to the time at which its motion was e^600 times as large. At infinity the spring is at its target. NaN
  ///     gives NaN.
  @inlinable
  public func value<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
    let transition = transition(over: time)
    return SpringTransition.sum(
      .zero, minus: target, times: transition.positionToPosition, initialVelocity,
      times: transition.velocityToPosition)
  }

  /// Returns the spring's velocity after a time, per second: the derivative of ``value(target:initialVelocity:time:)``.
  ///
  /// - Parameters:
  ///   - target: The whole change.
  ///   - initialVelocity: The velocity at the start, per second.
  ///   - time: The seconds since the start.
  @inlinable
  public func velocity<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
    let transition = transition(over: time)
    return SpringTransition.sum(
      .zero, minus: target, times: transition.positionToVelocity, initialVelocity,
      times: 1 + transition.velocityToVelocity)
  }

  /// Advances a value and its velocity by a time, by the exact step: dividing the time into several steps makes no
  /// difference.
  ///
  /// - Parameters:
  ///   - value: The position. The call changes it in place.
  ///   - velocity: The velocity, per second. The call changes it in place.
  ///   - target: The target.
  ///   - deltaTime: The seconds since the spring was at `value`. A negative time steps back.
  @inlinable
  public func update<V: VectorArithmetic>(value: inout V, velocity: inout V, target: V, deltaTime: Double) {
    let transition = transition(over: deltaTime)
    let (oldValue, oldVelocity) = (value, velocity)
    value = SpringTransition.sum(
      oldValue, minus: target, times: transition.positionToPosition, oldVelocity,
      times: transition.velocityToPosition, onto: oldValue)
    velocity = SpringTransition.sum(
      oldValue, minus: target, times: transition.positionToVelocity, oldVelocity,
      times: transition.velocityToVelocity, onto: oldVelocity)
  }

  /// Returns the force of the spring and its friction: `stiffness * (target - position) - damping * velocity`. Divided
  /// by ``mass`` it is the acceleration, in units of the vector per second squared.
  @inlinable
  public func force<V: VectorArithmetic>(target: V, position: V, velocity: V) -> V {
    SpringTransition.sum(target, minus: position, times: stiffness, velocity, times: -damping)
  }
}

// MARK: - Between two values

extension Spring {
  /// Returns the spring's position after a time, on its way from one value to another. The parts that aren't animated
  /// are those of `toValue`.
  ///
  /// - Parameters:
  ///   - fromValue: The value at time 0.
  ///   - toValue: The target.
  ///   - initialVelocity: A value whose animated part is the velocity at the start, per second.
  ///   - time: The seconds since the start.
  @inlinable
  public func value<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
    let transition = transition(over: time)
    let (from, to) = (fromValue.animatableData, toValue.animatableData)
    var result = toValue
    // Computed from the target, so that a spring at rest is exactly there.
    result.animatableData = SpringTransition.sum(
      from, minus: to, times: 1 + transition.positionToPosition, initialVelocity.animatableData,
      times: transition.velocityToPosition, onto: to)
    return result
  }

  /// Returns the spring's velocity after a time, on its way from one value to another, as a value whose animated part
  /// is the velocity per second.
  ///
  /// - Parameters:
  ///   - fromValue: The value at time 0.
  ///   - toValue: The target.
  ///   - initialVelocity: A value whose animated part is the velocity at the start, per second.
  ///   - time: The seconds since the start.
  @inlinable
  public func velocity<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
    let transition = transition(over: time)
    var result = initialVelocity
    result.animatableData = SpringTransition.sum(
      fromValue.animatableData, minus: toValue.animatableData, times: transition.positionToVelocity,
      initialVelocity.animatableData, times: 1 + transition.velocityToVelocity)
    return result
  }

  /// Returns the force of the spring and its friction at `position`, on the way from one value to another. It doesn't
  /// depend on `fromValue`.
  @inlinable
  public func force<V: Animatable>(fromValue: V, toValue: V, position: V, velocity: V) -> V {
    var result = velocity
    result.animatableData = force(
      target: toValue.animatableData, position: position.animatableData, velocity: velocity.animatableData)
    return result
  }
}
