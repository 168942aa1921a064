import Foundation
import Testing
import VectorKernels

/// The last time at which a spring is as far from its target as epsilon.
@Suite(.seeded) struct SpringLastCrossingTests {
  /// The textbook's closed forms in higher precision: at the crossing the distance is epsilon, and later it is never
  /// larger. A spring that is never as far away has 0.
  @Test func theDistanceIsEpsilonAndThenLess() {
    check(
      [.response, .dampingRatio, .state, .state, .state, .state, .logarithmic(1e-12...1000)], count: 10_000
    ) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let target = SIMD2(cases[2][i], cases[3][i])
        let velocity = SIMD2(cases[4][i], cases[5][i]) * spring.angularFrequency
        let time = spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: cases[6][i])
        Crossing(spring, target, velocity, epsilon: cases[6][i]).check(time, i, &verdict)
      }
    }
  }

  /// The same for one number, which passes its target.
  @Test func numbersCrossTheirTargets() {
    check([.response, .dampingRatio, .state, .state, .logarithmic(1e-12...1000)], count: 10_000) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (target, velocity) = (cases[2][i], cases[3][i] * spring.angularFrequency)
        let time = spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: cases[4][i])
        Crossing(spring, SIMD2(target, 0), SIMD2(velocity, 0), epsilon: cases[4][i]).check(time, i, &verdict)
        let single = spring.lastCrossing(
          target: Float(target), initialVelocity: Float(velocity), epsilon: cases[4][i])
        let rounded = spring.lastCrossing(
          target: Double(Float(target)), initialVelocity: Double(Float(velocity)), epsilon: cases[4][i])
        verdict.require(single == rounded, i, "\(single) of Float, \(rounded) of the same in Double")
      }
    }
  }

  /// A velocity along the way moves a vector as one number, also if it cancels the spring's slower part. Products of
  /// `Float`s are exact in `Double`, so the vectors are parallel to the last digit.
  @Test func parallelVectorsStayOnTheirLine() {
    check(
      [.response, .uniform(0.1...8), .state, .state, .uniform(-2...2), .logarithmic(1e-12...1000)], count: 10_000
    ) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (z, w) = (spring.dampingRatio, spring.angularFrequency)
        let cancelling = w * (z + max(0, z * z - 1).squareRoot())
        let target = SIMD2(Double(Float(cases[2][i])), Double(Float(cases[3][i])))
        for rate in [cancelling, cases[4][i] * w] {
          let velocity = target * Double(Float(rate))
          let time = spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: cases[5][i])
          Crossing(spring, target, velocity, epsilon: cases[5][i]).check(time, i, &verdict)
        }
      }
    }
  }

  /// The same with a small part of the velocity across the way, which is all that is left in the end.
  @Test func smallAnglesCount() {
    check(
      [.response, .uniform(1.01...8), .state, .state, .logarithmic(1e-12...1), .logarithmic(1e-12...1000)],
      count: 10_000
    ) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let (z, w) = (spring.dampingRatio, spring.angularFrequency)
        let target = SIMD2(cases[2][i], cases[3][i])
        let velocity =
          w * (z + (z * z - 1).squareRoot()) * (target + cases[4][i] * SIMD2(-target.y, target.x))
        let time = spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: cases[5][i])
        Crossing(spring, target, velocity, epsilon: cases[5][i]).check(time, i, &verdict)
      }
    }
  }

  /// Sums of such vectors overflow `Float`. Their squares don't, because lengths are `Double`.
  @Test func longestFloatsCross() {
    let spring = Spring(response: 0.5, dampingRatio: 2)
    for (target, velocity) in [
      (SIMD2<Float>(2e38, 2e38), SIMD2<Float>(2e38, -2e38)), ([2e38, 2e38], [1e9, -1e9]), ([1, 1], [2e38, -2e38]),
      ([2e38, 2e38], .zero),
    ] {
      let found = spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: 1e-3)
      let exact = spring.lastCrossing(
        target: SIMD2<Double>(target), initialVelocity: SIMD2<Double>(velocity), epsilon: 1e-3)
      // The slower part's factor has the rounding of Float, 6e-8 of the length.
      #expect(exact > 20 && abs(found - exact) < 1e-6 / spring.decay)
    }
  }

  /// Overdamped springs whose start, whose overshoot and whose way back pass epsilon in turn.
  @Test func overshootsOfOverdampedSpringsCount() {
    let spring = Spring(response: 1, dampingRatio: 3)
    let velocity = 30 * spring.angularFrequency
    let crossings = [1e-6, 0.5, 2.5, 2.9].map { epsilon in
      spring.lastCrossing(target: 3.0, initialVelocity: velocity, epsilon: epsilon)
    }
    // From 3 the spring passes its target at once, and comes back from beyond 0.
    let overshoot = (0...1000).map { spring.value(target: 3.0, initialVelocity: velocity, time: Double($0) / 1000) - 3 }
    let largest = overshoot.max()!
    #expect(largest > 0.5 && largest < 2.5)
    let passing = Double(overshoot.firstIndex { $0 >= 0 }!) / 1000
    #expect(crossings[0] > crossings[1] && crossings[1] > passing)
    #expect(crossings[2] < passing && crossings[3] < crossings[2] && crossings[3] > 0)
  }

  @Test func criticalSpringsFromRest() {
    let spring = Spring(response: 2 * .pi, dampingRatio: 1)
    for time in [0.125, 1, 10, 100, 600] {
      // The rounding of epsilon, and of 1 + t, change t by 2^-53 (1 + t) / t each; so do its own and the logarithms'.
      let found = spring.lastCrossing(target: 1.0, epsilon: (1 + time) * exp(-time))
      #expect(abs(found - time) <= 4 * .ulpOfOne * (1 + time) * (1 + time) / time)
    }
  }

  /// The n-th maximum from rest is e^(-n pi z / sqrt(1 - z^2)) far away, at n half periods.
  @Test func maximaOfUnderdampedSprings() {
    for ratio in [1e-6, 0.01, 0.1, 0.5, 0.9] {
      let spring = Spring(response: 1, dampingRatio: ratio)
      let halfPeriod = 0.5 / (1 - ratio * ratio).squareRoot()
      for n in [0.0, 1, 2, 5, 20] {
        let height = exp(-n * .pi * ratio / (1 - ratio * ratio).squareRoot())
        let above = spring.lastCrossing(target: 1.0, epsilon: height * (1 - 1e-10))
        let below = spring.lastCrossing(target: 1.0, epsilon: height * (1 + 1e-10))
        // Near its maximum the distance is height * (1 - (w t)^2 / 2), so 1e-10 are passed within 2e-5 / w. The maximum
        // before is higher by a factor of 1 + 3e-6 or more.
        #expect(above >= n * halfPeriod * (1 - 1e-14) && above - n * halfPeriod < 1e-5)
        #expect(below < n * halfPeriod - 1e-4 || n == 0 && below == 0)
      }
    }
  }

  @Test func undampedSpringsNeverStayOrAlways() {
    let spring = Spring(response: 2 * .pi, dampingRatio: 0)
    // 3 away at a velocity of 4: up to 5.
    #expect(spring.lastCrossing(target: 3.0, initialVelocity: 4, epsilon: 4.999) == .infinity)
    #expect(spring.lastCrossing(target: 3.0, initialVelocity: 4, epsilon: 5.001) == 0)
    // A circle.
    let (target, velocity) = (SIMD2(3.0, 0), SIMD2(0, 3.0))
    #expect(spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: 2.999) == .infinity)
    #expect(spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: 3.001) == 0)
  }

  /// Springs that hardly lose anything: no half turn is counted one by one, and the time is that of the envelope.
  @Test func longTimes() {
    for ratio in [1e-20, 1e-15, 1e-9] {
      for response in [1e-6, 1, 1e6] {
        let spring = Spring(response: response, dampingRatio: ratio)
        let exact = log(1000) / spring.decay
        // The maxima are half a period apart.
        #expect(abs(spring.lastCrossing(target: 1.0, epsilon: 0.001) - exact) <= response / 2 + 1e-14 * exact)
      }
    }
    let slow = Spring(response: 1, dampingRatio: 1e4)
    #expect(abs(slow.lastCrossing(target: 1.0, epsilon: 1e-300) * slow.decay / log(1e300) - 1) < 1e-8)
  }

  /// Only two vectors' lengths, and those of their sum and difference, count: a type that holds whole numbers does, too.
  @Test func vectorsOfAnyKind() {
    struct Steps: VectorArithmetic {
      var (count, others) = (0, 0)
      static var zero: Steps { Steps() }
      static func + (a: Steps, b: Steps) -> Steps { Steps(count: a.count + b.count, others: a.others + b.others) }
      static func - (a: Steps, b: Steps) -> Steps { Steps(count: a.count - b.count, others: a.others - b.others) }
      mutating func scale(by rhs: Double) {
        count = Int((Double(count) * rhs).rounded())
        others = Int((Double(others) * rhs).rounded())
      }
      var magnitudeSquared: Double { Double(count * count + others * others) }
    }
    for spring in [Spring.bouncy, .smooth, Spring(duration: 0.5, bounce: -0.5)] {
      for (target, velocity) in [
        (SIMD2(7.0, 3), SIMD2(-900.0, 41)), (SIMD2(1000, -4), SIMD2(1, 2)), (.zero, [50, 60]),
      ] {
        let exact = spring.lastCrossing(target: target, initialVelocity: velocity, epsilon: 0.5)
        let found = spring.lastCrossing(
          target: Steps(count: Int(target.x), others: Int(target.y)),
          initialVelocity: Steps(count: Int(velocity.x), others: Int(velocity.y)), epsilon: 0.5)
        let pairs = spring.lastCrossing(
          target: AnimatablePair(Float(target.x), target.y),
          initialVelocity: AnimatablePair(Float(velocity.x), velocity.y), epsilon: 0.5)
        #expect(exact > 0 && found == exact && pairs == exact)
      }
    }
  }

  @Test func betweenTwoValues() {
    struct Place: Animatable {
      var x: Double
      var animatableData: Double {
        get { x }
        set { x = newValue }
      }
    }
    let time = Spring.bouncy.lastCrossing(
      fromValue: Place(x: 10), toValue: Place(x: 30), initialVelocity: Place(x: 3), epsilon: 0.01)
    #expect(time == Spring.bouncy.lastCrossing(target: 20.0, initialVelocity: 3, epsilon: 0.01))
  }

  /// No spring stays away for longer than SwiftUI's estimate says by more than its tenth, where that is a bound.
  @Test func settlingDurationsAreLater() {
    check(.uniform(0.05...1), .uniform(0.05...0.99), count: 10_000) { cases, verdict in
      for i in cases.indices {
        let spring = Spring(response: cases[0][i], dampingRatio: cases[1][i])
        let time = spring.lastCrossing(target: 1.0, epsilon: 0.001)
        verdict.require(time <= spring.settlingDuration, i, "\(time), later than \(spring.settlingDuration)")
      }
    }
  }

  @Test func anythingHasATime() {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<20_000 {
      let spring = generator.wildSpring()
      let (a, b, epsilon) = (generator.wildNumber(), generator.wildNumber(), generator.wildNumber())
      let (c, d) = (generator.wildNumber(), generator.wildNumber())
      let times = [
        spring.lastCrossing(target: a, initialVelocity: b, epsilon: epsilon),
        spring.lastCrossing(target: SIMD2(a, c), initialVelocity: SIMD2(b, d), epsilon: epsilon),
        spring.lastCrossing(target: SIMD2(Float(a), Float(c)), initialVelocity: SIMD2(Float(b), Float(d)), epsilon: c),
      ]
      #expect(times.allSatisfy { $0 >= 0 }, "\(spring), \(a), \(b), \(c), \(d), \(epsilon): \(times)")
      let isFinite = (a * a + c * c).isFinite && (b * b + d * d).isFinite && epsilon > 0 && spring.dampingRatio > 0
      #expect(times[1].isFinite == isFinite || spring.dampingRatio == 0)
    }
    for spring in [Spring.smooth, .bouncy, Spring(duration: 1, bounce: -0.5)] {
      #expect(spring.lastCrossing(target: 1.0, epsilon: 0) == .infinity)
      #expect(spring.lastCrossing(target: 1.0, epsilon: -1) == .infinity)
      #expect(spring.lastCrossing(target: 1.0, epsilon: .nan) == .infinity)
      #expect(spring.lastCrossing(target: Double.infinity, epsilon: 1) == .infinity)
      #expect(spring.lastCrossing(target: 1.0, initialVelocity: .nan, epsilon: 1) == .infinity)
      #expect(spring.lastCrossing(target: 1.0, epsilon: .infinity) == 0)
      #expect(spring.lastCrossing(target: 1.0, epsilon: 1.001) == 0)
      #expect(spring.lastCrossing(target: 0.0, epsilon: .leastNonzeroMagnitude) == 0)
    }
  }

  @Test func batchesAreOneByOne() {
    batchesAreOneByOne(Float.self)
    batchesAreOneByOne(Double.self)
  }

  private func batchesAreOneByOne<S: Element>(_: S.Type) {
    var generator = Generator(seed: Settings.seed)
    for spring in [Spring.bouncy, .smooth, Spring(duration: 0.5, bounce: -0.5), Spring(duration: 0.5, bounce: 1)] {
      let targets = (0..<100).map { _ in S(generator.wildNumber()) }
      let velocities = (0..<100).map { _ in S(generator.wildNumber()) }
      let found = output(100) {
        spring.lastCrossings(targets: targets.span, initialVelocities: velocities.span, epsilon: 0.5, into: $0)
      }
      for i in found.indices {
        let one = spring.lastCrossing(target: targets[i], initialVelocity: velocities[i], epsilon: 0.5)
        #expect(found[i] == S(one), "\(targets[i]), \(velocities[i])")
      }
    }
  }
}

/// The distance of a spring over time, in higher precision.
private struct Crossing {
  let reference: ReferenceSpring
  let displacement, velocity: SIMD2<Double>
  let epsilon: Reference

  init(_ spring: Spring, _ target: SIMD2<Double>, _ velocity: SIMD2<Double>, epsilon: Double) {
    reference = ReferenceSpring(spring)
    (displacement, self.velocity, self.epsilon) = (-target, velocity, epsilon.reference)
  }

  func distance(at time: Reference) -> (distance: Reference, isRising: Bool) {
    let x = reference.motion(displacement: displacement.x.reference, velocity: velocity.x.reference, after: time)
    let y = reference.motion(displacement: displacement.y.reference, velocity: velocity.y.reference, after: time)
    let square = x.displacement * x.displacement + y.displacement * y.displacement
    return (square.squareRoot(), x.displacement * x.velocity + y.displacement * y.velocity > 0)
  }

  private var rates: (slow: Reference, fast: Reference) {
    let (w, z) = (reference.angularFrequency, reference.dampingRatio)
    let root = z > 1 ? ((z - 1) * (z + 1)).squareRoot() : 0
    return (w * (z > 1 ? 1 / (z + root) : z), w * (z + root + 1))
  }

  /// The error of the distance at a time: with the displacement `e^(-a t) (u c + r s)`, in which c and s are at most
  /// 1 and t or 1 over the frequency, the time and the phase have some roundings each, u and r too, and the logarithms
  /// as many of their own size.
  private func slack(at time: Reference) -> Reference {
    let (w, a) = (reference.angularFrequency, rates.slow)
    let u = hypot(displacement.x.reference, displacement.y.reference)
    let v = hypot(velocity.x.reference, velocity.y.reference)
    let r = v + a * u
    let logarithms = 1 + abs(log(epsilon)) + abs(log(max(u, v / w, 1e-300))) + a * time
    return 8 * Double.ulpOfOne.reference * (epsilon * logarithms + exp(-a * time) * (u + (w * u + r) * time))
  }

  func check(_ found: Double, _ row: Int, _ verdict: inout Verdict) {
    let time = found.reference
    let there = distance(at: time).distance
    if found > 0 {
      verdict.require(
        abs(there - epsilon) <= slack(at: time), row, "\(there) away at \(found), not \(epsilon) ± \(slack(at: time))")
    } else {
      verdict.require(there <= epsilon + slack(at: time), row, "\(there) away at 0, above \(epsilon)")
    }
    // Later times, near ones closely: the fast part is over within some of its own periods. Where the distance stops
    // growing there is a maximum.
    let (slow, fast) = rates
    var (before, wasRising) = (time, distance(at: time).isRising)
    var step = 1e-3 / fast
    while step < 40 / slow {
      let isRising = distance(at: time + step).isRising
      if wasRising && !isRising {
        var (early, late) = (before, time + step)
        for _ in 0..<64 {
          let middle = (early + late) / 2
          if distance(at: middle).isRising { early = middle } else { late = middle }
        }
        let peak = distance(at: late).distance
        verdict.require(
          peak <= epsilon + slack(at: late), row, "\(found), but \(peak) away at \(late), above \(epsilon)")
      }
      (before, wasRising) = (time + step, isRising)
      step *= 1.07
    }
  }
}
