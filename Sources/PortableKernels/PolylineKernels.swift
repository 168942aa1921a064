#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// A chain of straight lines: y = y_i + slope_i (x - knot_i), where i is the last line whose knot is at most x, or the
// first.
//
// Up to 16 lines are in registers, and the line is found by halving. With more lines, x falls into one of up to 4096
// equal buckets, which holds the line of the one knot in it, and the line before. Where buckets can't separate the
// knots, the line is again found by halving: in registers up to 64 lines, in memory beyond.
//
// Error (Float): 4 * 2^-24 (abs(y) + abs(y_i)), a 2^-24 each for the rounding of y and y_i, and of slope_i, x - knot_i
// and, where multiply-add isn't fused, their product, which is no more than y and y_i together. Exactly y_i at knot_i.
//
// Bytes per element, read + written: 4 + 4, and beyond 16 lines a row of 32 of the table, or log2(size) + 3 floats.

/// x within what can be multiplied by a slope of 0.
@inline(__always)
private func finite<V: Lanes>(_ x: V) -> V where V.Element == Float {
  let limit = V(repeating: .greatestFiniteMagnitude)
  return V.min(limit, V.max(V.negated(limit), x))
}

/// The last of `size` lines whose knot is at most x.
@inline(__always)
private func line<V: Lanes>(_ x: V, among size: Int, knots: (V.Bits) -> V) -> V.Bits {
  var index = V.Bits(repeating: 0)
  var step = size / 2
  while step > 0 {
    let candidate = index &+ V.Bits(repeating: step)
    // The mask is -1 where the knot is at most x.
    index = index &+ (V.lessOrEqual(knots(candidate), x) & V.Bits(repeating: step))
    step /= 2
  }
  return index
}

@inline(__always)
private func gather(_ table: UnsafePointer<Float>, _ index: RegisterPair<vk_f32>.Bits) -> RegisterPair<vk_f32> {
  RegisterPair(vk_gather_f32(table, index.low), vk_gather_f32(table, index.high))
}

/// The table holds three columns of `size` floats: knots, y and slopes. Its size is 16, 64 or a larger power of two;
/// lines that aren't there have infinite knots.
@c @implementation
func vk_polyline_f32(
  _ table: UnsafePointer<Float>, _ size: Int, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  if size == 16 {
    V.forEach(n, isLong: true) { place in
      let x = finite(V.load(x, place))
      let index = line(x, among: 16) { vk_lookup_in16(table, $0) }
      let y = V.fma(
        vk_lookup_in16(table + 32, index), x - vk_lookup_in16(table, index), vk_lookup_in16(table + 16, index))
      V.store(y, out, place)
    }
  } else if size == 64 {
    V.forEach(n, isLong: true) { place in
      let x = finite(V.load(x, place))
      let index = line(x, among: 64) { vk_lookup_in64(table, $0) }
      let y = V.fma(
        vk_lookup_in64(table + 128, index), x - vk_lookup_in64(table, index), vk_lookup_in64(table + 64, index))
      V.store(y, out, place)
    }
  } else {
    // Each look at the table waits for the one before, so there are two registers side by side.
    RegisterPair<V>.forEach(n, isLong: true) { place in
      let x = finite(RegisterPair<V>.load(x, place))
      let index = line(x, among: size) { gather(table, $0) }
      let y = RegisterPair.fma(gather(table + 2 &* size, index), x - gather(table, index), gather(table + size, index))
      RegisterPair.store(y, out, place)
    }
  }
}

/// The table holds a row of eight floats for each of `count` buckets, up to 4096: knot, y and slope of a line, and
/// behind an unused float the same of the line for x below that knot. Bucket k is for x where the integer next to
/// `(x - first) * scale`, in 0..<count, is k.
@c @implementation
func vk_polyline_buckets_f32(
  _ rows: UnsafePointer<Float>, _ count: Int, _ first: Float, _ scale: Float, _ x: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  let first = V(repeating: first)
  let scale = V(repeating: scale)
  let last = V(repeating: Float(count &- 1))
  V.forEach(n, isLong: true) { place in
    let x = finite(V.load(x, place))
    let bucket = V.min(V.max((x - first) * scale, V(repeating: 0)), last)
    let row = V.integer(bucket) & V.Bits(repeating: 0xfff)
    let knot = vk_column_of_eight(rows, row, 0)
    let isPast = V.lessOrEqual(knot, x)
    let start = V.select(isPast, knot, vk_column_of_eight(rows, row, 4))
    let y = V.select(isPast, vk_column_of_eight(rows, row, 1), vk_column_of_eight(rows, row, 5))
    let slope = V.select(isPast, vk_column_of_eight(rows, row, 2), vk_column_of_eight(rows, row, 6))
    V.store(V.fma(slope, x - start, y), out, place)
  }
}

#endif
