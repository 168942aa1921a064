// Control of what runs: of one property, of several, of all.

/// The value at which a run leaves its property.
public enum StoppingPoint: String, Hashable, Sendable, Codable {
  /// The value that the run began with.
  case start
  /// The present value.
  case current
  /// The target.
  case end
}

extension Animator {
  /// How fast time passes for all runs: 1 is as it does, 0.5 half as fast, 0 not at all. Speeds below 1e-6, and those that
  /// aren't finite, count as 0, and those above 1e6 as 1e6. That of a property multiplies it
  /// (``setSpeed(of:to:)-(PropertyHandle,_)``).
  ///
  /// - Complexity: O(1)
  public var speed: Double {
    get { core.clock.speed }
    set { core.clock.speed = Clock.usable(newValue) }
  }

  /// Whether all runs stand still, because time doesn't pass for them. Those of properties that are paused one by one
  /// stand still besides. Frames then cost nothing and change nothing; see ``advance(to:)``.
  ///
  /// - Complexity: O(1)
  public var isPaused: Bool {
    get { core.clock.isPaused }
    set { core.clock.isPaused = newValue }
  }

  /// Whether nothing moves, so that no frame is needed until something is animated, resumed or set: nothing runs, or
  /// what runs is paused or has a speed of 0.
  ///
  /// - Complexity: O(k) for k different ways in which properties run.
  public var isAtRest: Bool {
    core.clock.rate == 0 || core.groups.all.allSatisfy { $0.isDeserted || $0.direction == 0 }
  }
}

extension Animator {
  /// Makes a property's run, and those that follow it, stand still where it is. It costs nothing until it's resumed.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func pause(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.setPaused(handle.index, true)
  }

  /// Lets a paused property go on from where it is.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func resume(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.setPaused(handle.index, false)
  }

  /// Sets how fast time passes for a property, now and in the runs that follow: 1 is as it does. Speeds below 1e-6, and
  /// those that aren't finite, count as 0, at which nothing moves, and those above 1e6 as 1e6.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func setSpeed(of handle: PropertyHandle, to speed: Float) throws(StalePropertyError) {
    try check(handle)
    core.setSpeed(handle.index, Clock.usable(speed))
  }

  /// Turns a property's run round: it goes back to its start, where it ends, or on again. A property at rest stays so.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func reverse(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.reverse(handle.index)
  }

  /// Puts a property's run at a time, for scrubbing: its value is there at once, whether paused or not.
  ///
  /// - Parameters:
  ///   - handle: The property. At rest it stays as it is.
  ///   - time: Seconds since the run began, with its delay; below 0 it waits for its beginning. Past its end, and what
  ///     isn't finite, is as near as there is. A run ends at the next ``advance(to:)``, and never while it's paused.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func seek(_ handle: PropertyHandle, to time: Double) throws(StalePropertyError) {
    try check(handle)
    core.seek(handle.index, to: time)
  }

  /// Puts a property's run at a progress through its duration, 0...1: what ``seek(_:to:)-(PropertyHandle,_)`` does with
  /// a time.
  ///
  /// A run without end is at a fraction of one pass or period, a spring of its settling duration, a fling of seven time
  /// constants.
  ///
  /// - Parameters:
  ///   - handle: The property. At rest it stays as it is.
  ///   - progress: What is outside 0...1, and what isn't finite, goes as far as
  ///     ``seek(_:to:)-(PropertyHandle,_)`` does.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func seek(_ handle: PropertyHandle, toProgress progress: Double) throws(StalePropertyError) {
    try check(handle)
    guard let (group, member) = core.run(of: handle.index) else { return }
    core.seek(
      handle.index, to: progress * group.nominalDuration(of: member) * core.speed(of: handle.index, in: group))
  }

  /// Seconds of its own time since a property's run began, with its delay, or nil at rest. Below 0 while a delay
  /// of the call, or a stagger, makes it wait.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func time(of handle: PropertyHandle) throws(StalePropertyError) -> Double? {
    try check(handle)
    return core.run(of: handle.index).map { core.localTime(of: handle.index, $0.member, in: $0.group) }
  }

  /// Stops a property's run, and reports it.
  ///
  /// - Parameters:
  ///   - handle: The property. At rest it stays as it is.
  ///   - point: Where to leave it: at the start of the run, where it is, or at its target.
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
  /// Pauses properties, as ``pause(_:)-(PropertyHandle)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been paused.
  /// - Complexity: O(1) for each.
  public mutating func pause(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try pause(handle) }
  }

  /// Resumes properties, as ``resume(_:)-(PropertyHandle)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been resumed.
  /// - Complexity: O(1) for each.
  public mutating func resume(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try resume(handle) }
  }

  /// Sets the speed of properties, as ``setSpeed(of:to:)-(PropertyHandle,_)`` does that of one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been changed.
  /// - Complexity: O(1) for each.
  public mutating func setSpeed(
    of handles: some Sequence<PropertyHandle>, to speed: Float
  ) throws(StalePropertyError) {
    for handle in handles { try setSpeed(of: handle, to: speed) }
  }

  /// Turns the runs of properties round, as ``reverse(_:)-(PropertyHandle)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been turned round.
  /// - Complexity: O(1) for each.
  public mutating func reverse(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try reverse(handle) }
  }

  /// Puts the runs of properties at a time, as ``seek(_:to:)-(PropertyHandle,_)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been put there.
  /// - Complexity: O(1) for each.
  public mutating func seek(_ handles: some Sequence<PropertyHandle>, to time: Double) throws(StalePropertyError) {
    for handle in handles { try seek(handle, to: time) }
  }

  /// Puts the runs of properties each at a progress through its duration, as ``seek(_:toProgress:)-(PropertyHandle,_)``
  /// does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been put there.
  /// - Complexity: O(1) for each.
  public mutating func seek(
    _ handles: some Sequence<PropertyHandle>, toProgress progress: Double
  ) throws(StalePropertyError) {
    for handle in handles { try seek(handle, toProgress: progress) }
  }

  /// Stops the runs of properties, as ``stop(_:at:)-(PropertyHandle,_)`` does one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been stopped.
  /// - Complexity: O(1) for each.
  public mutating func stop(
    _ handles: some Sequence<PropertyHandle>, at point: StoppingPoint = .current
  ) throws(StalePropertyError) {
    for handle in handles { try stop(handle, at: point) }
  }
}
