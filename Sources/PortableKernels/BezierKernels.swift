#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Cubic Bezier timing curves: y at x, where x(s) and y(s) are cubics through (0, 0), two control points and (1, 1).
//
// Every curve is measured from its nearer end: past x(1/2) it is turned by half a turn
// (x, y, s -> 1 - x, 1 - y, 1 - s), so s lies in 0...1/2, numbers near the far end don't cancel, and a symmetric curve
// gives symmetric values. There
//
//   x(s) = s ((1 - s) (c - s d) + s^2),  c = 3 p1, d = 3 (p1 - p2)       and y(s) likewise from q1, q2
//
// is solved for s without a branch: ten bisections leave an interval of 1/2048, then one step of Halley's method,
// s -= f f' / (f'^2 - f f''/2), is kept inside it. It cubes the error at a simple root and still halves it at a triple
// one, where x(s) is so flat that the bisections are nearly enough. x is clamped to 0...1.
//
// In `Double`, a second step follows, which is nearly always enough. Where x(s) is still not within 1e-15 of x, because
// the curve is flat there, 16 more bisections leave s within 2^-28 of the solution. Either x(s) is steeper there than
// 12 * 2^-28, and a step of Halley's method is enough, or it is so flat that even a step of 2^-28 the wrong way leaves
// x(s) within 72 * 2^-56 = 1e-15 of x. The roundings of x(s), 4.5e-16 unfused, and those of the coefficients and of a
// turned x, 4e-16, come to it.
//
// Error (Float), for every legal curve: abs(x(s) - x) <= 3e-7; in y, relative to max(1, abs(y1), abs(y2)), 1e-6 where
// the slope is at most 8; beyond, y is that of an x within 3e-7, so its error is up to 3e-7 times the largest slope
// between the two. A curve that rises may step back between neighbouring x by 3e-7 * max(1, slope). The ends are exact.
// Error (Double): the same with 2e-15 for 3e-7 and 2e-14 for 1e-6; a curve may step back by 8e-15 * max(1, slope).
//
// Bytes per element, read + written: one curve 4 + 4, in `Double` 8 + 8; own control points 20 + 4.

/// One coordinate of a curve, per lane: `value(at: s) = s ((1 - s) (c - s d) + s^2)`.
private struct Cubic<V: Lanes> {
  /// Three times the first control point.
  var c: V
  /// Three times the first control point less the second, which is the same from either end.
  var d: V

  /// `value(at: s) / s`.
  @inline(__always)
  func quotient(at s: V) -> V {
    let q = V.fma(V.negated(s), d, c)
    return V.fma(s, s, V.fma(V.negated(s), q, q))
  }

  /// The derivative: `(1 - s)^2 c - 2 s (1 - s) d + s^2 (3 - (c - d))`, every term of its own sign, so that it is
  /// relatively accurate where the curve stands still at an end.
  @inline(__always)
  func slope(at s: V) -> V {
    let r = V(repeating: 1) - s
    let middle = V.fma(V.negated(d), r + r, (V(repeating: 3) - (c - d)) * s)
    return V.fma(middle, s, (c * r) * r)
  }
}

/// The equation `x(s) == target`, for s in 0...1/2.
private struct Equation<V: Lanes> {
  var x: Cubic<V>
  var target: V
  /// `x(s) = ((a s - b) s + c) s`. It rounds once more than `Cubic`. Only the bisections and derivatives use
  /// it, and they needn't be exact.
  var a: V
  var b: V

  @inline(__always)
  init(_ x: Cubic<V>, target: V) {
    self.init(x, target: target, a: x.d + V(repeating: 1), b: x.d + x.c)
  }

  @inline(__always)
  init(_ x: Cubic<V>, target: V, a: V, b: V) {
    self.x = x
    self.target = target
    self.a = a
    self.b = b
  }

  /// `s` moved by `step` towards the solution and, in the second of two bisections, by half the step.
  @inline(__always)
  func bisected(_ s: V, by step: V, times: Int) -> V {
    let quotient = V.fma(V.fma(a, s, V.negated(b)), s, x.c)
    let moved = s - V.copysign(step, V.fma(quotient, s, V.negated(target)))
    return times == 1 ? moved : bisected(moved, by: step * V(repeating: 0.5), times: 1)
  }

  /// `x(s) - target`.
  @inline(__always)
  func excess(at s: V) -> V { V.fma(s, x.quotient(at: s), V.negated(target)) }

  /// `abs(x(s) - target)`.
  @inline(__always)
  func distance(at s: V) -> V { V.abs(excess(at: s)) }

  /// `s` after a step of Halley's method of at most `bound`.
  @inline(__always)
  func improved(_ s: V, within bound: V) -> V {
    let f = excess(at: s)
    let halfBend = V.fma(a * V(repeating: 3), s, V.negated(b))
    let slope = V.fma(halfBend - b, s, x.c)
    let divisor = V.max(V(repeating: 1e-30), V.fma(V.negated(f), halfBend, slope * slope))
    return s - V.min(bound, V.max(V.negated(bound), f * slope / divisor))
  }
}

/// The rows through which the passes of the solver hand on their results.
private enum Row: Int {
  case a, b, c, d, target, isTurned, s, improved
}

/// The curves of a call.
private protocol Curves {
  associatedtype V: Lanes

  /// Returns the equation as seen from the nearer end, and whether that is the curve's end.
  func equation(at place: LanePosition) -> (equation: Equation<V>, isTurned: V.Bits)
  /// y, seen from there.
  func y(_ place: LanePosition, _ isTurned: V.Bits) -> Cubic<V>

  /// Returns the most elements that a pass goes over, of `n` in the call.
  func blockLength(_ n: Int) -> Int

  /// Asks for the memory that the first pass of the block with an element, or beyond the last one, will read.
  func prefetch(_ index: Int)
  /// Asks for the memory that the last pass of the block with an element will read besides.
  func prefetchForLastPass(_ index: Int)

  /// Returns whether a pass of bisections asks for memory that the caller will read next.
  func prefetchesForCaller(_ pass: Int) -> Bool
  /// Asks for the memory with an element that the caller will read next, a part of it in each pass.
  func prefetchForCaller(_ index: Int, _ pass: Int)

  /// Writes what a pass can't tell by itself to rows, and reads it back.
  func keep(_ equation: Equation<V>, _ isTurned: V.Bits, _ rows: ScratchRows<V>, _ offset: Int)
  func equation(_ rows: ScratchRows<V>, _ offset: Int) -> Equation<V>
  func isTurned(_ place: LanePosition, _ rows: ScratchRows<V>, _ offset: Int) -> V.Bits
}

extension Curves {
  /// Asks for as much memory as a register holds.
  @inline(__always)
  fileprivate func prefetchRegister(at address: UnsafePointer<V.Element>) {
    vk_prefetch_input(address)
    if V.lanes &* MemoryLayout<V.Element>.size > 64 { vk_prefetch_input(address + V.lanes / 2) }
  }

  @inline(__always)
  fileprivate func prefetchesForCaller(_ pass: Int) -> Bool { false }

  @inline(__always)
  fileprivate func prefetchForCaller(_ index: Int, _ pass: Int) {}
}

/// Columns that the caller reads after a call, `stride` elements apart.
private struct NextColumns {
  let first: UnsafePointer<Float>
  let stride: Int
  let count: Int
}

private struct SharedCurve<V: Lanes>: Curves {
  let xC, yC: (V.Element, V.Element)
  let xD, yD, middle: V.Element
  let x: UnsafePointer<V.Element>

  @inline(__always)
  private func coordinate(_ c: (V.Element, V.Element), _ d: V.Element, _ isTurned: V.Bits) -> Cubic<V> {
    Cubic(c: V.select(isTurned, V(repeating: c.1), V(repeating: c.0)), d: V(repeating: d))
  }

  @inline(__always)
  func equation(at place: LanePosition) -> (equation: Equation<V>, isTurned: V.Bits) {
    let x = V.load(x, place)
    let isTurned = isTurned(x)
    return (Equation(coordinate(xC, xD, isTurned), target: turned(x, isTurned)), isTurned)
  }

  @inline(__always)
  private func isTurned(_ x: V) -> V.Bits { V.less(V(repeating: middle), x) }

  @inline(__always)
  func y(_ place: LanePosition, _ isTurned: V.Bits) -> Cubic<V> { coordinate(yC, yD, isTurned) }

  @inline(__always)
  func blockLength(_ n: Int) -> Int { ScratchRows<V>.length }

  @inline(__always)
  func prefetch(_ index: Int) {
    prefetchRegister(at: x + index)
  }

  @inline(__always)
  func prefetchForLastPass(_ index: Int) {}

  @inline(__always)
  func keep(_ equation: Equation<V>, _ isTurned: V.Bits, _ rows: ScratchRows<V>, _ offset: Int) {
    rows[Row.b, offset] = equation.b
    rows[Row.c, offset] = equation.x.c
    rows[Row.target, offset] = equation.target
  }

  @inline(__always)
  func equation(_ rows: ScratchRows<V>, _ offset: Int) -> Equation<V> {
    let d = V(repeating: xD)
    return Equation(
      Cubic(c: rows[Row.c, offset], d: d), target: rows[Row.target, offset], a: d + V(repeating: 1),
      b: rows[Row.b, offset])
  }

  @inline(__always)
  func isTurned(_ place: LanePosition, _ rows: ScratchRows<V>, _ offset: Int) -> V.Bits { isTurned(V.load(x, place)) }
}

extension SharedCurve where V.Element == Float {
  @inline(__always)
  init(_ curve: UnsafePointer<vk_bezier>, _ x: UnsafePointer<Float>) {
    let curve = curve.pointee
    self.init(xC: curve.x_c, yC: curve.y_c, xD: curve.x_d, yD: curve.y_d, middle: curve.middle, x: x)
  }
}

extension SharedCurve where V.Element == Double {
  @inline(__always)
  init(_ curve: UnsafePointer<vk_double_bezier>, _ x: UnsafePointer<Double>) {
    let curve = curve.pointee
    self.init(xC: curve.x_c, yC: curve.y_c, xD: curve.x_d, yD: curve.y_d, middle: curve.middle, x: x)
  }
}

private struct OwnCurves<V: Lanes>: Curves where V.Element == Float {
  let x: UnsafePointer<Float>
  let x1: UnsafePointer<Float>
  let y1: UnsafePointer<Float>
  let x2: UnsafePointer<Float>
  let y2: UnsafePointer<Float>
  var next: NextColumns?

  @inline(__always)
  private func coordinate(_ p1: V, _ p2: V, _ isTurned: V.Bits) -> Cubic<V> {
    let three = V(repeating: 3)
    return Cubic(c: V.select(isTurned, V(repeating: 1) - p2, p1) * three, d: (p1 - p2) * three)
  }

  @inline(__always)
  func equation(at place: LanePosition) -> (equation: Equation<V>, isTurned: V.Bits) {
    let (x, x1, x2) = (V.load(x, place), clamped(V.load(x1, place)), clamped(V.load(x2, place)))
    let isTurned = V.less(V.fma(x1 + x2, V(repeating: 0.375), V(repeating: 0.125)), x)
    return (Equation(coordinate(x1, x2, isTurned), target: turned(x, isTurned)), isTurned)
  }

  @inline(__always)
  func y(_ place: LanePosition, _ isTurned: V.Bits) -> Cubic<V> {
    coordinate(V.load(y1, place), V.load(y2, place), isTurned)
  }

  /// Calls beyond the caches, which read five columns and write one, take up to a tenth less time in blocks half as
  /// long: memory is read at shorter intervals. In the caches they would take longer.
  @inline(__always)
  func blockLength(_ n: Int) -> Int {
    let bytes = n &* (5 &+ 1) &* MemoryLayout<Float>.size
    return bytes < Int(VK_STREAM_BYTES) ? ScratchRows<V>.length : ScratchRows<V>.length / 2
  }

  @inline(__always)
  func prefetch(_ index: Int) {
    prefetchRegister(at: x + index)
    prefetchRegister(at: x1 + index)
    prefetchRegister(at: x2 + index)
  }

  @inline(__always)
  func prefetchForLastPass(_ index: Int) {
    prefetchRegister(at: y1 + index)
    prefetchRegister(at: y2 + index)
  }

  /// The columns that each pass of bisections asks for, so that all passes together ask for eight, or for nine on AVX2.
  /// Narrower registers ask for none, because it isn't measured there.
  @inline(__always)
  private var columnsPerPass: Int { VK_BYTES > 32 ? 2 : 1 }

  @inline(__always)
  func prefetchesForCaller(_ pass: Int) -> Bool {
    guard VK_BYTES >= 32, let next else { return false }
    return pass &* columnsPerPass < next.count
  }

  @inline(__always)
  func prefetchForCaller(_ index: Int, _ pass: Int) {
    guard let next else { return }
    for column in 0..<columnsPerPass {
      prefetchRegister(at: next.first + ((pass &* columnsPerPass &+ column) &* next.stride &+ index))
    }
  }

  @inline(__always)
  func keep(_ equation: Equation<V>, _ isTurned: V.Bits, _ rows: ScratchRows<V>, _ offset: Int) {
    rows[Row.a, offset] = equation.a
    rows[Row.b, offset] = equation.b
    rows[Row.c, offset] = equation.x.c
    rows[Row.d, offset] = equation.x.d
    rows[Row.target, offset] = equation.target
    rows[Row.isTurned, offset] = V.fromBits(isTurned)
  }

  @inline(__always)
  func equation(_ rows: ScratchRows<V>, _ offset: Int) -> Equation<V> {
    Equation(
      Cubic(c: rows[Row.c, offset], d: rows[Row.d, offset]), target: rows[Row.target, offset],
      a: rows[Row.a, offset], b: rows[Row.b, offset])
  }

  @inline(__always)
  func isTurned(_ place: LanePosition, _ rows: ScratchRows<V>, _ offset: Int) -> V.Bits {
    V.bits(rows[Row.isTurned, offset])
  }
}

@inline(__always)
private func clamped<V: Lanes>(_ v: V) -> V {
  V.min(V(repeating: 1), V.max(V(repeating: 0), v))
}

/// The x of a curve from its nearer end, at least 0.
@inline(__always)
private func turned<V: Lanes>(_ x: V, _ isTurned: V.Bits) -> V {
  V.max(V(repeating: 0), V.select(isTurned, V(repeating: 1) - x, x))
}

/// `y` for every element, or `dy/dx`, in passes of a few steps each; `adjust` may change each `y` before it is stored.
@inline(__always)
private func solve<C: Curves>(
  _ curves: C, slopes: Bool, _ out: UnsafeMutablePointer<C.V.Element>, _ n: Int,
  adjust: (C.V, LanePosition) -> C.V = { y, _ in y }
) {
  typealias V = C.V
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  // One bisection per pass keeps the most elements in a processor's window, but its loads take longer than its
  // arithmetic where a register is as wide as two loads.
  let bisections = VK_BYTES > 32 ? 2 : 1
  let bound = V(repeating: 0x1p-12)
  let result = V.isNarrowerThanDouble ? Row.s : .improved
  ScratchRows<V>.forEachBlock(n, atMost: curves.blockLength(n)) { rows, start, end in
    V.forEach(end, from: start, isLong: true) { place in
      let offset = place.offset &- start
      curves.prefetchForLastPass(place.offset)
      let (equation, isTurned) = curves.equation(at: place)
      curves.keep(equation, isTurned, rows, offset)
      rows[Row.s, offset] = equation.bisected(V(repeating: 0.25), by: V(repeating: 0x1p-3), times: bisections)
    }
    var step = V(repeating: 0x1p-3)
    @inline(__always) func bisect(times: Int) {
      for pass in 0..<times / bisections {
        step = step * V(repeating: bisections == 1 ? 0x1p-1 : 0x1p-2)
        @inline(__always) func bisect(_ offset: Int) {
          rows[Row.s, offset] = curves.equation(rows, offset).bisected(rows[Row.s, offset], by: step, times: bisections)
        }
        if curves.prefetchesForCaller(pass) {
          rows.forEach(from: start, to: end) { offset in
            curves.prefetchForCaller(start &+ offset, pass)
            bisect(offset)
          }
        } else {
          rows.forEach(from: start, to: end) { bisect($0) }
        }
      }
    }
    bisect(times: 10 - bisections)
    rows.forEach(from: start, to: end) { offset in
      // The next block is read at once, too fast for the processor to foresee it where it isn't in a cache.
      curves.prefetch(end &+ offset)
      rows[result, offset] = curves.equation(rows, offset).improved(rows[Row.s, offset], within: bound)
    }
    if !V.isNarrowerThanDouble {
      // Twice the roundings of x(s).
      let tolerance = V(repeating: 1e-15)
      var largest = zero
      rows.forEach(from: start, to: end) { offset in
        let equation = curves.equation(rows, offset)
        // The steps needn't reach a double root at an end, which would count as missed.
        let improved = V.max(zero, equation.improved(rows[result, offset], within: bound))
        let s = V.select(V.lessOrEqual(equation.target, zero), zero, improved)
        rows[result, offset] = s
        // The larger of the two, or what it was if the distance is NaN.
        largest = V.max(equation.distance(at: s), largest)
      }
      if V.any(V.less(tolerance, largest)) {
        bisect(times: 16)
        rows.forEach(from: start, to: end) { offset in
          let equation = curves.equation(rows, offset)
          let (s, found) = (rows[Row.s, offset], rows[result, offset])
          let isMissed = V.less(tolerance, equation.distance(at: found))
          rows[result, offset] = V.select(isMissed, equation.improved(s, within: V(repeating: 0x1p-28)), found)
        }
      }
    }
    V.forEach(end, from: start, isLong: true) { place in
      let offset = place.offset &- start
      let s = rows[result, offset]
      let isTurned = curves.isTurned(place, rows, offset)
      let y = curves.y(place, isTurned)
      let equation = curves.equation(rows, offset)
      if slopes {
        // The same seen from either end. At an end where both derivatives are 0, use the limit: their ratio a little
        // inside the curve equals it.
        let inside = V.max(V(repeating: 1e-18), s)
        V.store(y.slope(at: inside) / V.max(V(repeating: 1e-37), equation.x.slope(at: inside)), out, place)
      } else {
        // Exactly 0 at the end, but a control point that is NaN stays NaN.
        let value = V.select(V.lessOrEqual(equation.target, zero), zero, s) * y.quotient(at: s)
        V.store(adjust(V.select(isTurned, one - value, value), place), out, place)
      }
    }
  }
}

@c @implementation
func vk_bezier_f32(
  _ curve: UnsafePointer<vk_bezier>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  solve(SharedCurve<RegisterPair<vk_f32>>(curve, x), slopes: false, out, n)
}

@c @implementation
func vk_bezier_slope_f32(
  _ curve: UnsafePointer<vk_bezier>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  solve(SharedCurve<RegisterPair<vk_f32>>(curve, x), slopes: true, out, n)
}

@c @implementation
func vk_bezier_f64(
  _ curve: UnsafePointer<vk_double_bezier>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  solve(SharedCurve<RegisterPair<vk_f64>>(curve, x), slopes: false, out, n)
}

@c @implementation
func vk_bezier_slope_f64(
  _ curve: UnsafePointer<vk_double_bezier>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  solve(SharedCurve<RegisterPair<vk_f64>>(curve, x), slopes: true, out, n)
}

/// `next` has columns, `nextStride` elements apart, of which the caller reads as many elements after the call. While
/// the processor computes, the first eight or nine of them are brought into the nearest cache. That pays where the
/// columns are in the next cache and fit into the nearest one: for up to 256 elements.
@c @implementation
func vk_bezier_each_f32(
  _ x: UnsafePointer<Float>, _ x1: UnsafePointer<Float>, _ y1: UnsafePointer<Float>, _ x2: UnsafePointer<Float>,
  _ y2: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ next: UnsafePointer<Float>, _ nextStride: Int,
  _ nextColumns: Int, _ n: Int
) {
  let next = NextColumns(first: next, stride: nextStride, count: nextColumns)
  solve(OwnCurves<RegisterPair<vk_f32>>(x: x, x1: x1, y1: y1, x2: x2, y2: y2, next: next), slopes: false, out, n)
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
  solve(SharedCurve<V>(curve, x), slopes: false, out, n) { y, place in
    let progress = V.min(limit, V.max(V.negated(limit), V.load(x, place)))
    let before = startSlope * V.min(zero, progress)
    return y + V.fma(endSlope, V.max(zero, progress - one), before)
  }
}

#endif
