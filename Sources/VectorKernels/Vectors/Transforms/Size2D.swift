/// A width and a height.
///
/// In memory the width and the height, as in `CGSize`.
@frozen
public struct Size2D<Component: BatchElement>: PackedVector, Animatable, Hashable, Codable {
  public var width: Component
  public var height: Component

  @inlinable
  public init(width: Component, height: Component) {
    self.width = width
    self.height = height
  }

  /// A size whose components are rounded to another type.
  @inlinable
  public init<Other>(_ other: Size2D<Other>) {
    self.init(width: Component(other.width), height: Component(other.height))
  }
}

extension Size2D: CustomStringConvertible {
  public var description: String { "Size2D(width: \(width), height: \(height))" }
}
