/// A vector with a fixed number of components of one type, `Float` or `Double`, in a fixed order.
///
/// Such vectors can be computed in batches: ``Columns`` store each component of many values in its own array, and
/// values that are contiguous in memory are passed to the batched calls as one run of components.
///
/// `Float`, `Double`, the SIMD types of both and every ``AnimatablePair`` of vectors with the same component conform. A
/// type of your own whose stored properties all have one component type conforms to ``PackedVector``, which needs no
/// code. Any other type implements access to its components by index:
///
/// ```swift
/// extension Reading: ComponentVector {
///   static var componentCount: Int { 2 }
///
///   subscript(component index: Int) -> Double {
///     get { index == 0 ? level : slope }
///     set { if index == 0 { level = newValue } else { slope = newValue } }
///   }
/// }
/// ```
///
/// ``AnimatableValues`` conform with components in `Double` for all types of values, because the language can't yet
/// state that all types of a pack share their component type. `EmptyAnimatableData` doesn't conform, because it has no
/// component.
public protocol ComponentVector: VectorArithmetic, BitwiseCopyable, ComponentAnimatable
where AnimatableComponents == Self {
  /// The type of the components.
  associatedtype Component: BatchElement

  /// The number of components of each value. It is always the same, and at least 1.
  static var componentCount: Int { get }

  /// Accesses a component by its index in `0..<componentCount`. Other indices stop the program.
  subscript(component index: Int) -> Component { get set }

  /// Whether the memory of values in an array holds nothing but their components in order, without padding in or
  /// between them. The default is false.
  static var isPacked: Bool { get }

  /// Creates a value from components that are `stride` elements apart; `_store` writes its components there. All types
  /// have an implementation. That of pairs works part by part, without looking up for each index which part it is in.
  static func _load(_ components: UnsafePointer<Component>, stride: Int) -> Self
  func _store(_ components: UnsafeMutablePointer<Component>, stride: Int)
}

extension ComponentVector {
  @inlinable
  public static var isPacked: Bool { false }

  @inlinable
  public static func _load(_ components: UnsafePointer<Component>, stride: Int) -> Self {
    var value = Self.zero
    for i in 0..<componentCount { value[component: i] = components[i * stride] }
    return value
  }

  @inlinable
  public func _store(_ components: UnsafeMutablePointer<Component>, stride: Int) {
    for i in 0..<Self.componentCount { components[i * stride] = self[component: i] }
  }

  /// Creates a value from its components, in order.
  ///
  /// - Parameter components: The `componentCount` components.
  @inlinable
  public init(components: Span<Component>) {
    requireCount(components.count, "components.count", equals: Self.componentCount, "componentCount")
    self = components.withUnsafeBufferPointer { Self._load($0.baseAddress!, stride: 1) }
  }

  /// Copies the components, in order.
  ///
  /// - Parameter components: Receives the `componentCount` components.
  @inlinable
  public func copyComponents(into components: consuming MutableSpan<Component>) {
    requireCount(components.count, "components.count", equals: Self.componentCount, "componentCount")
    components.withUnsafeMutableBufferPointer { _store($0.baseAddress!, stride: 1) }
  }
}

/// Stops, in every build configuration, if a component's index is outside the vector's range.
@inlinable
@inline(__always)
package func requireComponent(_ index: Int, of count: Int) {
  if index < 0 || index >= count {
    fatalError("component: index is \(index), but must be in 0..<\(count)")
  }
}

// MARK: - Scalars

extension BatchElement {
  /// The number 1: a scalar is its only component.
  @inlinable
  public static var componentCount: Int { 1 }

  @inlinable
  public static var isPacked: Bool { true }

  @inlinable
  public static func _load(_ components: UnsafePointer<Self>, stride: Int) -> Self { components[0] }

  @inlinable
  public func _store(_ components: UnsafeMutablePointer<Self>, stride: Int) { components[0] = self }

  @inlinable
  public subscript(component index: Int) -> Self {
    get {
      requireComponent(index, of: 1)
      return self
    }
    set {
      requireComponent(index, of: 1)
      self = newValue
    }
  }
}

// MARK: - Pairs

extension AnimatablePair: ComponentVector, ComponentAnimatable
where First: ComponentVector, Second: ComponentVector, First.Component == Second.Component {
  public typealias Component = First.Component

  @inlinable
  public static var componentCount: Int { First.componentCount + Second.componentCount }

  /// Pairs of packed values are packed, unless the second one's alignment leaves a gap.
  @inlinable
  public static var isPacked: Bool {
    First.isPacked && Second.isPacked
      && MemoryLayout<Self>.stride == componentCount * MemoryLayout<First.Component>.stride
  }

  @inlinable
  public static func _load(_ components: UnsafePointer<First.Component>, stride: Int) -> Self {
    Self(
      First._load(components, stride: stride),
      Second._load(components + First.componentCount * stride, stride: stride))
  }

  @inlinable
  public func _store(_ components: UnsafeMutablePointer<First.Component>, stride: Int) {
    first._store(components, stride: stride)
    second._store(components + First.componentCount * stride, stride: stride)
  }

  @inlinable
  public subscript(component index: Int) -> First.Component {
    get {
      requireComponent(index, of: Self.componentCount)
      return index < First.componentCount
        ? first[component: index] : second[component: index - First.componentCount]
    }
    set {
      requireComponent(index, of: Self.componentCount)
      if index < First.componentCount {
        first[component: index] = newValue
      } else {
        second[component: index - First.componentCount] = newValue
      }
    }
  }
}
