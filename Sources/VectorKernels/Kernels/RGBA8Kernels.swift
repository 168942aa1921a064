internal import CVectorKernels

// Rows of 8-bit sRGB and alpha, four bytes to a colour, from and to other colour spaces.
//
// Between 8 bits and Oklab there is a short way, in Float and in registers:
//
//   decode   linear light by the byte k: 32 quartics, number min(k + 5, 255) / 8, so that the line and the power of
//            sRGB's transfer function, which part between 10 and 11, don't meet within one. 1.4e-7 of the light.
//   cube root  as in ColorCurves.swift, with one polynomial for all that the guess lacks. 2e-7 of the root.
//   encode   255 times the encoded light by its bits: 32 quartics, which begin at the knee of the transfer function and
//            each cover half of a number's doubling. 1.3e-4 of a step of 8 bits.
//
// Error: Oklab from bytes 4e-7. Bytes from Oklab: next to the exact result, and its other neighbour where that is
// within 0.005 of halfway between two, which is what Float's roundings of light come to where the transfer function is
// steepest. All 16,777,216 colours come back from Oklab as they were. NaN becomes 0.
//
// Bytes per colour, read + written: 4 + 16, and 16 + 4.

extension vk_f32 {
  @inline(__always)
  static func loadPixels(_ p: UnsafePointer<UInt8>, _ place: Place) -> vk_i32 {
    switch place.access {
    case .whole, .halves, .streamed: vk_load_i32(p + place.offset &* 4)
    case .first: vk_load_first_i32(p + place.offset &* 4, place.count)
    }
  }

  @inline(__always)
  static func storePixels(_ pixels: vk_i32, _ p: UnsafeMutablePointer<UInt8>, _ place: Place) {
    switch place.access {
    case .whole, .halves, .streamed: vk_store_i32(p + place.offset &* 4, pixels)
    case .first: vk_store_first_i32(p + place.offset &* 4, pixels, place.count)
    }
  }

  /// The cube root of numbers in 0...1.
  @inline(__always)
  fileprivate static func cubeRoot(_ x: Self) -> Self {
    let third = fma(vk_float_f32(bits(x)), Self(repeating: -1 / 3.0), Self(repeating: 1_419_900_032))
    let r = fromBits(integer(third))
    let y = x * (r * r)
    // What is missing: y (1 - e)^(-2/3), by a minimax polynomial of degree 4 over 0.1024 on both sides, 2.9e-8.
    let e = fma(negated(y), r, Self(repeating: 1))
    var p = Self(repeating: 0x1.b7deb2p-2)
    p = fma(p, e, Self(repeating: 0x1.d4f2f6p-2))
    p = fma(p, e, Self(repeating: 0x1.f9a4c6p-2))
    p = fma(p, e, Self(repeating: 0x1.1c6ff4p-1))
    p = fma(p, e, Self(repeating: 0x1.555556p-1))
    return fma(y * e, p, y)
  }
}

/// 32 quartics, in registers where those hold 16 lanes.
private struct Quartics {
  private let curve: UnsafePointer<vk_baked_curve>
  private let low0, low1, low2, low3, low4, high0, high1, high2, high3, high4: vk_f32

  @inline(__always)
  init(_ curve: UnsafePointer<vk_baked_curve>) {
    self.curve = curve
    low0 = vk_table_low(curve, 0)
    low1 = vk_table_low(curve, 1)
    low2 = vk_table_low(curve, 2)
    low3 = vk_table_low(curve, 3)
    low4 = vk_table_low(curve, 4)
    high0 = vk_table_high(curve, 0)
    high1 = vk_table_high(curve, 1)
    high2 = vk_table_high(curve, 2)
    high3 = vk_table_high(curve, 3)
    high4 = vk_table_high(curve, 4)
  }

  @inline(__always)
  func value(_ number: vk_i32, _ x: vk_f32) -> vk_f32 {
    vk_quartic(curve, low0, low1, low2, low3, low4, high0, high1, high2, high3, high4, number, x)
  }
}

/// Three numbers by three, each in all lanes.
private struct Matrix {
  typealias Row = (vk_f32, vk_f32, vk_f32)
  let rows: (Row, Row, Row)

  @inline(__always)
  init(_ m: RowsOfThree.Entries) {
    @inline(__always) func all(_ x: Double) -> vk_f32 { vk_f32(repeating: Float(x)) }
    rows = ((all(m.0), all(m.1), all(m.2)), (all(m.3), all(m.4), all(m.5)), (all(m.6), all(m.7), all(m.8)))
  }

  @inline(__always)
  static func product(_ row: Row, _ x: vk_f32, _ y: vk_f32, _ z: vk_f32) -> vk_f32 {
    vk_f32.fma(x, row.0, vk_f32.fma(y, row.1, z * row.2))
  }
}

// MARK: - From 8 bits

@inline(__always)
private func oklab(
  _ conversion: UnsafePointer<vk_color_conversion>, _ tables: UnsafePointer<vk_srgb8_tables>,
  _ rows: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int
) {
  typealias V = vk_f32
  let quartics = Quartics(UnsafeRawPointer(tables).assumingMemoryBound(to: vk_baked_curve.self))
  let toLight = Matrix(conversion.pointee.matrix)
  let fromRoots = Matrix(conversion.pointee.from_roots)
  let five = vk_i32(repeating: 0x05050505)
  V.forEach(n) { place in
    let pixels = V.loadPixels(rows, place)
    let numbers = vk_add_bytes(pixels, five)
    let r = quartics.value(vk_shift_right_f32(numbers, 3), vk_channel_f32(pixels, 0))
    let g = quartics.value(vk_shift_right_f32(numbers, 11), vk_channel_f32(pixels, 1))
    let b = quartics.value(vk_shift_right_f32(numbers, 19), vk_channel_f32(pixels, 2))
    let l = V.cubeRoot(Matrix.product(toLight.rows.0, r, g, b))
    let m = V.cubeRoot(Matrix.product(toLight.rows.1, r, g, b))
    let s = V.cubeRoot(Matrix.product(toLight.rows.2, r, g, b))
    V.store(Matrix.product(fromRoots.rows.0, l, m, s), out, place)
    V.store(Matrix.product(fromRoots.rows.1, l, m, s), out + stride, place)
    V.store(Matrix.product(fromRoots.rows.2, l, m, s), out + 2 &* stride, place)
    V.store(V.channels(pixels).a, out + 3 &* stride, place)
  }
}

@c
func vk_color_from_rgba8_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ rows: UnsafePointer<UInt8>,
  _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int
) {
  if let tables = conversion.pointee.tables, conversion.pointee.to_shape == VK_SHAPE_RECTANGULAR {
    oklab(conversion, tables, rows, out, stride, n)
    return
  }
  ColorBlock.forEachBlock(n) { block, start, end in
    vk_f32.forEach(end, from: start) { place in
      let (r, g, b, alpha) = vk_f32.loadRGBA8(rows, place)
      let offset = place.offset &- start
      block[ColorRow.x, offset] = Wide(r)
      block[ColorRow.y, offset] = Wide(g)
      block[ColorRow.z, offset] = Wide(b)
      vk_f32.store(alpha, out + 3 &* stride, place)
    }
    block.convert(end &- start, conversion)
    block.store(.x, out, start, end)
    block.store(.y, out + stride, start, end)
    block.store(.z, out + 2 &* stride, start, end)
  }
}

// MARK: - To 8 bits

extension ColorBlock {
  /// Packs the rows, whose components are sRGB's by now.
  @inline(__always)
  func store(_ out: UnsafeMutablePointer<UInt8>, _ start: Int, _ end: Int) {
    vk_f32.forEach(end, from: start) { place in
      let offset = place.offset &- start
      vk_f32.storeRGBA8(
        self[ColorRow.x, offset].narrowed, self[ColorRow.y, offset].narrowed, self[ColorRow.z, offset].narrowed,
        self[ColorRow.alpha, offset].narrowed, out, place)
    }
  }
}

/// From Oklab to bytes, in registers.
struct OklabToSRGB8 {
  private let quartics: Quartics
  private let toRoots: Matrix
  private let toRGB: Matrix
  private let knee: vk_i32

  @inline(__always)
  init(_ conversion: UnsafePointer<vk_color_conversion>, _ tables: UnsafePointer<vk_srgb8_tables>) {
    quartics = Quartics(UnsafeRawPointer(tables).assumingMemoryBound(to: vk_baked_curve.self) + 1)
    toRoots = Matrix(conversion.pointee.to_roots)
    toRGB = Matrix(conversion.pointee.matrix)
    knee = vk_i32(repeating: tables.pointee.knee)
  }

  @inline(__always)
  func pixels(_ lightness: vk_f32, _ a: vk_f32, _ b: vk_f32, _ alpha: vk_f32) -> vk_i32 {
    @inline(__always) func cubed(_ row: Matrix.Row) -> vk_f32 {
      let root = vk_f32.fma(a, row.1, vk_f32.fma(b, row.2, lightness))
      return root * root * root
    }
    let (l, m, s) = (cubed(toRoots.rows.0), cubed(toRoots.rows.1), cubed(toRoots.rows.2))
    return vk_join_bytes(
      encoded(Matrix.product(toRGB.rows.0, l, m, s)), encoded(Matrix.product(toRGB.rows.1, l, m, s)),
      encoded(Matrix.product(toRGB.rows.2, l, m, s)),
      vk_f32.integer(clamped(alpha, from: 0) * vk_f32(repeating: 255)))
  }

  /// A byte of sRGB from linear light.
  @inline(__always)
  private func encoded(_ light: vk_f32) -> vk_i32 {
    // What is below is 0 as a byte, and its bits would be another polynomial's.
    let x = clamped(light, from: 0x1p-15)
    return vk_f32.integer(quartics.value(vk_shift_right_f32(vk_f32.bits(x) &- knee, 22), x))
  }

  /// In least...1; NaN is the least.
  @inline(__always)
  private func clamped(_ x: vk_f32, from least: Float) -> vk_f32 {
    vk_f32.min(vk_f32.max(x, vk_f32(repeating: least)), vk_f32(repeating: 1))
  }
}

@c
func vk_color_to_rgba8_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ columns: UnsafePointer<Float>, _ stride: Int,
  _ out: UnsafeMutablePointer<UInt8>, _ n: Int
) {
  typealias V = vk_f32
  let (x, y, z, alpha) = (columns, columns + stride, columns + 2 &* stride, columns + 3 &* stride)
  if let tables = conversion.pointee.tables, conversion.pointee.from_shape == VK_SHAPE_RECTANGULAR {
    let encoder = OklabToSRGB8(conversion, tables)
    V.forEach(n) { place in
      let pixels = encoder.pixels(V.load(x, place), V.load(y, place), V.load(z, place), V.load(alpha, place))
      V.storePixels(pixels, out, place)
    }
    return
  }
  ColorBlock.forEachBlock(n) { block, start, end in
    block.load(.x, x, start, end)
    block.load(.y, y, start, end)
    block.load(.z, z, start, end)
    block.load(.alpha, alpha, start, end)
    block.convert(end &- start, conversion)
    block.store(out, start, end)
  }
}
