import Testing
import VectorKernels

@Suite(.seeded) struct SettledTests {
  @Test(arguments: Array(0...130) + [1000, 4096])
  func bitsSayWhoHasSettled(count: Int) {
    bitsSayWhoHasSettled(Float.self, count)
    bitsSayWhoHasSettled(Double.self, count)
  }

  @Test func settledMeansWithinBothEpsilons() {
    settledMeansWithinBothEpsilons(Float.self)
    settledMeansWithinBothEpsilons(Double.self)
  }
}

extension SettledTests {
  /// Every word is written, bits behind the last element are 0, and the result counts the ones.
  private func bitsSayWhoHasSettled<S: Element>(_: S.Type, _ count: Int) {
    var generator = Generator(seed: Settings.seed &+ UInt64(count))
    for _ in 0..<20 {
      let columns = (0..<3).map { _ in (0..<count).map { _ in S.random(in: -1...1, using: &generator) } }
      let (positions, velocities, target) = (columns[0], columns[1], columns[2])
      let (words, result) = settled(positions, velocities, target, 0.9, 0.7)
      let expected = (0..<count).map {
        (positions[$0] - target[$0]).magnitude <= 0.9 && velocities[$0].magnitude <= 0.7
      }
      let bits = (0..<words.count * 64).map { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
      #expect(bits == expected + Array(repeating: false, count: words.count * 64 - count))
      #expect(result == expected.count { $0 })
    }
  }

  /// Values at the epsilons, and values that aren't numbers.
  private func settledMeansWithinBothEpsilons<S: Element>(_: S.Type) {
    let values: [S] = [
      0, -0.0, 0.25, -0.25, S(0.25).nextUp, -S(0.25).nextUp, 1, -1, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      .infinity, -.infinity, .nan,
    ]
    for target in values {
      for velocity in values {
        let (words, count) = settled(
          values, values.map { _ in velocity }, values.map { _ in target }, 0.25, 0.25)
        for (i, position) in values.enumerated() {
          let isSettled = (position - target).magnitude <= 0.25 && velocity.magnitude <= 0.25
          #expect((words[0] >> UInt64(i) & 1 == 1) == isSettled, "\(position) at \(velocity) towards \(target)")
        }
        #expect(words[0] >> UInt64(values.count) == 0 && count == words[0].nonzeroBitCount)
      }
    }
  }

  private func settled<S: Element>(
    _ positions: [S], _ velocities: [S], _ target: [S], _ valueEpsilon: S, _ velocityEpsilon: S
  ) -> (words: [UInt64], count: Int) {
    var words = [UInt64](repeating: .max, count: (target.count + 63) / 64)
    let count = Batch.settled(
      positions: positions.span, velocities: velocities.span, targets: target.span, valueEpsilon: valueEpsilon,
      velocityEpsilon: velocityEpsilon, into: words.mutableSpan)
    return (words, count)
  }
}
