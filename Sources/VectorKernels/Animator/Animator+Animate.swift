/// How an animation treats the run that already moves a property.
public enum Retargeting: String, Hashable, Sendable, Codable {
  /// The new animation starts from where the property is: a spring with its velocity, a curve at rest.
  case replace
  /// SwiftUI's rule, that of ``AnimatedValue``. A spring takes over with position and velocity, and its blend duration
  /// is heeded. Everything else adds: what runs goes on to its end, and the new animation carries the difference. A
  /// ``CustomAnimation`` decides for itself.
  ///
  /// A run is replaced all the same if it plays keyframes or phases, which have no target, if it has been reversed, or
  /// if the call gives a value to start from or a spring a velocity.
  ///
  /// Two animations that add up take about four times as long as one (`added` in scenes.md), and each that is added a
  /// column for each component of all properties. One that has come to its end is forgotten: back in time, the property goes to where the others began. A spring that
  /// blends runs by itself until another animation takes over.
  case add
}

extension Animator {
  /// Sends a property to a target.
  ///
  /// A spring keeps the property's position and velocity; what else runs is replaced or added to, as asked. The run that
  /// was under way is reported as replaced, except where it is added to. An animation that doesn't animate, nil, is at
  /// once.
  ///
  /// There is no way from or to a value that isn't finite, nor one longer than 1e20 in any component: such a run is at its
  /// target in the next frame, whatever its animation and its delay, and is reported as finished. Its start is its
  /// target, too.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - target: The value to arrive at.
  ///   - animation: How.
  ///   - start: The value to start from; nil is where the property is.
  ///   - velocity: The velocity to start with, per second of the property's own time, which springs heed and curves
  ///     don't; nil is the property's. One that isn't finite counts as zero, and components beyond 1e20 as that.
  ///   - delay: Seconds of the property's own time until it begins. What is below 0, or isn't finite, counts as 0.
  ///   - retargeting: What becomes of what is under way.
  /// - Returns: What moves the property from now on; nil where nothing does.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); the first use of a curve prepares it, which takes about 25 microseconds.
  @inlinable
  @discardableResult
  public mutating func animate(
    _ handle: PropertyHandle, to target: Value, using animation: Animation?, from start: Value? = nil,
    velocity: Components? = nil, delay: Double = 0, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) -> AnimationRun? {
    try check(handle)
    guard let animation else {
      core.end(handle.index, .stopped, at: .end)
      set(handle.index, to: target)
      return nil
    }
    begin(
      handle.index, to: target, animation, core.plan(for: animation), from: start, velocity: velocity,
      retargeting: retargeting, after: usableDelay(delay))
    return core.lastRun(of: handle)
  }

  /// Sends properties to one target, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - target: The value to arrive at.
  ///   - animation: How.
  ///   - start: The value to start from; nil is where each property is.
  ///   - velocity: The velocity to start with, as for one property; nil is each property's.
  ///   - delay: Seconds of the properties' own time until the first of them begins. What is below 0, or isn't finite,
  ///     counts as 0.
  ///   - stagger: How much later each of them begins; a number is the seconds from one to the next.
  ///   - retargeting: What becomes of what is under way.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been sent.
  /// - Complexity: O(1) for each. Among very many, memory is asked for ahead: one call takes about half of what as many
  ///   calls for one property take.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to target: Value, using animation: Animation, from start: Value? = nil,
    velocity: Components? = nil, delay: Double = 0, stagger: Stagger = 0, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    let (plan, delay, later) = (core.plan(for: animation), usableDelay(delay), stagger.delays(count: handles.count))
    var (index, lookahead) = (0, Lookahead(handles, in: core))
    for handle in handles {
      lookahead.advance(in: core)
      try check(handle)
      begin(
        handle.index, to: target, animation, plan, from: start, velocity: velocity, retargeting: retargeting,
        after: delay + later(index))
      index += 1
    }
  }

  /// Sends properties each to a target of its own, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - targets: As many values to arrive at.
  ///   - animation: How.
  ///   - start: The value to start from; nil is where each property is.
  ///   - velocity: The velocity to start with, as for one property; nil is each property's.
  ///   - delay: Seconds of the properties' own time until the first of them begins. What is below 0, or isn't finite,
  ///     counts as 0.
  ///   - stagger: How much later each of them begins; a number is the seconds from one to the next.
  ///   - retargeting: What becomes of what is under way.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been sent.
  /// - Complexity: O(1) for each.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using animation: Animation,
    from start: Value? = nil, velocity: Components? = nil, delay: Double = 0, stagger: Stagger = 0,
    retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    let (plan, delay, later) = (core.plan(for: animation), usableDelay(delay), stagger.delays(count: handles.count))
    var (index, lookahead) = (0, Lookahead(handles, in: core))
    for handle in handles {
      lookahead.advance(in: core)
      try check(handle)
      begin(
        handle.index, to: targets[index], animation, plan, from: start, velocity: velocity, retargeting: retargeting,
        after: delay + later(index))
      index += 1
    }
  }

  /// Sends properties each to a target of its own, after a delay of its own.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - targets: As many values to arrive at.
  ///   - animation: How.
  ///   - delays: As many delays, in seconds of each property's own time. What is below 0, or isn't finite, counts as 0.
  ///   - retargeting: What becomes of what is under way.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been sent.
  /// - Complexity: O(1) for each.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using animation: Animation,
    delays: Span<Double>, retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    requireCount(delays.count, "delays.count", equals: handles.count, "handles.count")
    let plan = core.plan(for: animation)
    var (index, lookahead) = (0, Lookahead(handles, in: core))
    for handle in handles {
      lookahead.advance(in: core)
      try check(handle)
      begin(
        handle.index, to: targets[index], animation, plan, from: nil, velocity: nil, retargeting: retargeting,
        after: usableDelay(delays[index]))
      index += 1
    }
  }

  /// Sends properties each to a target of its own by an animation of its own.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - targets: As many values to arrive at.
  ///   - animations: As many animations.
  ///   - retargeting: What becomes of what is under way.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been sent.
  /// - Complexity: O(1) for each; the first use of a curve prepares it, which takes about 25 microseconds.
  @inlinable
  public mutating func animate(
    _ handles: some Collection<PropertyHandle>, to targets: Span<Value>, using animations: Span<Animation>,
    retargeting: Retargeting = .replace
  ) throws(StalePropertyError) {
    requireCount(targets.count, "targets.count", equals: handles.count, "handles.count")
    requireCount(animations.count, "animations.count", equals: handles.count, "handles.count")
    var index = 0
    for handle in handles {
      try animate(handle, to: targets[index], using: animations[index], retargeting: retargeting)
      index += 1
    }
  }

  @inlinable
  func usableDelay(_ delay: Double) -> Double { delay > 0 && delay < .infinity ? min(delay, 1e30) : 0 }

  @inlinable
  mutating func begin(
    _ slot: Int, to target: Value, _ animation: Animation, _ plan: (number: Int, course: AnimationPlan.Course),
    from start: Value?, velocity: Components?,
    retargeting: Retargeting, after delay: Double
  ) {
    if let start { set(slot, to: start) }
    let target = target.animatableComponents
    if retargeting == .add, start == nil, velocity == nil || plan.course != .spring,
      add(slot, to: target, animation, plan.number, after: delay)
    {
      return
    }
    if plan.course == .single { return drive(slot, to: target, animation, after: delay) }
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

  /// Animates a property by itself.
  @usableFromInline
  mutating func drive(_ slot: Int, to target: Components, _ animation: Animation, after delay: Double) {
    let first = components(at: slot)
    let end = move(slot, toBase: target)
    if withFloats(of: end, { core.jumpWhereNoWay(slot, to: $0) }) { return }
    let driver = AnimationsDriver(from: Self.isDouble ? first - target : first, to: end, animation)
    core.replace(slot)
    core.drive(slot, driver, after: delay, origin: core.origin(of: animation, after: delay))
  }
}
