import CVectorKernels
import Testing
import VectorKernels

/// The kernels that move values between dense columns and places of other columns, between pages that can't be read.
@Suite(.seeded) struct ScatteringKernelsTests {
  private static let counts = Array(0...70) + [127, 128, 129, 1000, 1024]
  private static let components = 3

  /// Ascending places from a base on, and a bit for each of them.
  private struct Places {
    let base: Int
    var places: [Int32] = []
    var words: [UInt64]

    /// - Parameter share: About how many of the places between the first and the last are taken.
    init(_ count: Int, share: Double, _ generator: inout Generator) {
      base = Int.random(in: 0...100, using: &generator)
      words = []
      var place = 0
      while places.count < count {
        if Double.random(in: 0..<1, using: &generator) < share {
          places.append(Int32(base + place))
          while words.count <= place / 64 { words.append(0) }
          words[place / 64] |= 1 << UInt64(place % 64)
        }
        place += 1
      }
    }

    /// The number of elements of a column that ends with the last place.
    var columnCount: Int { (places.last.map { Int($0) } ?? base - 1) + 1 }
  }

  private func guarded(_ values: [Float], _ placement: Placement) -> (GuardedColumn<Float>, UnsafeMutablePointer<Float>)
  {
    let memory = GuardedColumn<Float>(capacity: values.count + 18)
    return (memory, memory.place(values[...], placement).baseAddress!)
  }

  /// Values arrive at their places, and nothing else changes, whether the places are given as numbers or as bits.
  @Test(arguments: counts, [1, 0.9, 0.5, 0.1])
  func valuesAreScattered(count: Int, share: Double) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    let places = Places(count, share: share, &generator)
    let (stride, outStride) = (count + 2, places.columnCount + 5)
    let values = (0..<Self.components * stride).map { Float($0) }
    for (hasBits, placement) in [(false, Placement.end), (true, .offset(count % 17)), (true, .end)] {
      // The last column ends with its last place, behind which no page can be read or written.
      let source = guarded(Array(values.dropLast(2)), placement)
      let untouched = [Float](repeating: -1, count: (Self.components - 1) * outStride + places.columnCount)
      let out = guarded(untouched, placement)
      defer { withExtendedLifetime((source, out)) {} }
      vk_scatter_columns_f32(
        source.1, stride, places.places, places.words, hasBits ? places.words.count : 0, places.base, out.1, outStride,
        Self.components, count)
      var expected = untouched
      for component in 0..<Self.components {
        for (index, place) in places.places.enumerated() {
          expected[component * outStride + Int(place)] = values[component * stride + index]
        }
      }
      #expect(expected.indices.allSatisfy { out.1[$0] == expected[$0] })
    }
  }

  /// And they are gathered from there.
  @Test(arguments: counts, [1, 0.9, 0.5, 0.1])
  func valuesAreGathered(count: Int, share: Double) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    let places = Places(count, share: share, &generator)
    let (stride, outStride) = (places.columnCount + 5, count + 2)
    let values = (0..<(Self.components - 1) * stride + places.columnCount).map { Float($0) }
    for (hasBits, placement) in [(false, Placement.end), (true, .offset(count % 17)), (true, .end)] {
      let source = guarded(values, placement)
      let untouched = [Float](repeating: -1, count: Self.components * outStride - 2)
      let out = guarded(untouched, placement)
      defer { withExtendedLifetime((source, out)) {} }
      vk_gather_columns_f32(
        source.1, stride, places.places, places.words, hasBits ? places.words.count : 0, places.base, out.1, outStride,
        Self.components, count)
      var expected = untouched
      for component in 0..<Self.components {
        for (index, place) in places.places.enumerated() {
          expected[component * outStride + index] = values[component * stride + Int(place)]
        }
      }
      #expect(expected.indices.allSatisfy { out.1[$0] == expected[$0] })
    }
  }
}
