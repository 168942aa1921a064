extension Animator {
  /// Plays compiled keyframes on a property.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - keyframes: What to play; of as many components as the property's value.
  ///   - repeats: Whether it begins again when it's through, for ever.
  ///   - time: How far it has been played already, in seconds; below 0 it waits. What isn't finite counts as 0.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func play(
    _ handle: PropertyHandle, _ keyframes: CompiledKeyframes, repeats: Bool = false, from time: Double = 0
  ) throws(StalePropertyError) {
    requireCount(
      keyframes.componentCount, "keyframes.componentCount", equals: Value.componentCount, "Value.componentCount")
    try check(handle)
    core.play(
      handle.index, keyframes, repeats: repeats && keyframes.duration > 0, from: time.isFinite ? time : 0)
  }

  /// Plays a timeline of any kind on a property, evaluated by itself. Compiled keyframes take a fraction of the time.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - timeline: What to play, once.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1), and an allocation; every frame then asks each track of the timeline.
  public mutating func play(
    _ handle: PropertyHandle, _ timeline: KeyframeTimeline<Value>
  ) throws(StalePropertyError) {
    try check(handle)
    core.replace(handle.index)
    core.drive(handle.index, TimelineDriver(timeline: timeline), after: 0)
  }

  /// Walks a property through phases, evaluated by itself.
  ///
  /// - Parameters:
  ///   - handle: The property.
  ///   - phases: The values it goes to in turn, at least one.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1), and an allocation; every frame then asks the phase that it is in.
  public mutating func play(_ handle: PropertyHandle, _ phases: PhaseTimeline<Value>) throws(StalePropertyError) {
    guard !phases.phases.isEmpty else { fatalError("play(_:_:): phases is empty, but must have at least one") }
    try check(handle)
    core.replace(handle.index)
    core.drive(handle.index, PhasesDriver(phases: phases), after: 0)
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
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func fling(
    _ handle: PropertyHandle, velocity: Value? = nil, timeConstant: Double = 0.325
  ) throws(StalePropertyError) {
    try check(handle)
    let limits = SpringGroup.timeConstants
    let timeConstant =
      timeConstant > limits.lowerBound ? min(timeConstant, limits.upperBound) : limits.lowerBound
    if let velocity {
      withComponents(of: velocity) { core.fling(handle.index, velocity: $0, timeConstant: timeConstant) }
    } else {
      core.fling(handle.index, velocity: nil, timeConstant: timeConstant)
    }
  }
}
