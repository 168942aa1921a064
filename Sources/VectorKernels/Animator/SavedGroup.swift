/// Properties that run the same way, as they are kept in files.
struct SavedGroup<Value: ComponentVector> where Value.Component == Float {
  let group: PropertyGroup

  enum CodingKeys: String, CodingKey {
    case driver, speed, clock, slots, vacant, starts, epochs, earliest, latest, consecutive, columns, runs
  }

  /// The kind of a driver, with its parameters.
  private enum Driver: Codable {
    case tween(Animation)
    /// The delay, and the epsilons of value and velocity.
    case spring(Spring, delay: PackedNumbers<Double>, epsilons: PackedNumbers<Float>)
    case friction(timeConstant: PackedNumbers<Double>, epsilons: PackedNumbers<Float>)
    case keyframes(CompiledKeyframes, repeats: Bool)
    case single

    enum TweenCodingKeys: String, CodingKey {
      case _0 = "animation"
    }
    enum SpringCodingKeys: String, CodingKey {
      case _0 = "spring"
      case delay, epsilons
    }
    enum KeyframesCodingKeys: String, CodingKey {
      case _0 = "keyframes"
      case repeats
    }
  }
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
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(driver, forKey: .driver)
    try container.encodePacked([group.speed], forKey: .speed)
    try container.encodePacked([group.clock], forKey: .clock)
    try container.encode(PackedNumbers(group.slots, count: group.count), forKey: .slots)
    try container.encode(PackedNumbers(group.starts, count: group.count), forKey: .starts)
    try container.encodePacked(Array(group.vacantWords), forKey: .vacant)
    let blocks = UnsafeBufferPointer(start: group.blocks, count: group.blockCount)
    try container.encodePacked(blocks.map(\.epoch), forKey: .epochs)
    try container.encodePacked(blocks.map(\.earliest), forKey: .earliest)
    try container.encodePacked(blocks.map(\.latest), forKey: .latest)
    try container.encode(blocks.map(\.isConsecutive), forKey: .consecutive)
    var columns = container.nestedUnkeyedContainer(forKey: .columns)
    for column in 0..<1 + group.valueColumns {
      try columns.encode(PackedNumbers(group.column(column), count: group.count))
    }
    if let single = group as? SingleGroup {
      try container.encode(single.drivers.map { try SavedRun<Value>($0) }, forKey: .runs)
    }
  }

  private var driver: Driver {
    switch group.driver {
    case .tween(let animation): .tween(animation)
    case .spring(let spring, let delay, let epsilons):
      .spring(spring, delay: PackedNumbers([delay]), epsilons: epsilons.packed)
    case .friction(let timeConstant, let epsilons):
      .friction(timeConstant: PackedNumbers([timeConstant]), epsilons: epsilons.packed)
    case .keyframes(let keyframes, let repeats): .keyframes(keyframes, repeats: repeats)
    case .single: .single
    }
  }
}

extension SavedGroup: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let speed = try container.decodePacked(Double.self, count: 1, forKey: .speed)[0]
    try container.require(speed.isFinite, .speed, "speed is \(speed), but must be finite")
    let group = try Self.emptyGroup(of: container.decode(Driver.self, forKey: .driver), speed: speed, container)
    let slots = try container.decodePacked(Int32.self, forKey: .slots)
    group.setCount(slots.count)
    group.setClock(try container.decodePacked(count: 1, forKey: .clock)[0])
    group.slots.update(from: slots, count: slots.count)
    let starts = try container.decodePacked(Double.self, count: slots.count, forKey: .starts)
    group.starts.update(from: starts, count: slots.count)

    let epochs = try container.decodePacked(Double.self, count: group.blockCount, forKey: .epochs)
    let earliest = try container.decodePacked(Double.self, count: group.blockCount, forKey: .earliest)
    let latest = try container.decodePacked(Double.self, count: group.blockCount, forKey: .latest)
    // Whether members are known to lie side by side decides where later ones come to be.
    let consecutive = try container.decode([Bool].self, forKey: .consecutive)
    try container.require(
      consecutive.count == group.blockCount, .consecutive,
      "consecutive holds \(consecutive.count) blocks instead of \(group.blockCount)")
    for block in 0..<group.blockCount {
      let members = group.members(of: block)
      try container.require(
        !consecutive[block] || members.dropFirst().allSatisfy { slots[$0 - 1] &+ 1 == slots[$0] }, .consecutive,
        "the slots of block \(block) aren't consecutive")
      group.blocks[block] = PropertyGroup.Block(
        epoch: epochs[block], earliest: earliest[block], latest: latest[block], isConsecutive: consecutive[block])
    }

    let vacant = try container.decodePacked(UInt64.self, count: (slots.count + 63) / 64, forKey: .vacant)
    let rest = UInt64(slots.count % 64)
    try container.require(
      (rest == 0 || vacant[vacant.count - 1] >> rest == 0) && !(group.isSequential && vacant.contains { $0 != 0 }),
      .vacant, "vacant has members that there aren't")
    vacant.withUnsafeBufferPointer { words in
      if let words = words.baseAddress { group.setVacantWords(words) }
    }

    var columns = try container.nestedUnkeyedContainer(forKey: .columns)
    for column in 0..<1 + group.valueColumns {
      let numbers = try columns.decodePacked(Float.self, count: slots.count, "column")
      group.column(column).update(from: numbers, count: slots.count)
    }
    try container.require(
      columns.isAtEnd, .columns, "there are more columns than \(1 + group.valueColumns), as the driver has them")
    if let single = group as? SingleGroup {
      let runs = try container.decode([SavedRun<Value>].self, forKey: .runs)
      try container.require(
        runs.count == slots.count, .runs, "runs holds \(runs.count) runs instead of \(slots.count)")
      single.setDrivers(try runs.map { try $0.driver(at: container.codingPath + [CodingKeys.runs]) })
    }
    self.group = group
  }

  private static func emptyGroup(
    of driver: Driver, speed: Double, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> PropertyGroup {
    let components = Value.componentCount
    switch driver {
    case .tween(let animation):
      let plan = AnimationPlan(animation)
      guard plan.course == .tween, let lowered = plan.lowered else {
        throw DecodingError.dataCorruptedError(
          forKey: .driver, in: container, debugDescription: "\(animation) doesn't run as a curve")
      }
      return TweenGroup(animation, lowered, components: components, speed: speed)
    case .spring(let spring, let delay, let packed):
      guard delay.numbers.count == 1, delay.numbers[0] >= 0, let epsilons = SpringEpsilons(packed) else {
        throw DecodingError.dataCorruptedError(
          forKey: .driver, in: container,
          debugDescription: "delay is \(delay.numbers) and epsilons are \(packed.numbers), "
            + "but must be one number and two, all at least 0")
      }
      return SpringGroup(
        .spring(spring), delay: delay.numbers[0], epsilons: epsilons, components: components, speed: speed)
    case .friction(let timeConstant, let packed):
      guard timeConstant.numbers.count == 1, SpringGroup.timeConstants.contains(timeConstant.numbers[0]),
        let epsilons = SpringEpsilons(packed)
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .driver, in: container,
          debugDescription: "timeConstant is \(timeConstant.numbers) and epsilons are \(packed.numbers), "
            + "but must be one number in \(SpringGroup.timeConstants) and two that are at least 0")
      }
      return SpringGroup(
        .friction(timeConstant: timeConstant.numbers[0]), delay: 0, epsilons: epsilons, components: components,
        speed: speed)
    case .keyframes(let keyframes, let repeats):
      try container.require(
        keyframes.componentCount == components && !(repeats && keyframes.duration == 0), .driver,
        "\(keyframes) can't \(repeats ? "repeat" : "play") on values of \(components) components")
      return KeyframeGroup(keyframes, repeats: repeats, speed: speed)
    case .single: return SingleGroup(components: components, speed: speed)
    }
  }
}
