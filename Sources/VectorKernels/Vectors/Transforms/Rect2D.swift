/// A rectangle with sides along the axes.
///
/// In memory x, y, width and height, as in `CGRect`. Nothing is standardised: a negative width, which an animation may
/// overshoot to, stays one.
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

  /// A rectangle whose components are rounded to another type.
  @inlinable
  public init<Other>(_ other: Rect2D<Other>) {
    self.init(origin: Point2D(other.origin), size: Size2D(other.size))
  }

  /// Where x is least, if the width isn't negative.
  @inlinable
  public var minX: Component { origin.x }

  /// Where y is least, if the height isn't negative.
  @inlinable
  public var minY: Component { origin.y }

  @inlinable
  public var midX: Component { origin.x + size.width / 2 }

  @inlinable
  public var midY: Component { origin.y + size.height / 2 }

  /// Where x is greatest, if the width isn't negative.
  @inlinable
  public var maxX: Component { origin.x + size.width }

  /// Where y is greatest, if the height isn't negative.
  @inlinable
  public var maxY: Component { origin.y + size.height }

  /// The rectangle less the insets on its sides, with the leading side where x is least.
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
