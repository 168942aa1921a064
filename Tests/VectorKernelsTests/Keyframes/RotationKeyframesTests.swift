import Testing
import VectorKernels

/// glTF 2.0's samplers of rotations (appendix C of its specification), one value and batched.
@Suite(.seeded) struct RotationKeyframesTests {
  private static func times(_ count: Int, using generator: inout Generator) -> [Double] {
    var times = [Double(Int.random(in: 0...1, using: &generator)) * 0.25]
    while times.count < count { times.append(times.last! + Double.random(in: 0.05...1, using: &generator)) }
    return times
  }

  /// slerp by the great circle's basis, as `ReferenceQuaternion` has it, at random times and at every key.
  @Test func linearIsSlerpOnTheShorterArc() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<300 {
      let times = Self.times(5, using: &generator)
      let values = times.map { _ in Rotations.random(using: &generator) }
      let keys = try RotationKeyframes(times: times, values: values)
      for i in 1..<5 {
        let amount = Double.random(in: 0...1, using: &generator)
        let time = times[i - 1] + amount * (times[i] - times[i - 1])
        let exact = ReferenceQuaternion(values[i - 1]).slerp(
          towards: ReferenceQuaternion(values[i]),
          amount: (time - times[i - 1]).reference / (times[i] - times[i - 1]).reference)
        // Slerp's own error, and that of amounts, an ulp of 4 / 0.05.
        #expect(exact.distance(to: keys.value(time: time)) < 1e-13)
        #expect(ReferenceQuaternion(values[i]).distance(to: keys.value(time: times[i])) < 1e-15)
      }
      #expect(keys.value(time: -1) == keys.value(time: times[0]) && keys.value(time: .nan) == keys.value(time: -1))
      #expect(keys.value(time: 99) == keys.value(time: times[4]) && keys.duration == times[4])
    }
  }

  @Test func stepsHoldUntilTheNextTime() throws {
    let turns = (0..<3).map { Quaternion(angle: .degrees(40 * Double($0)), axis: SIMD3(0, 0, 1.0)) }
    let keys = try RotationKeyframes(times: [0.5, 1, 2], values: turns, interpolation: .step)
    let angles = [0, 0.5, 0.99, 1, 1.99, 2, 3].map { keys.value(time: $0).angle.degrees.rounded() }
    #expect(angles == [0, 0, 0, 40, 40, 80, 80])
    let prepared = try keys.prepared()
    var found = [Quaternion<Float>](repeating: .identity, count: 7)
    prepared.values(at: [0, 0.5, 0.99, 1, 1.99, 2, 3].span, into: found.mutableSpan)
    #expect(found.map { $0.angle.degrees.rounded() } == [0, 0, 0, 40, 40, 80, 80])
  }

  /// The formula of appendix C, with tangents scaled by the time between the keys, and then normalised.
  @Test func cubicSplinesAreNormalised() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<300 {
      let times = Self.times(3, using: &generator)
      let lists = (0..<3).map { _ in times.map { _ in Rotations.random(using: &generator) } }
      let keys = try RotationKeyframes(
        times: times, values: lists[0], inTangents: lists[1], outTangents: lists[2])
      for i in 1..<3 {
        let t = Double.random(in: 0.001...0.999, using: &generator)
        let step = times[i] - times[i - 1]
        func term(_ q: Quaternion<Double>, _ factor: Double) -> ReferenceQuaternion {
          ReferenceQuaternion(q) * factor.reference
        }
        let square: Double = t * t
        let cube: Double = square * t
        let (leave, depart): (Double, Double) = (2 * cube - 3 * square + 1, cube - 2 * square + t)
        let (reach, arrive): (Double, Double) = (3 * square - 2 * cube, cube - square)
        var sum: ReferenceQuaternion = term(lists[0][i - 1], leave) + term(lists[2][i - 1], step * depart)
        sum = sum + term(lists[0][i], reach)
        sum = sum + term(lists[1][i], step * arrive)
        guard sum.length > 0.01 else { continue }
        let found = keys.value(time: times[i - 1] + t * step)
        let length = Double(sum.length)
        let unit: ReferenceQuaternion = sum * (1 / length.reference)
        let error = Double(unit.distance(to: found))
        #expect(error < 1e-12 / length)
      }
      #expect(ReferenceQuaternion(lists[0][1]).distance(to: keys.value(time: times[1])) < 1e-12)
    }
  }

  /// At times in any order, before, after and at the keys; within the documented error at a time half an ulp away.
  @Test func preparedIsTheSameAsOneByOne() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<200 {
      let keyTimes = Self.times([1, 2, 5, 40][row % 4], using: &generator)
      let values = keyTimes.map { _ in Rotations.random(using: &generator) }
      let tangents = keyTimes.map { _ in Rotations.random(using: &generator).scaled(by: 0.5) }
      // Curves that stay away from 0, where a rotation would turn within no time.
      let near = values.map { Quaternion(x: $0.x, y: $0.y, z: $0.z, w: $0.w + 3).normalized }
      let keys =
        row % 3 == 0
        ? try RotationKeyframes(times: keyTimes, values: near, inTangents: tangents, outTangents: tangents)
        : try RotationKeyframes(times: keyTimes, values: values)
      let prepared = try keys.prepared()
      let times =
        (0..<200).map { _ in Float.random(in: -0.2...Float(keys.duration) + 0.2, using: &generator) }
        + [-.infinity, .infinity]
      var found = times.map { _ in Quaternion<Float>.identity }
      prepared.values(at: times.span, into: found.mutableSpan)
      let now = Double.random(in: 0...1e4, using: &generator)
      let starts = times.map { Float(now - Double($0)) }
      var started = found
      prepared.values(at: now, starts: starts.span, into: started.mutableSpan)
      for (i, time) in times.enumerated() {
        for (result, time) in [(found[i], Double(time)), (started[i], now - Double(starts[i]))] {
          let exact = keys.value(time: time)
          // Half an ulp of the time on the steepest way, half a turn of the vector in 0.05 s; of the slower cubics, 8 ulp
          // of a component.
          let slack = 2e-6 + Double(Float(keys.duration).ulp) * 70
          let same = ReferenceQuaternion(exact.nearest(to: Quaternion<Double>(result)))
          let distance = Double(same.distance(to: result))
          verdict.require(distance <= slack, row, "\(result) instead of \(exact) at \(time) of \(keys)")
          verdict.require(abs(result.length - 1) <= 4e-7, row, "\(result) is \(result.length) long")
        }
      }
      var nan = [Quaternion<Float>.identity]
      prepared.values(at: [.nan].span, into: nan.mutableSpan)
      verdict.require(nan[0].x.isNaN && nan[0].w.isNaN, row, "NaN gives \(nan[0])")
    }
  }

  @Test func severalKeyframesAtOneTime() throws {
    let turns = (0..<4).map { Quaternion(angle: .degrees(20 * Double($0)), axis: SIMD3(0, 0, 1.0)) }
    let keys = try RotationKeyframes(times: [0, 0, 1, 1], values: turns)
    #expect([-1, 0, 0.5, 1, 2].map { keys.value(time: $0).angle.degrees.rounded() } == [0, 20, 30, 60, 60])
    let prepared = try keys.prepared()
    var found = [Quaternion<Float>](repeating: .identity, count: 5)
    prepared.values(at: [-1, 0, 0.5, 1, 2].span, into: found.mutableSpan)
    #expect(found.map { $0.angle.degrees.rounded() } == [0, 20, 30, 60, 60])
  }

  /// At the very times of keyframes, of which some are at one time, one value and the batch are the same.
  @Test func jumpsAreThoseOfOneValue() throws {
    let turns = (0..<4).map { Quaternion(angle: .degrees(20 * Double($0)), axis: SIMD3(0, 0, 1.0)) }
    let still = [Quaternion](repeating: Quaternion(x: 0.0, y: 0, z: 0, w: 0), count: 4)
    for times in [[0, 1, 1, 2], [1, 1, 2, 2], [0, 0, 1, 1], [0, 1, 2, 2], [0.5, 0.5, 0.5, 1]] {
      for keys in [
        try RotationKeyframes(times: times, values: turns),
        try RotationKeyframes(times: times, values: turns, interpolation: .step),
        try RotationKeyframes(times: times, values: turns, inTangents: still, outTangents: still),
      ] {
        let prepared = try keys.prepared()
        let moments: [Float] = [-1, 0, 0.5, 1, 2, 3]
        var found = [Quaternion<Float>](repeating: .identity, count: moments.count)
        prepared.values(at: moments.span, into: found.mutableSpan)
        let single = moments.map { keys.value(time: Double($0)).angle.degrees.rounded() }
        #expect(found.map { $0.angle.degrees.rounded() } == single.map { Double($0) }, "\(keys)")
      }
    }
  }

  @Test func badListsAreNamed() {
    let (zero, nan) = (Quaternion(x: 0.0, y: 0, z: 0, w: 0), Quaternion(x: 0, y: 0, z: 0, w: Double.nan))
    func error(_ create: () throws -> RotationKeyframes) -> KeyframeListError? {
      do {
        _ = try create()
        return nil
      } catch { return error as? KeyframeListError }
    }
    #expect(error { try RotationKeyframes(times: [], values: []) } == .noTimes)
    #expect(
      error { try RotationKeyframes(times: [0, 1], values: [.identity, zero]) } == .notARotation(.values, index: 1))
    #expect(error { try RotationKeyframes(times: [0], values: [nan]) } == .notARotation(.values, index: 0))
    #expect(
      error { try RotationKeyframes(times: [0], values: [.identity], inTangents: [zero], outTangents: [nan]) }
        == .notARotation(.outTangents, index: 0))
    #expect(
      error { try RotationKeyframes(times: [1, 0], values: [.identity, .identity]) }
        == .timeNotAscending(index: 1, 0, previous: 1))
  }
}
