import Foundation
import Testing
import VectorKernels

/// Velocities of prepared tracks, against those of the timelines they were prepared from.
@Suite(.seeded) struct KeyframeVelocitiesTests {
  @Test func preparedIsTheSameAsOneByOne() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 100 {
      let track = RandomTrack(using: &generator)
      let timeline = track.timeline
      let reference = ReferenceTrack(track)
      let prepared = try timeline.prepared()
      let ends = try prepared.pieceEnds()
      let times = (0..<50).map { _ in Float.random(in: -0.1...Float(reference.duration) + 0.1, using: &generator) }
      let velocities: [Float] = output(times.count) { prepared.velocities(at: times.span, into: $0) }
      let now = Double.random(in: 0...1e5, using: &generator)
      let starts = times.map { Float(now - Double($0)) }
      let started: [Float] = output(times.count) { prepared.velocities(at: now, starts: starts.span, into: $0) }
      for i in times.indices {
        verdict.require(velocities[i], at: Double(times[i]), of: timeline, reference, ends, row)
        verdict.require(started[i], at: now - Double(starts[i]), of: timeline, reference, ends, row)
      }
    }
  }

  /// Numbers that `Float` holds, so nothing is rounded: those of a line, and of the derivative of Hermite's cubic
  /// through 1 and 3 with velocities of 4 and -2, at fractions x of its half second:
  /// `(6 x (1 - x) 2 + 2 (1 - x) (1 - 3 x) - x (3 x - 2)) / 0.5`.
  @Test func linesAndCubicsAreExact() throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(1, duration: 0.5)
      CubicKeyframe(3, duration: 0.5, startVelocity: 4, endVelocity: -2)
    }
    let prepared = try timeline.prepared()
    let fractions: [Float] = [0.125, 0.25, 0.5, 0.75, 1]
    let times: [Float] = [-.infinity, -1, -.leastNormalMagnitude, 0, 0.25, 0.5] + fractions.map { 0.5 + $0 / 2 }
    let all = times + [Float(1).nextUp, .infinity]
    let velocities: [Float] = output(all.count) { prepared.velocities(at: all.span, into: $0) }
    let cubic = fractions.map { x in 2 * (12 * x * (1 - x) + 2 * (1 - x) * (1 - 3 * x) - x * (3 * x - 2)) }
    #expect(velocities == [0, 0, 0, 2, 2, 2] + cubic + [0, 0])
    #expect(cubic.last == -2)
    for (time, velocity) in zip(times, velocities) {
      #expect(timeline.velocity(time: Double(time)) == Double(velocity), "at \(time)")
    }
    let nan: [Float] = output(1) { prepared.velocities(at: [.nan].span, into: $0) }
    #expect(nan[0].isNaN)
  }

  /// Every way to find and to evaluate a piece.
  @Test(arguments: [1, 14, 15, 30, 31, 500], [false, true])
  func everyLookupFindsThePiece(count: Int, isEven: Bool) throws {
    let lengths = (0..<count).map { isEven ? 0.5 : [0.0009765625, 0.001953125, 32][$0 % 3] }
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      for i in 0..<count { LinearKeyframe(Double(i * 7 % 11), duration: lengths[i]) }
    }
    let prepared = try timeline.prepared()
    var generator = Generator(seed: Settings.seed)
    let times = (0..<5000).map { _ in Float.random(in: -0.1...1.1, using: &generator) * Float(timeline.duration) }
    let velocities: [Float] = output(times.count) { prepared.velocities(at: times.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in times.indices {
      // One rounding of the coefficient.
      let exact = timeline.velocity(time: Double(times[i]))
      verdict.require(abs(Double(velocities[i]) - exact) <= 0x1p-24 * abs(exact), i, "\(velocities[i]), not \(exact)")
    }
  }

  /// All keyframes that can be prepared have finite velocities.
  @Test func wildTracksGiveNumbers() throws {
    var random = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<max(60, Settings.cases / 1000) {
      let timeline = KeyframeTimeline(initialValue: Float(random.wildNumber())) {
        for _ in 0..<random.next(upperBound: 3 as UInt64) {
          SpringKeyframe(
            Float(random.wildNumber()), duration: random.oneIn(3) ? nil : random.wildNumber(),
            spring: random.wildSpring())
          CubicKeyframe(Float(random.wildNumber()), duration: random.wildNumber())
          LinearKeyframe(Float(random.wildNumber()), duration: abs(random.wildNumber()), timingCurve: .circularEaseIn)
        }
      }
      guard let prepared = try? timeline.prepared() else { continue }
      let ends = try prepared.pieceEnds().dropLast()
      let times = ends.flatMap { [$0.nextDown, $0, $0.nextUp] } + (0..<9).map { _ in Float(random.wildNumber()) }
      let velocities: [Float] = output(times.count) { prepared.velocities(at: times.span, into: $0) }
      for (time, velocity) in zip(times, velocities) where !time.isNaN {
        verdict.require(velocity.isFinite, row, "\(velocity) at \(time)")
      }
    }
  }

  /// The tables are made once, by any of several threads.
  @Test func threadsMayShareATrack() async throws {
    let prepared = try KeyframeTimeline(initialValue: 0.0) { SpringKeyframe(1, spring: .bouncy) }.prepared()
    let times = (0..<100).map { Float($0) / 50 }
    let results = await withTaskGroup(of: [Float].self) { group in
      for _ in 0..<8 {
        group.addTask { output(100) { prepared.velocities(at: times.span, into: $0) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 8 && Set(results).count == 1)
  }
}

extension PreparedKeyframes {
  /// The ends of the pieces, as they are encoded.
  fileprivate func pieceEnds() throws -> [Float] {
    struct Ends: Decodable { var ends: String }
    let text = try JSONDecoder().decode(Ends.self, from: JSONEncoder().encode(self)).ends
    let bytes = Data(base64Encoded: text)!
    return stride(from: 0, to: bytes.count, by: 4).map { first in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[first + $1]) << UInt32(8 * $1) })
    }
  }
}

extension Verdict {
  /// A velocity within the promise, at a time that isn't beside an instant at which keyframes meet.
  ///
  /// A quintic errs by at most 3e-7 of the range between its nodes. These are Chebyshev-Lobatto points, between which
  /// the error of a smooth function is like `sin x sin 5 x`, whose derivative at the ends is 10 times its largest value
  /// in half a piece. So the velocity errs by 20 * 3e-7 of the range per piece, and by more terms of the series. The
  /// terms of the derivative, rounded in `Float`, are at most 15 times the range per piece.
  fileprivate mutating func require(
    _ velocity: Float, at time: Double, of timeline: KeyframeTimeline<Double>, _ reference: ReferenceTrack,
    _ ends: [Float], _ row: Int
  ) {
    let step = 2 * Double(Float(time).ulp)
    if reference.segments.contains(where: { abs(time - $0.start) <= step || abs(time - $0.end) <= step }) { return }
    if abs(time) <= step { return }
    let pieces = zip(ends, ends.dropFirst()).filter { Double($0) < time + step && time - step <= Double($1) }
    let length = pieces.map { Double($1) - Double($0) }.min() ?? .infinity
    let exact = timeline.velocity(time: time)
    let bound = (1e-5 + 15 * 0x1p-23) * 2 * reference.scale / length + 0x1p-22 * abs(exact)
    require(abs(Double(velocity) - exact) <= bound, row, "\(velocity) instead of \(exact) at \(time), \(bound)")
  }
}
