import Testing
import VectorKernels

/// Prepared tracks against the timelines they were prepared from.
@Suite(.seeded) struct PreparedKeyframesTests {
  /// Within 1e-6 of the component's range and 4 ulp of its largest magnitude, as documented, at times that
  /// aren't within half an ulp of a jump's.
  @Test func preparedIsTheSameAsOneByOne() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 100 {
      let track = RandomTrack(using: &generator)
      let timeline = track.timeline
      let reference = ReferenceTrack(track)
      let prepared = try timeline.prepared()
      let times = (0..<50).map { _ in Float.random(in: -0.1...Float(reference.duration) + 0.1, using: &generator) }
      let values: [Float] = output(times.count) { prepared.values(at: times.span, into: $0) }
      // The same moments as starts before a time on a clock that has run for long.
      let now = Double.random(in: 0...1e5, using: &generator)
      let starts = times.map { Float(now - Double($0)) }
      let started: [Float] = output(times.count) { prepared.values(at: now, starts: starts.span, into: $0) }
      for i in times.indices {
        verdict.require(values[i], at: Double(times[i]), of: timeline, reference, row)
        verdict.require(started[i], at: now - Double(starts[i]), of: timeline, reference, row)
      }
    }
  }

  /// Every way to find and to evaluate a piece: in one and in two registers, by buckets and by bisection, cubic and
  /// quintic, at times in any order.
  @Test(arguments: lookups) func everyLookupFindsThePiece(track: LookupTrack) throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let timeline = track.timeline
    let prepared = try timeline.prepared()
    #expect(track.pieces.contains(prepared.pieceCount), "\(prepared.pieceCount) pieces")
    let duration = Float(timeline.duration)
    var times: [Float] = [-1, -0.0, 0, .leastNonzeroMagnitude, -.infinity, .infinity, duration]
    for end in track.instants.map(Float.init) { times += [end.nextDown, end, end.nextUp] }
    times += (0..<20_000).map { _ in Float.random(in: -0.01 * duration...1.01 * duration, using: &generator) }
    let values: [Float] = output(times.count) { prepared.values(at: times.span, into: $0) }
    for i in times.indices {
      let exact = timeline.value(time: Double(times[i]))
      // A range of 2 and a largest magnitude of 1; and between an instant and where it rounds to, a line goes on.
      let gap = Double(times[i].ulp)
      let isBesideInstant = track.instants.contains { abs($0 - Double(times[i])) <= gap }
      let bound = 2e-6 + 5e-7 + (isBesideInstant ? track.steepest * gap : 0)
      verdict.require(abs(Double(values[i]) - exact) <= bound, i, "\(values[i]) instead of \(exact) at \(times[i])")
    }
    let nan: [Float] = output(1) { prepared.values(at: [.nan].span, into: $0) }
    #expect(nan[0].isNaN)
  }

  /// Tens of thousands of seconds in, `Float` resolves times to milliseconds only. Starts are exact, and their
  /// differences from now keep what was rounded off.
  @Test func lateStartsStayPrecise() throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: 0.25)
      SpringKeyframe(-1, duration: 300, spring: Spring(response: 0.5, dampingRatio: 0.001))
      CubicKeyframe(1, duration: 0.25)
    }
    let prepared = try timeline.prepared()
    var verdict = Verdict()
    defer { verdict.report() }
    let starts = (0..<4000).map { 65536 + Float($0) * 0.0625 }
    for now in [65536.1, 65836.123_456_7, 65900.000_01] {
      let values: [Float] = output(starts.count) { prepared.values(at: now, starts: starts.span, into: $0) }
      for i in starts.indices {
        let exact = timeline.value(time: now - Double(starts[i]))
        // A range of 4 and a largest magnitude of 3.
        verdict.require(abs(Double(values[i]) - exact) <= 4e-6 + 1e-6, i, "\(values[i]) instead of \(exact) at \(now)")
      }
    }
  }

  /// Where a curve stands upright, the value is one of a moment that is 8 ulp away at most.
  @Test(arguments: [UnitCurve.circularEaseIn, .circularEaseOut, .circularEaseInOut])
  func verticalCurves(curve: UnitCurve) throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: 0.5, timingCurve: curve)
      LinearKeyframe(0, duration: 0.5, timingCurve: curve)
    }
    let prepared = try timeline.prepared()
    #expect(prepared.pieceCount < 300)
    let times =
      (0...20_000).map { Float($0) / 20_000 } + (0..<40).map { 0.5 - Float(sign: .plus, exponent: -$0, significand: 1) }
    let values: [Float] = output(times.count) { prepared.values(at: times.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in times.indices where times[i] >= 0 {
      let time = Double(times[i])
      let reach = 8 * 0x1p-24
      let near = [time - reach, time, time + reach].map(timeline.value(time:))
      let value = Double(values[i])
      verdict.require(
        value >= near.min()! - 1.5e-6 && value <= near.max()! + 1.5e-6, i, "\(value) instead of \(near) at \(time)")
    }
  }

  /// A keyframe too short for the coefficients of its polynomial is a jump, with values between its ends only.
  @Test(arguments: [1e-3, 1e-6, 1e-8, 1e-9, 1e-17], [UnitCurve.linear, .easeInOut, .circularEaseOut])
  func shortKeyframesStayFinite(duration: Double, curve: UnitCurve) throws {
    let line = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(100, duration: duration, timingCurve: curve)
      MoveKeyframe(100)
      CubicKeyframe(200, duration: 1)
    }
    let cubic = KeyframeTimeline(initialValue: 0.0) {
      CubicKeyframe(100, duration: duration, endVelocity: 0)
      CubicKeyframe(200, duration: 1, startVelocity: 0)
    }
    let length = Float(duration)
    let times = [
      -1, 0, .leastNonzeroMagnitude, length / 1000, length / 2, length.nextDown, length, length.nextUp, 0.5, 2,
    ]
    for timeline in [line, cubic] {
      let prepared = try timeline.prepared()
      let values: [Float] = output(times.count) { prepared.values(at: times.span, into: $0) }
      // The longest duration is 1e-3 of the way further on.
      #expect(values[0] == 0 && abs(values[6] - 100) < 1e-4 && abs(values[8] - 150) < 0.5 && values[9] == 200)
      for (time, value) in zip(times, values) {
        #expect(value >= -1e-4 && value <= (time < 0.25 ? 100.001 : 200.0001), "\(value) at \(time)")
      }
    }
  }

  /// Two instants that lie beside the middle between two floats round away from each other.
  @Test(arguments: [UnitCurve.linear, .easeInOut])
  func sliversBetweenRoundedInstantsDontRunAway(curve: UnitCurve) throws {
    let (start, sliver) = (1 + 5.9e-8, 1.2e-9)
    let cubic = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: start)
      CubicKeyframe(2, duration: sliver)
      LinearKeyframe(3, duration: 1)
    }
    let line = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: start)
      LinearKeyframe(2, duration: sliver, timingCurve: curve)
      LinearKeyframe(3, duration: 1)
    }
    for timeline in [cubic, line] {
      let prepared = try timeline.prepared()
      for i in 0..<3000 {
        let value: [Float] = output(1) { prepared.values(at: 1 + Double(i) * 1e-10, starts: [0].span, into: $0) }
        #expect(value[0] > 0.999 && value[0] < 2.001)
      }
    }
  }

  @Test func componentsShareTheirPieces() throws {
    let timeline = KeyframeTimeline(initialValue: SIMD3<Float>(0, 10, -5)) {
      LinearKeyframe([1, 2, 3], duration: 0.5, timingCurve: .easeInOut)
      SpringKeyframe([0, 0, 7], duration: 0.6, spring: .bouncy)
      CubicKeyframe([5, 1, 1], duration: 0.5)
    }
    let prepared = try timeline.prepared()
    #expect(prepared.componentCount == 3)
    let times = (0..<1333).map { Float($0) / 700 }
    let values: [Float] = output(3 * times.count) { prepared.values(at: times.span, into: $0) }
    for i in times.indices {
      let exact = timeline.value(time: Double(times[i]))
      for c in 0..<3 { #expect(abs(values[c * times.count + i] - exact[c]) < 2e-5) }
    }
  }

  @Test func partsCompileByTheirKeyPaths() throws {
    struct Pose: Sendable {
      var scale = 1.0
      var offset = SIMD2<Double>(2, 3)
    }
    let timeline = KeyframeTimeline(initialValue: Pose()) {
      KeyframeTrack(\.scale) { LinearKeyframe(2, duration: 1) }
    }
    let scale = try timeline.prepared(\.scale)
    let offset = try timeline.prepared(\.offset)
    #expect(scale.duration == 1 && offset.duration == 0 && offset.componentCount == 2)
    let results: [Float] = output(2) { scale.values(at: [0.5, 2].span, into: $0) }
    let constants: [Float] = output(4) { offset.values(at: [0.5, 2].span, into: $0) }
    #expect(results == [1.5, 2] && constants == [2, 2, 3, 3])
  }

  /// Curves need neither start at 0 nor end at 1. At the start a value has left, and at the end it has arrived.
  @Test(arguments: [
    UnitCurve.catmullRom(through: [0, 0.8, 0.5]), .catmullRom(through: [0.2, 0.8, 1]), UnitCurve(.stepStart),
    UnitCurve(.steps(3, .jumpBoth)), UnitCurve(samples: [0.5, 1]), UnitCurve(samples: [0.5, 0.25]),
    UnitCurve.backEaseOut().inverse, UnitCurve.backEaseIn().inverse, .easeInOut,
  ])
  func curvesMayStartAndEndElsewhere(curve: UnitCurve) throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(10.0, duration: 1, timingCurve: curve)
      CubicKeyframe(4.0, duration: 0.5)
      MoveKeyframe(0)
      LinearKeyframe(10.0, duration: 0.5, timingCurve: curve)
      MoveKeyframe(-5)
    }
    let single = KeyframeTimeline(initialValue: 0.0) { LinearKeyframe(10.0, duration: 1, timingCurve: curve) }
    #expect(single.value(time: 0) == 10 * curve.value(at: 0) && single.value(time: 1) == 10)
    for timeline in [timeline, single] {
      let floats: [Float] = [-1, 0, 0.25, 1, 1.25, 1.5, 1.75, 2, 2.5]
      let results = output(9) { (out: consuming MutableSpan<Float>) in
        (try? timeline.prepared())?.values(at: floats.span, into: out)
      }
      let doubles = floats.map { Double($0) }
      let exact = output(9) { (out: consuming MutableSpan<Double>) in
        (try? timeline.prepared(as: Double.self))?.values(at: doubles.span, into: out)
      }
      for (index, time) in doubles.enumerated() {
        let value = timeline.value(time: time)
        // 1e-6 and 3e-10 of a range of at most 20. All times are binary fractions.
        #expect(abs(Double(results[index]) - value) < 2e-5, "\(results[index]) instead of \(value) at \(time)")
        #expect(abs(exact[index] - value) < 6e-9, "\(exact[index]) instead of \(value) at \(time)")
      }
    }
  }

  @Test func whatCantBePreparedIsNamed() {
    let endless = KeyframeTimeline(initialValue: 0.0) {
      MoveKeyframe(0)
      SpringKeyframe(1, spring: Spring(response: 0.1, dampingRatio: 0))
    }
    #expect(throws: KeyframePreparationError.tooManyPieces(keyframe: 1, duration: 1e9)) { try endless.prepared() }
    // So late, most of the steps are shorter than the distance between two times.
    let fine = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(0, duration: 200)
      LinearKeyframe(1, duration: 1, timingCurve: UnitCurve(.steps(100_000)))
    }
    #expect(throws: KeyframePreparationError.tooManyPieces(keyframe: 1, duration: 1)) { try fine.prepared() }
    let infinite = KeyframeTimeline(initialValue: 0.0) { LinearKeyframe(.infinity, duration: 1) }
    #expect(throws: KeyframePreparationError.notFinite(keyframe: 0, .infinity)) { try infinite.prepared() }
    let huge = KeyframeTimeline(initialValue: 0.0) {
      MoveKeyframe(1)
      LinearKeyframe(1e39, duration: 1)
    }
    #expect(throws: KeyframePreparationError.notFinite(keyframe: 1, 1e39)) { try huge.prepared() }
  }
}

@Suite(.seeded) struct KeyframeClipTests {
  /// For all cursors and times, the results have the bits of the tracks one by one.
  @Test func cursorsMakeNoDifference() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<60 {
      let timelines = (0..<Int.random(in: 0...70, using: &generator)).map { _ in
        RandomTrack(using: &generator).timeline
      }
      let tracks = try timelines.map { try $0.prepared() }
      let clip = KeyframeClip(tracks)
      #expect(clip.componentCount == timelines.count)
      var cursors = timelines.map { _ in Int32.random(in: -5...100, using: &generator) }
      if row % 3 == 0 { cursors = cursors.map { _ in generator.oneIn(2) ? .min : .max } }
      var time = 0.0
      for _ in 0..<100 {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: time = Double.random(in: -1...clip.duration + 1, using: &generator)
        case 1: time -= 1 / 60
        case 2: time = [-.infinity, .infinity, .nan, 0].randomElement(using: &generator)!
        default: time += 1 / 60
        }
        let played: [Float] = output(clip.componentCount) {
          clip.values(at: time, cursors: cursors.mutableSpan, into: $0)
        }
        let sought: [Float] = output(clip.componentCount) { clip.values(at: time, into: $0) }
        var stale = cursors.map { $0 &* 3 &- 1 }
        let moving: [Float] = output(clip.componentCount) {
          clip.velocities(at: time, cursors: stale.mutableSpan, into: $0)
        }
        let rates: [Float] = output(clip.componentCount) { clip.velocities(at: time, into: $0) }
        for i in timelines.indices {
          let alone: [Float] = output(1) { tracks[i].values(at: time, starts: [0].span, into: $0) }
          verdict.require(
            played[i].isIdentical(to: alone[0]) && sought[i].isIdentical(to: alone[0]), row,
            "\(played[i]) with, \(sought[i]) without a cursor instead of \(alone[0]) at \(time)")
          let rate: [Float] = output(1) { tracks[i].velocities(at: time, starts: [0].span, into: $0) }
          verdict.require(
            moving[i].isIdentical(to: rate[0]) && rates[i].isIdentical(to: rate[0]), row,
            "velocity \(moving[i]) with, \(rates[i]) without a cursor instead of \(rate[0]) at \(time)")
        }
        if !time.isFinite { time = 0.5 }
      }
    }
  }

  @Test func componentsOfAllTracksFollowEachOther() throws {
    let pair = KeyframeTimeline(initialValue: SIMD2<Float>(1, 2)) { LinearKeyframe([3, 4], duration: 1) }
    let spring = KeyframeTimeline(initialValue: Float(0)) { SpringKeyframe(1, spring: .bouncy) }
    let clip = KeyframeClip([try pair.prepared(), try spring.prepared()])
    #expect(clip.componentCount == 3 && clip.duration == spring.duration)
    let values: [Float] = output(3) { clip.values(at: 0.5, into: $0) }
    #expect(values[0] == 2 && values[1] == 3 && abs(values[2] - spring.value(time: 0.5)) < 2e-6)
  }
}

/// A track of a number of keyframes, in 0.5 s or in steps of very different length.
struct LookupTrack: Sendable, CustomTestStringConvertible {
  var keyframes: Int
  var isEven = true
  var isSprung = false
  var pieces: ClosedRange<Int>

  private func duration(_ index: Int) -> Double { isEven ? 0.5 : [1e-4, 2e-4, 30].map { $0 }[index % 3] }
  private func value(_ index: Int) -> Double { Double(index * 7 % 11) / 5 - 1 }

  var timeline: KeyframeTimeline<Double> {
    KeyframeTimeline(initialValue: 0.5) {
      for i in 0..<keyframes {
        if isSprung && i % 2 == 0 {
          SpringKeyframe(value(i) / 4, duration: duration(i), spring: .smooth, startVelocity: 0)
        } else {
          LinearKeyframe(value(i), duration: duration(i))
        }
      }
    }
  }

  /// The largest change of slope, per second.
  var steepest: Double { isEven ? 8 : 4e4 }

  var instants: [Double] {
    (0..<keyframes).reduce(into: [0]) { $0.append($0.last! + duration($1)) }
  }

  var testDescription: String { "\(keyframes) keyframes, even: \(isEven), sprung: \(isSprung)" }
}

private let lookups = [
  LookupTrack(keyframes: 0, pieces: 2...2), LookupTrack(keyframes: 1, pieces: 3...3),
  LookupTrack(keyframes: 6, pieces: 8...8), LookupTrack(keyframes: 7, pieces: 9...9),
  LookupTrack(keyframes: 14, pieces: 16...16), LookupTrack(keyframes: 15, pieces: 17...17),
  LookupTrack(keyframes: 30, pieces: 32...32), LookupTrack(keyframes: 31, pieces: 33...33),
  LookupTrack(keyframes: 500, pieces: 502...502), LookupTrack(keyframes: 60, isEven: false, pieces: 62...62),
  LookupTrack(keyframes: 2, isSprung: true, pieces: 4...16), LookupTrack(keyframes: 6, isSprung: true, pieces: 17...32),
  LookupTrack(keyframes: 40, isSprung: true, pieces: 100...400),
]

extension Verdict {
  /// A value within the promise, at a time that isn't within half an ulp of a jump.
  fileprivate mutating func require(
    _ value: Float, at time: Double, of timeline: KeyframeTimeline<Double>, _ reference: ReferenceTrack, _ row: Int
  ) {
    let isBesideJump = reference.segments.contains {
      $0.length == 0 && abs(time - $0.start) <= Double(Float($0.start).ulp)
    }
    if isBesideJump { return }
    let exact = timeline.value(time: time)
    // Segments' own values and what cubics and springs overshoot by are within the scale on either side.
    let bound = (1e-6 + 4 * Double(Float.ulpOfOne)) * 2 * reference.scale
    require(abs(Double(value) - exact) <= bound, row, "\(value) instead of \(exact) at \(time)")
  }
}
