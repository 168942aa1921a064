import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct SpringTimingParametersTests {
  @Test func defaultsAreCoreAnimations() {
    let parameters = SpringTimingParameters()
    #expect(parameters.spring == Spring(mass: 1, stiffness: 100, damping: 10) && parameters.initialVelocity == 0)
    #expect(abs(parameters.settlingDuration + log(0.001 / (1 + 5 / 75.squareRoot())) / 5) < 1e-15)
  }

  /// The rule as it is written down, in higher precision.
  @Test func settlingFollowsTheFormula() {
    check(.logarithmic(0.1...10), .logarithmic(1...1000), .uniform(0.01...0.99), .uniform(-50...50)) { cases, verdict in
      for i in cases.indices {
        let (mass, stiffness) = (cases[0][i], cases[1][i])
        let damping = 2 * (mass * stiffness).squareRoot() * cases[2][i]
        let parameters = SpringTimingParameters(
          mass: mass, stiffness: stiffness, damping: damping, initialVelocity: cases[3][i])
        let (w, z) = (
          parameters.spring.angularFrequency.reference, parameters.spring.dampingRatio.reference
        )
        let (rate, damped) = (z * w, w * ((1 - z) * (1 + z)).squareRoot())
        let excess = (rate - cases[3][i].reference).magnitude / damped
        let expected = -log(0.001 / (1 + excess)) / rate
        // The difference of two rates may cancel; what is then lost of it is relative to the larger.
        let bound = 8 * Double.ulpOfOne.reference * (expected + (1 + rate / damped + excess) / rate)
        let error = (parameters.settlingDuration.reference - expected).magnitude
        verdict.require(error <= bound, i, "\(parameters.settlingDuration) instead of \(expected)")
      }
    }
  }

  /// Core Animation's result on macOS: its steps of 0.1 s add up to just less than 1.
  @Test func settlingAboveCriticalDampingIsInTenths() {
    #expect(SpringTimingParameters(damping: 20).settlingDuration == 0.9999999999999999)
    #expect(SpringTimingParameters(damping: 30).settlingDuration == 0.9999999999999999)
    for ratio in [1, 1.5, 10] {
      for velocity in [0.0, -30, 100] {
        let parameters = SpringTimingParameters(
          spring: Spring(response: 0.5, dampingRatio: ratio), initialVelocity: velocity)
        let time = parameters.settlingDuration
        #expect(abs(10 * time - (10 * time).rounded()) < 1e-9)
        #expect(abs(parameters.value(at: time - 0.1) - 1) >= 0.001)
        for later in 0...100 { #expect(abs(parameters.value(at: time + Double(later) / 50) - 1) < 0.001) }
      }
    }
  }

  @Test func everythingHasADuration() {
    for ratio in [0, 0.5, 1, 3] {
      for velocity in [.nan, .infinity, 0, 1e300, -1e300] {
        let parameters = SpringTimingParameters(
          spring: Spring(response: 0.5, dampingRatio: ratio), initialVelocity: velocity)
        #expect(parameters.settlingDuration >= 0, "\(parameters)")
      }
    }
    #expect(SpringTimingParameters(damping: 0).settlingDuration == .infinity)
  }

  @Test func unitsOfVelocityAreWholeWays() {
    let parameters = SpringTimingParameters(settlingDuration: 0.7, dampingRatio: 0.6, initialVelocity: 3)
    #expect(parameters.value(at: 0) == 0 && parameters.velocity(at: 0) == 3)
    #expect(parameters.spring == Spring(settlingDuration: 0.7, dampingRatio: 0.6))
    #expect(SpringTimingParameters(duration: 0.4, bounce: 0.2).spring == Spring(duration: 0.4, bounce: 0.2))
  }
}
