#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Registers of numbers to and from 8 and 16 bits each.
//
// unorm: the integer next to x * m, as `Float` has the product, ties to even, limited to 0...m; NaN is 0. m is 255 or
//        65535.
// snorm: the same, limited to -m...m. m is 127 or 32767.
// Back:  k / m, correctly rounded: with m = 2^b - 1, k * 2^-b is exact, and k * (1/m - 2^-b) is added to it. The least
//        integer of snorm, -m - 1, is -1 as well.
//
// The same bits on every target: the first product is rounded before it is used, the last but one is exact.

extension vk_f32 {
  // MARK: Four columns in rows of 8 bits each

  /// Four numbers in 0...1 to a lane, as unorm, the first in its lowest byte.
  @inline(__always)
  static func rgba8(_ r: Self, _ g: Self, _ b: Self, _ a: Self) -> Bits {
    let scale = Self(repeating: 255)
    return vk_pack_rgba8(r * scale, g * scale, b * scale, a * scale)
  }

  /// The four numbers of each lane of `pixels`.
  @inline(__always)
  static func channels(_ pixels: Bits) -> (r: Self, g: Self, b: Self, a: Self) {
    @inline(__always) func channel(_ k: Int32) -> Self { unorm8(vk_field_i32(pixels, 8 &* k, 8)) }
    return (channel(0), channel(1), channel(2), channel(3))
  }

  /// Stores four columns as rows of 8-bit numbers: `r` of the first value, its `g`, `b` and `a`, then the next value's.
  ///
  /// - Parameters:
  ///   - p: Where the first value of the columns goes, 4 bytes for each value.
  ///   - place: Which values these are.
  @inline(__always)
  static func storeRGBA8(
    _ r: Self, _ g: Self, _ b: Self, _ a: Self, _ p: UnsafeMutablePointer<UInt8>, _ place: LanePosition
  ) {
    let pixels = rgba8(r, g, b, a)
    switch place.access {
    case .whole: vk_store_i32(p + place.offset &* 4, pixels)
    case .streamed: vk_stream_i32(p + place.offset &* 4, pixels)
    case .first: vk_store_first_i32(p + place.offset &* 4, pixels, place.count)
    }
  }

  /// Loads four columns from rows of 8-bit numbers.
  ///
  /// - Parameters:
  ///   - p: Where the first value of the columns is, 4 bytes for each value.
  ///   - place: Which values to load.
  @inline(__always)
  static func loadRGBA8(_ p: UnsafePointer<UInt8>, _ place: LanePosition) -> (r: Self, g: Self, b: Self, a: Self) {
    switch place.access {
    case .whole, .streamed: channels(vk_load_i32(p + place.offset &* 4))
    case .first: channels(vk_load_first_i32(p + place.offset &* 4, place.count))
    }
  }

  // MARK: Integers to numbers

  @inline(__always)
  static func unorm8(_ k: Bits) -> Self { normalized(k, 0x1p-8, 0x1.010102p-16) }

  @inline(__always)
  static func unorm16(_ k: Bits) -> Self { normalized(k, 0x1p-16, 0x1.0001p-32) }

  @inline(__always)
  static func snorm8(_ k: Bits) -> Self { max(normalized(k, 0x1p-7, 0x1.020408p-14), Self(repeating: -1)) }

  @inline(__always)
  static func snorm16(_ k: Bits) -> Self { max(normalized(k, 0x1p-15, 0x1.0002p-30), Self(repeating: -1)) }

  @inline(__always)
  private static func normalized(_ k: Bits, _ unit: Float, _ rest: Float) -> Self {
    let k = vk_float_f32(k)
    return fma(k, Self(repeating: unit), k * Self(repeating: rest))
  }

  // MARK: Alpha

  /// A component divided by alpha, or 0 where that isn't above 0.
  @inline(__always)
  static func quotient(_ x: Self, _ alpha: Self) -> Self {
    select(lessOrEqual(alpha, Self(repeating: 0)), Self(repeating: 0), x / alpha)
  }
}

#endif
