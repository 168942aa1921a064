import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct SpringTests {
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

  /// Parameters of no possible spring are clamped to those of one that moves and doesn't grow.
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

  @Test func parametersReadBack() {
    check(.response, .dampingRatio, .logarithmic(0.01...100)) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        // A quotient of a quotient.
        verdict.require(abs(spring.response / cases[0][i] - 1) <= 2 * .ulpOfOne, i, "response \(spring.response)")
        verdict.require(spring.duration == spring.response && spring.mass == 1, i, "\(spring)")
        // 1 - z and 1 / z - 1 lose digits that are small beside 1.
        let again = Spring(duration: spring.duration, bounce: spring.bounce)
        verdict.require(
          abs(again.dampingRatio / spring.dampingRatio - 1) <= 4 * .ulpOfOne
            * max(spring.dampingRatio, 1 / spring.dampingRatio), i,
          "bounce \(spring.bounce)")
        let physics = Spring(
          mass: cases[2][i], stiffness: cases[2][i] * spring.stiffness, damping: cases[2][i] * spring.damping,
          allowOverDamping: true)
        verdict.require(physics.mass == cases[2][i], i, "mass \(physics.mass)")
        for (found, expected) in [
          (physics.angularFrequency, spring.angularFrequency), (physics.dampingRatio, spring.dampingRatio),
          (physics.stiffness, cases[2][i] * spring.stiffness), (physics.damping, cases[2][i] * spring.damping),
        ] {
          verdict.require(abs(found / expected - 1) <= 8 * .ulpOfOne, i, "\(found) instead of \(expected)")
        }
      }
    }
    #expect(Spring(mass: 2, stiffness: 32, damping: 4).stiffness == 32)
    #expect(Spring(mass: 2, stiffness: 32, damping: 4).damping == 4)
    #expect(Spring(mass: .nan, stiffness: 1, damping: 1).mass > 0)
  }

  @Test func presets() {
    #expect(Spring.smooth == Spring(duration: 0.5, bounce: 0))
    #expect(Spring.snappy == Spring(duration: 0.5, bounce: 0.15))
    #expect(Spring.bouncy == Spring(duration: 0.5, bounce: 0.3))
    #expect(Spring.snappy(duration: 0.4) == Spring(duration: 0.4, bounce: 0.15))
    #expect(Spring.bouncy(duration: 0.4, extraBounce: 0.1) == Spring(duration: 0.4, bounce: 0.4))
    #expect(Spring.smooth(extraBounce: -0.2) == Spring(duration: 0.5, bounce: -0.2))
  }

  @Test func descriptionsReadLikeTheCode() {
    #expect("\(Spring.bouncy)" == "Spring(duration: 0.5, bounce: 0.3)")
    #expect("\(Spring(duration: 0.35, bounce: -0.4))" == "Spring(duration: 0.35, bounce: -0.4)")
    #expect("\(Spring(response: 0.55, dampingRatio: 0.825))" == "Spring(duration: 0.55, bounce: 0.175)")
    #expect("\(Spring(stiffness: 100, damping: 10))" == "Spring(stiffness: 100.0, damping: 10.0)")
    #expect(
      "\(Spring(mass: 2, stiffness: 100, damping: 40, allowOverDamping: true))"
        == "Spring(mass: 2.0, stiffness: 100.0, damping: 40.0, allowOverDamping: true)")
    #expect("\(Spring(response: 1, dampingRatio: 0))" == "Spring(duration: 1.0, bounce: 1.0)")
  }

  /// The numbers in a description make the spring that it describes.
  @Test func descriptionsMakeTheSpring() {
    check(.response, .dampingRatio, count: 20_000) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let words = "\(spring)".split { " ,:()".contains($0) }.map(String.init)
        let numbers = words.compactMap(Double.init)
        let again: Spring
        switch words[1] {
        case "duration": again = Spring(duration: numbers[0], bounce: numbers[1])
        case "response": again = Spring(response: numbers[0], dampingRatio: numbers[1])
        default: again = Spring(stiffness: numbers[0], damping: numbers[1], allowOverDamping: words.last == "true")
        }
        // Numbers of 15 digits; a bounce is the difference of the damping ratio or its inverse to 1.
        let z = spring.dampingRatio
        verdict.require(abs(again.angularFrequency / spring.angularFrequency - 1) <= 2e-14, i, "\(spring)")
        verdict.require(abs(again.dampingRatio - z) <= 2e-14 * max(1, z * z), i, "\(spring)")
      }
    }
  }

  @Test func codesAsItsNumbers() throws {
    for spring in [Spring.bouncy, Spring(mass: 3, stiffness: 7, damping: 2), Spring(response: 0.3, dampingRatio: 5)] {
      let data = try JSONEncoder().encode(spring)
      #expect(try JSONDecoder().decode(Spring.self, from: data) == spring)
    }
    let noMass = #"{"angularFrequency": 10, "dampingRatio": 0.5}"#
    #expect(try JSONDecoder().decode(Spring.self, from: Data(noMass.utf8)) == Spring(stiffness: 100, damping: 10))
    for (wrong, name) in [
      (#"{"angularFrequency": -1, "dampingRatio": 0.5}"#, "angularFrequency is -1.0"),
      (#"{"angularFrequency": 1, "dampingRatio": -0.5}"#, "dampingRatio is -0.5"),
      (#"{"angularFrequency": 1, "dampingRatio": 0.5, "mass": 0}"#, "mass is 0.0"),
    ] {
      do {
        let spring = try JSONDecoder().decode(Spring.self, from: Data(wrong.utf8))
        Issue.record("\(wrong) gave \(spring)")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.debugDescription.hasPrefix(name))
      }
    }
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
          displacement: 0, sineAmplitude: 0, decay: spring.decay.reference, frequency: spring.frequency.reference)
        let rate = z > 1 ? 2 * w * distance : w * distance
        let rateError = (columns.rate / rate - 1).magnitude
        verdict.require((spring.frequency < 0) == (z > 1), i, "frequency \(spring.frequency)")
        verdict.require(rateError <= bound, i, "frequency \(spring.frequency) is off by \(rateError)")
        // The root takes off half of the three roundings in the inverse of the square. With four more, that is five and
        // a half.
        let (displacements, velocities) = ([0.0], [1.0])
        var inverse = [0.0]
        spring.sineAmplitudes(
          displacements: displacements.span, velocities: velocities.span, into: inverse.mutableSpan)
        let inverseError = (inverse[0].reference * rate - 1).magnitude
        verdict.require(inverseError <= bound, i, "the inverse rate \(inverse[0]) is off by \(inverseError)")
      }
    }
  }
}

/// Numbers that nobody means, and one that is fine.
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
    let sineAmplitude = output(2) {
      spring.sineAmplitudes(displacements: displacement.span, velocities: velocity.span, into: $0)
    }
    for time in [0, 1e-6, 1.0 / 60, 1, 1e6] {
      var positions = target
      let velocities = output(2) {
        spring.motion(
          at: time, targets: target.span, displacements: displacement.span, sineAmplitudes: sineAmplitude.span,
          starts: start.span, into: positions.mutableSpan, velocities: $0)
      }
      require(
        (positions + velocities).allSatisfy(\.isFinite), 0, "\(origin): moves to \(positions) at \(velocities)")
      var (stepped, speeds) = ([0, 1] as [S], velocity)
      SpringStep<S>(spring, deltaTime: time).advance(
        positions: stepped.mutableSpan, velocities: speeds.mutableSpan, targets: target.span)
      require((stepped + speeds).allSatisfy(\.isFinite), 0, "\(origin): steps to \(stepped) at \(speeds)")
    }
  }
}
