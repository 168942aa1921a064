internal import CVectorKernels

// A curve baked into a table that stays in registers: 32 quartics over equal intervals of q.
//
//   q = x or the root of scale * x + offset;  k = q's nearest 31st, u = 31 q - k;  y = c0 + u (c1 + u (c2 + u (c3 + u
//   c4)))
//
// The root straightens a curve that sets out like a power of sqrt(x) (its first control point has x = 0), and with
// scale -1 and offset 1 one that ends so. Neighbouring quartics meet halfway between their knots. x is clamped to
// 0...1, whose ends are the first and the last knot, so that there the result is exactly 0 and 1.
//
// Error (Float): the table's own, which its maker measures, and 4 ulp of its largest coefficient for this arithmetic.
// Bytes per element, read + written: 4 + 4.

@inline(__always)
private func baked(
  _ curve: UnsafePointer<vk_baked_curve>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  variable: (Pair<vk_f32>) -> Pair<vk_f32>
) {
  typealias V = Pair<vk_f32>
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  let scale = V(repeating: 31)
  let push = V(repeating: V.format.push)
  let low0 = vk_table_low(curve, 0)
  let low1 = vk_table_low(curve, 1)
  let low2 = vk_table_low(curve, 2)
  let low3 = vk_table_low(curve, 3)
  let low4 = vk_table_low(curve, 4)
  let high0 = vk_table_high(curve, 0)
  let high1 = vk_table_high(curve, 1)
  let high2 = vk_table_high(curve, 2)
  let high3 = vk_table_high(curve, 3)
  let high4 = vk_table_high(curve, 4)
  V.forEach(n) { place in
    let q = variable(V.min(one, V.max(zero, V.load(x, place))))
    let shifted = V.fma(q, scale, push)
    let u = V.fma(q, scale, push - shifted)
    let k = V.bits(shifted)
    let y = V(
      vk_quartic(curve, low0, low1, low2, low3, low4, high0, high1, high2, high3, high4, k.low, u.low),
      vk_quartic(curve, low0, low1, low2, low3, low4, high0, high1, high2, high3, high4, k.high, u.high))
    V.store(y, out, place)
  }
}

@c
func vk_bezier_baked_f32(
  _ curve: UnsafePointer<vk_baked_curve>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  if curve.pointee.takes_root != 0 {
    let scale = Pair<vk_f32>(repeating: curve.pointee.scale)
    let offset = Pair<vk_f32>(repeating: curve.pointee.offset)
    baked(curve, x, out, n) { Pair.sqrt(Pair.fma($0, scale, offset)) }
  } else {
    baked(curve, x, out, n) { $0 }
  }
}
