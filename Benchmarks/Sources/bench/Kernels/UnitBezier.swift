import VectorKernels

/// A cubic Bézier timing curve as browsers solve it: Newton's method from a good guess, bisection where that fails.
struct UnitBezier {
  private static let residual: Float = 1e-6

  private let ax, bx, cx: Float
  private let ay, by, cy: Float

  init(x1: Float, y1: Float, x2: Float, y2: Float) {
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
    cy = 3 * y1
    by = 3 * (y2 - y1) - cy
    ay = 1 - cy - by
  }

  init(_ curve: CubicBezier) {
    self.init(x1: Float(curve.x1), y1: Float(curve.y1), x2: Float(curve.x2), y2: Float(curve.y2))
  }

  func value(at x: Float) -> Float {
    let t = parameter(at: x)
    return ((ay * t + by) * t + cy) * t
  }

  func slope(at x: Float) -> Float {
    let t = parameter(at: x)
    return ((3 * ay * t + 2 * by) * t + cy) / xSlope(t)
  }

  private func x(_ t: Float) -> Float {
    ((ax * t + bx) * t + cx) * t
  }

  private func xSlope(_ t: Float) -> Float {
    (3 * ax * t + 2 * bx) * t + cx
  }

  private func parameter(at position: Float) -> Float {
    var t = position
    for _ in 0..<8 {
      let error = x(t) - position
      if error.magnitude < UnitBezier.residual { return t }
      let slope = xSlope(t)
      if slope.magnitude < UnitBezier.residual { break }
      t -= error / slope
    }

    var (lower, upper): (Float, Float) = (0, 1)
    t = position
    // After as many halvings as a Float has bits, the interval is empty.
    for _ in 0..<24 {
      let error = x(t) - position
      if error.magnitude < UnitBezier.residual { break }
      if error < 0 { lower = t } else { upper = t }
      t = (lower + upper) / 2
    }
    return t
  }
}
