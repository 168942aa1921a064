/// The chromaticities x, y of the red, green, blue and white of an RGB space (CSS Color 4, "Predefined color spaces").
/// The space's matrix follows from them.
struct RGBPrimaries: Sendable {
  let red, green, blue: SIMD2<Double>
  let white: WhitePoint

  static let srgb = RGBPrimaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06], white: .d65)
  static let displayP3 = RGBPrimaries(red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: .d65)
  static let rec2020 = RGBPrimaries(red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: .d65)
  static let a98RGB = RGBPrimaries(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: .d65)
  static let proPhotoRGB = RGBPrimaries(
    red: [0.734699, 0.265301], green: [0.159597, 0.840403], blue: [0.036598, 0.000105], white: .d50)

  /// The matrix from linear-light RGB to XYZ relative to the primaries' own white: its columns are the primaries' XYZ,
  /// scaled so that their sum is the white.
  var toXYZ: ColorMatrix {
    let directions = ColorMatrix(xyz(red), xyz(green), xyz(blue)).transposed
    return directions * ColorMatrix(diagonal: directions.inverse * white.xyz)
  }
}

/// A white: its chromaticity, and the adaptation of colours seen under it to another white.
struct WhitePoint: Equatable, Sendable {
  let chromaticity: SIMD2<Double>

  static let d50 = WhitePoint(chromaticity: [0.3457, 0.3585])
  static let d65 = WhitePoint(chromaticity: [0.3127, 0.3290])

  /// XYZ with a Y of 1.
  var xyz: SIMD3<Double> { VectorKernels.xyz(chromaticity) }

  /// Returns the linear Bradford transform from XYZ under this white to XYZ under another: it scales the responses of
  /// sharpened cones by the ratio of the whites' responses (the ICC specification, annex E).
  func adaptation(to other: WhitePoint) -> ColorMatrix {
    if self == other { return .identity }
    let cones = ColorMatrix([0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    return cones.inverse * ColorMatrix(diagonal: (cones * other.xyz) / (cones * xyz)) * cones
  }
}

/// Returns XYZ with a Y of 1.
private func xyz(_ chromaticity: SIMD2<Double>) -> SIMD3<Double> {
  let (x, y) = (chromaticity.x, chromaticity.y)
  return [x / y, 1, (1 - x - y) / y]
}
