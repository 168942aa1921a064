import Foundation
import Testing
import bench

@Suite struct StatisticsTests {
  @Test func weightedMedianOfEqualWeightsIsTheMedian() {
    for values in [[3.0], [1, 2], [5, 1, 3], [4, 4, 1, 9]] {
      let weights = Array(repeating: 0.1, count: values.count)
      #expect(Statistics.median(values, weights: weights) == Statistics.median(values))
    }
    #expect(Statistics.median([], weights: []).isNaN)
  }

  @Test func heaviestValueDecides() {
    #expect(Statistics.median([1, 2, 100], weights: [1, 1, 5]) == 100)
  }

  // Of 400 normal values the median's standard error is 1.2533 / 20 of theirs; an estimate from two of them is right to a
  // factor of two nearly always. A sum of
  // twelve even numbers is normal enough, with a deviation of 1.
  @Test func uncertaintyIsThatOfTheMedian() {
    var random = SystemRandomNumberGenerator()
    var values: [Double] = []
    for _ in 0..<400 {
      var value = 94.0
      for _ in 0..<12 { value += Double.random(in: 0..<1, using: &random) }
      values.append(value)
    }
    let expected = 1.2533 / 20 / 100
    let estimate = Statistics.uncertaintyOfMedian(values)
    #expect(estimate > expected / 3)
    #expect(estimate < expected * 3)
  }

  // The halves differ by a tenth: so may two runs.
  @Test func whatLastsLongShows() {
    let values = Array(repeating: 1.0, count: 50) + Array(repeating: 1.1, count: 50)
    #expect(Statistics.uncertaintyOfMedian(values) > 0.02)
    #expect(Statistics.uncertaintyOfMedian(Array(repeating: 1.0, count: 100)) == 0)
    #expect(Statistics.uncertaintyOfMedian([1]).isNaN)
  }
}
