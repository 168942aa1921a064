import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct AnimatorSnapshotTests {
  /// From a snapshot the same calls give the same bits: in place, in another animator on more cores, and from files.
  @Test(arguments: 0..<12)
  func theSameCallsGiveTheSameBits(round: Int) throws {
    var random = Generator(seed: Settings.seed &+ UInt64(round))
    var script = Script(random.next())
    // Once enough for several cores.
    let isLarge = round == 3
    var animator = Animator<Point>(time: round % 2 == 0 ? 0 : 2_592_000)
    var handles = script.add(to: &animator, count: isLarge ? 40_000 : 200)
    for _ in 0..<random.next(upperBound: 400 as UInt64) { try script.step(&animator, &handles) }

    let before = animator.snapshot()
    let (scriptBefore, handlesBefore) = (script, handles)
    func steps(_ animator: inout Animator<Point>) throws -> [[UInt32]] {
      (script, handles) = (scriptBefore, handlesBefore)
      return try (0..<(isLarge ? 30 : 200)).map { _ in
        try script.step(&animator, &handles)
        return animator.fingerprint(handles)
      }
    }
    let expected = try steps(&animator)
    let after = try JSONEncoder.sorted.encode(animator.snapshot())

    animator.restore(before)
    #expect(try steps(&animator) == expected)
    // The same but for handles: none is given out twice.
    let again = try JSONEncoder.sorted.encode(animator.snapshot())
    #expect(try withoutIdentities(again) == withoutIdentities(after))

    var other = Animator(restoring: before, cores: 3)
    #expect(try steps(&other) == expected)

    let json = try JSONEncoder().encode(before)
    var decoded = Animator(restoring: try JSONDecoder().decode(Animator<Point>.Snapshot.self, from: json), cores: 2)
    #expect(try JSONEncoder.sorted.encode(decoded.snapshot()) == JSONEncoder.sorted.encode(before))
    #expect(try steps(&decoded) == expected)
    #expect(try JSONEncoder.sorted.encode(decoded.snapshot()) == after)

    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let list = try encoder.encode(before)
      var decoded = Animator(restoring: try PropertyListDecoder().decode(Animator<Point>.Snapshot.self, from: list))
      #expect(try steps(&decoded) == expected)
    }
  }

  /// A snapshot as JSON, without what tells the properties of a place, and their runs, from one another.
  private func withoutIdentities(_ data: Data) throws -> Data {
    func stripped(_ value: Any) -> Any {
      if let array = value as? [Any] { return array.map(stripped) }
      guard let object = value as? [String: Any] else { return value }
      return object.filter { !["generation", "generations", "floors", "number", "runs", "lastRuns"].contains($0.key) }
        .mapValues(stripped)
    }
    return try JSONSerialization.data(
      withJSONObject: stripped(JSONSerialization.jsonObject(with: data)), options: .sortedKeys)
  }

  @Test func rollingBackUndoesFramesAndHandles() throws {
    var animator = Animator<Float>()
    let (a, b) = (animator.add(0), animator.add(5))
    try animator.animate(a, to: 100, using: .spring(duration: 0.5, bounce: 0.3))
    for _ in 0..<20 { animator.advance(by: 1.0 / 120) }
    let before = animator.snapshot()
    #expect(before.time == animator.time && before.count == 2)
    let (value, velocity) = (try animator.value(of: a), try animator.velocity(of: a))

    try animator.animate(a, to: -100, using: .linear(duration: 1))
    try animator.remove(b)
    let c = animator.add(7)
    animator.speed = 3
    animator.valueEpsilon = 1
    animator.advance(by: 1)
    #expect(animator[b] == nil && animator[c] == 7)

    animator.restore(before)
    #expect(animator.time == before.time && animator.speed == 1 && animator.valueEpsilon == 0.001)
    #expect(try animator.value(of: a) == value && animator.velocity(of: a) == velocity)
    #expect(animator[b] == 5 && animator[c] == nil)
    #expect(animator.completions.isEmpty)
    // The snapshot stays what it was, however often it is used.
    animator.advance(by: 1)
    animator.restore(before)
    #expect(try animator.value(of: a) == value && animator.velocity(of: a) == velocity)
  }

  /// A run that begins after a restore is another one than those that began before it, also where the snapshot is saved
  /// once more in between.
  @Test(arguments: [false, true])
  func runsAfterRestoresAreNewOnes(isSaved: Bool) throws {
    var animator = Animator<Float>()
    let (moving, resting) = (animator.add(0), animator.add(0))
    let first = try animator.animate(moving, to: 1, using: .linear(duration: 1))
    let before = animator.snapshot()
    var runs = [first]
    for _ in 0..<3 {
      for handle in [moving, resting] {
        runs.append(try animator.animate(handle, to: 2, using: .default))
      }
    }
    animator.restore(before)
    #expect(try animator.run(of: moving) == first)
    if isSaved {
      let data = try JSONEncoder().encode(animator.snapshot())
      animator = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    }
    for _ in 0..<3 {
      for handle in [moving, resting] {
        runs.append(try animator.animate(handle, to: 2, using: .default))
      }
    }
    #expect(Set(runs).count == 13)
  }

  /// So is one of a property that was removed after the snapshot, by itself, with all others or at its end, however
  /// often it comes back.
  @Test(arguments: 0..<3)
  func runsOfRemovedPropertiesAreNewOnes(way: Int) throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    let before = animator.snapshot()
    var runs: Set<AnimationRun> = []
    for round in 1...4 {
      for _ in 0..<round { runs.insert(try animator.animate(handle, to: 1, using: .linear(duration: 1))) }
      switch way {
      case 0: try animator.remove(handle)
      case 1: animator.removeAll()
      default:
        try animator.removeAtEnd(handle)
        animator.advance(by: 2)
      }
      let isHere = animator.contains(handle)
      #expect(!isHere)
      // The slot's next property counts on.
      let next = animator.add(0)
      try animator.animate(next, to: 1, using: .spring)
      animator.restore(before)
    }
    #expect(runs.count == 1 + 2 + 3 + 4)
  }

  /// So is one of a property that an earlier snapshot doesn't know yet, also where the animator is saved meanwhile.
  @Test(arguments: [false, true])
  func runsOfLaterPropertiesAreNewOnes(isSaved: Bool) throws {
    var animator = Animator<Float>()
    let none = animator.snapshot()
    let handles = animator.add(0, count: 3)
    let all = animator.snapshot()
    var runs: Set<AnimationRun> = []
    for round in 1...3 {
      for handle in handles { runs.insert(try animator.animate(handle, to: Float(round), using: .spring)) }
      animator.restore(none)
      if isSaved {
        let data = try JSONEncoder().encode(animator.snapshot())
        animator = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
      }
      animator.restore(all)
    }
    #expect(runs.count == 9)
  }

  /// Springs that wait for their beginnings one after the other have all begun, and move as one from now on: forward,
  /// or back, or from the next epoch of their block on.
  @Test(arguments: [-1.0 / 60, 1.0 / 60, 9, 0], [false, true])
  func springsThatHaveWaitedGiveTheSameBits(step: Double, isSaved: Bool) throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 100)
    try animator.animate(handles, to: 100, using: .spring(duration: 3, bounce: 0.4), stagger: 0.002)
    for _ in 0..<60 { animator.advance(by: 1.0 / 60) }
    let snapshot = animator.snapshot()
    var restored: Animator<Float>
    if isSaved {
      let data = try JSONEncoder().encode(snapshot)
      restored = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    } else {
      restored = Animator(restoring: snapshot)
    }
    for frame in 0..<300 {
      let seconds = frame == 0 ? step : 1.0 / 60
      animator.advance(by: seconds)
      restored.advance(by: seconds)
      let isSame = animator.column(0).indices.allSatisfy {
        restored.column(0)[$0].bitPattern == animator.column(0)[$0].bitPattern
      }
      #expect(isSame, "in frame \(frame)")
      if !isSame { break }
    }
  }

  @Test func handlesAndStaleOnesStayWhatTheyAre() throws {
    var animator = Animator<Float>()
    let range = animator.add(1, count: 100)
    for handle in range where handle.index % 3 == 0 { try animator.remove(handle) }
    let data = try JSONEncoder().encode(animator.snapshot())
    var restored = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    #expect(restored.count == 66 && restored.columnCount == 100)
    for handle in range { #expect(restored.contains(handle) == (handle.index % 3 != 0)) }
    let new = restored.add(9)
    #expect(new.index == 0 && restored[new] == 9 && restored[range[0]] == nil)
    #expect(throws: StalePropertyError(handle: range[3])) { try restored.value(of: range[3]) }
  }

  /// Completions belong to the state. Changes don't: everything is new to the next reader of the animator.
  @Test func whatHasEndedIsKept() throws {
    var animator = Animator<Float>()
    let (a, b, c) = (animator.add(0), animator.add(0), animator.add(0))
    try animator.animate(a, to: 1, using: .linear(duration: 0.5))
    animator.advance(by: 1)
    try animator.animate(b, to: 1, using: .linear(duration: 0.5))
    try animator.stop(b)
    try animator.set(c, to: 4)
    let data = try JSONEncoder().encode(animator.snapshot())
    var restored = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    #expect(restored.ended == [Ended(a, .finished, .end)])
    #expect(try restored.isChanged(c) && restored.isChanged(b) && restored.isChanged(a))
    restored.advance(by: 1)
    #expect(restored.ended == [Ended(b, .stopped, .current)])
    #expect(try restored.isChanged(c))
    restored.advance(by: 1)
    #expect(try !restored.isChanged(c))
  }

  /// NaN with its payload, infinities, zeros of both signs and subnormals, as values and in what runs.
  @Test func everyNumberSurvives() throws {
    let numbers: [Float] = [
      .nan, Float(bitPattern: 0xffc1_2345), .infinity, -.infinity, -0.0, 0, .leastNonzeroMagnitude, .pi,
      .greatestFiniteMagnitude,
    ]
    var animator = Animator<Float>()
    let handles = animator.add(numbers.span)
    for (handle, number) in zip(handles, numbers) {
      try animator.animate(handle, to: number, using: .linear(duration: 1))
    }
    try animator.animate(handles[2], to: .nan, using: .spring)
    try animator.animate(handles[3], to: -0.0, using: .spring, velocity: -.infinity)
    animator.advance(by: 0.25)
    let data = try JSONEncoder().encode(animator.snapshot())
    var restored = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    for _ in 0..<5 {
      #expect(
        restored.column(0).indices.map { restored.column(0)[$0].bitPattern }
          == animator.column(0).indices.map { animator.column(0)[$0].bitPattern })
      animator.advance(by: 0.25)
      restored.advance(by: 0.25)
    }
  }

  /// Runs that are evaluated by themselves: animations that add, springs that have taken over from them, phases.
  @Test func runsOfTheirOwnGoOn() throws {
    var animator = Animator<Point>()
    let handles = animator.add(Point(0, 0), count: 4)
    try animator.animate(handles[0], to: Point(10, 5), using: .easeInOut(duration: 1))
    try animator.animate(handles[1], to: Point(10, 5), using: .linear(duration: 1))
    animator.advance(by: 0.3)
    try animator.animate(handles[0], to: Point(-3, 8), using: .easeOut(duration: 0.7), retargeting: .add)
    try animator.animate(handles[1], to: Point(-3, 8), using: .easeIn(duration: 0.7), retargeting: .add)
    animator.advance(by: 0.1)
    // A spring with a delay doesn't take over, one that blends does.
    try animator.animate(handles[1], to: Point(1, 1), using: .linear(duration: 2).delay(0.1), retargeting: .add)
    let phases = PhaseTimeline([Point(1, 1), Point(4, 2), Point(-2, 0)]) { _ in .spring(duration: 0.3) }
    try animator.play(handles[2], phases)
    try animator.play(handles[3], phases)
    try animator.setSpeed(of: handles[3], to: 2)
    animator.advance(by: 0.1)
    let data = try JSONEncoder().encode(animator.snapshot())
    var restored = Animator(restoring: try JSONDecoder().decode(Animator<Point>.Snapshot.self, from: data))
    for _ in 0..<100 {
      #expect(restored.fingerprint(Array(handles)) == animator.fingerprint(Array(handles)))
      animator.advance(by: 0.03)
      restored.advance(by: 0.03)
    }
  }

  /// Runs that can't be saved can still be rolled back.
  @Test func whatCannotBeSavedSaysWhich() throws {
    struct Halfway: CustomAnimation {
      func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
        time > 1 ? nil : value.scaled(by: 0.5 + time / 2)
      }
    }
    var animator = Animator<Float>()
    let (a, b, c) = (animator.add(0), animator.add(0), animator.add(0))
    try animator.animate(a, to: 10, using: Animation(Halfway()).delay(0.1))
    var before = animator.snapshot()
    #expect(throws: UnsavableRunError(handle: a, obstacle: .customAnimation)) { try JSONEncoder().encode(before) }
    try animator.stop(a)
    let endless = Spring(response: 0.02, dampingRatio: 0)
    try animator.play(
      b,
      KeyframeTimeline(initialValue: Float(0)) {
        LinearKeyframe(Float(8), duration: 2)
        SpringKeyframe(Float(8), duration: 3000, spring: endless)
      })
    animator.advance(by: 0.5)
    before = animator.snapshot()
    #expect(throws: UnsavableRunError(handle: b, obstacle: .timeline)) { try JSONEncoder().encode(before) }
    #expect(
      "\(UnsavableRunError(handle: b, obstacle: .timeline))"
        == "PropertyHandle(index: 1, generation: 1) plays a timeline that isn't prepared, which can't be saved")
    let value = animator[b]
    animator.advance(by: 1)
    animator.restore(before)
    #expect(animator[b] == value)
    animator.advance(by: 0.5)
    #expect(animator[b] == 4)
    try animator.stop(b)
    try animator.play(c, PhaseTimeline([Float(1), 2]) { _ in Animation(Halfway()) })
    before = animator.snapshot()
    #expect(throws: UnsavableRunError(handle: c, obstacle: .customAnimation)) { try JSONEncoder().encode(before) }
    try animator.stop(c)
    _ = try JSONEncoder().encode(animator.snapshot())
  }
}

// MARK: - A script

/// Random calls, the same from the same state.
private struct Script {
  private var random: Generator

  private static let animations: [Animation] = [
    .linear(duration: 0.71), .easeInOut(duration: 0.52).delay(0.2), .timingCurve(.bounceEaseOut, duration: 0.9),
    .linear(duration: 0.41).repeatCount(3, autoreverses: true),
    .easeInOut(duration: 0.61).repeatForever(autoreverses: true), .spring(duration: 0.5, bounce: 0.3),
    .spring(duration: 0.8, bounce: 0), .spring(duration: 0.4, bounce: -0.4).delay(0.3),
    .interpolatingSpring(stiffness: 120, damping: 9, initialVelocity: 2), .spring(duration: 0.5).repeatCount(2),
  ]
  private static let keyframes = try! KeyframeTimeline(initialValue: Point(0, 0)) {
    LinearKeyframe(Point(50, -20), duration: 0.31)
    CubicKeyframe(Point(-80, 60), duration: 0.41)
    SpringKeyframe(Point(10, 10), duration: 0.4, spring: .bouncy)
  }.prepared()
  private static let phases = PhaseTimeline([Point(1, 1), Point(4, 2), Point(-2, 0)], repeatsForever: false) {
    $0.first > 1 ? .easeOut(duration: 0.2) : .spring(duration: 0.3)
  }

  init(_ seed: UInt64) { random = Generator(seed: seed) }

  private mutating func point() -> Point {
    Point(Float.random(in: -100...100, using: &random), Float.random(in: -100...100, using: &random))
  }

  mutating func add(to animator: inout Animator<Point>, count: Int) -> [PropertyHandle] {
    let values = (0..<count).map { _ in point() }
    return Array(animator.add(values.span))
  }

  mutating func step(_ animator: inout Animator<Point>, _ handles: inout [PropertyHandle]) throws {
    let first = Int.random(in: 0..<handles.count, using: &random)
    let some = handles[first..<min(handles.count, first + handles.count / 8 + 1)]
    let handle = handles[first]
    switch Int.random(in: 0..<32, using: &random) {
    case 0..<10: animator.advance(by: [1 / 120.0, 1 / 60.0, 0.1, -0.02, 0.4].randomElement(using: &random)!)
    case 10..<14:
      let animation = Self.animations.randomElement(using: &random)!
      try animator.animate(some, to: point(), using: animation, stagger: random.oneIn(2) ? 0.0007 : 0)
    case 14..<18:
      let animation = Self.animations.randomElement(using: &random)!
      try animator.animate(handle, to: point(), using: animation, retargeting: random.oneIn(2) ? .add : .replace)
    case 18: try animator.fling(handle, velocity: point(), timeConstant: 0.3)
    case 19:
      try animator.play(handle, Self.keyframes, repeats: random.oneIn(3) ? .once : random.oneIn(2) ? 3 : .forever)
    case 20: try animator.play(handle, Self.phases)
    case 21: try animator.pause(some)
    case 22: try animator.resume(some)
    case 23: try animator.setSpeed(of: some, to: [0, 0.5, 1, 2][Int.random(in: 0..<4, using: &random)])
    case 24: try animator.reverse(some)
    case 25: try animator.seek(handle, to: Double.random(in: -0.1...1.5, using: &random))
    case 26: try animator.stop(handle, at: random.oneIn(2) ? .end : .current)
    case 27 where handles.count > 20:
      try animator.remove(handle)
      handles.remove(at: first)
    case 28: handles += add(to: &animator, count: Int.random(in: 1...9, using: &random))
    case 29: animator.speed = [0.5, 1, 2].randomElement(using: &random)!
    case 30: animator.velocityEpsilon = random.oneIn(2) ? 0.01 : 0.1
    default: try animator.set(handle, to: point())
    }
  }
}

extension Animator<Point> {
  /// All that can be seen of it, in bits.
  fileprivate func fingerprint(_ handles: [PropertyHandle]) -> [UInt32] {
    var bits: [UInt32] = [UInt32(truncatingIfNeeded: time.bitPattern), UInt32(count)]
    for component in 0..<2 {
      let column = column(component)
      for index in column.indices { bits.append(column[index].bitPattern) }
    }
    // Some of the velocities, which take longer.
    for handle in handles.prefix(100) {
      let velocity = try! velocity(of: handle)
      bits += [velocity.first.bitPattern, velocity.second.bitPattern, try! isAnimating(handle) ? 1 : 0]
    }
    for completion in completions {
      bits += [UInt32(completion.handle.index), UInt32(completion.reason.rawValue.utf8.count)]
    }
    return bits
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}
