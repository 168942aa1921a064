/// A point in the plane.
///
/// The memory layout is x and y, as in `CGPoint` and `SIMD2`. The name isn't `Point`, because Foundation imports a
/// `Point` from Carbon on macOS.
@frozen
public struct Point2D<Component: BatchElement>: PackedVector, Animatable, Hashable, Codable {
  public var x: Component
  public var y: Component

  @inlinable
  public init(x: Component, y: Component) {
    self.x = x
    self.y = y
  }

  /// Creates a point by rounding the coordinates of another point.
  @inlinable
  public init<Other>(_ other: Point2D<Other>) {
    self.init(x: Component(other.x), y: Component(other.y))
  }

  /// Returns the point that a transform maps this one to.
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
