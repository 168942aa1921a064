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
