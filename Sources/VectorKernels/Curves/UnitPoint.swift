/// A point in a unit square, such as a control point of a ``UnitCurve``. Its coordinates may lie outside 0...1.
@frozen
public struct UnitPoint: Hashable, Sendable, Codable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates the point (0, 0).
  @inlinable
  public init() {
    self.init(x: 0, y: 0)
  }

  /// The point (0, 0).
  public static let zero = UnitPoint()
}

extension UnitPoint: Animatable {
  public var animatableData: AnimatablePair<Double, Double> {
    get { AnimatablePair(x, y) }
    set { (x, y) = (newValue.first, newValue.second) }
  }
}

extension UnitPoint: CustomStringConvertible {
  public var description: String { "UnitPoint(x: \(x), y: \(y))" }
}
