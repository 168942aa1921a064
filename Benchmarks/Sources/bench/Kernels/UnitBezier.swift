import VectorKernels

/// A cubic Bézier timing curve as browsers solve it: Newton's method from a good guess, bisection where that fails.
struct UnitBezier<Number: BinaryFloatingPoint> {
  /// As near as six operations on numbers up to 3 come.
  private static var residual: Number { 8 * .ulpOfOne }

  private let ax, bx, cx: Number
  private let ay, by, cy: Number

  init(x1: Number, y1: Number, x2: Number, y2: Number) {
    cx = 3 * x1
    bx = 3 * (x2 - x1) - cx
    ax = 1 - cx - bx
    cy = 3 * y1
    by = 3 * (y2 - y1) - cy
    ay = 1 - cy - by
  }

  init(_ curve: CubicBezier) {
    self.init(x1: Number(curve.x1), y1: Number(curve.y1), x2: Number(curve.x2), y2: Number(curve.y2))
  }

  func value(at x: Number) -> Number {
    let t = parameter(at: x)
    return ((ay * t + by) * t + cy) * t
  }

  func slope(at x: Number) -> Number {
    let t = parameter(at: x)
    return ((3 * ay * t + 2 * by) * t + cy) / xSlope(t)
  }

  private func x(_ t: Number) -> Number {
    ((ax * t + bx) * t + cx) * t
  }

  private func xSlope(_ t: Number) -> Number {
    (3 * ax * t + 2 * bx) * t + cx
  }

  private func parameter(at position: Number) -> Number {
    var t = position
    for _ in 0..<8 {
      let error = x(t) - position
      if error.magnitude < UnitBezier.residual { return t }
      let slope = xSlope(t)
      if slope.magnitude < UnitBezier.residual { break }
      t -= error / slope
    }

    var (lower, upper): (Number, Number) = (0, 1)
    t = position
    // After as many halvings as a number has bits, the interval is empty.
    for _ in 0...Number.significandBitCount {
      let error = x(t) - position
      if error.magnitude < UnitBezier.residual { break }
      if error < 0 { lower = t } else { upper = t }
      t = (lower + upper) / 2
    }
    return t
  }
}
