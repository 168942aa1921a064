#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Floats to numbers of fewer bits and back, in the same order: Lanes+Packing.swift has the rules of unorm and snorm.
//
// half:  IEEE 754 binary16. To the nearest, ties to even, subnormal numbers included; infinite from 65520 on. NaN stays
//        one, quiet, with the upper ten bits of its payload. Back it is exact.
// int32: to the nearest, ties to even, limited to what an Int32 holds; NaN is 0. Back to the nearest `Float`.
//
// Bytes per number, read + written: 4 + 1, 2 or 4, and the same back.

/// Four registers to a turn: so little is done to each that the loop would show.
@inline(__always)
private func forEachFour(_ n: Int, _ body: (LanePosition) -> Void) {
  typealias V = vk_f32
  let end = n & ~(4 &* V.lanes &- 1)
  var offset = 0
  while offset < end {
    body(LanePosition(whole: offset))
    body(LanePosition(whole: offset &+ V.lanes))
    body(LanePosition(whole: offset &+ 2 &* V.lanes))
    body(LanePosition(whole: offset &+ 3 &* V.lanes))
    offset &+= 4 &* V.lanes
  }
  V.forEach(n, from: offset, body)
}

/// Registers of floats that fill one register of numbers of `bytes` each, two of these to a turn; the last one of all
/// may be partial.
@inline(__always)
private func pack(
  _ values: UnsafePointer<Float>, _ out: UnsafeMutableRawPointer, bytes: Int, _ n: Int,
  _ convert: (_ register: (Int) -> vk_f32) -> vk_i32
) {
  typealias V = vk_f32
  let step = V.lanes &* 4 / bytes
  var offset = 0
  @inline(__always) func packWhole() {
    let start = values + offset
    vk_store_i32(out + offset &* bytes, convert { V.load(start + $0 &* V.lanes) })
    offset &+= step
  }
  while offset &+ 2 &* step <= n {
    packWhole()
    packWhole()
  }
  if offset &+ step <= n { packWhole() }
  if offset < n {
    let start = values + offset
    let count = n &- offset
    let packed = convert { register in
      let first = register &* V.lanes
      if first &+ V.lanes <= count { return V.load(start + first) }
      return first < count ? V.load(start + first, first: count &- first) : V(repeating: 0)
    }
    vk_store_first_bytes(out + offset &* bytes, packed, count &* bytes)
  }
}

@c @implementation
func vk_pack_unorm8_f32(_ values: UnsafePointer<Float>, _ out: UnsafeMutablePointer<UInt8>, _ n: Int) {
  let scale = vk_f32(repeating: 255)
  pack(values, out, bytes: 1, n) { vk_pack_u8($0(0) * scale, $0(1) * scale, $0(2) * scale, $0(3) * scale) }
}

@c @implementation
func vk_pack_snorm8_f32(_ values: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Int8>, _ n: Int) {
  let scale = vk_f32(repeating: 127)
  pack(values, out, bytes: 1, n) { vk_pack_s8($0(0) * scale, $0(1) * scale, $0(2) * scale, $0(3) * scale) }
}

@c @implementation
func vk_pack_unorm16_f32(_ values: UnsafePointer<Float>, _ out: UnsafeMutablePointer<UInt16>, _ n: Int) {
  let scale = vk_f32(repeating: 65535)
  pack(values, out, bytes: 2, n) { vk_pack_u16($0(0) * scale, $0(1) * scale) }
}

@c @implementation
func vk_pack_snorm16_f32(_ values: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Int16>, _ n: Int) {
  let scale = vk_f32(repeating: 32767)
  pack(values, out, bytes: 2, n) { vk_pack_s16($0(0) * scale, $0(1) * scale) }
}

@c @implementation
func vk_pack_half_f32(_ values: UnsafePointer<Float>, _ out: UnsafeMutablePointer<UInt16>, _ n: Int) {
  // On x86-64, joining two registers of halves would take longer than another store.
  forEachFour(n) { place in
    let halves = vk_half_f32(vk_f32.load(values, place))
    if place.access == .first {
      vk_store_first_halves_u16(out + place.offset, halves, place.count)
    } else {
      vk_store_halves_u16(out + place.offset, halves)
    }
  }
}

@c @implementation
func vk_pack_int32_f32(_ values: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Int32>, _ n: Int) {
  pack(values, out, bytes: 4, n) { vk_nearest_any_i32($0(0)) }
}

// MARK: - Back

/// The integers at a place of a column of 8 or 16 bits each.
@inline(__always)
private func load8(_ p: UnsafeRawPointer, _ place: LanePosition) -> vk_i32 {
  place.access == .first ? vk_load_first_u8(p + place.offset, place.count) : vk_load_u8(p + place.offset)
}

@inline(__always)
private func load16(_ p: UnsafeRawPointer, _ place: LanePosition) -> vk_i32 {
  let p = p + place.offset &* 2
  return place.access == .first ? vk_load_first_u16(p, place.count) : vk_load_u16(p)
}

@c @implementation
func vk_unpack_unorm8_f32(_ packed: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  forEachFour(n) { vk_f32.store(vk_f32.unorm8(load8(packed, $0)), out, $0) }
}

@c @implementation
func vk_unpack_snorm8_f32(_ packed: UnsafePointer<Int8>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  forEachFour(n) { vk_f32.store(vk_f32.snorm8(vk_signed_i32(load8(packed, $0), 8)), out, $0) }
}

@c @implementation
func vk_unpack_unorm16_f32(_ packed: UnsafePointer<UInt16>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  forEachFour(n) { vk_f32.store(vk_f32.unorm16(load16(packed, $0)), out, $0) }
}

@c @implementation
func vk_unpack_snorm16_f32(_ packed: UnsafePointer<Int16>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  forEachFour(n) { vk_f32.store(vk_f32.snorm16(vk_signed_i32(load16(packed, $0), 16)), out, $0) }
}

@c @implementation
func vk_unpack_half_f32(_ packed: UnsafePointer<UInt16>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  forEachFour(n) { place in
    let halves =
      place.access == .first
      ? vk_load_first_halves_u16(packed + place.offset, place.count) : vk_load_halves_u16(packed + place.offset)
    vk_f32.store(vk_from_half_f32(halves), out, place)
  }
}

@c @implementation
func vk_unpack_int32_f32(_ packed: UnsafePointer<Int32>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  forEachFour(n) { place in
    let integers =
      place.access == .first
      ? vk_load_first_i32(packed + place.offset, place.count) : vk_load_i32(packed + place.offset)
    vk_f32.store(vk_float_f32(integers), out, place)
  }
}

#endif
