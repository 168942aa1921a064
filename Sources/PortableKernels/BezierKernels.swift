#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Cubic Bezier timing curves: y at x, where x(s) and y(s) are cubics through (0, 0), two control points and (1, 1).
//
// Every curve is measured from its nearer end: past x(1/2) it is turned by half a turn
// (x, y, s -> 1 - x, 1 - y, 1 - s), so s lies in 0...1/2, numbers near the far end don't cancel, and a symmetric curve
// gives symmetric values. There
//
//   x(s) = s (3 g + s^2),  g = (1 - s) (p1 - s (p1 - p2))       and y(s) likewise from q1, q2
//
// is solved for s without a branch: ten bisections leave an interval of 1/2048, then one step of Halley's method,
// s -= f f' / (f'^2 - f f''/2), is kept inside it. It cubes the error at a simple root and still halves it at a triple
// one, where x(s) is so flat that the bisections are nearly enough. x is clamped to 0...1.
//
// Error (Float), for every legal curve: abs(x(s) - x) <= 3e-7; in y, relative to max(1, abs(y1), abs(y2)), 1e-6 where
// the slope is at most 8; beyond, y is that of an x within 3e-7, so its error is up to 3e-7 times the largest slope
// between the two. A curve that rises may step back between neighbouring x by 3e-7 * max(1, slope). The ends are exact.
//
// Bytes per element, read + written: one curve 4 + 4; own control points 20 + 4.

/// One coordinate of a curve, per lane: `value(at: s) = s (3 (1 - s) (p1 - s difference) + s^2)`.
private struct Cubic<V: Lanes> {
  /// The first control point.
  var p1: V
  /// The first control point less the second, which is the same from either end.
  var difference: V

  @inline(__always)
  func value(at s: V) -> V {
    s * inner(at: s)
  }

  /// `value(at: s) - v`, rounded once at the end.
  @inline(__always)
  func value(at s: V, minus v: V) -> V {
    V.fma(s, inner(at: s), V.negated(v))
  }

  @inline(__always)
  private func inner(at s: V) -> V {
    let q = V.fma(V.negated(s), difference, p1)
    return V.fma(V(repeating: 3), V.fma(V.negated(s), q, q), s * s)
  }

  /// A third of the derivative: `(1 - s)^2 p1 + 2 s (1 - s) (p2 - p1) + s^2 (1 - p2)`, every term of its own sign, so
  /// that it is relatively accurate where the curve stands still at an end.
  @inline(__always)
  func slope(at s: V) -> V {
    let one = V(repeating: 1)
    let r = one - s
    let p2 = p1 - difference
    let middle = V.fma(V.negated(difference), r + r, (one - p2) * s)
    return V.fma(middle, s, (p1 * r) * r)
  }
}

/// The equation `x(s) == target`, for s in 0...1/2.
private struct Equation<V: Lanes> {
  var x: Cubic<V>
  var target: V
  /// `x(s) = ((a s + b) s + c) s`. It rounds once more than `Cubic`. Only the bisections and derivatives use
  /// it, and they needn't be exact.
  var a: V
  var b: V
  var c: V

  @inline(__always)
  init(_ x: Cubic<V>, target: V) {
    let three = V(repeating: 3)
    self.x = x
    self.target = target
    c = (x.p1 + x.p1) + x.p1
    b = V.negated(V.fma(three, x.difference, c))
    a = V.fma(three, x.difference, V(repeating: 1))
  }

  @inline(__always)
  init(_ x: Cubic<V>, target: V, a: V, b: V, c: V) {
    self.x = x
    self.target = target
    self.a = a
    self.b = b
    self.c = c
  }

  /// `s` moved by `step` towards the solution.
  @inline(__always)
  func bisected(_ s: V, by step: V) -> V {
    let f = V.fma(V.fma(V.fma(a, s, b), s, c), s, V.negated(target))
    return s - V.copysign(step, f)
  }

  /// `s` after a step of Halley's method, kept inside what the bisections left.
  @inline(__always)
  func improved(_ s: V) -> V {
    let f = x.value(at: s, minus: target)
    let halfBend = V.fma(a, V(repeating: 3) * s, b)
    let slope = V.fma(halfBend + b, s, c)
    let divisor = V.max(V(repeating: 1e-30), V.fma(V.negated(f), halfBend, slope * slope))
    let bound = V(repeating: 0x1p-12)
    return s - V.min(bound, V.max(V.negated(bound), f * slope / divisor))
  }
}

/// The rows through which the passes of the solver hand on their results.
private enum Row: Int {
  case p1, difference, a, b, c, target, isTurned, s
}

/// The curves of a call.
private protocol Curves {
  associatedtype V: Lanes where V.Element == Float

  /// x, clamped to 0...1.
  func clampedX(_ place: LanePosition) -> V
  /// The x halfway, at s = 1/2.
  func middle(_ place: LanePosition) -> V
  /// The coordinates, seen from the start or, where turned, from the end.
  func equation(_ place: LanePosition, _ isTurned: V.Bits, _ target: V) -> Equation<V>
  func y(_ place: LanePosition, _ isTurned: V.Bits) -> Cubic<V>

  /// Writes the parts of an equation that elements don't share to rows, and reads them back.
  func keep(_ equation: Equation<V>, _ rows: ScratchRows<V>, _ offset: Int)
  func equation(_ rows: ScratchRows<V>, _ offset: Int) -> Equation<V>
}

private struct SharedCurve<V: Lanes>: Curves where V.Element == Float {
  let curve: vk_bezier
  let x: UnsafePointer<Float>

  @inline(__always)
  func clampedX(_ place: LanePosition) -> V { clamped(V.load(x, place)) }

  @inline(__always)
  func middle(_ place: LanePosition) -> V { V(repeating: curve.middle) }

  @inline(__always)
  func equation(_ place: LanePosition, _ isTurned: V.Bits, _ target: V) -> Equation<V> {
    let difference = V(repeating: curve.x_difference)
    let near = Equation(Cubic(p1: V(repeating: curve.x1.0), difference: difference), target: target)
    let far = Equation(Cubic(p1: V(repeating: curve.x1.1), difference: difference), target: target)
    return Equation(
      Cubic(p1: V.select(isTurned, far.x.p1, near.x.p1), difference: difference), target: target, a: near.a,
      b: V.select(isTurned, far.b, near.b), c: V.select(isTurned, far.c, near.c))
  }

  @inline(__always)
  func y(_ place: LanePosition, _ isTurned: V.Bits) -> Cubic<V> {
    Cubic(
      p1: V.select(isTurned, V(repeating: curve.y1.1), V(repeating: curve.y1.0)),
      difference: V(repeating: curve.y_difference))
  }

  @inline(__always)
  func keep(_ equation: Equation<V>, _ rows: ScratchRows<V>, _ offset: Int) {
    rows[Row.b, offset] = equation.b
    rows[Row.c, offset] = equation.c
  }

  @inline(__always)
  func equation(_ rows: ScratchRows<V>, _ offset: Int) -> Equation<V> {
    let isTurned = V.bits(rows[Row.isTurned, offset])
    let x = Cubic(
      p1: V.select(isTurned, V(repeating: curve.x1.1), V(repeating: curve.x1.0)),
      difference: V(repeating: curve.x_difference))
    var equation = Equation(x, target: rows[Row.target, offset])
    equation.b = rows[Row.b, offset]
    equation.c = rows[Row.c, offset]
    return equation
  }
}

private struct OwnCurves<V: Lanes>: Curves where V.Element == Float {
  let x: UnsafePointer<Float>
  let x1: UnsafePointer<Float>
  let y1: UnsafePointer<Float>
  let x2: UnsafePointer<Float>
  let y2: UnsafePointer<Float>

  @inline(__always)
  func clampedX(_ place: LanePosition) -> V { clamped(V.load(x, place)) }

  @inline(__always)
  func middle(_ place: LanePosition) -> V {
    let sum = clamped(V.load(x1, place)) + clamped(V.load(x2, place))
    return V.fma(sum, V(repeating: 0.375), V(repeating: 0.125))
  }

  @inline(__always)
  func equation(_ place: LanePosition, _ isTurned: V.Bits, _ target: V) -> Equation<V> {
    Equation(coordinate(clamped(V.load(x1, place)), clamped(V.load(x2, place)), isTurned), target: target)
  }

  @inline(__always)
  func y(_ place: LanePosition, _ isTurned: V.Bits) -> Cubic<V> {
    coordinate(V.load(y1, place), V.load(y2, place), isTurned)
  }

  @inline(__always)
  private func coordinate(_ p1: V, _ p2: V, _ isTurned: V.Bits) -> Cubic<V> {
    Cubic(p1: V.select(isTurned, V(repeating: 1) - p2, p1), difference: p1 - p2)
  }

  @inline(__always)
  func keep(_ equation: Equation<V>, _ rows: ScratchRows<V>, _ offset: Int) {
    rows[Row.p1, offset] = equation.x.p1
    rows[Row.difference, offset] = equation.x.difference
    rows[Row.a, offset] = equation.a
    rows[Row.b, offset] = equation.b
    rows[Row.c, offset] = equation.c
  }

  @inline(__always)
  func equation(_ rows: ScratchRows<V>, _ offset: Int) -> Equation<V> {
    Equation(
      Cubic(p1: rows[Row.p1, offset], difference: rows[Row.difference, offset]), target: rows[Row.target, offset],
      a: rows[Row.a, offset], b: rows[Row.b, offset], c: rows[Row.c, offset])
  }
}

@inline(__always)
private func clamped<V: Lanes>(_ v: V) -> V {
  V.min(V(repeating: 1), V.max(V(repeating: 0), v))
}

/// `y` for every element, or `dy/dx`, in passes of a few steps each; `adjust` may change each `y` before it is stored.
@inline(__always)
private func solve<C: Curves>(
  _ curves: C, slopes: Bool, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  adjust: (C.V, LanePosition) -> C.V = { y, _ in y }
) {
  typealias V = C.V
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  ScratchRows<V>.forEachBlock(n) { rows, start, end in
    V.forEach(end, from: start) { place in
      let offset = place.offset &- start
      let x = curves.clampedX(place)
      let isTurned = V.less(curves.middle(place), x)
      let equation = curves.equation(place, isTurned, V.select(isTurned, one - x, x))
      curves.keep(equation, rows, offset)
      rows[Row.target, offset] = equation.target
      rows[Row.isTurned, offset] = V.fromBits(isTurned)
      let s = equation.bisected(V(repeating: 0.25), by: V(repeating: 0x1p-3))
      rows[Row.s, offset] = equation.bisected(s, by: V(repeating: 0x1p-4))
    }
    var step = V(repeating: 0x1p-5)
    for _ in 0..<4 {
      let halfStep = step * V(repeating: 0.5)
      rows.forEach(from: start, to: end) { offset in
        let equation = curves.equation(rows, offset)
        let s = equation.bisected(rows[Row.s, offset], by: step)
        rows[Row.s, offset] = equation.bisected(s, by: halfStep)
      }
      step = halfStep * V(repeating: 0.5)
    }
    rows.forEach(from: start, to: end) { offset in
      rows[Row.s, offset] = curves.equation(rows, offset).improved(rows[Row.s, offset])
    }
    V.forEach(end, from: start) { place in
      let offset = place.offset &- start
      let s = rows[Row.s, offset]
      let isTurned = V.bits(rows[Row.isTurned, offset])
      let y = curves.y(place, isTurned)
      if slopes {
        // The same seen from either end. At an end where both derivatives are 0, use the limit: their ratio a little
        // inside the curve equals it.
        let inside = V.max(V(repeating: 1e-18), s)
        let x = curves.equation(rows, offset).x
        V.store(y.slope(at: inside) / V.max(V(repeating: 1e-37), x.slope(at: inside)), out, place)
      } else {
        // Exactly 0 at the end, but a control point that is NaN stays NaN.
        let exact = V.select(V.lessOrEqual(rows[Row.target, offset], zero), zero * s, s)
        let value = y.value(at: exact)
        V.store(adjust(V.select(isTurned, one - value, value), place), out, place)
      }
    }
  }
}

@c @implementation
func vk_bezier_f32(
  _ curve: UnsafePointer<vk_bezier>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  solve(SharedCurve<RegisterPair<vk_f32>>(curve: curve.pointee, x: x), slopes: false, out, n)
}

@c @implementation
func vk_bezier_slope_f32(
  _ curve: UnsafePointer<vk_bezier>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  solve(SharedCurve<RegisterPair<vk_f32>>(curve: curve.pointee, x: x), slopes: true, out, n)
}

@c @implementation
func vk_bezier_each_f32(
  _ x: UnsafePointer<Float>, _ x1: UnsafePointer<Float>, _ y1: UnsafePointer<Float>, _ x2: UnsafePointer<Float>,
  _ y2: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  solve(OwnCurves<RegisterPair<vk_f32>>(x: x, x1: x1, y1: y1, x2: x2, y2: y2), slopes: false, out, n)
}

@c @implementation
func vk_bezier_each_slope_f32(
  _ x: UnsafePointer<Float>, _ x1: UnsafePointer<Float>, _ y1: UnsafePointer<Float>, _ x2: UnsafePointer<Float>,
  _ y2: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  solve(OwnCurves<RegisterPair<vk_f32>>(x: x, x1: x1, y1: y1, x2: x2, y2: y2), slopes: true, out, n)
}

/// The curve continued beyond its ends by straight lines. A slope of 0 continues it flat however far.
@c @implementation
func vk_bezier_extended_f32(
  _ curve: UnsafePointer<vk_bezier>, _ startSlope: Float, _ endSlope: Float, _ x: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  let limit = V(repeating: .greatestFiniteMagnitude)
  let (startSlope, endSlope) = (V(repeating: startSlope), V(repeating: endSlope))
  solve(SharedCurve<V>(curve: curve.pointee, x: x), slopes: false, out, n) { y, place in
    let progress = V.min(limit, V.max(V.negated(limit), V.load(x, place)))
    let before = startSlope * V.min(zero, progress)
    return y + V.fma(endSlope, V.max(zero, progress - one), before)
  }
}

#endif
