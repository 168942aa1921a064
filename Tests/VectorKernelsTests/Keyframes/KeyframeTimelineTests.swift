import Foundation
import Testing
import VectorKernels

/// Compares timelines with SwiftUI's measured behaviour, and tests bad input.
@Suite(.seeded) struct KeyframeRuleTests {
  @Test func instantsBelongToTheEarlierKeyframe() {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(10, duration: 1)
      MoveKeyframe(20)
      LinearKeyframe(30, duration: 1)
      MoveKeyframe(40)
    }
    #expect(timeline.value(time: 1) == 10)
    #expect(abs(timeline.value(time: 1.0.nextUp) - 20) < 1e-12)
    #expect(timeline.value(time: 2.0.nextDown) < 30 && timeline.value(time: 2) == 40)
    #expect(timeline.duration == 2)
  }

  /// Of several jumps at one instant the last one counts: from the instant on at the start and at the end of a track, and
  /// right after it in between, one value or prepared.
  @Test func jumpsAtOneInstant() throws {
    let timeline = KeyframeTimeline(initialValue: 1.0) {
      MoveKeyframe(2)
      MoveKeyframe(3)
      LinearKeyframe(5, duration: 1)
      MoveKeyframe(6)
      MoveKeyframe(7)
      SpringKeyframe(9, duration: 1)
      MoveKeyframe(10)
      MoveKeyframe(11)
    }
    #expect(timeline.value(time: -1) == 1 && timeline.value(time: 0) == 3 && timeline.value(progress: 0) == 3)
    #expect(timeline.value(time: 1) == 5 && abs(timeline.value(time: 1.0.nextUp) - 7) < 1e-9)
    #expect(timeline.value(time: 2.0.nextDown) < 9 && timeline.value(time: 2) == 11)
    #expect(timeline.value(progress: 1) == 11 && timeline.value(time: 3) == 11)
    #expect(timeline.velocity(time: 0) == 2 && timeline.velocity(time: 2) == 0)
    let only = KeyframeTimeline(initialValue: 1.0) {
      MoveKeyframe(2)
      MoveKeyframe(3)
    }
    #expect(only.value(time: 0) == 3 && only.value(progress: 1) == 3 && only.value(time: -1) == 1)
    let times: [Float] = [-1, 0, 1, Float(1).nextUp, Float(2).nextDown, 2, 3]
    let prepared = try timeline.prepared()
    let values: [Float] = output(times.count) { prepared.values(at: times.span, into: $0) }
    for (value, time) in zip(values, times) {
      #expect(abs(Double(value) - timeline.value(time: Double(time))) < 1e-5, "\(value) at \(time)")
    }
    // As does every way that is cut into pieces, and a line that isn't.
    for keyframe in [
      UnitCurve.linear, .easeIn, .circularEaseIn, UnitCurve(.steps(3)), UnitCurve(.linear([.init(0), .init(1)])),
    ] {
      let short = KeyframeTimeline(initialValue: 0.0) {
        LinearKeyframe(1, duration: 0.3, timingCurve: keyframe)
        MoveKeyframe(5)
      }
      let end = Float(0.3)
      let prepared = try short.prepared()
      let values: [Float] = output(3) { prepared.values(at: [end.nextDown, end, end.nextUp].span, into: $0) }
      #expect(values[0] <= 1 && values[1] == 5 && values[2] == 5, "\(values) along \(keyframe)")
    }
  }

  /// Tracks of a value's parts have the instants of tracks of their own: where steps and jumps meet, and where one track
  /// jumps and the other one moves.
  @Test func partsMeetAsTracksOfTheirOwnDo() throws {
    struct Card {
      var x = 1.0
      var y = 1.0
    }
    // The error that prepared keyframes promise: 1e-6 of the range, here of 8 or less from 1, and 4 ulp of 7.
    let tolerance = 1e-6 * 8 + 4 * 0x1p-21
    let curves = [UnitCurve(.stepEnd), UnitCurve(.steps(2)), .linear]
    for curve in curves {
      @KeyframeTrackContentBuilder<Double>
      func content(_ sign: Double) -> some KeyframeTrackContent<Double> {
        LinearKeyframe(sign * 2, duration: 0.5, timingCurve: curve)
        LinearKeyframe(sign * 3, duration: sign > 0 ? 0.5 : 0.25, timingCurve: curve)
        MoveKeyframe(sign * 4)
        LinearKeyframe(sign * 5, duration: 0.5, timingCurve: curve)
        MoveKeyframe(sign * 6)
        MoveKeyframe(sign * 7)
      }
      let both = KeyframeTimeline(initialValue: Card()) {
        KeyframeTrack(\.x) { content(1) }
        KeyframeTrack(\.y) { content(-1) }
      }
      let alone = [1.0, -1].map { sign in KeyframeTimeline(initialValue: 1.0) { content(sign) } }
      let prepared = try [both.prepared(\.x), both.prepared(\.y)]
      let clip = KeyframeClip(prepared)
      let instants: [Float] = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5]
      let beside: [Float] = instants.flatMap { [$0.nextDown, $0.nextUp] }
      for time in instants + beside + [-1, 2] {
        let card = both.value(time: Double(time))
        // Until its own end a track has its own value there, and afterwards, in `both`, still its last one.
        let expected = alone.map { $0.value(time: Double(time)) }
        #expect([card.x, card.y] == expected, "\(curve) at \(time)")
        let together: [Float] = output(2) { clip.values(at: Double(time), into: $0) }
        for (part, keyframes) in prepared.enumerated() {
          let single: [Float] = output(1) { keyframes.values(at: [time].span, into: $0) }
          // Within a half ulp of an instant, a time is that instant: a step or a jump may come there already.
          let near = [time.nextDown, time, time.nextUp].map { alone[part].value(time: Double($0)) }
          #expect(near.contains { abs(Double(single[0]) - $0) < tolerance }, "\(single) at \(time) along \(curve)")
          #expect(together[part] == single[0], "\(together) at \(time) along \(curve)")
        }
        if instants.contains(time) {
          let exact = zip(prepared, expected).allSatisfy { keyframes, value in
            let single: [Float] = output(1) { keyframes.values(at: [time].span, into: $0) }
            return abs(Double(single[0]) - value) < tolerance
          }
          #expect(exact, "\(expected) at \(time) along \(curve)")
        }
      }
    }
  }

  @Test func outsideAreTheInitialAndTheLastValue() {
    let timeline = KeyframeTimeline(initialValue: 5.0) {
      MoveKeyframe(7)
      LinearKeyframe(9, duration: 1)
    }
    for time in [-1, -0x1p-1074, -.infinity, .nan] {
      #expect(timeline.value(time: time) == 5)
      #expect(timeline.velocity(time: time) == 0)
    }
    #expect(timeline.value(time: 0) == 7 && timeline.value(time: -0.0) == 7)
    for time in [1, 2, 1e300, .infinity] { #expect(timeline.value(time: time) == 9) }
    #expect(timeline.velocity(time: 1) == 2 && timeline.velocity(time: 1.0.nextUp) == 0)
    #expect(timeline.value(progress: -1) == 7 && timeline.value(progress: 0.5) == 8)
    #expect(timeline.value(progress: 3) == 9 && timeline.value(progress: .nan) == 5)
  }

  /// A duration of 0 gives the new value at its instant, not NaN, and so does what rounding leaves of one.
  @Test(arguments: [0, -1, .nan, -.infinity, 1e-17, .leastNonzeroMagnitude] as [Double])
  func noDurationIsAJump(duration: Double) {
    let linear = KeyframeTimeline(initialValue: 1.0) { LinearKeyframe(2, duration: duration) }
    let cubic = KeyframeTimeline(initialValue: 1.0) { CubicKeyframe(2, duration: duration, startVelocity: 9) }
    for timeline in [linear, cubic] {
      #expect(timeline.duration == 0)
      #expect(timeline.value(time: 0) == 2 && timeline.value(time: -1) == 1 && timeline.value(time: 1) == 2)
    }
    let spring = KeyframeTimeline(initialValue: 1.0) {
      LinearKeyframe(3, duration: 1)
      SpringKeyframe(2, duration: duration)
      CubicKeyframe(5, duration: 1)
    }
    #expect(spring.duration == 2 && spring.value(time: 1) == 3)
    let following = KeyframeTimeline(initialValue: 1.0) {
      LinearKeyframe(2, duration: duration)
      CubicKeyframe(3, duration: 1)
    }
    #expect(following.value(time: 0.5) == 2.5)
    #expect(abs(spring.velocity(time: 1.0.nextUp) - 2) < 1e-12)
  }

  @Test func adjacentCubicsAreACatmullRomSpline() {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      CubicKeyframe(4, duration: 1)
      CubicKeyframe(6, duration: 3)
      CubicKeyframe(0, duration: 1)
    }
    #expect(timeline.velocity(time: 0) == 0)
    #expect(abs(timeline.velocity(time: 1) - 6.0 / 4) < 1e-14)
    #expect(abs(timeline.velocity(time: 4) - (0.0 - 4) / 4) < 1e-14)
    #expect(abs(timeline.velocity(time: 5)) < 1e-14)
    // Halfway: the middle of the ends, and an eighth of the difference of the tangents.
    #expect(abs(timeline.value(time: 0.5) - (2 - 1.5 / 8)) < 1e-14)
  }

  @Test func cubicsTakeTheirNeighboursVelocities() {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      LinearKeyframe(2, duration: 1)
      CubicKeyframe(3, duration: 2)
      LinearKeyframe(9, duration: 2)
      MoveKeyframe(0)
      CubicKeyframe(1, duration: 1)
      SpringKeyframe(2, duration: 1, startVelocity: 7)
      CubicKeyframe(1, duration: 1, startVelocity: -3, endVelocity: 8)
    }
    #expect(abs(timeline.velocity(time: 1.0.nextUp) - 2) < 1e-12)
    #expect(abs(timeline.velocity(time: 3) - 3) < 1e-12)
    #expect(abs(timeline.velocity(time: 5.0.nextUp)) < 1e-12)
    #expect(abs(timeline.velocity(time: 6) - 7) < 1e-12)
    #expect(abs(timeline.velocity(time: 7.0.nextUp) + 3) < 1e-12)
    #expect(abs(timeline.velocity(time: 8) - 8) < 1e-12)
  }

  @Test func springsAreCutAndLastUntilTheySettle() {
    let spring = Spring.snappy
    let cut = KeyframeTimeline(initialValue: 1.0) {
      LinearKeyframe(2, duration: 0.5)
      SpringKeyframe(3, duration: 0.1, spring: spring)
      LinearKeyframe(0, duration: 1)
    }
    let reached = 2 + spring.value(target: 1.0, initialVelocity: 2, time: 0.1)
    #expect(abs(cut.value(time: 0.6) - reached) < 1e-12)
    #expect(abs(cut.value(time: 1.1) - reached / 2) < 1e-12)
    let settled = KeyframeTimeline(initialValue: 1.0) {
      LinearKeyframe(2, duration: 0.5)
      SpringKeyframe(3, spring: spring)
    }
    let duration = spring.settlingDuration(target: 1.0, initialVelocity: 2, epsilon: 1e-4)
    #expect(settled.duration == 0.5 + duration)
    #expect(abs(settled.value(time: 9) - 3) < 1e-4)
  }

  /// Nothing traps, and no duration is beyond a thousand million seconds.
  @Test func absurdKeyframes() throws {
    let absurdities = [.nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e300, 1]
    for duration in absurdities {
      for value in absurdities {
        for spring in [Spring(response: 1, dampingRatio: 0), Spring(response: 1e-9, dampingRatio: 1e4), .bouncy] {
          let timeline = KeyframeTimeline(initialValue: 0.0) {
            CubicKeyframe(value, duration: duration)
            LinearKeyframe(1, duration: duration, timingCurve: .circularEaseOut)
            CubicKeyframe(value, duration: 1, endVelocity: value)
            SpringKeyframe(2, duration: duration, spring: spring, startVelocity: value)
            SpringKeyframe(3, spring: spring)
            LinearKeyframe(4, duration: 1)
          }
          #expect(timeline.duration <= 5e9 && timeline.duration >= 2)
          for time in absurdities {
            _ = timeline.value(time: time)
            _ = timeline.velocity(time: time)
          }
          #expect(timeline.value(time: .infinity) == 4)
          do {
            let prepared = try timeline.prepared()
            let results: [Float] = output(3) { prepared.values(at: [-1, .infinity, .nan].span, into: $0) }
            #expect(results[0] == 0 && results[1] == 4 && results[2].isNaN)
          } catch {
            #expect(!"\(error)".isEmpty)
          }
        }
      }
    }
  }
}

/// Random tracks against the rules evaluated by other means.
@Suite(.seeded) struct KeyframePropertyTests {
  @Test func tracksFollowTheRules() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 10 {
      let track = RandomTrack(using: &generator)
      let timeline = track.timeline
      let reference = ReferenceTrack(track)
      // Sums of a handful of terms no larger than this, each right to a few 2^-53 after cancellation in the springs'
      // and cubics' shape functions.
      let tolerance = 1e-11 * reference.scale
      verdict.require(abs(timeline.duration - reference.duration) <= 1e-11, row, "lasts \(timeline.duration): \(track)")
      for time in track.times(reference, using: &generator) {
        let (value, exact) = (timeline.value(time: time), reference.value(at: time))
        verdict.require(abs(value - exact) <= tolerance, row, "\(value) instead of \(exact) at \(time): \(track)")
      }
    }
  }

  /// Values meet at every instant but those of jumps, and velocities wherever a keyframe promises it: a cubic without
  /// velocities of its own beside anything but a jump, and a spring without one after anything.
  @Test func neighboursMeet() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 10 {
      let track = RandomTrack(using: &generator)
      let timeline = track.timeline
      let reference = ReferenceTrack(track)
      for (index, segment) in reference.segments.enumerated().dropLast() {
        let next = reference.segments[index + 1]
        // Instants that rounding has moved don't tell the two sides apart.
        guard segment.length > 1e-3, next.length > 1e-3 else { continue }
        let (before, after) = (segment.end - 1e-12, segment.end + 1e-12)
        let step = timeline.value(time: after) - timeline.value(time: before)
        let speeds = abs(timeline.velocity(time: before)) + abs(timeline.velocity(time: after))
        verdict.require(
          abs(step) <= 1e-11 * (reference.scale + speeds), row, "steps by \(step) at \(segment.end): \(track)")
        guard track.keyframes[index + 1].isSmoothAfter(track.keyframes[index]) else { continue }
        let turn = timeline.velocity(time: after) - timeline.velocity(time: before)
        // Accelerations of up to 6 times the change over the square of 1e-3 s, for 2e-12 s.
        verdict.require(
          abs(turn) <= 1e-4 * (reference.scale + speeds), row, "turns by \(turn) at \(segment.end): \(track)")
      }
    }
  }

  /// Against the central difference over 2e-5 s, whose error is that of the third derivative, and of rounding.
  @Test func velocityIsTheDerivative() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 10 {
      let track = RandomTrack(using: &generator)
      let timeline = track.timeline
      let reference = ReferenceTrack(track)
      for segment in reference.segments where segment.length > 0.02 {
        let time = segment.start + segment.length * Double.random(in: 0.1...0.9, using: &generator)
        let h = 1e-5
        let slope = (timeline.value(time: time + h) - timeline.value(time: time - h)) / (2 * h)
        let velocity = timeline.velocity(time: time)
        verdict.require(
          abs(slope - velocity) <= 1e-4 * (reference.scale + abs(velocity)), row,
          "\(velocity) instead of \(slope) at \(time): \(track)")
      }
    }
  }
}

// MARK: - Random tracks

/// A track drawn at random, and how it is written in code.
struct RandomTrack: CustomStringConvertible {
  enum Key {
    case linear(Double, duration: Double, UnitCurve)
    case cubic(Double, duration: Double, start: Double?, end: Double?)
    case spring(Double, duration: Double?, Spring, start: Double?)
    case move(Double)

    /// Whether the velocity runs on from the keyframe before.
    func isSmoothAfter(_ previous: Key) -> Bool {
      switch (previous, self) {
      case (_, .spring(_, _, _, start: nil)): true
      case (.cubic(_, _, _, end: nil), .cubic(_, _, start: nil, _)): true
      case (.cubic, .cubic): false
      case (_, .cubic(_, _, start: nil, _)): true
      case (.cubic(_, _, _, end: nil), .linear): true
      case (.cubic(_, _, _, end: nil), .spring): true
      default: false
      }
    }
  }

  let initial: Double
  let keyframes: [Key]

  init(using generator: inout Generator) {
    initial = Double.random(in: -10...10, using: &generator)
    keyframes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in Self.key(using: &generator) }
  }

  static let springs = [Spring.smooth, .snappy, .bouncy, Spring(response: 0.8, dampingRatio: 2), Spring(duration: 0.2)]
  static let curves = [UnitCurve.linear, .easeIn, .easeOut, .easeInOut]

  private static func key(using generator: inout Generator) -> Key {
    let value = Double.random(in: -10...10, using: &generator)
    let duration = generator.oneIn(12) ? 0 : Double.random(in: 0.05...1.5, using: &generator)
    func velocity() -> Double? { generator.oneIn(3) ? Double.random(in: -20...20, using: &generator) : nil }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return .move(value)
    case 1, 2: return .linear(value, duration: duration, curves.randomElement(using: &generator)!)
    case 3, 4:
      let spring = springs.randomElement(using: &generator)!
      return .spring(value, duration: generator.oneIn(2) ? nil : duration, spring, start: velocity())
    default: return .cubic(value, duration: duration, start: velocity(), end: velocity())
    }
  }

  @KeyframeTrackContentBuilder<Double> var content: some KeyframeTrackContent<Double> {
    for key in keyframes {
      switch key {
      case .linear(let value, let duration, let curve): LinearKeyframe(value, duration: duration, timingCurve: curve)
      case .cubic(let value, let duration, let start, let end):
        CubicKeyframe(value, duration: duration, startVelocity: start, endVelocity: end)
      case .spring(let value, let duration, let spring, let start):
        SpringKeyframe(value, duration: duration, spring: spring, startVelocity: start)
      case .move(let value): MoveKeyframe(value)
      }
    }
  }

  var timeline: KeyframeTimeline<Double> {
    KeyframeTimeline(initialValue: initial) { content }
  }

  /// Times within, at and beside the instants where keyframes meet, and outside.
  func times(_ reference: ReferenceTrack, using generator: inout Generator) -> [Double] {
    let inside = (0..<6).map { _ in Double.random(in: -0.5...reference.duration + 0.5, using: &generator) }
    return inside
      + reference.segments.filter { $0.length > 0 }.flatMap {
        [$0.start + 1e-9, $0.start + $0.length / 2, $0.end - 1e-9]
      }
  }

  var description: String { "KeyframeTimeline(initialValue: \(initial)) { \(keyframes) }" }
}

/// The rules, walked through keyframe by keyframe in `Reference` arithmetic: cubics by de Casteljau's construction,
/// springs by the textbook's formulas.
struct ReferenceTrack {
  struct Segment {
    var start, end: Double
    var from, to: Reference
    var shape: Shape
    var length: Double { end - start }
  }

  enum Shape {
    case nothing
    case line(UnitCurve)
    /// The inner control points of the Bezier curve.
    case bezier(Reference, Reference)
    case spring(ReferenceSpring, target: Reference, velocity: Reference)
  }

  let initial: Reference
  private(set) var segments: [Segment] = []
  private(set) var scale: Double

  var duration: Double { segments.last?.end ?? 0 }

  init(_ track: RandomTrack) {
    initial = Reference(track.initial)
    scale = 20
    for (index, key) in track.keyframes.enumerated() {
      append(key, next: index + 1 < track.keyframes.count ? track.keyframes[index + 1] : nil)
    }
  }

  private mutating func append(_ key: RandomTrack.Key, next: RandomTrack.Key?) {
    let start = duration
    let from = segments.last?.to ?? initial
    var segment = Segment(start: start, end: start, from: from, to: from, shape: .nothing)
    switch key {
    case .move(let value): segment.to = Reference(value)
    case .linear(let value, let duration, let curve):
      segment.to = Reference(value)
      if duration > 0 {
        segment.end = start + duration
        segment.shape = .line(curve)
      }
    case .cubic(let value, let duration, let startVelocity, let endVelocity):
      segment.to = Reference(value)
      if duration > 0 {
        segment.end = start + duration
        let out = startVelocity.map { Reference($0) } ?? departure(to: segment.to, lasting: duration)
        let into = endVelocity.map { Reference($0) } ?? arrival(from: from, at: segment.to, lasting: duration, next)
        segment.shape = .bezier(
          from + out * Reference(duration) / 3, segment.to - into * Reference(duration) / 3)
        scale = max(scale, Double(abs(out) + abs(into)) * duration)
      }
    case .spring(let value, let duration, let spring, let startVelocity):
      let velocity = startVelocity.map { Reference($0) } ?? incoming
      let change = Reference(value) - from
      let length = duration ?? Self.settling(spring, change, velocity)
      segment.end = start + length
      segment.shape = .spring(ReferenceSpring(spring), target: Reference(value), velocity: velocity)
      scale = max(scale, 4 * Double(abs(change) + abs(velocity) / Reference(spring.angularFrequency)))
      segment.to = Self.value(of: segment, after: Reference(length))
    }
    segments.append(segment)
  }

  private static func settling(_ spring: Spring, _ change: Reference, _ velocity: Reference) -> Double {
    let (w, z) = (Reference(spring.angularFrequency), Reference(spring.dampingRatio))
    guard z < 1 else {
      return spring.settlingDuration(target: Double(change), initialVelocity: Double(velocity), epsilon: 1e-4)
    }
    return Double(max(0, -log(1e-4 / (abs(change * z * w - velocity) + abs(change))) / (z * w)))
  }

  /// The velocity that the last segment ends with.
  private var incoming: Reference {
    guard let last = segments.last else { return 0 }
    switch last.shape {
    case .nothing: return 0
    case .line(let curve): return (last.to - last.from) * Reference(curve.velocity(at: 1)) / Reference(last.length)
    case .bezier(_, let second): return 3 * (last.to - second) / Reference(last.length)
    case .spring(let spring, let target, let velocity):
      return spring.motion(displacement: last.from - target, velocity: velocity, after: Reference(last.length)).velocity
    }
  }

  private func departure(to: Reference, lasting duration: Double) -> Reference {
    guard let last = segments.last else { return 0 }
    if case .bezier = last.shape { return (to - last.from) / Reference(duration + last.length) }
    return incoming
  }

  private func arrival(
    from: Reference, at to: Reference, lasting duration: Double, _ next: RandomTrack.Key?
  ) -> Reference {
    switch next {
    case .cubic(let value, let length, _, _)? where length > 0: (Reference(value) - from) / Reference(duration + length)
    case .linear(let value, let length, let curve)? where length > 0:
      (Reference(value) - to) * Reference(curve.velocity(at: 0)) / Reference(length)
    case .spring(_, _, _, let start)?: Reference(start ?? 0)
    default: 0
    }
  }

  func value(at time: Double) -> Double {
    guard time >= 0 else { return Double(initial) }
    for segment in segments where time <= segment.end {
      return Double(Self.value(of: segment, after: Reference(time) - Reference(segment.start)))
    }
    return Double(segments.last?.to ?? initial)
  }

  private static func value(of segment: Segment, after time: Reference) -> Reference {
    switch segment.shape {
    case .nothing: return segment.to
    case .line(let curve):
      return segment.from
        + (segment.to - segment.from) * Reference(curve.value(at: Double(time / Reference(segment.length))))
    case .bezier(let first, let second):
      let x = time / Reference(segment.length)
      func between(_ a: Reference, _ b: Reference) -> Reference { a + (b - a) * x }
      let (a, b, c) = (between(segment.from, first), between(first, second), between(second, segment.to))
      return between(between(a, b), between(b, c))
    case .spring(let spring, let target, let velocity):
      return target
        + spring.motion(displacement: segment.from - target, velocity: velocity, after: time).displacement
    }
  }
}
