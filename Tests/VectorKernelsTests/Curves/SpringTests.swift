import Testing
import VectorKernels

@Suite struct SpringTests {
  @Test(arguments: [(0, 1), (0.15, 0.85), (0.3, 0.7), (1, 0), (2, 0), (-0.5, 2), (-0.75, 4)])
  func bounceIsTheDampingRatio(bounce: Double, dampingRatio: Double) {
    let spring = Spring(duration: 0.5, bounce: bounce)
    #expect(spring.dampingRatio == dampingRatio)
    #expect(spring.angularFrequency == 4 * .pi)
  }

  @Test func defaultIsHalfASecondWithoutBounce() {
    #expect(Spring() == Spring(response: 0.5, dampingRatio: 1))
  }

  @Test func physicsAreTheSame() {
    // Core Animation's default: mass 1, stiffness 100, damping 10.
    let spring = Spring(stiffness: 100, damping: 10)
    #expect(spring.angularFrequency == 10 && spring.dampingRatio == 0.5)
    #expect(Spring(mass: 4, stiffness: 100, damping: 20).angularFrequency == 5)
    #expect(Spring(mass: 4, stiffness: 100, damping: 20).dampingRatio == 0.5)
    #expect(Spring(stiffness: 100, damping: 40).dampingRatio == 1)
    #expect(Spring(stiffness: 100, damping: 40, allowOverDamping: true).dampingRatio == 2)
  }

  /// What makes no spring is clamped to one that moves and doesn't grow.
  @Test func anyNumbersMakeASpring() {
    var verdict = Verdict()
    defer { verdict.report() }
    for a in absurdities {
      verdict.require(Spring(duration: a), "duration \(a)")
      verdict.require(Spring(bounce: a), "bounce \(a)")
      for b in absurdities {
        verdict.require(Spring(duration: a, bounce: b), "duration \(a), bounce \(b)")
        verdict.require(Spring(response: a, dampingRatio: b), "response \(a), damping ratio \(b)")
        for allowOverDamping in [false, true] {
          verdict.require(
            Spring(stiffness: a, damping: b, allowOverDamping: allowOverDamping),
            "stiffness \(a), damping \(b), \(allowOverDamping)")
          for c in absurdities {
            let spring = Spring(mass: a, stiffness: b, damping: c, allowOverDamping: allowOverDamping)
            verdict.require(spring, "mass \(a), stiffness \(b), damping \(c), \(allowOverDamping)")
            verdict.require(
              allowOverDamping || spring.dampingRatio <= 1, 0,
              "mass \(a), stiffness \(b), damping \(c) is overdamped: \(spring)")
          }
        }
      }
    }
  }

  /// NaN counts as the lower bound.
  @Test func absurdNumbersAreClamped() {
    #expect(Spring(response: 0, dampingRatio: .infinity) == Spring(response: -1, dampingRatio: 1e4))
    #expect(Spring(response: 0, dampingRatio: 1).angularFrequency == 1e7)
    #expect(Spring(response: .infinity, dampingRatio: 1).angularFrequency == 1e-6)
    #expect(Spring(response: .nan, dampingRatio: 1).angularFrequency == 1e-6)
    #expect(Spring(response: 1, dampingRatio: -1).dampingRatio == 0)
    #expect(Spring(response: 1, dampingRatio: .nan).dampingRatio == 0)
    #expect(Spring(stiffness: .nan, damping: 1).angularFrequency == 1e-6)
    #expect(Spring(stiffness: -1, damping: 1).angularFrequency == 1e-6)
    #expect(Spring(mass: 0, stiffness: 1, damping: 1).angularFrequency == 1e7)
    #expect(Spring(duration: 1, bounce: 2).dampingRatio == 0)
    #expect(Spring(duration: 1, bounce: -1).dampingRatio == 1e4)
    #expect(Spring(duration: 1, bounce: -2).dampingRatio == 1e4)
    #expect(Spring(duration: 1, bounce: .nan).dampingRatio == 0)
  }

  /// Four roundings at most, and a square root that halves an error.
  @Test func decayAndFrequencyAreThoseOfTheEquation() {
    check(.response, .dampingRatio) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (w, z) = (spring.angularFrequency.reference, spring.dampingRatio.reference)
        let distance = ((1 - z) * (1 + z)).magnitude.squareRoot()
        let decay = z > 1 ? w / (z + distance) : z * w
        let bound = 4 * Double.ulpOfOne.reference
        let decayError = (spring.decay.reference / decay - 1).magnitude
        verdict.require(decayError <= bound, i, "decay \(spring.decay) is off by \(decayError)")
        guard z != 1 else {
          verdict.require(spring.frequency > 0, i, "frequency \(spring.frequency) of a critical spring")
          continue
        }
        let columns = ReferenceColumns(
          displacement: 0, quadrature: 0, decay: spring.decay.reference, frequency: spring.frequency.reference)
        let rate = z > 1 ? 2 * w * distance : w * distance
        let rateError = (columns.rate / rate - 1).magnitude
        verdict.require((spring.frequency < 0) == (z > 1), i, "frequency \(spring.frequency)")
        verdict.require(rateError <= bound, i, "frequency \(spring.frequency) is off by \(rateError)")
      }
    }
  }
}

/// What nobody means, and a number that is fine.
private let absurdities: [Double] = [
  .nan, .infinity, -.infinity, 0, -0.0, -1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  0.5,
]

extension Verdict {
  fileprivate mutating func require(_ spring: Spring, _ origin: String) {
    require((1e-6...1e7).contains(spring.angularFrequency), 0, "\(origin): \(spring)")
    require((0...1e4).contains(spring.dampingRatio), 0, "\(origin): \(spring)")
    require(spring.decay.isFinite && spring.decay >= 0, 0, "\(origin): decay \(spring.decay)")
    require(spring.frequency.isFinite && spring.frequency != 0, 0, "\(origin): frequency \(spring.frequency)")
    requireFiniteMotion(of: spring, Float.self, origin)
    requireFiniteMotion(of: spring, Double.self, origin)
  }

  private mutating func requireFiniteMotion<S: Element>(of spring: Spring, _: S.Type, _ origin: String) {
    let (target, displacement, velocity, start): ([S], [S], [S], [S]) = ([1, 1], [-1, 0], [0, 10], [0, 0])
    let quadrature = output(2) {
      spring.quadratures(displacement: displacement.span, velocity: velocity.span, into: $0)
    }
    for time in [0, 1e-6, 1.0 / 60, 1, 1e6] {
      var positions = target
      let velocities = output(2) {
        spring.motion(
          at: time, target: target.span, displacement: displacement.span, quadrature: quadrature.span,
          start: start.span, positions: positions.mutableSpan, velocities: $0)
      }
      require(
        (positions + velocities).allSatisfy(\.isFinite), 0, "\(origin): moves to \(positions) at \(velocities)")
      var (stepped, speeds) = ([0, 1] as [S], velocity)
      SpringStep<S>(spring, deltaTime: time).advance(
        positions: stepped.mutableSpan, velocities: speeds.mutableSpan, target: target.span)
      require((stepped + speeds).allSatisfy(\.isFinite), 0, "\(origin): steps to \(stepped) at \(speeds)")
    }
  }
}
