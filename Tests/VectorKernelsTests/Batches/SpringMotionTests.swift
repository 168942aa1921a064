import Testing
import VectorKernels

@Suite(.seeded) struct SpringMotionTests {
  @Test func sharedSpringFollowsItsEquation() {
    sharedSpringFollowsItsEquation(Float.self)
    sharedSpringFollowsItsEquation(Double.self)
  }

  @Test(arguments: [0, 0.1, 1, 61.7, 3600.123, 1e6])
  func ownSpringsFollowTheirColumns(time: Double) {
    ownSpringsFollowTheirColumns(Float.self, at: time)
    ownSpringsFollowTheirColumns(Double.self, at: time)
  }

  @Test func undampedSpringsKeepTheirPhase() {
    undampedSpringsKeepTheirPhase(Float.self)
    undampedSpringsKeepTheirPhase(Double.self)
  }

  @Test func springsKeepTheirPhaseForAMillionTurns() {
    check(turns, .uniform(0...0.05), .state, .state, .uniform(1...1000)) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: 1 / cases[4][i], dampingRatio: i.isMultiple(of: 2) ? 0 : cases[1][i])
        let reference = ReferenceSpring(spring)
        let (y, v) = (Float(cases[2][i]), Float(cases[3][i] * spring.angularFrequency))
        let start = Float(cases[4][i])
        let time = Double(start) + cases[0][i] / cases[4][i]
        let result = motion(of: spring, at: time, displacement: y, velocity: v, target: 0, start: start)
        let exact = reference.motion(
          displacement: y.reference, velocity: v.reference, after: time.reference - start.reference)
        let amplitude = reference.amplitude(displacement: y.reference, velocity: v.reference)
        verdict.require(
          result, near: (exact.displacement, exact.velocity), within: millionTurnsError * amplitude,
          rate: reference.angularFrequency, i)
      }
    }
  }

  @Test func sharedSpringsNeverLeaveTheirAmplitude() {
    sharedSpringsNeverLeaveTheirAmplitude(Float.self)
    sharedSpringsNeverLeaveTheirAmplitude(Double.self)
  }

  @Test(arguments: [1, 1e3, 1e6, 1e9])
  func ownSpringsNeverLeaveTheirAmplitude(time: Double) {
    ownSpringsNeverLeaveTheirAmplitude(Float.self, at: time)
    ownSpringsNeverLeaveTheirAmplitude(Double.self, at: time)
  }

  @Test func motionStartsAsItIsTold() {
    motionStartsAsItIsTold(Float.self)
    motionStartsAsItIsTold(Double.self)
  }

  @Test func sineAmplitudesAreTheQuotient() {
    sineAmplitudesAreTheQuotient(Float.self)
    sineAmplitudesAreTheQuotient(Double.self)
  }

  @Test func positionsAreThoseOfTheMotion() {
    positionsAreThoseOfTheMotion(Float.self)
    positionsAreThoseOfTheMotion(Double.self)
  }

  @Test func timesThatAreNotFiniteGiveNaN() {
    timesThatAreNotFiniteGiveNaN(Float.self)
    timesThatAreNotFiniteGiveNaN(Double.self)
  }

  @Test func springsWaitForTheirStart() {
    springsWaitForTheirStart(Float.self)
    springsWaitForTheirStart(Double.self)
  }
}

extension SpringMotionTests {
  /// From the damping ratio and the angular frequency to the motion, through the sineAmplitude.
  private func sharedSpringFollowsItsEquation<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .state, .state, .state, .periods) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let reference = ReferenceSpring(spring)
        let (y, v) = (S(cases[2][i]), S(cases[3][i] * spring.angularFrequency))
        let target = S(cases[4][i])
        let start = target.magnitude
        let time = Double(start) + cases[5][i] * cases[0][i]
        let result = motion(of: spring, at: time, displacement: y, velocity: v, target: target, start: start)
        let exact = reference.motion(
          displacement: y.reference, velocity: v.reference, after: time.reference - start.reference)
        let amplitude = reference.amplitude(displacement: y.reference, velocity: v.reference)
        verdict.require(
          result, near: (target.reference + exact.displacement, exact.velocity), within: S.closedFormError * amplitude,
          rate: reference.angularFrequency, i)
      }
    }
  }

  /// The same bound for columns, which are exact inputs here. Rounding can move a start past the time.
  private func ownSpringsFollowTheirColumns<S: Element>(_: S.Type, at time: Double) {
    check(.response, .dampingRatio, .state, .state, .state, .periods) { cases, verdict in
      let columns = SpringColumns<S>(cases, at: time)
      let results = columns.motion(at: time)
      for i in cases.indices {
        let reference = columns.reference(i)
        let exact = reference.motion(after: max(0, time.reference - columns.start[i].reference))
        verdict.require(
          (results.positions[i], results.velocities[i]),
          near: (columns.target[i].reference + exact.displacement, exact.velocity),
          within: S.closedFormError * reference.amplitude, rate: reference.angularFrequency, i)
      }
    }
  }

  /// With little damping the error that grows is that of the phase, frequency times time.
  private func undampedSpringsKeepTheirPhase<S: Element>(_: S.Type) {
    check(.response, .uniform(0...0.05), .state, .state, .uniform(0...1000)) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let reference = ReferenceSpring(spring)
        let (y, v) = (S(cases[2][i]), S(cases[3][i] * spring.angularFrequency))
        let time = cases[0][i] * cases[4][i]
        let result = motion(of: spring, at: time, displacement: y, velocity: v, target: 0, start: 0)
        let exact = reference.motion(displacement: y.reference, velocity: v.reference, after: time.reference)
        let amplitude = reference.amplitude(displacement: y.reference, velocity: v.reference)
        verdict.require(
          result, near: (exact.displacement, exact.velocity), within: S.undampedError * amplitude,
          rate: reference.angularFrequency, i)
      }
    }
  }

  /// However wrong a phase has become: the energy of an exact spring never grows, so it is at most the root of
  /// y^2 + v^2 / w^2 at the start away, which is at most the amplitude.
  private func sharedSpringsNeverLeaveTheirAmplitude<S: Element>(_: S.Type) {
    check(longResponse, anyDampingRatio, .state, .state, .state, elapsed) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let reference = ReferenceSpring(spring)
        let (y, v) = (S(cases[2][i]), S(cases[3][i] * spring.angularFrequency))
        let target = S(cases[4][i])
        let start = target.magnitude
        let result = motion(
          of: spring, at: Double(start) + cases[5][i], displacement: y, velocity: v, target: target, start: start)
        let amplitude = reference.amplitude(displacement: y.reference, velocity: v.reference)
        verdict.require(result, stays: amplitude, from: target, rate: reference.angularFrequency, i)
      }
    }
  }

  private func ownSpringsNeverLeaveTheirAmplitude<S: Element>(_: S.Type, at time: Double) {
    check(longResponse, anyDampingRatio, .state, .state, .state, .uniform(0...1)) { cases, verdict in
      var columns = SpringColumns<S>(cases, at: time)
      columns.start = cases[5].map { S($0 * time) }
      let results = columns.motion(at: time)
      for i in cases.indices {
        let reference = columns.reference(i)
        verdict.require(
          (results.positions[i], results.velocities[i]), stays: reference.amplitude, from: columns.target[i],
          rate: reference.angularFrequency, i)
      }
    }
  }

  private func motionStartsAsItIsTold<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .state, .state) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let reference = ReferenceSpring(spring)
        let (y, v) = (S(cases[2][i]), S(cases[3][i] * spring.angularFrequency))
        let result = motion(of: spring, at: 0, displacement: y, velocity: v, target: 0, start: 0)
        let amplitude = reference.amplitude(displacement: y.reference, velocity: v.reference)
        verdict.require(result.position == y, i, "starts at \(result.position)")
        verdict.require(
          result, near: (y.reference, v.reference), within: S.closedFormError * amplitude,
          rate: reference.angularFrequency, i)
      }
    }
  }

  /// (v + decay y) / W. The sum rounds once or twice to the precision of its larger term; W, a rounded constant times
  /// the frequency, costs two roundings and the division one.
  private func sineAmplitudesAreTheQuotient<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .state, .state, .state, .periods) { cases, verdict in
      var columns = SpringColumns<S>(cases, at: 0)
      let velocity = cases.indices.map { S(cases[3][$0] / cases[0][$0]) }
      columns.sineAmplitude = output(velocity.count) { [columns] in
        Batch.springSineAmplitudes(
          displacements: columns.displacement.span, velocities: velocity.span, decays: columns.decay.span,
          frequencies: columns.frequency.span, into: $0)
      }
      for i in cases.indices {
        let reference = columns.reference(i)
        let (v, pull) = (velocity[i].reference, reference.decay * reference.displacement)
        let unit = S.ulpOfOne.reference / 2
        let bound =
          (2 * unit * max(v.magnitude, pull.magnitude, (v + pull).magnitude)
            + 4 * unit * (v + pull).magnitude + S.leastNonzeroMagnitude.reference) / reference.rate
          + S.leastNonzeroMagnitude.reference
        let error = (reference.sineAmplitude - (v + pull) / reference.rate).magnitude
        verdict.require(error <= bound, i, "\(columns.sineAmplitude[i]) is off by \(error) instead of \(bound)")
      }
    }
  }

  private func positionsAreThoseOfTheMotion<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .state, .state, .state, .periods) { cases, verdict in
      let columns = SpringColumns<S>(cases, at: 10)
      let positions = columns.motion(at: 10).positions
      let alone = columns.positions(at: 10)
      for i in cases.indices {
        verdict.require(alone[i].isIdentical(to: positions[i]), i, "\(alone[i]) alone, \(positions[i]) with velocity")
      }
    }
  }

  private func timesThatAreNotFiniteGiveNaN<S: Element>(_: S.Type) {
    let (zeros, ones) = ([S](repeating: 0, count: 3), [S](repeating: 1, count: 3))
    for time in [Double.nan, .infinity, -.infinity] {
      for dampingRatio in [0, 0.5, 1, 2] {
        let spring = Spring(response: 0.5, dampingRatio: dampingRatio)
        let positions = output(3) {
          spring.positions(
            at: time, targets: ones.span, displacements: ones.span, sineAmplitudes: ones.span, starts: zeros.span,
            into: $0)
        }
        let decays = [S](repeating: S(spring.decay), count: 3)
        let frequencies = [S](repeating: S(spring.frequency), count: 3)
        let own = output(3) {
          Batch.springPositions(
            at: time, targets: ones.span, displacements: ones.span, sineAmplitudes: ones.span, decays: decays.span,
            frequencies: frequencies.span, starts: zeros.span, into: $0)
        }
        #expect((positions + own).allSatisfy { $0.isNaN }, "\(positions) and \(own) at \(time)")
      }
    }
  }

  /// Before its start a spring is as it is at its start.
  private func springsWaitForTheirStart<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .state, .state, .state, .periods) { cases, verdict in
      var columns = SpringColumns<S>(cases, at: 0)
      columns.start = columns.start.map(\.magnitude)
      let early = columns.motion(at: 0)
      columns.start = columns.start.map { _ in 0 }
      let started = columns.motion(at: 0)
      for i in cases.indices {
        verdict.require(early.positions[i] == started.positions[i], i, "waits at \(early.positions[i])")
        verdict.require(early.velocities[i] == started.velocities[i], i, "waits with \(early.velocities[i])")
      }
    }
  }
}

/// The largest error of a shared spring in Float within a million turns: the promise for damped springs, whose phase
/// hasn't come far, and 2 pi times the phase's 1e-7 turn. In quarter turns, of which there are n = 4e6 at most, that is
///
///   head times time, less the whole        exact, less than 5/8
///   head times the time's rest, and the head's rest times the time    n 2^-24 < 1/4 each, so 2^-27 each when rounded
///   their sum, less than 1/2               2^-26
///   that and the remainder, less than 2    2^-24
///   the rests themselves, the time's in three places    n 2^-48 < 2^-26 each
///   less the nearest integer               exact
///
/// which adds up to 10 * 2^-26 quarter turns, or 4e-8 turn: 2.4e-7 of the amplitude, well below the promised 1e-7 turn.
private let millionTurnsError: Reference = 2e-6 + 2 * .pi * 1e-7

/// Half of the springs have turned a million times or nearly.
private let turns = Draw<Double>(in: 0...1e6) { generator in
  generator.oneIn(2)
    ? Double.random(in: 9e5...1e6, using: &generator) : Draw.logarithmic(1...1e6).next(using: &generator)
}

/// Springs of up to 10 Hz.
private let longResponse = Draw<Double>.logarithmic(0.1...1000)

/// A quarter of the springs is undamped, a quarter nearly so.
private let anyDampingRatio = Draw<Double>(in: 0...100) { generator in
  switch Int.random(in: 0..<4, using: &generator) {
  case 0: 0
  case 1: Draw.logarithmic(1e-15...0.05).next(using: &generator)
  default: Draw.dampingRatio.next(using: &generator)
  }
}

/// Seconds, up to 30 years.
private let elapsed = Draw<Double>(in: 0...1e9) { generator in
  generator.oneIn(2)
    ? Double.random(in: 0...1e9, using: &generator) : Draw.logarithmic(1e-3...1e9).next(using: &generator)
}

extension Verdict {
  /// Positions within the amplitude of the target and velocities within that times the rate, with 1e-5 of it to spare.
  fileprivate mutating func require<S: Element>(
    _ result: (position: S, velocity: S), stays amplitude: Reference, from target: S, rate: Reference, _ row: Int
  ) {
    let limit = amplitude * (1 + 1e-5)
    let distance = (result.position.reference - target.reference).magnitude
    require(
      distance <= limit + result.position.ulp.reference / 2, row,
      "position \(result.position) is \(distance) from \(target) instead of \(amplitude)")
    require(
      result.velocity.reference.magnitude <= limit * rate + result.velocity.ulp.reference / 2, row,
      "velocity \(result.velocity) instead of up to \(amplitude * rate)")
  }
}

/// One element through the calls of a shared spring.
private func motion<S: Element>(
  of spring: Spring, at time: Double, displacement: S, velocity: S, target: S, start: S
) -> (position: S, velocity: S) {
  let (y, v, target, start) = ([displacement], [velocity], [target], [start])
  let sineAmplitude = output(1) { spring.sineAmplitudes(displacements: y.span, velocities: v.span, into: $0) }
  var position: [S] = [.nan]
  let velocity = output(1) {
    spring.motion(
      at: time, targets: target.span, displacements: y.span, sineAmplitudes: sineAmplitude.span, starts: start.span,
      into: position.mutableSpan, velocities: $0)
  }
  return (position[0], velocity[0])
}
