/// The colour spaces of CSS Color 4, by their CSS names.
///
/// Components are in CSS's order and have the ranges of CSS's reference numbers:
///
/// | spaces | components |
/// |---|---|
/// | `srgb`, `displayP3`, `rec2020`, `a98RGB`, `proPhotoRGB` | red, green, blue, encoded: 0...1 in gamut |
/// | `srgbLinear`, `displayP3Linear` | red, green, blue, as linear light: 0...1 in gamut |
/// | `xyzD50`, `xyzD65` | X, Y, Z: Y is 1 for white |
/// | `lab` | lightness 0...100, a and b: about -125...125 |
/// | `lch` | lightness 0...100, chroma 0...150, hue in degrees |
/// | `oklab` | lightness 0...1, a and b: about -0.4...0.4 |
/// | `oklch` | lightness 0...1, chroma 0...0.4, hue in degrees |
/// | `hsl` | hue in degrees, saturation 0...100, lightness 0...100, of sRGB |
/// | `hwb` | hue in degrees, whiteness 0...100, blackness 0...100, of sRGB |
public enum CSSColorSpace: String, CaseIterable, Codable, Sendable {
  case srgb
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case displayP3Linear = "display-p3-linear"
  case rec2020
  case a98RGB = "a98-rgb"
  case proPhotoRGB = "prophoto-rgb"
  case xyzD50 = "xyz-d50"
  case xyzD65 = "xyz-d65"
  case lab
  case lch
  case oklab
  case oklch
  case hsl
  case hwb
}
