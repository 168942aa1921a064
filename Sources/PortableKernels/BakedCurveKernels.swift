#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// A curve baked into a table that stays in registers: 32 quartics over equal intervals of q.
//
//   q = x or the root of scale * x + offset;  k = q's nearest 31st, u = 31 q - k;  y = c0 + u (c1 + u (c2 + u (c3 + u
//   c4)))
//
// The root straightens a curve that starts like a power of sqrt(x) (its first control point has x = 0), and with scale
// -1 and offset 1 a curve that ends in this way. Neighbouring quartics meet halfway between their knots. x is clamped
// to 0...1, whose ends are the first and the last knot, so the results there are exactly 0 and 1.
//
// Error (Float): the table's own, which its maker measures, and 4 ulp of its largest coefficient for this arithmetic.
// Bytes per element, read + written: 4 + 4.

/// The curve's table, in registers where they hold it.
struct BakedCurveLanes {
  typealias V = RegisterPair<vk_f32>

  private let curve: UnsafePointer<vk_baked_curve>
  private let low: (vk_f32, vk_f32, vk_f32, vk_f32, vk_f32)
  private let high: (vk_f32, vk_f32, vk_f32, vk_f32, vk_f32)

  @inline(__always)
  init(_ curve: UnsafePointer<vk_baked_curve>) {
    self.curve = curve
    low = (
      vk_table_low(curve, 0), vk_table_low(curve, 1), vk_table_low(curve, 2), vk_table_low(curve, 3),
      vk_table_low(curve, 4)
    )
    high = (
      vk_table_high(curve, 0), vk_table_high(curve, 1), vk_table_high(curve, 2), vk_table_high(curve, 3),
      vk_table_high(curve, 4)
    )
  }

  /// The curve's values; `variable` makes q of an x in 0...1.
  @inline(__always)
  func values(at x: V, variable: (V) -> V) -> V {
    let (zero, one, scale) = (V(repeating: 0), V(repeating: 1), V(repeating: 31))
    let push = V(repeating: V.format.push)
    let q = variable(V.min(one, V.max(zero, x)))
    let shifted = V.fma(q, scale, push)
    let u = V.fma(q, scale, push - shifted)
    let k = V.bits(shifted)
    return V(quartics(k.low, u.low), quartics(k.high, u.high))
  }

  @inline(__always)
  private func quartics(_ index: vk_i32, _ u: vk_f32) -> vk_f32 {
    vk_quartic(
      curve, low.0, low.1, low.2, low.3, low.4, high.0, high.1, high.2, high.3, high.4, index, u)
  }

  /// Calls `body` with the function from x to q.
  @inline(__always)
  static func withVariable(_ curve: UnsafePointer<vk_baked_curve>, _ body: ((V) -> V) -> Void) {
    if curve.pointee.takes_root != 0 {
      let (scale, offset) = (V(repeating: curve.pointee.scale), V(repeating: curve.pointee.offset))
      body { V.sqrt(V.fma($0, scale, offset)) }
    } else {
      body { $0 }
    }
  }
}

@c @implementation
func vk_bezier_baked_f32(
  _ curve: UnsafePointer<vk_baked_curve>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = BakedCurveLanes.V
  let table = BakedCurveLanes(curve)
  BakedCurveLanes.withVariable(curve) { variable in
    V.forEach(n) { place in V.store(table.values(at: V.load(x, place), variable: variable), out, place) }
  }
}

#endif
