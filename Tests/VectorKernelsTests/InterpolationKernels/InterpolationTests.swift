import Testing
import VectorKernels

@Suite(.seeded) struct InterpolationTests {
  @Test func staysCloseToTheExactValue() {
    staysCloseToTheExactValue(Float.self)
    staysCloseToTheExactValue(Double.self)
  }

  @Test func extrapolatesCloseToTheExactValue() {
    extrapolatesCloseToTheExactValue(Float.self)
    extrapolatesCloseToTheExactValue(Double.self)
  }

  @Test func endsAreExact() {
    endsAreExact(Float.self)
    endsAreExact(Double.self)
  }

  @Test func staysBetweenItsEnds() {
    staysBetweenItsEnds(Float.self)
    staysBetweenItsEnds(Double.self)
  }

  @Test func followsProgress() {
    followsProgress(Float.self)
    followsProgress(Double.self)
  }

  @Test func isTheSameBackwards() {
    isTheSameBackwards(Float.self)
    isTheSameBackwards(Double.self)
  }

  @Test func sharedProgressIsProgressPerElement() {
    sharedProgressIsProgressPerElement(Float.self)
    sharedProgressIsProgressPerElement(Double.self)
  }

  @Test(arguments: Array(1...20) + [64, 1000, 4095, 4096])
  func componentsShareTheirProgress(components: Int) {
    componentsShareTheirProgress(Float.self, components)
    componentsShareTheirProgress(Double.self, components)
  }

  @Test func blendIsTheWeightedSum() {
    blendIsTheWeightedSum(Float.self)
    blendIsTheWeightedSum(Double.self)
  }
}

extension InterpolationTests {
  /// The result is fl(base + s fl(b - a)), where s is t or t - 1 without a rounding, so |s| <= 1/2. Let M be the larger
  /// endpoint. |b - a| <= 2 M, so rounding it costs at most ulp(M), halved by s; the last rounding costs ulp(M) / 2.
  /// Where the target has no fused multiply-add the product, at most M, is rounded too: ulp(M) / 2 more.
  private func staysCloseToTheExactValue<S: Element>(_: S.Type) {
    for endpoints in endpoints(S.self) {
      check(endpoints, endpoints, .uniform(0...1)) { cases, verdict in
        let (a, b, t) = (cases[0], cases[1], cases[2])
        let results = interpolated(a, b, t)
        for i in cases.indices {
          let larger = max(a[i].magnitude, b[i].magnitude)
          let bound = (isFused ? 1 : 1.5) * larger.ulp.reference + referenceError(larger)
          let error = (results[i].reference - exact(a[i], b[i], t[i])).magnitude
          verdict.require(error <= bound, i, "\(results[i]) is off by \(error / larger.ulp.reference) ulp")
        }
      }
    }
  }

  /// The same three roundings, where s and the result can be larger.
  private func extrapolatesCloseToTheExactValue<S: Element>(_: S.Type) {
    for endpoints in endpoints(S.self) {
      check(endpoints, endpoints, .uniform(-1...2)) { cases, verdict in
        let (a, b, t) = (cases[0], cases[1], cases[2])
        let results = interpolated(a, b, t)
        for i in cases.indices {
          let limit = S.greatestFiniteMagnitude / 8
          guard a[i].magnitude < limit, b[i].magnitude < limit else { continue }
          let s = t[i] < 0.5 ? t[i] : t[i] - 1
          let difference = b[i] - a[i]
          let bound =
            s.magnitude.reference * difference.ulp.reference / 2 + results[i].ulp.reference / 2
            + (isFused ? 0 : (s * difference).ulp.reference / 2)
            + referenceError(max(a[i].magnitude, b[i].magnitude))
          let error = (results[i].reference - exact(a[i], b[i], t[i])).magnitude
          verdict.require(error <= bound, i, "\(results[i]) is off by \(error) instead of \(bound)")
        }
      }
    }
  }

  private func endsAreExact<S: Element>(_: S.Type) {
    for endpoints in endpoints(S.self) {
      check(endpoints, endpoints, .signed(to: .greatestFiniteMagnitude)) { cases, verdict in
        let (a, b, t) = (cases[0], cases[1], cases[2])
        let starts = interpolated(a, b, a.map { _ in 0 })
        let ends = interpolated(a, b, a.map { _ in 1 })
        let constants = interpolated(a, a, t)
        for i in cases.indices {
          verdict.require(starts[i] == a[i], i, "\(starts[i]) at 0")
          verdict.require(ends[i] == b[i], i, "\(ends[i]) at 1")
          verdict.require(constants[i] == a[i], i, "\(constants[i]) between equal ends")
        }
      }
    }
  }

  /// No tolerance: up to 1/2 the sum is between a and a + fl(b - a) / 2, which are both in [a, b] since a rounding
  /// never doubles a difference; from there on it is between b - fl(b - a) / 2 and b. Rounding keeps that order.
  private func staysBetweenItsEnds<S: Element>(_: S.Type) {
    for endpoints in endpoints(S.self) {
      check(endpoints, endpoints, .uniform(0...1)) { cases, verdict in
        let (a, b, t) = (cases[0], cases[1], cases[2])
        let results = interpolated(a, b, t)
        for i in cases.indices {
          let inside = min(a[i], b[i]) <= results[i] && results[i] <= max(a[i], b[i])
          verdict.require(inside, i, "\(results[i]) is outside")
        }
      }
    }
  }

  /// Each half is monotone, as rounding is. From one half to the other the result can step back by the rounding error
  /// of b - a, which is at most one ulp of the larger endpoint; that ulp is a step of the results, so rounding can't
  /// widen it.
  private func followsProgress<S: Element>(_: S.Type) {
    for endpoints in endpoints(S.self) {
      check(endpoints, endpoints, .uniform(0...1), .uniform(0...1)) { cases, verdict in
        let (a, b) = (cases[0], cases[1])
        var steps = zip(cases[2], cases[3]).map { (min($0, $1), max($0, $1)) }
        // A third of the pairs are neighbours, a third are neighbours across the middle.
        for i in steps.indices where i % 3 == 0 { steps[i].1 = steps[i].0.nextUp }
        for i in steps.indices where i % 3 == 1 { steps[i] = (S(0.5).nextDown, 0.5) }
        let earlier = interpolated(a, b, steps.map(\.0))
        let later = interpolated(a, b, steps.map(\.1))
        for i in cases.indices {
          let advance = later[i].reference - earlier[i].reference
          let stepBack = a[i] < b[i] ? -advance : advance
          let bound = max(a[i].magnitude, b[i].magnitude).ulp.reference
          verdict.require(stepBack <= bound, i, "\(earlier[i]) at \(steps[i].0), then \(later[i]) at \(steps[i].1)")
        }
      }
    }
  }

  /// For t in [1/2, 1], where 1 - t is exact. Above 1/2 both directions compute b + (t - 1)(b - a). At 1/2 one computes
  /// b - fl(b - a) / 2 and the other a + fl(b - a) / 2: they differ by the rounding error of b - a.
  private func isTheSameBackwards<S: Element>(_: S.Type) {
    for endpoints in endpoints(S.self) {
      check(endpoints, endpoints, .uniform(0.5...1)) { cases, verdict in
        let (a, b, t) = (cases[0], cases[1], cases[2])
        let forwards = interpolated(a, b, t)
        let backwards = interpolated(b, a, t.map { 1 - $0 })
        for i in cases.indices {
          let difference = (forwards[i].reference - backwards[i].reference).magnitude
          let bound = t[i] == 0.5 ? max(a[i].magnitude, b[i].magnitude).ulp.reference : 0
          verdict.require(difference <= bound, i, "\(forwards[i]) forwards, \(backwards[i]) backwards")
        }
      }
    }
  }

  private func sharedProgressIsProgressPerElement<S: Element>(_: S.Type) {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<100 {
      let progress = Draw<S>.uniform(-1...2).next(using: &generator)
      check(Draw<S>.signed(to: 1000), .signed(to: 1000), count: Settings.cases / 100) { cases, verdict in
        let (a, b) = (cases[0], cases[1])
        let repeated = a.map { _ in progress }
        let each = interpolated(a, b, repeated)
        let shared = output(a.count) { Batch.interpolate(from: a.span, to: b.span, amount: progress, into: $0) }
        var inPlace = a
        Batch.interpolate(inPlace.mutableSpan, to: b.span, amount: progress)
        var eachInPlace = a
        Batch.interpolate(eachInPlace.mutableSpan, to: b.span, amounts: repeated.span)
        for i in cases.indices {
          verdict.require(shared[i].isIdentical(to: each[i]), i, "shared \(shared[i]), own \(each[i]) at \(progress)")
          verdict.require(inPlace[i].isIdentical(to: each[i]), i, "in place \(inPlace[i]), \(each[i]) at \(progress)")
          verdict.require(eachInPlace[i].isIdentical(to: each[i]), i, "in place \(eachInPlace[i]) at \(progress)")
        }
      }
    }
  }

  private func componentsShareTheirProgress<S: Element>(_: S.Type, _ components: Int) {
    check(Draw<S>.signed(to: 1000), .signed(to: 1000), .uniform(-1...2)) { cases, verdict in
      let values = (cases.indices.count + components - 1) / components
      let a = cases[0] + Array(repeating: 0, count: values * components - cases.indices.count)
      let b = cases[1] + Array(repeating: 1, count: values * components - cases.indices.count)
      let progress = Array(cases[2].prefix(values))
      let each = interpolated(a, b, progress.flatMap { Array(repeating: $0, count: components) })
      let grouped = output(a.count) {
        Batch.interpolate(from: a.span, to: b.span, amounts: progress.span, components: components, into: $0)
      }
      var inPlace = a
      Batch.interpolate(inPlace.mutableSpan, to: b.span, amounts: progress.span, components: components)
      for i in cases.indices {
        let t = progress[i / components]
        verdict.require(grouped[i].isIdentical(to: each[i]), i, "\(grouped[i]) is not \(each[i]), at \(t)")
        verdict.require(inPlace[i].isIdentical(to: each[i]), i, "\(inPlace[i]) in place is not \(each[i]), at \(t)")
      }
    }
  }

  /// Each of k terms meets at most k roundings on its way into the sum, so the error is at most
  /// k u / (1 - k u) times the sum of |weight| |input| (Higham, Accuracy and Stability of Numerical Algorithms, 3.1),
  /// and half a subnormal step for each product that underflows.
  private func blendIsTheWeightedSum<S: Element>(_: S.Type) {
    for inputs in [1, 2, 3, 4, 5, 8, 13] {
      let draws = Array(repeating: Draw<S>.signed(to: 1000), count: inputs)
      var generator = Generator(seed: Settings.seed &+ UInt64(inputs))
      let weights = draws.map { $0.next(using: &generator) }
      check(draws) { cases, verdict in
        let columns = cases.columns.flatMap(\.self)
        let results = output(cases.indices.count) { Batch.blend(columns.span, weights: weights.span, into: $0) }
        let roundings = Reference(inputs) * S.ulpOfOne.reference / 2
        for i in cases.indices {
          let terms = weights.indices.map { weights[$0].reference * cases[$0][i].reference }
          let bound =
            roundings / (1 - roundings) * terms.map(\.magnitude).reduce(0, +)
            + Reference(inputs) * S.leastNonzeroMagnitude.reference / 2 + referenceError(results[i])
          let error = (results[i].reference - terms.reduce(0, +)).magnitude
          verdict.require(error <= bound, i, "\(results[i]) is off by \(error) with weights \(weights)")
        }
      }
    }
  }
}

/// Endpoints of any magnitude whose difference doesn't overflow, and endpoints of like magnitude.
private func endpoints<S: Element>(_: S.Type) -> [Draw<S>] {
  [.signed(to: S.greatestFiniteMagnitude / 2), .uniform(-1...1)]
}

private func interpolated<S: Element>(_ a: [S], _ b: [S], _ t: [S]) -> [S] {
  output(a.count) { Batch.interpolate(from: a.span, to: b.span, amounts: t.span, into: $0) }
}

private func exact<S: Element>(_ a: S, _ b: S, _ t: S) -> Reference {
  a.reference + t.reference * (b.reference - a.reference)
}

/// The most that three roundings of the reference can amount to, for endpoints up to `larger` and progress up to 2.
private func referenceError<S: Element>(_ larger: S) -> Reference {
  8 * Reference.ulpOfOne * larger.magnitude.reference
}
