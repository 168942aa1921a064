#if !hasFeature(Embedded)
/// In files, each column of numbers is the base64 of their bits, with the lowest byte first.
extension Animator.Snapshot: Codable {
  /// The version of this form of data.
  private static var version: Int { 4 }

  /// Encodes the snapshot.
  ///
  /// - Throws: ``UnsavableRunError`` for the first run that can't be saved. If the encoder doesn't accept infinite
  ///   numbers, it throws its own error for an animation that lasts forever without being a repetition.
  public func encode(to encoder: any Encoder) throws {
    try requireSavable()
    let size = state.table.size
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(Self.version, forKey: "version")
    try container.encode(Value.AnimatableComponents.componentCount, forKey: "componentCount")
    try container.encodePacked(state.clock.numbers, forKey: "clock")
    try container.encode(state.clock.isPaused, forKey: "isPaused")
    try container.encode(state.epsilons.packed, forKey: "epsilons")
    try container.encodePacked(state.table.slots.map(\.generation), forKey: "generations")
    try Self.encode(state.values, count: size, to: container.nestedUnkeyedContainer(forKey: "values"))
    try container.encodePacked(state.table.slots.map(\.speed), forKey: "speeds")
    try container.encodePacked(BitSet(of: state.table, where: \.isPaused).words, forKey: "paused")
    try container.encodePacked(BitSet(of: state.table, where: \.isReversed).words, forKey: "reversed")
    try container.encode(state.completions, forKey: "completions")
    try container.encode(state.endedBetweenFrames, forKey: "endedBetweenFrames")
    try Self.encodeGroups(of: state, to: &container)
    try container.encodePacked(state.table.slots.map(\.run), forKey: "runs")
    let removedAtEnd = BitSet(of: state.table, where: \.isRemovedAtEnd).words
    try container.encodePacked(removedAtEnd.contains { $0 != 0 } ? removedAtEnd : [], forKey: "removedAtEnd")
    if !state.table.origins.isEmpty {
      try container.encodePacked(state.table.origins.map { $0.number }, forKey: "origins")
    }
    let floors = state.table.savedFloors
    if !floors.isEmpty { try container.encodePacked(floors, forKey: "floors") }
    let lastRuns = state.table.savedLastRuns
    if !lastRuns.isEmpty { try container.encodePacked(lastRuns, forKey: "lastRuns") }
    if state.table.timeStandsStill { try container.encode(true, forKey: "timeStandsStill") }
    if !state.observations.isEmpty { try container.encode(state.observations.all, forKey: "observations") }
    if !state.observations.events.isEmpty { try container.encode(state.observations.events, forKey: "events") }
    if let bases = state.bases {
      try Self.encode(bases, count: size, to: container.nestedUnkeyedContainer(forKey: "bases"))
    }
    if !state.nextBases.isEmpty {
      let slots = Array(state.nextBases.keys).sorted()
      try container.encodePacked(slots.map { UInt32($0) }, forKey: "farSlots")
      try container.encodePacked(slots.flatMap { state.nextBases[$0]! }, forKey: "nextBases")
    }
    if state.layers.isEmpty { return }
    var layers = container.nestedUnkeyedContainer(forKey: "layers")
    for layer in state.layers {
      var container = layers.nestedContainer(keyedBy: FieldName.self)
      try Self.encode(layer.values, count: size, to: container.nestedUnkeyedContainer(forKey: "values"))
      try Self.encodeGroups(of: layer, to: &container)
      if !layer.table.origins.isEmpty {
        try container.encodePacked(layer.table.origins.map { $0.number }, forKey: "origins")
      }
    }
  }

  private static func encodeGroups(
    of state: AnimatorState, to container: inout KeyedEncodingContainer<FieldName>
  ) throws {
    try container.encode(state.groups.map { SavedGroup<Value.AnimatableComponents>(group: $0.group) }, forKey: "groups")
    if state.groupSearch != VacancySearch() {
      try container.encodePacked(state.groupSearch.numbers, forKey: "groupSearch")
    }
    let popularity = state.popularity
    if !popularity.groups.isEmpty { try container.encodePacked(popularity.groups, forKey: "popularities") }
    if !popularity.candidates.isEmpty {
      try container.encode(
        popularity.candidates.map { SavedCandidate<Value.AnimatableComponents>(candidate: $0) }, forKey: "candidates")
    }
  }

  private static func encode<Number: BatchElement>(
    _ values: ColumnStorage<Number>, count: Int, to columns: consuming any UnkeyedEncodingContainer
  ) throws {
    for component in 0..<Value.AnimatableComponents.componentCount {
      try columns.encode(PackedNumbers(values.memory + component * values.stride, count: count))
    }
  }

  private func requireSavable() throws(UnsavableRunError) {
    for group in (state.groups + state.layers.flatMap(\.groups)).map(\.group) {
      guard case .drivers(let mover) = group.kind else { continue }
      for (member, driver) in mover.drivers.enumerated() {
        do {
          _ = try SavedRun<Value.AnimatableComponents>(driver)
        } catch {
          throw UnsavableRunError(handle: state.table.handle(of: Int(group.slots[member])), obstacle: error.obstacle)
        }
      }
    }
  }

  /// Decodes a snapshot. Decoded data can't make an animator unsafe, even if it comes from an attacker.
  ///
  /// - Throws: `DecodingError` for data that no animator of such values can have encoded. It describes the problem and
  ///   its place.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let version = try container.decode(Int.self, forKey: "version")
    try container.require(version == Self.version, "version", "version is \(version), but must be \(Self.version)")
    let components = try container.decode(Int.self, forKey: "componentCount")
    try container.require(
      components == Value.AnimatableComponents.componentCount, "componentCount",
      "values have \(components) components, but those of \(Value.self) have "
        + "\(Value.AnimatableComponents.componentCount)")

    let clock = try container.decodePacked(Double.self, count: 5, forKey: "clock")
    try container.require(
      Clock.usable(clock[2]) == clock[2] && [0, 1, 3, 4].allSatisfy { Clock.clamped(clock[$0]) == clock[$0] }, "clock",
      "the times are \([0, 1, 3, 4].map { clock[$0] }), but must be at most \(Clock.limit) from 0, and the speed is "
        + "\(clock[2]), but must be 0 or in 1e-6...1e6")
    let epsilons = try container.decodePacked(Float.self, count: 2, forKey: "epsilons")
    try container.require(
      epsilons.allSatisfy { $0 >= 0 }, "epsilons", "epsilons are \(epsilons), but must be at least 0")
    let generations = try container.decodePacked(UInt32.self, forKey: "generations")
    try container.require(
      generations.count <= Int(Int32.max), "generations",
      "there are \(generations.count) slots, but there must be at most 2^31 - 1")
    try container.require(
      !generations.contains(.max), "generations",
      "a generation is \(UInt32.max), but must be at most \(UInt32.max - 1)")
    let size = generations.count
    let speeds = try container.decodePacked(Float.self, count: size, forKey: "speeds")
    try container.require(
      speeds.allSatisfy { Clock.usable($0) == $0 }, "speeds", "speeds must be 0 or in 1e-6...1e6")

    func decodeSet(_ key: FieldName) throws -> BitSet {
      let none = [UInt64](repeating: 0, count: (size + 63) / 64)
      if key.stringValue == "removedAtEnd", try container.decodePacked(UInt64.self, forKey: key).isEmpty {
        return BitSet(words: none)
      }
      let words = try container.decodePacked(UInt64.self, count: none.count, forKey: key)
      let rest = UInt64(size % 64)
      try container.require(
        rest == 0 || words[words.count - 1] >> rest == 0, key, "\(key.stringValue) has slots outside 0..<\(size)")
      return BitSet(words: words)
    }
    var state = AnimatorState(
      values: try Self.decodeValues(container.nestedUnkeyedContainer(forKey: "values"), count: size),
      table: SlotTable(
        generations: generations, origins: try Self.decodeOrigins(from: container, forKey: "origins", count: size)),
      groups: [],
      clock: Clock(numbers: clock, isPaused: try container.decode(Bool.self, forKey: "isPaused")),
      endedBetweenFrames: try container.decode([Completion].self, forKey: "endedBetweenFrames"),
      completions: try container.decode([Completion].self, forKey: "completions"),
      epsilons: SpringEpsilons(value: epsilons[0], velocity: epsilons[1]), layers: [], observations: Observations())
    try container.require(
      container.contains("bases") == Animator.isDouble, "bases",
      "components are \(Animator.Component.self)s, which \(Animator.isDouble ? "need" : "can't have") bases")
    let (paused, reversed) = (try decodeSet("paused"), try decodeSet("reversed"))
    let runs = try container.decodePacked(UInt32.self, count: size, forKey: "runs")
    let removedAtEnd = try decodeSet("removedAtEnd")
    if container.contains("floors") {
      let floors = try container.decodePacked(UInt32.self, forKey: "floors")
      try container.require(
        state.table.setFloors(floors), "floors", "floors are \(floors), but must be even generations of taken slots")
    }
    state.table.timeStandsStill = try container.decodeIfPresent(Bool.self, forKey: "timeStandsStill") ?? false
    for slot in 0..<size {
      state.table[slot].speed = speeds[slot]
      state.table[slot].isPaused = paused.contains(slot)
      state.table[slot].isReversed = reversed.contains(slot)
      state.table[slot].run = runs[slot]
      state.table[slot].isRemovedAtEnd = removedAtEnd.contains(slot)
    }
    if container.contains("lastRuns") {
      let lastRuns = try container.decodePacked(UInt32.self, forKey: "lastRuns")
      try container.require(
        state.table.setLastRuns(lastRuns), "lastRuns",
        "lastRuns are \(lastRuns), but must be slots of properties and numbers above those of their runs")
    }
    let stateWithoutGroups = state
    var pieceCount = 0
    try Self.decodeGroups(from: container, into: &state, &pieceCount)
    if container.contains("layers") {
      var layers = try container.nestedUnkeyedContainer(forKey: "layers")
      while !layers.isAtEnd {
        try container.require(
          state.layers.count < SnapshotLimits.layers, "layers", "there are more than \(SnapshotLimits.layers) layers")
        let container = try layers.nestedContainer(keyedBy: FieldName.self)
        var layer = stateWithoutGroups
        layer.values = try Self.decodeValues(container.nestedUnkeyedContainer(forKey: "values"), count: size)
        (layer.completions, layer.endedBetweenFrames) = ([], [])
        layer.table = SlotTable(
          generations: Array(repeating: 1, count: size),
          origins: try Self.decodeOrigins(from: container, forKey: "origins", count: size))
        for slot in 0..<size {
          layer.table[slot].speed = speeds[slot]
          layer.table[slot].isPaused = paused.contains(slot)
          layer.table[slot].isReversed = reversed.contains(slot)
        }
        try Self.decodeGroups(from: container, into: &layer, &pieceCount)
        if let problem = state.add(layer: layer, components: Value.AnimatableComponents.componentCount) {
          throw DecodingError.dataCorruptedError(forKey: "groups", in: container, debugDescription: problem)
        }
      }
    }
    if let slot = state.idleSum {
      throw DecodingError.dataCorruptedError(
        forKey: "groups", in: container, debugDescription: "slot \(slot) is a sum, but runs in no layer")
    }
    state.observations = Observations(
      try container.decodeIfPresent([Observation].self, forKey: "observations") ?? [],
      events: try container.decodeIfPresent([AnimationEvent].self, forKey: "events") ?? [])
    if Animator.isDouble {
      state.bases = try Self.decodeValues(container.nestedUnkeyedContainer(forKey: "bases"), count: size)
      if container.contains("farSlots") { state.nextBases = try Self.decodeNextBases(from: container, state.table) }
    }
    self.state = state
  }

  private static func decodeGroups(
    from container: KeyedDecodingContainer<FieldName>, into state: inout AnimatorState, _ pieceCount: inout Int
  ) throws {
    var groups = try container.nestedUnkeyedContainer(forKey: "groups")
    while !groups.isAtEnd {
      let decoder = try groups.superDecoder()
      let group = try SavedGroup<Value.AnimatableComponents>(from: decoder).group
      if case .phases(let mover) = group.kind { pieceCount += mover.sharedPieceCount }
      try container.require(
        pieceCount <= SnapshotLimits.pieces, "groups", "shared phases have more than \(SnapshotLimits.pieces) pieces")
      if let problem = state.add(group) {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath + [FieldName("slots")], debugDescription: problem))
      }
    }
    if container.contains("groupSearch") {
      state.groupSearch = VacancySearch(try container.decodePacked(UInt32.self, count: 3, forKey: "groupSearch"))
    }
    if container.contains("popularities") {
      let popularities: [UInt16] = try container.decodePacked(count: state.groups.count, forKey: "popularities")
      try container.require(
        popularities.allSatisfy { $0 <= ShapePopularity.full }, "popularities",
        "popularities are \(popularities), but must be at most \(ShapePopularity.full)")
      state.popularity.groups = popularities
    }
    if container.contains("candidates") {
      var candidates = try container.nestedUnkeyedContainer(forKey: "candidates")
      while !candidates.isAtEnd {
        try container.require(
          state.popularity.candidates.count < ShapePopularity.candidateLimit, "candidates",
          "there are more than \(ShapePopularity.candidateLimit) candidates")
        let saved = try candidates.decode(SavedCandidate<Value.AnimatableComponents>.self)
        state.popularity.candidates.append(saved.candidate)
      }
    }
  }

  /// Decodes the origins of the animations of `count` properties; empty if they aren't in the data.
  private static func decodeOrigins(
    from container: KeyedDecodingContainer<FieldName>, forKey key: FieldName, count: Int
  ) throws -> [AnimationPlan.Origin] {
    if !container.contains(key) { return [] }
    let numbers = try container.decodePacked(Float.self, forKey: key)
    try container.require(numbers.count <= count, key, "there are \(numbers.count) origins for \(count) properties")
    try container.require(!numbers.contains { $0.isNaN }, key, "an origin is nan, but must be a number")
    return numbers.map { AnimationPlan.Origin(number: $0) }
  }

  /// Decodes the bases that properties take when a frame moves them.
  private static func decodeNextBases(
    from container: KeyedDecodingContainer<FieldName>, _ table: SlotTable
  ) throws -> [Int: [Double]] {
    let slots = try container.decodePacked(UInt32.self, forKey: "farSlots")
    try container.require(
      slots.allSatisfy { $0 < table.size && !table[Int($0)].isIdle }, "farSlots",
      "farSlots are \(slots), but must be slots of properties that run")
    let components = Value.AnimatableComponents.componentCount
    let bases = try container.decodePacked(Double.self, count: slots.count * components, forKey: "nextBases")
    var nextBases: [Int: [Double]] = [:]
    for (index, slot) in slots.enumerated() {
      nextBases[Int(slot)] = Array(bases[index * components..<(index + 1) * components])
    }
    return nextBases
  }

  private static func decodeValues<Number: BatchElement>(
    _ columns: consuming any UnkeyedDecodingContainer, count: Int
  ) throws -> ColumnStorage<Number> {
    let values = ColumnStorage<Number>(components: Value.AnimatableComponents.componentCount, capacity: count)
    for component in 0..<Value.AnimatableComponents.componentCount {
      let numbers = try columns.decodePacked(Number.self, count: count, "column")
      (values.memory + component * values.stride).update(from: numbers, count: count)
    }
    return values
  }
}

extension AnimatorState {
  /// Adds a group. Its members must be properties that aren't in another group and that have the group's direction.
  ///
  /// - Returns: The problem that prevents this, or nil if there is none.
  fileprivate mutating func add(_ group: PropertyGroup) -> String? {
    if group.isDeserted && group.count > 0 { return "the group has kept positions, but no members" }
    for member in 0..<group.count {
      let slot = Int(group.slots[member])
      let isVacant = group.isVacant(member)
      guard slot >= 0, slot < table.size, isVacant || table[slot].isTaken else {
        return "member \(member) is in slot \(slot), which isn't taken"
      }
      guard table[slot].isIdle, table[slot].keeper < 0 else {
        return "member \(member) is in slot \(slot), which another member has already"
      }
      if isVacant {
        table[slot].keep(by: groups.count, position: member)
        continue
      }
      let direction = table[slot].direction
      guard group.direction == direction else {
        return "member \(member) runs in the direction \(direction), but its group runs in \(group.direction)"
      }
      table.join(slot, groups.count, position: member, isMoving: direction != 0)
    }
    groups.append(KeptGroup(decoded: group))
    return nil
  }
}

extension AnimatorState {
  /// Adds a layer. Only properties that are sums may run in it.
  ///
  /// - Returns: The problem that prevents this, or nil if there is none.
  fileprivate mutating func add(layer: AnimatorState, components: Int) -> String? {
    for group in layer.groups.map(\.group) {
      for member in 0..<group.count where !group.isVacant(member) {
        if group.addsUp || !group.canAdd(to: member) {
          return "member \(member) of a layer has a run that can't be added"
        }
        if !group.movesToZero(member) { return "member \(member) of a layer doesn't move to zero" }
        if !isSum(Int(group.slots[member])) { return "slot \(group.slots[member]) runs in a layer, but isn't a sum" }
      }
    }
    // The values of properties without a run must be zero.
    for slot in 0..<table.size where layer.table[slot].isIdle {
      for column in 0..<components { layer.values.memory[column * layer.values.stride + slot] = 0 }
    }
    layers.append(layer)
    return nil
  }

  /// A slot whose sum has no runs and therefore would never end, or nil if there is none.
  fileprivate var idleSum: Int? {
    (0..<table.size).first { slot in isSum(slot) && layers.allSatisfy { $0.table[slot].isIdle } }
  }

  private func isSum(_ slot: Int) -> Bool {
    !table[slot].isIdle && groups[table[slot].group].group.addsUp
  }
}

extension PropertyGroup {
  /// Returns whether a member moves to zero. True for kinds of runs that never read a frame's zeros.
  fileprivate func movesToZero(_ member: Int) -> Bool {
    switch kind {
    case .tweens, .springs:
      withUnsafeTemporaryAllocation(of: Float.self, capacity: components) { last in
        copyFinalValue(of: member, to: last.baseAddress!, stride: 1)
        return last.allSatisfy { $0 == 0 }
      }
    default: true
    }
  }
}

extension AnimationPlan.Origin {
  /// The number for files: the speed, that of a spring negative, 0 for a plain animation, or -1 for any other. A
  /// spring's speed of 1 is negative infinity.
  fileprivate var number: Float {
    switch self {
    case .plain: 0
    case .speed(let speed): speed
    case .springAtSpeed(let speed): speed == 1 ? -.infinity : -speed
    case .other: -1
    }
  }

  fileprivate init(number: Float) {
    self =
      switch number {
      case 0: .plain
      case -1: .other
      case -.infinity: .springAtSpeed(1)
      case ..<0: .springAtSpeed(-number)
      default: .speed(number)
      }
  }
}
#endif
