internal import CVectorKernels

// Mixing of colours, and gradients, which are many mixings in a row.
//
//   c = from + progress * (to - from)      for each of the four premultiplied components
//   colour = c / alpha, but for a hue, then converted; alpha clamped to 0...1
//
// Where alpha is below 2^-126, 0 and below included, the colour is c undivided, as CSS Color 4 has it for an alpha of
// 0. NaN in alpha gives NaN throughout. The two colours are in the space that is interpolated in, their alphas
// multiplied in and their hues on the arc that is meant; so a frame only interpolates and converts back.
//
// Error: the interpolation's, 1 ulp of the larger end and 2 ulp for the division, and what the conversion makes of it.
// Bytes per colour, read + written: 32 + 16, with a progress each 36 + 16; a gradient 4 + 16; to 8 bits 4 written.

/// Reads the colours at a place, premultiplied.
typealias PremultipliedColors = (Place) -> (vk_f32, vk_f32, vk_f32, vk_f32)

extension vk_f32 {
  /// 1 / alpha, and 1 where there is none.
  @inline(__always)
  static func unpremultiplier(_ alpha: Self) -> Self {
    let one = Self(repeating: 1)
    return one / select(less(alpha, Self(repeating: .leastNormalMagnitude)), one, alpha)
  }

  @inline(__always)
  static func clampedAlpha(_ alpha: Self) -> Self {
    min(Self(repeating: 1), max(Self(repeating: 0), alpha))
  }
}

extension ColorBlock {
  /// Leaves the colours from `start` to `end` in the rows, alpha taken out of their components.
  @inline(__always)
  fileprivate func load(_ hue: Int32, _ start: Int, _ end: Int, _ colors: PremultipliedColors) {
    let isHue0 = vk_i32(repeating: hue == 0 ? -1 : 0)
    let isHue2 = vk_i32(repeating: hue == 2 ? -1 : 0)
    let one = vk_f32(repeating: 1)
    vk_f32.forEach(end, from: start) { place in
      let (x, y, z, alpha) = colors(place)
      let scale = vk_f32.unpremultiplier(alpha)
      let offset = place.offset &- start
      self[ColorRow.x, offset] = Wide(x * vk_f32.select(isHue0, one, scale))
      self[ColorRow.y, offset] = Wide(y * scale)
      self[ColorRow.z, offset] = Wide(z * vk_f32.select(isHue2, one, scale))
      self[ColorRow.alpha, offset] = Wide(vk_f32.clampedAlpha(alpha))
    }
  }
}

/// The colours between two columns of them.
struct ColorPairs {
  let from, to: UnsafePointer<Float>
  let fromStride, toStride: Int

  @inline(__always)
  private func each(_ body: (Int) -> vk_f32) -> (vk_f32, vk_f32, vk_f32, vk_f32) {
    (body(0), body(1), body(2), body(3))
  }

  @inline(__always)
  func at(_ place: Place, _ progress: vk_f32) -> (vk_f32, vk_f32, vk_f32, vk_f32) {
    each { k in
      vk_f32.lerp(
        vk_f32.load(from + k &* fromStride, place), vk_f32.load(to + k &* toStride, place), progress)
    }
  }

  /// One progress for all: the nearer end, which it is measured from, is known. `s` is what `Lanes.lerp` has.
  @inline(__always)
  func atShared(_ place: Place, _ s: vk_f32, isFirstHalf: Bool) -> (vk_f32, vk_f32, vk_f32, vk_f32) {
    each { k in
      let a = vk_f32.load(from + k &* fromStride, place)
      let b = vk_f32.load(to + k &* toStride, place)
      return vk_f32.fma(s, b - a, isFirstHalf ? a : b)
    }
  }
}

/// What a gradient has at its locations.
struct GradientLanes {
  private let gradient: vk_gradient
  private let locations: UnsafePointer<Float>

  @inline(__always)
  init(_ gradient: UnsafePointer<vk_gradient>, _ locations: UnsafePointer<Float>) {
    self.gradient = gradient.pointee
    self.locations = locations
  }

  @inline(__always)
  func at(_ place: Place) -> (vk_f32, vk_f32, vk_f32, vk_f32) {
    let location = vk_f32.load(locations, place)
    let segment = segment(location)
    let start = vk_gather_f32(gradient.starts, segment)
    let scale = vk_gather_f32(gradient.scales, segment)
    let u = vk_f32.min(vk_f32(repeating: 1), vk_f32.max(vk_f32(repeating: 0), (location - start) * scale))
    @inline(__always) func component(_ k: Int32) -> vk_f32 {
      vk_f32.fma(
        u, vk_column_of_eight(gradient.rows, segment, k &+ 4), vk_column_of_eight(gradient.rows, segment, k))
    }
    return (component(0), component(1), component(2), component(3))
  }

  /// The number of the segment that a location is in: how many others end there or before. The first one for NaN.
  @inline(__always)
  private func segment(_ location: vk_f32) -> vk_i32 {
    let count = gradient.segments &- 1
    var number = vk_i32(repeating: 0)
    if count <= 32 {
      var k = 0
      while k < count {
        number = number &- vk_f32.lessOrEqual(vk_f32(repeating: gradient.ends[k]), location)
        k &+= 1
      }
      return number
    }
    // Bisected: `number` segments end before, and the next step's last one is looked at, if there is one.
    var step = Int32(1) &<< (31 &- Int32(truncatingIfNeeded: Int32(truncatingIfNeeded: count).leadingZeroBitCount))
    let last = vk_i32(repeating: Int32(truncatingIfNeeded: count))
    while step > 0 {
      let next = number &+ vk_i32(repeating: step)
      let isThere = ~vk_less_bits_f32(last, next)
      let end = vk_gather_f32(gradient.ends, vk_min_i32(next, last) &- vk_i32(repeating: 1))
      number = number &+ (vk_i32(repeating: step) & isThere & vk_f32.lessOrEqual(end, location))
      step &>>= 1
    }
    return number
  }
}

// MARK: - To columns

@inline(__always)
private func convert(
  _ conversion: UnsafePointer<vk_color_conversion>, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int,
  _ colors: PremultipliedColors
) {
  ColorBlock.forEachBlock(n) { block, start, end in
    block.load(conversion.pointee.hue, start, end, colors)
    block.convert(end &- start, conversion)
    block.store(.x, out, start, end)
    block.store(.y, out + stride, start, end)
    block.store(.z, out + 2 &* stride, start, end)
    block.store(.alpha, out + 3 &* stride, start, end)
  }
}

@c
func vk_color_mix_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ from: UnsafePointer<Float>, _ fromStride: Int,
  _ to: UnsafePointer<Float>, _ toStride: Int, _ progress: Float, _ out: UnsafeMutablePointer<Float>, _ stride: Int,
  _ n: Int
) {
  let pairs = ColorPairs(from: from, to: to, fromStride: fromStride, toStride: toStride)
  let t = vk_f32(repeating: progress)
  convert(conversion, out, stride, n) { pairs.at($0, t) }
}

@c
func vk_color_mix_each_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ from: UnsafePointer<Float>, _ fromStride: Int,
  _ to: UnsafePointer<Float>, _ toStride: Int, _ progress: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int
) {
  let pairs = ColorPairs(from: from, to: to, fromStride: fromStride, toStride: toStride)
  convert(conversion, out, stride, n) { pairs.at($0, vk_f32.load(progress, $0)) }
}

@c
func vk_color_gradient_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ gradient: UnsafePointer<vk_gradient>,
  _ locations: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int
) {
  let lanes = GradientLanes(gradient, locations)
  convert(conversion, out, stride, n) { lanes.at($0) }
}

// MARK: - To 8 bits

/// To 8-bit sRGB, by the short way where the colours are Oklab's.
@inline(__always)
private func pack(
  _ conversion: UnsafePointer<vk_color_conversion>, _ out: UnsafeMutablePointer<UInt8>, _ n: Int,
  _ colors: PremultipliedColors
) {
  guard let tables = conversion.pointee.tables else {
    ColorBlock.forEachBlock(n) { block, start, end in
      block.load(conversion.pointee.hue, start, end, colors)
      block.convert(end &- start, conversion)
      block.store(out, start, end)
    }
    return
  }
  let encoder = OklabToSRGB8(conversion, tables)
  if conversion.pointee.from_shape == VK_SHAPE_POLAR {
    encoder.pack(out, n, isPolar: true, colors)
  } else {
    encoder.pack(out, n, isPolar: false, colors)
  }
}

extension OklabToSRGB8 {
  @inline(__always)
  fileprivate func pack(
    _ out: UnsafeMutablePointer<UInt8>, _ n: Int, isPolar: Bool, _ colors: PremultipliedColors
  ) {
    vk_f32.forEach(n) { place in
      let (x, y, z, alpha) = colors(place)
      let scale = vk_f32.unpremultiplier(alpha)
      let pixels: vk_i32
      if isPolar {
        let (a, b) = vk_f32.rectangular(chroma: y * scale, hue: z)
        pixels = self.pixels(x * scale, a, b, alpha)
      } else {
        pixels = self.pixels(x * scale, y * scale, z * scale, alpha)
      }
      vk_f32.storePixels(pixels, out, place)
    }
  }
}

@c
func vk_color_mix_rgba8_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ from: UnsafePointer<Float>, _ fromStride: Int,
  _ to: UnsafePointer<Float>, _ toStride: Int, _ progress: Float, _ out: UnsafeMutablePointer<UInt8>, _ n: Int
) {
  let pairs = ColorPairs(from: from, to: to, fromStride: fromStride, toStride: toStride)
  if progress < 0.5 {
    let s = vk_f32(repeating: progress)
    pack(conversion, out, n) { pairs.atShared($0, s, isFirstHalf: true) }
  } else {
    let s = vk_f32(repeating: progress - 1)
    pack(conversion, out, n) { pairs.atShared($0, s, isFirstHalf: false) }
  }
}

@c
func vk_color_mix_each_rgba8_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ from: UnsafePointer<Float>, _ fromStride: Int,
  _ to: UnsafePointer<Float>, _ toStride: Int, _ progress: UnsafePointer<Float>, _ out: UnsafeMutablePointer<UInt8>,
  _ n: Int
) {
  let pairs = ColorPairs(from: from, to: to, fromStride: fromStride, toStride: toStride)
  pack(conversion, out, n) { pairs.at($0, vk_f32.load(progress, $0)) }
}

@c
func vk_color_gradient_rgba8_f32(
  _ conversion: UnsafePointer<vk_color_conversion>, _ gradient: UnsafePointer<vk_gradient>,
  _ locations: UnsafePointer<Float>, _ out: UnsafeMutablePointer<UInt8>, _ n: Int
) {
  let lanes = GradientLanes(gradient, locations)
  pack(conversion, out, n) { lanes.at($0) }
}
