import Foundation
import Testing
import VectorKernels

/// Properties each of which plays keyframes, or walks through phases, that no other one has.
@Suite(.seeded) struct OwnTracksTests {
  private typealias Value = SIMD3<Float>

  private static func value(_ random: inout Generator) -> Value {
    Value(
      Float.random(in: -10...10, using: &random), Float.random(in: -10...10, using: &random),
      Float.random(in: -10...10, using: &random))
  }

  /// Durations of 0.2 to 0.8 s, values within 10, and a spring that has a period of at least 0.4 s.
  private static func timeline(_ random: inout Generator) -> KeyframeTimeline<Value> {
    func duration() -> Double { Double.random(in: 0.2...0.8, using: &random) }
    let spring = Spring(duration: duration() + 0.2, bounce: Double.random(in: 0...0.5, using: &random))
    let values = (0..<4).map { _ in value(&random) }
    let (first, second, third) = (duration(), duration(), duration())
    if random.oneIn(3) {
      return KeyframeTimeline(initialValue: values[0]) {
        LinearKeyframe(values[1], duration: first)
        CubicKeyframe(values[2], duration: second)
      }
    }
    return KeyframeTimeline(initialValue: values[0]) {
      LinearKeyframe(values[1], duration: first, timingCurve: .easeInOut)
      SpringKeyframe(values[2], duration: second, spring: spring)
      CubicKeyframe(values[3], duration: third)
    }
  }

  private static func phases(_ random: inout Generator) -> PhaseTimeline<Value> {
    let values = (0..<3).map { _ in value(&random) }
    let duration = Double.random(in: 0.2...0.8, using: &random)
    let bounce = Double.random(in: 0...0.4, using: &random)
    return PhaseTimeline(values, repeatsForever: true) {
      $0 == values[1] ? .spring(duration: duration, bounce: bounce) : .easeInOut(duration: duration)
    }
  }

  /// A value may be off by 1e-6 of a component's range, which is at most 40 with the springs' overshoots, by 4 ulp of
  /// 40, and by what the property moves in the slack of its time: slopes are at most 2 * pi * 20 / 0.4, and 20 / 0.2 *
  /// 3 for cubics, below 350 per second. A begin is a `Float` below 8, off by 2.4e-7 s, and each pass's rate by 6e-8 of
  /// the 4 s for which the test lasts.
  private let tolerance: Float = 4e-5 + 2e-5 + 350 * (2.4e-7 + 2.4e-7)

  private func distance(_ a: Value, _ b: Value) -> Float {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
  }

  /// Expects a value to be that of a function at a time, or between those beside it, where the function may jump.
  private func expect(
    _ value: Value, at time: Double, _ what: @autoclosure () -> String, _ function: (Double) -> Value
  ) {
    let (before, after) = (function(time - 1e-6), function(time + 1e-6))
    if distance(before, after) > 1e-2 { return }
    let off = distance(value, function(time))
    #expect(off < tolerance, "\(value) is off by \(off) at \(time): \(what())")
  }

  private func repeated(_ time: Double, _ duration: Double, _ isRepeated: Bool) -> Double {
    isRepeated && time > 0 ? time.truncatingRemainder(dividingBy: duration) : time
  }

  @Test func keyframesAreThoseOfTheTimeline() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Value>()
    let handles = Array(animator.add(.zero, count: 300))
    let timelines = handles.map { _ in Self.timeline(&random) }
    for (index, handle) in handles.enumerated() {
      try animator.play(handle, timelines[index], repeats: index % 2 == 0 ? .forever : .once)
    }
    for frame in 1...100 {
      let time = Double(frame) * 0.0411
      animator.advance(to: time)
      for (index, handle) in handles.enumerated() {
        let timeline = timelines[index]
        expect(try animator.value(of: handle), at: time, "\(timeline)") {
          timeline.value(time: repeated($0, timeline.duration, index % 2 == 0))
        }
      }
    }
  }

  @Test func walksAreThoseOfThePhases() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Value>()
    let handles = Array(animator.add(.zero, count: 200))
    let walks = handles.map { _ in Self.phases(&random) }
    for (handle, walk) in zip(handles, walks) { try animator.play(handle, walk) }
    for frame in 1...100 {
      let time = Double(frame) * 0.0393
      animator.advance(to: time)
      for (handle, walk) in zip(handles, walks) {
        expect(try animator.value(of: handle), at: time, "\(walk)") { walk.value(at: $0) { $0 }! }
      }
    }
  }

  /// More phases than kernels read one after the other, in groups that don't fill a register.
  @Test func walksMayHaveManyPhases() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Value>()
    let handles = Array(animator.add(.zero, count: 41))
    let walks = handles.map { _ in
      let values = (0..<13).map { _ in Self.value(&random) }
      let duration = Double.random(in: 0.2...0.4, using: &random)
      return PhaseTimeline(values, repeatsForever: true) { _ in .linear(duration: duration) }
    }
    for (handle, walk) in zip(handles, walks) { try animator.play(handle, walk) }
    for frame in 1...60 {
      let time = Double(frame) * 0.0713
      animator.advance(to: time)
      for (handle, walk) in zip(handles, walks) {
        expect(try animator.value(of: handle), at: time, "\(walk)") { walk.value(at: $0) { $0 }! }
      }
    }
  }

  /// Curves that are vertical at an end, and phases too short for polynomials, in walks that begin with a long phase:
  /// a value never leaves the way between the phases.
  @Test(arguments: [(0.0, 0.55, 0.45, 1.0), (0.55, 0.0, 1.0, 0.45), (1.0, 0.0, 0.0, 1.0)])
  func steepCurvesStayOnTheirWay(curve: (Double, Double, Double, Double)) throws {
    var animator = Animator<Float>()
    for (long, short) in [(10.0, 0.25), (100, 0.25), (5000, 0.25), (10, 1e-5), (100, 3e-6)] {
      let steep = Animation.timingCurve(curve.0, curve.1, curve.2, curve.3, duration: short)
      let walk = PhaseTimeline([Float(0), 1, 3]) { $0 == 1 ? .linear(duration: long) : steep }
      for step in -200...200 {
        let handle = animator.add(0)
        // Around the beginning and the end of the steep phase, in steps of a fraction of a Float's.
        let edge = step % 2 == 0 ? long : long + short
        try animator.play(handle, walk, repeats: .forever, from: edge + Double(step) * long * 1e-8)
      }
    }
    animator.advance(by: 1e-9)
    let values = animator.column(0)
    for index in values.indices { #expect(values[index] >= -1e-3 && values[index] <= 3.001, "\(values[index])") }
  }

  /// Keyframes that differ in single values have different hashes, so thousands of them begin fast.
  @Test func keyframesHashTheirValues() throws {
    let pulses = try (1...100).map { index in
      try KeyframeTimeline(initialValue: Float(0)) {
        LinearKeyframe(Float(index), duration: 0.5)
        LinearKeyframe(0, duration: 0.5)
      }.prepared()
    }
    #expect(Set(pulses.map(\.hashValue)).count == 100)
  }

  /// A property has the same bits whether it shares a group with its like or runs among strangers.
  @Test func bitsDontDependOnTheGroup() throws {
    var random = Generator(seed: Settings.seed)
    for round in 0..<20 {
      let (timeline, walk) = (Self.timeline(&random), Self.phases(&random))
      var alone = Animator<Value>()
      var among = Animator<Value>()
      for _ in 0..<20 {
        let handle = among.add(.zero)
        if round % 2 == 0 {
          try among.play(handle, Self.timeline(&random), repeats: .forever)
        } else {
          try among.play(handle, Self.phases(&random))
        }
      }
      let handles = (alone.add(.zero), among.add(.zero))
      if round % 2 == 0 {
        try alone.play(handles.0, timeline, repeats: .forever)
        try among.play(handles.1, timeline, repeats: .forever)
      } else {
        try alone.play(handles.0, walk)
        try among.play(handles.1, walk)
      }
      // After four seconds, groups begin to round times anew, each in its turn.
      while alone.time < 3.5 {
        let step = Double.random(in: 0...0.1, using: &random)
        alone.advance(by: step)
        among.advance(by: step)
        let (a, b) = (try alone.value(of: handles.0), try among.value(of: handles.1))
        // A pass ends within a rounding of the same time.
        if distance(a, b) > 1e-2 { continue }
        #expect(distance(a, b) == 0, "\(a) and \(b) after \(alone.time) s in round \(round)")
      }
    }
  }

  /// Lines take less memory as long as no other keyframes come. They have the same bits before others come, with them
  /// and after they have left, in snapshots too, and the others are right.
  @Test func linesAreTheSameWithOthersAmongThem() throws {
    var random = Generator(seed: Settings.seed)
    var alone = Animator<Value>()
    var among = Animator<Value>()
    let handles = Array(alone.add(.zero, count: 100))
    let handlesAmong = Array(among.add(.zero, count: 100))
    func play(_ index: Int) throws {
      let timeline = KeyframeTimeline(initialValue: Self.value(&random)) {
        for _ in 0..<Int.random(in: 1...9, using: &random) {
          LinearKeyframe(Self.value(&random), duration: Double.random(in: 0.05...0.3, using: &random))
        }
      }
      try alone.play(handles[index], timeline, repeats: .forever)
      try among.play(handlesAmong[index], timeline, repeats: .forever)
    }
    for index in handles.indices { try play(index) }
    #expect(alone.ownTermCount == 2 && among.ownTermCount == 2)
    for round in 0..<3 {
      var others: [(handle: PropertyHandle, timeline: KeyframeTimeline<Value>, start: Double)] = []
      for frame in 0..<30 {
        if frame > 10 && frame < 20 {
          let timeline = Self.timeline(&random)
          let handle = among.add(.zero)
          try among.play(handle, timeline)
          others.append((handle, timeline, among.time))
        }
        if frame == 20 {
          for other in others { try among.remove(other.handle) }
          others = []
        }
        if frame % 7 == 3 { try play(Int.random(in: 0..<100, using: &random)) }
        alone.advance(by: 0.0117)
        among.advance(by: 0.0117)
        for (a, b) in zip(handles, handlesAmong) {
          let (a, b) = (try alone.value(of: a), try among.value(of: b))
          #expect(distance(a, b) == 0, "\(a) and \(b) after \(alone.time) s in round \(round)")
        }
        if frame % 10 == 5 {
          var restored = Animator<Value>()
          restored.restore(alone.snapshot())
          alone = restored
          restored = Animator<Value>()
          restored.restore(among.snapshot())
          among = restored
        }
        for other in others {
          expect(try among.value(of: other.handle), at: among.time - other.start, "\(other.timeline)") {
            other.timeline.value(time: $0)
          }
        }
      }
      #expect(alone.ownTermCount == 2 && among.ownTermCount == 6)
    }
  }

  @Test func whatIsDoneToOneHarmsNoOther() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Value>()
    let handles = Array(animator.add(.zero, count: 300))
    let timelines = handles.map { _ in Self.timeline(&random) }
    for (handle, timeline) in zip(handles, timelines) { try animator.play(handle, timeline, repeats: .forever) }
    animator.advance(to: 0.15)
    let before = try handles.map { try animator.value(of: $0) }
    var others = animator.add(.zero, count: 10).makeIterator()
    for index in stride(from: 0, to: 300, by: 3) {
      switch index / 3 % 5 {
      case 0: try animator.pause(handles[index])
      case 1: try animator.reverse(handles[index])
      case 2: try animator.setSpeed(of: handles[index], to: 2)
      case 3: try animator.remove(handles[index])
      default:
        if let other = others.next() { try animator.play(other, Self.timeline(&random)) }
        try animator.stop(handles[index])
      }
    }
    animator.advance(to: 0.25)
    for index in handles.indices {
      switch (index % 3, index / 3 % 5) {
      case (0, 0), (0, 4): #expect(try animator.value(of: handles[index]) == before[index])
      case (0, 3): break
      case (0, 1): try check(0.05)
      case (0, 2): try check(0.35)
      default: try check(0.25)
      }
      func check(_ time: Double) throws {
        expect(try animator.value(of: handles[index]), at: time, "\(index)") {
          timelines[index].value(time: repeated($0, timelines[index].duration, true))
        }
      }
    }
  }

  /// From a snapshot, in memory and in a file, the same calls give the same bits.
  @Test func snapshotsContinueAlike() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Value>()
    let handles = Array(animator.add(.zero, count: 100))
    func steps(_ animator: inout Animator<Value>, _ random: inout Generator) throws -> [UInt32] {
      var bits: [UInt32] = []
      for _ in 0..<150 {
        let handle = handles.randomElement(using: &random)!
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try animator.stop(handle)
        case 1, 2: try animator.play(handle, Self.phases(&random))
        case 3:
          let timeConstant = Double.random(in: 0.1...1, using: &random)
          try animator.fling(handle, velocity: Self.value(&random), timeConstant: timeConstant)
        default: try animator.play(handle, Self.timeline(&random), repeats: random.oneIn(2) ? .once : 3)
        }
        if random.oneIn(4) { try animator.reverse(handles.randomElement(using: &random)!) }
        if random.oneIn(4) { try animator.pause(handles.randomElement(using: &random)!) }
        if random.oneIn(4) { try animator.resume(handles.randomElement(using: &random)!) }
        if random.oneIn(4) { try animator.setSpeed(of: handles.randomElement(using: &random)!, to: 3) }
        animator.advance(by: Double.random(in: 0...0.1, using: &random))
        for handle in handles {
          let value = try animator.value(of: handle)
          bits += [value.x.bitPattern, value.y.bitPattern, value.z.bitPattern]
        }
      }
      return bits
    }
    _ = try steps(&animator, &random)
    let (snapshot, data) = (animator.snapshot(), try JSONEncoder().encode(animator.snapshot()))
    let start = random
    let expected = try steps(&animator, &random)
    random = start
    var restored = Animator(restoring: snapshot)
    #expect(try steps(&restored, &random) == expected)
    random = start
    let read = try JSONDecoder().decode(Animator<Value>.Snapshot.self, from: data)
    var decoded = Animator(restoring: read)
    #expect(try steps(&decoded, &random) == expected)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(read) == encoder.encode(snapshot))
  }

  @Test func decodedTracksMustBePossible() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Value>()
    for index in 0..<60 {
      let handle = animator.add(.zero)
      if index % 2 == 0 {
        try animator.play(handle, Self.timeline(&random))
      } else {
        try animator.play(handle, Self.phases(&random))
      }
    }
    let encoded = try JSONEncoder().encode(animator.snapshot())
    let object = try #require(JSONSerialization.jsonObject(with: encoded) as? [String: Any])
    let groups = try #require(object["groups"] as? [[String: Any]])
    func expect(_ driver: String, _ key: String, _ value: Any, _ explanation: String) throws {
      let place = try #require(groups.firstIndex { ($0["driver"] as? [String: Any])?[driver] != nil }, "\(driver)")
      var (wrong, changed) = (object, groups)
      changed[place][key] = value
      wrong["groups"] = changed
      let data = try JSONSerialization.data(withJSONObject: wrong)
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Animator<Value>.Snapshot.self, from: data)
      }
      #expect(error?.explanation.hasPrefix("groups[\(place)]") == true)
      #expect(error?.explanation.contains(explanation) == true, "\(error?.explanation ?? "nothing")")
    }
    for driver in ["ownKeyframes", "ownPhases"] {
      let group = try #require(groups.first { ($0["driver"] as? [String: Any])?[driver] != nil })
      let count = try #require(Data(base64Encoded: group["slots"] as? String ?? "")).count / 4
      try #require(count > 2)
      try expect(driver, "members", packed([Int32](repeating: 1000, count: count)), "member 0 has the track 1000")
      try expect(driver, "members", packed([Int32](repeating: -1, count: count)), "member 0 has the track -1")
      try expect(driver, "members", packed([Int32](repeating: 0, count: count - 1)), "holds \(count - 1) numbers")
      try expect(driver, "tracks", [Any](), "member 0 has the track 0, but there are 0")
      try expect(
        driver, "vacant", packed([UInt64(1)]), "vacant marks positions that can't be kept among \(count) members")
    }
    try expect("ownPhases", "driver", ["ownPhases": ["count": 1]], "there can't be 1 phases")
    try expect("ownPhases", "driver", ["ownPhases": ["count": 2]], "there are more columns than")
    let place = try #require(groups.firstIndex { ($0["driver"] as? [String: Any])?["ownPhases"] != nil })
    let walks = try #require(groups[place]["tracks"] as? [[Any]])
    try expect("ownPhases", "tracks", walks.map { Array($0.dropLast()) }, "2 phases instead of 3")
    let flat = try KeyframeTimeline(initialValue: Float(0)) { LinearKeyframe(1, duration: 1) }.prepared()
    let other = try JSONSerialization.jsonObject(with: JSONEncoder().encode([flat]))
    try expect("ownKeyframes", "tracks", other, "can't play on values of 3 components")
  }

  private func packed<Number>(_ numbers: [Number]) -> String {
    numbers.withUnsafeBytes { Data($0).base64EncodedString() }
  }

  /// Blocks of members with tracks of their own, which cores share, have the same bits on one core, and are where their
  /// timelines are: played, played backwards, and after seeks of everything, forward and back.
  @Test func blocksAreAlikeOnAnyNumberOfCores() throws {
    var random = Generator(seed: Settings.seed)
    let timelines = (0..<60).map { _ in Self.timeline(&random) }
    // 66,000 components, of which 65,536 are enough for several cores.
    let count = 22_000
    var one = Animator<Value>(uncappedCores: 1)
    var three = Animator<Value>(uncappedCores: 3)
    let handles = Array(one.add(.zero, count: count))
    _ = three.add(.zero, count: count)
    for (index, handle) in handles.enumerated() {
      let timeline = timelines[index % timelines.count]
      let start = timeline.duration * Double(index) / Double(count)
      try one.play(handle, timeline, repeats: .forever, from: start)
      try three.play(handle, timeline, repeats: .forever, from: start)
    }
    for frame in 0..<24 {
      switch frame % 6 {
      case 2:
        for handle in handles.indices.filter({ $0 % 3 == 0 }).map({ handles[$0] }) {
          try one.reverse(handle)
          try three.reverse(handle)
        }
      case 3, 5:
        let progress = Double.random(in: 0...1, using: &random)
        try one.seek(handles, toProgress: progress)
        try three.seek(handles, toProgress: progress)
      default: break
      }
      let step = Double.random(in: 0...0.1, using: &random)
      one.advance(by: step)
      three.advance(by: step)
      for component in 0..<3 {
        let (a, b) = (one.column(component), three.column(component))
        for index in a.indices where a[index].bitPattern != b[index].bitPattern {
          Issue.record("component \(component) of \(index) is \(a[index]) on one core and \(b[index]) on three")
          return
        }
      }
      for index in stride(from: 0, to: count, by: 997) where index % 3 != 0 {
        let (handle, timeline) = (handles[index], timelines[index % timelines.count])
        guard let time = try one.time(of: handle), time >= 0 else { continue }
        expect(try one.value(of: handle), at: time, "\(index) in frame \(frame)") {
          timeline.value(time: repeated($0, timeline.duration, true))
        }
      }
    }
  }

  /// Tracks come and go, and with them their memory: what is played after a hundred turns is right, and the values of
  /// the members that stayed have the same bits as without the others.
  @Test func tracksComeAndGo() throws {
    var random = Generator(seed: Settings.seed)
    var quiet = Animator<Value>()
    var busy = Animator<Value>()
    let (stays, also) = (Array(quiet.add(.zero, count: 40)), Array(busy.add(.zero, count: 40)))
    for index in stays.indices {
      let timeline = Self.timeline(&random)
      try quiet.play(stays[index], timeline, repeats: .forever)
      try busy.play(also[index], timeline, repeats: .forever)
    }
    for _ in 0..<100 {
      let others = Array(busy.add(.zero, count: 30))
      let timelines = others.map { _ in Self.timeline(&random) }
      for (handle, timeline) in zip(others, timelines) { try busy.play(handle, timeline) }
      quiet.advance(by: 0.05)
      busy.advance(by: 0.05)
      for (a, b) in zip(stays, also) { #expect(try quiet.value(of: a) == busy.value(of: b)) }
      for (handle, timeline) in zip(others, timelines) {
        expect(try busy.value(of: handle), at: 0.05, "\(timeline)") { timeline.value(time: $0) }
        try busy.remove(handle)
      }
    }
  }

  /// Each fling slows down by a time constant of its own.
  @Test func flingsHaveTheirOwnTimeConstants() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Value>()
    animator.valueEpsilon = 0
    let handles = Array(animator.add(.zero, count: 100))
    let flings = handles.map { _ in (Self.value(&random), Double.random(in: 0.05...2, using: &random)) }
    for (handle, fling) in zip(handles, flings) {
      try animator.fling(handle, velocity: fling.0, timeConstant: fling.1)
    }
    for frame in 1...90 {
      let time = Double(frame) / 30
      animator.advance(to: time)
      for (handle, (velocity, timeConstant)) in zip(handles, flings) {
        let way = Float(-timeConstant * expm1(-time / timeConstant))
        // Ways of at most 20 by steps that promise 5e-6 of it.
        #expect(distance(try animator.value(of: handle), way * velocity) < 1e-4, "\(timeConstant) s at \(time)")
        let left = Float(exp(-time / timeConstant))
        // Velocities of at most 10, by the same steps, whose rate is at most 20 per second.
        #expect(distance(try animator.velocity(of: handle), left * velocity) < 2e-3, "\(timeConstant) s at \(time)")
      }
    }
  }
}
