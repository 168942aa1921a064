#if !hasFeature(Embedded)
/// The limits of decoded snapshots. A few bytes can name a layer, which takes kilobytes, or a curve or an animation of
/// hundreds of pieces.
enum SnapshotLimits {
  /// The number of layers of added animations.
  static var layers: Int { 4096 }
  /// The number of pieces of a group's own tracks, and that of all shared phases.
  static var pieces: Int { 1 << 22 }
}

/// Properties that run in the same way, in their form for files.
struct SavedGroup<Value: ComponentVector> {
  let group: PropertyGroup

}

extension SpringEpsilons {
  var packed: PackedNumbers<Float> { PackedNumbers([value, velocity]) }

  init?(_ packed: PackedNumbers<Float>) {
    guard packed.numbers.count == 2, packed.numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(value: packed.numbers[0], velocity: packed.numbers[1])
  }
}

extension SavedGroup: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(SavedMover(group.mover.key), forKey: "driver")
    try container.encodePacked([group.direction], forKey: "direction")
    try container.encodePacked([group.clock], forKey: "clock")
    try container.encode(PackedNumbers(group.slots, count: group.count), forKey: "slots")
    try container.encodePacked(Array(group.vacantWords), forKey: "vacant")
    var times = container.nestedUnkeyedContainer(forKey: "times")
    for index in 0..<group.layout.timeCount {
      let numbers = group.times(index)
      try times.encode(PackedNumbers((0..<group.count).map { numbers[$0] }))
    }
    let blocks = UnsafeBufferPointer(start: group.blocks, count: group.blockCount)
    try container.encodePacked(blocks.map(\.epoch), forKey: "epochs")
    try container.encodePacked(blocks.map(\.earliestEnd), forKey: "earliest")
    try container.encodePacked(blocks.map(\.latestBegin), forKey: "latest")
    try container.encode(blocks.map(\.isConsecutive), forKey: "consecutive")
    try container.encodePacked(blocks.map(\.sharedRate), forKey: "rates")
    var columns = container.nestedUnkeyedContainer(forKey: "columns")
    for column in 0..<group.savedColumnCount {
      try columns.encode(PackedNumbers(group.savedColumn(column)))
    }
    switch group.kind {
    case .springs(let springs):
      let motions = springs.motions(in: group)
      try container.encode(motions.areUniform, forKey: "uniform")
      try container.encodePacked(motions.steps, forKey: "steps")
    case .drivers(let mover): try container.encode(mover.drivers.map { try SavedRun<Value>($0) }, forKey: "runs")
    case .tweens, .repetitions, .keyframes, .phases, .sums: break
    }
    if let tracks = group.mover.ownTracks { try Self.encode(tracks, count: group.count, to: &container) }
  }

  /// Encodes each track of members' own once, and the index of each member's track.
  private static func encode(
    _ tracks: OwnTracks, count: Int, to container: inout KeyedEncodingContainer<FieldName>
  ) throws {
    var (indices, different): ([OwnTrack: Int32], [OwnTrack]) = ([:], [])
    let members = (0..<count).map { member in
      let track = tracks.track(of: member)
      if let index = indices[track] { return index }
      indices[track] = Int32(different.count)
      different.append(track)
      return Int32(different.count - 1)
    }
    try container.encode(different, forKey: "tracks")
    try container.encodePacked(members, forKey: "members")
  }
}

extension OwnTrack: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .keyframes(let keyframes): try keyframes.encode(to: encoder)
    case .walk(let walk): try walk.animations.encode(to: encoder)
    case .curve(let curve): try curve.curve.encode(to: encoder)
    }
  }
}

extension SavedGroup: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let (kind, direction) = try Self.decodeKind(container)
    let group = PropertyGroup(kind, components: Value.componentCount, direction: direction)
    let slots = try container.decodePacked(Int32.self, forKey: "slots")
    // All numbers are decoded before memory for the members is allocated, so that a short file can't ask for much
    // memory.
    let times: [[Double]] = try Self.decodeColumns(
      container.nestedUnkeyedContainer(forKey: "times"), "times", count: slots.count, group.layout.timeCount, container)
    let columns: [[Float]] = try Self.decodeColumns(
      container.nestedUnkeyedContainer(forKey: "columns"), "columns", count: slots.count, group.savedColumnCount,
      container)
    try Self.require(group.mover, group.layout, times, columns, in: container)
    group.setCount(slots.count)
    let clock: Double = try container.decodePacked(count: 1, forKey: "clock")[0]
    try container.require(
      Clock.clamped(clock) == clock, "clock", "the clock is at \(clock), but must be at most \(Clock.limit) from 0")
    group.setClock(clock)
    group.slots.update(from: slots, count: slots.count)
    for (index, saved) in times.enumerated() {
      let times = group.times(index)
      for member in slots.indices { times[member] = saved[member] }
    }
    for (index, saved) in columns.enumerated() { group.setSavedColumn(index, to: saved) }

    let epochs = try container.decodePacked(Double.self, count: group.blockCount, forKey: "epochs")
    let earliest = try container.decodePacked(Double.self, count: group.blockCount, forKey: "earliest")
    let latest = try container.decodePacked(Double.self, count: group.blockCount, forKey: "latest")
    // Whether slots are known to be consecutive affects the positions of members that join later.
    let consecutive = try container.decodeFlags("consecutive", count: group.blockCount)
    let rates = try container.decodePacked(Float.self, count: group.blockCount, forKey: "rates")
    for block in 0..<group.blockCount {
      let members = group.members(of: block)
      try container.require(
        !consecutive[block] || members.dropFirst().allSatisfy { slots[$0 - 1] &+ 1 == slots[$0] }, "consecutive",
        "the slots of block \(block) aren't consecutive")
      try container.require(
        Clock.clamped(epochs[block]) == epochs[block], "epochs",
        "the epoch of block \(block) is \(epochs[block]), but must be at most \(Clock.limit) from 0")
      try container.require(
        !earliest[block].isNaN, "earliest", "the earliest end of block \(block) is nan, but must be a number")
      try container.require(
        !latest[block].isNaN, "latest", "the latest begin of block \(block) is nan, but must be a number")
      try container.require(
        rates[block].isNaN || members.allSatisfy { group.rates[$0] == rates[block] }, "rates",
        "block \(block) has members with other rates than \(rates[block])")
      group.blocks[block] = PropertyGroup.Block(
        epoch: epochs[block], earliestEnd: earliest[block], latestBegin: latest[block],
        isConsecutive: consecutive[block], sharedRate: rates[block])
    }

    let vacant = try container.decodePacked(UInt64.self, count: (slots.count + 63) / 64, forKey: "vacant")
    let rest = UInt64(slots.count % 64)
    try container.require(
      (rest == 0 || vacant[vacant.count - 1] >> rest == 0)
        && (group.layout.keepsPositions || vacant.allSatisfy { $0 == 0 }), "vacant",
      "vacant marks positions that can't be kept among \(slots.count) members")
    vacant.withUnsafeBufferPointer { words in
      if let words = words.baseAddress { group.setVacantWords(words) }
    }

    switch group.kind {
    case .springs(let springs):
      let steps: [Double] = try container.decodePacked(count: group.blockCount, forKey: "steps")
      // NaN means that the step hasn't been computed yet.
      try container.require(
        !steps.contains { $0.isInfinite }, "steps", "steps are \(steps), but must not be infinite")
      springs.setMotions(
        in: group, areUniform: try container.decodeFlags("uniform", count: group.blockCount), steps: steps)
    case .drivers(let mover):
      let runs = try container.decode([SavedRun<Value>].self, forKey: "runs")
      try container.require(
        runs.count == slots.count, "runs", "runs holds \(runs.count) runs instead of \(slots.count)")
      mover.setDrivers(try runs.map { try $0.driver(at: container.codingPath + [FieldName("runs")]) })
    case .repetitions(let mover):
      for member in slots.indices { mover.restoreShape(of: member, in: group) }
      try Self.decodeCurves(of: group, container)
    case .tweens: try Self.decodeCurves(of: group, container)
    case .keyframes(let mover):
      if mover.ownTracks == nil { break }
      let saved = try container.decode([PreparedKeyframes].self, forKey: "tracks")
      for keyframes in saved {
        try container.require(
          keyframes.componentCount == Value.componentCount && keyframes.duration > 0, "tracks",
          "\(keyframes) can't play on values of \(Value.componentCount) components")
      }
      try Self.decodeMembers(saved.map { .keyframes($0) }, of: group, container)
    case .phases(let mover):
      if mover.ownTracks == nil { break }
      var (walks, pieceCount) = (PreparedWalks(), 0)
      let saved = try container.decode([[Animation]].self, forKey: "tracks").map { animations in
        let walk = try Self.walk(animations, &walks, container, "tracks")
        try container.require(
          walk.phaseCount == group.layout.values, "tracks",
          "\(animations) are \(walk.phaseCount) phases instead of \(group.layout.values)")
        try Self.require(&pieceCount, plus: walk.amounts, in: container)
        return walk
      }
      try Self.decodeMembers(saved.map { .walk($0) }, of: group, container)
    case .sums: break
    }
    self.group = group
  }

  /// Decodes members' own curves, if the group has their polynomials.
  private static func decodeCurves(
    of group: PropertyGroup, _ container: KeyedDecodingContainer<FieldName>
  ) throws {
    if group.mover.ownTracks == nil { return }
    let curves = PreparedCurves()
    var pieceCount = 0
    let tracks = try container.decode([UnitCurve].self, forKey: "tracks").map { curve -> OwnTrack in
      guard let polynomials = curves.polynomials(of: curve) else {
        throw DecodingError.dataCorruptedError(
          forKey: "tracks", in: container, debugDescription: "\(curve) doesn't consist of finite polynomials")
      }
      try require(&pieceCount, plus: polynomials.keyframes, in: container)
      return .curve(polynomials)
    }
    try decodeMembers(tracks, of: group, container)
  }

  /// Adds the pieces of a track to a number of pieces, and throws an error if there are too many.
  private static func require(
    _ pieceCount: inout Int, plus track: PreparedKeyframes, in container: KeyedDecodingContainer<FieldName>
  ) throws {
    pieceCount += track.pieceCount
    try container.require(
      pieceCount <= SnapshotLimits.pieces, "tracks", "the tracks have more than \(SnapshotLimits.pieces) pieces")
  }

  /// Decodes the index of each member's track, and sets the track.
  private static func decodeMembers(
    _ tracks: [OwnTrack], of group: PropertyGroup, _ container: KeyedDecodingContainer<FieldName>
  ) throws {
    let members = try container.decodePacked(Int32.self, count: group.count, forKey: "members")
    for (member, index) in members.enumerated() {
      try container.require(
        tracks.indices.contains(Int(index)), "members",
        "member \(member) has the track \(index), but there are \(tracks.count)")
      let track = tracks[Int(index)]
      let passRate: Float =
        if case .curve = track { 0 } else { group.passRate(of: member, lasting: track.keyframes.duration) }
      group.mover.ownTracks?.set(member, to: track, passRate: passRate)
    }
  }

  private static func walk(
    _ animations: [Animation], _ walks: inout PreparedWalks, _ container: KeyedDecodingContainer<FieldName>,
    _ key: FieldName
  ) throws -> PreparedPhases {
    if let walk = walks.prepared(animations) { return walk }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: container, debugDescription: "\(animations) aren't a walk through phases that ends")
  }

  private static func decodeColumns<Number: Numeric & BitwiseCopyable>(
    _ columns: consuming any UnkeyedDecodingContainer, _ key: FieldName, count: Int, _ columnCount: Int,
    _ container: KeyedDecodingContainer<FieldName>
  ) throws -> [[Number]] {
    var decoded: [[Number]] = []
    for _ in 0..<columnCount { decoded.append(try columns.decodePacked(Number.self, count: count, "column")) }
    try container.require(
      columns.isAtEnd, key, "there are more columns than the \(columnCount) of this driver")
    return decoded
  }

  /// Throws an error unless the times, the rates and the other numbers of members, except values, are possible.
  private static func require(
    _ mover: any Mover, _ layout: MemberLayout, _ times: [[Double]], _ columns: [[Float]],
    in container: KeyedDecodingContainer<FieldName>
  ) throws {
    for (index, numbers) in times.enumerated() {
      let (name, isLegal) = mover.savedTime(index)
      if let wrong = numbers.firstIndex(where: { !isLegal($0) }) {
        throw DecodingError.dataCorruptedError(
          forKey: "times", in: container,
          debugDescription: "\(name) of member \(wrong) is \(numbers[wrong]), which no member can have")
      }
    }
    let others = 2 + layout.values * Value.componentCount
    for (index, numbers) in columns.enumerated() {
      let (name, isLegal): (String, (Float) -> Bool) =
        switch index {
        // A member that waits forever begins at 1e30.
        case 0: ("the begin", { abs($0) <= 1e30 })
        case 1: ("the rate", { $0 >= 0 && $0 < .infinity })
        case others..<others + layout.otherColumns: mover.savedColumn(index - others)
        default: ("a value", { _ in true })
        }
      if let wrong = numbers.firstIndex(where: { !isLegal($0) }) {
        throw DecodingError.dataCorruptedError(
          forKey: "columns", in: container,
          debugDescription: "\(name) of member \(wrong) is \(numbers[wrong]), which no member can have")
      }
    }
  }

  /// Decodes the kind of a group, without members, and the direction in which their time passes.
  fileprivate static func decodeKind(
    _ container: KeyedDecodingContainer<FieldName>
  ) throws -> (PropertyGroup.Kind, direction: Double) {
    let direction = try container.decodePacked(Double.self, count: 1, forKey: "direction")[0]
    try container.require(
      [-1, 0, 1].contains(direction), "direction", "direction is \(direction), but must be 1, 0 or -1")
    return (try emptyKind(of: container.decode(SavedMover.self, forKey: "driver"), container), direction)
  }

  private static func emptyKind(
    of mover: SavedMover, _ container: KeyedDecodingContainer<FieldName>
  ) throws -> PropertyGroup.Kind {
    let components = Value.componentCount
    func epsilons(_ packed: PackedNumbers<Float>) throws -> SpringEpsilons {
      guard let epsilons = SpringEpsilons(packed) else {
        throw DecodingError.dataCorruptedError(
          forKey: "driver", in: container,
          debugDescription: "epsilons are \(packed.numbers), but must be two numbers that are at least 0")
      }
      return epsilons
    }
    func springs(_ law: SpringMover.Law, _ packed: PackedNumbers<Float>) throws -> PropertyGroup.Kind {
      .springs(SpringMover(law, try epsilons(packed)))
    }
    switch mover {
    case .tween(let curve): return .tweens(TweenMover(PreparedCurve(curve)))
    case .ownTween: return .tweens(TweenMover(ownCurvesIn: .bezier))
    case .ownPolynomialTween: return .tweens(TweenMover(ownCurvesIn: .polynomials))
    case .repetition(let curve):
      return .repetitions(RepetitionMover(.shared(.curve(curve)), PreparedCurve(curve)))
    case .ownCurveRepetition: return .repetitions(RepetitionMover(.ownCurve(.bezier), nil))
    case .ownPolynomialRepetition: return .repetitions(RepetitionMover(.ownCurve(.polynomials), nil))
    case .ownSpringRepetition: return .repetitions(RepetitionMover(.ownSpring, nil))
    case .springRepetition(let spring, let velocity):
      try container.require(
        velocity.numbers.count == 1 && Animation.initialVelocities.contains(velocity.numbers[0]), "driver",
        "initialVelocity is \(velocity.numbers), but must be one number in \(Animation.initialVelocities)")
      return .repetitions(RepetitionMover(.shared(.spring(spring, initialVelocity: velocity.numbers[0])), nil))
    case .springs(let packed): return try springs(.springs, packed)
    case .friction(let packed): return try springs(.friction, packed)
    case .keyframes(let keyframes, let repeats):
      try container.require(
        keyframes.componentCount == components && !(repeats && keyframes.duration == 0), "driver",
        "\(keyframes) can't \(repeats ? "repeat" : "play") on values of \(components) components")
      return .keyframes(KeyframeMover(keyframes, repeats: repeats))
    case .ownKeyframes: return .keyframes(KeyframeMover(ownWithComponents: components))
    case .phases(let animations):
      var walks = PreparedWalks()
      return .phases(PhaseMover(try walk(animations, &walks, container, "driver")))
    case .ownPhases(let count):
      try container.require((2...1 << 20).contains(count), "driver", "there can't be \(count) phases")
      return .phases(PhaseMover(ownWithPhases: count))
    case .single: return .drivers(DriverMover())
    case .sum: return .sums(SumMover())
    }
  }
}

/// A shape without a group, in its form for files.
struct SavedCandidate<Value: ComponentVector> {
  let candidate: ShapePopularity.Saved.Candidate
}

extension SavedCandidate: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(SavedMover(candidate.key.mover), forKey: "driver")
    try container.encodePacked([candidate.key.direction], forKey: "direction")
    try container.encode(candidate.popularity, forKey: "popularity")
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let (kind, direction) = try SavedGroup<Value>.decodeKind(container)
    let key = kind.mover.key
    try container.require(key.own != nil, "driver", "the driver has no shape that members could have as their own")
    let popularity = try container.decode(Int.self, forKey: "popularity")
    try container.require(
      (0...ShapePopularity.full).contains(popularity), "popularity",
      "popularity is \(popularity), but must be in 0...\(ShapePopularity.full)")
    candidate = .init(key: GroupKey(mover: key, direction: direction), popularity: popularity)
  }
}

extension Mover {
  /// Returns the name of one of each member's times, and a predicate for its possible values.
  fileprivate func savedTime(_ index: Int) -> (name: String, isLegal: (Double) -> Bool) {
    let isDuration = { (seconds: Double) in seconds >= 0 }
    let isFrequency = { Spring(clampingFrequency: $0, dampingRatio: 0).angularFrequency == $0 }
    let isDampingRatio = { Spring(clampingFrequency: 1, dampingRatio: $0).dampingRatio == $0 }
    switch (PropertyGroup.TimeKind(rawValue: index), self) {
    case (.start, _): return ("the start", \.isFinite)
    case (.delay, is SumMover): return ("the delay", { $0 <= 0 && $0.isFinite })
    case (.delay, _): return ("the delay", isDuration)
    case (_, is SpringMover):
      return index == 2 ? ("the angular frequency", isFrequency) : ("the damping ratio", isDampingRatio)
    case (.duration, _): return ("the duration", isDuration)
    case (_, is RepetitionMover):
      switch RepetitionMover.CycleKind(rawValue: index) {
      case .cycle: return ("the cycle", isDuration)
      case .angularFrequency: return ("the angular frequency", isFrequency)
      case .dampingRatio: return ("the damping ratio", isDampingRatio)
      case .initialVelocity: return ("the initial velocity", Animation.initialVelocities.contains)
      case .secondsPerProgress: return ("the duration of a pass", { $0 > 0 && $0 < .infinity })
      case .passes, nil: return ("the passes", { !$0.isNaN })
      }
    default: return ("the nominal duration", isDuration)
    }
  }

  /// Returns the name of one of each member's numbers besides times, rates and values, and a predicate for its possible
  /// values.
  fileprivate func savedColumn(_ index: Int) -> (name: String, isLegal: (Float) -> Bool) {
    let passes: (String, (Float) -> Bool) = ("a number of passes", { !$0.isNaN })
    func controlPoint(_ column: Int) -> (String, (Float) -> Bool) {
      column % 2 == 0
        ? ("a control point's x", { (0...1).contains($0) })
        : ("a control point's y", { abs($0) <= OwnCurves.limit })
    }
    let ownIndex = index - RepetitionMover.Part.sharedCount
    switch key {
    case .ownTween(.bezier): return controlPoint(index)
    case .repetition(.ownCurve(.bezier)) where ownIndex >= 0: return controlPoint(ownIndex)
    // Numbers that follow from a spring are computed anew.
    case .repetition(.ownSpring) where ownIndex >= 0: return ("a number of a spring", { _ in true })
    default: return passes
    }
  }
}

extension KeyedDecodingContainer<FieldName> {
  /// Decodes one flag for each of `count` blocks.
  fileprivate func decodeFlags(_ key: Key, count: Int) throws -> [Bool] {
    let flags = try decode([Bool].self, forKey: key)
    try require(
      flags.count == count, key, "\(key.stringValue) holds \(flags.count) blocks instead of \(count)")
    return flags
  }
}
#endif
