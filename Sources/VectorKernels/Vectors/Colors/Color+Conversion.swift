extension Color {
  /// Returns the colour in another space (CSS Color 4, "Converting Colors"), to about 1e-13 of the components' range.
  ///
  /// Missing components count as 0; a missing opacity stays missing. A hue that is powerless, because there is almost
  /// no chroma, becomes missing, and the chroma becomes 0. Nothing is clipped or mapped to a gamut. A conversion to the
  /// colour's own space returns it unchanged.
  public func converted(to other: CSSColorSpace) -> Color {
    if space == other { return self }
    let alphaIsMissing = missing.intersection(.alpha)
    let source = withoutPowerlessHue
    let result = Color(
      other, space.convert(source.components, to: other), alpha: alpha, missing: alphaIsMissing)
    return result.withoutPowerlessHue
  }

  /// Returns the components in a space, and the opacity, in the layout of columns of colours. Missing components are 0.
  public func components(in space: CSSColorSpace) -> SIMD4<Double> {
    SIMD4(converted(to: space).components, alpha)
  }

  /// The colour with its hue missing if the chroma, or the component that corresponds to it, is so small that the hue
  /// is noise. The chroma then becomes 0 (CSS Color 4, "Powerless Color Components", with the thresholds of each
  /// space).
  var withoutPowerlessHue: Color {
    guard let hueIndex = space.hueIndex else { return self }
    var components = components
    switch space {
    case .hsl where abs(components.y) <= 0.001: components.y = 0
    case .lch where abs(components.y) <= 0.0015: components.y = 0
    case .oklch where abs(components.y) <= 0.000004: components.y = 0
    case .hwb where components.y + components.z >= 99.999:
      // If the sum is above 100, the two are already the proportions of a grey.
      if components.y + components.z < 100 { components.z = 100 - components.y }
    default: return self
    }
    return Color(space, components, alpha: alpha, missing: missing.union(MissingComponents(component: hueIndex)))
  }

  /// Returns the colour in another space, with its missing components missing there too if the space has counterparts
  /// (CSS Color 4, "Interpolating with Missing Components").
  func carried(to other: CSSColorSpace) -> Color {
    if space == other { return self }
    let converted = converted(to: other)
    if missing.isEmpty { return converted }
    return Color(
      other, converted.components, alpha: alpha,
      missing: converted.missing.union(missing.carried(from: space, to: other)))
  }
}

extension Color.MissingComponents {
  /// Returns the components of `target` that correspond to these of `source`: those of the same kind, and all others if
  /// all other components of the source are missing.
  fileprivate func carried(from source: CSSColorSpace, to target: CSSColorSpace) -> Self {
    var result = intersection(.alpha)
    var restIsMissing = true
    for (index, kind) in source.componentKinds.enumerated() {
      let isMissing = contains(Self(component: index))
      if let counterpart = target.componentKinds.firstIndex(of: kind) {
        if isMissing { result.insert(Self(component: counterpart)) }
      } else if !isMissing {
        restIsMissing = false
      }
    }
    if restIsMissing {
      for (index, kind) in target.componentKinds.enumerated() where !source.componentKinds.contains(kind) {
        result.insert(Self(component: index))
      }
    }
    return result
  }
}

/// The kind of a component. Components of the same kind in different spaces are analogous.
private enum ComponentKind {
  case red, green, blue, lightness, opponentA, opponentB, colorfulness, hue, whiteness, blackness
}

extension CSSColorSpace {
  fileprivate var componentKinds: [ComponentKind] {
    switch self {
    case .lab, .oklab: [.lightness, .opponentA, .opponentB]
    case .lch, .oklch: [.lightness, .colorfulness, .hue]
    case .hsl: [.hue, .colorfulness, .lightness]
    case .hwb: [.hue, .whiteness, .blackness]
    default: [.red, .green, .blue]
    }
  }
}
