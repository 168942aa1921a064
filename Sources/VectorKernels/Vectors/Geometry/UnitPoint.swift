/// A point in a unit square: a control point of a ``UnitCurve``, or a place in a rectangle, such as the end of a
/// gradient or the centre of a rotation. Its coordinates may lie outside 0...1.
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

// MARK: - Places in a rectangle

/// SwiftUI's names. x goes from the leading edge to the trailing one, and y goes down.
extension UnitPoint {
  /// The corner (0, 0).
  public static let topLeading = UnitPoint()
  /// The middle of the top edge, (0.5, 0).
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The corner (1, 0).
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The middle of the leading edge, (0, 0.5).
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The centre, (0.5, 0.5).
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the trailing edge, (1, 0.5).
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The corner (0, 1).
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The middle of the bottom edge, (0.5, 1).
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The corner (1, 1).
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
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
