#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// A curve baked into a table that stays in registers: 16 polynomials over equal intervals of q.
//
//   q = x or the root of scale * x + offset;  k = q's nearest 15th, u = 15 q - k;  y = c0 + u (c1 + u (c2 + ...)), with
//   five or six powers of u
//
// The root straightens a curve that starts like a power of sqrt(x) (its first control point has x = 0), and with scale
// -1 and offset 1 a curve that ends in this way. Neighbouring polynomials meet halfway between their knots. x is clamped
// to 0...1, whose ends are the first and the last knot, so the results there are exactly 0 and 1.
//
// A coefficient is one permute of 16 lanes, or two of eight and a blend; narrower registers read rows of coefficients from
// memory. Curves over a root always take the sixth power, because the root takes longer than that. So do narrow registers
// and the loop that writes past the caches, for less code: where that power counts nothing, its coefficient is 0.
//
// Error (Float): the table's own, which its maker measures, and 4 ulp of its largest coefficient for this arithmetic.
// Bytes per element, read + written: 4 + 4.

/// The curve's table, in registers where they hold it.
struct BakedCurveLanes {
  typealias V = RegisterPair<vk_f32>

  private let curve: UnsafePointer<vk_baked_curve>
  private let rows: (vk_f32, vk_f32, vk_f32, vk_f32, vk_f32, vk_f32, vk_f32)

  @inline(__always)
  init(_ curve: UnsafePointer<vk_baked_curve>) {
    self.curve = curve
    rows = (
      vk_baked_row(curve, 0), vk_baked_row(curve, 1), vk_baked_row(curve, 2), vk_baked_row(curve, 3),
      vk_baked_row(curve, 4), vk_baked_row(curve, 5), vk_baked_row(curve, 6)
    )
  }

  /// The curve's values; `variable` makes q of an x in 0...1.
  @inline(__always)
  func values(at x: V, variable: (V) -> V, degree: Int32) -> V {
    let (zero, one, scale) = (V(repeating: 0), V(repeating: 1), V(repeating: 15))
    let push = V(repeating: V.format.push)
    let q = variable(V.min(one, V.max(zero, x)))
    let shifted = V.fma(q, scale, push)
    let u = V.fma(q, scale, push - shifted)
    return polynomials(V.bits(shifted), u, degree)
  }

  /// The polynomials with these numbers at `u`.
  @inline(__always)
  private func polynomials(_ number: V.Bits, _ u: V, _ degree: Int32) -> V {
    let index = (low: vk_polynomial_index(number.low), high: vk_polynomial_index(number.high))
    @inline(__always) func coefficient(_ c: Int32, _ row: vk_f32) -> V {
      V(vk_baked_coefficient(curve, c, row, index.low), vk_baked_coefficient(curve, c, row, index.high))
    }
    // On AVX2 the compiler would look up all coefficients first, for which there aren't enough registers.
    @inline(__always) func held(_ y: V) -> V { VK_BYTES == 32 ? V.held(y) : y }
    var y = coefficient(5, rows.5)
    if degree == 6 { y = held(V.fma(coefficient(6, rows.6), u, y)) }
    y = held(V.fma(y, u, coefficient(4, rows.4)))
    y = held(V.fma(y, u, coefficient(3, rows.3)))
    y = held(V.fma(y, u, coefficient(2, rows.2)))
    y = held(V.fma(y, u, coefficient(1, rows.1)))
    return V.fma(y, u, coefficient(0, rows.0))
  }

  @inline(__always)
  private static func root(_ curve: UnsafePointer<vk_baked_curve>, _ x: V) -> V {
    V.sqrt(V.fma(x, V(repeating: curve.pointee.scale), V(repeating: curve.pointee.offset)))
  }

  /// Calls `body` with the function from x to the curve's values, by one loop for all curves, and always with the sixth
  /// power.
  @inline(__always)
  private static func withValuesOfAny(_ curve: UnsafePointer<vk_baked_curve>, _ body: ((V) -> V) -> Void) {
    let table = BakedCurveLanes(curve)
    let takesRoot = Int(curve.pointee.takes_root)
    body { table.values(at: $0, variable: { vk_opaque(takesRoot) != 0 ? root(curve, $0) : $0 }, degree: 6) }
  }

  /// Calls `body` with the function from x to the curve's values.
  @inline(__always)
  static func withValues(_ curve: UnsafePointer<vk_baked_curve>, _ body: ((V) -> V) -> Void) {
    let table = BakedCurveLanes(curve)
    // A loop that asks whether it takes the root takes no longer than one that doesn't ask. One without the sixth power
    // takes less time, and the usual curves don't need the power.
    if VK_BYTES == 16 || curve.pointee.takes_root != 0 || curve.pointee.degree == 6 {
      withValuesOfAny(curve, body)
    } else {
      body { table.values(at: $0, variable: { $0 }, degree: 5) }
    }
  }
}

/// - Parameter streams: Whether results are written past the caches, on AVX-512. Elsewhere computing takes longer than
///   memory does.
@c @implementation
func vk_bezier_baked_f32(
  _ curve: UnsafePointer<vk_baked_curve>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>,
  _ streams: Int32, _ n: Int
) {
  typealias V = BakedCurveLanes.V
  BakedCurveLanes.withValues(curve) { values in
    @inline(__always) func compute(_ place: LanePosition) { V.store(values(V.load(x, place)), out, place) }
    if VK_BYTES == 64 {
      V.forEach(n, into: out, streams: streams != 0, whole: compute, partial: compute)
    } else {
      V.forEach(n, isLong: true, compute)
    }
  }
}

#endif
