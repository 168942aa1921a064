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
/// An animator has one owner: it can't be copied, and it isn't `Sendable`, though who gives it up may send it from one
/// isolation domain to another. Handles, completions and snapshots are `Sendable`. No time makes it fail; see
/// ``advance(to:)``.
/// What is animated of a value is a vector of components (``ComponentAnimatable``), whose type the columns have. What
/// moves is evaluated in `Float` whatever that is. `Double`s are evaluated as the difference from the target of the run,
/// which is added: so they arrive at it exactly, and are on the way as exact as a `Float` is that comes to 0 from as far
/// away, wherever they are. From 1e9 to 1e9 + 1 is as smooth as from 1 to 0. The start of a run, to which it may come
/// back, is right to 6e-8 of its way.
public struct Animator<Value: ComponentAnimatable>: ~Copyable {
  /// What is animated of a value: a vector's own type.
  public typealias Components = Value.AnimatableComponents
  /// What the columns hold, `Float` or `Double`.
  public typealias Component = Components.Component

  @usableFromInline var core: AnimatorCore
  let streams = CompletionStreams()

  /// An animator without properties.
  ///
  /// - Parameters:
  ///   - time: Now, in seconds, on the clock that ``advance(to:)`` is told. What isn't finite counts as 0, and what is
  ///     more than 2^33 from zero as that.
  ///   - capacity: How many properties there is room for before memory has to be found, at most 2^31 - 1.
  ///   - cores: On how many cores a frame may be evaluated, at least 1; more than the machine has for this process count
  ///     as those. Values don't depend on it. All animators share one team of a thread for each of the other cores: it
  ///     begins with the first large frame, leaves half a second after the last one, and works for one frame at a time.
  ///     A frame that finds it at work for another one is evaluated on its own core alone.
  /// - Complexity: O(`capacity`)
  public init(time: Double = 0, capacity: Int = 0, cores: Int = 1) {
    guard cores >= 1 else { fatalError("Animator(cores:): cores is \(cores), but must be at least 1") }
    self.init(time: time, capacity: capacity, uncappedCores: min(cores, BlockPool.machineCores))
  }

  /// An animator without properties, whose frames may be evaluated on more cores than there are, at least 1: so tests find
  /// on any machine that values don't depend on it.
  package init(time: Double = 0, capacity: Int = 0, uncappedCores cores: Int) {
    guard capacity >= 0 else { fatalError("Animator(capacity:): capacity is \(capacity), but must be at least 0") }
    Self.requirePlaces(capacity, "Animator(capacity:): capacity")
    guard Components.componentCount >= 1 else { fatalError("Animator: \(Value.self) has no component to be animated") }
    core = AnimatorCore(
      components: Components.componentCount, isDouble: Self.isDouble, time: time, cores: cores)
    reserveCapacity(capacity)
  }

  /// Makes room for so many properties, at most 2^31 - 1. What runs takes memory besides, when it first does.
  ///
  /// - Complexity: O(`capacity`) where there isn't room yet.
  public mutating func reserveCapacity(_ capacity: Int) {
    Self.requirePlaces(capacity, "reserveCapacity(_:): capacity")
    core.reserveCapacity(capacity)
  }

  /// Stops the program where columns can't have so many places: handles number them with 31 bits.
  private static func requirePlaces(_ count: Int, _ name: StaticString) {
    let limit = min(Int(Int32.max), ColumnStorage<Component>.capacityLimit(components: Components.componentCount))
    if count > limit { fatalError("\(name) is \(count), but must be at most \(limit)") }
  }

  /// How near its target what a spring or friction moves has to be to have arrived: it then is at its target exactly.
  /// In units of the components, 0.001 at first; what isn't above 0 counts as 0. For runs that begin after it is set.
  ///
  /// Both epsilons must be met, by every component. Values in pixels may well have larger ones.
  public var valueEpsilon: Float {
    get { core.epsilons.value }
    set { core.epsilons.value = newValue > 0 ? newValue : 0 }
  }

  /// How slow what a spring or friction moves has to be to have arrived, in units of the components per second of the
  /// property's own time, 0.01 at first; what isn't above 0 counts as 0. For runs that begin after it is set.
  public var velocityEpsilon: Float {
    get { core.epsilons.velocity }
    set { core.epsilons.velocity = newValue > 0 ? newValue : 0 }
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
    guard count <= Int(Int32.max) - columnCount else {
      fatalError("add(_:count:): count is \(count), but must be at most \(Int(Int32.max) - columnCount)")
    }
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
  /// - Complexity: O(1) for each.
  public mutating func remove(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try remove(handle) }
  }

  /// Removes all properties, and reports their runs as removed. All handles are stale from now on.
  ///
  /// The columns stay as long as they are; the next properties take their places from the first one on.
  ///
  /// - Complexity: O(``columnCount``)
  public mutating func removeAll() {
    for handle in handles { core.remove(handle.index) }
  }

  /// The handles of all properties, in the order of their places.
  ///
  /// - Complexity: O(``columnCount``), and an allocation.
  public var handles: [PropertyHandle] {
    var handles: [PropertyHandle] = []
    handles.reserveCapacity(count)
    for place in 0..<columnCount {
      if let handle = handle(at: place) { handles.append(handle) }
    }
    return handles
  }

  /// The property at a place of the columns, or nil where none is: whose value it is that has changed.
  ///
  /// - Parameter place: Its ``PropertyHandle/index``, in `0..<columnCount`; at others there is none.
  /// - Complexity: O(1)
  public func handle(at place: Int) -> PropertyHandle? {
    guard place >= 0, place < columnCount else { return nil }
    let handle = core.table.handle(of: place)
    return core.table.holds(handle) ? handle : nil
  }

  /// Whether a handle's property is there.
  ///
  /// - Complexity: O(1)
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
  /// - Complexity: O(1); O(p) for p pieces of prepared keyframes.
  public func velocity(of handle: PropertyHandle) throws(StalePropertyError) -> Components {
    try check(handle)
    return Components { core.copyOwnVelocity(of: handle.index, to: $0) }.scaled(by: core.rate(of: handle.index))
  }

  /// The value that a property is on its way to, at which it will arrive unless something else happens to it; at rest
  /// the one that it has.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func target(of handle: PropertyHandle) throws(StalePropertyError) -> Value {
    try check(handle)
    guard let (group, member) = core.run(of: handle.index) else { return value(at: handle.index) }
    let target = Components { group.copyFinalValue(of: member, to: $0, stride: 1) }
    return Value(animatableComponents: Self.isDouble ? base(of: handle.index) + target : target)
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
  /// - Complexity: O(1); O(``columnCount``) while ``values`` that were taken are kept.
  @inlinable
  public mutating func set(_ handle: PropertyHandle, to value: Value) throws(StalePropertyError) {
    try check(handle)
    core.end(handle.index, .stopped)
    set(handle.index, to: value)
  }

  /// Gives properties one value at once, as ``set(_:to:)-(PropertyHandle,_)`` does.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been set.
  /// - Complexity: O(1) for each.
  @inlinable
  public mutating func set(
    _ handles: some Sequence<PropertyHandle>, to value: Value
  ) throws(StalePropertyError) {
    for handle in handles { try set(handle, to: value) }
  }

  /// Gives properties each a value of its own at once, as ``set(_:to:)-(PropertyHandle,_)`` does.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - values: As many values.
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it have been set.
  /// - Complexity: O(1) for each.
  @inlinable
  public mutating func set(
    _ handles: some Collection<PropertyHandle>, to values: Span<Value>
  ) throws(StalePropertyError) {
    requireCount(values.count, "values.count", equals: handles.count, "handles.count")
    var index = 0
    for handle in handles {
      try set(handle, to: values[index])
      index += 1
    }
  }

  @inlinable
  func check(_ handle: PropertyHandle) throws(StalePropertyError) {
    guard core.holds(handle) else { throw StalePropertyError(handle: handle) }
  }

  @inlinable
  func value(at slot: Int) -> Value { Value(animatableComponents: components(at: slot)) }

  @inlinable
  mutating func set(_ slot: Int, to value: Value) {
    let components = value.animatableComponents
    if Self.isDouble {
      withUnsafeTemporaryAllocation(of: Component.self, capacity: Components.componentCount) { memory in
        components._store(memory.baseAddress!, stride: 1)
        core.set(slot, to: UnsafeRawPointer(memory.baseAddress!).assumingMemoryBound(to: Double.self))
      }
    } else {
      core.withValue(of: slot) { number, stride in
        components._store(
          UnsafeMutableRawPointer(number).assumingMemoryBound(to: Component.self), stride: stride)
      }
    }
  }
}

// MARK: - Components

extension Animator {
  /// Whether components are `Double`s, which the core holds relative to a base of each property.
  @inlinable
  @inline(__always)
  static var isDouble: Bool { Component.self == Double.self }

  @inlinable
  func components(at slot: Int) -> Components {
    let columns = core.columns(of: Component.self)
    return Components._load(columns.memory + slot, stride: columns.stride)
  }

  /// What the core's numbers of a property are relative to, where components are `Double`s.
  func base(of slot: Int) -> Components {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: core.components) { base in
      core.copyBase(of: slot, to: base.baseAddress!)
      return Components._load(
        UnsafeRawPointer(base.baseAddress!).assumingMemoryBound(to: Component.self), stride: 1)
    }
  }

  /// Makes a value the base of a property where it has one, which stays where it is.
  ///
  /// - Returns: What the core is to have for that value from now on.
  @inlinable
  mutating func move(_ slot: Int, toBase base: Components) -> Components {
    guard Self.isDouble else { return base }
    withUnsafeTemporaryAllocation(of: Component.self, capacity: Components.componentCount) { memory in
      base._store(memory.baseAddress!, stride: 1)
      core.move(slot, toBase: UnsafeRawPointer(memory.baseAddress!).assumingMemoryBound(to: Double.self))
    }
    return .zero
  }
}

/// Calls `body` with the components of a vector as the core has them, one after the other. The memory of packed ones in
/// `Float` is just that.
@inlinable
@inline(__always)
func withFloats<Vector: ComponentVector, Result>(of vector: Vector, _ body: (UnsafePointer<Float>) -> Result) -> Result
{
  if Vector.isPacked, Vector.Component.self == Float.self {
    return withUnsafeBytes(of: vector) { body($0.assumingMemoryBound(to: Float.self).baseAddress!) }
  }
  return withUnsafeTemporaryAllocation(of: Float.self, capacity: Vector.componentCount) { floats in
    vector.storeFloats(floats.baseAddress!, stride: 1)
    return body(floats.baseAddress!)
  }
}

extension ComponentVector {
  /// Writes the components, rounded to `Float`.
  @inlinable
  func storeFloats(_ floats: UnsafeMutablePointer<Float>, stride: Int) {
    if Component.self == Float.self {
      return _store(UnsafeMutableRawPointer(floats).assumingMemoryBound(to: Component.self), stride: stride)
    }
    withUnsafeTemporaryAllocation(of: Component.self, capacity: Self.componentCount) { components in
      _store(components.baseAddress!, stride: 1)
      let doubles = UnsafeRawPointer(components.baseAddress!).assumingMemoryBound(to: Double.self)
      for component in 0..<Self.componentCount { floats[component * stride] = Float(doubles[component]) }
    }
  }

  /// The vector whose components something writes, one after the other, in `Float`.
  init(_ write: (UnsafeMutablePointer<Float>) -> Void) {
    self = withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.componentCount) { floats in
      write(floats.baseAddress!)
      return Self(floats: floats.baseAddress!, stride: 1)
    }
  }

  /// A vector of components in `Float`, which are so many elements apart.
  init(floats: UnsafePointer<Float>, stride: Int) {
    if Component.self == Float.self {
      self = Self._load(UnsafeRawPointer(floats).assumingMemoryBound(to: Component.self), stride: stride)
      return
    }
    self = withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.componentCount) { doubles in
      for component in 0..<Self.componentCount { doubles[component] = Double(floats[component * stride]) }
      return Self._load(UnsafeRawPointer(doubles.baseAddress!).assumingMemoryBound(to: Component.self), stride: 1)
    }
  }
}
