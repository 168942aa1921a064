import Foundation
import Testing
import VectorKernels

/// Data that no animator has made gives a `DecodingError`, or an animator that bears whatever is done to it.
@Suite(.seeded) struct SnapshotDecodingTests {
  private typealias Value<Number: BatchElement> = AnimatablePair<Number, Number>
  private typealias Snapshot = Animator<Point>.Snapshot

  /// Properties that run in every way, some of them no longer, and one that has been removed.
  ///
  /// - Parameter adds: Whether there are strangers besides, each with keyframes or phases of its own.
  private func running<Number: BatchElement>(
    _: Number.Type = Float.self, strangers adds: Bool = false
  ) throws -> (snapshot: Animator<Value<Number>>.Snapshot, handles: [PropertyHandle]) {
    var animator = Animator<Value<Number>>(time: 3)
    let handles = Array(animator.add(Value<Number>(0, 0), count: 40))
    let target = Value<Number>(10, 5)
    for index in 0..<(adds ? 40 : 0) {
      let (stranger, duration) = (animator.add(target), 0.2 + Double(index) / 100)
      if index % 2 == 0 {
        let own = KeyframeTimeline(initialValue: target) { LinearKeyframe(Value<Number>(1, 2), duration: duration) }
        try animator.play(stranger, own.prepared(), repeats: index % 4 == 0 ? .forever : .once)
      } else {
        try animator.play(stranger, PhaseTimeline([target, Value<Number>(4, 2)]) { _ in .linear(duration: duration) })
      }
    }
    try animator.animate(handles[0..<6], to: target, using: .linear(duration: 2), stagger: 0.1)
    try animator.animate(
      handles[6..<9], to: target, using: .easeIn(duration: 2).delay(0.1).repeatCount(3, autoreverses: true))
    try animator.animate(handles[9..<14], to: target, using: .spring(duration: 2, bounce: 0.3).delay(0.2))
    try animator.fling(handles[14], velocity: target)
    let timeline = KeyframeTimeline(initialValue: Value<Number>(0, 0)) {
      LinearKeyframe(Value<Number>(50, -20), duration: 0.3117)
      SpringKeyframe(target, duration: 0.4, spring: .bouncy)
    }
    for handle in handles[15..<18] {
      try animator.play(handle, timeline.prepared(), repeats: handle.index == 17 ? .forever : .once)
    }
    try animator.play(handles[18], PhaseTimeline([target, Value<Number>(4, 2)]) { _ in .linear(duration: 0.3) })
    try animator.animate(handles[19...20], to: target, using: .spring(duration: 0.4).repeatForever(autoreverses: true))
    animator.advance(by: 0.05)
    try animator.animate(handles[0..<4], to: Value<Number>(1, 2), using: .easeOut(duration: 1), retargeting: .add)
    try animator.reverse(handles[4])
    try animator.reverse(handles[10])
    try animator.setSpeed(of: handles[11], to: 0.5)
    try animator.pause(handles[5])
    try animator.stop(handles[20])
    // One whose position is kept.
    try animator.animate(handles[31..<39], to: target, using: .linear(duration: 3))
    try animator.stop(handles[33])
    try animator.remove(handles[30])
    try animator.observe(
      handles[0..<20], markers: [AnimationMarker("early", at: 0.1), AnimationMarker("late", at: 0.3)])
    try animator.seek(handles[6..<9], to: 0.05)
    animator.advance(by: 0.1)
    // One that jumps when it is resumed.
    try animator.pause(handles[39])
    try animator.animate(handles[39], to: Value<Number>(0, 1e30), using: .linear(duration: 1))
    return (animator.snapshot(), handles)
  }

  @Test func mutatedDataNeverTraps() throws {
    try mutatedDataNeverTraps(of: Float.self)
    try mutatedDataNeverTraps(of: Float.self, strangers: true)
    try mutatedDataNeverTraps(of: Double.self)
  }

  private func mutatedDataNeverTraps<Number: BatchElement>(of _: Number.Type, strangers: Bool = false) throws {
    var random = Generator(seed: Settings.seed)
    let (snapshot, handles) = try running(Number.self, strangers: strangers)
    let original = try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot))
    var taken = 0
    for _ in 0..<Settings.cases / 50 {
      var object = original
      for _ in 0...random.next(upperBound: 2 as UInt64) { object = mutated(object, &random) }
      let data = try JSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed)
      do {
        try use(JSONDecoder().decode(Animator<Value<Number>>.Snapshot.self, from: data), handles, &random)
        taken += 1
      } catch let error as DecodingError {
        #expect(!error.explanation.isEmpty, "\(error)")
      }
    }
    // Other numbers in a column are as good.
    #expect(taken > Settings.cases / 50 / 20)
  }

  /// With epsilons that are no numbers nothing would ever arrive, and no two springs would be the same.
  @Test(arguments: [Float.nan, -1])
  func epsilonsAreAtLeastZero(epsilon: Float) throws {
    let data = try JSONEncoder().encode(running().snapshot)
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    object["epsilons"] = withUnsafeBytes(of: (Float(1), epsilon)) { Data($0).base64EncodedString() }
    let wrong = try JSONSerialization.data(withJSONObject: object)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: wrong) }
    object["epsilons"] = withUnsafeBytes(of: (Float(1), Float(0))) { Data($0).base64EncodedString() }
    let right = try JSONSerialization.data(withJSONObject: object)
    #expect(try JSONDecoder().decode(Snapshot.self, from: right).count == 39)
  }

  /// Makes every kind of call of an animator.
  private func use<Number: BatchElement>(
    _ snapshot: Animator<Value<Number>>.Snapshot, _ handles: [PropertyHandle], _ random: inout Generator
  ) throws {
    var animator = Animator(restoring: snapshot)
    // Before slots are taken: one that a mutated generation frees would be taken at the generation of its old handle.
    let handles = handles.filter { animator.contains($0) }
    let new = animator.add(Value<Number>(1, 1), count: 3)
    try animator.animate(new, to: Value<Number>(2, 2), using: .linear(duration: 2))
    for step in [0, 1 / 60.0, 0.3, -1, 0.5, 100] {
      animator.advance(by: step)
      // A mutated bit may let one be removed at its end.
      for handle in handles where animator.contains(handle) {
        _ = try (animator.value(of: handle), animator.velocity(of: handle), animator.time(of: handle))
        switch random.next(upperBound: 16 as UInt64) {
        case 0: try animator.animate(handle, to: Value<Number>(3, 3), using: .linear(duration: 1), retargeting: .add)
        case 1: try animator.animate(handle, to: Value<Number>(3, 3), using: .spring, retargeting: .add)
        case 2: try animator.reverse(handle)
        case 3: try animator.pause(handle)
        case 4: try animator.seek(handle, toProgress: 0.7)
        case 5: try animator.stop(handle, at: .end)
        case 6: try animator.setSpeed(of: handle, to: 2)
        case 7: try animator.resume(handle)
        default: break
        }
      }
      var values = [Number](repeating: 0, count: 2 * animator.columnCount)
      animator.copyValues(into: values.mutableSpan)
      let limit = animator.columnCount
      animator.forEachChangedRange { #expect($0.upperBound <= limit) }
      for event in animator.events { #expect(event.count > 0 && !event.description.isEmpty) }
    }
    let again = animator.snapshot()
    try animator.remove(new)
    try animator.remove(handles.filter { animator.contains($0) })
    animator.restore(again)
    animator.advance(by: 1)
  }

  /// A value with one random thing in it changed.
  private func mutated(_ value: Any, _ random: inout Generator) -> Any {
    if random.oneIn(12) { return junk(&random) }
    switch value {
    case var object as [String: Any]:
      guard let key = object.keys.sorted().randomElement(using: &random) else { return junk(&random) }
      object[key] = random.oneIn(20) ? nil : mutated(object[key]!, &random)
      return object
    case var array as [Any]:
      guard !array.isEmpty else { return [junk(&random)] }
      let index = Int.random(in: 0..<array.count, using: &random)
      switch random.next(upperBound: 8 as UInt64) {
      case 0: array.remove(at: index)
      case 1: array.append(array[index])
      case 2: array.swapAt(index, Int.random(in: 0..<array.count, using: &random))
      default: array[index] = mutated(array[index], &random)
      }
      return array
    case let text as String:
      guard var data = Data(base64Encoded: text), !data.isEmpty else { return junk(&random) }
      for _ in 0...random.next(upperBound: 3 as UInt64) {
        let index = Int.random(in: 0..<data.count, using: &random)
        switch random.next(upperBound: 4 as UInt64) {
        case 0: data[index] = 0xff
        case 1: data[index] ^= 1 << UInt8(random.next(upperBound: 8 as UInt64))
        // An exponent of all ones, or none.
        case 2: for byte in index..<min(index + 8, data.count) { data[byte] = random.oneIn(2) ? 0xff : 0x7f }
        default: data[index] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      if random.oneIn(10) { data.removeLast(min(data.count, random.oneIn(2) ? 4 : 1)) }
      return data.base64EncodedString()
    default: return junk(&random)
    }
  }

  private func junk(_ random: inout Generator) -> Any {
    let junk: [Any] = [
      0, -1, 1, 2, 1e308, -1e-308, Int.max, Int.min, 0.5, true, NSNull(), "", "AAAA", "AACAfw==", "=", "AB==",
      "AADAfwAAwH8=", "AAAAAAAA8H8=", "\u{1f600}", [Any](), [String: Any](), ["single": [String: Any]()], [0, 0, 0],
    ]
    return junk.randomElement(using: &random)!
  }

  @Test func errorsSayWhatIsWrongWhere() throws {
    let original = try JSONSerialization.jsonObject(with: JSONEncoder().encode(running().snapshot))
    func expect(_ value: Any?, at path: String, _ explanation: String) throws {
      let object = replacing(path.split(separator: ".")[...], in: original, by: value)!
      let data = try JSONSerialization.data(withJSONObject: object)
      let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: data) }
      #expect(error?.explanation == explanation)
    }
    try expect(1, at: "version", "version: version is 1, but must be 4")
    try expect(
      3, at: "componentCount",
      "componentCount: values have 3 components, but those of AnimatablePair<Float, Float> have 2")
    try expect(
      packed([Double.nan, 1, 1, 1, 1]), at: "clock",
      "clock: the times are [nan, 1.0, 1.0, 1.0], but must be at most 8589934592.0 from 0, and the speed is 1.0, but "
        + "must be 0 or in 1e-6...1e6")
    try expect("AAAA", at: "speeds", "speeds: the text isn't the base64 of numbers of 4 bytes each")
    try expect(packed([Float(1)]), at: "speeds", "speeds: speeds holds 1 numbers instead of 40")
    try expect(packed([UInt64(1) << 40]), at: "paused", "paused: paused has slots outside 0..<40")
    try expect(
      packed([Float](repeating: 0, count: 39)), at: "values.1", "values[1]: the column holds 39 numbers instead of 40")
    // Of the second group there are three, side by side in the slots 6, 7 and 8.
    for (slots, explanation) in [
      ([30, 31, 32] as [Int32], "groups[1].slots: member 0 is in slot 30, which isn't taken"),
      ([-1, 0, 1], "groups[1].slots: member 0 is in slot -1, which isn't taken"),
      ([40, 41, 42], "groups[1].slots: member 0 is in slot 40, which isn't taken"),
      ([12, 13, 14], "groups[2].slots: member 1 is in slot 13, which another member has already"),
      ([6, 6, 7], "groups[1].consecutive: the slots of block 0 aren't consecutive"),
    ] {
      try expect(packed(slots), at: "groups.1.slots", explanation)
    }
    try expect([Bool](), at: "groups.1.consecutive", "groups[1].consecutive: consecutive holds 0 blocks instead of 1")
    try expect(
      packed([UInt64(8)]), at: "groups.1.vacant",
      "groups[1].vacant: vacant marks positions that can't be kept among 3 members")
    try expect(
      packed([UInt64(7)]), at: "groups.1.vacant",
      "groups[1].slots: the group has kept positions, but no members")
    try expect(
      packed([0.0]), at: "groups.1.direction",
      "groups[1].slots: member 0 runs in the direction 1.0, but its group runs in 0.0")
    try expect(
      packed([2.0]), at: "groups.1.direction", "groups[1].direction: direction is 2.0, but must be 1, 0 or -1")
    try expect(packed([1.0, 2]), at: "groups.1.latest", "groups[1].latest: latest holds 2 numbers instead of 1")
    try expect(
      packed([Float(1)]), at: "groups.1.columns.1", "groups[1].columns[1]: the column holds 1 numbers instead of 3")
    try expect(
      packed([1.0]), at: "groups.1.times.4", "groups[1].times[4]: the column holds 1 numbers instead of 3")
    try expect([true, false], at: "groups.2.uniform", "groups[2].uniform: uniform holds 2 blocks instead of 1")
    try expect(
      packed([Float(1)]), at: "groups.2.driver.springs.epsilons",
      "groups[2].driver: epsilons are [1.0], but must be two numbers that are at least 0")
    try expect(
      packed([Float(-1), 1]), at: "groups.3.driver.friction.epsilons",
      "groups[3].driver: epsilons are [-1.0, 1.0], but must be two numbers that are at least 0")
    try expect(
      4, at: "groups.4.driver.keyframes.keyframes.degree",
      "groups[4].driver.keyframes.keyframes.degree: degree is 4, but must be 3 or 5")
  }

  /// Times, speeds and rates that aren't numbers, or are where no animator's are, are refused wherever they stand.
  @Test func numbersThatCantBeAreRefused() throws {
    try numbersThatCantBeAreRefused(of: Float.self)
    try numbersThatCantBeAreRefused(of: Double.self)
  }

  private func numbersThatCantBeAreRefused<Component: BatchElement>(of _: Component.Type) throws {
    let data = try JSONEncoder().encode(running(Component.self).snapshot)
    let original = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    var count = 0
    func refuse<Number: BinaryFloatingPoint>(_ numbers: [Number], _ index: Int, at path: String) throws {
      var value: Any = original
      for key in path.split(separator: ".") {
        value = Int(key).map { (value as! [Any])[$0] } ?? (value as! [String: Any])[String(key)]!
      }
      var bytes = Data(base64Encoded: try #require(value as? String))!
      for number in numbers {
        let size = MemoryLayout<Number>.size
        try #require(bytes.count >= size * (index + 1))
        withUnsafeBytes(of: number) { bytes.replaceSubrange(size * index..<size * (index + 1), with: $0) }
        let object = replacing(
          path.split(separator: ".")[...], in: original, by: bytes.base64EncodedString())!
        let wrong = try JSONSerialization.data(withJSONObject: object)
        let error = #expect(throws: DecodingError.self, "\(number) at \(path)") {
          try JSONDecoder().decode(Animator<Value<Component>>.Snapshot.self, from: wrong)
        }
        let name = path.split(separator: ".").first { Int($0) == nil && !["groups", "layers"].contains($0) }!
        #expect(error?.explanation.contains(name) ?? true, "\(error!.explanation) of \(path)")
        count += 1
      }
    }
    let (infinities, absurdities) = ([Double.nan, .infinity, -.infinity], [Double.nan, .infinity, -.infinity, 1e300])
    for index in 0..<5 { try refuse(absurdities, index, at: "clock") }
    try refuse([Float.nan, .infinity, -1, 1e-7, 1e7], 3, at: "speeds")
    let groups = try #require(original["groups"] as? [[String: Any]])
    for (index, group) in groups.enumerated() where group["slots"] as? String != "" {
      let path = "groups.\(index)."
      try refuse(absurdities, 0, at: path + "clock")
      try refuse(absurdities, 0, at: path + "epochs")
      try refuse([Double.nan], 0, at: path + "earliest")
      try refuse([Double.nan], 0, at: path + "latest")
      try refuse([Float(3e7)], 0, at: path + "rates")
      for time in try #require(group["times"] as? [String]).indices {
        // The second time of a sum is a delay that is below 0, if its first run waits. The fifth time of what repeats
        // is how often, below 0 where every other pass goes back.
        let isSum = (group["driver"] as? [String: Any])?["sum"] != nil
        let wrong: [Double] =
          time == 0 ? infinities : time == 4 ? [.nan] : [.nan, -.infinity, isSum && time == 1 ? 1 : -1]
        try refuse(wrong, 0, at: path + "times.\(time)")
      }
      try refuse([Float.nan, .infinity, -.infinity], 0, at: path + "columns.0")
      try refuse([Float.nan, .infinity, -1], 0, at: path + "columns.1")
      if group["steps"] != nil { try refuse([Double.infinity], 0, at: path + "steps") }
    }
    try refuse([Double.nan], 0, at: "observations.0.times")
    try refuse([Double.nan, -1], 1, at: "observations.0.times")
    try refuse([Double.nan, 0], 2, at: "observations.0.times")
    try refuse([Double.nan], 3, at: "observations.0.times")
    try refuse(infinities, 4, at: "observations.0.times")
    #expect(count > 100)
  }

  /// Only properties that run can jump, and each has a base for each component.
  @Test func basesToComeAreThoseOfRuns() throws {
    let original = try JSONSerialization.jsonObject(with: JSONEncoder().encode(running(Double.self).snapshot))
    for (value, key, explanation) in [
      (packed([30] as [UInt32]), "farSlots", "farSlots: farSlots are [30], but must be slots of properties that run"),
      (packed([40] as [UInt32]), "farSlots", "farSlots: farSlots are [40], but must be slots of properties that run"),
      (packed([1.0]), "nextBases", "nextBases: nextBases holds 1 numbers instead of 2"),
    ] {
      let object = replacing([Substring(key)], in: original, by: value)!
      let data = try JSONSerialization.data(withJSONObject: object)
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Animator<Value<Double>>.Snapshot.self, from: data)
      }
      #expect(error?.explanation == explanation)
    }
  }

  /// A run in a layer is a change that is left, so it moves to zero.
  @Test(arguments: [Animation.linear(duration: 1), .interpolatingSpring(duration: 1)])
  func runsInLayersMoveToZero(animation: Animation) throws {
    var animator = Animator<Point>()
    let handle = animator.add(Point(0, 0))
    try animator.animate(handle, to: Point(1, 1), using: .easeIn(duration: 1))
    try animator.animate(handle, to: Point(2, 2), using: animation, retargeting: .add)
    let original = try JSONSerialization.jsonObject(with: JSONEncoder().encode(animator.snapshot()))
    // After the begins and the rates come two values of two components, the second of which is the target.
    let path = "layers.1.groups.0.columns.4".split(separator: ".")[...]
    let object = try #require(replacing(path, in: original, by: packed([Float(1)])))
    let data = try JSONSerialization.data(withJSONObject: object)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Animator<Point>.Snapshot.self, from: data)
    }
    #expect(error?.explanation == "layers[1].groups: member 0 of a layer doesn't move to zero")
  }

  /// A few bytes that speak of hundreds of phases of four million members get no memory for them.
  @Test func memoryIsForWhatIsThere() throws {
    var animator = Animator<Point>()
    let handle = animator.add(Point(0, 0))
    try animator.play(handle, PhaseTimeline([Point(0, 0), Point(1, 1)]) { _ in .linear(duration: 1) })
    let data = try JSONEncoder().encode(animator.snapshot())
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    var group = try #require((object["groups"] as? [[String: Any]])?.first)
    var driver = try #require(group["driver"] as? [String: [String: [Any]]])
    let animations = try #require(driver["phases"]?["animations"])
    driver["phases"]!["animations"] = Array(repeating: animations[0], count: 1500)
    (group["driver"], group["slots"]) = (driver, packed((0..<1 << 22).map { Int32($0) }))
    group["times"] = Array(repeating: "", count: 3)
    group["columns"] = Array(repeating: "", count: 2 + 2 * 1500)
    object["groups"] = [group]
    let wrong = try JSONSerialization.data(withJSONObject: object)
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: wrong) }
    #expect(error?.explanation == "groups[0].times[0]: the column holds 0 numbers instead of 4194304")
  }

  /// A few bytes can't ask for any number of layers.
  @Test func layersAreCounted() throws {
    var animator = Animator<Point>()
    let handle = animator.add(Point(0, 0))
    for target in 1...3 {
      try animator.animate(handle, to: Point(Float(target), 0), using: .linear(duration: 1), retargeting: .add)
    }
    let data = try JSONEncoder().encode(animator.snapshot())
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let layers = try #require(object["layers"] as? [[String: Any]])
    let empty: [String: Any] = ["values": Array(repeating: packed([Float(0)]), count: 2), "groups": [Any]()]
    for count in [4096, 4097] {
      object["layers"] = layers + Array(repeating: empty, count: count - layers.count)
      let many = try JSONSerialization.data(withJSONObject: object)
      if count == 4096 {
        var restored = Animator(restoring: try JSONDecoder().decode(Snapshot.self, from: many))
        restored.advance(by: 2)
        let value = restored[handle]
        #expect(value == Point(3, 0))
      } else {
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: many) }
        #expect(error?.explanation == "layers: there are more than 4096 layers")
      }
    }
  }

  /// However many places are worn out before they are there, the next property gets one that isn't.
  @Test func placesMayBeWornOutByTheMillion() async {
    // In a process of its own, whose stack would overflow.
    await #expect(processExitsWith: .success) {
      var animator = Animator<Point>()
      let handle = animator.add(Point(0, 0))
      let count: UInt32 = 1_000_000
      var floors: [UInt32] = [0]
      for place in 1...count { floors += [place, .max - 1] }
      let data = try JSONEncoder().encode(animator.snapshot())
      var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      object["floors"] = packed(floors)
      let hostile = try JSONSerialization.data(withJSONObject: object)
      animator.restore(try JSONDecoder().decode(Snapshot.self, from: hostile))
      let new = animator.add(Point(1, 2))
      #expect(new.index == Int(count) + 1 && animator[new] == Point(1, 2) && animator[handle] == Point(0, 0))
      let more = animator.add(Point(3, 4), count: 3)
      #expect(more.columnRange.lowerBound == Int(count) + 2)
    }
  }

  /// Returns a value with the element at a path replaced or removed.
  private func replacing(_ path: ArraySlice<Substring>, in value: Any, by newValue: Any?) -> Any? {
    guard let key = path.first else { return newValue }
    if var array = value as? [Any], let index = Int(key) {
      array[index] = replacing(path.dropFirst(), in: array[index], by: newValue)!
      return array
    }
    var object = value as! [String: Any]
    object[String(key)] = replacing(path.dropFirst(), in: object[String(key)]!, by: newValue)
    return object
  }
}

private func packed<Number>(_ numbers: [Number]) -> String {
  numbers.withUnsafeBytes { Data($0).base64EncodedString() }
}
