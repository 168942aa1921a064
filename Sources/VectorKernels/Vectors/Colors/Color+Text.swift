extension Color: CustomStringConvertible {
  /// The colour as CSS text, such as `oklch(0.7 0.1 250 / 0.5)` (CSS Color 4, "Serializing Color Values").
  ///
  /// An sRGB colour of 8-bit components prints as `rgb(255, 128, 0)`, or as `rgba()` with an opacity, and any other
  /// sRGB colour as `color(srgb ...)`. HSL and HWB keep their form; CSS keeps it only if a component is missing.
  /// Numbers have enough digits to read the same colour again. Reading changes only the values that CSS clamps:
  /// negative chroma and saturation, and the lightness of Lab, LCH, Oklab and OkLCh outside its range.
  public var description: String {
    if space == .srgb, missing.isEmpty, let bytes = bytes {
      let list = "\(bytes.x), \(bytes.y), \(bytes.z)"
      return alpha == 1 ? "rgb(\(list))" : "rgba(\(list), \(alpha.cssText))"
    }
    var parts = (0..<3).map { index in
      self[component: index].map { $0.cssText + (space.printsAsPercentage(index) ? "%" : "") } ?? "none"
    }
    if missing.contains(.alpha) {
      parts.append("/ none")
    } else if alpha != 1 {
      parts.append("/ \(alpha.cssText)")
    }
    return space.cssFunction + parts.joined(separator: " ") + ")"
  }

  /// The components of an sRGB colour in steps of 1/255, if they are exact steps.
  private var bytes: SIMD3<UInt8>? {
    let steps = (components * 255).rounded(.toNearestOrAwayFromZero)
    guard steps.min() >= 0, steps.max() <= 255, steps / 255 == components else { return nil }
    return SIMD3<UInt8>(steps)
  }
}

#if !hasFeature(Embedded)
/// A colour is coded as space, components and opacity, with null for missing ones.
extension Color: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let components = try container.decode([Double?].self, forKey: "components")
    try container.require(components.count == 3, "components", "expected 3 components, not \(components.count)")
    self.init(
      try container.decode(CSSColorSpace.self, forKey: "space"), components[0], components[1], components[2],
      alpha: try container.decode(Double?.self, forKey: "alpha"))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(space, forKey: "space")
    try container.encode((0..<3).map { self[component: $0] }, forKey: "components")
    try container.encode(missing.contains(.alpha) ? nil : alpha, forKey: "alpha")
  }
}
#endif

extension CSSColorSpace {
  /// The beginning of the CSS text of a colour in this space.
  fileprivate var cssFunction: String {
    switch self {
    case .lab, .lch, .oklab, .oklch, .hsl, .hwb: "\(rawValue)("
    default: "color(\(rawValue) "
    }
  }

  fileprivate func printsAsPercentage(_ index: Int) -> Bool { (self == .hsl || self == .hwb) && index > 0 }
}
