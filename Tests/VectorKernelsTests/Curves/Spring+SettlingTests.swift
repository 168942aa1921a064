import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct SpringSettlingTests {
  /// The rule as it is written down, in higher precision.
  @Test func underdampedFollowsTheFormula() {
    check(.response, .uniform(0.01...0.9999), .state, .state, .logarithmic(1e-9...1)) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (target, velocity, epsilon) = (cases[2][i], cases[3][i], cases[4][i])
        let rate = spring.dampingRatio.reference * spring.angularFrequency.reference
        let speed = (target.reference * rate - velocity.reference).magnitude + target.reference.magnitude
        let expected = speed == 0 ? 0 : max(0, -log(epsilon.reference / speed) / rate)
        let found = spring.settlingDuration(target: target, initialVelocity: velocity, epsilon: epsilon)
        // A few roundings inside the logarithm, and where `speed` cancels as many of what it is the difference of.
        let scale = (target.reference * rate).magnitude + velocity.reference.magnitude + target.reference.magnitude
        let inside = speed == 0 ? 0 : min(1, 8 * scale / speed * Double.ulpOfOne.reference)
        let bound = inside / rate + 8 * Double.ulpOfOne.reference * expected
        verdict.require(
          (found.reference - expected).magnitude <= bound, i, "\(found) instead of \(expected)")
      }
    }
  }

  /// Once the formula's time has come, the distance stays below epsilon, for springs with a period of a second or less
  /// that start at rest.
  @Test func underdampedHasSettledByThen() {
    check(.uniform(0.05...1), .uniform(0.05...0.99), .uniform(0...3), count: 20_000) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let time = spring.settlingDuration + cases[2][i]
        let distance = abs(spring.value(target: 1.0, time: time) - 1)
        verdict.require(distance <= 0.001, i, "still \(distance) away after \(time)")
      }
    }
  }

  /// By the definition: the first tenth of a second after which 10 further ones are below epsilon.
  @Test func criticalAndOverdampedAreTenths() {
    check(.logarithmic(0.1...20), .uniform(1...8), .state, .state, .logarithmic(1e-6...1), count: 5_000) {
      cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (target, velocity, epsilon) = (cases[2][i], cases[3][i], cases[4][i])
        let found = spring.settlingDuration(target: target, initialVelocity: velocity, epsilon: epsilon)
        requireTenths(
          found, of: spring, target: SIMD2(target, 0), velocity: SIMD2(velocity, 0), epsilon: epsilon, i, &verdict)
      }
    }
  }

  /// The same for vectors, from rest and with a velocity in another direction.
  @Test func vectorsSettleInTenths() {
    check(
      [.logarithmic(0.1...20), .uniform(1...8), .state, .state, .state, .state, .logarithmic(1e-6...1)], count: 5_000
    ) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (target, epsilon) = (SIMD2(cases[2][i], cases[3][i]), cases[6][i])
        for velocity in [.zero, SIMD2(cases[4][i], cases[5][i])] {
          let found = spring.settlingDuration(target: target, initialVelocity: velocity, epsilon: epsilon)
          requireTenths(found, of: spring, target: target, velocity: velocity, epsilon: epsilon, i, &verdict)
          let pairs = spring.settlingDuration(
            target: AnimatablePair(target.x, target.y), initialVelocity: AnimatablePair(velocity.x, velocity.y),
            epsilon: epsilon)
          verdict.require(pairs == found, i, "\(pairs) of pairs, \(found) of the same in SIMD2")
        }
      }
    }
  }

  private func requireTenths(
    _ found: Double, of spring: Spring, target: SIMD2<Double>, velocity: SIMD2<Double>, epsilon: Double, _ row: Int,
    _ verdict: inout Verdict
  ) {
    guard found < 100 else { return }
    let reference = ReferenceSpring(spring)
    func distance(_ tenths: Int) -> Reference {
      // SwiftUI's sum of tenths is within 1e-12 of their number.
      let offsets = [0, 1].map { axis in
        reference.motion(
          displacement: target[axis].reference, velocity: -velocity[axis].reference, after: Reference(tenths) / 10
        ).displacement
      }
      return hypot(offsets[0], offsets[1])
    }
    let tenths = Int((found * 10).rounded())
    verdict.require(abs(found * 10 - Double(tenths)) < 1e-9, row, "\(found) isn't a multiple of 0.1")
    let slack = 1e-9 * epsilon.reference
    for n in tenths...tenths + 10 {
      verdict.require(distance(n) < epsilon.reference + slack, row, "\(found), but \(distance(n)) away at \(n) / 10")
    }
    if tenths > 0 {
      let before = distance(tenths - 1)
      verdict.require(before >= epsilon.reference - slack, row, "\(found), but \(before) away at \(tenths - 1) / 10")
    }
  }

  @Test func presetsSettle() {
    // The critical spring of half a second is 0.00109 from its target at 0.7 s... and below 0.001 at 0.8 s.
    #expect("\(Spring.smooth.settlingDuration)" == "0.7999999999999999")
    #expect(abs(Spring.snappy.settlingDuration - log((0.85 * 4 * .pi + 1) / 0.001) / (0.85 * 4 * .pi)) < 1e-15)
    #expect(Spring(duration: 1, bounce: 1).settlingDuration == .infinity)
  }

  /// The duration of a critically damped spring is found without a search, and is the one that the search finds, also
  /// where a step of the search is a few roundings from the spring's arrival.
  @Test func criticalSpringsSettleAsSearched() {
    var random = Generator(seed: Settings.seed)
    func check(arrivingAt time: Double) {
      // The positive root of (1 + u) exp(-u) = 0.001, divided by the frequency.
      let spring = Spring(response: 2 * .pi * time / 9.233413476451585730, dampingRatio: 1)
      #expect(spring.settlingDuration == spring.settlingDuration(target: 1.0, epsilon: 0.001), "\(spring)")
    }
    for _ in 0..<5000 { check(arrivingAt: exp(Double.random(in: -12...6, using: &random))) }
    var step = 0.0
    for _ in 1...1010 {
      step += 0.1
      for distance in [0, 1e-14, 1e-13, 0.5e-12, 1.01e-12, 2e-12, 1e-11, 1e-9] {
        check(arrivingAt: step * (1 + distance))
        check(arrivingAt: step * (1 - distance))
      }
    }
  }

  /// Springs that need longer than SwiftUI looks: the time at which the distance passes epsilon.
  @Test func slowSpringsSettleToo() {
    for (response, ratio) in [(200.0, 1.0), (50, 4), (1e6, 1), (5, 1000)] {
      let spring = Spring(response: response, dampingRatio: ratio)
      let time = spring.settlingDuration
      #expect(time > 102)
      // The value is within 4e-15, and the time has some roundings, by each of which the distance changes by 1e-17.
      let (now, before) = (spring.value(target: 1.0, time: time), spring.value(target: 1.0, time: time * (1 - 1e-12)))
      #expect(abs(now - 1) <= 0.001 + 5e-15)
      #expect(abs(before - 1) >= 0.001 - 1e-12)
    }
  }

  @Test func everythingHasADuration() {
    let absurdities: [Double] = [.nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e300, -1e300, 1]
    for ratio in [0, 1e-300, 0.5, 1, 2, 1e4] {
      for response in [1e-6, 0.5, 1e6] {
        let spring = Spring(response: response, dampingRatio: ratio)
        for target in absurdities {
          for velocity in absurdities {
            for epsilon in absurdities {
              let duration = spring.settlingDuration(target: target, initialVelocity: velocity, epsilon: epsilon)
              #expect(duration >= 0, "\(spring), \(target), \(velocity), \(epsilon)")
            }
          }
        }
      }
    }
    #expect(Spring.smooth.settlingDuration(target: 1.0, epsilon: 0) == .infinity)
    #expect(Spring.bouncy.settlingDuration(target: Double.infinity, epsilon: 1) == .infinity)
    #expect(Spring.bouncy.settlingDuration(target: 0.0, epsilon: 1) == 0)
    #expect(Spring.smooth.settlingDuration(target: 0.0, epsilon: 1) == 0)
    #expect(Spring(bounce: 1).settlingDuration(target: 0.0, epsilon: 1) == .infinity)
  }

  @Test func durationsBetweenTwoValues() {
    let duration = Spring.bouncy.settlingDuration(
      fromValue: Place(x: 10), toValue: Place(x: 30), initialVelocity: Place(x: 3), epsilon: 0.01)
    #expect(duration == Spring.bouncy.settlingDuration(target: 20.0, initialVelocity: 3, epsilon: 0.01))
  }

  /// SwiftUI's two equations, put in logarithms so that nothing underflows, in higher precision: a root of the
  /// documented rule makes their sides equal.
  @Test func springsAreFoundBySettlingDuration() {
    check(.logarithmic(0.01...10), .uniform(0.01...1.2), .logarithmic(1e-9...0.005)) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(settlingDuration: cases[0][i], dampingRatio: cases[1][i], epsilon: cases[2][i])
        let z = min(cases[1][i], 1).reference
        let (phase, logarithm) = (spring.angularFrequency.reference * cases[0][i].reference, log(cases[2][i].reference))
        let excess =
          z < 1 ? log(z / ((1 - z) * (1 + z)).squareRoot()) - z * phase - logarithm : log1p(phase) - phase - logarithm
        // The phase, at most 1e3, has a rounding in its product with the duration, as the terms of the sum have theirs:
        // together eight of the larger, and what the logarithm's argument was rounded by, three.
        let bound = Double.ulpOfOne.reference * (8 * (z * phase + abs(logarithm)) + 3)
        verdict.require(abs(excess) <= bound, i, "\(spring) misses by \(excess)")
        verdict.require(spring.dampingRatio == min(cases[1][i], 1), i, "\(spring)")
      }
    }
  }

  /// SwiftUI's own results, to the digits that were recorded on macOS.
  @Test func settlingSpringsAreSwiftUIs() {
    let bouncing = Spring(settlingDuration: 0.5, dampingRatio: 0.3)
    #expect(abs(bouncing.angularFrequency - 38.3396) < 5e-5 && bouncing.dampingRatio == 0.3)
    let clamped = Spring(settlingDuration: 2, dampingRatio: 20)
    #expect(abs(clamped.angularFrequency - 4.6167) < 5e-5 && clamped.dampingRatio == 1)
    for (outside, inside) in [(0.001, 0.01), (-1, 0.01), (.nan, 0.01), (11, 10), (.infinity, 10)] {
      for ratio in [0.4, 1] {
        #expect(
          Spring(settlingDuration: outside, dampingRatio: ratio)
            == Spring(settlingDuration: inside, dampingRatio: ratio))
      }
    }
    // No frequency above 0 solves these.
    for (ratio, epsilon) in [(0, 0.001), (-1, 0.001), (.nan, 0.001), (0.0009, 0.001), (1, 1), (0.5, 0.9)] {
      #expect(Spring(settlingDuration: 1, dampingRatio: ratio, epsilon: epsilon).angularFrequency == 1e-6)
    }
  }

  @Test func anySettlingDurationMakesASpring() {
    let absurdities: [Double] = [.nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e300, 1]
    for duration in absurdities {
      for ratio in absurdities {
        for epsilon in absurdities {
          let spring = Spring(settlingDuration: duration, dampingRatio: ratio, epsilon: epsilon)
          #expect((1e-6...1e7).contains(spring.angularFrequency) && (0...1e4).contains(spring.dampingRatio))
        }
      }
    }
  }
}

private struct Place: Animatable {
  var x: Double

  var animatableData: Double {
    get { x }
    set { x = newValue }
  }
}
