internal import CVectorKernels

// One value moved by a spring. The motion is linear in displacement and velocity: the kernels' exact step over a time
// is two numbers by which the target is scaled and two for the initial velocity, whatever kind of vector they are.

/// What a time does to a spring's displacement y and velocity v: the matrix less the identity, so that y changes by
/// `positionToPosition * y + velocityToPosition * v`, and v by `positionToVelocity * y + velocityToVelocity * v`.
@usableFromInline
struct SpringTransition {
  @usableFromInline let positionToPosition: Double
  @usableFromInline let velocityToPosition: Double
  @usableFromInline let positionToVelocity: Double
  @usableFromInline let velocityToVelocity: Double

  /// Whether products with two factors may overflow: of a motion on its way back, or of a heavy mass.
  @inlinable
  static func areLarge(_ first: Double, _ second: Double) -> Bool { max(abs(first), abs(second)) > 0x1p24 }

  /// `a * first + b * second`. Of large factors only the sum overflows: what is infinite would meet its opposite.
  @inlinable
  static func sum<V: VectorArithmetic>(_ a: V, _ first: Double, _ b: V, _ second: Double) -> V {
    guard areLarge(first, second) else { return a.scaled(by: first) + b.scaled(by: second) }
    let scale = max(first.magnitude, second.magnitude).binade
    return (a.scaled(by: first / scale) + b.scaled(by: second / scale)).scaled(by: scale)
  }
}

extension Spring {
  /// The transition over `time` seconds, by the kernel that the batched steps use: its entries are within 4e-15 of the
  /// exact ones (and a velocity's as much of the angular frequency), at every damping ratio.
  ///
  /// All of them are finite for every time but NaN: a damped spring isn't followed further back than to where its
  /// motion was e^600 times as large.
  @usableFromInline
  func transition(over time: Double) -> SpringTransition {
    var (decay, frequency) = (decay, frequency)
    // What decays fastest is what grows fastest on the way back.
    let fastest = frequency < 0 ? decay - 0.693147180559945309417232 * frequency : decay
    // Beyond 1e290 s, the phase of an oscillation would overflow. NaN stays.
    let time = max(max(min(time, 1e290), -1e290), -600 / fastest)
    var (positionToPosition, velocityToPosition, positionToVelocity, velocityToVelocity) = (0.0, 0.0, 0.0, 0.0)
    vk_spring_transition_f64(
      &decay, &frequency, time, &positionToPosition, &velocityToPosition, &positionToVelocity, &velocityToVelocity, 1)
    return SpringTransition(
      positionToPosition: positionToPosition, velocityToPosition: velocityToPosition,
      positionToVelocity: positionToVelocity, velocityToVelocity: velocityToVelocity)
  }

  /// Where the spring is after a time, from 0 on its way to the target.
  ///
  /// The exact solution, within 4e-15 of the larger of `target` and `initialVelocity / angularFrequency` while the
  /// spring moves.
  ///
  /// - Parameters:
  ///   - target: The amount of change.
  ///   - initialVelocity: The velocity at the start, per second.
  ///   - time: Seconds since the start. A negative one is computed backwards, as far as to where a damped spring's
  ///     motion was e^600 times as large; at infinity it is at its target; NaN gives NaN.
  @inlinable
  public func value<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
    let transition = transition(over: time)
    return SpringTransition.sum(target, -transition.positionToPosition, initialVelocity, transition.velocityToPosition)
  }

  /// How fast the spring moves after a time, per second: the derivative of ``value(target:initialVelocity:time:)``.
  ///
  /// - Parameters:
  ///   - target: The amount of change.
  ///   - initialVelocity: The velocity at the start, per second.
  ///   - time: Seconds since the start.
  @inlinable
  public func velocity<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
    let transition = transition(over: time)
    return SpringTransition.sum(
      target, -transition.positionToVelocity, initialVelocity, 1 + transition.velocityToVelocity)
  }

  /// Moves a value and its velocity on by a time, by the exact step: how a time is divided makes no difference.
  ///
  /// - Parameters:
  ///   - value: The position, before and after.
  ///   - velocity: The velocity per second, before and after.
  ///   - target: The value to arrive at.
  ///   - deltaTime: Seconds since the spring was at `value`. A negative one steps back.
  @inlinable
  public func update<V: VectorArithmetic>(value: inout V, velocity: inout V, target: V, deltaTime: Double) {
    let transition = transition(over: deltaTime)
    let displacement = value - target
    value += SpringTransition.sum(displacement, transition.positionToPosition, velocity, transition.velocityToPosition)
    velocity += SpringTransition.sum(
      displacement, transition.positionToVelocity, velocity, transition.velocityToVelocity)
  }

  /// The force of the spring and its friction: `stiffness * (target - position) - damping * velocity`. Divided by
  /// ``mass`` it is the acceleration, in units of the vector per second squared.
  @inlinable
  public func force<V: VectorArithmetic>(target: V, position: V, velocity: V) -> V {
    SpringTransition.sum(target - position, stiffness, velocity, -damping)
  }
}

// MARK: - Between two values

extension Spring {
  /// Where the spring is after a time, on its way from one value to another. What isn't animated is that of `toValue`.
  ///
  /// - Parameters:
  ///   - fromValue: The value at time 0.
  ///   - toValue: The value to arrive at.
  ///   - initialVelocity: A value whose animated part is the velocity at the start, per second.
  ///   - time: Seconds since the start.
  @inlinable
  public func value<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
    let transition = transition(over: time)
    let (from, to) = (fromValue.animatableData, toValue.animatableData)
    var result = toValue
    // From the target, which a spring at rest then has exactly.
    result.animatableData =
      SpringTransition.areLarge(1 + transition.positionToPosition, transition.velocityToPosition)
      ? to
        + SpringTransition.sum(
          from - to, 1 + transition.positionToPosition, initialVelocity.animatableData, transition.velocityToPosition)
      : to + (from - to).scaled(by: 1 + transition.positionToPosition)
        + initialVelocity.animatableData.scaled(by: transition.velocityToPosition)
    return result
  }

  /// How fast the spring moves after a time, on its way from one value to another: a value whose animated part is the
  /// velocity per second.
  ///
  /// - Parameters:
  ///   - fromValue: The value at time 0.
  ///   - toValue: The value to arrive at.
  ///   - initialVelocity: A value whose animated part is the velocity at the start, per second.
  ///   - time: Seconds since the start.
  @inlinable
  public func velocity<V: Animatable>(fromValue: V, toValue: V, initialVelocity: V, time: Double) -> V {
    var result = initialVelocity
    result.animatableData = velocity(
      target: toValue.animatableData - fromValue.animatableData, initialVelocity: initialVelocity.animatableData,
      time: time)
    return result
  }

  /// The force of the spring and its friction on something at `position`, on its way from one value to another. It
  /// doesn't depend on where the way began.
  @inlinable
  public func force<V: Animatable>(fromValue: V, toValue: V, position: V, velocity: V) -> V {
    var result = velocity
    result.animatableData = force(
      target: toValue.animatableData, position: position.animatableData, velocity: velocity.animatableData)
    return result
  }
}
