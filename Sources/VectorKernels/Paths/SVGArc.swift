internal import CVectorKernels

/// An elliptical arc of SVG, from one point to another.
struct SVGArc {
  var radii: SIMD2<Double>
  /// The rotation of the ellipse's x axis, in degrees.
  var rotation: Double
  var isLarge: Bool
  /// Whether angles grow along the arc.
  var isSweep: Bool

  /// Smaller radii count as 0, so that no quotient of a coordinate and a radius overflows.
  private static let leastRadius = 1e-30

  /// Returns the control points of the cubics that the arc becomes, or nil where it is a straight line.
  ///
  /// The centre is computed by SVG's implementation notes (F.6.5), in the space in which the ellipse is a unit circle.
  /// Radii that are too small are scaled up (F.6.6). Each cubic turns by at most 45 degrees. Its control points are 4/3
  /// tan(t / 4) away along the tangents, for a turn of t. Such a cubic lies outside of the unit circle by at most 2/27
  /// sin^6(t / 4) / cos^2(t / 4), which is 4.25e-6 for 45 degrees; its distance from the ellipse is at most that part
  /// of the larger radius.
  func cubics(
    from start: Point2D<Double>, to end: Point2D<Double>
  ) -> [(control1: Point2D<Double>, control2: Point2D<Double>, end: Point2D<Double>)]? {
    var radii = SIMD2(abs(radii.x), abs(radii.y))
    guard radii.min() >= Self.leastRadius else { return nil }
    let phi = rotation.truncatingRemainder(dividingBy: 360) * (.pi / 180)
    let (cosine, sine) = (vk_cos(phi), vk_sin(phi))
    let chord = SIMD2((start.x - end.x) / 2, (start.y - end.y) / 2)
    var half: SIMD2<Double> = SIMD2(cosine * chord.x + sine * chord.y, cosine * chord.y - sine * chord.x) / radii
    var square = half.x * half.x + half.y * half.y
    guard square > 0 else { return nil }
    if square > 1 {
      let scale = square.squareRoot()
      (radii, half, square) = (radii * scale, half / scale, 1)
    }
    let distance: Double = max(0, (1 - square) / square).squareRoot() * (isLarge == isSweep ? -1 : 1)
    guard distance.isFinite else { return nil }
    let center = distance * SIMD2(half.y, -half.x)

    let first = vk_atan2(half.y - center.y, half.x - center.x)
    // The distance is the cotangent of half the turn, so a small turn isn't computed as the difference of two angles.
    let turn: Double = (isSweep ? 2 : -2) * vk_atan2(1, isLarge ? -abs(distance) : abs(distance))

    let middle = Point2D(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    func point(_ unit: SIMD2<Double>, from origin: Point2D<Double>) -> Point2D<Double> {
      let (x, y) = (radii.x * unit.x, radii.y * unit.y)
      return Point2D(x: origin.x + cosine * x - sine * y, y: origin.y + sine * x + cosine * y)
    }
    // A turn that exceeds a quarter only by rounding still gives two cubics.
    let count = max(1, Int((abs(turn) / (Double.pi / 4) - 1e-9).rounded(.up)))
    let step = turn / Double(count)
    let (quarterSine, quarterCosine) = (vk_sin(step / 4), vk_cos(step / 4))
    let reach = 4 / 3 * quarterSine / quarterCosine
    func direction(_ angle: Double) -> SIMD2<Double> { SIMD2(vk_cos(angle), vk_sin(angle)) }
    // Control points are measured from the ends of their cubic, because the ends' coordinates aren't differences of
    // radii.
    var from = start
    return (0..<count).map { index in
      let (a, b) = (direction(first + step * Double(index)), direction(first + step * Double(index + 1)))
      let to = index == count - 1 ? end : point(center + b, from: middle)
      defer { from = to }
      return (point(reach * SIMD2(-a.y, a.x), from: from), point(reach * SIMD2(b.y, -b.x), from: to), to)
    }
  }
}
