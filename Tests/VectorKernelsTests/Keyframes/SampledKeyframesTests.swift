import Testing
import VectorKernels

/// Keyframes from lists, against the keyframes that they stand for.
@Suite(.seeded) struct SampledKeyframesTests {
  private func timeline(_ keys: SampledKeyframes<Double>) -> KeyframeTimeline<Double> {
    KeyframeTimeline(initialValue: 100) { keys }
  }

  @Test func listsAreTheKeyframesThatTheyStandFor() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<500 {
      let count = Int.random(in: 1...8, using: &generator)
      // Whole 1024ths of a second, so that differences of times are exact.
      var times = [Double(Int.random(in: 0...1, using: &generator) * 64) / 1024]
      while times.count < count {
        times.append(times.last! + Double(Int.random(in: 0...3, using: &generator) * 128) / 1024)
      }
      func numbers(_ count: Int) -> [Double] { (0..<count).map { _ in .random(in: -9...9, using: &generator) } }
      let (values, arrivals, departures) = (numbers(count), numbers(count), numbers(count))
      let curves = (1..<count + 1).dropLast().map { _ in
        [UnitCurve.linear, .easeIn, UnitCurve(.stepEnd)].randomElement(using: &generator)!
      }
      @KeyframeTrackContentBuilder<Double> func keyframes(
        _ key: (Int, Double) -> some KeyframeTrackContent<Double>
      ) -> some KeyframeTrackContent<Double> {
        MoveKeyframe(values[0])
        LinearKeyframe(values[0], duration: times[0])
        for i in 1..<max(count, 1) {
          if times[i] == times[i - 1] { MoveKeyframe(values[i]) } else { key(i, times[i] - times[i - 1]) }
        }
      }
      let pairs = [
        (
          try SampledKeyframes(times: times, values: values),
          KeyframeTimeline(initialValue: 100) {
            keyframes { LinearKeyframe(values[$0], duration: $1) }
          }
        ),
        (
          try SampledKeyframes(times: times, values: values, timingCurves: curves),
          KeyframeTimeline(initialValue: 100) {
            keyframes { LinearKeyframe(values[$0], duration: $1, timingCurve: curves[$0 - 1]) }
          }
        ),
        (
          try SampledKeyframes(times: times, values: values, inTangents: arrivals, outTangents: departures),
          KeyframeTimeline(initialValue: 100) {
            keyframes {
              CubicKeyframe(
                values[$0], duration: $1, startVelocity: departures[$0 - 1], endVelocity: arrivals[$0])
            }
          }
        ),
      ]
      for (keys, expected) in pairs {
        let found = timeline(keys)
        #expect(found.duration == times.last!)
        for time in times + (0..<20).map({ _ in Double.random(in: -0.1...3, using: &generator) }) {
          #expect(found.value(time: time) == expected.value(time: time), "\(keys) at \(time)")
        }
        try comparePrepared(found, keys, using: &generator)
      }
    }
  }

  /// Prepared keyframes have the values of one at the very times of the keyframes, where some jump and some don't, which
  /// `Float` has all, and at others, before and after them too.
  private func comparePrepared(
    _ timeline: KeyframeTimeline<Double>, _ keys: SampledKeyframes<Double>, using generator: inout Generator
  ) throws {
    let prepared = try timeline.prepared()
    let times = keys.times.map(Float.init) + (0..<20).map { _ in .random(in: -0.1...3, using: &generator) }
    let values: [Float] = output(times.count) { prepared.values(at: times.span, into: $0) }
    // As is promised: 1e-6 of the range, which the value before the track makes 109, and 4 ulp of that value.
    let bound = 109e-6 + 4 * Double(Float(100).ulp)
    for (time, value) in zip(times, values) {
      let exact = timeline.value(time: Double(time))
      #expect(abs(Double(value) - exact) <= bound, "\(keys) at \(time): \(value), not \(exact)")
    }
  }

  @Test func stepsThatMeetJumpsAreAlikePrepared() throws {
    let steps = timeline(try SampledKeyframes(times: [0, 1, 1, 2], values: [1, 2, 3, 4], interpolation: .step))
    let times = [0, 0.5, 1.0.nextDown, 1, Double(Float(1).nextUp), 1.5, 2, 3]
    #expect(times.map(steps.value(time:)) == [1, 1, 1, 2, 3, 3, 4, 4])
    let prepared = try steps.prepared()
    let found: [Float] = output(7) {
      prepared.values(at: [0, 0.5, Float(1).nextDown, 1, Float(1).nextUp, 2, 3].span, into: $0)
    }
    #expect(found == [1, 1, 1, 2, 3, 4, 4])
  }

  @Test func discreteValuesAtOneTimeAreAlikePrepared() throws {
    let animation = try KeyframeAnimation(
      values: [1.0, 2, 3, 4], keyTimes: [0, 0.5, 0.5, 1], duration: 2, calculationMode: .discrete)
    let prepared = try animation.prepared()
    let times: [Float] = [0, Float(1).nextDown, 1, Float(1).nextUp, 2]
    let found: [Float] = output(times.count) { prepared.values(at: times.span, into: $0) }
    #expect(found == times.map { Float(animation.value(time: Double($0))) })
  }

  /// At a jump the velocity is that before it, one value and prepared.
  @Test func theVelocityAtAJumpIsTheOneBeforeIt() throws {
    let jump = timeline(try SampledKeyframes(times: [0, 1, 1, 3], values: [0, 4, 10, 12]))
    let times: [Float] = [0.5, 1, Float(1).nextUp, 2]
    #expect(times.map { jump.velocity(time: Double($0)) } == [4, 4, 1, 1])
    let prepared = try jump.prepared()
    let found: [Float] = output(4) { prepared.velocities(at: times.span, into: $0) }
    #expect(found == [4, 4, 1, 1])
  }

  /// Each value holds from its very time on, whatever the differences of the times round to.
  @Test func stepsAreAtTheTimesThemselves() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<2000 {
      let times = (0..<8).map { _ in Double(Int.random(in: 0...1000, using: &generator)) / 100 }.sorted()
      let values = (0..<8).map(Double.init)
      let steps = timeline(try SampledKeyframes(times: times, values: values, interpolation: .step))
      #expect(steps.duration == times.last!)
      for (index, time) in times.enumerated() where time > 0 && time < times.last! {
        // At a jump the value is that before it.
        #expect(steps.value(time: time) == Double(times.firstIndex(of: time)!), "\(times) at \(index)")
        let before = times.firstIndex(of: time)! - 1
        #expect(steps.value(time: time.nextDown) == (before < 0 ? 0 : Double(before)), "\(times) before \(index)")
      }
    }
  }

  @Test func stepsHoldUntilTheNextTime() throws {
    let steps = timeline(try SampledKeyframes(times: [0.5, 1, 2], values: [1, 2, 3], interpolation: .step))
    #expect([-1, 0, 0.5, 0.9, 1, 1.9, 2, 3].map(steps.value(time:)) == [100, 1, 1, 1, 2, 2, 3, 3])
    let prepared = try steps.prepared()
    let values: [Float] = output(7) { prepared.values(at: [0, 0.5, 0.9, 1, 1.9, 2, 3].span, into: $0) }
    #expect(values == [1, 1, 1, 2, 2, 3, 3])
  }

  @Test func twoKeyframesAtOneTimeJump() throws {
    let jump = timeline(try SampledKeyframes(times: [0, 1, 1, 3], values: [0, 4, 10, 12]))
    #expect([0, 0.5, 1, 2, 3].map(jump.value(time:)) == [0, 2, 4, 11, 12])
    #expect(abs(jump.value(time: 1.0.nextUp) - 10) < 1e-12)
  }

  @Test func badListsAreNamed() {
    func error(_ create: () throws -> SampledKeyframes<Double>) -> KeyframeListError? {
      do {
        _ = try create()
        return nil
      } catch { return error as? KeyframeListError }
    }
    #expect(error { try SampledKeyframes(times: [], values: []) } == .noTimes)
    #expect(error { try SampledKeyframes(times: [0], values: [1, 2]) } == .count(.values, 2, expected: 1))
    #expect(error { try SampledKeyframes(times: [-1], values: [1]) } == .timeOutOfRange(index: 0, -1))
    #expect(error { try SampledKeyframes(times: [0, 2e9], values: [1, 2]) } == .timeOutOfRange(index: 1, 2e9))
    #expect(error { try SampledKeyframes(times: [0, .nan], values: [1, 2]) } != nil)
    #expect(
      error { try SampledKeyframes(times: [0, 2, 1], values: [1, 2, 3]) }
        == .timeNotAscending(index: 2, 1, previous: 2))
    #expect(
      error { try SampledKeyframes(times: [0, 1], values: [1, 2], timingCurves: []) }
        == .count(.timingCurves, 0, expected: 1))
    #expect(
      error { try SampledKeyframes(times: [0, 1], values: [1, 2], inTangents: [1], outTangents: [1, 2]) }
        == .count(.inTangents, 1, expected: 2))
    #expect(
      "\(KeyframeListError.timeNotAscending(index: 2, 1, previous: 2))"
        == "times[2] is 1.0, but must not be earlier than the one before it, 2.0")
    #expect(error { try SampledKeyframes(times: [0], values: [1], timingCurves: []) } == nil)
  }
}
