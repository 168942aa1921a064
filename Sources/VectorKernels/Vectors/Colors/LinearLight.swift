/// The forms of colours that are linear in light. A matrix converts any of them to any other. Each colour space is a
/// curve over one of them, and a polar space is a rectangular one in polar coordinates.
enum LinearLight: Int, CaseIterable, Sendable {
  case srgb, displayP3, rec2020, a98RGB, proPhotoRGB
  case xyzD50, xyzD65
  /// X, Y, Z under D50, each divided by that of the white. Lab takes the cube roots of these.
  case lab
  /// The responses of long, medium and short cones. Oklab takes the cube roots of these.
  case oklab

  /// Returns the matrix from this form to another. From a form to itself it is exactly the identity.
  func matrix(to other: LinearLight) -> ColorMatrix {
    Self.matrices[rawValue * Self.allCases.count + other.rawValue]
  }

  private static let matrices: [ColorMatrix] = allCases.flatMap { from in
    let (toXYZ, white) = from.toXYZ
    return allCases.map { to -> ColorMatrix in
      if from == to { return .identity }
      let (back, otherWhite) = to.toXYZ
      return (back.inverse * white.adaptation(to: otherWhite) * toXYZ).withoutDust
    }
  }

  /// The matrix to XYZ relative to the form's own white, and that white.
  private var toXYZ: (ColorMatrix, WhitePoint) {
    switch self {
    case .srgb: (RGBPrimaries.srgb.toXYZ, .d65)
    case .displayP3: (RGBPrimaries.displayP3.toXYZ, .d65)
    case .rec2020: (RGBPrimaries.rec2020.toXYZ, .d65)
    case .a98RGB: (RGBPrimaries.a98RGB.toXYZ, .d65)
    case .proPhotoRGB: (RGBPrimaries.proPhotoRGB.toXYZ, .d50)
    case .xyzD50: (.identity, .d50)
    case .xyzD65: (.identity, .d65)
    case .lab: (ColorMatrix(diagonal: WhitePoint.d50.xyz), .d50)
    case .oklab: (Oklab.conesFromXYZ.inverse, .d65)
    }
  }
}

/// Oklab's two matrices (Ottosson, "A perceptual color space for image processing", 2020), with the digits of CSS Color
/// 4, which takes D65 as white.
enum Oklab {
  static let conesFromXYZ = ColorMatrix(
    [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])

  /// The matrix from the cube roots of the cones' responses.
  static let fromRoots = ColorMatrix(
    [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774])

  static let toRoots = fromRoots.inverse
}
