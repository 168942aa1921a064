import Testing
import bench

/// Tests the differences of a peer's results from the library's.
@Suite struct DeviationTests {
  @Test func isAFractionOfTheLargest() {
    // Differences of 1 and 2 beside a largest number of 8.
    #expect(deviation(of: [4, -6, 1], from: [4, -8, 0]) == 0.25)
  }

  @Test func isNothingWhereAllIsEqual() {
    #expect(deviation(of: [0, 0], from: [0, 0]) == 0)
    #expect(deviation(of: [1, 2], from: [1, 2]) == 0)
  }

  /// Only there are two numbers infinitely far apart in proportion.
  @Test func isInfiniteBesideZeros() {
    #expect(deviation(of: [1], from: [0]) == .infinity)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func isInfiniteForWhatIsNoNumber(value: Float) {
    #expect(deviation(of: [1, value], from: [1, 2]) == .infinity)
  }

  private func deviation(of present: [Float], from reference: [Float]) -> Double {
    var present = present
    return present.withUnsafeMutableBufferPointer { largestDeviation(from: reference, in: $0) }
  }
}
