import VectorKernels

/// A timing curve for the comparison of solvers.
package struct SolverCurve {
  let name: String
  let bezier: CubicBezier

  static var all: [SolverCurve] {
    let points: [(String, Double, Double, Double, Double)] = [
      ("ease", 0.25, 0.1, 0.25, 1), ("ease-in", 0.42, 0, 1, 1), ("ease-in-out", 0.42, 0, 0.58, 1),
      // Vertical in the middle, where Newton's method divides by nothing.
      ("cubic-bezier(1, 0, 0, 1)", 1, 0, 0, 1),
      // Overshoots on both sides.
      ("cubic-bezier(0.68, -0.6, 0.32, 1.6)", 0.68, -0.6, 0.32, 1.6),
      // Rises by 45 per unit at first.
      ("cubic-bezier(0.02, 0.9, 0.1, 1)", 0.02, 0.9, 0.1, 1),
    ]
    return points.map { name, x1, y1, x2, y2 in
      SolverCurve(name: name, bezier: try! CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))
    }
  }

  /// y at x by halving the parameter's interval in double precision until no number is between its ends.
  package static func reference(of curve: CubicBezier, at x: Double) -> Double {
    func cubic(_ first: Double, _ second: Double, _ t: Double) -> Double {
      3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
    }
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = (low + high) / 2
      if middle == low || middle == high { break }
      if cubic(curve.x1, curve.x2, middle) < x { low = middle } else { high = middle }
    }
    return cubic(curve.y1, curve.y2, high)
  }
}
