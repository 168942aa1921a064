#if !hasFeature(Embedded)
/// The kind and parameters of a group's mover, as files name them.
enum SavedMover {
  case tween(UnitCurve)
  case ownTween
  case ownPolynomialTween
  case repetition(UnitCurve)
  /// The spring of each pass, with its initial velocity as a multiple of the distance per second.
  case springRepetition(Spring, initialVelocity: PackedNumbers<Double>)
  case ownCurveRepetition
  case ownPolynomialRepetition
  case ownSpringRepetition
  /// The epsilons of value and velocity; the springs and time constants are members' own.
  case springs(epsilons: PackedNumbers<Float>)
  case friction(epsilons: PackedNumbers<Float>)
  case keyframes(PreparedKeyframes, repeats: Bool)
  case ownKeyframes
  /// The animation by which each phase is entered.
  case phases([Animation])
  case ownPhases(count: Int)
  case single
  case sum
}

extension SavedMover {
  /// Creates the form for files of a group's mover.
  init(_ key: MoverKey) {
    switch key {
    case .tween(let curve): self = .tween(curve)
    case .ownTween(.bezier): self = .ownTween
    case .ownTween(.polynomials): self = .ownPolynomialTween
    case .repetition(.shared(.curve(let curve))): self = .repetition(curve)
    case .repetition(.shared(.spring(let spring, let velocity))):
      self = .springRepetition(spring, initialVelocity: PackedNumbers([velocity]))
    case .repetition(.ownCurve(.bezier)): self = .ownCurveRepetition
    case .repetition(.ownCurve(.polynomials)): self = .ownPolynomialRepetition
    case .repetition(.ownSpring): self = .ownSpringRepetition
    case .spring(.springs, let epsilons): self = .springs(epsilons: epsilons.packed)
    case .spring(.friction, let epsilons): self = .friction(epsilons: epsilons.packed)
    case .keyframes(let keyframes, let repeats): self = .keyframes(keyframes, repeats: repeats)
    case .ownKeyframes: self = .ownKeyframes
    case .phases(let walk): self = .phases(walk.animations)
    case .ownPhases(let count): self = .ownPhases(count: count)
    case .drivers: self = .single
    case .sum: self = .sum
    }
  }
}

extension SavedMover: Codable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .tween(let curve):
      var values = encoder.encodeCase("tween")
      try values.encode(curve, forKey: "curve")
    case .ownTween: encoder.encodeCase("ownTween")
    case .ownPolynomialTween: encoder.encodeCase("ownPolynomialTween")
    case .repetition(let curve):
      var values = encoder.encodeCase("repetition")
      try values.encode(curve, forKey: "curve")
    case .springRepetition(let spring, let initialVelocity):
      var values = encoder.encodeCase("springRepetition")
      try values.encode(spring, forKey: "spring")
      try values.encode(initialVelocity, forKey: "initialVelocity")
    case .ownCurveRepetition: encoder.encodeCase("ownCurveRepetition")
    case .ownPolynomialRepetition: encoder.encodeCase("ownPolynomialRepetition")
    case .ownSpringRepetition: encoder.encodeCase("ownSpringRepetition")
    case .springs(let epsilons):
      var values = encoder.encodeCase("springs")
      try values.encode(epsilons, forKey: "epsilons")
    case .friction(let epsilons):
      var values = encoder.encodeCase("friction")
      try values.encode(epsilons, forKey: "epsilons")
    case .keyframes(let keyframes, let repeats):
      var values = encoder.encodeCase("keyframes")
      try values.encode(keyframes, forKey: "keyframes")
      try values.encode(repeats, forKey: "repeats")
    case .phases(let animations):
      var values = encoder.encodeCase("phases")
      try values.encode(animations, forKey: "animations")
    case .ownKeyframes: encoder.encodeCase("ownKeyframes")
    case .ownPhases(let count):
      var values = encoder.encodeCase("ownPhases")
      try values.encode(count, forKey: "count")
    case .single: encoder.encodeCase("single")
    case .sum: encoder.encodeCase("sum")
    }
  }

  init(from decoder: any Decoder) throws {
    let (name, values) = try decoder.decodeCase()
    switch name {
    case "tween": self = .tween(try values.decode("curve"))
    case "ownTween": self = .ownTween
    case "ownPolynomialTween": self = .ownPolynomialTween
    case "repetition": self = .repetition(try values.decode("curve"))
    case "springRepetition":
      self = .springRepetition(try values.decode("spring"), initialVelocity: try values.decode("initialVelocity"))
    case "ownCurveRepetition": self = .ownCurveRepetition
    case "ownPolynomialRepetition": self = .ownPolynomialRepetition
    case "ownSpringRepetition": self = .ownSpringRepetition
    case "springs": self = .springs(epsilons: try values.decode("epsilons"))
    case "friction": self = .friction(epsilons: try values.decode("epsilons"))
    case "keyframes": self = .keyframes(try values.decode("keyframes"), repeats: try values.decode("repeats"))
    case "ownKeyframes": self = .ownKeyframes
    case "phases": self = .phases(try values.decode("animations"))
    case "ownPhases": self = .ownPhases(count: try values.decode("count"))
    case "single": self = .single
    case "sum": self = .sum
    default: throw decoder.unknownCase(name)
    }
  }
}
#endif
