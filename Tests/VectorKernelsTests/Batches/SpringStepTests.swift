import Foundation
import Testing
import VectorKernels

// Rounding in a step. In units in which the angular frequency w is 1, no element of the matrix less the identity
// exceeds 2 in magnitude, nor its sum with the identity 1. With a = |y| + |v| / w, u = ulpOfOne / 2 and the target at
// 0, the new position is off by at most
//
//   u a (1: inner sum) + u a (1: outer sum) + 2 u a (elements) + 2 u a (products, where they aren't fused) = 6 u a,
//
// and so is the new velocity over w. The exact step never increases the energy y^2 + v^2 / w^2, so errors in (y, v / w)
// of up to 6 sqrt(2) u a per step add up, and a <= sqrt(2) times the root of the energy.

@Suite(.seeded) struct SpringStepTests {
  @Test func transitionsAreExact() {
    transitionsAreExact(Float.self)
    transitionsAreExact(Double.self)
  }

  @Test func ownTransitionsAreExact() {
    ownTransitionsAreExact(Float.self)
    ownTransitionsAreExact(Double.self)
  }

  @Test func twoHalfStepsAreOne() {
    twoHalfStepsAreOne(Float.self)
    twoHalfStepsAreOne(Double.self)
  }

  @Test func stepsFollowTheEquation() {
    stepsFollowTheEquation(Float.self)
    stepsFollowTheEquation(Double.self)
  }

  @Test func energyNeverGrows() {
    energyNeverGrows(Float.self)
    energyNeverGrows(Double.self)
  }

  @Test func ownStepsAreSharedSteps() {
    ownStepsAreSharedSteps(Float.self)
    ownStepsAreSharedSteps(Double.self)
  }

  @Test func restIsKept() {
    restIsKept(Float.self)
    restIsKept(Double.self)
  }

  /// However far a step goes back, its matrix is finite, so that what rests stays at rest. As long as the motion grows
  /// by less than the limits, the matrix is exact.
  @Test func stepsBackAreFinite() {
    stepsBackAreFinite(Float.self, limit: 62, together: 77)
    stepsBackAreFinite(Double.self, limit: 899, together: 899)
  }

  private func stepsBackAreFinite<S: Element>(_: S.Type, limit: Double, together: Double) {
    let springs = [6.3e-7, 1e-3, 0.1, 0.5, 2 * .pi, 6e6].flatMap { response in
      [0, 0.05, 0.5, 1, 1.0.nextUp, 1 + 1e-8, 1.001, 2, 30].map { Spring(response: response, dampingRatio: $0) }
    }
    let (decay, frequency) = (springs.map { S($0.decay) }, springs.map { S($0.frequency) })
    for time in [1e-3, 0.01, 0.1, 1, 6.8, 7.1, 56.8, 89.5245118, 160, 400, 1e4, 5e5, 1e9, 1e15] {
      let found = transitions(over: -time, decay: decay, frequency: frequency)
      for (index, spring) in springs.enumerated() {
        let matrix = (0..<4).map { found[$0][index] }
        #expect(matrix.allSatisfy { $0.isFinite }, "\(spring), \(time): \(matrix)")
        let grown = spring.decay * time / log(2)
        let parted = max(0, -spring.frequency * time)
        guard grown < limit, grown + parted < together, spring.angularFrequency * time < 1e3 else { continue }
        let reference = ReferenceColumns(
          displacement: 0, sineAmplitude: 0, decay: decay[index].reference, frequency: frequency[index].reference
        ).spring
        let exact = reference.transition(over: -time.reference)
        // An exponent and an angle are rounded by half an ulp of what they are. Next to critical damping, S / W is the
        // time.
        let growth = grown + parted + spring.angularFrequency * time
        let rate = abs(spring.frequency) * (spring.frequency < 0 ? log(2) : 2 * .pi)
        let part = max(1, min(1 + growth, spring.angularFrequency / rate))
        let scale = Reference(pow(2, grown + parted) * (1 + spring.decay / spring.angularFrequency) * part)
        for (element, unit) in reference.scales.enumerated() {
          let error = (matrix[element].reference - exact[element]).magnitude * unit
          let bound = S.ulpOfOne.reference * Reference(16 + 4 * growth) * scale
          #expect(error <= bound, "\(spring), \(time): \(matrix[element]), not \(exact[element])")
        }
      }
    }
  }

  @Test func stepsConverge() {
    stepsConverge(Float.self)
    stepsConverge(Double.self)
  }
}

extension SpringStepTests {
  /// Elements are computed in Double and rounded once. In Double, the terms that an element is the sum of lose a few
  /// roundings each, and none is larger than 2 (1 + z) w dt. The reference subtracts 1 with an error of its own.
  private func transitionsAreExact<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .periods) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let reference = ReferenceSpring(spring)
        let deltaTime = cases[0][i] * cases[2][i]
        let result = SpringStep<S>(spring, deltaTime: deltaTime).elements
        let exact = reference.transition(over: deltaTime.reference)
        let terms = min(4, 2 * (1 + reference.dampingRatio) * reference.angularFrequency * deltaTime.reference)
        for (element, scale) in reference.scales.enumerated() {
          let error = (result[element].reference - exact[element]).magnitude * scale
          let bound =
            result[element].ulp.reference / 2 * scale + 16 * Double.ulpOfOne.reference * terms
            + 2 * Reference.ulpOfOne
          verdict.require(
            error <= bound, i,
            "\(elements[element]) = \(result[element]) instead of \(exact[element]): off by \(error)")
        }
      }
    }
  }

  /// Decay and frequency are exact inputs. An element is a sum of terms no larger than 2 (1 + z) w dt or 4; their
  /// factors (two exponentials or sine and cosine, a quotient, w) and the sum add up to at most 16 roundings.
  private func ownTransitionsAreExact<S: Element>(_: S.Type) {
    for deltaTime in [1.0 / 240, 1.0 / 120, 1.0 / 60, 0.1, 1, 100] {
      check(.response, .dampingRatio) { cases, verdict in
        let springs = cases.indices.map { Spring(response: cases[0][$0], dampingRatio: cases[1][$0]) }
        let (decay, frequency) = (springs.map { S($0.decay) }, springs.map { S($0.frequency) })
        let results = transitions(over: deltaTime, decay: decay, frequency: frequency)
        for i in cases.indices {
          let columns = ReferenceColumns(
            displacement: 0, sineAmplitude: 0, decay: decay[i].reference, frequency: frequency[i].reference)
          let reference = columns.spring
          let exact = reference.transition(over: deltaTime.reference)
          let terms = min(4, 2 * (1 + reference.dampingRatio) * reference.angularFrequency * deltaTime.reference)
          for (element, scale) in reference.scales.enumerated() {
            let result = results[element][i]
            let error = (result.reference - exact[element]).magnitude * scale
            let bound = 8 * S.ulpOfOne.reference * terms + 2 * Reference.ulpOfOne
            verdict.require(
              error <= bound, i,
              "\(elements[element]) = \(result) instead of \(exact[element]) over \(deltaTime): off by \(error)")
          }
        }
      }
    }
  }

  /// Three steps: see above.
  private func twoHalfStepsAreOne<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .state, .state, .periods) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let reference = ReferenceSpring(spring)
        let deltaTime = cases[0][i] * cases[4][i]
        let state = (S(cases[2][i]), S(cases[3][i] * spring.angularFrequency))
        let whole = advance(state, by: [deltaTime], spring)
        let halves = advance(state, by: [deltaTime / 2, deltaTime / 2], spring)
        let amplitude = reference.amplitude(displacement: state.0.reference, velocity: state.1.reference)
        verdict.require(
          halves, near: (whole.0.reference, whole.1.reference), within: stepError(S.self, steps: 3) * amplitude,
          rate: reference.angularFrequency, i)
      }
    }
  }

  private func stepsFollowTheEquation<S: Element>(_: S.Type) {
    let frames: [Double] = [1 / 120, 1 / 60, 1 / 144, 0.1, 1 / 120, 1 / 120, 0.5, 1 / 1000]
    check(.response, .dampingRatio, .state, .state) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let reference = ReferenceSpring(spring)
        let state = (S(cases[2][i]), S(cases[3][i] * spring.angularFrequency))
        let result = advance(state, by: frames, spring)
        let exact = reference.motion(
          displacement: state.0.reference, velocity: state.1.reference, after: frames.map(\.reference).reduce(0, +))
        let amplitude = reference.amplitude(displacement: state.0.reference, velocity: state.1.reference)
        verdict.require(
          result, near: (exact.displacement, exact.velocity),
          within: stepError(S.self, steps: frames.count) * amplitude, rate: reference.angularFrequency, i)
      }
    }
  }

  /// With errors of 6 u a, the root of the energy grows by at most 12 u of itself.
  private func energyNeverGrows<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .state, .state, .periods) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let state = (S(cases[2][i]), S(cases[3][i] * spring.angularFrequency))
        let next = advance(state, by: [cases[0][i] * cases[4][i]], spring)
        func energyRoot(_ state: (S, S)) -> Reference {
          let (y, v) = (state.0.reference, state.1.reference / spring.angularFrequency.reference)
          return (y * y + v * v).squareRoot()
        }
        let before = max(1e-25, energyRoot(state))
        let growth = (energyRoot(next) - before) / before
        verdict.require(growth <= 6 * S.ulpOfOne.reference, i, "\(state) becomes \(next), which is \(growth) more")
      }
    }
  }

  private func ownStepsAreSharedSteps<S: Element>(_: S.Type) {
    let spring = Spring(response: 0.5, dampingRatio: 0.4)
    let matrix = SpringStep<S>(spring, deltaTime: 1 / 60).elements
    check(Draw<S>.signed(to: 100), .signed(to: 1000), .signed(to: 100)) { cases, verdict in
      let columns = matrix.map { element in cases.indices.map { _ in element } }
      let (xx, xv, vx, vv, target) = (columns[0], columns[1], columns[2], columns[3], cases[2])
      var (ownPositions, ownVelocities) = (cases[0], cases[1])
      Batch.springStep(
        positions: ownPositions.mutableSpan, velocities: ownVelocities.mutableSpan, targets: target.span,
        positionToPosition: xx.span, velocityToPosition: xv.span, positionToVelocity: vx.span,
        velocityToVelocity: vv.span)
      var (positions, velocities) = (cases[0], cases[1])
      SpringStep<S>(spring, deltaTime: 1 / 60).advance(
        positions: positions.mutableSpan, velocities: velocities.mutableSpan, targets: target.span)
      for i in cases.indices {
        let isSamePosition = ownPositions[i].isIdentical(to: positions[i])
        let isSameVelocity = ownVelocities[i].isIdentical(to: velocities[i])
        verdict.require(isSamePosition, i, "at \(ownPositions[i]) with its own matrix, \(positions[i]) without")
        verdict.require(isSameVelocity, i, "moves at \(ownVelocities[i]) with its own matrix, \(velocities[i]) without")
      }
    }
  }

  private func restIsKept<S: Element>(_: S.Type) {
    check(.response, .dampingRatio, .signed(to: 1e30), .periods) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let target = S(cases[2][i])
        let result = advance((target, 0), by: [cases[0][i] * cases[3][i]], spring, target: target)
        verdict.require(result == (target, 0), i, "leaves its rest for \(result)")
      }
    }
  }

  /// In the end only the rounding of the position is left: two sums that lose half an ulp each, and what a displacement
  /// becomes from then on is |y(t)| of an impulse. Velocities are small numbers with a relative error.
  private func stepsConverge<S: Element>(_: S.Type) {
    let target: S = 1.5
    var verdict = Verdict()
    defer { verdict.report() }
    for response in [0.15, 0.3, 0.5, 1, 2] {
      for dampingRatio in [0.05, 0.2, 0.5, 0.8, 0.99, 1, 1.01, 1.5, 3] {
        let spring = Spring(response: response, dampingRatio: dampingRatio)
        let reference = ReferenceSpring(spring)
        let frame: Reference = 1 / 120
        let frames = Int(45 / spring.decay * 120)
        let result = advance((0, 10), by: Array(repeating: Double(frame), count: frames), spring, target: target)
        let response = (0..<frames).lazy.map { frame * Reference($0) }
        let gain = response.map { reference.motion(displacement: 1, velocity: 0, after: $0).displacement.magnitude }
          .reduce(0, +)
        let bound = (gain + 1) * target.ulp.reference
        let error = (result.0.reference - target.reference).magnitude
        verdict.require(error <= bound, 0, "\(spring) ends at \(result.0), off by \(error) instead of \(bound)")
        verdict.require(
          result.1.reference.magnitude <= 2 * bound * reference.angularFrequency, 0,
          "\(spring) ends at speed \(result.1)")
      }
    }
  }
}

/// The frames of one hour at 120 Hz and how far springs have gone astray by then.
@Suite(.seeded) struct SpringHourTests {
  /// The promise: 5e-6 of the amplitude.
  @Test(arguments: [0.05, 0.1, 0.3, 0.6, 0.9, 1, 1.1, 2])
  func dampedSpringsFollowTheEquation(dampingRatio: Double) {
    for response in [0.15, 0.3, 0.5, 1] {
      let error = largestError(Spring(response: response, dampingRatio: dampingRatio))
      #expect(error <= 5e-6, "response \(response)")
    }
  }

  /// Without damping nothing forgets. Rounding an element of the matrix turns or stretches every step by up to u w dt,
  /// which adds up to 3600 w u in the hour for each of four elements; the roundings of the sums, 2 u of the amplitude
  /// each, are independent and add up like a random walk, of which six deviations are allowed.
  @Test(arguments: [0.5, 1])
  func undampedSpringsDriftSlowly(response: Double) {
    let spring = Spring(response: response, dampingRatio: 0)
    let unit = Float.ulpOfOne.reference / 2
    let bound = unit * (4 * 3600 * spring.angularFrequency.reference + 6 * 4 * Reference(frames).squareRoot())
    #expect(largestError(spring) <= bound)
  }

  private let frames = 432_000

  /// The largest error relative to the amplitude, every eight frames. Every 2400 frames the target of a damped spring
  /// changes, whether it has arrived or not.
  private func largestError(_ spring: Spring) -> Reference {
    let reference = ReferenceSpring(spring)
    let times: [Double] = [1 / 120, 1 / 60, 1 / 144, 1 / 90, 0.1]
    let steps = times.map { SpringStep<Float>(spring, deltaTime: $0) }
    var generator = Generator(seed: Settings.seed)
    var position: [Float] = [0]
    var velocity: [Float] = [0]
    var target: [Float] = [0]
    var exact: (displacement: Reference, velocity: Reference) = (0, 0)
    var elapsed: Reference = 0
    var amplitude: Reference = 0
    var largest: Reference = 0
    for frame in 0..<frames {
      if frame % 8 == 0 {
        exact = reference.motion(displacement: exact.displacement, velocity: exact.velocity, after: elapsed)
        elapsed = 0
        let error =
          (position[0].reference - target[0].reference - exact.displacement).magnitude
          + (velocity[0].reference - exact.velocity).magnitude / reference.angularFrequency
        if frame > 0 { largest = max(largest, error / amplitude) }
      }
      if frame % 2400 == 0 && (spring.dampingRatio > 0 || frame == 0) {
        let next: Float = frame % 4800 == 0 ? 1 : -1
        exact.displacement += target[0].reference - next.reference
        target[0] = next
        amplitude = reference.amplitude(displacement: exact.displacement, velocity: exact.velocity)
      }
      // Half of the frames take 1/120 s, the others any of the times.
      let pick = generator.oneIn(2) ? 0 : Int.random(in: times.indices, using: &generator)
      steps[pick].advance(
        positions: position.mutableSpan, velocities: velocity.mutableSpan, targets: target.span)
      elapsed += times[pick].reference
    }
    return largest
  }
}

private let elements = ["xx", "xv", "vx", "vv"]

extension ReferenceSpring {
  /// xx, xv, vx and vv: what unit displacement and unit velocity become, less the identity.
  fileprivate func transition(over time: Reference) -> [Reference] {
    let displaced = motion(displacement: 1, velocity: 0, after: time)
    let moving = motion(displacement: 0, velocity: 1, after: time)
    return [displaced.displacement - 1, moving.displacement, displaced.velocity, moving.velocity - 1]
  }

  /// The factors that make the elements of a transition comparable: units in which the angular frequency is 1.
  fileprivate var scales: [Reference] { [1, angularFrequency, 1 / angularFrequency, 1] }
}

extension ReferenceColumns {
  /// The spring with this decay and frequency.
  fileprivate var spring: ReferenceSpring {
    let dampingRatio = (decay + (frequency < 0 ? rate / 2 : 0)) / angularFrequency
    return ReferenceSpring(angularFrequency: angularFrequency, dampingRatio: dampingRatio)
  }
}

/// The most that the errors of steps may add up to, over the amplitude: 6 sqrt(2) u per step of sqrt(2) times the
/// amplitude at most.
private func stepError<S: Element>(_: S.Type, steps: Int) -> Reference {
  6 * S.ulpOfOne.reference * Reference(steps)
}

private func transitions<S: Element>(over deltaTime: Double, decay: [S], frequency: [S]) -> [[S]] {
  var (xx, xv, vx, vv) = (decay, decay, decay, decay)
  Batch.springTransitions(
    deltaTime: deltaTime, decays: decay.span, frequencies: frequency.span, into: xx.mutableSpan,
    velocityToPosition: xv.mutableSpan,
    positionToVelocity: vx.mutableSpan, velocityToVelocity: vv.mutableSpan)
  return [xx, xv, vx, vv]
}

/// A position and a velocity after steps over the times given.
private func advance<S: Element>(
  _ state: (S, S), by deltaTimes: [Double], _ spring: Spring, target: S = 0
) -> (S, S) {
  var positions = [state.0]
  var velocities = [state.1]
  let targets = [target]
  for deltaTime in deltaTimes {
    SpringStep<S>(spring, deltaTime: deltaTime).advance(
      positions: positions.mutableSpan, velocities: velocities.mutableSpan, targets: targets.span)
  }
  return (positions[0], velocities[0])
}

extension SpringStep {
  fileprivate var elements: [Element] {
    [positionToPosition, velocityToPosition, positionToVelocity, velocityToVelocity]
  }
}
