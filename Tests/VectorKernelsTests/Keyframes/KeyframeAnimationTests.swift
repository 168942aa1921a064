import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct KeyframeAnimationTests {
  private typealias Numbers = KeyframeAnimation<Double>

  @Test func linearGoesStraight() throws {
    let animation = try Numbers(values: [1, 3, -1], keyTimes: [0, 0.25, 1], duration: 4)
    #expect([-1, 0, 0.5, 1, 2.5, 4, 5].map(animation.value(time:)) == [1, 1, 2, 3, 1, -1, -1])
    #expect(animation.value(progress: 0.25) == 3 && animation.velocity(time: 0.5) == 2)
    let eased = try Numbers(values: [0, 1, 2], duration: 2, timingFunctions: [.easeIn, .easeOut])
    #expect(eased.value(time: 0.5) == UnitCurve.easeIn.value(at: 0.5))
    #expect(eased.value(time: 1.5) == 1 + UnitCurve.easeOut.value(at: 0.5))
  }

  @Test func discreteHoldsEachValueFromItsTime() throws {
    let animation = try Numbers(
      values: [1, 2, 3], keyTimes: [0, 0.5, 0.75, 1], duration: 4, calculationMode: .discrete)
    #expect([-1, 0, 1.9, 2, 2.9, 3, 4, 5].map(animation.value(time:)) == [1, 1, 1, 2, 2, 3, 3, 3])
    let even = try Numbers(values: [1, 2], duration: 2, calculationMode: .discrete)
    #expect([0, 0.9, 1, 2].map(even.value(time:)) == [1, 1, 2, 2])
    let prepared = try animation.prepared()
    let results: [Float] = output(8) { prepared.values(at: [-1, 0, 1.9, 2, 2.9, 3, 4, 5].span, into: $0) }
    #expect(results == [1, 1, 1, 2, 2, 3, 3, 3])
  }

  /// Prepared, each mode has the values of one: 1e-6 of the range of a component, 20 and a spline's overshoot of as much,
  /// and 4 ulp of 30, as is promised. Times at which values jump are those of `Float` exactly.
  @Test(arguments: KeyframeCalculationMode.allCases)
  func preparedIsOneByOne(mode: KeyframeCalculationMode) throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<200 {
      let count = Int.random(in: 2...7, using: &generator)
      let values = (0..<count).map { _ in
        SIMD2(Double.random(in: -10...10, using: &generator), Double.random(in: -10...10, using: &generator))
      }
      let animation = try KeyframeAnimation(values: values, duration: 2, calculationMode: mode)
      let prepared = try animation.prepared()
      let times = (0..<50).map { _ in Float.random(in: -0.1...2.1, using: &generator) }
      var found = [Float](repeating: .nan, count: 2 * times.count)
      prepared.values(at: times.span, into: found.mutableSpan)
      for (index, time) in times.enumerated() {
        let exact = animation.value(time: Double(time))
        let error = max(
          abs(Double(found[index]) - exact.x), abs(Double(found[times.count + index]) - exact.y))
        #expect(error <= 40e-6 + 4 * Double(Float(30).ulp), "\(values) at \(time): off by \(error)")
      }
    }
  }

  /// Core Animation's other form: as many times as values, the last of which holds until the end.
  @Test func discreteTakesATimeForEachValue() throws {
    let open = try Numbers(values: [1, 2, 3], keyTimes: [0, 0.5, 0.75], duration: 4, calculationMode: .discrete)
    let closed = try Numbers(
      values: [1, 2, 3], keyTimes: [0, 0.5, 0.75, 1], duration: 4, calculationMode: .discrete)
    let times = [-1, 0, 1.9, 2, 2.9, 3, 4, 5]
    #expect(times.map(open.value(time:)) == times.map(closed.value(time:)))
    let late = try Numbers(values: [1, 2], keyTimes: [0, 1], duration: 4, calculationMode: .discrete)
    #expect([0, 3.9, 4, 5].map(late.value(time:)) == [1, 1, 2, 2])
    let prepared = try late.prepared()
    let results: [Float] = output(3) { prepared.values(at: [0, 3.9, 4].span, into: $0) }
    #expect(results == [1, 1, 2])
  }

  /// Two values at one key time: the first is reached, and then it jumps.
  @Test(arguments: [KeyframeCalculationMode.linear, .cubic, .discrete])
  func valuesAtOneTimeJump(mode: KeyframeCalculationMode) throws {
    let times = [0, 0, 0.5, 0.5, 1, 1]
    let animation = try Numbers(values: [9, 0, 2, 10, 12, 20], keyTimes: times, duration: 2, calculationMode: mode)
    let holds = mode == .discrete
    #expect(animation.value(time: -1) == 9 && animation.value(time: 0) == 0)
    #expect(
      animation.value(time: 0.5) == (holds ? 0 : 1) && abs(animation.value(time: 1.5) - (holds ? 10 : 11)) < 1e-12)
    #expect(animation.value(time: 1) == 2 && abs(animation.value(time: 1.0.nextUp) - 10) < 1e-9)
    #expect(animation.value(time: 2) == 20 && animation.value(time: 3) == 20)
    // Splines begin anew at a jump: this one is that of two values alone.
    let alone = try Numbers(values: [0, 2], duration: 1, calculationMode: mode)
    #expect(abs(animation.velocity(time: 1) - alone.velocity(time: 1)) < 1e-9)
    let prepared = try animation.prepared()
    let results: [Float] = output(4) { prepared.values(at: [-1, 0.5, 1.5, 2].span, into: $0) }
    #expect(results[0] == 9 && abs(results[1] - (holds ? 0 : 1)) < 1e-5)
    #expect(abs(results[2] - (holds ? 10 : 11)) < 1e-5 && results[3] == 20)
  }

  @Test func pacedKeepsItsSpeed() throws {
    let animation = try KeyframeAnimation(
      values: [SIMD2(0.0, 0), SIMD2(3, 4), SIMD2(3, 5), SIMD2(3, 5), SIMD2(1, 5)], duration: 2, calculationMode: .paced)
    for i in 0..<100 {
      let speed = animation.velocity(time: (Double(i) + 0.5) / 50).magnitudeSquared.squareRoot()
      #expect(abs(speed - 4) < 1e-9)
    }
    #expect((animation.value(time: 1.25) - SIMD2(3, 4)).magnitudeSquared < 1e-24)
    let still = try Numbers(values: [1, 1, 1], duration: 2, calculationMode: .paced)
    #expect(still.value(time: 1) == 1 && still.velocity(time: 1) == 0)
  }

  /// Without parameters: the velocity at a value is the change from its neighbours over their time.
  @Test func cubicIsACatmullRomSpline() throws {
    let values = [310.0, 60, 120, 60, 310]
    let times = [0, 0.3, 0.5, 0.75, 1]
    let animation = try Numbers(values: values, keyTimes: times, duration: 2, calculationMode: .cubic)
    for i in values.indices {
      #expect(abs(animation.value(time: 2 * times[i]) - values[i]) < 1e-12)
      guard i > 0, i < 4 else { continue }
      let velocity = (values[i + 1] - values[i - 1]) / (2 * (times[i + 1] - times[i - 1]))
      #expect(abs(animation.velocity(time: 2 * times[i]) - velocity) < 1e-9)
      #expect(abs(animation.velocity(time: (2 * times[i]).nextUp) - velocity) < 1e-9)
    }
    #expect(abs(animation.velocity(time: 0) - (60 - 310) / 0.6) < 1e-9)
    #expect(abs(animation.velocity(time: 2) - (310 - 60) / 0.5) < 1e-9)
  }

  /// The values of Core Animation on macOS, to the recorded digits.
  @Test func cubicStartsAsInCoreAnimation() throws {
    let animation = try Numbers(values: [0, 1, 0.5, 0.7], duration: 1, calculationMode: .cubic)
    #expect(abs(animation.value(time: 0.05) - 0.16434) < 5e-6)
    let prepared = try animation.prepared()
    let values: [Float] = output(1) { prepared.values(at: [0.05].span, into: $0) }
    #expect(abs(values[0] - 0.16434) < 6e-6)
  }

  /// The three parameters as Kochanek and Bartels define them ("Interpolating Splines with Local Tension, Continuity, and
  /// Bias Control", 1984): by tension t, continuity c and bias b the neighbours' differences have the weights
  /// (1 - t) (1 ± c) (1 ± b) / 2.
  @Test func tensionContinuityAndBias() throws {
    func velocities(_ t: [Double] = [], _ c: [Double] = [], _ b: [Double] = []) throws -> (Double, Double) {
      let animation = try Numbers(
        values: [0, 2, 3], duration: 2, calculationMode: .cubic, tensionValues: t, continuityValues: c, biasValues: b)
      return (animation.velocity(time: 1), animation.velocity(time: 1.0.nextUp))
    }
    func isNear(_ a: (Double, Double), _ b: (Double, Double)) -> Bool { abs(a.0 - b.0) + abs(a.1 - b.1) < 1e-9 }
    #expect(isNear(try velocities(), (1.5, 1.5)))
    #expect(isNear(try velocities([0, 1]), (0, 0)))
    #expect(isNear(try velocities([0, -1]), (3, 3)))
    #expect(isNear(try velocities([], [0, 1]), (1, 2)))
    #expect(isNear(try velocities([], [0, -1]), (2, 1)))
    #expect(isNear(try velocities([], [], [0, 1]), (2, 2)))
    #expect(isNear(try velocities([], [], [0, -1]), (1, 1)))
  }

  /// Key times that aren't even, as the paper has it: the tangents of each interval, by its own time, are those of even
  /// ones times twice the interval's share in the time of both neighbours. Evaluated as Bezier curves by de Casteljau's
  /// rule.
  @Test func tensionContinuityAndBiasAtUnevenTimes() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    func numbers(_ count: Int, in range: ClosedRange<Double>) -> [Double] {
      (0..<count).map { _ in .random(in: range, using: &generator) }
    }
    for row in 0..<500 {
      let count = 6
      let (p, t, c, b) = (
        numbers(count, in: -10...10), numbers(count, in: -1...1), numbers(count, in: -1...1), numbers(count, in: -1...1)
      )
      let times = [0] + numbers(count - 2, in: 0.05...0.95).sorted() + [1]
      let animation = try Numbers(
        values: p, keyTimes: times, duration: 2, calculationMode: .cubic, tensionValues: t, continuityValues: c,
        biasValues: b)
      func tangent(_ i: Int, continuity: Double, share: Double) -> Double {
        let behind = (1 - t[i]) * (1 + continuity) * (1 + b[i]) / 2 * (p[i] - p[i - 1])
        let ahead = (1 - t[i]) * (1 - continuity) * (1 - b[i]) / 2 * (p[i + 1] - p[i])
        return (behind + ahead) * 2 * share / (times[i + 1] - times[i - 1])
      }
      for i in 1..<count - 2 {
        let share = times[i + 1] - times[i]
        if share < 1e-3 { continue }
        let (leave, arrive) = (
          tangent(i, continuity: c[i], share: share), tangent(i + 1, continuity: -c[i + 1], share: share)
        )
        let u = Double.random(in: 0...1, using: &generator)
        var points = [p[i], p[i] + leave / 3, p[i + 1] - arrive / 3, p[i + 1]]
        while points.count > 1 { points = zip(points, points.dropFirst()).map { $0 + u * ($1 - $0) } }
        let found = animation.value(time: 2 * (times[i] + u * share))
        // The time is rounded by 2^-52 of it, which is at most 2^-52 / 1e-3 of the interval; the tangents are below 160.
        verdict.require(abs(found - points[0]) < 1e-10, row, "\(found) instead of \(points[0]) at \(u) after \(i)")
      }
    }
  }

  /// A value that comes twice takes no time, at whatever speed the others are followed.
  @Test(arguments: [KeyframeCalculationMode.paced, .cubicPaced])
  func pacedPassesARepeatedValueAtOnce(mode: KeyframeCalculationMode) throws {
    let points = [SIMD2(0.0, 0), SIMD2(3, 4), SIMD2(3, 4), SIMD2(3, 4), SIMD2(9, 4), SIMD2(9, 4)]
    let animation = try KeyframeAnimation(values: points, duration: 2, calculationMode: mode)
    let prepared = try animation.prepared()
    // A spline begins anew at a jump, so both ways are straight: of 5 and of 6 in 2 s.
    for (time, expected) in [
      (5.0 / 11, SIMD2(1.5, 2)), (10.0 / 11, SIMD2(3, 4)), (1.5, SIMD2(6.25, 4)), (2, SIMD2(9, 4)),
    ] {
      let value = animation.value(time: time)
      // Sums of lengths below 11, in `Double`.
      #expect((value - expected).magnitudeSquared < 1e-20, "\(value) instead of \(expected) at \(time)")
    }
    for i in 0..<200 {
      let time = (Double(i) + 0.5) / 100
      let speed = animation.velocity(time: time).magnitudeSquared.squareRoot()
      #expect(abs(speed - 5.5) < 1e-9, "\(speed) at \(time)")
    }
    for time in [0.25, 10.0 / 11, 1.5, 2] as [Float] {
      let numbers: [Float] = output(2) { prepared.values(at: [time].span, into: $0) }
      let exact = animation.value(time: Double(time))
      #expect(
        // 1e-6 of the ranges of 9 and 4, and 4 ulp of each.
        abs(Double(numbers[0]) - exact.x) + abs(Double(numbers[1]) - exact.y) < 13e-6 + 4 * (0x1p-20 + 0x1p-21),
        "\(numbers) instead of \(exact) at \(time)")
    }
    let still = try KeyframeAnimation(values: [points[1], points[1]], duration: 2, calculationMode: mode)
    #expect(still.value(time: 1) == points[1] && still.velocity(time: 1) == .zero)
  }

  @Test func cubicPacedKeepsItsSpeedAndItsValues() throws {
    let values = [SIMD2(0.0, 0), SIMD2(1, 2), SIMD2(4, 2), SIMD2(4, -1)]
    let animation = try KeyframeAnimation(values: values, duration: 3, calculationMode: .cubicPaced)
    var speeds: [Double] = []
    var nearest = values.map { _ in Double.infinity }
    for i in 0..<3000 {
      let time = (Double(i) + 0.5) / 1000
      let step = animation.value(time: time + 1e-5) - animation.value(time: time - 1e-5)
      speeds.append(step.magnitudeSquared.squareRoot() / 2e-5)
      for v in values.indices {
        nearest[v] = min(nearest[v], (animation.value(time: time) - values[v]).magnitudeSquared.squareRoot())
      }
    }
    // The step's own error, and that of the length between knots by Gauss's rule.
    #expect(speeds.max()! - speeds.min()! < 1e-3 * speeds[0])
    #expect(nearest.max()! < speeds[0] / 1000)
  }

  /// Where the squares of the ways overflow, the pace isn't known, but all values are still numbers.
  @Test func pacesOfTheLongestWaysAreFinite() throws {
    let far = try KeyframeAnimation(values: [0, 1e200, -1e200], duration: 1, calculationMode: .cubicPaced)
    let farFloats = try KeyframeAnimation<Float>(values: [0, 1e38, 1.1e38], duration: 1, calculationMode: .cubicPaced)
    for time in (0...100).map({ Double($0) / 100 }) {
      #expect(abs(far.value(time: time)) <= 2e200 && abs(farFloats.value(time: time)) <= 2e38)
      #expect(!far.velocity(time: time).isNaN && !farFloats.velocity(time: time).isNaN)
    }
    #expect(far.value(time: 0.5) == 1e200 && far.value(time: 1) == -1e200 && farFloats.value(time: 0.5) == 1e38)
  }

  @Test func wrongParametersAreNamed() {
    func error(
      _ values: [Double], _ keyTimes: [Double]? = nil, duration: Double = 1,
      _ mode: KeyframeCalculationMode = .linear, timing: [UnitCurve]? = nil, tension: [Double] = []
    ) -> KeyframeAnimationError? {
      do throws(KeyframeAnimationError) {
        _ = try Numbers(
          values: values, keyTimes: keyTimes, duration: duration, calculationMode: mode, timingFunctions: timing,
          tensionValues: tension)
        return nil
      } catch {
        return error
      }
    }
    #expect(error([]) == .noValues)
    #expect(error([1], duration: 0) == .duration(0))
    #expect(error([1], duration: -2) == .duration(-2))
    #expect(error([1], duration: .infinity) == .duration(.infinity))
    #expect(error([1], duration: 1e9) == nil && error([1], duration: 1e9.nextUp) == .duration(1e9.nextUp))
    #expect(error([1, 2], [0]) == .count(.keyTimes, 1, expected: 2))
    #expect(error([1, 2], [0], .discrete) == .count(.keyTimes, 1, expected: 3))
    #expect(error([1, 2], [0, 0.5, 0.9], .discrete) == .lastKeyTime(0.9))
    #expect(error([1, 2], [0, 1], .discrete) == nil && error([1, 2, 3], [0, 0, 1]) == nil)
    #expect(error([1, 2, 3], [0, 1.5, 1]) == .keyTimeOutsideUnitInterval(index: 1, 1.5))
    #expect(error([1, 2, 3, 4], [0, 0.6, 0.5, 1]) == .keyTimeNotAscending(index: 2, 0.5, previous: 0.6))
    #expect(
      "\(error([1, 2, 3, 4], [0, 0.6, 0.5, 1])!)"
        == "keyTimes[2] is 0.5, but must not be earlier than the one before it, 0.6")
    #expect(error([1, 2], [0.1, 1]) == .firstKeyTime(0.1))
    #expect(error([1, 2], [0, 0.9]) == .lastKeyTime(0.9))
    #expect(error([1, 2], timing: []) == .count(.timingFunctions, 0, expected: 1))
    #expect(error([1, 2], tension: [0, 0, 0]) == .count(.tensionValues, 3, expected: 2))
    #expect(error([1, 2], tension: [0, .infinity]) == .notFinite(.tensionValues, index: 1, .infinity))
    #expect("\(error([1, 2, 3], [0, 1.5, 1])!)" == "keyTimes[1] is 1.5, but must be in 0...1")
    guard case .notFinite(.keyTimes, index: 1, let time)? = error([1, 2], [0, .nan]) else {
      Issue.record("NaN isn't named")
      return
    }
    #expect(time.isNaN)
    #expect(error([1, 2], [3, .nan], .paced) == nil)
    #expect(error([1]) == nil && error([1], .none, .cubic) == nil && error([1], [0]) == nil)
  }

  @Test(arguments: KeyframeCalculationMode.allCases) func oneValueHolds(mode: KeyframeCalculationMode) throws {
    let animation = try Numbers(values: [3], duration: 2, calculationMode: mode)
    for time in [-1, 0, 1, 2, 3, .infinity, .nan] { #expect(animation.value(time: time) == 3) }
  }

  @Test func survivesCoding() throws {
    let animation = try Numbers(
      values: [1, 2, 3], keyTimes: [0, 0.25, 1], duration: 2, calculationMode: .cubic,
      timingFunctions: [.linear, .easeIn], tensionValues: [0.5])
    let data = try JSONEncoder().encode(animation)
    let decoded = try JSONDecoder().decode(Numbers.self, from: data)
    #expect(decoded == animation && decoded.hashValue == animation.hashValue)
    #expect(decoded.value(time: 0.7) == animation.value(time: 0.7))
    let wrong = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "[0,0.25,1]", with: "[0,0.25,2]")
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Numbers.self, from: Data(wrong.utf8))
    }
    let reason = try #require(throws: KeyframeAnimationError.self) {
      try Numbers(values: [1, 2, 3], keyTimes: [0, 0.25, 2])
    }
    #expect(error.explanation == ": \(reason)")
    let keyframe = SpringKeyframe(1.5, duration: 0.5, spring: .bouncy)
    #expect(try JSONDecoder().decode(SpringKeyframe<Double>.self, from: JSONEncoder().encode(keyframe)) == keyframe)
    #expect(
      "\(try Numbers(values: [1, 2], duration: 1))" == "try KeyframeAnimation(values: [1.0, 2.0], duration: 1.0)")
  }
}
