/// Many animated properties, all evaluated by one call per frame.
///
/// ```swift
/// var animator = Animator<AnimatablePair<Float, Float>>()
/// let cards = animator.add(AnimatablePair(0, 0), count: 10_000)
/// try animator.animate(cards, to: AnimatablePair(100, 50), using: .spring)
/// animator.advance(by: 1.0 / 120)
/// let x = animator.column(0)  // 10,000 numbers, in the order of the cards
/// ```
///
/// A property is a value at a fixed place in the animator's columns, from the call that adds it to the call that
/// removes it. A run moves a property by a timing curve, a spring, friction, keyframes, phases, or a custom animation;
/// a property has at most one run at a time. A kernel evaluates all properties that run in the same way together.
/// Properties at rest, or paused, cost nothing.
///
/// An animator has one owner: it can't be copied, and it isn't `Sendable`, though its owner may transfer it from one
/// isolation domain to another. Handles, completions and snapshots are `Sendable`. No time makes an animator fail; see
/// ``advance(to:)``.
///
/// The animated part of a value is a vector of components (``ComponentAnimatable``), and the columns hold its component
/// type. Motion is evaluated in `Float` for both types. For `Double`s, the `Float` is the difference from the run's
/// target, which is then added. So they arrive exactly at the target. On the way they are as precise as a `Float` that
/// moves to 0 from the same distance, at any magnitude of the values: motion from 1e9 to 1e9 + 1 is as smooth as motion
/// from 1 to 0. The start of a run, to which the property may return, is correct to 6e-8 of the distance.
public struct Animator<Value: ComponentAnimatable>: ~Copyable {
  /// The animated part of a value; for a vector, its own type.
  public typealias Components = Value.AnimatableComponents
  /// The type of the columns' elements: `Float` or `Double`.
  public typealias Component = Components.Component

  @usableFromInline var core: AnimatorCore
  #if !hasFeature(Embedded)
  let streams = CompletionStreams()
  #endif

  /// Creates an animator without properties.
  ///
  /// - Parameters:
  ///   - time: The present time in seconds, on the clock whose times you pass to ``advance(to:)``. A time that isn't
  ///     finite counts as 0, and one more than 2^33 from zero as that limit.
  ///   - capacity: The number of properties to reserve memory for, at most 2^31 - 1.
  ///   - cores: The number of cores that may share work, at least 1. A number above the cores available to this
  ///     process counts as that many. Values don't depend on the number of cores. All animators share one team, with a
  ///     thread for each of the other cores. The team starts with the first large frame, ends half a second after the
  ///     last one, and works for one frame at a time, or for one call that animates thousands of properties. A frame or
  ///     call that finds the team busy runs on its own core alone.
  /// - Complexity: O(`capacity`)
  public init(time: Double = 0, capacity: Int = 0, cores: Int = 1) {
    guard cores >= 1 else { fatalError("Animator(cores:): cores is \(cores), but must be at least 1") }
    self.init(
      time: time, capacity: capacity, uncappedCores: cores == 1 ? 1 : min(cores, BlockPool.machineCores),
      wakingTime: BlockPool.wakingTime)
  }

  /// Creates an animator without properties that may use more cores than the machine has. With it, tests can check on any
  /// machine that values don't depend on the number of cores.
  ///
  /// - Parameters:
  ///   - cores: The number of cores, at least 1.
  ///   - wakingTime: The time of one core, in nanoseconds, from which a frame wakes the other cores.
  package init(time: Double = 0, capacity: Int = 0, uncappedCores cores: Int, wakingTime: Double = 0) {
    guard capacity >= 0 else { fatalError("Animator(capacity:): capacity is \(capacity), but must be at least 0") }
    Self.requirePlaces(capacity, "Animator(capacity:): capacity")
    guard Components.componentCount >= 1 else {
      fatalError("Animator: \(Value.self) has 0 components, but must have at least 1")
    }
    core = AnimatorCore(
      components: Components.componentCount, isDouble: Self.isDouble, time: time,
      pool: BlockPool(cores: cores, components: Components.componentCount, wakingTime: wakingTime))
    reserveCapacity(capacity)
  }

  /// The time in nanoseconds that a component took one core in the last frame whose blocks cores could share.
  package var componentTime: Double { core.componentTime }

  /// Reserves memory for a number of properties, at most 2^31 - 1. Runs take additional memory when they first occur.
  ///
  /// - Complexity: O(`capacity`) if there isn't enough memory yet.
  public mutating func reserveCapacity(_ capacity: Int) {
    Self.requirePlaces(capacity, "reserveCapacity(_:): capacity")
    core.reserveCapacity(capacity)
  }

  /// Stops the program if the columns can't hold `count` places: handles number them with 31 bits.
  private static func requirePlaces(_ count: Int, _ name: StaticString) {
    let limit = min(Int(Int32.max), ColumnStorage<Component>.capacityLimit(components: Components.componentCount))
    if count > limit { fatalError("\(name) is \(count), but must be at most \(limit)") }
  }

  /// The distance from its target below which a run of a spring or of friction can settle; a settled property is at its
  /// target exactly. In units of the components; the default is 0.001, and a value that isn't above 0 counts as 0. A
  /// new value applies to the runs that begin after it is set.
  ///
  /// A run settles when every component meets both epsilons. For values in pixels, larger epsilons make sense.
  public var valueEpsilon: Float {
    get { core.epsilons.value }
    set { core.epsilons.value = newValue > 0 ? newValue : 0 }
  }

  /// The velocity, of either sign, below which a run of a spring or of friction can settle, in units of the components
  /// per second of the property's own time. The default is 0.01, and a value that isn't above 0 counts as 0. A new
  /// value applies to the runs that begin after it is set.
  public var velocityEpsilon: Float {
    get { core.epsilons.velocity }
    set { core.epsilons.velocity = newValue > 0 ? newValue : 0 }
  }
}

// MARK: - Properties

extension Animator {
  /// The number of properties.
  public var count: Int { core.table.count }

  /// The number of elements in each column: the places of properties, and the gaps that removed ones have left. Single
  /// properties fill any gap, but properties that are added together need adjacent places.
  public var columnCount: Int { core.table.size }

  /// Adds a property at rest.
  ///
  /// - Complexity: O(1) on average.
  @inlinable
  public mutating func add(_ value: Value) -> PropertyHandle {
    let handle = core.add(1)
    set(handle.index, to: value)
    return handle
  }

  /// Adds `count` adjacent properties at rest, all with the same value.
  ///
  /// - Complexity: O(`count`), and O(``columnCount``) if there are gaps.
  public mutating func add(_ value: Value, count: Int) -> PropertyRange {
    guard count >= 0 else { fatalError("add(_:count:): count is \(count), but must be at least 0") }
    requireRoom(for: count, "add(_:count:): count")
    let first = core.add(count)
    for slot in first.index..<first.index + count { set(slot, to: value) }
    return PropertyRange(first: first, count: count)
  }

  /// Adds adjacent properties at rest, one for each value.
  ///
  /// - Complexity: O(`values.count`), and O(``columnCount``) if there are gaps.
  public mutating func add(_ values: Span<Value>) -> PropertyRange {
    requireRoom(for: values.count, "add(_:): values.count")
    let first = core.add(values.count)
    for index in values.indices { set(first.index + index, to: values[index]) }
    return PropertyRange(first: first, count: values.count)
  }

  /// Stops the program if the columns can't hold `count` more places at their end.
  private func requireRoom(for count: Int, _ name: StaticString) {
    let limit = Int(Int32.max) - columnCount
    if count > limit { fatalError("\(name) is \(count), but must be at most \(limit)") }
  }

  /// Removes a property and reports its run as removed. From now on, its handle is stale.
  ///
  /// - Throws: ``StalePropertyError`` if the handle is stale already.
  /// - Complexity: O(1)
  public mutating func remove(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.remove(handle.index)
  }

  /// Removes properties and reports their runs as removed.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been removed.
  /// - Complexity: O(1) per property.
  public mutating func remove(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try remove(handle) }
  }

  /// Removes all properties and reports their runs as removed. From now on, all their handles are stale.
  ///
  /// The columns keep their length; new properties take the places from the first one on.
  ///
  /// - Complexity: O(``columnCount``)
  public mutating func removeAll() {
    for handle in handles { core.remove(handle.index) }
  }

  /// The handles of all properties, in the order of their places in the columns.
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

  /// Returns the handle of the property at a place in the columns, or nil if there is none. It tells you which property
  /// a changed value belongs to.
  ///
  /// - Parameter place: The property's ``PropertyHandle/index``, in `0..<columnCount`. Other places hold no property.
  /// - Complexity: O(1)
  public func handle(at place: Int) -> PropertyHandle? {
    guard place >= 0, place < columnCount else { return nil }
    let handle = core.table.handle(of: place)
    return core.table.holds(handle) ? handle : nil
  }

  /// Returns whether a handle's property exists.
  ///
  /// - Complexity: O(1)
  public func contains(_ handle: PropertyHandle) -> Bool { core.holds(handle) }

  /// The value of a property, or nil if the handle is stale.
  ///
  /// - Complexity: O(1)
  @inlinable
  public subscript(handle: PropertyHandle) -> Value? {
    core.holds(handle) ? value(at: handle.index) : nil
  }

  /// Returns the value of a property.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  @inlinable
  public func value(of handle: PropertyHandle) throws(StalePropertyError) -> Value {
    try check(handle)
    return value(at: handle.index)
  }

  /// Returns the velocity of a property, per second of the time that you pass to ``advance(to:)``; zero at rest.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); O(p) for prepared keyframes with p pieces.
  @inlinable
  public func velocity(of handle: PropertyHandle) throws(StalePropertyError) -> Components {
    try check(handle)
    let rate = core.rate(of: handle.index)
    // A vertical curve has an infinite velocity, whose product with 0 would be NaN.
    if rate == 0 { return .zero }
    return Components { core.copyOwnVelocity(of: handle.index, to: $0) }.scaled(by: rate)
  }

  /// Returns the value at which a property's run will end if nothing interrupts it: its target or, if it is reversed,
  /// the value at its start. At rest, returns the present value.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  @inlinable
  public func target(of handle: PropertyHandle) throws(StalePropertyError) -> Value {
    try check(handle)
    let slot = handle.index
    if !core.isRunning(slot) { return value(at: slot) }
    let target = Components { core.copyTarget(of: slot, to: $0) }
    return Value(animatableComponents: Self.isDouble ? base(of: slot) + target : target)
  }

  /// Returns whether a property has a run, paused or not.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func isAnimating(_ handle: PropertyHandle) throws(StalePropertyError) -> Bool {
    try check(handle)
    return core.isRunning(handle.index)
  }

  /// Sets a property's value at once. Its run is reported as stopped.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1); O(``columnCount``) while you keep a copy of ``values``.
  @inlinable
  public mutating func set(_ handle: PropertyHandle, to value: Value) throws(StalePropertyError) {
    try check(handle)
    core.end(handle.index, .stopped)
    set(handle.index, to: value)
  }

  /// Sets several properties to one value at once, as ``set(_:to:)-(PropertyHandle,_)`` does.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been set.
  /// - Complexity: O(1) per property.
  @inlinable
  public mutating func set(
    _ handles: some Sequence<PropertyHandle>, to value: Value
  ) throws(StalePropertyError) {
    for handle in handles { try set(handle, to: value) }
  }

  /// Sets each of several properties to its own value at once, as ``set(_:to:)-(PropertyHandle,_)`` does.
  ///
  /// - Parameters:
  ///   - handles: The properties.
  ///   - values: One value for each property.
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it have been set.
  /// - Complexity: O(1) per property.
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
  @inline(__always)
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
  /// Whether components are `Double`s. The core holds these relative to a base of each property.
  @inlinable
  @inline(__always)
  static var isDouble: Bool { Component.self == Double.self }

  @inlinable
  func components(at slot: Int) -> Components {
    let columns = core.columns(of: Component.self)
    return Components._load(columns.memory + slot, stride: columns.stride)
  }

  /// Returns the base to which the core's numbers of a property are relative, if components are `Double`s.
  @inlinable
  func base(of slot: Int) -> Components {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Components.componentCount) { base in
      core.copyBase(of: slot, to: base.baseAddress!)
      return Components._load(
        UnsafeRawPointer(base.baseAddress!).assumingMemoryBound(to: Component.self), stride: 1)
    }
  }

  /// Makes `base` the base of a property if components are `Double`s. The property's value stays the same.
  ///
  /// - Returns: The core's numbers for the value `base` from now on.
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

/// Calls `body` with the components of a vector as the core holds them, one after the other. A packed vector of
/// `Float`s has that form in memory already.
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
  /// Writes the components, rounded to `Float`. A finite component that is too large for `Float` stays finite.
  @inlinable
  func storeFloats(_ floats: UnsafeMutablePointer<Float>, stride: Int) {
    if Component.self == Float.self {
      return _store(UnsafeMutableRawPointer(floats).assumingMemoryBound(to: Component.self), stride: stride)
    }
    withUnsafeTemporaryAllocation(of: Component.self, capacity: Self.componentCount) { components in
      _store(components.baseAddress!, stride: 1)
      let doubles = UnsafeRawPointer(components.baseAddress!).assumingMemoryBound(to: Double.self)
      let largest = Double(Float.greatestFiniteMagnitude)
      for component in 0..<Self.componentCount {
        let double = doubles[component]
        floats[component * stride] = Float(double.isFinite ? max(-largest, min(double, largest)) : double)
      }
    }
  }

  /// Creates a vector from the components that a closure writes as `Float`s, one after the other.
  @inlinable
  init(_ write: (UnsafeMutablePointer<Float>) -> Void) {
    self = withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.componentCount) { floats in
      write(floats.baseAddress!)
      return Self(floats: floats.baseAddress!, stride: 1)
    }
  }

  /// Creates a vector from components in `Float`, which are `stride` elements apart.
  @inlinable
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
