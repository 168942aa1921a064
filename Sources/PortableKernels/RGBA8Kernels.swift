#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Rows of 8-bit sRGB and alpha, four bytes to a colour, from and to other colour spaces.
//
// Between 8 bits and Oklab there is a short way, in Float and in registers:
//
//   decode   linear light by the byte k: 32 quartics, number min(k + 5, 255) / 8, so that the line and the power of
//            sRGB's transfer function, which part between 10 and 11, don't meet within one. 1.4e-7 of the light. Where
//            registers hold no tables of 32, the quartics' values are read from memory.
//   cube root  Elementary.swift's for Float. 1e-7 of the root.
//   encode   255 times the encoded light by its bits: 16 quintics, which each cover a number's doubling. It is
//            scaled so that the knee of the transfer function is where one ends. 3.4e-4 of a step of 8 bits.
//
// Error: Oklab from bytes 4e-7 (5e-7 where multiply-add isn't fused). Bytes from Oklab: next to the exact result, and
// its other neighbour where that is within 0.005 of halfway between two, the effect of Float's roundings of light where
// the transfer function is steepest. All 16,777,216 colours come back from Oklab unchanged. NaN becomes 0.
//
// Bytes per colour, read + written: 4 + 16, and 16 + 4.

extension vk_f32 {
  @inline(__always)
  static func loadPixels(_ p: UnsafePointer<UInt8>, _ place: LanePosition) -> vk_i32 {
    switch place.access {
    case .whole, .streamed: vk_load_i32(p + place.offset &* 4)
    case .first: vk_load_first_i32(p + place.offset &* 4, place.count)
    }
  }

  @inline(__always)
  static func storePixels(_ pixels: vk_i32, _ p: UnsafeMutablePointer<UInt8>, _ place: LanePosition) {
    switch place.access {
    case .whole, .streamed: vk_store_i32(p + place.offset &* 4, pixels)
    case .first: vk_store_first_i32(p + place.offset &* 4, pixels, place.count)
    }
  }
}

/// The rows through which the first pass of the direct conversion hands its results to the second. Each pass has all
/// registers for its own constants.
typealias LightBlock = ScratchRows<vk_f32>

/// 32 quartics, in registers where those hold 16 lanes.
private struct Quartics {
  private let quartics: UnsafePointer<vk_quartics>
  private let low0, low1, low2, low3, low4, high0, high1, high2, high3, high4: vk_f32

  @inline(__always)
  init(_ quartics: UnsafePointer<vk_quartics>) {
    self.quartics = quartics
    low0 = vk_table_low(quartics, 0)
    low1 = vk_table_low(quartics, 1)
    low2 = vk_table_low(quartics, 2)
    low3 = vk_table_low(quartics, 3)
    low4 = vk_table_low(quartics, 4)
    high0 = vk_table_high(quartics, 0)
    high1 = vk_table_high(quartics, 1)
    high2 = vk_table_high(quartics, 2)
    high3 = vk_table_high(quartics, 3)
    high4 = vk_table_high(quartics, 4)
  }

  @inline(__always)
  func value(_ number: vk_i32, _ x: vk_f32) -> vk_f32 {
    vk_quartic(quartics, low0, low1, low2, low3, low4, high0, high1, high2, high3, high4, number, x)
  }
}

/// 16 quintics, in registers where those hold 16 lanes.
private struct Quintics {
  private let quintics: UnsafePointer<vk_quintics>
  private let row0, row1, row2, row3, row4, row5: vk_f32

  @inline(__always)
  init(_ quintics: UnsafePointer<vk_quintics>) {
    self.quintics = quintics
    let rows = UnsafeRawPointer(quintics).assumingMemoryBound(to: Float.self)
    row0 = vk_f32.load(rows)
    row1 = vk_f32.load(rows + 16)
    row2 = vk_f32.load(rows + 32)
    row3 = vk_f32.load(rows + 48)
    row4 = vk_f32.load(rows + 64)
    row5 = vk_f32.load(rows + 80)
  }

  @inline(__always)
  func value(_ number: vk_i32, _ x: vk_f32) -> vk_f32 {
    vk_quintic(vk_read_again(quintics), row0, row1, row2, row3, row4, row5, number, x)
  }
}

/// Three numbers by three, each in all lanes.
private struct Matrix {
  typealias Row = (vk_f32, vk_f32, vk_f32)
  let rows: (Row, Row, Row)

  @inline(__always)
  init(_ matrix: UnsafePointer<vk_matrix>?, scale: Double = 1) {
    let m = matrix.unsafelyUnwrapped.pointee.entries
    @inline(__always) func all(_ x: Double) -> vk_f32 { vk_f32(repeating: Float(x * scale)) }
    rows = ((all(m.0), all(m.1), all(m.2)), (all(m.3), all(m.4), all(m.5)), (all(m.6), all(m.7), all(m.8)))
  }

  @inline(__always)
  static func product(_ row: Row, _ x: vk_f32, _ y: vk_f32, _ z: vk_f32) -> vk_f32 {
    vk_f32.fma(x, row.0, vk_f32.fma(y, row.1, z * row.2))
  }
}

// MARK: - From 8 bits

@c @implementation
func vk_color_oklab_from_rgba8_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ tables: UnsafePointer<vk_srgb8_tables>,
  _ source: UnsafePointer<vk_color_source>, _ sink: UnsafePointer<vk_color_sink>, _ n: Int
) {
  typealias V = vk_f32
  let rows = source.pointee.rgba8.unsafelyUnwrapped
  let out = sink.pointee.columns
  let decoding = UnsafeRawPointer(tables) + MemoryLayout<vk_quintics>.stride
  let quartics = Quartics(decoding.assumingMemoryBound(to: vk_quartics.self))
  let toLight = Matrix(conversion.pointee.matrix)
  let fromRoots = Matrix(conversion.pointee.from_roots)
  let five = vk_i32(repeating: 0x05050505)
  let byte = vk_i32(repeating: 255)
  LightBlock.forEachBlock(n) { block, start, end in
    V.forEach(end, from: start) { place in
      let pixels = V.loadPixels(rows, place)
      let numbers = vk_add_bytes(pixels, five)
      @inline(__always) func light(_ channel: Int32) -> V {
        if vk_has_register_tables() {
          return quartics.value(vk_shift_right_f32(numbers, 8 &* channel &+ 3), vk_channel_f32(pixels, channel))
        }
        return vk_gather_f32(tables.pointee.lights, vk_shift_right_f32(pixels, 8 &* channel) & byte)
      }
      let (r, g, b) = (light(0), light(1), light(2))
      let offset = place.offset &- start
      block[ColorRow.x, offset] = Matrix.product(toLight.rows.0, r, g, b)
      block[ColorRow.y, offset] = Matrix.product(toLight.rows.1, r, g, b)
      block[ColorRow.z, offset] = Matrix.product(toLight.rows.2, r, g, b)
      V.store(V.channels(pixels).a, out.3.unsafelyUnwrapped, place)
    }
    V.forEach(end, from: start) { place in
      let offset = place.offset &- start
      let l = V.cubeRoot(block[ColorRow.x, offset])
      let m = V.cubeRoot(block[ColorRow.y, offset])
      let s = V.cubeRoot(block[ColorRow.z, offset])
      V.store(Matrix.product(fromRoots.rows.0, l, m, s), out.0.unsafelyUnwrapped, place)
      V.store(Matrix.product(fromRoots.rows.1, l, m, s), out.1.unsafelyUnwrapped, place)
      V.store(Matrix.product(fromRoots.rows.2, l, m, s), out.2.unsafelyUnwrapped, place)
    }
  }
}

// MARK: - To 8 bits

/// From Oklab to bytes, in registers.
private struct OklabToSRGB8 {
  typealias V = vk_f32

  private let quintics: Quintics
  private let toRoots: Matrix
  private let toRGB: Matrix
  private let brightest: V

  @inline(__always)
  init(_ conversion: UnsafePointer<vk_color_conversion>, _ tables: UnsafePointer<vk_srgb8_tables>) {
    quintics = Quintics(UnsafeRawPointer(tables).assumingMemoryBound(to: vk_quintics.self))
    toRoots = Matrix(conversion.pointee.to_roots)
    toRGB = Matrix(conversion.pointee.matrix, scale: tables.pointee.light_scale)
    brightest = V(repeating: Float(tables.pointee.light_scale))
  }

  /// Leaves linear light, scaled, and alpha in the rows.
  @inline(__always)
  func setLight(_ block: LightBlock, _ offset: Int, _ lightness: V, _ a: V, _ b: V, _ alpha: V) {
    @inline(__always) func cubed(_ row: Matrix.Row) -> V {
      let root = V.fma(a, row.1, V.fma(b, row.2, lightness))
      return root * root * root
    }
    let (l, m, s) = (cubed(toRoots.rows.0), cubed(toRoots.rows.1), cubed(toRoots.rows.2))
    block[ColorRow.x, offset] = Matrix.product(toRGB.rows.0, l, m, s)
    block[ColorRow.y, offset] = Matrix.product(toRGB.rows.1, l, m, s)
    block[ColorRow.z, offset] = Matrix.product(toRGB.rows.2, l, m, s)
    block[ColorRow.alpha, offset] = alpha
  }

  /// The bytes of the light and alpha in the rows.
  @inline(__always)
  func pixels(_ block: LightBlock, _ offset: Int) -> vk_i32 {
    let alpha = clamped(block[ColorRow.alpha, offset], from: 0, to: V(repeating: 1)) * V(repeating: 255)
    return vk_join_bytes(
      encoded(block[ColorRow.x, offset]), encoded(block[ColorRow.y, offset]), encoded(block[ColorRow.z, offset]),
      V.integer(alpha))
  }

  /// A byte of sRGB from scaled light.
  @inline(__always)
  private func encoded(_ light: V) -> vk_i32 {
    // Smaller numbers are 0 as a byte, and their bits would select another polynomial.
    let x = clamped(light, from: 0x1p-15, to: brightest)
    return V.integer(quintics.value(vk_shift_right_f32(V.bits(x), 23), x))
  }

  /// In least...most; NaN is the least.
  @inline(__always)
  private func clamped(_ x: V, from least: Float, to most: V) -> V {
    V.min(V.max(vk_quiet_f32(x), V(repeating: least)), most)
  }
}

@c @implementation
func vk_color_oklab_to_rgba8_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ tables: UnsafePointer<vk_srgb8_tables>,
  _ source: UnsafePointer<vk_color_source>, _ sink: UnsafePointer<vk_color_sink>, _ n: Int
) {
  typealias V = vk_f32
  let colors = ColorSource(source.pointee)
  let encoder = OklabToSRGB8(conversion, tables)
  let out = sink.pointee.rgba8.unsafelyUnwrapped
  let isPolar = conversion.pointee.from_shape == VK_SHAPE_POLAR
  // Beyond the caches, mixtures in short blocks take 0.74 to 0.95 of the time; in them, up to 4 % more on AVX2.
  // Gradients read little.
  let length = source.pointee.kind == VK_FROM_GRADIENT ? LightBlock.length : LightBlock.shortLength
  LightBlock.forEachBlock(n, atMost: length) { block, start, end in
    if isPolar {
      colors.forEachPremultiplied(start, end) { place, lightness, chroma, hue, alpha in
        let scale = vk_f32.unpremultiplier(alpha)
        block.set(place.offset &- start, lightness * scale, chroma * scale, hue, alpha)
      } plain: { place, lightness, chroma, hue, alpha in
        block.set(place.offset &- start, lightness, chroma, hue, alpha)
      }
      block.forEach(from: start, to: end) { offset in
        let (a, b) = V.rectangular(chroma: block[ColorRow.y, offset], hue: block[ColorRow.z, offset])
        encoder.setLight(block, offset, block[ColorRow.x, offset], a, b, block[ColorRow.alpha, offset])
      }
    } else {
      colors.forEachPremultiplied(start, end) { place, lightness, a, b, alpha in
        let scale = vk_f32.unpremultiplier(alpha)
        encoder.setLight(block, place.offset &- start, lightness * scale, a * scale, b * scale, alpha)
      } plain: { place, lightness, a, b, alpha in
        encoder.setLight(block, place.offset &- start, lightness, a, b, alpha)
      }
    }
    V.forEach(end, from: start) { place in
      V.storePixels(encoder.pixels(block, place.offset &- start), out, place)
    }
  }
}

extension LightBlock {
  @inline(__always)
  fileprivate func set(_ offset: Int, _ x: vk_f32, _ y: vk_f32, _ z: vk_f32, _ alpha: vk_f32) {
    self[ColorRow.x, offset] = x
    self[ColorRow.y, offset] = y
    self[ColorRow.z, offset] = z
    self[ColorRow.alpha, offset] = alpha
  }
}

#endif
