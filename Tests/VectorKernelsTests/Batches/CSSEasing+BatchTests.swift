import Testing
import VectorKernels

@Suite(.seeded) struct CSSEasingBatchTests {
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
        let slope = UnitCurve(easing).velocity(at: input).magnitude
        let allowance: Double
        if easing.description.hasPrefix("steps") || easing.description.hasPrefix("linear(") {
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

  /// A jump at the first stop is held back by the before flag, by itself.
  @Test func aJumpAtTheFirstStopHasABeforeFlag() throws {
    let easing = try CSSEasing("linear(0.25 50%, 1 50%, 2 100%)")
    var x: [Float] = [0.5, 0.75, 0, 0.5, .nan]
    let expected: [Float] = [0.25, 1.5, 0.25, 0.25]
    let results = output(5) { easing.values(at: x.span, isBefore: true, into: $0) }
    #expect(Array(results.prefix(4)) == expected && results[4].isNaN)
    x.removeLast()
    #expect(output(4) { easing.values(at: x.span, into: $0) } == [1, 1.5, 0.25, 1])
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

  /// In 0...1 they are those of the curve. Outside, and everywhere for steps and lines, they are those of one value, which
  /// are checked against differences of its values: a line has the same at any distance.
  @Test func velocitiesAreThoseOfOneValue() throws {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 100 {
      func number(_ range: ClosedRange<Double>) -> Double {
        generator.oneIn(4) ? [0, 1].randomElement(using: &generator)! : Double.random(in: range, using: &generator)
      }
      let bezier = try CubicBezier(x1: number(0...1), y1: number(-1...2), x2: number(0...1), y2: number(-1...2))
      let drawn = CSSEasing.random(using: &generator)
      let isBezier = !drawn.description.hasPrefix("steps") && !drawn.description.hasPrefix("linear(")
      let easing = isBezier ? CSSEasing.cubicBezier(bezier) : drawn
      let x = (0..<64).map { _ in Float.random(in: -1...2, using: &generator) } + [0, 1, -.infinity, .infinity, 1e30]
      let results = output(x.count) { easing.velocities(at: x.span, into: $0) }
      let inside = output(x.count) { bezier.velocities(at: x.span, into: $0) }
      for i in x.indices {
        let at = Double(x[i])
        let exact = easing.velocity(at: at)
        if isBezier && (0...1).contains(x[i]) {
          verdict.require(results[i] == inside[i], row, "\(easing): \(results[i]) instead of \(inside[i]) at \(at)")
          continue
        }
        // A knot rounds up to the next Float, and a tangent is a quotient of two roundings and a sum.
        let nearby = [exact, easing.velocity(at: at.nextDown), easing.velocity(at: at.nextUp)]
        let isNear = nearby.contains { abs(Double(results[i]) - $0) <= 1e-6 * max(1, abs($0)) }
        verdict.require(isNear, row, "\(easing): \(results[i]) instead of \(exact) at \(at)")
        guard abs(at) < 10 else { continue }
        let difference = (easing.value(at: at + 1e-7) - easing.value(at: at - 1e-7)) / 2e-7
        let isCorner = easing.velocity(at: at - 1e-7) != easing.velocity(at: at + 1e-7)
        let hasJump = abs(easing.value(at: at + 1e-7) - easing.value(at: at - 1e-7)) > 1e-3
        // Values of up to some hundred are rounded by 1e-16 of them.
        let error = 1e-6 * max(1, abs(exact))
        verdict.require(isCorner || hasJump || abs(exact - difference) <= error, row, "\(easing): \(exact) at \(at)")
      }
    }
    #expect(CSSEasing.linear.velocity(at: .nan).isNaN && CSSEasing.steps(3).velocity(at: .nan).isNaN)
    #expect(CSSEasing.easeIn.velocity(at: -1) == 0 && CSSEasing.easeOut.velocity(at: 2) == 0)
    #expect(abs(CSSEasing.easeOut.velocity(at: -1) - 1 / 0.58) < 1e-15)
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

  /// Even stops, stops on whole tenths of a per cent, anywhere, too near each other for buckets, three at each input,
  /// and over a wide range, at every number of stops that tables differ for.
  ///
  /// Inputs and outputs of stops are Floats. A line then rounds its slope, the way from its stop, the result and,
  /// without fused multiply-adds, the product of the first two, each by up to 2^-24 of it. The product is no more than
  /// the magnitudes of the result and the stop's output, added up. 1% more is for products of errors.
  @Test(arguments: [2, 16, 17, 40, 64, 65, 100, 500, 1000, 3000, 5000])
  func linesKeepTheirBound(count: Int) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for spacing in Spacing.allCases {
      let stops = spacing.inputs(count, using: &generator).map {
        (input: $0, output: Float.random(in: -1...2, using: &generator))
      }
      let easing = CSSEasing.linear(stops.map { .init(Double($0.output), at: Double($0.input)) })
      let (first, last) = (stops[0].input, stops[count - 1].input)
      let wide = first - (last - first + 1)...last + (last - first + 1)
      let at = stops.map(\.input)
      var x = at + at.map(\.nextUp) + at.map(\.nextDown)
      x += (0..<2000).map { _ in Float.random(in: first...last, using: &generator) }
      x += (0..<200).map { _ in Float.random(in: wide, using: &generator) }
      let results = output(x.count) { easing.values(at: x.span, into: $0) }
      for i in x.indices {
        let after = at.partitionPoint { $0 > x[i] }
        let exact: Double
        let start: Double
        // The first line comes from afar, and the last one goes on.
        let end = min(max(after, 1), count - 1)
        let (a, b) = (stops[end - 1], stops[end])
        if a.input == b.input {
          exact = Double(after == 0 ? a.output : b.output)
          start = exact
        } else {
          let slope = (Double(b.output) - Double(a.output)) / (Double(b.input) - Double(a.input))
          exact = Double(a.output) + slope * (Double(x[i]) - Double(a.input))
          start = Double(after == count ? b.output : a.output)
        }
        let allowance = 4.04 * 0x1p-24 * (exact.magnitude + start.magnitude)
        let error = (Double(results[i]) - exact).magnitude
        verdict.require(
          error <= allowance, i, "\(count) stops, \(spacing), at \(x[i]): \(results[i]) instead of \(exact)")
        if i < count && (i == count - 1 || at[i] < at[i + 1]) {
          verdict.require(
            results[i] == stops[i].output, i, "\(count) stops, \(spacing), at stop \(x[i]): \(results[i])")
        }
      }
    }
  }

  /// NaN gives NaN, and an infinite input the line's limit, in buckets as in a search.
  @Test(arguments: [3, 20, 300, 5000])
  func inputsThatAreNotFinite(count: Int) {
    for slope in [-2.0, 0, 2] {
      for nearest in [1.0, 1e-9] {
        var stops = (0..<count).map { CSSEasing.LinearStop(slope * Double($0), at: Double($0)) }
        stops.insert(.init(stops[1].output, at: 1 + nearest / 4), at: 2)
        let easing = CSSEasing.linear(stops)
        let x: [Float] = [.infinity, 0.5, .nan, -.infinity, 0.5, .greatestFiniteMagnitude, -.greatestFiniteMagnitude]
        let results = output(x.count) { easing.values(at: x.span, into: $0) }
        let huge = Float.greatestFiniteMagnitude
        #expect(results[2].isNaN && results[1] == Float(slope / 2) && results[4] == Float(slope / 2))
        if slope == 0 {
          #expect([0, 3, 5, 6].allSatisfy { results[$0] == 0 })
        } else {
          let sign = Float(slope.sign == .minus ? -1 : 1)
          #expect([0, 5].allSatisfy { results[$0] * sign >= huge })
          #expect([3, 6].allSatisfy { results[$0] * sign <= -huge })
        }
      }
    }
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

/// Where random stops lie.
private enum Spacing: CaseIterable {
  case even
  case tenthsOfPerCent
  case uneven
  case clustered
  case repeated
  case wide

  /// Ascending.
  func inputs(_ count: Int, using generator: inout Generator) -> [Float] {
    func random(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &generator) }
    switch self {
    case .even: return (0..<count).map { Float($0) / Float(max(1, count - 1)) }
    case .tenthsOfPerCent: return (0..<count).map { _ in (random(0...1) * 1000).rounded() / 1000 }.sorted()
    case .uneven: return (0..<count).map { _ in random(0...1) }.sorted()
    case .clustered: return (0..<count).map { random(0...1) * ($0 % 2 == 0 ? 1 : 1e-6) }.sorted()
    case .repeated: return (0..<count).map { Float($0 / 3) / Float(count) }
    case .wide: return (0..<count).map { _ in random(-1e6...1e6) }.sorted()
    }
  }
}

extension Array {
  /// The first index from which on a condition holds, where it doesn't hold before.
  fileprivate func partitionPoint(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
