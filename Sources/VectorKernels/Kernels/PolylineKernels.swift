internal import CVectorKernels

// A chain of straight lines: y = y_i + slope_i (x - knot_i), where i is the last line whose knot is at most x, or the
// first. The table holds three columns of `size` floats: knots, y and slopes. Its size is 16, 64 or a larger power of
// two; lines that aren't there have infinite knots.
//
// The line is found by halving, without a branch: in registers up to 64 lines, in memory beyond.
//
// Error (Float): that of the table's entries, of x - knot_i and of the sum: 2 ulp of the larger of y and y_i. Exactly
// y_i at knot_i.
//
// Bytes per element, read + written: 4 + 4, and log2(size) + 3 floats of the table beyond 64 lines.

/// x within what can be multiplied by a slope of 0.
@inline(__always)
private func finite(_ x: vk_f32) -> vk_f32 {
  let limit = vk_f32(repeating: .greatestFiniteMagnitude)
  return vk_f32.min(limit, vk_f32.max(vk_f32.negated(limit), x))
}

/// The last of `size` lines whose knot is at most x.
@inline(__always)
private func line(_ x: vk_f32, among size: Int, knots: (vk_i32) -> vk_f32) -> vk_i32 {
  var index = vk_i32(repeating: 0)
  var step = size / 2
  while step > 0 {
    let candidate = index &+ vk_i32(repeating: step)
    // The mask is -1 where the knot is at most x.
    index = index &+ (vk_f32.lessOrEqual(knots(candidate), x) & vk_i32(repeating: step))
    step /= 2
  }
  return index
}

@c
func vk_polyline_f32(
  _ table: UnsafePointer<Float>, _ size: Int, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  if size == 16 {
    V.forEach(n) { place in
      let x = finite(V.load(x, place))
      let index = line(x, among: 16) { vk_lookup_in16(table, $0) }
      let y = V.fma(
        vk_lookup_in16(table + 32, index), x - vk_lookup_in16(table, index), vk_lookup_in16(table + 16, index))
      V.store(y, out, place)
    }
  } else if size == 64 {
    V.forEach(n) { place in
      let x = finite(V.load(x, place))
      let index = line(x, among: 64) { vk_lookup_in64(table, $0) }
      let y = V.fma(
        vk_lookup_in64(table + 128, index), x - vk_lookup_in64(table, index), vk_lookup_in64(table + 64, index))
      V.store(y, out, place)
    }
  } else {
    V.forEach(n) { place in
      let x = finite(V.load(x, place))
      let index = line(x, among: size) { vk_gather_f32(table, $0) }
      let y = V.fma(
        vk_gather_f32(table + 2 &* size, index), x - vk_gather_f32(table, index),
        vk_gather_f32(table + size, index))
      V.store(y, out, place)
    }
  }
}
