/// A cubic Bezier curve through space that is followed by its length.
///
/// Lengths are integrals of the speed by Gauss and Legendre's rule with five nodes, on intervals that are halved until
/// both halves agree with the whole to 1e-10 of the polygon around the curve. The place at a length is found by
/// Newton's method within a bracket. Players that sample such a curve at 150 to 500 places and join them by lines have
/// an error of up to 1e-4 of its length.
struct MotionPath {
  private static let tolerance = 1e-10
  /// The shortest interval is a millionth of the curve: a cusp, where the speed has a corner, asks for short ones.
  private static let deepest = 20

  /// Four control points for each component.
  private let points: [SIMD4<Double>]
  /// Parameters, and the lengths of the curve from its start to there.
  private var knots: [(parameter: Double, length: Double)] = [(0, 0)]

  var length: Double { knots[knots.count - 1].length }

  /// The curve from one place to another whose tangents lead to its inner control points: `out` from the start, `into`
  /// from the end. Missing components of a tangent are 0.
  init(from: [Double], to: [Double], out: [Double], into: [Double]) {
    points = from.indices.map { c in
      SIMD4(
        from[c], from[c] + (c < out.count ? out[c] : 0), to[c] + (c < into.count ? into[c] : 0), to[c])
    }
    let sides = points.reduce(SIMD3<Double>.zero) { sum, p in
      let side = SIMD3(p[1] - p[0], p[2] - p[1], p[3] - p[2])
      return sum + side * side
    }
    let polygon = sides[0].squareRoot() + sides[1].squareRoot() + sides[2].squareRoot()
    measure(from: 0, to: 1, Self.length(points, 0, 1), Self.tolerance * polygon, depth: 0)
  }

  private mutating func measure(from low: Double, to high: Double, _ whole: Double, _ bound: Double, depth: Int) {
    let middle = (low + high) / 2
    let halves = (Self.length(points, low, middle), Self.length(points, middle, high))
    if depth < Self.deepest, abs(halves.0 + halves.1 - whole) > bound {
      measure(from: low, to: middle, halves.0, bound / 2, depth: depth + 1)
      measure(from: middle, to: high, halves.1, bound / 2, depth: depth + 1)
    } else {
      knots.append((middle, length + halves.0))
      knots.append((high, length + halves.1))
    }
  }

  private static func length(_ points: [SIMD4<Double>], _ low: Double, _ high: Double) -> Double {
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    var sum = 0.0
    for (node, weight) in nodes { sum += weight * speed(points, middle + half * node) }
    return sum * half
  }

  private static let nodes = [
    (0, 0.5688888888888889), (0.5384693101056831, 0.47862867049936647), (-0.5384693101056831, 0.47862867049936647),
    (0.906179845938664, 0.23692688505618908), (-0.906179845938664, 0.23692688505618908),
  ]

  private static func speed(_ points: [SIMD4<Double>], _ s: Double) -> Double {
    var squares = 0.0
    for p in points {
      let slope = slope(p, s)
      squares += slope * slope
    }
    return squares.squareRoot()
  }

  private static func slope(_ p: SIMD4<Double>, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * (r * r * (p[1] - p[0]) + 2 * r * s * (p[2] - p[1]) + s * s * (p[3] - p[2]))
  }

  /// The place after a fraction of the length, which is clamped to 0...1: an easing that leaves 0...1 waits at the end.
  func place(at progress: Double) -> [Double] {
    if progress <= 0 { return points.map { $0[0] } }
    if progress >= 1 { return points.map { $0[3] } }
    let s = parameter(at: progress)
    let r = 1 - s
    return points.map { p in r * r * r * p[0] + 3 * r * s * (r * p[1] + s * p[2]) + s * s * s * p[3] }
  }

  /// The derivative of the place by progress: as long everywhere as the curve, and 0 outside 0...1.
  func slope(at progress: Double) -> [Double] {
    guard progress >= 0, progress <= 1 else { return points.map { _ in 0 } }
    let s = parameter(at: progress)
    let speed = Self.speed(points, s)
    return points.map { speed > 0 ? Self.slope($0, s) * (length / speed) : 0 }
  }

  private func parameter(at progress: Double) -> Double {
    let goal = progress * length
    var (first, last) = (0, knots.count - 1)
    while last - first > 1 {
      let middle = (first + last) / 2
      if knots[middle].length <= goal { first = middle } else { last = middle }
    }
    let (start, end) = (knots[first], knots[last])
    guard end.length > start.length else { return start.parameter }
    var (low, high) = (start.parameter, end.parameter)
    var s = low + (high - low) * (goal - start.length) / (end.length - start.length)
    for _ in 0..<64 {
      let excess = start.length + Self.length(points, start.parameter, s) - goal
      if excess < 0 { low = s } else { high = s }
      var next = s - excess / Self.speed(points, s)
      if !(next > low && next < high) { next = (low + high) / 2 }
      if abs(next - s) <= 0x1p-50 { break }
      s = next
    }
    return s
  }
}
