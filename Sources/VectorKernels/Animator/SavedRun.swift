#if !hasFeature(Embedded)
/// A driver of a single property, in its form for files.
enum SavedRun<Value: ComponentVector> {
  case animations(SavedAnimations<Value>)
  /// A walk through phases, with the number of passes.
  case phases(PhaseTimeline<PackedNumbers<Value.Component>>, passes: PackedNumbers<Double>)

  /// Creates the form for files.
  ///
  /// - Throws: The obstacle, if a file can't hold the driver.
  init(_ driver: any PropertyDriver) throws(UnsavableDriverError) {
    switch driver {
    case let driver as AnimationsDriver<Value>: self = .animations(try SavedAnimations(driver))
    case let driver as PhasesDriver<Value>:
      let phases = driver.phases
      if phases.animations.contains(where: \.isCustom) { throw UnsavableDriverError(obstacle: .customAnimation) }
      self = .phases(
        PhaseTimeline(
          phases.phases.map { PackedNumbers(components: $0) }, repeatsForever: phases.repeatsForever,
          animations: phases.animations), passes: PackedNumbers([driver.passes]))
    default: throw UnsavableDriverError(obstacle: .timeline)
    }
  }

  /// Returns the driver.
  ///
  /// - Throws: `DecodingError.dataCorrupted` at a path if there can't be such a driver.
  func driver(at path: [any CodingKey]) throws -> any PropertyDriver {
    switch self {
    case .animations(let saved): return AnimationsDriver(saved)
    case .phases(let saved, let passes):
      let values = saved.phases.map(\.numbers)
      if values.isEmpty || values.contains(where: { $0.count != Value.componentCount }) {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: path,
            debugDescription: "phases have \(values.map(\.count)) components, but must be at least one phase, "
              + "with \(Value.componentCount) components each"))
      }
      let phases = values.map { numbers in
        let components = numbers[...]
        return Value(components: components.span)
      }
      guard passes.numbers.count == 1, passes.numbers[0] >= 1 else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: path, debugDescription: "passes are \(passes.numbers), but must be one number of at least 1"))
      }
      return PhasesDriver(
        PhaseTimeline(phases, repeatsForever: saved.repeatsForever, animations: saved.animations),
        passes: passes.numbers[0])
    }
  }
}

extension SavedRun: Codable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .animations(let animated):
      var values = encoder.encodeCase("animations")
      try values.encode(animated, forKey: "animated")
    case .phases(let timeline, let passes):
      var values = encoder.encodeCase("phases")
      try values.encode(timeline, forKey: "timeline")
      try values.encode(passes, forKey: "passes")
    }
  }

  init(from decoder: any Decoder) throws {
    let (name, values) = try decoder.decodeCase()
    switch name {
    case "animations": self = .animations(try values.decode("animated"))
    case "phases": self = .phases(try values.decode("timeline"), passes: try values.decode("passes"))
    default: throw decoder.unknownCase(name)
    }
  }
}

/// The error for a driver that a file can't hold.
struct UnsavableDriverError: Error {
  let obstacle: UnsavableRunError.Obstacle
}

/// Animations that add up, in their form for files.
struct SavedAnimations<Value: ComponentVector>: Codable {
  let first: Value
  let animated: AnimatedValue<Value>
  let nominalDuration: Double

  init(_ driver: AnimationsDriver<Value>) throws(UnsavableDriverError) {
    (first, animated, nominalDuration) = (driver.first, driver.animated, driver.nominalDuration)
    for run in animated.runs {
      // An animation that has taken over from a custom one may still carry that one's state.
      if run.animation.isCustom || run.context.state.hasValues {
        throw UnsavableDriverError(obstacle: .customAnimation)
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(PackedNumbers(components: first), forKey: "first")
    try container.encode(PackedNumbers(components: animated.target), forKey: "target")
    try container.encode(PackedNumbers(components: animated.base), forKey: "base")
    try container.encodePacked([nominalDuration], forKey: "nominalDuration")
    var runs = container.nestedUnkeyedContainer(forKey: "runs")
    for run in animated.runs {
      var container = runs.nestedContainer(keyedBy: FieldName.self)
      try container.encode(run.animation, forKey: "animation")
      try container.encodePacked([run.start], forKey: "start")
      try container.encode(PackedNumbers(components: run.change), forKey: "change")
      try container.encode(run.context.isLogicallyComplete, forKey: "isLogicallyComplete")
      guard let takeover = run.context.state.takeover else { continue }
      var nested = container.nestedContainer(keyedBy: FieldName.self, forKey: "takeover")
      try nested.encode(takeover.spring, forKey: "spring")
      try nested.encode(PackedNumbers(components: takeover.position), forKey: "position")
      try nested.encode(PackedNumbers(components: takeover.velocity), forKey: "velocity")
      // The start, the response of the previous spring, and the duration of the blend.
      try nested.encodePacked([takeover.start, takeover.previousResponse, takeover.blendDuration], forKey: "times")
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    first = try container.decodeComponents(forKey: "first")
    nominalDuration = try container.decodePacked(count: 1, forKey: "nominalDuration")[0]
    try container.require(
      nominalDuration >= 0 && nominalDuration < .infinity, "nominalDuration",
      "nominalDuration is \(nominalDuration), but must be finite and at least 0")
    var runs: [AnimatedValue<Value>.Run] = []
    var array = try container.nestedUnkeyedContainer(forKey: "runs")
    while !array.isAtEnd {
      let container = try array.nestedContainer(keyedBy: FieldName.self)
      var run = AnimatedValue<Value>.Run(
        animation: try container.decode(Animation.self, forKey: "animation"),
        start: try container.decodePacked(count: 1, forKey: "start")[0],
        change: try container.decodeComponents(forKey: "change"))
      try container.require(
        run.start.isFinite, "start", "start is \(run.start), but must be finite")
      run.context.isLogicallyComplete = try container.decode(Bool.self, forKey: "isLogicallyComplete")
      if container.contains("takeover") {
        let nested = try container.nestedContainer(keyedBy: FieldName.self, forKey: "takeover")
        let times = try nested.decodePacked(Double.self, count: 3, forKey: "times")
        try nested.require(
          times[0].isFinite && times[1] > 0 && times[1].isFinite && times[2] >= 0 && times[2].isFinite, "times",
          "times are \(times), but must be finite, with a response above 0 and a blend of at least 0")
        run.context.state.takeover = SpringTakeover(
          spring: try nested.decode(Spring.self, forKey: "spring"), start: times[0],
          position: try nested.decodeComponents(forKey: "position"),
          velocity: try nested.decodeComponents(forKey: "velocity"), previousResponse: times[1],
          blendDuration: times[2])
      }
      runs.append(run)
    }
    animated = AnimatedValue(
      target: try container.decodeComponents(forKey: "target"), base: try container.decodeComponents(forKey: "base"),
      runs: runs)
  }
}

extension AnimationsDriver {
  fileprivate convenience init(_ saved: SavedAnimations<Value>) {
    self.init(first: saved.first, animated: saved.animated, nominalDuration: saved.nominalDuration)
  }
}

extension Animation {
  /// Whether the animation contains a custom animation. Only custom animations have no known duration.
  fileprivate var isCustom: Bool { duration == nil }
}

// MARK: - Values

extension PackedNumbers where Number: BatchElement {
  fileprivate init<Value: ComponentVector>(components value: Value) where Value.Component == Number {
    self.init(
      [Number](unsafeUninitializedCapacity: Value.componentCount) { numbers, count in
        value._store(numbers.baseAddress!, stride: 1)
        count = Value.componentCount
      })
  }
}

extension KeyedDecodingContainer<FieldName> {
  /// Decodes a value from its components.
  fileprivate func decodeComponents<Value: ComponentVector>(forKey key: Key) throws -> Value {
    let numbers = try decodePacked(Value.Component.self, count: Value.componentCount, forKey: key)
    let components = numbers[...]
    return Value(components: components.span)
  }
}
#endif
