internal import CVectorKernels

/// Maps points of the plane to locations on a gradient: along a line, by the distance from a centre, or by an angle.
///
/// A geometry gives each point a location, and a ``PreparedGradient`` gives the location a colour. Together they are
/// SwiftUI's `LinearGradient`, `RadialGradient`, `EllipticalGradient` and `AngularGradient`, and CSS's
/// `linear-gradient()`, `radial-gradient()` and `conic-gradient()`. Coordinates are in any unit, the same for all.
/// Angles go from the x axis towards the y axis: clockwise where y goes down.
///
/// ```swift
/// let sweep = GradientGeometry.angular(center: Point2D(x: 50, y: 50), angle: .degrees(30))
/// let colors = PreparedGradient(Gradient(colors: [.white, .black, .white]))
/// var pixels = [UInt8](repeating: 0, count: 4 * points.count)
/// colors.colors(at: points, along: sweep, intoRGBA8: pixels.mutableSpan)
/// ```
public struct GradientGeometry: Hashable, Sendable {
  private enum Form: Hashable {
    /// (point - origin) * direction + offset
    case linear(origin: SIMD2<Double>, direction: SIMD2<Double>, offset: Double)
    /// (|(point - center) * axes| - start) * scale
    case radial(center: SIMD2<Double>, axes: SIMD2<Double>, start: Double, scale: Double)
    /// (turns + base) * scale in 0...1, where the turns are counted from the seam in a direction: 1 or -1.
    case angular(center: SIMD2<Double>, seam: Double, direction: Double, base: Double, scale: Double)
  }

  private let form: Form

  private init(_ form: Form) { self.form = form }

  /// The result of a division by 0. It is finite, so that its product with 0 is 0.
  private static let steepest = 1e30

  private static func reciprocal(_ number: Double) -> Double {
    let quotient = 1 / number
    return quotient.isNaN ? quotient : max(-steepest, min(quotient, steepest))
  }

  // MARK: Shapes

  /// Creates the geometry of SwiftUI's `LinearGradient`: 0 at one point and 1 at another. Locations continue beyond
  /// these points, and don't change across the line between them. If both are the same point, the location is 1
  /// everywhere, as in SVG.
  public static func linear(from start: Point2D<Double>, to end: Point2D<Double>) -> GradientGeometry {
    let way = SIMD2(end.x - start.x, end.y - start.y)
    // In two steps, so that no square overflows or vanishes.
    let size = max(abs(way.x), abs(way.y))
    if way == .zero {
      return GradientGeometry(.linear(origin: .zero, direction: .zero, offset: 1))
    }
    let unit = way / size
    let scale = Self.reciprocal((unit.x * unit.x + unit.y * unit.y) * size)
    return GradientGeometry(.linear(origin: SIMD2(start.x, start.y), direction: unit * scale, offset: 0))
  }

  /// Creates the geometry of CSS's `linear-gradient()`: a line through the middle of a rectangle, with a length at
  /// which the corners in its direction are at 0 and 1.
  ///
  /// - Parameters:
  ///   - angle: CSS's angle: 0 degrees go up, 90 to the right, where y goes down.
  ///   - rectangle: The rectangle.
  public static func linear(css angle: Angle, in rectangle: Rect2D<Double>) -> GradientGeometry {
    let (sine, cosine) = (vk_sin(angle.radians), vk_cos(angle.radians))
    let (width, height) = (rectangle.size.width, rectangle.size.height)
    let half = (abs(width * sine) + abs(height * cosine)) / 2
    let (x, y) = (rectangle.origin.x + width / 2, rectangle.origin.y + height / 2)
    return linear(
      from: Point2D(x: x - half * sine, y: y + half * cosine), to: Point2D(x: x + half * sine, y: y - half * cosine))
  }

  /// Creates the geometry of SwiftUI's `RadialGradient`: 0 at one distance from a centre, and 1 at another. Locations
  /// continue beyond them. If both distances are the same, the location jumps there, from far below 0 to far above 1.
  public static func radial(
    center: Point2D<Double>, startRadius: Double = 0, endRadius: Double
  ) -> GradientGeometry {
    GradientGeometry(
      .radial(
        center: SIMD2(center.x, center.y), axes: .one, start: startRadius,
        // A negative zero becomes 0.
        scale: Self.reciprocal(endRadius - startRadius + 0)))
  }

  /// Creates the geometry of CSS's `radial-gradient()` with an ellipse: 0 in the centre, and 1 on the ellipse.
  ///
  /// - Parameters:
  ///   - center: The centre.
  ///   - radii: The radii along x and y. With a radius of 0, all points beside the ellipse's axis are far above 1.
  public static func elliptical(center: Point2D<Double>, radii: Size2D<Double>) -> GradientGeometry {
    GradientGeometry(
      .radial(
        center: SIMD2(center.x, center.y),
        axes: SIMD2(Self.reciprocal(radii.width), Self.reciprocal(radii.height)), start: 0, scale: 1))
  }

  /// Creates the geometry of SwiftUI's `AngularGradient(gradient:center:angle:)`: from 0 to 1 in one turn.
  ///
  /// CSS's `conic-gradient(from a)` begins at `a - .degrees(90)`, because its angle 0 goes up.
  public static func angular(center: Point2D<Double>, angle: Angle = .zero) -> GradientGeometry {
    angular(center, start: angle.radians / (2 * .pi), turns: 1)
  }

  /// Creates the geometry of SwiftUI's `AngularGradient(gradient:center:startAngle:endAngle:)`: 0 at one angle, and 1
  /// at another.
  ///
  /// If the angles are less than a turn apart, the rest of the turn has locations 1 and 0, with a leap halfway. If they
  /// are more than a turn apart, the last turn is visible. An end angle below the start angle goes round the other way.
  public static func angular(
    center: Point2D<Double>, startAngle: Angle, endAngle: Angle
  ) -> GradientGeometry {
    angular(
      center, start: startAngle.radians / (2 * .pi), turns: (endAngle.radians - startAngle.radians) / (2 * .pi))
  }

  private static func angular(_ center: Point2D<Double>, start: Double, turns: Double) -> GradientGeometry {
    let (direction, span) = (turns < 0 ? -1.0 : 1, abs(turns))
    // One turn is visible, which begins at this distance from the start.
    let base = span < 1 ? (span - 1) / 2 : span - 1
    let seam = start + direction * base
    return GradientGeometry(
      .angular(
        center: SIMD2(center.x, center.y), seam: seam - seam.rounded(), direction: direction, base: base,
        scale: Self.reciprocal(span)))
  }
}

// MARK: - Locations

extension GradientGeometry {
  /// Returns the location of a point, usually in 0...1.
  ///
  /// - Parameter point: The point. NaN gives NaN.
  public func location(of point: Point2D<Double>) -> Double {
    let point = SIMD2(point.x, point.y)
    switch form {
    case .linear(let origin, let direction, let offset):
      let way = (point - origin) * direction
      return way.x + way.y + offset
    case .radial(let center, let axes, let start, let scale):
      let way = (point - center) * axes
      return ((way.x * way.x + way.y * way.y).squareRoot() - start) * scale
    case .angular(let center, let seam, let direction, let base, let scale):
      // A negative zero would be to the left of the centre.
      let way = point - center + .zero
      var turns = (vk_atan2(way.y, way.x) / (2 * .pi) - seam) * direction
      turns = turns < 0 ? turns + 1 : turns >= 1 ? turns - 1 : turns
      let location = (turns + base) * scale
      return location < 0 ? 0 : location > 1 ? 1 : location
    }
  }

  /// Computes the locations of n points.
  ///
  /// The call computes in `Float`, with points measured from the start or the centre. The error of locations along
  /// lines and from centres is 4 ulp of the largest term of their sum; the error of angles is 2e-7 of a turn.
  ///
  /// - Parameters:
  ///   - points: The n points. NaN gives NaN, and so may infinity.
  ///   - out: Receives the n locations.
  /// - Complexity: O(n) without a branch, for the compiler to vectorise; moves 12 bytes per point.
  public func locations(of points: Columns<Point2D<Float>>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: points.count, "points.count")
    if points.isEmpty { return }
    locations(points.start(of: 0), points.start(of: 1), into: out.memory, points.count)
  }

  /// Computes the locations of n points, given by their coordinates, as ``locations(of:into:)`` does.
  ///
  /// - Parameters:
  ///   - x: The n coordinates along x.
  ///   - y: The n coordinates along y.
  ///   - out: Receives the n locations.
  public func locations(x: Span<Float>, y: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(y.count, "y.count", equals: x.count, "x.count")
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    locations(x.memory, y.memory, into: out.memory, x.count)
  }

  /// A coordinate from which others are measured, as the sum of two `Float`s: points may be nearer to it than its
  /// rounding.
  private struct Origin {
    let head, rest: Float

    init(_ coordinate: Double) {
      head = Float(coordinate)
      rest = head.isFinite ? Float(coordinate - Double(head)) : 0
    }

    @inline(__always)
    func way(to coordinate: Float) -> Float { coordinate - head - rest }
  }

  func locations(
    _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    switch form {
    case .linear(let origin, let direction, let offset):
      let (originX, originY) = (Origin(origin.x), Origin(origin.y))
      let (directionX, directionY, offset) = (Float(direction.x), Float(direction.y), Float(offset))
      for i in 0..<n { out[i] = originX.way(to: x[i]) * directionX + originY.way(to: y[i]) * directionY + offset }
    case .radial(let center, let axes, let start, let scale):
      let (centerX, centerY) = (Origin(center.x), Origin(center.y))
      let (axisX, axisY, start, scale) = (Float(axes.x), Float(axes.y), Float(start), Float(scale))
      for i in 0..<n {
        let (wayX, wayY) = (centerX.way(to: x[i]) * axisX, centerY.way(to: y[i]) * axisY)
        out[i] = ((wayX * wayX + wayY * wayY).squareRoot() - start) * scale
      }
    case .angular(let center, let seam, let direction, let base, let scale):
      let (centerX, centerY) = (Origin(center.x), Origin(center.y))
      let (seam, direction, base, scale) = (Float(seam), Float(direction), Float(base), Float(scale))
      for i in 0..<n {
        var turns = (Self.turns(centerY.way(to: y[i]), centerX.way(to: x[i])) - seam) * direction
        turns = turns < 0 ? turns + 1 : turns
        turns = turns >= 1 ? turns - 1 : turns
        let location = (turns + base) * scale
        out[i] = location < 0 ? 0 : location > 1 ? 1 : location
      }
    }
  }

  /// Returns the angle of a vector in turns, in -1/2...1/2, and 0 for (0, 0).
  ///
  /// In the first eighth it is t P(t^2) with t the quotient of the coordinates, where P is the minimax polynomial of
  /// the relative error of arctan(t) / (2 pi t) over 0...1 (Remez exchange): degree 7, 1.0e-7, which is 1.3e-8 of a
  /// turn. With the roundings of the quotient (0.5e-8), the polynomial (2.6e-8) and the two sums (2.3e-8), the error is
  /// at most 7e-8.
  @inline(__always)
  private static func turns(_ y: Float, _ x: Float) -> Float {
    let (width, height) = (abs(x), abs(y))
    let isSteep = height > width
    let (long, short) = (isSteep ? height : width, isSteep ? width : height)
    // If the longer one is 0, the shorter one is 0 too, unless it is NaN.
    let t = long == 0 ? short : short / long
    let u = t * t
    var p = -0.000746957535865 as Float
    p = p * u + 0.00385988797923
    p = p * u - 0.00946755104797
    p = p * u + 0.0157790855251
    p = p * u - 0.0223126963694
    p = p * u + 0.0317828026404
    p = p * u - 0.0530495109018
    p = p * u + 0.159154927334
    let eighth = t * p
    let quarter = isSteep ? 0.25 - eighth : eighth
    let half = x < 0 ? 0.5 - quarter : quarter
    return y < 0 ? -half : half
  }
}
