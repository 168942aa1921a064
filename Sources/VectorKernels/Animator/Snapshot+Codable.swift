/// In the data all columns of numbers are base64 of their bits, with the lowest byte first.
extension Animator.Snapshot: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, componentCount, clock, isPaused, epsilons
    case generations, values, speeds, paused, reversed, touched
    case completions, endedBetweenFrames, groups
  }

  /// What data of this form says.
  private static var version: Int { 2 }

  /// - Throws: ``UnsavableRunError`` for the first run that can't be saved. The encoder's own error, where it doesn't
  ///   take infinite numbers, for an animation that lasts for ever other than by repeating.
  public func encode(to encoder: any Encoder) throws {
    try requireSavable()
    let size = state.table.size
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(Value.componentCount, forKey: .componentCount)
    try container.encodePacked(state.clock.numbers, forKey: .clock)
    try container.encode(state.clock.isPaused, forKey: .isPaused)
    try container.encode(state.epsilons.packed, forKey: .epsilons)
    try container.encodePacked(state.table.generations, forKey: .generations)
    var columns = container.nestedUnkeyedContainer(forKey: .values)
    for component in 0..<Value.componentCount {
      try columns.encode(PackedNumbers(state.values.memory + component * state.values.stride, count: size))
    }
    try container.encodePacked(state.speeds, forKey: .speeds)
    try container.encodePacked(state.paused.words, forKey: .paused)
    try container.encodePacked(state.reversed.words, forKey: .reversed)
    try container.encodePacked(state.touched.words, forKey: .touched)
    try container.encode(state.completions, forKey: .completions)
    try container.encode(state.endedBetweenFrames, forKey: .endedBetweenFrames)
    try container.encode(state.groups.map { SavedGroup<Value>(group: $0) }, forKey: .groups)
  }

  private func requireSavable() throws(UnsavableRunError) {
    for case let group as SingleGroup in state.groups {
      for (member, driver) in group.drivers.enumerated() {
        do {
          _ = try SavedRun<Value>(driver)
        } catch {
          throw UnsavableRunError(handle: state.table.handle(of: Int(group.slots[member])), obstacle: error.obstacle)
        }
      }
    }
  }

  /// - Throws: `DecodingError`, which says what is wrong where, for data that isn't what an animator of such values can
  ///   have given. What is taken can't make an animator unsafe, whoever made it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    try container.require(version == Self.version, .version, "version is \(version), but must be \(Self.version)")
    let components = try container.decode(Int.self, forKey: .componentCount)
    try container.require(
      components == Value.componentCount, .componentCount,
      "values have \(components) components, but those of \(Value.self) \(Value.componentCount)")

    let clock = try container.decodePacked(Double.self, count: 5, forKey: .clock)
    try container.require(
      clock[0].isFinite && clock[2] >= 0 && clock[2].isFinite, .clock,
      "the time is \(clock[0]) and the speed \(clock[2]), but must be finite and the speed at least 0")
    let epsilons = try container.decodePacked(Float.self, count: 2, forKey: .epsilons)
    try container.require(
      epsilons.allSatisfy { $0 >= 0 }, .epsilons, "epsilons are \(epsilons), but must be at least 0")
    let generations = try container.decodePacked(UInt32.self, forKey: .generations)
    try container.require(
      generations.count <= Int(Int32.max), .generations, "there are \(generations.count) slots, but 2^31 - 1 at most")
    let size = generations.count
    let speeds = try container.decodePacked(Float.self, count: size, forKey: .speeds)
    try container.require(
      speeds.allSatisfy { $0 >= 0 && $0.isFinite }, .speeds, "speeds have to be finite and at least 0")

    func decodeSet(_ key: CodingKeys) throws -> BitSet {
      let words = try container.decodePacked(UInt64.self, count: (size + 63) / 64, forKey: key)
      let rest = UInt64(size % 64)
      try container.require(
        rest == 0 || words[words.count - 1] >> rest == 0, key, "\(key.stringValue) has slots beyond \(size)")
      return BitSet(words: words)
    }
    let touched = try decodeSet(.touched)
    var state = AnimatorState(
      values: try Self.decodeValues(container.nestedUnkeyedContainer(forKey: .values), count: size),
      table: SlotTable(generations: generations), groups: [],
      moving: BitSet(words: Array(repeating: 0, count: (size + 63) / 64)), touched: touched,
      touchedSlots: (0..<size).filter(touched.contains).map { Int32($0) }, speeds: speeds,
      paused: try decodeSet(.paused), reversed: try decodeSet(.reversed),
      clock: Clock(numbers: clock, isPaused: try container.decode(Bool.self, forKey: .isPaused)),
      endedBetweenFrames: try container.decode([Completion].self, forKey: .endedBetweenFrames),
      completions: try container.decode([Completion].self, forKey: .completions),
      epsilons: SpringEpsilons(value: epsilons[0], velocity: epsilons[1]))

    var groups = try container.nestedUnkeyedContainer(forKey: .groups)
    while !groups.isAtEnd {
      let decoder = try groups.superDecoder()
      let group = try SavedGroup<Value>(from: decoder).group
      if let problem = state.add(group) {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath + [SavedGroup<Value>.CodingKeys.slots], debugDescription: problem))
      }
    }
    self.state = state
  }

  private static func decodeValues(
    _ columns: consuming any UnkeyedDecodingContainer, count: Int
  ) throws -> ColumnStorage<Float> {
    let values = ColumnStorage<Float>(components: Value.componentCount, capacity: count)
    for component in 0..<Value.componentCount {
      let numbers = try columns.decodePacked(Float.self, count: count, "column")
      (values.memory + component * values.stride).update(from: numbers, count: count)
    }
    return values
  }
}

extension AnimatorState {
  /// Adds a group, whose members have to be properties that aren't in another one, and have its speed.
  ///
  /// - Returns: What keeps it from being added, if anything.
  fileprivate mutating func add(_ group: PropertyGroup) -> String? {
    if group.isDeserted && group.count > 0 { return "nobody runs in it" }
    for member in 0..<group.count {
      let slot = Int(group.slots[member])
      let isVacant = group.isVacant(member)
      guard slot >= 0, slot < table.size, isVacant || table.generations[slot] % 2 == 1 else {
        return "member \(member) is in slot \(slot), which isn't taken"
      }
      guard table.places[slot].isIdle, table.places[slot].keeper < 0 else {
        return "member \(member) is in slot \(slot), as another one is"
      }
      if isVacant {
        table.places[slot] = SlotTable.Place(keptBy: groups.count, position: member)
        continue
      }
      let direction: Double = paused.contains(slot) || speeds[slot] == 0 ? 0 : reversed.contains(slot) ? -1 : 1
      guard group.direction == direction else {
        return "member \(member) runs in the direction \(direction), but its group in \(group.direction)"
      }
      table.places[slot] = SlotTable.Place(group: groups.count, position: member)
      if direction != 0 { moving.insert(slot) }
    }
    groups.append(group)
    return nil
  }
}
