internal import CVectorKernels

// Cubic Bezier timing curves: y at x, where x(s) and y(s) are cubics through (0, 0), two control points and (1, 1).
//
// Every curve is seen from its nearer end: past x(1/2) it is turned by half a turn (x, y, s -> 1 - x, 1 - y, 1 - s), so
// s lies in 0...1/2, numbers near the far end don't cancel, and a symmetric curve gives symmetric values. There
//
//   x(s) = s (3 g + s^2),  g = (1 - s) (p1 - s (p1 - p2))       and y(s) likewise from q1, q2
//
// is solved for s without a branch: seven bisections leave an interval of 1/256, then two steps of Halley's method,
// s -= f f' / (f'^2 - f f''/2), are kept inside it. It converges cubically at a simple root and still by a factor of
// two at a triple one, where x(s) is so flat that the bisections are nearly enough. x is clamped to 0...1.
//
// Error (Float), for every legal curve: abs(x(s) - x) <= 3e-7; in y, relative to max(1, abs(y1), abs(y2)), 1e-6 where
// the slope is at most 8, 1e-6 * slope / 8 beyond (1.5 times that where multiply-add isn't fused). A curve that rises
// may step back between neighbouring x by 3e-7 * max(1, slope). The ends are exact.
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

  /// `value(at: s) - x`, rounded once at the end.
  @inline(__always)
  func value(at s: V, minus x: V) -> V {
    V.fma(s, inner(at: s), V.negated(x))
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

/// Where `x` is on a curve, seen from its nearer end.
private struct Seen<V: Lanes> {
  var isTurned: V.Bits
  var x: Cubic<V>
  var y: Cubic<V>
  var target: V

  /// One curve for all lanes, prepared from both ends.
  @inline(__always)
  init(_ input: V, _ curve: vk_bezier) where V.Element == Float {
    let clamped = Seen.clamp(input)
    isTurned = V.less(V(repeating: curve.middle), clamped)
    x = Cubic(
      p1: V.select(isTurned, V(repeating: curve.x1.1), V(repeating: curve.x1.0)),
      difference: V(repeating: curve.x_difference))
    y = Cubic(
      p1: V.select(isTurned, V(repeating: curve.y1.1), V(repeating: curve.y1.0)),
      difference: V(repeating: curve.y_difference))
    target = V.select(isTurned, V(repeating: 1) - clamped, clamped)
  }

  /// Control points per lane; `x1` and `x2` are clamped to 0...1.
  @inline(__always)
  init(_ input: V, _ x1: V, _ y1: V, _ x2: V, _ y2: V) {
    let one = V(repeating: 1)
    let clamped = Seen.clamp(input)
    let x1 = Seen.clamp(x1)
    let x2 = Seen.clamp(x2)
    isTurned = V.less(V.fma(x1 + x2, V(repeating: 0.375), V(repeating: 0.125)), clamped)
    x = Cubic(p1: V.select(isTurned, one - x2, x1), difference: x1 - x2)
    y = Cubic(p1: V.select(isTurned, one - y2, y1), difference: y1 - y2)
    target = V.select(isTurned, one - clamped, clamped)
  }

  @inline(__always)
  private static func clamp(_ v: V) -> V {
    V.min(V(repeating: 1), V.max(V(repeating: 0), v))
  }

  /// The `s` in 0...1/2 with `x(s) == target`.
  @inline(__always)
  func solved() -> V {
    let zero = V(repeating: 0)
    let three = V(repeating: 3)
    // Plain coefficients: x(s) = ((a s + b) s + c) s. They have one more rounding than `Cubic`, which only the
    // bisections and derivatives, that needn't be exact, bear.
    let c = (x.p1 + x.p1) + x.p1
    let b = V.negated(V.fma(three, x.difference, c))
    let a = V.fma(three, x.difference, V(repeating: 1))

    var s = V(repeating: 0.25)
    var step = V(repeating: 0x1p-3)
    for _ in 0..<7 {
      let f = V.fma(V.fma(V.fma(a, s, b), s, c), s, V.negated(target))
      s = s - V.copysign(step, f)
      step = step * V(repeating: 0.5)
    }
    let low = s - V(repeating: 0x1p-9)
    let high = s + V(repeating: 0x1p-9)

    let slopeA = (a + a) + a
    let slopeB = b + b
    for _ in 0..<2 {
      let f = x.value(at: s, minus: target)
      let inner = V.fma(slopeA, s, slopeB)
      let slope = V.fma(inner, s, c)
      let halfBend = inner - b
      let divisor = V.max(V(repeating: 1e-30), V.fma(V.negated(f), halfBend, slope * slope))
      s = V.min(high, V.max(low, s - f * slope / divisor))
    }
    // Exactly 0 at the end, but a control point that is NaN stays NaN.
    return V.select(V.lessOrEqual(target, zero), zero * s, s)
  }

  /// `y`, turned back.
  @inline(__always)
  func value() -> V {
    let value = y.value(at: solved())
    return V.select(isTurned, V(repeating: 1) - value, value)
  }

  /// `dy/dx`, which is the same seen from either end. Where both derivatives vanish, at an end, the limit: a little
  /// inside the curve their ratio is already it.
  @inline(__always)
  func slope() -> V {
    let s = V.max(V(repeating: 1e-18), solved())
    return y.slope(at: s) / V.max(V(repeating: 1e-37), x.slope(at: s))
  }
}

@c
func vk_bezier_f32(
  _ curve: UnsafePointer<vk_bezier>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  let curve = curve.pointee
  Pair<Pair<vk_f32>>.forEach(n) { place in
    Pair<Pair<vk_f32>>.store(Seen(Pair<Pair<vk_f32>>.load(x, place), curve).value(), out, place)
  }
}

@c
func vk_bezier_slope_f32(
  _ curve: UnsafePointer<vk_bezier>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  let curve = curve.pointee
  Pair<Pair<vk_f32>>.forEach(n) { place in
    Pair<Pair<vk_f32>>.store(Seen(Pair<Pair<vk_f32>>.load(x, place), curve).slope(), out, place)
  }
}

@c
func vk_bezier_each_f32(
  _ x: UnsafePointer<Float>, _ x1: UnsafePointer<Float>, _ y1: UnsafePointer<Float>, _ x2: UnsafePointer<Float>,
  _ y2: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  Pair<Pair<vk_f32>>.forEach(n) { place in
    let seen = Seen(
      Pair<Pair<vk_f32>>.load(x, place), Pair<Pair<vk_f32>>.load(x1, place), Pair<Pair<vk_f32>>.load(y1, place),
      Pair<Pair<vk_f32>>.load(x2, place),
      Pair<Pair<vk_f32>>.load(y2, place))
    Pair<Pair<vk_f32>>.store(seen.value(), out, place)
  }
}

@c
func vk_bezier_each_slope_f32(
  _ x: UnsafePointer<Float>, _ x1: UnsafePointer<Float>, _ y1: UnsafePointer<Float>, _ x2: UnsafePointer<Float>,
  _ y2: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  Pair<Pair<vk_f32>>.forEach(n) { place in
    let seen = Seen(
      Pair<Pair<vk_f32>>.load(x, place), Pair<Pair<vk_f32>>.load(x1, place), Pair<Pair<vk_f32>>.load(y1, place),
      Pair<Pair<vk_f32>>.load(x2, place),
      Pair<Pair<vk_f32>>.load(y2, place))
    Pair<Pair<vk_f32>>.store(seen.slope(), out, place)
  }
}

/// The curve continued beyond its ends by straight lines. A slope of 0 continues it flat however far.
@c
func vk_bezier_extended_f32(
  _ curve: UnsafePointer<vk_bezier>, _ startSlope: Float, _ endSlope: Float, _ x: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = Pair<Pair<vk_f32>>
  let curve = curve.pointee
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  let limit = V(repeating: .greatestFiniteMagnitude)
  let (startSlope, endSlope) = (V(repeating: startSlope), V(repeating: endSlope))
  V.forEach(n) { place in
    let progress = V.min(limit, V.max(V.negated(limit), V.load(x, place)))
    let before = startSlope * V.min(zero, progress)
    let beyond = V.fma(endSlope, V.max(zero, progress - one), before)
    V.store(Seen(progress, curve).value() + beyond, out, place)
  }
}
