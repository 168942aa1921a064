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
    let depth = decoder.codingPath.count { $0.stringValue == "base" }
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

#if !hasFeature(Embedded)
extension Animation.Kind: Codable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .curve(let curve, let duration):
      var values = encoder.encodeCase("curve")
      try values.encode(curve, forKey: "curve")
      try values.encode(duration, forKey: "duration")
    case .systemDefault: encoder.encodeCase("systemDefault")
    case .spring(let spring, let blendDuration):
      var values = encoder.encodeCase("spring")
      try values.encode(spring, forKey: "spring")
      try values.encode(blendDuration, forKey: "blendDuration")
    case .interpolatingSpring(let spring, let velocity):
      var values = encoder.encodeCase("interpolatingSpring")
      try values.encode(spring, forKey: "spring")
      try values.encode(velocity, forKey: "initialVelocity")
    case .custom(let custom):
      throw EncodingError.invalidValue(
        custom.base,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(custom.base) is a custom animation, not plain data"))
    case .delay(let seconds, let base):
      var values = encoder.encodeCase("delay")
      try values.encode(seconds, forKey: "seconds")
      try values.encode(base, forKey: "base")
    case .speed(let factor, let base):
      var values = encoder.encodeCase("speed")
      try values.encode(factor, forKey: "factor")
      try values.encode(base, forKey: "base")
    case .repetition(let count, let autoreverses, let base):
      var values = encoder.encodeCase("repetition")
      try values.encodeIfPresent(count, forKey: "count")
      try values.encode(autoreverses, forKey: "autoreverses")
      try values.encode(base, forKey: "base")
    case .logicalCompletion(let duration, let base):
      var values = encoder.encodeCase("logicalCompletion")
      try values.encode(duration, forKey: "after")
      try values.encode(base, forKey: "base")
    }
  }

  init(from decoder: any Decoder) throws {
    let (name, values) = try decoder.decodeCase()
    switch name {
    case "curve": self = .curve(try values.decode("curve"), duration: try values.decode("duration"))
    case "systemDefault": self = .systemDefault
    case "spring": self = .spring(try values.decode("spring"), blendDuration: try values.decode("blendDuration"))
    case "interpolatingSpring":
      self = .interpolatingSpring(
        try values.decode("spring"), initialVelocity: try values.decode("initialVelocity"))
    case "delay": self = .delay(try values.decode("seconds"), base: try values.decode("base"))
    case "speed": self = .speed(try values.decode("factor"), base: try values.decode("base"))
    case "repetition":
      self = .repetition(
        count: try values.decodeIfPresent(Int.self, forKey: "count"), autoreverses: try values.decode("autoreverses"),
        base: try values.decode("base"))
    case "logicalCompletion":
      self = .logicalCompletion(after: try values.decode("after"), base: try values.decode("base"))
    default: throw decoder.unknownCase(name)
    }
  }
}
#endif
