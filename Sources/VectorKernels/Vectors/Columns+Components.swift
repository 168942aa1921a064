// Conversions from and to memory in which the components of each value are contiguous: x0, y0, x1, y1, ...

extension Columns {
  /// Creates columns from the components of values in memory order.
  ///
  /// - Parameter components: The n * `Value.componentCount` elements.
  /// - Complexity: O(n); moves 8 bytes per `Float` by a kernel.
  public init(components: Span<Component>) {
    self.init()
    append(components: components)
  }

  /// Appends values, given by their components in memory order.
  ///
  /// - Parameter components: The n * `Value.componentCount` elements.
  /// - Complexity: O(n); moves 8 bytes per `Float` by a kernel.
  public mutating func append(components: Span<Component>) {
    let (added, rest) = components.count.quotientAndRemainder(dividingBy: Value.componentCount)
    guard rest == 0 else {
      fatalError(
        "append: components.count is \(components.count), but must be a multiple of \(Value.componentCount)")
    }
    if added == 0 { return }
    makeUnique(growingTo: count + added)
    Component.deinterleave(components.memory, Value.componentCount, start(of: 0) + count, storage.stride, added)
    size += added
  }

  /// Replaces the components of all values.
  ///
  /// - Parameter components: The `count` * `Value.componentCount` elements, in memory order.
  /// - Complexity: O(`count`); moves 8 bytes per `Float` by a kernel.
  public mutating func update(components: Span<Component>) {
    requireCount(components.count, "components.count", equals: count * Value.componentCount, "count * componentCount")
    if isEmpty { return }
    makeUnique(capacity: count)
    Component.deinterleave(components.memory, Value.componentCount, start(of: 0), storage.stride, count)
  }

  /// Copies the components of all values, in memory order.
  ///
  /// - Parameter components: Receives `count` * `Value.componentCount` elements.
  /// - Complexity: O(`count`); moves 8 bytes per `Float` by a kernel.
  public func copyComponents(into components: consuming MutableSpan<Component>) {
    requireCount(components.count, "components.count", equals: count * Value.componentCount, "count * componentCount")
    if isEmpty { return }
    Component.interleave(start(of: 0), storage.stride, Value.componentCount, components.memory, count)
  }
}
