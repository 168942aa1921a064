import Testing
import bench

@Suite struct AxisTests {
  // Halves of pixels are far above the roundings of sums below a thousand.
  private let tolerance = 1e-9

  @Test func labelsThatFitStay() {
    #expect(spread([10, 100, 50], distance: 16, within: 0...200) == [10, 100, 50])
  }

  @Test func labelsAreMovedApartAroundTheirMiddle() {
    #expect(spread([100, 100], distance: 16, within: 0...200) == [92, 108])
  }

  @Test(arguments: 1...40) func labelsNeverCoverEachOther(seed: Int) {
    let wanted = (0..<12).map { (index: Int) -> Double in Double(index * index * seed * 37 % 400) }
    let places = spread(wanted, distance: 16, within: 0...400)
    let sorted = places.sorted()
    for index in 1..<12 {
      let distance: Double = sorted[index] - sorted[index - 1]
      #expect(distance >= 16 - tolerance)
    }
    #expect(sorted[0] >= -tolerance)
    #expect(sorted[11] <= 400 + tolerance)
    // Their order is that of what they name.
    for (a, b) in zip(wanted.indices.dropFirst(), wanted.indices) where wanted[a] < wanted[b] {
      #expect(places[a] < places[b])
    }
  }

  @Test func axisCoversItsValues() {
    let axis = LogAxis(covering: [0.03, 7, .nan, 0], from: 100, to: 400)
    #expect(axis.domain == 0.01...10)
    #expect(axis.ticks() == [0.01, 0.1, 1, 10])
    #expect(abs(axis.position(0.1) - 200) < tolerance)
    #expect(axis.position(1e9) == 400)
    #expect(axis.position(0) == 100)
  }

  @Test(arguments: [
    (0.1, "0.1"), (0.065312, "0.0653"), (1, "1"), (61.4, "61.4"), (99.99, "100"), (1234, "1234"),
    (100_000, "100\u{202F}000"), (.infinity, "-"),
  ])
  func figuresAreShort(value: Double, text: String) {
    #expect(Figure.short(value) == text)
  }
}
