import CVectorKernels

/// A cubic Bezier timing curve through (0, 0) and (1, 1) with two control points, as CSS's `cubic-bezier()` and SwiftUI's
/// `UnitCurve.bezier` have it.
///
/// Its x is time and its y progress, both 0...1 from end to end; y may leave 0...1 in between. The control points' x lie
/// in 0...1, so that there is one y for every x.
public struct CubicBezier: Hashable, Sendable {
  public let x1: Double
  public let y1: Double
  public let x2: Double
  public let y2: Double

  /// A curve from its control points.
  ///
  /// - Throws: ``CubicBezierError`` where `x1` or `x2` is outside 0...1 or a coordinate isn't finite.
  public init(x1: Double, y1: Double, x2: Double, y2: Double) throws(CubicBezierError) {
    for (coordinate, value) in [(CubicBezierError.Coordinate.x1, x1), (.y1, y1), (.x2, x2), (.y2, y2)] {
      if !value.isFinite { throw .notFinite(coordinate, value) }
    }
    if !(0...1).contains(x1) { throw .outsideUnitInterval(.x1, x1) }
    if !(0...1).contains(x2) { throw .outsideUnitInterval(.x2, x2) }
    self.init(unchecked: x1, y1, x2, y2)
  }

  private init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// (0, 0, 1, 1).
  public static let linear = CubicBezier(unchecked: 0, 0, 1, 1)
  /// CSS's `ease` and Core Animation's default: (0.25, 0.1, 0.25, 1).
  public static let ease = CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
  /// (0.42, 0, 1, 1).
  public static let easeIn = CubicBezier(unchecked: 0.42, 0, 1, 1)
  /// (0, 0, 0.58, 1).
  public static let easeOut = CubicBezier(unchecked: 0, 0, 0.58, 1)
  /// (0.42, 0, 0.58, 1).
  public static let easeInOut = CubicBezier(unchecked: 0.42, 0, 0.58, 1)
}

/// Why control points don't make a timing curve.
public enum CubicBezierError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One of the four numbers, by its argument label.
  public enum Coordinate: String, Sendable {
    case x1, y1, x2, y2
  }

  case notFinite(Coordinate, Double)
  case outsideUnitInterval(Coordinate, Double)

  public var description: String {
    switch self {
    case .notFinite(let coordinate, let value): "\(coordinate) is \(value), but must be finite"
    case .outsideUnitInterval(let coordinate, let value): "\(coordinate) is \(value), but must be in 0...1"
    }
  }
}

// MARK: - Batches

extension CubicBezier {
  /// The curve's y at each x, solved.
  ///
  /// x is clamped to 0...1; 0 and 1 give exactly 0 and 1. With s the solution, x(s) is within 3e-7 of x; y is within
  /// 1e-6 of the true one where the slope is at most 8, and within 1e-6 * slope / 8 where it is more, both relative to
  /// `max(1, abs(y1), abs(y2))` (1.5 times that where multiply-add isn't fused). A curve that rises may step back between
  /// neighbouring x by that error, at most 3e-7 * max(1, slope).
  ///
  /// - Parameters:
  ///   - x: n times, in 0...1.
  ///   - out: Receives the n progresses.
  /// - Complexity: O(n). For many elements a ``baked()`` curve is several times as fast.
  public func values(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    withUnsafePointer(to: prepared) {
      Kernels.active.pointee.bezier_f32($0, x.memory, out.memory, x.count)
    }
  }

  /// The curve's slope dy/dx at each x.
  ///
  /// x is clamped to 0...1. It is the slope at a point of the curve within 3e-7 of x, to 1e-6 of the steepest of its
  /// tangents there; at an end whose control point coincides with it, the limit. A vertical tangent gives at least 1e17.
  ///
  /// - Parameters:
  ///   - x: n times, in 0...1.
  ///   - out: Receives the n slopes.
  /// - Complexity: O(n).
  public func slopes(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    withUnsafePointer(to: prepared) {
      Kernels.active.pointee.bezier_slope_f32($0, x.memory, out.memory, x.count)
    }
  }

  /// The curve as the kernels share it, seen from both ends.
  private var prepared: vk_bezier {
    vk_bezier(
      x1: (Float(x1), Float(1 - x2)), y1: (Float(y1), Float(1 - y2)), x_difference: Float(x1 - x2),
      y_difference: Float(y1 - y2), middle: Float((1 + 3 * x1 + 3 * x2) / 8))
  }
}

// MARK: - In Double

extension CubicBezier {
  /// The curve's point at a parameter in 0...1, and the derivatives of its coordinates.
  func point(at s: Double) -> (x: Double, y: Double, xSlope: Double, ySlope: Double) {
    func coordinate(_ p1: Double, _ p2: Double) -> (Double, Double) {
      let r = 1 - s
      return (
        s * (3 * r * (p1 * r + p2 * s) + s * s),
        3 * (p1 * r * r + 2 * (p2 - p1) * r * s + (1 - p2) * s * s)
      )
    }
    let (x, xSlope) = coordinate(x1, x2)
    let (y, ySlope) = coordinate(y1, y2)
    return (x, y, xSlope, ySlope)
  }

  /// The parameter where the curve has an x in 0...1: Newton's method, kept inside the bracket by bisection.
  func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = x
    for _ in 0..<64 {
      let (found, _, slope, _) = point(at: s)
      if found < x { low = s } else { high = s }
      var next = s - (found - x) / slope
      if !(next > low && next < high) { next = (low + high) / 2 }
      if next == s { break }
      s = next
    }
    return s
  }

  /// The parameters inside 0...1 at which y stands still: the roots of its derivative.
  var turns: [Double] {
    // A third of the derivative, a s^2 + 2 h s + c.
    let (a, h, c) = (1 + 3 * (y1 - y2), y2 - 2 * y1, y1)
    let discriminant = h * h - a * c
    guard discriminant >= 0 else { return [] }
    // The larger root first, then the other from their product, so that neither cancels.
    let sum = -(h + (h < 0 ? -1 : 1) * discriminant.squareRoot())
    return [sum / a, c / sum].filter { $0 > 0 && $0 < 1 }
  }
}
