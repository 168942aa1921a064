#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Packed numbers moved between columns, rows, and fields of structs. Nothing is computed.
//
// Two to four columns of 8 and 16 bits become rows in loops that the compiler vectorises, or, of 16 bits, in lanes of 32
// bits where these take less time.

@inline(__always)
private func load16(_ p: UnsafeRawPointer, _ place: LanePosition) -> vk_i32 {
  let p = p + place.offset &* 2
  return place.access == .first ? vk_load_first_u16(p, place.count) : vk_load_u16(p)
}

@inline(__always)
private func store16(_ v: vk_i32, _ p: UnsafeMutableRawPointer, _ place: LanePosition) {
  let p = p + place.offset &* 2
  if place.access == .first {
    vk_store_first_u16(p, v, place.count)
  } else {
    vk_store_u16(p, v)
  }
}

@inline(__always)
private func load32(_ p: UnsafeRawPointer, _ place: LanePosition) -> vk_i32 {
  let p = p + place.offset &* 4
  return place.access == .first ? vk_load_first_i32(p, place.count) : vk_load_i32(p)
}

@inline(__always)
private func store32(_ v: vk_i32, _ p: UnsafeMutableRawPointer, _ place: LanePosition) {
  let p = p + place.offset &* 4
  if place.access == .first {
    vk_store_first_i32(p, v, place.count)
  } else {
    vk_store_i32(p, v)
  }
}

/// The two registers' worth of places that rows of 64 bits take.
@inline(__always)
private func halves(_ place: LanePosition) -> (LanePosition, LanePosition?) {
  typealias V = vk_f32
  let first = 2 &* place.offset
  guard place.access == .first else { return (LanePosition(whole: first), LanePosition(whole: first &+ V.lanes)) }
  let count = 2 &* place.count
  if count < V.lanes { return (LanePosition(offset: first, first: count), nil) }
  return (LanePosition(whole: first), LanePosition(offset: first &+ V.lanes, first: count &- V.lanes))
}

// MARK: - Columns to rows and back

@c @implementation
func vk_interleave_u8(
  _ columns: UnsafePointer<UInt8>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<UInt8>, _ n: Int
) {
  @inline(__always) func interleave(_ components: Int32) {
    vk_rows_of_columns_u8(
      columns, columns + stride, columns + 2 &* stride, columns + 3 &* stride, out, components, n)
  }
  switch components {
  case 2: interleave(2)
  case 3: interleave(3)
  default: interleave(4)
  }
}

@c @implementation
func vk_deinterleave_u8(
  _ rows: UnsafePointer<UInt8>, _ components: Int, _ columns: UnsafeMutablePointer<UInt8>, _ stride: Int, _ n: Int
) {
  @inline(__always) func deinterleave(_ components: Int32) {
    vk_columns_of_rows_u8(
      rows, columns, columns + stride, columns + 2 &* stride, columns + 3 &* stride, components, n)
  }
  switch components {
  case 2: deinterleave(2)
  case 3: deinterleave(3)
  default: deinterleave(4)
  }
}

@c @implementation
func vk_interleave_u16(
  _ columns: UnsafePointer<UInt16>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<UInt16>, _ n: Int
) {
  typealias V = vk_f32
  @inline(__always) func pair(_ k: Int, _ place: LanePosition) -> vk_i32 {
    vk_or_shifted_i32(load16(columns + k &* stride, place), load16(columns + (k &+ 1) &* stride, place), 16)
  }
  switch components {
  case 2: V.forEach(n) { store32(pair(0, $0), out, $0) }
  case 3: vk_rows_of_columns_u16(columns, columns + stride, columns + 2 &* stride, columns, out, 3, n)
  default:
    V.forEach(n) { place in
      let (low, high) = (V.fromBits(pair(0, place)), V.fromBits(pair(2, place)))
      let (first, second) = halves(place)
      store32(V.bits(V.zipped(low, high, row: 0, 1)), out, first)
      if let second { store32(V.bits(V.zipped(low, high, row: 1, 1)), out, second) }
    }
  }
}

@c @implementation
func vk_deinterleave_u16(
  _ rows: UnsafePointer<UInt16>, _ components: Int, _ columns: UnsafeMutablePointer<UInt16>, _ stride: Int, _ n: Int
) {
  typealias V = vk_f32
  @inline(__always) func store(_ row: vk_i32, _ k: Int, _ place: LanePosition) {
    store16(row, columns + k &* stride, place)
    store16(vk_field_i32(row, 16, 16), columns + (k &+ 1) &* stride, place)
  }
  switch components {
  case 2: V.forEach(n) { store(load32(rows, $0), 0, $0) }
  case 3: vk_columns_of_rows_u16(rows, columns, columns + stride, columns + 2 &* stride, columns, 3, n)
  default:
    V.forEach(n) { place in
      let places = halves(place)
      let first = V.fromBits(load32(rows, places.0))
      let second = places.1.map { V.fromBits(load32(rows, $0)) } ?? V(repeating: 0)
      store(V.bits(V.unzipped(first, second, column: 0, 1)), 0, place)
      store(V.bits(V.unzipped(first, second, column: 1, 1)), 2, place)
    }
  }
}

// MARK: - Fields

/// Moves n values of `size` bytes. A value whose size isn't a power of two moves in pieces, the last of which overlaps
/// the one before.
@inline(__always)
private func move(
  _ from: UnsafePointer<UInt8>, _ fromStride: Int, _ size: Int, _ to: UnsafeMutablePointer<UInt8>, _ toStride: Int,
  _ n: Int
) {
  switch size {
  case 1: vk_move_8(from, fromStride, to, toStride, n)
  case 2...3:
    vk_move_16(from, fromStride, to, toStride, n)
    if size > 2 { vk_move_16(from + 1, fromStride, to + 1, toStride, n) }
  case 4...7:
    vk_move_32(from, fromStride, to, toStride, n)
    if size > 4 { vk_move_32(from + (size &- 4), fromStride, to + (size &- 4), toStride, n) }
  case 8...15:
    vk_move_64(from, fromStride, to, toStride, n)
    if size > 8 { vk_move_64(from + (size &- 8), fromStride, to + (size &- 8), toStride, n) }
  default:
    var offset = 0
    while offset < size {
      let piece = Swift.min(offset, size &- 16)
      vk_move_128(from + piece, fromStride, to + piece, toStride, n)
      offset &+= 16
    }
  }
}

@c @implementation
func vk_copy_strided(
  _ from: UnsafePointer<UInt8>, _ fromStride: Int, _ size: Int, _ to: UnsafeMutablePointer<UInt8>, _ toStride: Int,
  _ n: Int
) {
  move(from, fromStride, size, to, toStride, n)
}

#endif
