internal import CVectorKernels

// A curve baked into a table that stays in registers: 32 quartics over equal intervals of q.
//
//   q = scale * x + offset, or its square root;  k = floor(32 q), u = 32 q - k;  y = c0 + u (c1 + u (c2 + u (c3 + u
//   c4)))
//
// The root straightens a curve that sets out like a power of sqrt(x) (its first control point has x = 0), and with
// scale -1 and offset 1 one that ends so. Neighbouring quartics meet at their common end. At and beyond the ends of
// 0...1 the result is exactly 0 and 1.
//
// Error (Float): the table's own, which its maker measures, and 4 ulp of its largest coefficient for this arithmetic.
// Bytes per element, read + written: 4 + 4.

@inline(__always)
private func baked(
  _ curve: UnsafePointer<vk_baked_curve>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  variable: (vk_f32) -> vk_f32
) {
  typealias V = vk_f32
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  let segments = V(repeating: 32)
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
    let x = V.load(x, place)
    let q = variable(x)
    // Ties round to even, so u is in 0...1 with both ends possible, where neighbouring quartics agree.
    let shifted = V.fma(q, segments, V(repeating: -0.5)) + push
    let u = V.fma(q, segments, push - shifted)
    let y = vk_quartic(
      curve, low0, low1, low2, low3, low4, high0, high1, high2, high3, high4, V.bits(shifted), u)
    let started = V.select(V.lessOrEqual(x, zero), zero, y)
    V.store(V.select(V.lessOrEqual(one, x), one, started), out, place)
  }
}

@c
func vk_bezier_baked_f32(
  _ curve: UnsafePointer<vk_baked_curve>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  if curve.pointee.takes_root != 0 {
    let scale = vk_f32(repeating: curve.pointee.scale)
    let offset = vk_f32(repeating: curve.pointee.offset)
    // Kept below 1, where a root rounds to from below, so that the last segment is never left.
    let below = vk_f32(repeating: 1 - 0x1p-24)
    baked(curve, x, out, n) { vk_f32.min(below, vk_f32.sqrt(vk_f32.fma($0, scale, offset))) }
  } else {
    baked(curve, x, out, n) { $0 }
  }
}
