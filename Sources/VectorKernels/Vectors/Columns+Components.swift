// To and from memory where the components of each value lie together: x0, y0, x1, y1, ...

extension Columns {
  /// Values from their components, value after value.
  ///
  /// - Parameter components: n * `Value.componentCount` elements.
  /// - Complexity: O(n); moves 8 bytes per `Float` by a kernel.
  public init(components: Span<Component>) {
    self.init()
    append(components: components)
  }

  /// Adds values at the end, from their components, value after value.
  ///
  /// - Parameter components: n * `Value.componentCount` elements.
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

  /// Gives all values new components.
  ///
  /// - Parameter components: `count` * `Value.componentCount` elements, value after value.
  /// - Complexity: O(`count`); moves 8 bytes per `Float` by a kernel.
  public mutating func update(components: Span<Component>) {
    requireCount(components.count, "components.count", equals: count * Value.componentCount, "count * componentCount")
    if isEmpty { return }
    makeUnique(capacity: count)
    Component.deinterleave(components.memory, Value.componentCount, start(of: 0), storage.stride, count)
  }

  /// Writes the components of all values, value after value.
  ///
  /// - Parameter components: Receives `count` * `Value.componentCount` elements.
  /// - Complexity: O(`count`); moves 8 bytes per `Float` by a kernel.
  public func copyComponents(into components: consuming MutableSpan<Component>) {
    requireCount(components.count, "components.count", equals: count * Value.componentCount, "count * componentCount")
    if isEmpty { return }
    Component.interleave(start(of: 0), storage.stride, Value.componentCount, components.memory, count)
  }
}
