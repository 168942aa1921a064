import Testing
import VectorKernels

@Suite(.seeded) struct PhaseTimelineTests {
  private enum Phase: CaseIterable { case rest, up, down }

  private func timeline(repeatsForever: Bool) -> PhaseTimeline<Phase> {
    PhaseTimeline(Phase.allCases, repeatsForever: repeatsForever) { phase in
      switch phase {
      case .rest: .linear(duration: 2)
      case .up: .linear(duration: 1)
      case .down: .easeIn(duration: 0.5)
      }
    }
  }

  @Test func walksOnceThroughAllAndBack() throws {
    let once = timeline(repeatsForever: false)
    #expect(once.passDuration == 3.5)
    let expected: [(time: Double, from: Phase, to: Phase, progress: Double, isFinished: Bool)] = [
      (-1, .rest, .up, 0, false), (0, .rest, .up, 0, false), (0.25, .rest, .up, 0.25, false),
      (1, .up, .down, 0, false), (1.25, .up, .down, UnitCurve.easeIn.value(at: 0.5), false),
      (1.5, .down, .rest, 0, false), (2.5, .down, .rest, 0.5, false), (3.5, .down, .rest, 1, true),
      (.infinity, .down, .rest, 1, true),
    ]
    for (time, from, to, progress, isFinished) in expected {
      let position = try #require(once.position(at: time))
      #expect(position.from == from && position.to == to, "\(time)")
      #expect(abs(position.amount - progress) < 1e-15 && position.isFinished == isFinished, "\(time)")
      #expect(Phase.allCases[position.index] == to)
    }
  }

  @Test func walksForEver() throws {
    let forever = timeline(repeatsForever: true)
    for time in [0, 0.5, 1, 1.75, 3.25] {
      for cycle in [1.0, 2, 1_000_000] {
        let (first, later) = (forever.position(at: time), forever.position(at: time + cycle * 3.5))
        #expect(first == later)
      }
    }
    #expect(try #require(forever.position(at: .nan)).amount.isNaN)
    #expect(try #require(forever.position(at: .infinity)).amount.isNaN)
  }

  /// The change is the one whose interval holds the time, found by looking at all of them.
  @Test func changesAreFound() {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<20_000 {
      let count = Int.random(in: 2...9, using: &generator)
      let durations = (0..<count).map { _ in [0, 0.25, 0.5, 1].randomElement(using: &generator)! }
      let timeline = PhaseTimeline(0..<count, repeatsForever: false) { .linear(duration: durations[$0]) }
      let time = Double(Int.random(in: 0...40, using: &generator)) / 8
      guard let position = timeline.position(at: time) else {
        verdict.require(false, row, "no position")
        continue
      }
      var (start, expected) = (0.0, count)
      for change in 0..<count where expected == count {
        let end = start + durations[(change + 1) % count]
        if time < end { expected = change } else { start = end }
      }
      let origin = "\(durations) at \(time): \(position)"
      verdict.require(position.isFinished == (expected == count), row, origin)
      guard expected < count else { continue }
      verdict.require(position.from == expected && position.to == (expected + 1) % count, row, origin)
      verdict.require(position.time == time - start, row, origin)
    }
  }

  @Test func valuesGoBetweenThoseOfPhases() {
    let once = timeline(repeatsForever: false)
    func height(_ phase: Phase) -> Double { phase == .up ? 10 : phase == .down ? -10 : 1 }
    #expect(once.value(at: 0.5, of: height) == 5.5)
    #expect(once.value(at: 1, of: height) == 10)
    #expect(once.value(at: 2.5, of: height) == -4.5)
    #expect(once.value(at: 4, of: height) == 1)
  }

  /// Before the start, after the end and at no time, of vectors and of other values.
  @Test func valuesOutsideOfTheTimeline() throws {
    func height(_ phase: Phase) -> Double { phase == .up ? 10 : phase == .down ? -10 : 1 }
    func point(_ phase: Phase) -> UnitPoint { UnitPoint(x: height(phase), y: 0) }
    for repeats in [false, true] {
      let walk = timeline(repeatsForever: repeats)
      func values(_ time: Double) throws -> (Double, UnitPoint) {
        (try #require(walk.value(at: time, of: height)), try #require(walk.value(at: time, of: point)))
      }
      for time in [-1, -1e300, -Double.infinity] {
        let (value, place) = try values(time)
        #expect(value == 1 && place == point(.rest))
      }
      for time in repeats ? [.nan, .infinity] : [Double.nan] {
        let (value, place) = try values(time)
        #expect(value.isNaN && place.x.isNaN)
      }
      if !repeats {
        let (value, place) = try values(.infinity)
        #expect(value == 1 && place == point(.rest))
      }
    }
    // An animation that would already be under way begins with the timeline.
    let early = PhaseTimeline([0.0, 8]) { _ in .linear(duration: 4).delay(-1) }
    #expect(early.value(at: -0.5) { $0 } == 0 && early.value(at: 0) { $0 } == 2)
  }

  @Test func emptyAndShortLists() throws {
    let none = PhaseTimeline([Int]())
    #expect(none.position(at: 1) == nil && none.value(at: 1) { Double($0) } == nil && none.passDuration == 0)
    let one = PhaseTimeline([7])
    let position = try #require(one.position(at: 1))
    #expect(position.from == 7 && position.to == 7 && position.amount == 1 && !position.isFinished)
    #expect(PhaseTimeline([7], repeatsForever: false).position(at: 0)?.isFinished == true)
  }

  @Test func changesThatTakeNoTimeArePassedOver() throws {
    let timeline = PhaseTimeline([0, 1, 2, 3], repeatsForever: true) { $0 == 2 ? .linear(duration: 1) : nil }
    #expect(timeline.passDuration == 1)
    #expect(timeline.position(at: 0)?.from == 1 && timeline.position(at: 0)?.to == 2)
    #expect(timeline.position(at: 1)?.from == 1)
    let still = PhaseTimeline([0.0, 1], repeatsForever: true) { _ in nil }
    for time in [-1, 0, 3, Double.infinity] {
      #expect(still.position(at: time)?.to == 0 && still.value(at: time) { $0 } == 0)
    }
  }

  @Test func endlessAnimationsHoldTheWalk() throws {
    let timeline = PhaseTimeline([0.0, 1, 2], repeatsForever: true) {
      $0 == 1 ? .linear(duration: 1) : .linear(duration: 1).repeatForever()
    }
    #expect(timeline.passDuration == .infinity)
    let position = try #require(timeline.position(at: 4.25))
    #expect(position.from == 1 && position.to == 2 && position.amount == 0.75)
    #expect(timeline.value(at: 4.25) { $0 } == 1.75)
  }

  /// The duration of a custom animation is found by trying. At NaN it isn't asked.
  @Test func customAnimationsEndWhenTheyAreThere() throws {
    let timeline = PhaseTimeline([0, 1], repeatsForever: false) { _ in Animation(Wait(seconds: 1.7)).delay(1) }
    #expect(try #require(timeline.position(at: .nan)).amount.isNaN)
    #expect(abs(timeline.passDuration - 5.4) < 1e-12)
  }
}

private struct Wait: CustomAnimation {
  var seconds: Double

  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    time < seconds ? .zero : nil
  }
}
