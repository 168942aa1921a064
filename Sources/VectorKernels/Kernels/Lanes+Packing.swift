internal import CVectorKernels

// Registers of numbers to and from 8 bits each.
//
// To 8 bits: the integer next to x * 255, as `Float` has the product, ties to even; below 0 and NaN 0, above 1 255.
// Back:      k / 255, correctly rounded: k * 2^-8 is exact, and k * (1/255 - 2^-8) is added to it.
//
// The same bits on every target: one product is rounded before it is used, the other is exact.

extension vk_f32 {
  /// What `rgba8` stores for numbers in 0...1, four to a lane, the first in its lowest byte.
  @inline(__always)
  static func rgba8(_ r: Self, _ g: Self, _ b: Self, _ a: Self) -> Bits {
    let scale = Self(repeating: 255)
    return vk_pack_rgba8(r * scale, g * scale, b * scale, a * scale)
  }

  /// The four numbers of each lane of `pixels`, in 0...1.
  @inline(__always)
  static func channels(_ pixels: Bits) -> (r: Self, g: Self, b: Self, a: Self) {
    (unorm8(pixels, 0), unorm8(pixels, 1), unorm8(pixels, 2), unorm8(pixels, 3))
  }

  @inline(__always)
  private static func unorm8(_ pixels: Bits, _ channel: Int32) -> Self {
    let k = vk_channel_f32(pixels, channel)
    return fma(k, Self(repeating: 0x1p-8), k * Self(repeating: 0x1.010102p-16))
  }

  /// Stores four columns as rows of 8-bit numbers: `r` of the first value, its `g`, `b` and `a`, then the next value's.
  ///
  /// - Parameters:
  ///   - p: Where the first value of the columns goes, 4 bytes for each value.
  ///   - place: Which values these are.
  @inline(__always)
  static func storeRGBA8(_ r: Self, _ g: Self, _ b: Self, _ a: Self, _ p: UnsafeMutablePointer<UInt8>, _ place: Place) {
    let pixels = rgba8(r, g, b, a)
    switch place.access {
    case .whole, .halves, .streamed: vk_store_i32(p + place.offset &* 4, pixels)
    case .first: vk_store_first_i32(p + place.offset &* 4, pixels, place.count)
    }
  }

  /// Loads four columns from rows of 8-bit numbers.
  ///
  /// - Parameters:
  ///   - p: Where the first value of the columns is, 4 bytes for each value.
  ///   - place: Which values to load.
  @inline(__always)
  static func loadRGBA8(_ p: UnsafePointer<UInt8>, _ place: Place) -> (r: Self, g: Self, b: Self, a: Self) {
    switch place.access {
    case .whole, .halves, .streamed: channels(vk_load_i32(p + place.offset &* 4))
    case .first: channels(vk_load_first_i32(p + place.offset &* 4, place.count))
    }
  }
}
