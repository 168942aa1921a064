import Testing
import VectorKernels

private struct Card: PackedVector {
  typealias Component = Float
  var position: SIMD2<Float>
  var scale, opacity: Float
  var color: SIMD4<Float>
}

private struct Instance: BitwiseCopyable, Equatable {
  var position: SIMD2<Float> = [-1, -1]
  var color: UInt32 = 0xdead_beef
  var scale: UInt16 = 0xaaaa
  var layer: UInt16 = 7
}

/// Values that are packed from the animator's columns are those that the animator says they are.
@Suite(.seeded) struct AnimatorPackingTests {
  @Test func partsGoToFields() throws {
    var animator = Animator<Card>()
    let cards = try movedCards(1000, &animator)
    var instances = [Instance](repeating: Instance(), count: cards.count)
    animator.pack(\.position, as: .float32, into: instances.mutableSpan, at: \.position)
    animator.pack(\.scale, as: .float16, into: instances.mutableSpan, at: \.scale)
    animator.pack(\.color, as: .bgra8.premultiplied, into: instances.mutableSpan, at: \.color)
    var expected = [Instance](repeating: Instance(), count: cards.count)
    let values = cards.map { animator[$0]! }
    let (scales, colors) = (values.map(\.scale), values.map(\.color))
    Batch.pack(scales.span, as: .float16, into: expected.mutableSpan, at: \.scale)
    Batch.pack(colors.span, as: .bgra8.premultiplied, into: expected.mutableSpan, at: \.color)
    for index in expected.indices { expected[index].position = values[index].position }
    #expect(instances == expected)
  }

  @Test func wholeValuesGoToArraysAndMemory() throws {
    var animator = Animator<Card>()
    let cards = try movedCards(300, &animator)
    let values = cards.map { animator[$0]! }
    var copies = [Card](repeating: .zero, count: cards.count)
    animator.pack(\.self, as: .float32, into: copies.mutableSpan, at: \.self)
    #expect(copies == values)
    // Every 40 bytes from the fourth on, which leaves four before and between them.
    var bytes = [UInt8](repeating: 0xaa, count: 4 + 40 * cards.count)
    bytes.withUnsafeMutableBytes {
      animator.pack(\.self, as: .float32, into: $0.mutableBytes, offset: 4, stride: 40)
    }
    for (index, value) in values.enumerated() {
      let start = 4 + 40 * index
      #expect(withUnsafeBytes(of: value) { $0.elementsEqual(bytes[start..<start + 32]) })
    }
    #expect(bytes[..<4].allSatisfy { $0 == 0xaa } && bytes[36..<44].allSatisfy { $0 == 0xaa })
  }

  @Test func pairsWithGapsHaveTheirParts() throws {
    typealias Gapped = AnimatablePair<Float, AnimatablePair<SIMD4<Float>, SIMD3<Float>>>
    var animator = Animator<Gapped>()
    let first = Gapped(1, AnimatablePair([2, 3, 4, 5], [6, 7, 8]))
    _ = animator.add(first, count: 20)
    let last = Gapped(-1, AnimatablePair([-2, -3, -4, -5], [-6, -7, -8]))
    try animator.set(animator.add(.zero), to: last)
    var numbers = [Float](repeating: 0, count: 21)
    var fours = [SIMD4<Float>](repeating: .zero, count: 21)
    var threes = [SIMD3<Float>](repeating: .zero, count: 21)
    animator.pack(\.first, as: .float32, into: numbers.mutableSpan, at: \.self)
    animator.pack(\.second.first, as: .float32, into: fours.mutableSpan, at: \.self)
    animator.pack(\.second.second, as: .float32, into: threes.mutableSpan, at: \.self)
    #expect(numbers == Array(repeating: 1, count: 20) + [-1])
    #expect(fours[0] == first.second.first && fours[20] == last.second.first)
    #expect(threes[0] == first.second.second && threes[20] == last.second.second)
  }

  @Test func colorsComeOutAsTheyAre() throws {
    var animator = Animator<SIMD4<Float>>()
    let colors = (0..<600).map { index -> Color in
      let channel = { Double(index * $0 % 256) / 255 }
      return Color(.srgb, channel(37), channel(91), channel(153), alpha: Double(1 + index % 255) / 255)
    }
    for color in colors { _ = animator.add(SIMD4(color.animatableData)) }
    // Oklab in Float and back is off by a few 1e-6 at the most, also where it is divided by an opacity of 1/255: then
    // the numbers before were that much smaller, and so were their errors. Half a step is 2e-3.
    let expected = colors.map(\.rgba8)
    var pixels = [SIMD4<UInt8>](repeating: .zero, count: colors.count)
    animator.packColors(\.self, as: .rgba8, into: pixels.mutableSpan, at: \.self)
    #expect(pixels == expected)
    animator.packColors(\.self, as: .bgra8, into: pixels.mutableSpan, at: \.self)
    #expect(pixels == expected.map { [$0.z, $0.y, $0.x, $0.w] })
    var spaced = [UInt8](repeating: 0xaa, count: 7 * colors.count)
    spaced.withUnsafeMutableBytes {
      animator.packColors(\.self, as: .rgba8, into: $0.mutableBytes, offset: 2, stride: 7)
    }
    for (index, pixel) in expected.enumerated() {
      let rest = UInt8(0xaa)
      #expect(Array(spaced[7 * index..<7 * index + 7]) == [rest, rest, pixel.x, pixel.y, pixel.z, pixel.w, rest])
    }
    var floats = [SIMD4<Float>](repeating: .zero, count: colors.count)
    animator.packColors(
      \.self, as: PackingFormat(.float32, order: .rgba).premultiplied, into: floats.mutableSpan, at: \.self)
    for (color, float) in zip(colors, floats) {
      let exact = SIMD4(color.components * color.alpha, color.alpha)
      // Premultiplied again, all errors are those of numbers of 1 at the most.
      for component in 0..<4 { #expect(abs(Double(float[component]) - exact[component]) < 1e-5) }
    }
  }

  @Test func placesAndChangesAloneAreWritten() throws {
    var animator = Animator<SIMD2<Float>>()
    let others = animator.add(.one, count: 100)
    let cards = animator.add(.zero, count: 500)
    animator.advance(by: 1)
    try animator.animate(Array(cards[70..<200]), to: [10, 20], using: .linear(duration: 1))
    try animator.set(cards[499], to: [3, 4])
    try animator.set(others[0], to: [5, 6])
    animator.advance(by: 0.5)
    try animator.set(cards[63], to: [7, 8])

    let untouched = SIMD2<Float>(-1, -1)
    var all = [SIMD2<Float>](repeating: untouched, count: cards.count)
    animator.pack(\.self, in: cards.columnRange, as: .float32, into: all.mutableSpan, at: \.self)
    #expect(all == cards.map { animator[$0]! })

    var changed = [SIMD2<Float>](repeating: untouched, count: cards.count)
    animator.pack(
      \.self, in: cards.columnRange, as: .float32, into: changed.mutableSpan, at: \.self, changedOnly: true)
    for (index, handle) in cards.enumerated() {
      #expect(changed[index] == (try animator.isChanged(handle) ? all[index] : untouched))
    }

    var ranges: [Range<Int>] = []
    var byRange = [SIMD2<Float>](repeating: untouched, count: cards.count)
    animator.forEachChangedRange(in: cards.columnRange) { places in
      ranges.append(places)
      byRange.withUnsafeMutableBytes {
        animator.pack(
          \.self, in: places, as: .float32, into: $0.mutableBytes,
          offset: 8 * (places.lowerBound - cards.columnRange.lowerBound), stride: 8)
      }
    }
    #expect(ranges == [163..<164, 170..<300, 599..<600])
    #expect(byRange == changed)
  }

  @Test func changedRangesAreCutAtBounds() throws {
    check(.uniform(0...1), count: 300) { cases, verdict in
      var animator = Animator<Float>()
      let count = cases.indices.count
      let range = animator.add(0, count: count)
      animator.advance(by: 1)
      for index in cases.indices where cases[0][index] < 0.4 || index / 64 == 1 {
        try! animator.set(range[index], to: 1)
      }
      for bounds in [0..<count, 0..<min(64, count), count / 3..<count / 2, count / 2..<count / 2, count..<count] {
        var slots: [Int] = []
        animator.forEachChangedRange(in: bounds) { slots += Array($0) }
        let expected = bounds.filter { try! animator.isChanged(range[$0]) }
        verdict.require(slots == expected, 0, "\(slots) within \(bounds), not \(expected)")
      }
    }
  }

  @Test func nothingIsFine() {
    let animator = Animator<SIMD4<Float>>()
    var nothing: [UInt32] = []
    animator.pack(\.self, as: .rgba8, into: nothing.mutableSpan, at: \.self)
    animator.packColors(\.self, as: .rgba8, into: nothing.mutableSpan, at: \.self, changedOnly: true)
    nothing.withUnsafeMutableBytes {
      animator.packColors(\.self, in: 0..<0, as: .rgba8, into: $0.mutableBytes, stride: 4)
    }
    animator.forEachChangedRange { _ in Issue.record("nothing has changed") }
  }

  /// Cards on their way, with values of their own.
  private func movedCards(_ count: Int, _ animator: inout Animator<Card>) throws -> PropertyRange {
    let cards = animator.add(.zero, count: count)
    let targets = (0..<count).map { index -> Card in
      let x = Float(index) / Float(count)
      return Card(position: [x, 1 - x], scale: 2 * x, opacity: x, color: [x, 0.5, 1 - x, 0.8])
    }
    try animator.animate(cards, to: targets.span, using: .spring(duration: 1))
    animator.advance(by: 0.3)
    return cards
  }
}
