/// A point in the plane.
///
/// In memory x and y, as in `CGPoint` and `SIMD2`. Not `Point`, which Foundation brings along from Carbon on macOS.
@frozen
public struct Point2D<Component: BatchElement>: PackedVector, Animatable, Hashable, Codable {
  public var x: Component
  public var y: Component

  @inlinable
  public init(x: Component, y: Component) {
    self.x = x
    self.y = y
  }

  /// A point whose coordinates are rounded to another type.
  @inlinable
  public init<Other>(_ other: Point2D<Other>) {
    self.init(x: Component(other.x), y: Component(other.y))
  }

  /// Where a transform takes the point.
  @inlinable
  public func applying(_ transform: Transform2D<Component>) -> Point2D {
    Point2D(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension Point2D: CustomStringConvertible {
  public var description: String { "Point2D(x: \(x), y: \(y))" }
}
