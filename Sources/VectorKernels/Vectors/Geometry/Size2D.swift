/// A width and a height.
///
/// The memory layout is width and height, as in `CGSize`.
@frozen
public struct Size2D<Component: BatchElement>: PackedVector, Animatable, Hashable, Codable {
  public var width: Component
  public var height: Component

  @inlinable
  public init(width: Component, height: Component) {
    self.width = width
    self.height = height
  }

  /// Creates a size by rounding the components of another one.
  @inlinable
  public init<Other>(_ other: Size2D<Other>) {
    self.init(width: Component(other.width), height: Component(other.height))
  }
}

extension Size2D: CustomStringConvertible {
  public var description: String { "Size2D(width: \(width), height: \(height))" }
}
