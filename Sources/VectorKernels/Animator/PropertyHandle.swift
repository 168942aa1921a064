/// Identifies a property of an ``Animator`` for as long as the property exists.
///
/// Handles are never reused. After ``Animator/remove(_:)-(PropertyHandle)`` a handle is stale, and it stays stale when
/// another property takes the same place in the columns. After a place has been taken 2^31 times, it isn't used again.
/// Pass a handle only to the animator that made it: a handle that another animator made usually names a
/// property of this one, too.
public struct PropertyHandle: Hashable, Sendable, Codable, BitwiseCopyable {
  @usableFromInline let storedIndex: Int32
  @usableFromInline let generation: UInt32

  @inlinable
  init(index: Int, generation: UInt32) {
    storedIndex = Int32(index)
    self.generation = generation
  }

  /// The index of the property's value in the animator's columns. It never changes.
  @inlinable
  public var index: Int { Int(storedIndex) }
}

extension PropertyHandle: CustomStringConvertible {
  public var description: String { "PropertyHandle(index: \(index), generation: \(generation))" }
}

/// Properties of an ``Animator`` that were added together. Their values are adjacent in its columns.
///
/// A range is a collection of the properties' handles, in order. You can remove single properties.
public struct PropertyRange: RandomAccessCollection, Hashable, Sendable, Codable, BitwiseCopyable {
  @usableFromInline let first: PropertyHandle
  public let count: Int

  init(first: PropertyHandle, count: Int) {
    self.first = first
    self.count = count
  }

  /// The indices of the properties' values in the animator's columns.
  public var columnRange: Range<Int> { first.index..<first.index + count }

  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { count }

  @inlinable
  public subscript(position: Int) -> PropertyHandle {
    guard position >= 0, position < count else {
      fatalError("PropertyRange: position is \(position), but must be in 0..<\(count)")
    }
    return PropertyHandle(index: first.index + position, generation: first.generation)
  }
}

#if !hasFeature(Embedded)
extension PropertyRange {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(first, forKey: "first")
    try container.encode(count, forKey: "count")
  }

  /// Decodes a range.
  ///
  /// - Throws: `DecodingError`, also for places that no animator can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    first = try container.decode(PropertyHandle.self, forKey: "first")
    count = try container.decode(Int.self, forKey: "count")
    try container.require(
      first.index >= 0 && (0...Int(Int32.max) - first.index).contains(count), "count",
      "there are \(count) properties from place \(first.index) on, but places must be 0 to \(Int32.max - 1)")
  }
}
#endif

/// The error for a handle whose property has been removed, or that names no property of the animator.
public struct StalePropertyError: Error, Hashable, Sendable, CustomStringConvertible {
  public let handle: PropertyHandle

  public init(handle: PropertyHandle) { self.handle = handle }

  public var description: String { "\(handle) is stale: its property has been removed" }
}
