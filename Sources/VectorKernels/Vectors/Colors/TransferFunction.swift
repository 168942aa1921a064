internal import CVectorKernels

/// The encoding of linear light in an RGB space, mirrored for negative numbers (CSS Color 4, "Predefined color
/// spaces").
enum TransferFunction: Sendable {
  /// No encoding: the component is linear light.
  case linear
  /// sRGB and Display P3: an exponent of 2.4 with a linear piece below 0.04045.
  case srgb
  /// An exponent of 2.4, as in displays (ITU-R BT.1886). The current draft of CSS Color 4 has it in place of the
  /// camera's curve of BT.2020.
  case rec2020
  /// An exponent of 563/256.
  case a98RGB
  /// An exponent of 1.8 with a linear piece below 1/32.
  case proPhotoRGB

  /// Returns the linear light of an encoded component.
  func decoded(_ encoded: Double) -> Double {
    let magnitude = encoded.magnitude
    let light: Double =
      switch self {
      case .linear: magnitude
      case .srgb: magnitude <= 0.04045 ? magnitude / 12.92 : vk_pow((magnitude + 0.055) / 1.055, 2.4)
      case .rec2020: vk_pow(magnitude, 2.4)
      case .a98RGB: vk_pow(magnitude, 563 / 256)
      case .proPhotoRGB: magnitude <= 16 / 512 ? magnitude / 16 : vk_pow(magnitude, 1.8)
      }
    return encoded < 0 ? -light : light
  }

  /// Returns the encoded component of linear light.
  func encoded(_ light: Double) -> Double {
    let magnitude = light.magnitude
    let encoded: Double =
      switch self {
      case .linear: magnitude
      case .srgb: magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * vk_pow(magnitude, 1 / 2.4) - 0.055
      case .rec2020: vk_pow(magnitude, 1 / 2.4)
      case .a98RGB: vk_pow(magnitude, 256 / 563)
      case .proPhotoRGB: magnitude < 1 / 512 ? magnitude * 16 : vk_pow(magnitude, 1 / 1.8)
      }
    return light < 0 ? -encoded : encoded
  }
}
