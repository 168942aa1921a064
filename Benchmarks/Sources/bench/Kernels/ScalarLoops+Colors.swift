import Foundation

extension ScalarLoops {
  /// sRGB's curve and Ottosson's formulas.
  @inline(never)
  static func oklab(
    rgba8: UnsafeMutableBufferPointer<UInt8>, _ lightness: UnsafeMutableBufferPointer<Float>,
    _ a: UnsafeMutableBufferPointer<Float>, _ b: UnsafeMutableBufferPointer<Float>,
    _ alpha: UnsafeMutableBufferPointer<Float>
  ) {
    for i in alpha.indices {
      let (red, green, blue) = (decoded(rgba8[4 * i]), decoded(rgba8[4 * i + 1]), decoded(rgba8[4 * i + 2]))
      let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
      let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
      let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
      lightness[i] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
      a[i] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
      b[i] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
      alpha[i] = Float(rgba8[4 * i + 3]) / 255
    }
  }

  private static func decoded(_ byte: UInt8) -> Float {
    let x = Float(byte) / 255
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
  }

  /// Premultiplied Oklab, four columns one after the other, to 8-bit sRGB.
  @inline(never)
  static func mix(
    oklab from: UnsafeMutableBufferPointer<Float>, _ to: UnsafeMutableBufferPointer<Float>,
    _ progress: UnsafeMutableBufferPointer<Float>?, _ shared: Float, into out: UnsafeMutableBufferPointer<UInt8>
  ) {
    let stride = from.count / 4
    for i in 0..<out.count / 4 {
      let mixed = mixed(from, to, stride, i, progress?[i] ?? shared)
      store(mixed / mixed.w, mixed.w, out, i)
    }
  }

  /// Premultiplied OKLCH, four columns one after the other, to 8-bit sRGB.
  @inline(never)
  static func mix(
    oklch from: UnsafeMutableBufferPointer<Float>, _ to: UnsafeMutableBufferPointer<Float>, _ progress: Float,
    into out: UnsafeMutableBufferPointer<UInt8>
  ) {
    let stride = from.count / 4
    for i in 0..<out.count / 4 {
      let mixed = mixed(from, to, stride, i, progress)
      let (chroma, hue) = (mixed.y / mixed.w, mixed.z * (.pi / 180))
      store([mixed.x / mixed.w, chroma * cos(hue), chroma * sin(hue), 1], mixed.w, out, i)
    }
  }

  /// Premultiplied Oklab, four columns one after the other, to columns of sRGB and alpha.
  @inline(never)
  static func mix<E: Element>(
    oklab from: UnsafeMutableBufferPointer<E>, _ to: UnsafeMutableBufferPointer<E>,
    _ progress: UnsafeMutableBufferPointer<E>?, _ shared: E, into out: [UnsafeMutableBufferPointer<E>]
  ) {
    let stride = from.count / 4
    let (red, green, blue, alpha) = (out[0], out[1], out[2], out[3])
    for i in alpha.indices {
      let mixed = mixed(from, to, stride, i, progress?[i] ?? shared)
      let rgb = srgb(oklab: mixed / mixed.w)
      (red[i], green[i], blue[i], alpha[i]) = (rgb.x, rgb.y, rgb.z, mixed.w)
    }
  }

  private static func mixed<E: Element>(
    _ from: UnsafeMutableBufferPointer<E>, _ to: UnsafeMutableBufferPointer<E>, _ stride: Int, _ i: Int, _ progress: E
  ) -> SIMD4<E> {
    let start = SIMD4(from[i], from[stride + i], from[2 * stride + i], from[3 * stride + i])
    let end = SIMD4(to[i], to[stride + i], to[2 * stride + i], to[3 * stride + i])
    return start + (end - start) * progress
  }

  private static func store(
    _ oklab: SIMD4<Float>, _ alpha: Float, _ out: UnsafeMutableBufferPointer<UInt8>, _ i: Int
  ) {
    let rgb = srgb(oklab: oklab)
    out[4 * i] = step(rgb.x)
    out[4 * i + 1] = step(rgb.y)
    out[4 * i + 2] = step(rgb.z)
    out[4 * i + 3] = step(alpha)
  }
}
