extension Animator {
  /// Plays compiled keyframes on a property.
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
    _ handle: PropertyHandle, _ keyframes: CompiledKeyframes, repeats: RepeatCount = .once, from time: Double = 0
  ) throws(StalePropertyError) -> AnimationRun {
    requireCount(
      keyframes.componentCount, "keyframes.componentCount", equals: Components.componentCount,
      "Components.componentCount")
    try check(handle)
    return play(handle, keyframes, relativeTo: .zero, repeats, from: time)
  }

  private mutating func play(
    _ handle: PropertyHandle, _ keyframes: CompiledKeyframes, relativeTo base: Components, _ repeats: RepeatCount,
    from time: Double
  ) -> AnimationRun {
    _ = move(handle.index, toBase: base)
    core.play(
      handle.index, keyframes, passes: keyframes.duration > 0 ? repeats.passes : 1, from: time.isFinite ? time : 0)
    return core.lastRun(of: handle)
  }

  /// Plays compiled keyframes on properties, as on one.
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
    _ handles: some Collection<PropertyHandle>, _ keyframes: CompiledKeyframes, repeats: RepeatCount = .once,
    from time: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    try forEach(handles, stagger) { animator, handle, delay throws(StalePropertyError) in
      try animator.play(handle, keyframes, repeats: repeats, from: (time.isFinite ? time : 0) - delay)
    }
  }

  /// Plays a timeline on a property. It is compiled when it is first used, so that kernels play it, and kept as long as
  /// few others are played. One with tracks for parts of a value of more than four components can't be compiled, nor one
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
    if let keyframes = core.timelines.compiled(timeline, relativeTo: base) {
      return play(handle, keyframes, relativeTo: base, repeats, from: time)
    }
    _ = move(handle.index, toBase: base)
    core.replace(handle.index)
    let passes = timeline.duration > 0 ? repeats.passes : 1
    core.drive(
      handle.index, TimelineDriver(timeline: timeline, passes: passes, base: base), after: time.isFinite ? -time : 0)
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
    try forEach(handles, stagger) { animator, handle, delay throws(StalePropertyError) in
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
        phases: PhaseTimeline(
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
    try forEach(handles, stagger) { animator, handle, delay throws(StalePropertyError) in
      try animator.play(handle, phases, repeats: repeats, from: (time.isFinite ? time : 0) - delay, value: value)
    }
  }

  /// Calls `body` with each of some properties, and with the seconds by which it is to be later than the first.
  private mutating func forEach(
    _ handles: some Collection<PropertyHandle>, _ stagger: Stagger,
    _ body: (inout Animator, PropertyHandle, _ delay: Double) throws(StalePropertyError) -> Void
  ) throws(StalePropertyError) {
    let later = stagger.delays(count: handles.count)
    for (index, handle) in handles.enumerated() { try body(&self, handle, later(index)) }
  }

  /// Lets a property go on with a velocity, slowed down by friction: a fling.
  ///
  /// The velocity falls by the factor e in `timeConstant` seconds, so the property comes to rest `velocity *
  /// timeConstant` from where it is. A factor of 0.998 per millisecond is a time constant of 0.5 s.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - velocity: In units of the components per second of the property's own time; nil is the one it has.
  ///   - timeConstant: In seconds; what isn't above 0 stops at once.
  /// - Returns: What moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  @discardableResult
  public mutating func fling(
    _ handle: PropertyHandle, velocity: Components? = nil, timeConstant: Double = 0.325
  ) throws(StalePropertyError) -> AnimationRun {
    try check(handle)
    let limits = SpringGroup.timeConstants
    let timeConstant =
      timeConstant > limits.lowerBound ? min(timeConstant, limits.upperBound) : limits.lowerBound
    _ = move(handle.index, toBase: components(at: handle.index))
    if let velocity {
      withFloats(of: velocity) { core.fling(handle.index, velocity: $0, timeConstant: timeConstant) }
    } else {
      core.fling(handle.index, velocity: nil, timeConstant: timeConstant)
    }
    return core.lastRun(of: handle)
  }

  /// Lets properties go on, slowed down by friction, as ``fling(_:velocity:timeConstant:)-(PropertyHandle,_,_)`` does one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - velocity: In units of the components per second of the properties' own time; nil is what each has.
  ///   - timeConstant: In seconds; what isn't above 0 stops at once.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it go on.
  /// - Complexity: O(1) for each.
  public mutating func fling(
    _ handles: some Sequence<PropertyHandle>, velocity: Components? = nil, timeConstant: Double = 0.325
  ) throws(StalePropertyError) {
    for handle in handles { try fling(handle, velocity: velocity, timeConstant: timeConstant) }
  }
}
