/// Many animated properties: told once per frame what time it is, it has every value ready.
///
/// ```swift
/// var animator = Animator<AnimatablePair<Float, Float>>()
/// let cards = animator.add(AnimatablePair(0, 0), count: 10_000)
/// try animator.animate(cards, to: AnimatablePair(100, 50), using: .spring)
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
  @usableFromInline var core: AnimatorCore

  /// An animator without properties.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds, on the clock that ``advance(to:)`` is told.
  ///   - capacity: How many properties there is room for before memory has to be found.
  ///   - cores: On how many cores a frame may be evaluated, at least 1. Values don't depend on it.
  public init(time: Double = 0, capacity: Int = 0, cores: Int = 1) {
    guard capacity >= 0 else { fatalError("Animator(capacity:): capacity is \(capacity), but must be at least 0") }
    guard cores >= 1 else { fatalError("Animator(cores:): cores is \(cores), but must be at least 1") }
    core = AnimatorCore(components: Value.componentCount, time: time.isFinite ? time : 0, cores: cores)
    reserveCapacity(capacity)
  }

  /// Makes room for so many properties. What runs takes memory besides, when it first does.
  public mutating func reserveCapacity(_ capacity: Int) {
    core.reserveCapacity(capacity)
  }

  /// How near its target what a spring or friction moves has to be to have arrived: it then is at its target exactly.
  /// In units of the components; for runs that begin after it is set.
  public var valueEpsilon: Float {
    get { core.epsilons.value }
    set { core.epsilons.value = newValue }
  }

  /// How slow what a spring or friction moves has to be to have arrived, in units of the components per second.
  public var velocityEpsilon: Float {
    get { core.epsilons.velocity }
    set { core.epsilons.velocity = newValue }
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
  public var count: Int { core.table.count }

  /// How many elements the columns have: as many as there were properties at most at one time.
  public var columnCount: Int { core.table.size }

  /// Adds a property, at rest.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  public mutating func add(_ value: Value) -> PropertyHandle {
    let handle = core.add(1)
    set(handle.index, to: value)
    return handle
  }

  /// Adds so many properties side by side, all with the same value and at rest.
  ///
  /// - Complexity: O(`count`), and O(``columnCount``) where there are gaps.
  public mutating func add(_ value: Value, count: Int) -> PropertyRange {
    guard count >= 0 else { fatalError("add(_:count:): count is \(count), but must be at least 0") }
    let first = core.add(count)
    for slot in first.index..<first.index + count { set(slot, to: value) }
    return PropertyRange(first: first, count: count)
  }

  /// Adds properties side by side, one for each value, at rest.
  ///
  /// - Complexity: O(`values.count`), and O(``columnCount``) where there are gaps.
  public mutating func add(_ values: Span<Value>) -> PropertyRange {
    let first = core.add(values.count)
    for index in values.indices { set(first.index + index, to: values[index]) }
    return PropertyRange(first: first, count: values.count)
  }

  /// Removes a property, and reports its run as removed. Its handle is stale from now on.
  ///
  /// - Throws: ``StalePropertyError`` where it is already.
  /// - Complexity: O(1)
  public mutating func remove(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.remove(handle.index)
  }

  /// Removes properties, and reports their runs as removed.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been removed.
  public mutating func remove(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try remove(handle) }
  }

  /// Whether a handle's property is there.
  public func contains(_ handle: PropertyHandle) -> Bool { core.holds(handle) }

  /// The value of a property, or nil where the handle is stale.
  ///
  /// - Complexity: O(1)
  @inlinable
  public subscript(handle: PropertyHandle) -> Value? {
    core.holds(handle) ? value(at: handle.index) : nil
  }

  /// The value of a property.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  @inlinable
  public func value(of handle: PropertyHandle) throws(StalePropertyError) -> Value {
    try check(handle)
    return value(at: handle.index)
  }

  /// How fast a property moves, per second of the time that ``advance(to:)`` is told; zero at rest.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); O(p) for p pieces of compiled keyframes.
  public func velocity(of handle: PropertyHandle) throws(StalePropertyError) -> Value {
    try check(handle)
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: core.components) { components in
      core.copyOwnVelocity(of: handle.index, to: components.baseAddress!)
      return Value._load(components.baseAddress!, stride: 1).scaled(by: core.rate(of: handle.index))
    }
  }

  /// Whether a property runs, paused or not.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func isAnimating(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return core.isRunning(handle.index)
  }

  /// Gives a property a value at once. Its run is reported as stopped.
  ///
  /// - Throws: ``StalePropertyError``
  @inlinable
  public mutating func set(_ handle: PropertyHandle, to value: Value) throws(StalePropertyError) {
    try check(handle)
    core.end(handle.index, .stopped)
    set(handle.index, to: value)
  }

  @inlinable
  func check(_ handle: PropertyHandle) throws(StalePropertyError) {
    guard core.holds(handle) else { throw StalePropertyError(handle: handle) }
  }

  @inlinable
  func value(at slot: Int) -> Value { Value._load(core.columns.memory + slot, stride: core.columns.stride) }

  @inlinable
  mutating func set(_ slot: Int, to value: Value) {
    core.withValue(of: slot) { value._store($0, stride: $1) }
  }
}

/// Calls `body` with the components of a value, one after the other. The memory of packed values is just that.
@inlinable
@inline(__always)
func withComponents<Value: ComponentVector, Result>(
  of value: Value, _ body: (UnsafePointer<Float>) -> Result
) -> Result where Value.Component == Float {
  if Value.isPacked {
    return withUnsafeBytes(of: value) { body($0.assumingMemoryBound(to: Float.self).baseAddress!) }
  }
  return withUnsafeTemporaryAllocation(of: Float.self, capacity: Value.componentCount) { components in
    value._store(components.baseAddress!, stride: 1)
    return body(components.baseAddress!)
  }
}
