internal import CVectorKernels

// A chain of straight lines: y = y_i + slope_i (x - x_i), where i is the last line whose knot is at most x, or the
// first. The table holds four columns of `size` floats: knots, x, y and slopes. Its size is 16, 64 or a larger power of
// two; lines that aren't there have infinite knots, and the first one's knot isn't looked at.
//
// The line is found by halving, without a branch: in registers up to 64 lines, in memory beyond.
//
// Error (Float): that of the table's entries, of x - x_i and of the sum: 1.5 ulp of the largest y on the line. Exactly
// y_i at x_i.
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
        vk_lookup_in16(table + 48, index), x - vk_lookup_in16(table + 16, index), vk_lookup_in16(table + 32, index))
      V.store(y, out, place)
    }
  } else if size == 64 {
    V.forEach(n) { place in
      let x = finite(V.load(x, place))
      let index = line(x, among: 64) { vk_lookup_in64(table, $0) }
      let y = V.fma(
        vk_lookup_in64(table + 192, index), x - vk_lookup_in64(table + 64, index), vk_lookup_in64(table + 128, index))
      V.store(y, out, place)
    }
  } else {
    V.forEach(n) { place in
      let x = finite(V.load(x, place))
      let index = line(x, among: size) { vk_gather_f32(table, $0) }
      let y = V.fma(
        vk_gather_f32(table + 3 &* size, index), x - vk_gather_f32(table + size, index),
        vk_gather_f32(table + 2 &* size, index))
      V.store(y, out, place)
    }
  }
}
