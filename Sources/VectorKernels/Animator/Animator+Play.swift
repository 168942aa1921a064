extension Animator {
  /// Plays prepared keyframes on a property.
  ///
  /// Their numbers are `Float`s, also where the property's are `Double`s: a timeline that is played instead is as exact
  /// as other runs are.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - keyframes: What to play; of as many components as the property's value has.
  ///   - repeats: How often.
  ///   - time: How far it has been played already, in seconds; below 0 it waits. What isn't finite counts as 0.
  /// - Returns: What moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  @discardableResult
  public mutating func play(
    _ handle: PropertyHandle, _ keyframes: PreparedKeyframes, repeats: RepeatCount = .once, from time: Double = 0
  ) throws(StalePropertyError) -> AnimationRun {
    requireCount(
      keyframes.componentCount, "keyframes.componentCount", equals: Components.componentCount,
      "Components.componentCount")
    try check(handle)
    return play(handle, keyframes, relativeTo: .zero, repeats, from: time)
  }

  private mutating func play(
    _ handle: PropertyHandle, _ keyframes: PreparedKeyframes, relativeTo base: Components, _ repeats: RepeatCount,
    from time: Double
  ) -> AnimationRun {
    _ = move(handle.index, toBase: base)
    core.play(
      handle.index, keyframes, passes: keyframes.duration > 0 ? repeats.passes : 1, from: time.isFinite ? time : 0)
    return core.lastRun(of: handle)
  }

  /// Plays prepared keyframes on properties, as on one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - keyframes: What to play; of as many components as the properties' values have.
  ///   - repeats: How often.
  ///   - time: How far the first of them has been played already, in seconds.
  ///   - stagger: How much later each of them begins; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it play.
  /// - Complexity: O(1) for each.
  public mutating func play(
    _ handles: some Collection<PropertyHandle>, _ keyframes: PreparedKeyframes, repeats: RepeatCount = .once,
    from time: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    try forEach(handles, stagger) { animator, handle, _, delay throws(StalePropertyError) in
      try animator.play(handle, keyframes, repeats: repeats, from: (time.isFinite ? time : 0) - delay)
    }
  }

  /// Plays a timeline on a property. It is compiled when it is first used, so that kernels play it, and kept as long as
  /// few others are played. One with tracks for parts of a value of more than four components can't be prepared, nor one
  /// that takes too many pieces: such a timeline is evaluated by itself, at many times the cost.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - timeline: What to play.
  ///   - repeats: How often.
  ///   - time: How far it has been played already, in seconds; below 0 it waits. What isn't finite counts as 0.
  /// - Returns: What moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); the first time some hundred microseconds.
  @discardableResult
  public mutating func play(
    _ handle: PropertyHandle, _ timeline: KeyframeTimeline<Value>, repeats: RepeatCount = .once, from time: Double = 0
  ) throws(StalePropertyError) -> AnimationRun {
    try check(handle)
    let base = Self.isDouble ? timeline.value(time: timeline.duration).animatableComponents : .zero
    if let keyframes = core.timelines.prepared(timeline, relativeTo: base) {
      return play(handle, keyframes, relativeTo: base, repeats, from: time)
    }
    _ = move(handle.index, toBase: base)
    core.replace(handle.index)
    let passes = timeline.duration > 0 ? repeats.passes : 1
    core.drive(
      handle.index, TimelineDriver(timeline, passes: passes, relativeTo: base), after: time.isFinite ? -time : 0)
    return core.lastRun(of: handle)
  }

  /// Plays a timeline on properties, as on one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - timeline: What to play.
  ///   - repeats: How often.
  ///   - time: How far the first of them has been played already, in seconds.
  ///   - stagger: How much later each of them begins; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it play.
  /// - Complexity: O(1) for each; the first time some hundred microseconds.
  public mutating func play(
    _ handles: some Collection<PropertyHandle>, _ timeline: KeyframeTimeline<Value>, repeats: RepeatCount = .once,
    from time: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    try forEach(handles, stagger) { animator, handle, _, delay throws(StalePropertyError) in
      try animator.play(handle, timeline, repeats: repeats, from: (time.isFinite ? time : 0) - delay)
    }
  }

  /// Walks a property through phases that are values.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - phases: The values that it goes to in turn, at least one.
  ///   - repeats: How often it walks through all of them and back to the first; nil is as `phases` say.
  ///   - time: How far it has walked already, in seconds; below 0 it waits. What isn't finite counts as 0.
  /// - Returns: What moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: As that of walking through phases of any type.
  @discardableResult
  public mutating func play(
    _ handle: PropertyHandle, _ phases: PhaseTimeline<Value>, repeats: RepeatCount? = nil, from time: Double = 0
  ) throws(StalePropertyError) -> AnimationRun {
    try play(handle, phases, repeats: repeats, from: time) { $0 }
  }

  /// Walks a property through phases of any type, by a value for each.
  ///
  /// Properties whose phases are entered by the same animations are evaluated together, whatever their values. A walk
  /// with a ``CustomAnimation`` or one that never ends is evaluated by itself, at many times the cost.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - phases: The phases that it goes to in turn, at least one.
  ///   - repeats: How often it walks through all of them and back to the first; nil is as `phases` say.
  ///   - time: How far it has walked already, in seconds; below 0 it waits. What isn't finite counts as 0.
  ///   - value: The value in a phase.
  /// - Returns: What moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(n) for n phases; the first time that phases are entered so, some hundred microseconds.
  @discardableResult
  public mutating func play<Phase>(
    _ handle: PropertyHandle, _ phases: PhaseTimeline<Phase>, repeats: RepeatCount? = nil, from time: Double = 0,
    value: (Phase) -> Value
  ) throws(StalePropertyError) -> AnimationRun {
    guard !phases.phases.isEmpty else { fatalError("play(_:_:): phases is empty, but must have at least one") }
    try check(handle)
    let passes = (repeats ?? (phases.repeatsForever ? .forever : .once)).passes
    let time = time.isFinite ? time : 0
    let base = Self.isDouble ? value(phases.phases[0]).animatableComponents : .zero
    func components(_ phase: Phase) -> Components { value(phase).animatableComponents - base }
    _ = move(handle.index, toBase: base)
    if let walk = core.walk(phases.animations) {
      core.play(handle.index, walk, passes: passes, from: time) { phase, out, stride in
        components(phases.phases[phase]).storeFloats(out, stride: stride)
      }
      return core.lastRun(of: handle)
    }
    core.replace(handle.index)
    core.drive(
      handle.index,
      PhasesDriver(
        PhaseTimeline(
          phases.phases.map(components), repeatsForever: passes > 1, animations: phases.animations),
        passes: passes), after: -time)
    return core.lastRun(of: handle)
  }

  /// Walks properties through phases of any type, as one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - phases: The phases that they go to in turn, at least one.
  ///   - repeats: How often they walk through all of them and back to the first; nil is as `phases` say.
  ///   - time: How far the first of them has walked already, in seconds.
  ///   - stagger: How much later each of them begins; a number is the seconds from one to the next.
  ///   - value: The value in a phase.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it walk.
  /// - Complexity: O(n) for each.
  public mutating func play<Phase>(
    _ handles: some Collection<PropertyHandle>, _ phases: PhaseTimeline<Phase>, repeats: RepeatCount? = nil,
    from time: Double = 0, stagger: Stagger = 0, value: (Phase) -> Value
  ) throws(StalePropertyError) {
    try play(handles, phases, repeats: repeats, from: time, stagger: stagger, values: { value($1) })
  }

  /// Walks properties through phases of any type, each by values of its own.
  ///
  /// ```swift
  /// try animator.play(dots, PhaseTimeline([false, true]) { _ in .smooth }) { index, isOpen in
  ///   isOpen ? Float(index) : 0
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - phases: The phases that they go to in turn, at least one.
  ///   - repeats: How often they walk through all of them and back to the first; nil is as `phases` say.
  ///   - time: How far the first of them has walked already, in seconds.
  ///   - stagger: How much later each of them begins; a number is the seconds from one to the next.
  ///   - values: The value of a property in a phase. Properties are numbered from 0 on, in the order of `handles`.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it walk.
  /// - Complexity: O(n) for each.
  public mutating func play<Phase>(
    _ handles: some Collection<PropertyHandle>, _ phases: PhaseTimeline<Phase>, repeats: RepeatCount? = nil,
    from time: Double = 0, stagger: Stagger = 0, values: (_ index: Int, Phase) -> Value
  ) throws(StalePropertyError) {
    try forEach(handles, stagger) { animator, handle, index, delay throws(StalePropertyError) in
      try animator.play(handle, phases, repeats: repeats, from: (time.isFinite ? time : 0) - delay) {
        values(index, $0)
      }
    }
  }

  /// Calls `body` with each of some properties, its number, and the seconds by which it is to be later than the first.
  private mutating func forEach(
    _ handles: some Collection<PropertyHandle>, _ stagger: Stagger,
    _ body: (inout Animator, PropertyHandle, _ index: Int, _ delay: Double) throws(StalePropertyError) -> Void
  ) throws(StalePropertyError) {
    let later = stagger.delays(count: handles.count)
    for (index, handle) in handles.enumerated() { try body(&self, handle, index, later(index)) }
  }

  /// Lets a property go on with a velocity, slowed down by friction: a fling.
  ///
  /// The velocity falls by the factor e in `timeConstant` seconds, so the property comes to rest `velocity *
  /// timeConstant` from where it is. A factor of 0.998 per millisecond is a time constant of 0.5 s.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - velocity: In units of the components per second of the property's own time; nil is the one it has. One that
  ///     isn't finite counts as zero, and components beyond 1e20 as that. Ways longer than 1e20 are gone at once.
  ///   - timeConstant: In seconds; what isn't above 0 stops at once.
  ///   - delay: Seconds of the property's own time until it sets out, standing still until then. What is below 0, or
  ///     isn't finite, counts as 0.
  /// - Returns: What moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  @discardableResult
  public mutating func fling(
    _ handle: PropertyHandle, velocity: Components? = nil, timeConstant: Double = 0.325, delay: Double = 0
  ) throws(StalePropertyError) -> AnimationRun {
    try check(handle)
    let limits = SpringMover.timeConstants
    let timeConstant =
      timeConstant > limits.lowerBound ? min(timeConstant, limits.upperBound) : limits.lowerBound
    let delay = usableDelay(delay)
    _ = move(handle.index, toBase: components(at: handle.index))
    if let velocity {
      withFloats(of: velocity) {
        core.fling(handle.index, velocity: $0, timeConstant: timeConstant, after: delay)
      }
    } else {
      core.fling(handle.index, velocity: nil, timeConstant: timeConstant, after: delay)
    }
    return core.lastRun(of: handle)
  }

  /// Lets properties go on with one velocity, one after the other, as
  /// ``fling(_:velocity:timeConstant:delay:)-(PropertyHandle,_,_,_)`` does one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - velocity: In units of the components per second of the properties' own time; nil is what each has.
  ///   - timeConstant: In seconds; what isn't above 0 stops at once.
  ///   - delay: Seconds of the properties' own time until the first of them sets out.
  ///   - stagger: How much later each of them sets out; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it go on.
  /// - Complexity: O(1) for each.
  public mutating func fling(
    _ handles: some Collection<PropertyHandle>, velocity: Components? = nil, timeConstant: Double = 0.325,
    delay: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    let delay = usableDelay(delay)
    try forEach(handles, stagger) { animator, handle, _, later throws(StalePropertyError) in
      try animator.fling(handle, velocity: velocity, timeConstant: timeConstant, delay: delay + later)
    }
  }

  /// Lets properties go on each with a velocity of its own, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - velocities: As many velocities, in units of the components per second of each property's own time.
  ///   - timeConstant: In seconds; what isn't above 0 stops at once.
  ///   - delay: Seconds of the properties' own time until the first of them sets out.
  ///   - stagger: How much later each of them sets out; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it go on.
  /// - Complexity: O(1) for each.
  public mutating func fling(
    _ handles: some Collection<PropertyHandle>, velocities: Span<Components>, timeConstant: Double = 0.325,
    delay: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    requireCount(velocities.count, "velocities.count", equals: handles.count, "handles.count")
    let (delay, later) = (usableDelay(delay), stagger.delays(count: handles.count))
    var index = 0
    for handle in handles {
      try fling(handle, velocity: velocities[index], timeConstant: timeConstant, delay: delay + later(index))
      index += 1
    }
  }
}
