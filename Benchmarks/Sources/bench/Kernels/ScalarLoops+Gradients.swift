import Foundation

extension ScalarLoops {
  /// Evenly spread colours in premultiplied Oklab, to 8-bit sRGB.
  @inline(never)
  static func gradient(
    _ stops: [SIMD4<Float>], at locations: UnsafeMutableBufferPointer<Float>,
    into out: UnsafeMutableBufferPointer<UInt8>
  ) {
    for i in locations.indices {
      let place = locations[i] * Float(stops.count - 1)
      let stop = min(stops.count - 2, Int(place))
      let mixed = stops[stop] + (stops[stop + 1] - stops[stop]) * (place - Float(stop))
      let rgb = srgb(oklab: mixed / mixed.w)
      out[4 * i] = step(rgb.x)
      out[4 * i + 1] = step(rgb.y)
      out[4 * i + 2] = step(rgb.z)
      out[4 * i + 3] = step(mixed.w)
    }
  }

  /// Ottosson's formulas and sRGB's curve.
  static func srgb<E: Element>(oklab c: SIMD4<E>) -> SIMD3<E> {
    let l = c.x + 0.3963377774 * c.y + 0.2158037573 * c.z
    let m = c.x - 0.1055613458 * c.y - 0.0638541728 * c.z
    let s = c.x - 0.0894841775 * c.y - 1.2914855480 * c.z
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    return [
      encoded(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
      encoded(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
      encoded(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3),
    ]
  }

  static func encoded<E: Element>(_ light: E) -> E {
    let size = light.magnitude
    return E(
      signOf: light, magnitudeOf: size <= 0.0031308 ? 12.92 * size : 1.055 * E.power(size, 1 / 2.4) - 0.055)
  }

  static func step(_ component: Float) -> UInt8 {
    UInt8((min(1, max(0, component)) * 255).rounded())
  }
}
