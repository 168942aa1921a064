/// A rectangle with sides along the axes.
///
/// The memory layout is x, y, width and height, as in `CGRect`. Nothing is standardised: a negative width, which an
/// animation may reach by overshooting, stays negative.
@frozen
public struct Rect2D<Component: BatchElement>: PackedVector, Animatable, Hashable, Codable {
  public var origin: Point2D<Component>
  public var size: Size2D<Component>

  @inlinable
  public init(origin: Point2D<Component>, size: Size2D<Component>) {
    self.origin = origin
    self.size = size
  }

  @inlinable
  public init(x: Component, y: Component, width: Component, height: Component) {
    self.init(origin: Point2D(x: x, y: y), size: Size2D(width: width, height: height))
  }

  /// Creates a rectangle by rounding the components of another one.
  @inlinable
  public init<Other>(_ other: Rect2D<Other>) {
    self.init(origin: Point2D(other.origin), size: Size2D(other.size))
  }

  /// The least x, if the width isn't negative.
  @inlinable
  public var minX: Component { origin.x }

  /// The least y, if the height isn't negative.
  @inlinable
  public var minY: Component { origin.y }

  @inlinable
  public var midX: Component { origin.x + size.width / 2 }

  @inlinable
  public var midY: Component { origin.y + size.height / 2 }

  /// The greatest x, if the width isn't negative.
  @inlinable
  public var maxX: Component { origin.x + size.width }

  /// The greatest y, if the height isn't negative.
  @inlinable
  public var maxY: Component { origin.y + size.height }

  /// Returns the rectangle without the insets at its sides. The leading side has the least x.
  @inlinable
  public func inset(by insets: EdgeInsets<Component>) -> Rect2D {
    Rect2D(
      x: origin.x + insets.leading, y: origin.y + insets.top, width: size.width - insets.leading - insets.trailing,
      height: size.height - insets.top - insets.bottom)
  }
}

extension Rect2D: CustomStringConvertible {
  public var description: String {
    "Rect2D(x: \(origin.x), y: \(origin.y), width: \(size.width), height: \(size.height))"
  }
}
