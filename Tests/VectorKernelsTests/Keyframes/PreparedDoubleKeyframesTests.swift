import Testing
import VectorKernels

/// Counts of pieces for `Double`: one and two halves of a table in registers, and more, of lines and of quintics.
private let doubleLookups = [
  LookupTrack(keyframes: 0, pieces: 2...2), LookupTrack(keyframes: 1, pieces: 3...3),
  LookupTrack(keyframes: 14, pieces: 16...16), LookupTrack(keyframes: 15, pieces: 17...17),
  LookupTrack(keyframes: 30, pieces: 32...32), LookupTrack(keyframes: 31, pieces: 33...33),
  LookupTrack(keyframes: 500, pieces: 502...502), LookupTrack(keyframes: 14, isEven: false, pieces: 16...16),
  LookupTrack(keyframes: 60, isEven: false, pieces: 62...62),
  LookupTrack(keyframes: 1, isSprung: true, pieces: 17...32),
  LookupTrack(keyframes: 1, isEven: false, isSprung: true, pieces: 3...16),
  LookupTrack(keyframes: 3, isSprung: true, pieces: 33...99),
  LookupTrack(keyframes: 40, isSprung: true, pieces: 200...999),
  LookupTrack(keyframes: 30, isEven: false, isSprung: true, pieces: 50...999),
]

private let upright = UnitCurve.bezier(
  startControlPoint: UnitPoint(x: 1, y: 0), endControlPoint: UnitPoint(x: 0, y: 1))

/// Tracks prepared in `Double`, against a reference of more digits that evaluates cubics by de Casteljau's construction
/// and springs by their closed form.
@Suite(.seeded) struct PreparedDoubleKeyframesTests {
  /// Lines and cubics within 4 ulp of the sum of their terms, and other keyframes within 3e-10 of the range and 8 ulp of
  /// the largest magnitude, as documented.
  @Test func valuesAreThoseOfTheTrack() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 100 {
      let track = RandomTrack(using: &generator)
      let reference = ReferenceTrack(track)
      let (range, magnitude) = reference.extent
      let prepared = try track.timeline.prepared(as: Double.self)
      let times = (0..<50).map { _ in Double.random(in: -0.1...reference.duration + 0.1, using: &generator) }
      let values: [Double] = output(times.count) { prepared.values(at: times.span, into: $0) }
      let now = Double.random(in: 0...1e5, using: &generator)
      let starts = times.map { now - $0 }
      let started: [Double] = output(times.count) { prepared.values(at: now, starts: starts.span, into: $0) }
      for i in times.indices {
        for (value, time) in [(values[i], times[i]), (started[i], now - starts[i])] {
          // A spring's end is computed, so that a jump there may be an ulp away.
          if reference.segments.contains(where: { $0.length == 0 && abs(time - $0.start) < 1e-12 }) { continue }
          let bound: Double
          if let terms = reference.terms(at: time) {
            // The end of a spring, from which the next keyframes go on, is computed.
            bound = reference.hasSprings ? 16 * .ulpOfOne * (terms + magnitude) : 4 * .ulpOfOne * terms
          } else {
            bound = 3e-10 * range + 8 * .ulpOfOne * magnitude
          }
          let exact = reference.value(at: time)
          verdict.require(
            abs(value - exact) <= bound, row, "\(value) instead of \(exact) within \(bound) at \(time), \(track)")
        }
      }
    }
  }

  /// Every way to find and to evaluate a piece: in one and in two halves of a table in registers, by buckets and by
  /// bisection, cubic and quintic, at and beside each instant.
  @Test(arguments: doubleLookups) func everyLookupFindsThePiece(track: LookupTrack) throws {
    let timeline = track.timeline
    let prepared = try timeline.prepared(as: Double.self)
    #expect(track.pieces.contains(prepared.pieceCount), "\(prepared.pieceCount) pieces")
    var generator = Generator(seed: Settings.seed)
    var times: [Double] = [-1, -0.0, 0, .leastNonzeroMagnitude, -.infinity, .infinity, timeline.duration]
    for end in track.instants { times += [end.nextDown, end, end.nextUp] }
    times += (0..<5000).map { _ in Double.random(in: -0.01...1.01, using: &generator) * timeline.duration }
    let values: [Double] = output(times.count) { prepared.values(at: times.span, into: $0) }
    // Lines between -1 and 1: a value of 1 and three times a change of 2. With springs a range of 2.
    let bound = 4 * .ulpOfOne * 7 + (track.isSprung ? 3e-10 * 2 + 8 * .ulpOfOne : 0)
    var verdict = Verdict()
    defer { verdict.report() }
    for i in times.indices {
      let exact = timeline.value(time: times[i])
      verdict.require(abs(values[i] - exact) <= bound, i, "\(values[i]) instead of \(exact) at \(times[i])")
    }
    let nan: [Double] = output(1) { prepared.values(at: [.nan].span, into: $0) }
    #expect(nan[0].isNaN)
  }

  /// At, before and after each jump and step, the value is the timeline's: jumps at the start, in the middle and
  /// at the end, a constant between them, and steps.
  @Test func jumpsAndStepsAreExact() throws {
    let jumps = KeyframeTimeline(initialValue: 1.0) {
      MoveKeyframe(2)
      LinearKeyframe(2.0, duration: 0.5)
      MoveKeyframe(-3)
      LinearKeyframe(-3.5, duration: 0.25)
      MoveKeyframe(7)
    }
    let steps = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: 0.5, timingCurve: UnitCurve(.steps(4)))
      LinearKeyframe(3, duration: 0.5, timingCurve: UnitCurve(.steps(2)))
    }
    let discrete = try KeyframeAnimation(values: [1.0, 5, 2], duration: 1, calculationMode: .discrete)
    func check(_ prepared: PreparedDoubleKeyframes, _ instants: [Double], _ exact: (Double) -> Double) {
      // Just below 0, beyond the least normal number, the track has begun.
      let times = instants.flatMap { [$0 == 0 ? -1e-307 : $0.nextDown, $0, $0.nextUp] }
      let values: [Double] = output(times.count) { prepared.values(at: times.span, into: $0) }
      for (time, value) in zip(times, values) { #expect(abs(value - exact(time)) <= 4 * .ulpOfOne, "at \(time)") }
    }
    check(try jumps.prepared(as: Double.self), [0, 0.5, 0.75]) { jumps.value(time: $0) }
    check(try steps.prepared(as: Double.self), (0...8).map { Double($0) / 8 }) { steps.value(time: $0) }
    check(try discrete.prepared(as: Double.self), [0, 1.0 / 3, 2.0 / 3, 1]) { discrete.value(time: $0) }
  }

  /// A spring after ten hours and after thirty years.
  @Test(arguments: [36_000, 946_080_000.0]) func lateKeyframesStayPrecise(hold: Double) throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(0, duration: hold)
      SpringKeyframe(1, duration: 0.5, spring: Spring(response: 0.1, dampingRatio: 0.3))
      LinearKeyframe(0, duration: 0.5, timingCurve: .easeInOut)
    }
    let prepared = try timeline.prepared(as: Double.self)
    let times = (0..<4000).map { hold + Double($0) / 4000 }
    let values: [Double] = output(times.count) { prepared.values(at: times.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in times.indices {
      let exact = timeline.value(time: times[i])
      // A range and a magnitude of 1.4.
      verdict.require(abs(values[i] - exact) <= (3e-10 + 8 * .ulpOfOne) * 1.4, i, "\(values[i]), not \(exact)")
    }
  }

  /// A map in metres, and a clock that has run for 30 years. `Float` would resolve half a metre and a minute.
  @Test func farPlacesAndLateTimesStayPrecise() throws {
    let timeline = KeyframeTimeline(initialValue: AnimatablePair(4_075_539.836, 931_735.497)) {
      CubicKeyframe(AnimatablePair(4_075_580.104, 931_781.283), duration: 20)
      LinearKeyframe(AnimatablePair(4_075_540.2, 931_790.4), duration: 10, timingCurve: .easeInOut)
      SpringKeyframe(AnimatablePair(4_075_500, 931_735), duration: 10, spring: .smooth)
    }
    let prepared = try timeline.prepared(as: Double.self)
    let now = 946_080_000.25
    let starts = (0..<2000).map { now - Double($0) * 0.0234375 }
    let values: [Double] = output(2 * starts.count) { prepared.values(at: now, starts: starts.span, into: $0) }
    for i in starts.indices {
      let exact = timeline.value(time: now - starts[i])
      // A range of 80 m and a magnitude of 4.1e6.
      #expect(abs(values[i] - exact.first) <= 3e-10 * 80 + 4 * 4.1e6.ulp)
      #expect(abs(values[starts.count + i] - exact.second) <= 3e-10 * 80 + 4 * 9.4e5.ulp)
    }
  }

  /// Where a curve is vertical, the value belongs to a time that is at most 8 ulp of the end away.
  @Test(arguments: [UnitCurve.circularEaseIn, .circularEaseOut, .circularEaseInOut, upright])
  func verticalCurves(curve: UnitCurve) throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: 1, timingCurve: curve)
    }
    let prepared = try timeline.prepared(as: Double.self)
    #expect(prepared.pieceCount < 300)
    var times = (0...20_000).map { Double($0) / 20_000 }
    for exponent in 1...53 {
      let step = Double(sign: .plus, exponent: -exponent, significand: 1)
      times += [step, 0.5 - step, 0.5 + step, 1 - step]
    }
    let values: [Double] = output(times.count) { prepared.values(at: times.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in times.indices {
      let reach = 8 * 0x1p-52
      let near = [times[i] - reach, times[i], times[i] + reach].map(timeline.value(time:))
      verdict.require(
        values[i] >= near.min()! - 3e-10 && values[i] <= near.max()! + 3e-10, i,
        "\(values[i]) instead of \(near) at \(times[i])")
    }
  }

  /// Every curve there is, with a jump or without.
  @Test(arguments: UnitCurve.families.joined() + [.easeInOut, .linear])
  func timingCurves(curve: UnitCurve) throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: 0.75, timingCurve: curve)
      LinearKeyframe(-1, duration: 0.5, timingCurve: curve.inverse)
    }
    let prepared = try timeline.prepared(as: Double.self)
    var generator = Generator(seed: Settings.seed)
    let times = (0..<5000).map { _ in Double.random(in: 0.001...1.249, using: &generator) }
    let values: [Double] = output(times.count) { prepared.values(at: times.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in times.indices {
      let reach = 8 * 0x1p-52
      let near = [times[i] - reach, times[i], times[i] + reach].map(timeline.value(time:))
      // Back and elastic curves leave the range of 2 by as much again.
      verdict.require(
        values[i] >= near.min()! - 1.2e-9 && values[i] <= near.max()! + 1.2e-9, i,
        "\(values[i]) instead of \(near) at \(times[i])")
    }
  }

  /// Within 1e-8 of the range divided by a polynomial's duration, as documented. A quintic errs by at most 1e-10 between
  /// its nodes, so by 20 times that in the slope, and by more terms of the series (`KeyframeVelocitiesTests`). Short
  /// springs are one polynomial.
  @Test func velocitiesAreThoseOfTheTrack() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    var count = 0
    for row in 0..<max(100, Settings.cases / 1000) {
      let duration = Double.random(in: 0.0005...0.01, using: &generator)
      let target = Double.random(in: -10...10, using: &generator)
      let timeline = KeyframeTimeline(initialValue: 0.0) {
        SpringKeyframe(target, duration: duration, spring: RandomTrack.springs.randomElement(using: &generator)!)
      }
      let prepared = try timeline.prepared(as: Double.self)
      guard prepared.pieceCount == 3 else { continue }
      count += 1
      let times = (1..<50).map { duration * Double($0) / 50 }
      let velocities: [Double] = output(times.count) { prepared.velocities(at: times.span, into: $0) }
      let starts = times.map { 8 - $0 }
      let started: [Double] = output(times.count) { prepared.velocities(at: 8, starts: starts.span, into: $0) }
      for i in times.indices {
        let exact = timeline.velocity(time: times[i])
        let bound = 1e-8 * abs(target) / duration
        verdict.require(abs(velocities[i] - exact) <= bound, row, "\(velocities[i]), not \(exact) at \(times[i])")
        verdict.require(abs(started[i] - exact) <= bound, row, "\(started[i]), not \(exact) at \(times[i])")
      }
    }
    #expect(count > 20)
  }

  /// Numbers that nothing rounds, of each kind of keyframe, on its ends and outside.
  @Test func velocitiesOfLinesAndCubicsAreExact() throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: 0.5)
      CubicKeyframe(3, duration: 0.5, startVelocity: 4, endVelocity: -2)
      MoveKeyframe(7)
      LinearKeyframe(7.5, duration: 0.25)
    }
    let prepared = try timeline.prepared(as: Double.self)
    let times: [Double] = [-.infinity, -1, 0, 0.25, 0.5, 0.5625, 0.625, 0.75, 0.875, 1.125, 1.25, 1.5, .infinity]
    let velocities: [Double] = output(times.count) { prepared.velocities(at: times.span, into: $0) }
    #expect(velocities == times.map { timeline.velocity(time: $0) })
    let nan: [Double] = output(1) { prepared.velocities(at: [.nan].span, into: $0) }
    #expect(nan[0].isNaN)
  }

  /// All keyframes that can be prepared have finite values and velocities, of several components, in rows of columns as
  /// in one span.
  @Test func wildTracksGiveNumbers() throws {
    var random = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    func wild() -> Point2D<Double> { Point2D(x: random.wildNumber(), y: random.wildNumber()) }
    var count = 0
    for _ in 0..<max(60, Settings.cases / 1000) {
      let timeline = KeyframeTimeline(initialValue: wild()) {
        for _ in 0..<random.next(upperBound: 3 as UInt64) {
          SpringKeyframe(wild(), duration: random.oneIn(3) ? nil : random.wildNumber(), spring: random.wildSpring())
          CubicKeyframe(wild(), duration: random.wildNumber())
          LinearKeyframe(wild(), duration: abs(random.wildNumber()), timingCurve: .circularEaseIn)
        }
      }
      guard let prepared = try? timeline.prepared(as: Double.self) else { continue }
      count += 1
      #expect(prepared.componentCount == 2)
      let times = (0..<9).map { _ in random.wildNumber() } + [0, prepared.duration, prepared.duration.nextUp]
      let n = times.count
      let values: [Double] = output(2 * n) { prepared.values(at: times.span, into: $0) }
      let velocities: [Double] = output(2 * n) { prepared.velocities(at: times.span, into: $0) }
      var columns = Columns(repeating: Point2D<Double>.zero, count: n)
      prepared.values(at: times.span, into: &columns)
      let starts = times.map { -$0 }
      var started = columns
      prepared.values(at: 0, starts: starts.span, into: &started)
      var moving = columns
      prepared.velocities(at: times.span, into: &moving)
      for (i, time) in times.enumerated() where !time.isNaN {
        let row = [values[i], values[n + i], velocities[i], velocities[n + i]]
        verdict.require(row.allSatisfy(\.isFinite), i, "\(row) at \(time)")
        verdict.require(columns[i].x == values[i] && columns[i].y == values[n + i], i, "\(columns[i]) at \(time)")
        verdict.require(started[i] == columns[i], i, "\(started[i]), not \(columns[i]) at \(time)")
        verdict.require(moving[i].x == velocities[i] && moving[i].y == velocities[n + i], i, "\(moving[i]) at \(time)")
      }
    }
    #expect(count > 10)
  }

  /// The tables of velocities are made by any of several threads.
  @Test func threadsMayShareATrack() async throws {
    let prepared = try KeyframeTimeline(initialValue: 0.0) { SpringKeyframe(1, spring: .bouncy) }
      .prepared(as: Double.self)
    let times = (0..<100).map { Double($0) / 50 }
    let results = await withTaskGroup(of: [Double].self) { group in
      for _ in 0..<8 {
        group.addTask { output(100) { prepared.velocities(at: times.span, into: $0) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 8 && Set(results).count == 1)
  }

  @Test func partsAndAnimationsCanBePrepared() throws {
    struct Pose: Sendable {
      var scale = 1.0
      var offset = SIMD2<Double>(2, 3)
    }
    let timeline = KeyframeTimeline(initialValue: Pose()) {
      KeyframeTrack(\.scale) { LinearKeyframe(2, duration: 1) }
    }
    let scale = try timeline.prepared(\.scale, as: Double.self)
    let offset = try timeline.prepared(\.offset, as: Double.self)
    #expect(scale.duration == 1 && offset.duration == 0 && offset.componentCount == 2)
    let results: [Double] = output(2) { scale.values(at: [0.5, 2].span, into: $0) }
    let constants: [Double] = output(4) { offset.values(at: [0.5, 2].span, into: $0) }
    #expect(results == [1.5, 2] && constants == [2, 2, 3, 3])
    let animation = try KeyframeAnimation(values: [0.0, 1e6, 0.25], duration: 2).prepared(as: Double.self)
    let places: [Double] = output(3) { animation.values(at: [0, 0.5, 2].span, into: $0) }
    #expect(places == [0, 5e5, 0.25])
    #expect(scale.description == "PreparedDoubleKeyframes(3 pieces of 1 components, 1.0 s)")
  }

  /// `Double` holds what `Float` doesn't, and takes four times as many pieces.
  @Test func whatCantBePreparedIsNamed() throws {
    let endless = KeyframeTimeline(initialValue: 0.0) {
      MoveKeyframe(0)
      SpringKeyframe(1, spring: Spring(response: 0.1, dampingRatio: 0))
    }
    #expect(throws: KeyframePreparationError.tooManyPieces(keyframe: 1, duration: 1e9)) {
      try endless.prepared(as: Double.self)
    }
    let infinite = KeyframeTimeline(initialValue: 0.0) { LinearKeyframe(.infinity, duration: 1) }
    #expect(throws: KeyframePreparationError.notFinite(keyframe: 0, .infinity)) {
      try infinite.prepared(as: Double.self)
    }
    #expect(KeyframePreparationError.notFinite(keyframe: 0, .infinity).description.hasSuffix("isn't finite"))
    let huge = KeyframeTimeline(initialValue: 0.0) { LinearKeyframe(1e39, duration: 1) }
    let prepared = try huge.prepared(as: Double.self)
    let values: [Double] = output(2) { prepared.values(at: [0.5, 1].span, into: $0) }
    #expect(values == [5e38, 1e39])
    let long = KeyframeTimeline(initialValue: 0.0) {
      SpringKeyframe(-1, duration: 300, spring: Spring(response: 0.5, dampingRatio: 0.001))
    }
    #expect(try (4097...16384).contains(long.prepared(as: Double.self).pieceCount))
  }
}

extension ReferenceTrack {
  /// The range of the track's values, and the largest magnitude among them, from points in each segment.
  fileprivate var extent: (range: Double, magnitude: Double) {
    var values = [Double(initial)]
    for segment in segments {
      values += [Double(segment.from), Double(segment.to)]
      values += (0...32).map { value(at: segment.start + Double($0) / 32 * segment.length) }
    }
    let (lowest, highest) = (values.min()!, values.max()!)
    return (highest - lowest, max(abs(lowest), abs(highest)))
  }

  fileprivate var hasSprings: Bool {
    segments.contains { if case .spring = $0.shape { true } else { false } }
  }

  /// The sum of the terms of the line or cubic at a time: its value, three times its change, and twice its velocities
  /// times its duration. Nil for other keyframes.
  fileprivate func terms(at time: Double) -> Double? {
    guard time >= 0, let segment = segments.first(where: { time <= $0.end }) else {
      return abs(Double(time < 0 ? initial : segments.last?.to ?? initial))
    }
    let line = abs(segment.to) + 3 * abs(segment.to - segment.from)
    switch segment.shape {
    case .nothing: return Double(abs(segment.from) + abs(segment.to))
    case .line(let curve): return curve == .linear ? Double(line) : nil
    case .bezier(let first, let second):
      return Double(line + 6 * (abs(first - segment.from) + abs(segment.to - second)))
    case .spring: return nil
    }
  }
}
