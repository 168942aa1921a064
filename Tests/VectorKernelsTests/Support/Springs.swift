import VectorKernels

// The inputs of the tests of springs, and the references for their results.

extension Draw<Double> {
  /// Seconds per undamped period.
  static var response: Draw { .logarithmic(0.05...10) }

  /// From strongly underdamped to strongly overdamped. A third are close to critical, down to the last bits.
  static var dampingRatio: Draw {
    Draw(in: 0.05...100) { generator in
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: Double.random(in: 0.05...2, using: &generator)
      case 1: Draw.logarithmic(0.05...100).next(using: &generator)
      default:
        1 + Draw.logarithmic(1e-15...0.1).next(using: &generator) * (generator.oneIn(2) ? 1 : -1)
      }
    }
  }

  /// Displacements, and velocities over the angular frequency.
  static var state: Draw { .uniform(-100...100) }

  /// Time over the response: half of the time while the spring moves, or as far as overdamped springs take.
  static var periods: Draw {
    Draw(in: 0...1000) { generator in
      generator.oneIn(2)
        ? Double.random(in: 0...10, using: &generator) : Draw.logarithmic(1e-6...1000).next(using: &generator)
    }
  }
}

extension Element {
  /// The error of a closed form relative to the amplitude of the spring, as documented: the promise for Float, and for
  /// Double the same operations with more precision.
  static var closedFormError: Reference { self == Float.self ? 2e-6 : 4e-15 }

  /// The same for undamped springs after up to 1000 periods, as documented for Float. In Double the frequency's
  /// roundings dominate, the square root's, the product's, the constant's and the quotient's: 4 * 2^-53 of 2 pi * 1000.
  static var undampedError: Reference { self == Float.self ? 1e-5 : 3e-12 }
}

extension ReferenceSpring {
  init(_ spring: Spring) {
    self.init(angularFrequency: spring.angularFrequency.reference, dampingRatio: spring.dampingRatio.reference)
  }
}

extension Verdict {
  /// A position within `error` of the exact one, and a velocity within `error` times `rate`; both rounded once at the
  /// end.
  mutating func require<S: Element>(
    _ result: (position: S, velocity: S), near exact: (position: Reference, velocity: Reference),
    within error: Reference, rate: Reference, _ row: Int
  ) {
    let positionError = (result.position.reference - exact.position).magnitude
    require(
      positionError <= error + result.position.ulp.reference / 2, row,
      "position \(result.position) instead of \(exact.position): off by \(positionError) instead of \(error)")
    let velocityError = (result.velocity.reference - exact.velocity).magnitude
    require(
      velocityError <= error * rate + result.velocity.ulp.reference / 2, row,
      "velocity \(result.velocity) instead of \(exact.velocity): off by \(velocityError) instead of \(error * rate)")
  }
}

/// Springs with their own parameters, in the columns the batched calls take.
struct SpringColumns<S: Element> {
  var target: [S] = []
  var displacement: [S] = []
  var sineAmplitude: [S] = []
  var decay: [S] = []
  var frequency: [S] = []
  var start: [S] = []

  /// Springs that started so long before `time`.
  init(_ cases: Cases<Double>, at time: Double) {
    for i in cases.indices {
      let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
      let (y, v) = (cases[2][i], cases[3][i] * spring.angularFrequency)
      target.append(S(cases[4][i]))
      displacement.append(S(y))
      decay.append(S(spring.decay))
      frequency.append(S(spring.frequency))
      start.append(S(time - cases[5][i] * cases[0][i]))
      sineAmplitude.append(S((v + spring.decay * y) / Double(reference(i, sineAmplitude: 0).rate)))
    }
  }

  /// The numbers of a row's columns, as exact inputs.
  func reference(_ row: Int) -> ReferenceColumns {
    reference(row, sineAmplitude: sineAmplitude[row])
  }

  private func reference(_ row: Int, sineAmplitude: S) -> ReferenceColumns {
    ReferenceColumns(
      displacement: displacement[row].reference, sineAmplitude: sineAmplitude.reference, decay: decay[row].reference,
      frequency: frequency[row].reference)
  }

  func positions(at time: Double) -> [S] {
    output(target.count) {
      Batch.springPositions(
        at: time, targets: target.span, displacements: displacement.span, sineAmplitudes: sineAmplitude.span,
        decays: decay.span, frequencies: frequency.span, starts: start.span, into: $0)
    }
  }

  func motion(at time: Double) -> (positions: [S], velocities: [S]) {
    var positions = target
    let velocities = output(target.count) {
      Batch.springMotion(
        at: time, targets: target.span, displacements: displacement.span, sineAmplitudes: sineAmplitude.span,
        decays: decay.span, frequencies: frequency.span, starts: start.span, into: positions.mutableSpan,
        velocities: $0)
    }
    return (positions, velocities)
  }
}
