/// The effect of an animation on the run that already moves a property.
public enum Retargeting: String, Hashable, Sendable, Codable {
  /// The new animation starts from the property's present value: a spring with the property's velocity, a curve at
  /// rest.
  case replace
  /// SwiftUI's rule, which ``AnimatedValue`` follows too. A spring takes over with the property's position and
  /// velocity, and its blend duration is respected. Every other animation is added: the current run continues to its
  /// end, and the new animation carries the difference. A ``CustomAnimation`` decides for itself.
  ///
  /// A run is still replaced if it plays keyframes or phases, which have no target, or if it has been reversed. It is
  /// also replaced if the call gives a value to start from, or gives a spring a velocity.
  ///
  /// Two animations that add up take about three times as long as one (`added` in `Benchmarks/results/README.md`), and
  /// each added animation needs one column for each component of all properties. An animation that has ended is
  /// forgotten: if time goes back, the property goes to the value at which the other animations began. A spring that
  /// blends is evaluated by itself until another animation takes over.
  case add
}

extension Animator {
  /// Animates a property to a target.
  ///
  /// A spring keeps the property's position and velocity. Its present run is replaced or added to, as `retargeting`
  /// says. A replaced run is reported as replaced.
  ///
  /// A motion is impossible if it starts or ends at a value that isn't finite, or if it is longer than 1e20 in any
  /// component. Such a run ignores its animation and its delay: it is at its target in the next frame, and is reported
  /// as finished. Until that frame, the property keeps its value. The run's start is its target, too.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - target: The value to arrive at.
  ///   - animation: The animation.
  ///   - start: The value to start from; nil means the present value.
  ///   - velocity: The velocity to start with, per second of the property's own time; nil means the present velocity.
  ///     Springs use it, and curves ignore it. A velocity that isn't finite counts as zero, and a component beyond 1e20
  ///     as that limit.
  ///   - delay: The seconds of the property's own time until the animation begins. A delay that is negative or not
  ///     finite counts as 0.
  ///   - retargeting: The effect on the current run.
  /// - Returns: The run that moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1). The first use of a curve prepares it, in O(n) for n parts.
  @inlinable
  @discardableResult
  public mutating func animate(
    _ handle: PropertyHandle, to target: Value, using animation: Animation, from start: Value? = nil,
    velocity: Components? = nil, delay: Double = 0, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) -> AnimationRun {
    // The property's numbers are far apart in memory. Without a prefetch, the call would wait at several of them.
    if core.isLarge { core.prefetchNumbers(of: handle) }
    try check(handle)
    begin(
      handle.index, to: target, animation, core.plan(for: animation), from: start, velocity: velocity,
      retargeting: retargeting, after: usableDelay(delay))
    return core.lastRun(of: handle)
  }

  /// Animates a property to a target. If `animation` is nil, sets the value at once; a present run is reported as
  /// stopped at its end.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - target: The value to arrive at.
  ///   - animation: The animation, or nil to set the value at once. Then the other parameters have no effect.
  ///   - start: The value to start from; nil means the present value.
  ///   - velocity: The velocity to start with, as for an animation that isn't optional.
  ///   - delay: The seconds of the property's own time until the animation begins. A delay that is negative or not
  ///     finite counts as 0.
  ///   - retargeting: The effect on the current run.
  /// - Returns: The run that moves the property from now on, or nil if nothing does.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1). The first use of a curve prepares it, in O(n) for n parts.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public mutating func animate(
    _ handle: PropertyHandle, to target: Value, using animation: Animation?, from start: Value? = nil,
    velocity: Components? = nil, delay: Double = 0, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) -> AnimationRun? {
    guard let animation else {
      try check(handle)
      core.end(handle.index, .stopped, at: .end)
      set(handle.index, to: target)
      return nil
    }
    return try animate(
      handle, to: target, using: animation, from: start, velocity: velocity, delay: delay, retargeting: retargeting)
  }

  /// Animates properties to one target, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - target: The value to arrive at.
  ///   - animation: The animation.
  ///   - start: The value to start from; nil means each property's present value.
  ///   - velocity: The velocity to start with, as for one property; nil means each property's present velocity.
  ///   - delay: The seconds of the properties' own time until the first of them begins. A delay that is negative or not
  ///     finite counts as 0.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  ///   - retargeting: The effect on the current runs.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been animated.
  /// - Complexity: O(1) per property. For a very large number of properties, memory is prefetched: one call takes
  ///   less time than separate calls for each property.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to target: Value, using animation: Animation, from start: Value? = nil,
    velocity: Components? = nil, delay: Double = 0, stagger: Stagger = 0, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    let (plan, delay, later) = (core.plan(for: animation), usableDelay(delay), stagger.delays(count: handles.count))
    let isPlain = start == nil && velocity == nil && delay == 0 && stagger == 0 && retargeting == .replace
    var index = isPlain ? restartTogether(handles, by: plan.number) { _ in target } : 0
    let others = handles.dropFirst(index)
    var lookahead = Lookahead(others, in: core)
    for handle in others {
      lookahead.advance(in: core)
      try check(handle)
      begin(
        handle.index, to: target, animation, plan, from: start, velocity: velocity, retargeting: retargeting,
        after: delay + later[index])
      index += 1
    }
  }

  /// Animates each property to its own target, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - targets: One value to arrive at for each property.
  ///   - animation: The animation.
  ///   - start: The value to start from; nil means each property's present value.
  ///   - velocity: The velocity to start with, as for one property; nil means each property's present velocity.
  ///   - delay: The seconds of the properties' own time until the first of them begins. A delay that is negative or not
  ///     finite counts as 0.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  ///   - retargeting: The effect on the current runs.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been animated.
  /// - Complexity: O(1) per property.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using animation: Animation,
    from start: Value? = nil, velocity: Components? = nil, delay: Double = 0, stagger: Stagger = 0,
    retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    let (plan, delay, later) = (core.plan(for: animation), usableDelay(delay), stagger.delays(count: handles.count))
    let isPlain = start == nil && velocity == nil && delay == 0 && stagger == 0 && retargeting == .replace
    var index = isPlain ? restartTogether(handles, by: plan.number) { targets[$0] } : 0
    let others = handles.dropFirst(index)
    var lookahead = Lookahead(others, in: core)
    for handle in others {
      lookahead.advance(in: core)
      try check(handle)
      begin(
        handle.index, to: targets[index], animation, plan, from: start, velocity: velocity, retargeting: retargeting,
        after: delay + later[index])
      index += 1
    }
  }

  /// Animates each property to its own target, after its own delay.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - targets: One value to arrive at for each property.
  ///   - animation: The animation.
  ///   - start: The value to start from; nil means each property's present value.
  ///   - velocity: The velocity to start with, as for one property; nil means each property's present velocity.
  ///   - delays: One delay for each property, in seconds of the property's own time. A delay that is negative or not
  ///     finite counts as 0.
  ///   - retargeting: The effect on the current runs.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been animated.
  /// - Complexity: O(1) per property.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using animation: Animation,
    from start: Value? = nil, velocity: Components? = nil, delays: Span<Double>, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    requireCount(delays.count, "delays.count", equals: handles.count, "handles.count")
    let plan = core.plan(for: animation)
    var (index, lookahead) = (0, Lookahead(handles, in: core))
    for handle in handles {
      lookahead.advance(in: core)
      try check(handle)
      begin(
        handle.index, to: targets[index], animation, plan, from: start, velocity: velocity, retargeting: retargeting,
        after: usableDelay(delays[index]))
      index += 1
    }
  }

  /// Animates each property to its own target along one curve, in its own duration.
  ///
  /// ```swift
  /// let durations = particles.map { _ in Double.random(in: 0.8...1.6) }
  /// try animator.animate(particles, to: targets.span, using: .easeOut, durations: durations.span)
  /// ```
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - targets: One value to arrive at for each property.
  ///   - curve: The curve of all properties.
  ///   - start: The value to start from; nil means each property's present value.
  ///   - durations: One duration for each property, in seconds of the property's own time, as
  ///     ``Animation/timingCurve(_:duration:)-(UnitCurve,_)`` takes it.
  ///   - delays: One delay for each property, in seconds of the property's own time, or nil for no delays. A delay that
  ///     is negative or not finite counts as 0.
  ///   - retargeting: The effect on the current runs.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been animated.
  /// - Complexity: O(1) per property, and O(n) per call for a curve of n parts.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using curve: UnitCurve,
    from start: Value? = nil, durations: Span<Double>, delays: Span<Double>? = nil,
    retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    requireCount(durations.count, "durations.count", equals: handles.count, "handles.count")
    if let delays { requireCount(delays.count, "delays.count", equals: handles.count, "handles.count") }
    var animation = Animation.timingCurve(curve, duration: 1)
    var plan = core.plan(for: animation)
    var (index, lookahead) = (0, Lookahead(handles, in: core))
    for handle in handles {
      lookahead.advance(in: core)
      try check(handle)
      if retargeting == .replace {
        core.setDuration(ofPlan: plan.number, to: durations[index])
      } else {
        // An animation that is added is kept as it is.
        animation = .timingCurve(curve, duration: durations[index])
        plan = core.plan(for: animation)
      }
      let delay = if let delays { usableDelay(delays[index]) } else { 0.0 }
      begin(
        handle.index, to: targets[index], animation, plan, from: start, velocity: nil, retargeting: retargeting,
        after: delay)
      index += 1
    }
  }

  /// Animates each property to its own target by its own animation.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - targets: One value to arrive at for each property.
  ///   - animations: One animation for each property.
  ///   - start: The value to start from; nil means each property's present value.
  ///   - velocity: The velocity to start with, as for one property; nil means each property's present velocity.
  ///   - retargeting: The effect on the current runs.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been animated.
  /// - Complexity: O(1) per property. The first use of a curve prepares it, in O(n) for n parts.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using animations: Span<Animation>,
    from start: Value? = nil, velocity: Components? = nil, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    requireCount(animations.count, "animations.count", equals: handles.count, "handles.count")
    var (index, lookahead) = (0, Lookahead(handles, in: core))
    for handle in handles {
      lookahead.advance(in: core)
      try check(handle)
      let animation = animations[index]
      begin(
        handle.index, to: targets[index], animation, core.plan(for: animation), from: start, velocity: velocity,
        retargeting: retargeting, after: 0)
      index += 1
    }
  }

  /// Animates as many properties as several cores can animate together, from the first on.
  ///
  /// - Returns: Their number.
  @inlinable
  mutating func restartTogether(
    _ handles: some Collection<PropertyHandle>, by plan: Int, to target: (_ index: Int) -> Value
  ) -> Int {
    var (index, begun) = (0, 0)
    guard core.canRestartTogether(handles.count, by: plan) else { return 0 }
    for handle in handles {
      let isFull = withFloats(of: target(index).animatableComponents) { core.appendRestart(handle, to: $0) }
      index += 1
      guard isFull else { continue }
      begun += core.restartTogether(by: plan)
      if begun < index { return begun }
    }
    return begun + core.restartTogether(by: plan)
  }

  @inlinable
  func usableDelay(_ delay: Double) -> Double { delay > 0 && delay < .infinity ? min(delay, 1e30) : 0 }

  @inlinable
  mutating func begin(
    _ slot: Int, to target: Value, _ animation: Animation, _ plan: (number: Int, kind: AnimationPlan.Kind),
    from start: Value?, velocity: Components?,
    retargeting: Retargeting, after delay: Double
  ) {
    if let start { set(slot, to: start) }
    let target = target.animatableComponents
    if retargeting == .add, start == nil, velocity == nil || plan.kind != .spring,
      add(slot, to: target, animation, plan.number, after: delay)
    {
      return
    }
    if plan.kind == .driver { return drive(slot, to: target, animation, after: delay) }
    withFloats(of: move(slot, toBase: target)) { target in
      if let velocity {
        withFloats(of: velocity) {
          core.animate(slot, to: target, plan: plan.number, velocity: $0, after: delay)
        }
      } else {
        core.animate(slot, to: target, plan: plan.number, velocity: nil, after: delay)
      }
    }
  }

  /// Animates a property with its own driver, without a kernel.
  @usableFromInline
  mutating func drive(_ slot: Int, to target: Components, _ animation: Animation, after delay: Double) {
    let first = components(at: slot)
    let end = move(slot, toBase: target)
    if withFloats(of: end, { core.jumpIfTooFar(slot, to: $0) }) { return }
    let driver = AnimationsDriver(from: Self.isDouble ? first - target : first, to: end, animation)
    core.replace(slot)
    core.drive(slot, driver, after: delay, origin: core.origin(of: animation, after: delay))
  }
}
