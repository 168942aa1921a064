extension Animator {
  /// Plays prepared keyframes on a property.
  ///
  /// Prepared keyframes hold `Float`s, even if the property's components are `Double`s. To play with the precision of
  /// other runs of `Double`s, play the timeline instead.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - keyframes: The keyframes to play. They must have the number of components of the property's value.
  ///   - repeats: The number of times to play them.
  ///   - time: The seconds that count as played already; a negative time delays the start. A time that isn't finite
  ///     counts as 0, and one beyond 1e30 from zero as that limit. If the passes never end, whole passes within a time
  ///     beyond 2^33 don't count.
  /// - Returns: The run that moves the property from now on.
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
    let passes = keyframes.duration > 0 ? repeats.passes : 1
    core.play(
      handle.index, keyframes, passes: passes, from: Self.usableTime(time, passes: passes, lasting: keyframes.duration))
    return core.lastRun(of: handle)
  }

  /// Returns the seconds that count as played already, of passes with the given duration. They are within the limit of
  /// delays. If the passes never end, they are also so few that a frame's seconds aren't lost in rounding.
  private static func usableTime(_ time: Double, passes: Double, lasting duration: Double) -> Double {
    guard time.isFinite else { return 0 }
    let isEndless = passes == .infinity && duration > 0
    let time = isEndless && time > Clock.limit ? time.truncatingRemainder(dividingBy: duration) : time
    return max(-1e30, min(time, 1e30))
  }

  /// Plays prepared keyframes on several properties, as on one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - keyframes: The keyframes to play. They must have the number of components of the properties' values.
  ///   - repeats: The number of times to play them.
  ///   - time: The seconds that count as played already for the first property.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it play.
  /// - Complexity: O(1) per property.
  public mutating func play(
    _ handles: some Collection<PropertyHandle>, _ keyframes: PreparedKeyframes, repeats: RepeatCount = .once,
    from time: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    try forEach(handles, stagger) { animator, handle, _, delay throws(StalePropertyError) in
      try animator.play(handle, keyframes, repeats: repeats, from: (time.isFinite ? time : 0) - delay)
    }
  }

  #if !hasFeature(Embedded)
  /// Plays a timeline on a property. The first use prepares the timeline, so that kernels play it. The prepared form is
  /// kept while few other timelines are played.
  ///
  /// Two kinds of timeline can't be prepared: one with tracks for parts of a value of more than four components, and
  /// one that needs too many pieces. Such a timeline is evaluated by itself, at many times the cost.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - timeline: The timeline to play.
  ///   - repeats: The number of times to play it.
  ///   - time: The seconds that count as played already; a negative time delays the start. A time that isn't finite
  ///     counts as 0, and one beyond 1e30 from zero as that limit. If the passes never end, whole passes within a time
  ///     beyond 2^33 don't count.
  /// - Returns: The run that moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); the first use of a timeline takes some tens of microseconds, most of them for its springs and
  ///   timing curves.
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
      handle.index, TimelineDriver(timeline, passes: passes, relativeTo: base),
      after: -Self.usableTime(time, passes: passes, lasting: timeline.duration))
    return core.lastRun(of: handle)
  }

  /// Plays a timeline on several properties, as on one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - timeline: The timeline to play.
  ///   - repeats: The number of times to play it.
  ///   - time: The seconds that count as played already for the first property.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it play.
  /// - Complexity: O(1) per property; the first use of a timeline takes some tens of microseconds, most of them for its
  ///   springs and timing curves.
  public mutating func play(
    _ handles: some Collection<PropertyHandle>, _ timeline: KeyframeTimeline<Value>, repeats: RepeatCount = .once,
    from time: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    try forEach(handles, stagger) { animator, handle, _, delay throws(StalePropertyError) in
      try animator.play(handle, timeline, repeats: repeats, from: (time.isFinite ? time : 0) - delay)
    }
  }
  #endif

  /// Moves a property through phases that are values themselves.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - phases: The values to visit in turn, at least one.
  ///   - repeats: The number of times to go through all phases and back to the first; nil means as `phases` says.
  ///   - time: The seconds that count as played already; a negative time delays the start. A time that isn't finite
  ///     counts as 0, and one beyond 1e30 from zero as that limit. If the passes never end, whole passes within a time
  ///     beyond 2^33 don't count.
  /// - Returns: The run that moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: The same as for phases of any type.
  @discardableResult
  public mutating func play(
    _ handle: PropertyHandle, _ phases: PhaseTimeline<Value>, repeats: RepeatCount? = nil, from time: Double = 0
  ) throws(StalePropertyError) -> AnimationRun {
    try play(handle, phases, repeats: repeats, from: time) { $0 }
  }

  /// Moves a property through phases of any type, each with a value.
  ///
  /// Properties whose phases use the same animations are evaluated together, even if their values differ. If there are
  /// many different walks through phases, those with the same number of phases are evaluated together, more slowly.
  /// Phases that use a ``CustomAnimation``, or an animation that never ends, are evaluated property by property, at many
  /// times the cost.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - phases: The phases to visit in turn, at least one.
  ///   - repeats: The number of times to go through all phases and back to the first; nil means as `phases` says.
  ///   - time: The seconds that count as played already; a negative time delays the start. A time that isn't finite
  ///     counts as 0, and one beyond 1e30 from zero as that limit. If the passes never end, whole passes within a time
  ///     beyond 2^33 don't count.
  ///   - value: Returns the value for a phase.
  /// - Returns: The run that moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(n) for n phases; the first use of a sequence of animations takes about ten microseconds, and some
  ///   tens more for each spring and each new timing curve.
  @discardableResult
  public mutating func play<Phase>(
    _ handle: PropertyHandle, _ phases: PhaseTimeline<Phase>, repeats: RepeatCount? = nil, from time: Double = 0,
    value: (Phase) -> Value
  ) throws(StalePropertyError) -> AnimationRun {
    guard !phases.phases.isEmpty else {
      fatalError("play(_:_:): phases has 0 phases, but must have at least 1")
    }
    try check(handle)
    let passes = (repeats ?? (phases.repeatsForever ? .forever : .once)).passes
    let base = Self.isDouble ? value(phases.phases[0]).animatableComponents : .zero
    func components(_ phase: Phase) -> Components { value(phase).animatableComponents - base }
    _ = move(handle.index, toBase: base)
    if let walk = core.walk(phases.animations) {
      let time = Self.usableTime(time, passes: passes, lasting: walk.duration)
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
        passes: passes), after: -Self.usableTime(time, passes: passes, lasting: phases.passDuration))
    return core.lastRun(of: handle)
  }

  /// Moves several properties through phases of any type, as one.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - phases: The phases to visit in turn, at least one.
  ///   - repeats: The number of times to go through all phases and back to the first; nil means as `phases` says.
  ///   - time: The seconds that count as played already for the first property.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  ///   - value: Returns the value for a phase.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it play.
  /// - Complexity: O(n) per property, for n phases.
  public mutating func play<Phase>(
    _ handles: some Collection<PropertyHandle>, _ phases: PhaseTimeline<Phase>, repeats: RepeatCount? = nil,
    from time: Double = 0, stagger: Stagger = 0, value: (Phase) -> Value
  ) throws(StalePropertyError) {
    try play(handles, phases, repeats: repeats, from: time, stagger: stagger, values: { value($1) })
  }

  /// Moves several properties through phases of any type, each property with its own values.
  ///
  /// ```swift
  /// try animator.play(dots, PhaseTimeline([false, true]) { _ in .smooth }) { index, isOpen in
  ///   isOpen ? Float(index) : 0
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - phases: The phases to visit in turn, at least one.
  ///   - repeats: The number of times to go through all phases and back to the first; nil means as `phases` says.
  ///   - time: The seconds that count as played already for the first property.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  ///   - values: Returns the value of a property in a phase. `index` counts the properties from 0, in the order of
  ///     `handles`.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it play.
  /// - Complexity: O(n) per property, for n phases.
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

  /// Calls `body` with each property, its index, and its delay after the first, in seconds.
  private mutating func forEach(
    _ handles: some Collection<PropertyHandle>, _ stagger: Stagger,
    _ body: (inout Animator, PropertyHandle, _ index: Int, _ delay: Double) throws(StalePropertyError) -> Void
  ) throws(StalePropertyError) {
    let later = stagger.delays(count: handles.count)
    for (index, handle) in handles.enumerated() { try body(&self, handle, index, later[index]) }
  }

  /// Flings a property: lets it move on with a velocity that friction slows down.
  ///
  /// The velocity falls by the factor e in `timeConstant` seconds, so the property comes to rest at a distance of
  /// `velocity * timeConstant`. A factor of 0.998 per millisecond is a time constant of 0.5 s.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - velocity: The velocity in units of the components per second of the property's own time; nil means the present
  ///     velocity. A velocity that isn't finite counts as zero, and a component beyond 1e20 as that limit. A distance
  ///     of more than 1e20 is covered at once.
  ///   - timeConstant: The time constant in seconds. If it isn't above 0, the property stops at once.
  ///   - delay: The seconds of the property's own time until the motion begins; until then the property stands still. A
  ///     delay that is negative or not finite counts as 0.
  /// - Returns: The run that moves the property from now on.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  @discardableResult
  public mutating func fling(
    _ handle: PropertyHandle, velocity: Components? = nil, timeConstant: Double = 0.325, delay: Double = 0
  ) throws(StalePropertyError) -> AnimationRun {
    try check(handle)
    let velocity = timeConstant > 0 ? velocity : Components.zero
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

  /// Flings several properties with one velocity, one after the other, as
  /// ``fling(_:velocity:timeConstant:delay:)-(PropertyHandle,_,_,_)`` does one property.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - velocity: The velocity in units of the components per second of the properties' own time; nil means each
  ///     property's present velocity.
  ///   - timeConstant: The time constant in seconds. If it isn't above 0, the properties stop at once.
  ///   - delay: The seconds of the properties' own time until the first of them begins to move.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been flung.
  /// - Complexity: O(1) per property.
  public mutating func fling(
    _ handles: some Collection<PropertyHandle>, velocity: Components? = nil, timeConstant: Double = 0.325,
    delay: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    let delay = usableDelay(delay)
    try forEach(handles, stagger) { animator, handle, _, later throws(StalePropertyError) in
      try animator.fling(handle, velocity: velocity, timeConstant: timeConstant, delay: delay + later)
    }
  }

  /// Flings several properties, each with its own velocity, one after the other.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - velocities: One velocity for each property, in units of the components per second of the property's own time.
  ///   - timeConstant: The time constant in seconds. If it isn't above 0, the properties stop at once.
  ///   - delay: The seconds of the properties' own time until the first of them begins to move.
  ///   - stagger: The additional delay of each property; a number is the seconds from one to the next.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been flung.
  /// - Complexity: O(1) per property.
  public mutating func fling(
    _ handles: some Collection<PropertyHandle>, velocities: Span<Components>, timeConstant: Double = 0.325,
    delay: Double = 0, stagger: Stagger = 0
  ) throws(StalePropertyError) {
    requireCount(velocities.count, "velocities.count", equals: handles.count, "handles.count")
    let (delay, later) = (usableDelay(delay), stagger.delays(count: handles.count))
    var index = 0
    for handle in handles {
      try fling(handle, velocity: velocities[index], timeConstant: timeConstant, delay: delay + later[index])
      index += 1
    }
  }
}
