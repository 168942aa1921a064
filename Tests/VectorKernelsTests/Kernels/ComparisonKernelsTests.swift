import CVectorKernels
import Testing
import VectorKernels

/// The kernels that write a bit for each element, between pages that can't be read.
@Suite(.seeded) struct ComparisonKernelsTests {
  private static let edges: [Float] = [
    0, -0.0, 0.25, -0.25, Float(0.25).nextUp, Float(0.25).nextDown, -Float(0.25).nextUp, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  private func column(_ count: Int, _ generator: inout Generator) -> [Float] {
    (0..<count).map { _ in
      generator.oneIn(4) ? Self.edges.randomElement(using: &generator)! : Float.random(in: -1...1, using: &generator)
    }
  }

  /// The words that a kernel writes for a number of elements of guarded columns, and its result.
  private func words(
    _ columns: [[Float]], _ placement: Placement,
    _ kernel: ([UnsafePointer<Float>], UnsafeMutablePointer<UInt64>, Int) -> Int
  ) -> (bits: [Bool], count: Int) {
    let count = columns[0].count
    let memories = columns.map { _ in GuardedColumn<Float>(capacity: count + 18) }
    let places = zip(memories, columns).map { $0.place($1[...], placement) }
    // One word more, which isn't to be written.
    var words = [UInt64](repeating: .max, count: (count + 63) / 64 + 1)
    let result = withExtendedLifetime(memories) {
      kernel(places.map { UnsafePointer($0.baseAddress!) }, &words, count)
    }
    #expect(words.removeLast() == .max)
    return ((0..<words.count * 64).map { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }, result)
  }

  private func expect(_ found: (bits: [Bool], count: Int), _ expected: [Bool]) {
    #expect(found.bits == expected + Array(repeating: false, count: found.bits.count - expected.count))
    #expect(found.count == expected.count { $0 })
  }

  @Test(arguments: Array(0...130) + [1000, 4096])
  func bitsSayWhoIsAtMostALimit(count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    for limit in Self.edges {
      let values = column(count, &generator)
      for placement in [Placement.offset(count % 17), .end] {
        let found = words([values], placement) { vk_at_most_f32($0[0], limit, $1, $2) }
        expect(found, values.map { $0 <= limit })
      }
    }
  }

  @Test(arguments: Array(0...130) + [1000, 4096])
  func bitsSayWhoHasPassed(count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    for limit in Self.edges {
      let (columns, time) = (
        (0..<2).map { _ in column(count, &generator) }, Float.random(in: -1...1, using: &generator)
      )
      for placement in [Placement.offset(count % 17), .end] {
        let found = words(columns, placement) { vk_passed_f32($0[0], $0[1], time, limit, $1, $2) }
        expect(found, (0..<count).map { columns[1][$0] * (time - columns[0][$0]) >= limit })
      }
    }
  }

  @Test(arguments: Array(0...130) + [1000, 4096])
  func bitsSayWhoHasSettled(count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    for epsilon in Self.edges {
      let columns = (0..<3).map { _ in column(count, &generator) }
      for placement in [Placement.offset(count % 17), .end] {
        let found = words(columns, placement) { vk_settled_f32($0[0], $0[1], $0[2], epsilon, 0.5, $1, $2) }
        expect(
          found, (0..<count).map { abs(columns[0][$0] - columns[2][$0]) <= epsilon && abs(columns[1][$0]) <= 0.5 })
      }
    }
  }
}
