import Foundation
import Testing
import VectorKernels

/// Which of many shapes have groups that share them. A snapshot's file tells the groups' sizes.
@Suite(.seeded) struct SharedShapesTests {
  /// A curve of its own for each index.
  private func animation(_ index: Int, duration: Double = 1) -> Animation {
    .timingCurve(Double(index) / 10_000, 0, 0.5, 1, duration: duration)
  }

  /// Begins a run of a new property with each of the shapes.
  @discardableResult
  private func begin(
    _ shapes: some Sequence<Int>, in animator: inout Animator<Float>, duration: Double = 1
  ) throws -> [PropertyHandle] {
    try shapes.map { shape in
      let handle = animator.add(0)
      try animator.animate(handle, to: 1, using: animation(shape, duration: duration))
      return handle
    }
  }

  /// The number of members of each group, the largest first.
  private func sizes(_ animator: borrowing Animator<Float>) throws -> [Int] {
    let file = try JSONSerialization.jsonObject(with: JSONEncoder().encode(animator.snapshot()))
    let groups = try #require((file as? [String: Any])?["groups"] as? [[String: Any]])
    return try groups.map { group in
      let slots = try #require(group["slots"] as? String)
      return try #require(Data(base64Encoded: slots)).count / MemoryLayout<Int32>.size
    }.sorted(by: >)
  }

  @Test func aFewShapesAreShared() throws {
    var animator = Animator<Float>()
    try begin((0..<1600).map { $0 % 16 }, in: &animator)
    #expect(try sizes(animator) == Array(repeating: 100, count: 16))
  }

  /// Of two dozen, sixteen are shared at once, and the others as soon as it shows that they are used as often: each of
  /// their runs gains 16 of the 128 that a group takes, and the eight runs of a round take 8.
  @Test func oftenUsedShapesBecomeShared() throws {
    var animator = Animator<Float>()
    try begin((0..<2400).map { $0 % 24 }, in: &animator)
    #expect(
      try sizes(animator) == [8 * 14] + Array(repeating: 100, count: 16) + Array(repeating: 100 - 14, count: 8))
  }

  /// Of two hundred, none is, so only the first run of each of sixteen is apart from all others.
  @Test func rareShapesAreNotShared() throws {
    var animator = Animator<Float>()
    try begin((0..<2000).map { $0 % 200 }, in: &animator)
    #expect(try sizes(animator) == [1984] + Array(repeating: 1, count: 16))
  }

  /// Each run along a rare curve has the values of its own curve, whichever way it began.
  @Test func rareShapesKeepTheirCurves() throws {
    var animator = Animator<Float>()
    let shapes = (0..<600).map { $0 % 200 }
    let handles = try begin(shapes, in: &animator)
    animator.advance(by: 0.3)
    for (shape, handle) in zip(shapes, handles) {
      let expected = try CubicBezier(x1: Double(shape) / 10_000, y1: 0, x2: 0.5, y2: 1).value(at: 0.3)
      // The curves err by 1e-6, and the progress by 1e-7 times a slope of at most 3.
      #expect(abs(Double(try animator.value(of: handle)) - expected) <= 2e-6, "\(shape)")
    }
  }

  /// A shape that one run in eight has is soon shared among rare ones, although it comes late: whether the first sixteen
  /// shapes' runs are over by then or go on.
  @Test(arguments: [false, true])
  func aPopularShapeIsSharedAmongRareOnes(firstOnesEnd: Bool) throws {
    var animator = Animator<Float>()
    try begin(1...16, in: &animator, duration: firstOnesEnd ? 0.1 : 100)
    try begin(17...300, in: &animator)
    animator.advance(by: 0.2)
    try begin((0..<8000).map { $0 % 8 == 0 ? 0 : 301 + $0 }, in: &animator)
    let sizes = try sizes(animator)
    // Each of its runs gains 16 of 128, and the eight runs from one to the next take 8.
    #expect(sizes[0] == 284 + 7000 + 14 && sizes[1] == 1000 - 14, "\(sizes)")
    #expect(sizes.dropFirst(2).allSatisfy { $0 <= 1 })
  }

  /// A popular shape that nothing moves by for a while keeps its group.
  @Test func aPopularShapeKeepsItsGroup() throws {
    var animator = Animator<Float>()
    let runs = try begin((0..<1600).map { $0 % 16 }, in: &animator)
    try animator.remove(runs)
    try begin(16..<116, in: &animator)
    try begin(repeatElement(3, count: 50), in: &animator)
    #expect(try sizes(animator).prefix(3) == [100, 50, 0])
  }

  /// Repeating curves and springs, keyframes and phases are shared by the same rule.
  @Test func everyKindOfShapeIsSharedByTheSameRule() throws {
    var animator = Animator<Float>()
    let kinds: [(Int, inout Animator<Float>) throws -> Void] = [
      { try $1.animate($1.add(0), to: 1, using: animation($0).repeatForever()) },
      { try $1.animate($1.add(0), to: 1, using: .spring(duration: 1 + Double($0) / 1000).repeatForever()) },
      { index, animator in
        let timeline = KeyframeTimeline(initialValue: Float(0)) { LinearKeyframe(1, duration: 1 + Double(index) / 100) }
        try animator.play(animator.add(0), timeline.prepared())
      },
      { index, animator in
        try animator.play(animator.add(0), PhaseTimeline([0, 1]) { _ in .linear(duration: 1 + Double(index) / 100) })
      },
    ]
    for round in 0..<10 {
      for shape in 0..<100 {
        for kind in kinds { try kind(shape, &animator) }
      }
      if round == 0 { #expect(try sizes(animator).count == 20) }
    }
    // The first four shapes of each kind came while there was room.
    #expect(try sizes(animator) == Array(repeating: 996, count: 4) + Array(repeating: 1, count: 16))
  }

  /// Shapes that are popular for a moment, each with runs that don't end, don't collect a group each.
  @Test func shapesThatComeInTurnsAreNotAllShared() throws {
    var animator = Animator<Float>()
    try begin((0..<12_000).map { $0 / 12 }, in: &animator)
    let sizes = try sizes(animator)
    #expect(sizes.count == 33 && sizes[0] > 11_700, "\(sizes)")
  }

  /// Snapshots, in memory and in files, hold how popular the shapes are: the same calls lead to the same groups. Of 20
  /// shapes some are about to get a group after 130 runs, and of 40 all are about to lose theirs after 250.
  @Test(arguments: [(20, 130), (40, 250), (200, 400)])
  func snapshotsRememberWhatIsPopular(count: Int, runs: Int) throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    try begin((0..<runs).map { $0 % count }, in: &animator)
    let snapshot = animator.snapshot()
    var restored = Animator(restoring: snapshot)
    let file = try JSONEncoder().encode(snapshot)
    var decoded = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: file))
    let shapes = (0..<300).map { _ in Int.random(in: 0..<count, using: &random) }
    try begin(shapes, in: &animator)
    try begin(shapes, in: &restored)
    try begin(shapes, in: &decoded)
    let sizes = try sizes(animator)
    #expect(try self.sizes(restored) == sizes)
    #expect(try self.sizes(decoded) == sizes)
  }

  /// Whatever the animator remembers to find groups sooner, after the same calls the whole state is that of a restored
  /// one. Runs of every kind begin, some by shapes that members can't have as their own.
  @Test func restoredAnimatorsComeToTheSameState() throws {
    var random = Generator(seed: Settings.seed)
    let kept = (0..<30).map { animation($0).delay(0.05) }
    let timelines = try (0..<30).map { index in
      try KeyframeTimeline(initialValue: Float(0)) { LinearKeyframe(1, duration: 1 + Double(index) / 100) }.prepared()
    }
    func run(_ animator: inout Animator<Float>, _ handles: [PropertyHandle], _ random: inout Generator) throws {
      for _ in 0..<2000 {
        // Runs of new properties begin in another way.
        let isNew = Bool.random(using: &random)
        let handle = isNew ? animator.add(0) : handles.randomElement(using: &random)!
        let (often, rarely) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0..<400, using: &random))
        let target = Float.random(in: -5...5, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: try animator.animate(handle, to: target, using: animation(often))
        case 2: try animator.animate(handle, to: target, using: animation(rarely))
        case 3: try animator.animate(handle, to: target, using: .spring)
        case 4: try animator.animate(handle, to: target, using: .linear(duration: 0.5))
        case 5: try animator.animate(handle, to: target, using: animation(rarely % 40).repeatForever())
        case 6: try animator.animate(handle, to: target, using: kept[rarely % 30])
        case 7:
          let curve = UnitCurve.elasticEaseOut(amplitude: 1 + Double(rarely % 30), period: 0.3)
          try animator.animate(handle, to: target, using: .timingCurve(curve, duration: 1))
        case 8: try animator.play(handle, timelines[rarely % 30])
        case 9: try animator.animate(handle, to: target, using: animation(rarely), retargeting: .add)
        case 10: try animator.reverse(handle)
        case 11: try animator.pause(handle)
        case 12: try animator.resume(handle)
        default: animator.advance(by: Double.random(in: 0...0.1, using: &random))
        }
      }
    }
    func state(_ animator: borrowing Animator<Float>) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(animator.snapshot()), as: UTF8.self)
    }
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 60))
    try run(&animator, handles, &random)
    let snapshot = animator.snapshot()
    var restored = Animator(restoring: snapshot)
    let file = try JSONEncoder().encode(snapshot)
    var decoded = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: file))
    let start = random
    try run(&animator, handles, &random)
    let expected = try state(animator)
    #expect(expected.contains("candidates") && expected.contains("popularities"))
    random = start
    try run(&restored, handles, &random)
    #expect(try state(restored) == expected)
    random = start
    try run(&decoded, handles, &random)
    #expect(try state(decoded) == expected)
  }

  @Test func popularitiesInFilesAreChecked() throws {
    var animator = Animator<Float>()
    try begin(0..<18, in: &animator)
    let file = try JSONSerialization.jsonObject(with: JSONEncoder().encode(animator.snapshot()))
    func error(_ key: String, _ value: (Any) -> Any) throws -> String? {
      var object = try #require(file as? [String: Any])
      object[key] = value(try #require(object[key]))
      let data = try JSONSerialization.data(withJSONObject: object)
      return #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data)
      }?.explanation
    }
    func packed(_ numbers: [UInt16]) -> String { numbers.withUnsafeBytes { Data($0).base64EncodedString() } }
    #expect(
      try error("popularities") { _ in packed([256]) } == "popularities: popularities holds 1 numbers instead of 17")
    let wrong = Array(repeating: UInt16(256), count: 16) + [257]
    #expect(
      try error("popularities") { _ in packed(wrong) }
        == "popularities: popularities are \(wrong), but must be at most 256")
    #expect(
      try error("candidates") { Array(repeating: ($0 as! [Any])[0], count: 17) }
        == "candidates: there are more than 16 candidates")
    for (key, value, message) in [
      ("popularity", -1, "popularity is -1, but must be in 0...256"),
      ("popularity", 257, "popularity is 257, but must be in 0...256"),
      ("driver", ["sum": [String: Any]()], "the driver has no shape that members could have as their own"),
    ] as [(String, Any, String)] {
      #expect(
        try error("candidates") { candidates in
          var candidate = (candidates as! [[String: Any]])[1]
          candidate[key] = value
          return [candidate]
        } == "candidates[0].\(key): \(message)")
    }
  }
}
