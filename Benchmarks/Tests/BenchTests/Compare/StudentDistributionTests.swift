import Testing
import bench

@Suite struct StudentDistributionTests {
  // From tables with three decimals.
  @Test(arguments: [
    (2, 0.05, 2.920), (2, 0.005, 9.925), (4, 0.05, 2.132), (4, 0.0005, 8.610), (10, 0.025, 2.228), (16, 0.01, 2.583),
    (120, 0.025, 1.980),
  ])
  func quantilesAreThoseOfTables(freedom: Int, probability: Double, quantile: Double) {
    #expect(abs(StudentDistribution(freedom: freedom).upperQuantile(probability) - quantile) < 0.00051)
  }

  @Test func quantileInvertsTail() {
    for freedom in [2, 4, 16, 68] {
      let distribution = StudentDistribution(freedom: freedom)
      for exponent in 1...7 {
        let probability = pow10(-exponent)
        // The tail is a difference of numbers near one: ten units in their last place.
        #expect(abs(distribution.upperTail(distribution.upperQuantile(probability)) - probability) < 1e-14)
      }
    }
  }

  private func pow10(_ exponent: Int) -> Double { Double("1e\(exponent)")! }
}
