/// Many animated properties: told once per frame what time it is, it has every value ready.
///
/// ```swift
/// var animator = Animator<AnimatablePair<Float, Float>>()
/// let cards = animator.add(AnimatablePair(0, 0), count: 10_000)
/// animator.animate(cards, to: AnimatablePair(100, 50), using: .spring)
/// animator.advance(by: 1.0 / 120)
/// let x = animator.column(0)  // 10,000 numbers, in the order of the cards
/// ```
///
/// A property is a value with a place of its own in the animator's columns, from when it is added until it is removed.
/// Whatever moves it (a timing curve, a spring, friction, keyframes, phases, an animation of the user's own) is a run,
/// and a property has one at a time. Properties that run the same way are evaluated together by a kernel; what rests or
/// is paused costs nothing.
///
/// An animator has one owner: it can't be copied, and it isn't `Sendable`, though it may be sent from one isolation
/// domain to another. No time makes it fail; see ``advance(to:)``.
public struct Animator<Value: ComponentVector>: ~Copyable where Value.Component == Float {
  /// The values of all properties, by slot.
  var results: Columns<Value>
  var table = SlotTable()
  var groups: [PropertyGroup<Value>] = []
  var groupNumbers: [GroupKey: Int] = [:]
  /// How animations that have been used run.
  var plans: [Animation: Plan] = [:]
  /// Slots whose values change with time, and those that were changed otherwise since the last frame began.
  var moving = BitSet()
  var touched = BitSet()
  var touchedSlots: [Int32] = []
  /// Each property's speed, at least 0, while it isn't paused; whether it is; and whether its run goes backwards.
  var speeds: [Float] = []
  var paused = BitSet()
  var reversed = BitSet()
  var clock: Clock
  var pool: BlockPool<Value>

  /// The runs that have ended since the last frame began, and those that ended during it.
  var endedBetweenFrames: [Completion] = []
  /// The runs that ended from the frame before the last ``advance(to:)`` to that one's end, each once.
  public internal(set) var completions: [Completion] = []

  /// How near its target, and how slow, a spring has to be to have arrived: it then is at its target exactly. For runs
  /// that begin after they are set.
  ///
  /// In units of the components, and those per second.
  public var valueEpsilon: Float = 0.001
  public var velocityEpsilon: Float = 0.01

  /// An animator without properties.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds, on the clock that ``advance(to:)`` is told.
  ///   - capacity: How many properties there is room for before memory has to be found.
  ///   - cores: On how many cores a frame may be evaluated, at least 1. Values don't depend on it.
  public init(time: Double = 0, capacity: Int = 0, cores: Int = 1) {
    guard capacity >= 0 else { fatalError("Animator(capacity:): capacity is \(capacity), but must be at least 0") }
    guard cores >= 1 else { fatalError("Animator(cores:): cores is \(cores), but must be at least 1") }
    results = Columns()
    clock = Clock(time: time.isFinite ? time : 0)
    pool = BlockPool(cores: cores)
    reserveCapacity(capacity)
  }

  /// Makes room for so many properties.
  public mutating func reserveCapacity(_ capacity: Int) {
    results.reserveCapacity(capacity)
    table.reserveCapacity(capacity)
    moving.reserveCapacity(capacity)
    touched.reserveCapacity(capacity)
    touchedSlots.reserveCapacity(capacity)
    speeds.reserveCapacity(capacity)
    paused.reserveCapacity(capacity)
    reversed.reserveCapacity(capacity)
    endedBetweenFrames.reserveCapacity(capacity)
    completions.reserveCapacity(capacity)
  }
}

/// The end of a run.
public struct Completion: Hashable, Sendable, Codable {
  public enum Reason: String, Hashable, Sendable, Codable {
    /// It came to its end (played backwards, to its start).
    case finished
    /// Another run took its place.
    case replaced
    /// Its property was removed.
    case removed
    /// It was stopped.
    case stopped
  }

  /// The property that ran.
  public let handle: PropertyHandle
  public let reason: Reason

  public init(handle: PropertyHandle, reason: Reason) {
    self.handle = handle
    self.reason = reason
  }
}

// MARK: - Properties

extension Animator {
  /// How many properties there are.
  public var count: Int { table.count }

  /// How many elements the columns have: as many as there were properties at most at one time.
  public var columnCount: Int { results.count }

  /// Adds a property, at rest.
  ///
  /// - Complexity: O(1) on average.
  public mutating func add(_ value: Value) -> PropertyHandle {
    let handle = take(1)
    set(handle.index, to: value)
    return handle
  }

  /// Adds so many properties side by side, all with the same value and at rest.
  ///
  /// - Complexity: O(`count`), and O(``columnCount``) where there are gaps.
  public mutating func add(_ value: Value, count: Int) -> PropertyRange {
    guard count >= 0 else { fatalError("add(_:count:): count is \(count), but must be at least 0") }
    let first = take(count)
    for slot in first.index..<first.index + count { set(slot, to: value) }
    return PropertyRange(first: first, count: count)
  }

  /// Adds properties side by side, one for each value, at rest.
  ///
  /// - Complexity: O(`values.count`), and O(``columnCount``) where there are gaps.
  public mutating func add(_ values: Span<Value>) -> PropertyRange {
    let first = take(values.count)
    for index in values.indices { set(first.index + index, to: values[index]) }
    return PropertyRange(first: first, count: values.count)
  }

  private mutating func take(_ count: Int) -> PropertyHandle {
    let first = table.take(count)
    while results.count < table.size { results.append(.zero) }
    moving.grow(to: table.size)
    touched.grow(to: table.size)
    paused.grow(to: table.size)
    reversed.grow(to: table.size)
    while speeds.count < table.size { speeds.append(1) }
    for slot in first.index..<first.index + count {
      speeds[slot] = 1
      paused.remove(slot)
      reversed.remove(slot)
    }
    return first
  }

  /// Removes a property, and reports its run as removed. Its handle is stale from now on.
  ///
  /// - Throws: ``StalePropertyError`` where it is already.
  /// - Complexity: O(1)
  public mutating func remove(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    end(handle.index, .removed)
    table.leave(handle.index)
  }

  /// Removes properties, and reports their runs as removed.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been removed.
  public mutating func remove(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try remove(handle) }
  }

  /// Whether a handle's property is there.
  public func contains(_ handle: PropertyHandle) -> Bool { table.holds(handle) }

  /// The value of a property, or nil where the handle is stale.
  ///
  /// - Complexity: O(1)
  public subscript(handle: PropertyHandle) -> Value? {
    table.holds(handle) ? results[handle.index] : nil
  }

  /// The value of a property.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func value(of handle: PropertyHandle) throws(StalePropertyError) -> Value {
    try check(handle)
    return results[handle.index]
  }

  /// How fast a property moves, per second of the time that ``advance(to:)`` is told; zero at rest.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); O(p) for p pieces of compiled keyframes.
  public func velocity(of handle: PropertyHandle) throws(StalePropertyError) -> Value {
    try check(handle)
    return ownVelocity(handle.index).scaled(by: abs(effectiveSpeed(handle.index)) * clock.rate)
  }

  /// How fast a property moves per second of its own time, in which a run that is played backwards is a new one's
  /// direction reversed.
  func ownVelocity(_ slot: Int) -> Value {
    let place = table.places[slot]
    if place.isIdle { return .zero }
    let (member, group) = (Int(place.position), groups[Int(place.group)])
    let velocity = group.velocity(of: member, atLocal: localTime(of: member, in: group))
    return reversed.contains(slot) ? velocity.scaled(by: -1) : velocity
  }

  func localTime(of member: Int, in group: PropertyGroup<Value>) -> Double {
    group.speed * clock.now - group.starts[member]
  }

  /// Whether a property runs, paused or not.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func isAnimating(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return !table.places[handle.index].isIdle
  }

  /// Gives a property a value at once. Its run is reported as stopped.
  ///
  /// - Throws: ``StalePropertyError``
  public mutating func set(_ handle: PropertyHandle, to value: Value) throws(StalePropertyError) {
    try check(handle)
    end(handle.index, .stopped)
    set(handle.index, to: value)
  }

  func check(_ handle: PropertyHandle) throws(StalePropertyError) {
    guard table.holds(handle) else { throw StalePropertyError(handle: handle) }
  }

  mutating func set(_ slot: Int, to value: Value) {
    results[slot] = value
    touch(slot)
  }

  /// Notes that a value has changed other than with time.
  mutating func touch(_ slot: Int) {
    if touched.contains(slot) { return }
    touched.insert(slot)
    touchedSlots.append(Int32(slot))
  }
}
