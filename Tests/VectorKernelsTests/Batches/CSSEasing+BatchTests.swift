import Testing
import VectorKernels

@Suite struct CSSEasingBatchTests {
  /// In a cubic Bezier the solver's promise holds inside 0...1, and a few ulp of the tangent outside. Steps are the
  /// same but for one rounding. A line rounds its stop, its slope, the way from the stop and the sum, by 6e-8 of up to
  /// 2, 3, 3 and the result, and without fused multiply-adds the product; outputs here are -1...2.
  @Test func spansAreTheSameAsOneValue() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for _ in 0..<Settings.cases / 100 {
      let easing = CSSEasing.random(using: &generator)
      let inside = (0..<64).map { _ in Float.random(in: 0...1, using: &generator) }
      let outside = (0..<16).map { _ in Float.random(in: -3...4, using: &generator) }
      let x = inside + outside + (0...20).map { Float($0) / 20 }
      let isBefore = generator.oneIn(2)
      let results = output(x.count) { easing.values(at: x.span, isBefore: isBefore, into: $0) }
      let slack = isFused ? 1.0 : 1.5
      for i in x.indices {
        let input = Double(x[i])
        let exact = easing.value(at: input, isBefore: isBefore)
        let slope = UnitCurve(easing).map { $0.velocity(at: input).magnitude } ?? 0
        let allowance: Double
        if UnitCurve(easing) == nil {
          // Lines between random stops are as steep as the stops are near each other.
          let neighbours = [input.nextDown, input.nextUp].map { easing.value(at: $0, isBefore: isBefore) }
          let largest = max(1, exact.magnitude, neighbours[0].magnitude, neighbours[1].magnitude, input.magnitude)
          allowance = 6e-7 * slack * largest
        } else {
          allowance = 1.3e-6 * 2 * max(1, slope / 8, exact.magnitude) * slack
        }
        let error = (Double(results[i]) - exact).magnitude
        verdict.require(error <= allowance, i, "\(easing) at \(x[i]): \(results[i]) instead of \(exact)")
      }
    }
  }

  /// Exactly the same step, rounded: on the very inputs of jumps, and beside them.
  @Test func stepsAreExact() {
    var verdict = Verdict()
    defer { verdict.report() }
    for count in Array(1...40) + [1000, 65_537, 1 << 22] {
      for position in CSSEasing.StepPosition.allCases {
        for isBefore in [false, true] {
          let easing = CSSEasing.steps(count, position)
          let jumps = (-3...count + 3).prefix(200).map { Float($0) / Float(count) }
          let x = jumps + jumps.map(\.nextUp) + jumps.map(\.nextDown) + [.infinity, -.infinity, .nan]
          let results = output(x.count) { easing.values(at: x.span, isBefore: isBefore, into: $0) }
          for i in x.indices {
            let exact = Float(easing.value(at: Double(x[i]), isBefore: isBefore))
            let isSame = results[i] == exact || results[i].isNaN && exact.isNaN
            verdict.require(isSame, i, "\(easing), \(isBefore) at \(x[i]): \(results[i]) instead of \(exact)")
          }
        }
      }
    }
  }

  /// At a stop whose input is a Float, exactly its output.
  @Test(arguments: [1, 2, 15, 16, 17, 64, 65, 128, 129, 1000])
  func stopsAreExact(count: Int) {
    let stops = (0..<count).map { CSSEasing.LinearStop(Double($0 * 7 % 13), at: Double($0) / 1024) }
    let easing = CSSEasing.linear(stops)
    let x = stops.map { Float($0.input!) }
    let results = output(count) { easing.values(at: x.span, into: $0) }
    #expect(results == stops.map { Float($0.output) })
  }

  /// Stops nearer to each other than Floats are, at one input, and far outside 0...1.
  @Test func lineNumbersAreThoseOfOneValue() {
    let easing = CSSEasing.linear([
      .init(0, at: 0), .init(1, at: 1e-300), .init(2, at: 0.1), .init(3, at: 0.1 + 1e-12), .init(4, at: 0.5),
      .init(5, at: 0.5), .init(6, at: 1e30), .init(7, at: .infinity),
    ])
    let x: [Float] = [-1e30, 0, .leastNonzeroMagnitude, 0.1, Float(0.1).nextDown, 0.5, 0.7, 1e20, .infinity]
    let results = output(x.count) { easing.values(at: x.span, into: $0) }
    for (input, result) in zip(x, results).dropFirst().dropLast() {
      let exact = easing.value(at: Double(input))
      #expect((Double(result) - exact).magnitude <= 4e-7 * max(1, exact.magnitude), "at \(input)")
    }
    #expect(results.allSatisfy { !$0.isNaN })
  }
}
