/// Values of several components, stored as one array per component: all x, then all y, and so on.
///
/// Kernels read this layout fastest, and renderers can upload it. Each component's array begins at a multiple of 64
/// bytes and occupies whole cache lines; all of them are one allocation. ``span(component:)`` and
/// ``mutableSpan(component:)`` lend them to the batched calls. The elements of the collection are whole values.
///
/// ```swift
/// typealias Point = AnimatablePair<Float, Float>
/// var points: Columns<Point> = [Point(0, 0), Point(10, 20)]
/// points.append(Point(30, 40))
/// let xs = points.span(component: 0)
/// // xs is 0, 10, 30, and points[1] == Point(10, 20)
/// ```
///
/// `Columns` is a value type like `Array`: copies share their memory until one of them is changed, and it is a
/// `RangeReplaceableCollection`. (A noncopyable container would save a reference count per call, but programs could
/// neither store one in other collections nor compare, encode or capture it like the values it holds.)
///
/// Only components are stored. If a value has parts other than its components, they come back as `Value.zero` has them.
public struct Columns<Value: ComponentVector>: Sendable {
  public typealias Component = Value.Component

  @usableFromInline var storage: ColumnStorage<Component>

  @usableFromInline var size: Int

  /// Creates empty columns, without memory.
  @inlinable
  public init() {
    storage = ColumnStorage(components: Value.componentCount, capacity: 0)
    size = 0
  }

  /// Creates columns of the first values of shared memory.
  init(sharing storage: ColumnStorage<Component>, count: Int) {
    self.storage = storage
    size = count
  }

  /// Creates columns that repeat one value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - count: The number of times to repeat it, at least 0.
  @inlinable
  public init(repeating value: Value, count: Int) {
    guard count >= 0 else { fatalError("Columns(repeating:count:): count is \(count), but must be at least 0") }
    Self.requireCapacity(count, "Columns(repeating:count:): count")
    storage = ColumnStorage(components: Value.componentCount, capacity: count)
    size = count
    for component in 0..<Value.componentCount {
      start(of: component).initialize(repeating: value[component: component], count: count)
    }
  }

  /// Creates columns of the values of a span.
  @inlinable
  public init(copying values: Span<Value>) {
    self.init()
    append(contentsOf: values)
  }

  /// The number of values.
  @inlinable
  public var count: Int { size }

  /// The number of values that the memory has room for.
  @inlinable
  public var capacity: Int { storage.stride }

  /// Reserves room for at least `minimumCapacity` values in all.
  ///
  /// - Complexity: O(`count`) if memory has to be allocated, or shared memory copied.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    Self.requireCapacity(minimumCapacity, "reserveCapacity(_:): minimumCapacity")
    makeUnique(capacity: Swift.max(minimumCapacity, count))
  }

  @inlinable
  static func requireCapacity(_ capacity: Int, _ name: StaticString) {
    let limit = ColumnStorage<Component>.capacityLimit(components: Value.componentCount)
    if capacity > limit { fatalError("\(name) is \(capacity), but must be at most \(limit)") }
  }
}

// MARK: - Columns

extension Columns {
  /// Returns one component of all values, in their order. The span begins at a multiple of 64 bytes.
  ///
  /// - Parameter component: The component's index in `0..<Value.componentCount`.
  @inlinable
  @_lifetime(borrow self)
  public func span(component: Int) -> Span<Component> {
    requireComponent(component, of: Value.componentCount)
    return _overrideLifetime(Span(_unsafeStart: start(of: component), count: count), borrowing: self)
  }

  /// Returns one component of all values, for changing it. The span begins at a multiple of 64 bytes.
  ///
  /// - Parameter component: The component's index in `0..<Value.componentCount`.
  @inlinable
  @_lifetime(&self)
  public mutating func mutableSpan(component: Int) -> MutableSpan<Component> {
    requireComponent(component, of: Value.componentCount)
    makeUnique(capacity: count)
    return _overrideLifetime(MutableSpan(_unsafeStart: start(of: component), count: count), mutating: &self)
  }

  /// Calls `body` with the first column and the distance from one column's start to the next one's, in elements, for
  /// code that writes all columns.
  @inlinable
  mutating func withColumns(_ body: (UnsafeMutablePointer<Component>, _ stride: Int) -> Void) {
    makeUnique(capacity: count)
    body(storage.memory, storage.stride)
  }

  @inlinable
  func start(of component: Int) -> UnsafeMutablePointer<Component> {
    storage.memory + component * storage.stride
  }
}

// MARK: - Values

extension Columns: RandomAccessCollection, MutableCollection {
  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { count }

  /// Accesses a value by its index. Indices outside `0..<count` stop the program.
  ///
  /// - Complexity: O(`Value.componentCount`). Setting a value in shared memory copies it first, in O(`count`).
  @inlinable
  public subscript(index: Int) -> Value {
    get {
      requireIndex(index)
      return self[unchecked: index]
    }
    set {
      requireIndex(index)
      makeUnique(capacity: count)
      self[unchecked: index] = newValue
    }
  }

  @inlinable
  subscript(unchecked index: Int) -> Value {
    get {
      Value._load(storage.memory + index, stride: storage.stride)
    }
    nonmutating set {
      newValue._store(storage.memory + index, stride: storage.stride)
    }
  }

  @inlinable
  func requireIndex(_ index: Int) {
    if index < 0 || index >= count {
      fatalError("Columns: index is \(index), but must be in 0..<\(count)")
    }
  }
}

// MARK: - Memory

extension Columns {
  /// Ensures that no copy sees the next changes, and that there is room for `capacity` values.
  @inlinable
  mutating func makeUnique(capacity: Int) {
    if !isKnownUniquelyReferenced(&storage) || capacity > storage.stride { reallocate(capacity: capacity) }
  }

  /// Ensures the same, and grows the memory if necessary.
  @inlinable
  mutating func makeUnique(growingTo capacity: Int) {
    makeUnique(capacity: capacity > storage.stride ? Swift.max(capacity, 2 * storage.stride) : capacity)
  }

  @usableFromInline
  mutating func reallocate(capacity: Int) {
    let old = storage
    storage = ColumnStorage(components: Value.componentCount, capacity: Swift.max(capacity, count))
    for component in 0..<Value.componentCount {
      start(of: component).initialize(from: old.memory + component * old.stride, count: count)
    }
  }
}
