extension Columns: ExpressibleByArrayLiteral {
  @inlinable
  public init(arrayLiteral elements: Value...) {
    self.init(elements)
  }
}

extension Columns: Hashable {
  /// Returns whether both hold equal components in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.count == rhs.count else { return false }
    return (0..<Value.componentCount).allSatisfy { component in
      let (left, right) = (lhs.span(component: component), rhs.span(component: component))
      return left.indices.allSatisfy { left[$0] == right[$0] }
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for component in 0..<Value.componentCount {
      let span = span(component: component)
      for i in span.indices { hasher.combine(span[i]) }
    }
  }
}

#if !hasFeature(Embedded)
/// Columns are coded as a flat array of components in memory order.
extension Columns: Codable {
  public init(from decoder: any Decoder) throws {
    let components = try ContiguousArray<Component>(from: decoder)
    guard components.count.isMultiple(of: Value.componentCount) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(components.count) components aren't a whole number of \(Value.self), "
            + "which have \(Value.componentCount) each"))
    }
    self.init(components: components.span)
  }

  public func encode(to encoder: any Encoder) throws {
    var components = ContiguousArray<Component>(repeating: 0, count: count * Value.componentCount)
    copyComponents(into: components.mutableSpan)
    try components.encode(to: encoder)
  }
}
#endif

extension Columns: CustomStringConvertible {
  public var description: String { "Columns(\(Array(self)))" }
}
