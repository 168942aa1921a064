internal import CVectorKernels

extension CSSColorSpace {
  /// Whether one of the components is a hue.
  public var isPolar: Bool { hueIndex != nil }

  /// The index of the component that is the hue, in degrees: 0 or 2, or nil if there is none.
  public var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// The rectangular space whose polar coordinates this space has; a rectangular space itself.
  var rectangular: CSSColorSpace {
    switch self {
    case .hsl, .hwb: .srgb
    case .lch: .lab
    case .oklch: .oklab
    default: self
    }
  }

  /// The form of linear light on which the space is based.
  var linearLight: LinearLight {
    switch self {
    case .srgb, .srgbLinear, .hsl, .hwb: .srgb
    case .displayP3, .displayP3Linear: .displayP3
    case .rec2020: .rec2020
    case .a98RGB: .a98RGB
    case .proPhotoRGB: .proPhotoRGB
    case .xyzD50: .xyzD50
    case .xyzD65: .xyzD65
    case .lab, .lch: .lab
    case .oklab, .oklch: .oklab
    }
  }

  /// The encoding of the components of an RGB space; nil for other spaces.
  var transferFunction: TransferFunction? {
    switch self {
    case .srgb, .displayP3: .srgb
    case .srgbLinear, .displayP3Linear: .linear
    case .rec2020: .rec2020
    case .a98RGB: .a98RGB
    case .proPhotoRGB: .proPhotoRGB
    default: nil
    }
  }

  /// Converts components of this space to another one, in Double. Nothing is clipped; a colour without chroma gets a
  /// hue of 0.
  func convert(_ components: SIMD3<Double>, to other: CSSColorSpace) -> SIMD3<Double> {
    if self == other { return components }
    var components = toRectangular(components)
    if rectangular != other.rectangular {
      components = rectangular.decoded(components)
      if linearLight != other.linearLight { components = linearLight.matrix(to: other.linearLight) * components }
      components = other.rectangular.encoded(components)
    }
    return other.fromRectangular(components)
  }

  // MARK: Curves

  /// Returns the linear light of components of a rectangular space.
  private func decoded(_ components: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .lab:
      let y = (components.x + 16) / 116
      return [CIELab.cube(y + components.y / 500), CIELab.cube(y), CIELab.cube(y - components.z / 200)]
    case .oklab:
      let roots = Oklab.toRoots * components
      return roots * roots * roots
    default:
      return transferFunction.map { curve in components.mapped(curve.decoded) } ?? components
    }
  }

  /// Returns the components of a rectangular space for linear light.
  private func encoded(_ light: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .lab:
      let roots = light.mapped(CIELab.root)
      return [116 * roots.y - 16, 500 * (roots.x - roots.y), 200 * (roots.y - roots.z)]
    case .oklab: return Oklab.fromRoots * light.mapped(vk_cbrt)
    default: return transferFunction.map { curve in light.mapped(curve.encoded) } ?? light
    }
  }

  // MARK: Polar coordinates

  private func toRectangular(_ components: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: SRGBHue.rgb(hsl: components)
    case .hwb: SRGBHue.rgb(hwb: components)
    case .lch, .oklch:
      [
        components.x, components.y * vk_cos(components.z * (.pi / 180)),
        components.y * vk_sin(components.z * (.pi / 180)),
      ]
    default: components
    }
  }

  private func fromRectangular(_ components: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: return SRGBHue.hsl(components)
    case .hwb: return SRGBHue.hwb(components)
    case .lch, .oklch:
      let (a, b) = (components.y, components.z)
      let hue = vk_atan2(b, a) * (180 / .pi)
      // The sum of a tiny negative angle and 360 is 360.
      return [components.x, (a * a + b * b).squareRoot(), hue < 0 ? (hue + 360).wrapped(to: 360) : hue]
    default: return components
    }
  }
}

/// The curve of CIE Lab: a cube root, with a line below (6/29)^3 (CIE 15).
private enum CIELab {
  private static let kappa = 24389.0 / 27

  static func root(_ light: Double) -> Double {
    light > 216.0 / 24389 ? vk_cbrt(light) : (kappa * light + 16) / 116
  }

  static func cube(_ root: Double) -> Double {
    let cube = root * root * root
    return cube > 216.0 / 24389 ? cube : (116 * root - 16) / kappa
  }
}

/// The conversions of HSL and HWB (CSS Color 4, "Converting HSL Colors to sRGB" and the sections around it).
private enum SRGBHue {
  static func rgb(hsl: SIMD3<Double>) -> SIMD3<Double> {
    let (hue, saturation, lightness) = (hsl.x, hsl.y / 100, hsl.z / 100)
    let reach = saturation * min(lightness, 1 - lightness)
    func component(_ n: Double) -> Double {
      let k = (n + hue / 30).wrapped(to: 12)
      return lightness - reach * max(-1, min(k - 3, 9 - k, 1))
    }
    return [component(0), component(8), component(4)]
  }

  static func rgb(hwb: SIMD3<Double>) -> SIMD3<Double> {
    let (white, black) = (hwb.y / 100, hwb.z / 100)
    if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
    return rgb(hsl: [hwb.x, 100, 50]) * (1 - white - black) + white
  }

  static func hsl(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let lightness = (rgb.min() + rgb.max()) / 2
    // A white that differs from 1 by a conversion's rounding stays grey: so close to 1, the divisor would only be
    // rounding.
    if rgb.max() - rgb.min() <= 1e-14 { return [0, 0, lightness * 100] }
    let room = min(lightness, 1 - lightness)
    let saturation = room == 0 ? 0 : (rgb.max() - lightness) / room
    // Far outside the gamut the saturation becomes negative, which stands for the opposite hue.
    let hue = saturation < 0 ? (hue(rgb) + 180).wrapped(to: 360) : hue(rgb)
    return [hue, saturation.magnitude * 100, lightness * 100]
  }

  static func hwb(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
    [hue(rgb), rgb.min() * 100, (1 - rgb.max()) * 100]
  }

  private static func hue(_ rgb: SIMD3<Double>) -> Double {
    let most = rgb.max()
    let range = most - rgb.min()
    if range == 0 { return 0 }
    let sixths =
      if rgb.x == most { (rgb.y - rgb.z) / range } else if rgb.y == most { (rgb.z - rgb.x) / range + 2 } else {
        (rgb.x - rgb.y) / range + 4
      }
    return (sixths * 60).wrapped(to: 360)
  }
}

extension Double {
  /// Returns the number minus whole periods, in 0..<`period`.
  func wrapped(to period: Double) -> Double {
    let remainder = truncatingRemainder(dividingBy: period)
    let positive = remainder < 0 ? remainder + period : remainder
    return positive == period ? 0 : positive
  }
}

extension SIMD3<Double> {
  func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> {
    [transform(x), transform(y), transform(z)]
  }
}
