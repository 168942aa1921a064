// Control of runs: of one property, of several, or of all.

/// The value at which a run leaves its property.
public enum StoppingPoint: String, Hashable, Sendable, Codable {
  /// The value at which the run began.
  case start
  /// The present value.
  case current
  /// The run's target.
  case end
}

extension Animator {
  /// The speed at which time passes for all runs: 1 is normal, 0.5 is half as fast, and at 0 time stands still. A speed
  /// that is below 1e-6 or not finite counts as 0, and one above 1e6 as 1e6. The speed of a property multiplies it
  /// (``setSpeed(of:to:)-(PropertyHandle,_)``).
  ///
  /// - Complexity: O(1)
  public var speed: Double {
    get { core.clock.speed }
    set { core.clock.speed = Clock.usable(newValue) }
  }

  /// Whether time stands still for all runs. Frames then cost nothing and change nothing; see ``advance(to:)``.
  /// Properties can also be paused one by one, independently of this.
  ///
  /// - Complexity: O(1)
  public var isPaused: Bool {
    get { core.clock.isPaused }
    set { core.clock.isPaused = newValue }
  }

  /// Whether nothing moves: either nothing runs, or all runs are paused or have a speed of 0. If so, no frame is needed
  /// until something is animated, resumed or set.
  ///
  /// - Complexity: O(k) for k groups of properties that run in the same way.
  public var isAtRest: Bool {
    core.clock.rate == 0 || core.groups.all.allSatisfy { $0.isDeserted || $0.direction == 0 }
  }
}

extension Animator {
  /// Pauses a property: its present run, and runs that follow, stand still. A paused property costs nothing until it's
  /// resumed.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func pause(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.setPaused(handle.index, true)
  }

  /// Resumes a paused property from its present value.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func resume(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.setPaused(handle.index, false)
  }

  /// Sets the speed at which time passes for a property, in its present run and in those that follow; 1 is normal. A
  /// speed that is below 1e-6 or not finite counts as 0, at which nothing moves, and one above 1e6 as 1e6. A property's
  /// own time, in which its delays and initial velocities are given, passes at this speed times the animator's
  /// ``speed``.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func setSpeed(of handle: PropertyHandle, to speed: Float) throws(StalePropertyError) {
    try check(handle)
    core.setSpeed(handle.index, Clock.usable(speed))
  }

  /// Reverses a property's run: it moves back to its start and ends there, or forward again if it was reversed before.
  /// A property at rest stays at rest.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func reverse(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.reverse(handle.index)
  }

  /// Moves a property's run to a time, for scrubbing. The value changes at once, even if the property is paused.
  ///
  /// - Parameters:
  ///   - handle: The property. If it is at rest, nothing happens.
  ///   - time: The seconds since the run began, delay included; below 0, the run hasn't begun yet. Times of runs that
  ///     add up count from the first of them, even if others that were added begin before it. A time past the end, or
  ///     an infinite one, counts as the nearest possible time. For a run without end, the latest possible time
  ///     is 1e9 s, or the end of its first pass if that is later. The run ends at the next ``advance(to:)``, but never
  ///     while it's paused. NaN does nothing.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func seek(_ handle: PropertyHandle, to time: Double) throws(StalePropertyError) {
    try check(handle)
    core.seek(handle.index, to: time)
  }

  /// Moves a property's run to a progress through its duration, 0...1, as ``seek(_:to:)-(PropertyHandle,_)`` moves it
  /// to a time. The value follows the run's curve, as in UIKit's property animators with `scrubsLinearly` off;
  /// ``seek(_:toAmount:)-(PropertyHandle,_)`` scrubs linearly.
  ///
  /// For a run without end, the progress counts from 0 to 1 over one pass or period; for a spring, over the settling
  /// duration; for a fling, over seven time constants.
  ///
  /// - Parameters:
  ///   - handle: The property. If it is at rest, nothing happens.
  ///   - progress: The progress. A progress that is outside 0...1 or infinite goes as far as
  ///     ``seek(_:to:)-(PropertyHandle,_)`` does. NaN does nothing.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func seek(_ handle: PropertyHandle, toProgress progress: Double) throws(StalePropertyError) {
    try check(handle)
    guard let (group, member) = core.run(of: handle.index) else { return }
    let duration = group.nominalDuration(of: member) * core.speed(of: handle.index, in: group)
    core.seek(handle.index, to: progress.isInfinite ? progress : progress * duration)
  }

  /// Moves a property's run to the time at which it has first covered an amount of its way, so that the value changes
  /// in proportion to the amount: UIKit's `fractionComplete` with `scrubsLinearly`, which is its default. From there
  /// the run goes on by its curve.
  ///
  /// At a jump, as in steps, a curve has the amount after the jump. An amount of 1 is the end of a run without
  /// repetition, even if its curve reaches 1 before. A repetition is moved within its first pass. Springs without
  /// repetition, flings, keyframes, phases, custom animations and runs that add up have no amounts: they are moved as
  /// ``seek(_:toProgress:)-(PropertyHandle,_)`` does.
  ///
  /// - Parameters:
  ///   - handle: The property. If it is at rest, nothing happens.
  ///   - amount: The part of the way from the run's start to its target, clamped to 0...1. NaN does nothing.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1): up to some hundred evaluations of the curve.
  public mutating func seek(_ handle: PropertyHandle, toAmount amount: Double) throws(StalePropertyError) {
    try check(handle)
    guard let (group, member) = core.run(of: handle.index), !amount.isNaN else { return }
    let amount = max(0, min(amount, 1))
    let time = group.mover.time(ofAmount: amount, of: member, in: group)
    core.seek(
      handle.index,
      to: (time ?? amount * group.nominalDuration(of: member)) * core.speed(of: handle.index, in: group))
  }

  /// Returns the time since a property's run began, delay included, in seconds of the property's own time, or nil if
  /// the property is at rest. The time is below 0 while a delay or a stagger of the call makes the run wait. For
  /// runs that add up, it is the time of the first of them.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func time(of handle: PropertyHandle) throws(StalePropertyError) -> Double? {
    try check(handle)
    return core.run(of: handle.index).map { core.localTime(of: handle.index, $0.member, in: $0.group) }
  }

  /// Returns the progress of a property's run through its duration, as ``seek(_:toProgress:)-(PropertyHandle,_)`` takes
  /// it, or nil if the property is at rest. The progress is below 0 while a delay or a stagger of the call makes the
  /// run wait, and above 1 after the first pass or period of a run without end, after the settling duration of a
  /// spring, and after seven time constants of a fling.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func progress(of handle: PropertyHandle) throws(StalePropertyError) -> Double? {
    try check(handle)
    return core.run(of: handle.index).map { group, member in
      let duration = group.nominalDuration(of: member)
      let elapsed = core.elapsed(of: member, in: group)
      return duration > 0 ? elapsed / duration : elapsed < 0 ? -.infinity : 1
    }
  }

  /// Returns whether a property is paused, by ``pause(_:)-(PropertyHandle)``.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func isPaused(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return core.table[handle.index].isPaused
  }

  /// Returns whether a property's run moves back to its start, by ``reverse(_:)-(PropertyHandle)``. A property at rest
  /// isn't reversed.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func isReversed(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return core.table[handle.index].isReversed && core.run(of: handle.index) != nil
  }

  /// Returns the speed at which time passes for a property, as ``setSpeed(of:to:)-(PropertyHandle,_)`` has set it.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func speed(of handle: PropertyHandle) throws(StalePropertyError) -> Float {
    try check(handle)
    return core.table[handle.index].speed
  }

  /// Stops a property's run and reports it.
  ///
  /// - Parameters:
  ///   - handle: The property. If it is at rest, nothing happens.
  ///   - point: The value at which to leave the property: the run's start, the present value, or the target.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func stop(
    _ handle: PropertyHandle, at point: StoppingPoint = .current
  ) throws(StalePropertyError) {
    try check(handle)
    core.put(handle.index, at: point)
    core.end(handle.index, .stopped, at: point)
  }
}

extension Animator {
  /// Pauses several properties, as ``pause(_:)-(PropertyHandle)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been paused.
  /// - Complexity: O(1) per property.
  public mutating func pause(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try pause(handle) }
  }

  /// Resumes several properties, as ``resume(_:)-(PropertyHandle)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been resumed.
  /// - Complexity: O(1) per property.
  public mutating func resume(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try resume(handle) }
  }

  /// Sets the speed of several properties, as ``setSpeed(of:to:)-(PropertyHandle,_)`` does that of one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been changed.
  /// - Complexity: O(1) per property.
  public mutating func setSpeed(
    of handles: some Sequence<PropertyHandle>, to speed: Float
  ) throws(StalePropertyError) {
    for handle in handles { try setSpeed(of: handle, to: speed) }
  }

  /// Reverses the runs of several properties, as ``reverse(_:)-(PropertyHandle)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been reversed.
  /// - Complexity: O(1) per property.
  public mutating func reverse(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try reverse(handle) }
  }

  /// Moves the runs of several properties to a time, as ``seek(_:to:)-(PropertyHandle,_)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been moved.
  /// - Complexity: O(1) per property.
  public mutating func seek(_ handles: some Sequence<PropertyHandle>, to time: Double) throws(StalePropertyError) {
    for handle in handles { try seek(handle, to: time) }
  }

  /// Moves the runs of several properties to a progress, each through its own duration, as
  /// ``seek(_:toProgress:)-(PropertyHandle,_)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been moved.
  /// - Complexity: O(1) per property.
  public mutating func seek(
    _ handles: some Sequence<PropertyHandle>, toProgress progress: Double
  ) throws(StalePropertyError) {
    for handle in handles { try seek(handle, toProgress: progress) }
  }

  /// Moves the runs of several properties to an amount, each of its own way, as
  /// ``seek(_:toAmount:)-(PropertyHandle,_)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been moved.
  /// - Complexity: O(1) per property: up to some hundred evaluations of its curve.
  public mutating func seek(
    _ handles: some Sequence<PropertyHandle>, toAmount amount: Double
  ) throws(StalePropertyError) {
    for handle in handles { try seek(handle, toAmount: amount) }
  }

  /// Stops the runs of several properties, as ``stop(_:at:)-(PropertyHandle,_)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been stopped.
  /// - Complexity: O(1) per property.
  public mutating func stop(
    _ handles: some Sequence<PropertyHandle>, at point: StoppingPoint = .current
  ) throws(StalePropertyError) {
    for handle in handles { try stop(handle, at: point) }
  }
}
