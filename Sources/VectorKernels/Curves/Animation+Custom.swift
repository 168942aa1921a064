// Animations as custom animations: the calls that SwiftUI makes for every frame, and the state kept between frames.

#if !hasFeature(Embedded)
extension Animation {
  /// Creates an animation from a custom animation.
  public init(_ base: some CustomAnimation) {
    self = base as? Animation ?? Animation(.custom(AnyCustomAnimation(base: base)))
  }

  /// The animation as a custom animation: the one it was created from, or itself.
  public var base: any CustomAnimation {
    if case .custom(let custom) = kind { custom.base } else { self }
  }
}
#endif

extension Animation: CustomAnimation {
  public func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    switch kind {
    case .curve: return number(.amount, at: time).map { value.scaled(by: $0) }
    case .interpolatingSpring(let spring, _):
      context.isLogicallyComplete = time >= spring.duration
      return number(.amount, at: time).map { value.scaled(by: $0) }
    case .systemDefault: return animate(.systemDefault, blendDuration: 0, value, time, &context)
    case .spring(let spring, let blendDuration):
      return animate(spring, blendDuration: blendDuration, value, time, &context)
    case .custom(let custom): return custom.base.animate(value: value, time: time, context: &context)
    case .delay(let delay, let base):
      if time < delay { return base.animate(value: value, time: 0, context: &context) ?? .zero }
      return base.animate(value: value, time: time - delay, context: &context)
    case .speed(let speed, let base):
      return base.animate(value: value, time: Animation.time(time, at: speed), context: &context)
    case .repetition(let count, let autoreverses, let base):
      #if !hasFeature(Embedded)
      // Only custom animations don't know their duration.
      if duration == nil { return animate(base, count: count, autoreverses: autoreverses, value, time, &context) }
      #endif
      return number(.amount, at: time).map { value.scaled(by: $0) }
    case .logicalCompletion(let duration, let base):
      let change = base.animate(value: value, time: time, context: &context)
      let start = context.state.takeover?.start ?? 0
      if time - start >= duration { context.isLogicallyComplete = true }
      return change
    }
  }

  public func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V? {
    switch kind {
    case .curve, .interpolatingSpring: return number(.rate, at: time).map { Animation.velocity(of: value, atRate: $0) }
    case .systemDefault, .spring:
      guard let takeover = context.state.takeover else {
        return number(.rate, at: time).map { Animation.velocity(of: value, atRate: $0) }
      }
      return takeover.velocity(to: value, at: time)
    case .custom(let custom): return custom.base.velocity(value: value, time: time, context: context)
    case .delay(let delay, let base):
      return time < delay ? .zero : base.velocity(value: value, time: time - delay, context: context)
    case .speed(let speed, let base):
      let velocity = base.velocity(value: value, time: Animation.time(time, at: speed), context: context)
      // A vertical curve has an infinite velocity, whose product with 0 would be NaN.
      return speed == 0 ? velocity.map { _ in .zero } : velocity?.scaled(by: speed)
    case .repetition(_, _, let base):
      #if !hasFeature(Embedded)
      if duration == nil {
        let passes = context.state[Passes<V>.self]
        let velocity = base.velocity(
          value: value, time: time - passes.start, context: context.withState(passes.state))
        return passes.isReversed ? velocity?.scaled(by: -1) : velocity
      }
      #endif
      return number(.rate, at: time).map { Animation.velocity(of: value, atRate: $0) }
    case .logicalCompletion(_, let base): return base.velocity(value: value, time: time, context: context)
    }
  }

  /// Returns whether this animation takes over from the previous one.
  ///
  /// Springs take over from every animation, with its position and velocity; an infinite velocity, which a vertical
  /// curve has, counts as none. An animation with a speed takes over from one with the same speed. All others add:
  /// timing curves, interpolating springs, and animations with a delay or a repetition.
  public func shouldMerge<V: VectorArithmetic>(
    previous: Animation, value: V, time: Double, context: inout AnimationContext<V>
  ) -> Bool {
    switch kind {
    case .systemDefault, .spring:
      let velocity = previous.velocity(value: value, time: time, context: context) ?? .zero
      let position = previous.animate(value: value, time: time, context: &context) ?? value
      takeOver(
        from: previous.mergingSpring?.spring, position: position, velocity: velocity, at: time, &context)
      return true
    case .custom(let custom):
      return custom.base.shouldMerge(previous: previous, value: value, time: time, context: &context)
    case .speed(let speed, let base):
      guard case .speed(speed, let previous) = previous.kind else { return false }
      return base.shouldMerge(
        previous: previous, value: value, time: Animation.time(time, at: speed), context: &context)
    case .logicalCompletion(_, let base):
      return base.shouldMerge(previous: previous, value: value, time: time, context: &context)
    case .curve, .interpolatingSpring, .delay, .repetition: return false
    }
  }
}

// MARK: - Springs that take over

/// The state that a spring needs of the animation from which it took over. It never changes, so copies of an
/// animation's context share it.
@usableFromInline
final class SpringTakeover<V: VectorArithmetic>: Sendable {
  @usableFromInline
  let spring: Spring
  /// The seconds from the start of the first animation to the takeover.
  @usableFromInline
  let start: Double
  @usableFromInline
  let position: V
  @usableFromInline
  let velocity: V
  /// The response of the previous spring, from which this spring's response is blended, and the seconds that the
  /// blending takes.
  @usableFromInline
  let previousResponse: Double
  @usableFromInline
  let blendDuration: Double
  /// The time at which the spring has settled at `knownTarget`, or nil if it isn't known yet. It takes longer to find
  /// than many values.
  @usableFromInline
  let knownEnd: Double?
  @usableFromInline
  let knownTarget: V

  init(spring: Spring, start: Double, position: V, velocity: V, previousResponse: Double, blendDuration: Double) {
    (self.spring, self.start, self.position, self.velocity) = (spring, start, position, velocity)
    (self.previousResponse, self.blendDuration) = (previousResponse, blendDuration)
    (knownEnd, knownTarget) = (nil, .zero)
  }

  /// Creates the same state, with the time at which the spring settles at a target.
  init(_ takeover: SpringTakeover, target: V) {
    (spring, start, position, velocity) = (takeover.spring, takeover.start, takeover.position, takeover.velocity)
    (previousResponse, blendDuration) = (takeover.previousResponse, takeover.blendDuration)
    (knownEnd, knownTarget) = (takeover.end(to: target), target)
  }

  /// Returns the spring's position and velocity on the way from the first start to a target.
  @inlinable
  func motion(to target: V, at time: Double) -> (position: V, velocity: V) {
    var (position, velocity) = (position, velocity)
    // In this order, NaN stays NaN.
    let elapsed = max(time - start, 0)
    let blended = min(elapsed, blendDuration)
    if blended > 0 {
      // A spring whose response changes has no closed form: take exact steps, each with the response of its middle.
      let steps = min(max(1, (blended * 300).rounded(.up)), 1000)
      for step in 0..<Int(steps) {
        let x = (Double(step) + 0.5) / steps * blended / blendDuration
        let response = spring.response + (previousResponse - spring.response) * (1 - x * x * (3 - 2 * x))
        Spring(response: response, dampingRatio: spring.dampingRatio)
          .update(value: &position, velocity: &velocity, target: target, deltaTime: blended / steps)
      }
    }
    spring.update(value: &position, velocity: &velocity, target: target, deltaTime: elapsed - blended)
    return (position, velocity)
  }

  /// Returns the spring's position, or nil if it has settled.
  @inlinable
  func position(to target: V, at time: Double) -> V? {
    time >= end(to: target) ? nil : motion(to: target, at: time).position
  }

  /// Returns the spring's velocity, per second, or nil if it has settled.
  @inlinable
  func velocity(to target: V, at time: Double) -> V? {
    if time < start { return .zero }
    return time >= end(to: target) ? nil : motion(to: target, at: time).velocity
  }

  /// Returns the time at which the spring has settled, to 0.001 of its amplitude.
  @inlinable
  func end(to target: V) -> Double {
    if let knownEnd, target == knownTarget { return knownEnd }
    return searchedEnd(to: target)
  }

  @usableFromInline
  func searchedEnd(to target: V) -> Double {
    let way = target - position
    let speed = velocity.magnitudeSquared.squareRoot() / spring.angularFrequency
    let amplitude = max(way.magnitudeSquared.squareRoot(), speed)
    if amplitude == 0 { return start }
    return start + blendDuration
      + spring.settlingDuration(target: way, initialVelocity: velocity, epsilon: 0.001 * amplitude)
  }
}

extension Animation {
  /// The animation's spring, if it takes over from every other animation.
  var mergingSpring: (spring: Spring, blendDuration: Double)? {
    if let plain { return plain.mergingSpring }
    return switch kind {
    case .systemDefault: (.systemDefault, 0)
    case .spring(let spring, let blendDuration): (spring, blendDuration)
    case .logicalCompletion(_, let base): base.mergingSpring
    default: nil
    }
  }

  /// The animation's spring, if it takes over from every other animation, or from those that are played at its speed.
  var springAtSpeed: Spring? {
    switch kind {
    case .speed(let speed, let base) where speed > 0: base.mergingSpring?.spring.atSpeed(speed)
    case .logicalCompletion(_, let base): base.springAtSpeed
    default: mergingSpring?.spring
    }
  }

  /// Whether the animation takes over from every other animation.
  @usableFromInline
  var takesOver: Bool { mergingSpring != nil }

  /// Changes a spring's context so that the spring, which may be played at a speed, continues from a position and a
  /// velocity.
  func takeOver<V: VectorArithmetic>(
    from previous: Spring?, position: V, velocity: V, at time: Double, _ context: inout AnimationContext<V>
  ) {
    guard let (spring, blendDuration) = mergingSpring else {
      switch kind {
      case .speed(let speed, let base) where speed > 0:
        base.takeOver(
          from: previous?.atSpeed(1 / speed), position: position, velocity: velocity.scaled(by: 1 / speed),
          at: time * speed, &context)
      case .logicalCompletion(_, let base):
        base.takeOver(from: previous, position: position, velocity: velocity, at: time, &context)
      default: break
      }
      return
    }
    let previousResponse = previous?.response ?? spring.response
    let blends = previousResponse != spring.response && blendDuration.isFinite
    context.isLogicallyComplete = false
    // A curve that is vertical at this time has an infinite velocity, which a spring would never lose.
    let velocity = velocity.magnitudeSquared.isFinite ? velocity : .zero
    context.state.takeover = SpringTakeover(
      spring: spring, start: time, position: position, velocity: velocity, previousResponse: previousResponse,
      blendDuration: blends ? blendDuration : 0)
  }

  private func animate<V: VectorArithmetic>(
    _ spring: Spring, blendDuration: Double, _ value: V, _ time: Double, _ context: inout AnimationContext<V>
  ) -> V? {
    guard let takeover = context.state.takeover else {
      context.isLogicallyComplete = time >= spring.duration
      return number(.amount, at: time).map { value.scaled(by: $0) }
    }
    context.isLogicallyComplete = time - takeover.start >= spring.duration
    return takeover.position(to: value, at: time)
  }
}

// MARK: - Repetition of animations that don't know their duration

#if !hasFeature(Embedded)
/// The passes of a repeated custom animation: the number that have ended, the start of the last one, and its state.
private final class Passes<V: VectorArithmetic>: AnimationStateKey, Sendable {
  static var defaultValue: Passes { Passes(finished: 0, start: 0, isReversed: false) }

  let finished: Int
  let start: Double
  let isReversed: Bool
  let state: AnimationState<V>

  init(finished: Int, start: Double, isReversed: Bool, state: AnimationState<V> = AnimationState()) {
    (self.finished, self.start, self.isReversed, self.state) = (finished, start, isReversed, state)
  }
}

extension Animation {
  /// Animates the repetition. As in SwiftUI, a pass begins at the time of the first call after the end of the one
  /// before.
  private func animate<V: VectorArithmetic>(
    _ base: Animation, count: Int?, autoreverses: Bool, _ value: V, _ time: Double,
    _ context: inout AnimationContext<V>
  ) -> V? {
    let passes = context.state[Passes<V>.self]
    var inner = context.withState(passes.state)
    guard let position = base.animate(value: value, time: time - passes.start, context: &inner) else {
      let end: V = passes.isReversed ? .zero : value
      let finished = passes.finished + 1
      context.state[Passes<V>.self] = Passes(
        finished: finished, start: time, isReversed: autoreverses && !passes.isReversed)
      return finished >= count ?? .max ? nil : end
    }
    context.state[Passes<V>.self] = Passes(
      finished: passes.finished, start: passes.start, isReversed: passes.isReversed, state: inner.state)
    return passes.isReversed ? value - position : position
  }
}
#endif
