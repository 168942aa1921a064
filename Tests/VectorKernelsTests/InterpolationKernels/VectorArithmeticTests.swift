import Testing
import VectorKernels

@Suite(.seeded) struct VectorArithmeticTests {
  /// |amount - end| <= 1/2, so the error is that of the difference, at most half an ulp of it halved, and those of the
  /// product and of the sum, at most half an ulp each of the larger end.
  @Test func interpolationStaysCloseToTheExactValue() {
    check(Draw<Double>.signed(to: 1e300), .signed(to: 1e300), .uniform(0...1)) { cases, verdict in
      for i in cases.indices {
        let (a, b, t) = (cases[0][i], cases[1][i], cases[2][i])
        let result = a.interpolated(towards: b, amount: t)
        let exact = a.reference + t.reference * (b.reference - a.reference)
        let larger = max(a.magnitude, b.magnitude)
        let error = (result.reference - exact).magnitude
        verdict.require(error <= 2 * larger.ulp.reference, i, "\(result) is off by \(error)")
      }
    }
  }

  @Test func endsAreExact() {
    check(Draw<Double>.signed(to: 1e300), .signed(to: 1e300), .signed(to: 1e300)) { cases, verdict in
      for i in cases.indices {
        let (a, b, t) = (cases[0][i], cases[1][i], cases[2][i])
        verdict.require(a.interpolated(towards: b, amount: 0) == a, i, "at 0")
        verdict.require(a.interpolated(towards: b, amount: 1) == b, i, "at 1")
        verdict.require(a.interpolated(towards: a, amount: t) == a, i, "between equal ends")
        var moved = a
        moved.interpolate(towards: b, amount: 0.3)
        verdict.require(moved == a.interpolated(towards: b, amount: 0.3), i, "\(moved) in place")
      }
    }
  }

  @Test func outsideTheEndsItExtrapolates() {
    #expect(10.0.interpolated(towards: 20, amount: 1.5) == 25)
    #expect(10.0.interpolated(towards: 20, amount: -0.5) == 5)
  }

  @Test func badAmountsGiveBadNumbers() {
    #expect(1.0.interpolated(towards: 2, amount: .nan).isNaN)
    #expect(1.0.interpolated(towards: 2, amount: .infinity) == .infinity)
    #expect(AnimatablePair(1.0, Float.nan).interpolated(towards: AnimatablePair(2, 0), amount: 0.5).first == 1.5)
  }

  @Test func floatsScaleAsFloats() {
    #expect(Float(3).scaled(by: 0.1) == Float(3) * Float(0.1))
    #expect(Float(1e30).magnitudeSquared == Double(Float(1e30)) * Double(Float(1e30)))
  }
}
