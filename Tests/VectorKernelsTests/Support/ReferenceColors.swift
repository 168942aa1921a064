import Foundation
import VectorKernels

/// Conversions of colours in high precision: matrices as CSS Color 4 gives them, in fractions where it does, solved by
/// Cramer's rule instead of multiplied with an inverse, and everything through XYZ.
enum ReferenceColors {
  typealias Triple = [Reference]

  static func convert(_ components: Triple, from source: CSSColorSpace, to target: CSSColorSpace) -> Triple {
    // The same colours in other coordinates don't pass through light: transfer functions jump by 3e-8 at their knees.
    if underlying(source) == underlying(target) { return polar(rectangular(components, source), target) }
    var (xyz, white) = xyz(components, source)
    let targetWhite = self.white(target)
    if white != targetWhite { xyz = adapt(xyz, from: white, to: targetWhite) }
    white = targetWhite
    return polar(encoded(rectangularFromXYZ(xyz, target), target), target)
  }

  /// The linear light that a colour is made of: linear RGB, XYZ, cones' responses, XYZ relative to white.
  static func light(_ components: Triple, _ space: CSSColorSpace) -> Triple {
    decoded(rectangular(components, space), space)
  }

  private static func underlying(_ space: CSSColorSpace) -> CSSColorSpace {
    switch space {
    case .hsl, .hwb: .srgb
    case .lch: .lab
    case .oklch: .oklab
    default: space
    }
  }

  /// The components in the space that a polar one shows in other coordinates.
  static func rectangular(_ c: Triple, _ space: CSSColorSpace) -> Triple {
    switch space {
    case .lch, .oklch: return [c[0], c[1] * cos(c[2] * .pi / 180), c[1] * sin(c[2] * .pi / 180)]
    case .hsl: return rgb(hue: c[0], saturation: c[1] / 100, lightness: c[2] / 100)
    case .hwb:
      let (white, black) = (c[1] / 100, c[2] / 100)
      if white + black >= 1 { return Array(repeating: white / (white + black), count: 3) }
      return rgb(hue: c[0], saturation: 1, lightness: 0.5).map { $0 * (1 - white - black) + white }
    default: return c
    }
  }

  // MARK: XYZ

  private static func white(_ space: CSSColorSpace) -> Triple {
    let isD50 = [.lab, .lch, .xyzD50, .proPhotoRGB].contains(space)
    let x: Reference = (isD50 ? 3457 : 3127) / 10000
    let y: Reference = (isD50 ? 3585 : 3290) / 10000
    let z: Reference = 1 - x - y
    return [x / y, 1, z / y]
  }

  private static func xyz(_ components: Triple, _ space: CSSColorSpace) -> (Triple, Triple) {
    let light = light(components, space)
    let white = white(space)
    switch space {
    case .xyzD50, .xyzD65: return (light, white)
    case .lab, .lch: return (zip(light, white).map { $0 * $1 }, white)
    case .oklab, .oklch: return (solve(conesFromXYZ, light), white)
    default: return (multiply(rgbToXYZ(space), light), white)
    }
  }

  private static func rectangularFromXYZ(_ xyz: Triple, _ space: CSSColorSpace) -> Triple {
    switch space {
    case .xyzD50, .xyzD65: xyz
    case .lab, .lch: zip(xyz, white(space)).map { $0 / $1 }
    case .oklab, .oklch: multiply(conesFromXYZ, xyz)
    default: solve(rgbToXYZ(space), xyz)
    }
  }

  private static func rgbToXYZ(_ space: CSSColorSpace) -> [Triple] {
    switch space {
    case .displayP3, .displayP3Linear:
      return [
        [608311 / 1_250_200, 189793 / 714400, 198249 / 1_000_160],
        [35783 / 156275, 247089 / 357200, 198249 / 2_500_400],
        [0, 32229 / 714400, 5_220_557 / 5_000_800],
      ]
    case .rec2020:
      return [
        [63_426_534 / 99_577_255, 20_160_776 / 139_408_157, 47_086_771 / 278_816_314],
        [26_158_966 / 99_577_255, 472_592_308 / 697_040_785, 8_267_143 / 139_408_157],
        [0, 19_567_812 / 697_040_785, 295_819_943 / 278_816_314],
      ]
    case .a98RGB:
      return [
        [573536 / 994567, 263643 / 1_420_810, 187206 / 994567],
        [591459 / 1_989_134, 6_239_551 / 9_945_670, 374412 / 4_972_835],
        [53769 / 1_989_134, 351524 / 4_972_835, 4_929_758 / 4_972_835],
      ]
    case .proPhotoRGB:
      // Has no such fractions: the primaries in such parts that their sum is the white.
      let millionths: [Triple] = [[734699, 265301, 0], [159597, 840403, 0], [36598, 105, 963297]]
      let columns = millionths.map { column in column.map { $0 / 1_000_000 } }
      let rows = (0..<3).map { row in columns.map { $0[row] } }
      let parts = solve(rows, white(space))
      return rows.map { row in zip(row, parts).map { $0 * $1 } }
    default:
      return [
        [506752 / 1_228_815, 87881 / 245763, 12673 / 70218],
        [87098 / 409605, 175762 / 245763, 12673 / 175545],
        [7918 / 409605, 87881 / 737289, 1_001_167 / 1_053_270],
      ]
    }
  }

  private static func adapt(_ xyz: Triple, from: Triple, to: Triple) -> Triple {
    let bradford: [Triple] = [
      [8951 / 10000, 2664 / 10000, -1614 / 10000], [-7502 / 10000, 17135 / 10000, 367 / 10000],
      [389 / 10000, -685 / 10000, 10296 / 10000],
    ]
    let (cones, old, new) = (multiply(bradford, xyz), multiply(bradford, from), multiply(bradford, to))
    return solve(bradford, (0..<3).map { cones[$0] * new[$0] / old[$0] })
  }

  private static let conesFromXYZ: [Triple] = [
    [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
  ].map { $0.map { (number: Double) in Reference(number) } }

  private static let oklabFromRoots: [Triple] = [
    [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
  ].map { $0.map { (number: Double) in Reference(number) } }

  // MARK: Curves

  private static func decoded(_ c: Triple, _ space: CSSColorSpace) -> Triple {
    switch space {
    case .srgb, .displayP3, .hsl, .hwb:
      return c.map { odd($0) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) } }
    case .rec2020: return c.map { odd($0) { pow($0, 2.4) } }
    case .a98RGB: return c.map { odd($0) { pow($0, 563 / 256) } }
    case .proPhotoRGB: return c.map { odd($0) { $0 <= 1 / 32 ? $0 / 16 : pow($0, 1.8) } }
    case .lab, .lch:
      let y = (c[0] + 16) / 116
      return [y + c[1] / 500, y, y - c[2] / 200].map {
        $0 > 6 / 29 ? $0 * $0 * $0 : 3 * (6 / 29) * (6 / 29) * ($0 - 4 / 29)
      }
    case .oklab, .oklch: return solve(oklabFromRoots, c).map { $0 * $0 * $0 }
    default: return c
    }
  }

  private static func encoded(_ light: Triple, _ space: CSSColorSpace) -> Triple {
    switch space {
    case .srgb, .displayP3, .hsl, .hwb:
      return light.map { odd($0) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 } }
    case .rec2020: return light.map { odd($0) { pow($0, 1 / 2.4) } }
    case .a98RGB: return light.map { odd($0) { pow($0, 256 / 563) } }
    case .proPhotoRGB: return light.map { odd($0) { $0 < 1 / 512 ? $0 * 16 : pow($0, 1 / 1.8) } }
    case .lab, .lch:
      let f = light.map { (t: Reference) in
        let edge: Reference = 6 / 29
        return t > edge * edge * edge ? pow(t, 1 / 3) : t / (3 * edge * edge) + 4 / 29
      }
      return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
    case .oklab, .oklch: return multiply(oklabFromRoots, light.map { odd($0) { pow($0, 1 / 3) } })
    default: return light
    }
  }

  private static func odd(_ x: Reference, _ curve: (Reference) -> Reference) -> Reference {
    x < 0 ? -curve(-x) : x == 0 ? 0 : curve(x)
  }

  // MARK: Polar coordinates

  private static func polar(_ c: Triple, _ space: CSSColorSpace) -> Triple {
    switch space {
    case .lch, .oklch:
      let hue = atan2(c[2], c[1]) * 180 / .pi
      return [c[0], hypot(c[1], c[2]), hue < 0 ? hue + 360 : hue]
    case .hsl:
      let (most, least) = (c.max()!, c.min()!)
      let lightness = (most + least) / 2
      let room = min(lightness, 1 - lightness)
      let saturation = most == least || room == 0 ? 0 : (most - lightness) / room
      let turned = saturation < 0 ? 180 : 0 as Reference
      return [(hue(c) + turned).truncatingRemainder(dividingBy: 360), abs(saturation) * 100, lightness * 100]
    case .hwb: return [hue(c), c.min()! * 100, (1 - c.max()!) * 100]
    default: return c
    }
  }

  /// By the textbook's hexagon: a sixth of a turn for each corner, from red over yellow.
  private static func hue(_ c: Triple) -> Reference {
    let (most, least) = (c.max()!, c.min()!)
    if most == least { return 0 }
    let share = c.map { ($0 - least) / (most - least) }
    switch (c.firstIndex(of: most)!, c.firstIndex(of: least)!) {
    case (0, 2): return 60 * share[1]
    case (1, 2): return 60 * (2 - share[0])
    case (1, 0): return 60 * (2 + share[2])
    case (2, 0): return 60 * (4 - share[1])
    case (2, 1): return 60 * (4 + share[0])
    default: return share[2] == 0 ? 0 : 60 * (6 - share[2])
    }
  }

  /// Corner colours of the hexagon, mixed.
  private static func rgb(hue: Reference, saturation: Reference, lightness: Reference) -> Triple {
    let sixths = (hue / 60).truncatingRemainder(dividingBy: 6)
    let reach = saturation * min(lightness, 1 - lightness)
    let rise = 1 - abs(sixths.truncatingRemainder(dividingBy: 2) - 1)
    let corners: [Triple] = [[1, rise, 0], [rise, 1, 0], [0, 1, rise], [0, rise, 1], [rise, 0, 1], [1, 0, rise]]
    return corners[Int(sixths)].map { lightness + reach * (2 * $0 - 1) }
  }

  // MARK: Matrices

  private static func multiply(_ m: [Triple], _ v: Triple) -> Triple {
    m.map { $0[0] * v[0] + $0[1] * v[1] + $0[2] * v[2] }
  }

  private static func solve(_ m: [Triple], _ v: Triple) -> Triple {
    func determinant(_ m: [Triple]) -> Reference {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    return (0..<3).map { column in
      var replaced = m
      for row in 0..<3 { replaced[row][column] = v[row] }
      return determinant(replaced) / determinant(m)
    }
  }
}

/// How far two colours of a space are apart, the largest difference over the range of its component. A hue counts as
/// far as the chroma turns it.
func colorDistance(_ a: SIMD4<Double>, _ b: SIMD4<Double>, in space: CSSColorSpace) -> Double {
  var differences = [(a.x - b.x).magnitude, (a.y - b.y).magnitude, (a.z - b.z).magnitude]
  let ranges: [Double] =
    switch space {
    case .lab: [100, 125, 125]
    case .lch: [100, 150, 360]
    case .oklab: [1, 0.4, 0.4]
    case .oklch: [1, 0.4, 360]
    case .hsl, .hwb: [360, 100, 100]
    default: [1, 1, 1]
    }
  // How much of its largest chroma a colour has.
  let chroma: Double =
    switch space {
    case .lch, .oklch: b.y / ranges[1]
    case .hsl: b.y / 100 * min(b.z, 100 - b.z) / 50
    case .hwb: (100 - b.y - b.z) / 100
    default: 0
    }
  if let hue = space.hueIndex {
    differences[hue] = min(differences[hue], 360 - differences[hue]) * min(1, max(0, chroma))
  }
  // Near black and white a saturation is a quotient of small numbers, as wrong as they are small.
  if space == .hsl { differences[1] *= min(b.z, 100 - b.z).magnitude / 50 }
  // A maximum may pass NaN over.
  return differences.contains(where: \.isNaN) ? .infinity : zip(differences, ranges).map { $0 / $1 }.max()!
}
