internal import CVectorKernels

// Columns to and from rows of four 8-bit numbers. The rounding is that of Lanes+Packing.swift.
//
// Bytes per value, read + written: 16 + 4, and 4 + 16.

@c
func vk_pack_rgba8_f32(
  _ r: UnsafePointer<Float>, _ g: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ a: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<UInt8>, _ n: Int
) {
  typealias V = vk_f32
  V.forEach(n) { place in
    V.storeRGBA8(V.load(r, place), V.load(g, place), V.load(b, place), V.load(a, place), out, place)
  }
}

@c
func vk_unpack_rgba8_f32(
  _ rows: UnsafePointer<UInt8>, _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>,
  _ b: UnsafeMutablePointer<Float>, _ a: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  V.forEach(n) { place in
    let (x, y, z, w) = V.loadRGBA8(rows, place)
    V.store(x, r, place)
    V.store(y, g, place)
    V.store(z, b, place)
    V.store(w, a, place)
  }
}
