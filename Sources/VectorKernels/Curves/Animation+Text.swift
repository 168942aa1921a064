// Animations as text and as data.

extension Animation: CustomStringConvertible {
  /// The code that creates this animation, such as `Animation.easeIn(duration: 0.5).delay(0.25)`.
  public var description: String {
    switch kind {
    case .curve(.linear, let duration): "Animation.linear(duration: \(duration))"
    case .curve(.easeIn, let duration): "Animation.easeIn(duration: \(duration))"
    case .curve(.easeOut, let duration): "Animation.easeOut(duration: \(duration))"
    case .curve(.easeInOut, let duration): "Animation.easeInOut(duration: \(duration))"
    case .curve(let curve, let duration): "Animation.timingCurve(\(curve), duration: \(duration))"
    case .systemDefault: "Animation.default"
    case .spring(let spring, 0): "Animation.spring(\(spring))"
    case .spring(let spring, let blendDuration): "Animation.spring(\(spring), blendDuration: \(blendDuration))"
    case .interpolatingSpring(let spring, 0): "Animation.interpolatingSpring(\(spring))"
    case .interpolatingSpring(let spring, let velocity):
      "Animation.interpolatingSpring(\(spring), initialVelocity: \(velocity))"
    case .custom(let custom): "Animation(\(custom.base))"
    case .delay(let delay, let base): "\(base).delay(\(delay))"
    case .speed(let speed, let base): "\(base).speed(\(speed))"
    case .repetition(nil, let autoreverses, let base): "\(base).repeatForever(autoreverses: \(autoreverses))"
    case .repetition(let count?, let autoreverses, let base):
      "\(base).repeatCount(\(count), autoreverses: \(autoreverses))"
    case .logicalCompletion(let duration, let base): "\(base).logicallyComplete(after: \(duration))"
    }
  }
}

#if !hasFeature(Embedded)
/// An animation is keyed by its kind, such as `{"delay": {"seconds": 1, "base": {"systemDefault": {}}}}`.
extension Animation: Codable {
  /// Encodes the animation.
  ///
  /// - Throws: `EncodingError.invalidValue` for a ``CustomAnimation``, which may hold anything.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(kind)
  }

  /// Creates an animation by decoding it.
  ///
  /// - Throws: `DecodingError`, also if more modifiers are nested than the limit allows.
  public init(from decoder: any Decoder) throws {
    let depth = decoder.codingPath.count { $0.stringValue == Kind.DelayCodingKeys.base.stringValue }
    // An animator may have added a delay to an animation whose depth is at the limit.
    guard depth <= Self.depthLimit + 2 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(depth) modifiers are nested, but at most \(Self.depthLimit) are allowed"))
    }
    let kind = try decoder.singleValueContainer().decode(Kind.self)
    self = kind.base.map { Animation(modified: kind, base: $0) } ?? Animation(kind)
  }
}
#endif

extension Animation.Kind {
  // Keys for the associated values that have no labels.
  enum CurveCodingKeys: String, CodingKey {
    case _0 = "curve"
    case duration
  }
  enum SpringCodingKeys: String, CodingKey {
    case _0 = "spring"
    case blendDuration
  }
  enum InterpolatingSpringCodingKeys: String, CodingKey {
    case _0 = "spring"
    case initialVelocity
  }
  enum DelayCodingKeys: String, CodingKey {
    case _0 = "seconds"
    case base
  }
  enum SpeedCodingKeys: String, CodingKey {
    case _0 = "factor"
    case base
  }
}

#if !hasFeature(Embedded)
extension AnyCustomAnimation: Codable {
  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      base, .init(codingPath: encoder.codingPath, debugDescription: "\(base) is a custom animation, not plain data"))
  }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "custom animations are not plain data"))
  }
}
#endif
