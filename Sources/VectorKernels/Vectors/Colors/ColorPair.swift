/// Two colours prepared for mixing: in one space, premultiplied, without missing components and with the hue on its
/// arc.
struct ColorPair {
  let space: CSSColorSpace
  /// The components, multiplied by the opacity except for the hue, and the opacity.
  let from, to: SIMD4<Double>
  /// The components that are missing in both colours, and so in every mixture.
  let missing: Color.MissingComponents

  init(_ first: Color, _ second: Color, in space: CSSColorSpace, hue arc: HueArc) {
    let (first, second) = (first.carried(to: space), second.carried(to: space))
    var (from, to) = (SIMD4(first.components, first.alpha), SIMD4(second.components, second.alpha))
    for index in 0..<4 {
      let component = Color.MissingComponents(rawValue: 1 << UInt8(index))
      switch (first.missing.contains(component), second.missing.contains(component)) {
      case (true, false): from[index] = to[index]
      case (false, true): to[index] = from[index]
      default: break
      }
    }
    missing = first.missing.intersection(second.missing)
    // A hue that is missing in both is 0 at every amount, and makes no turn.
    if let hue = space.hueIndex, !missing.contains(Color.MissingComponents(component: hue)) {
      (from[hue], to[hue]) = arc.hues(from[hue], to[hue])
    }
    self.space = space
    // Without an opacity there is nothing to multiply by.
    let isPlain = missing.contains(.alpha)
    self.from = isPlain ? from : from.premultiplied(hue: space.hueIndex)
    self.to = isPlain ? to : to.premultiplied(hue: space.hueIndex)
  }

  func mixed(by amount: Double) -> Color {
    var mixture = from.interpolated(towards: to, amount: amount)
    // The opacity is clamped before it divides. An invisible colour has no opacity to divide by.
    let alpha = mixture.w > 1 ? 1 : mixture.w
    if alpha > 0 {
      for index in 0..<3 where index != space.hueIndex { mixture[index] /= alpha }
    }
    return Color(space, [mixture.x, mixture.y, mixture.z], alpha: alpha, missing: missing)
  }
}

extension SIMD4<Double> {
  /// Returns the components multiplied by the last one, the opacity, except for the hue.
  func premultiplied(hue: Int?) -> SIMD4<Double> {
    var result = self * w
    result.w = w
    if let hue { result[hue] = self[hue] }
    return result
  }
}
