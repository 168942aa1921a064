import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct RotationTests {
  /// In halves of an ulp of 1, u: the dot product errs by 3, of which a weight sees at most 0.4 of each; the ends'
  /// lengths by 1 each; Q and the roundings of z by 2, of which it sees a third; P, at two places, the quotient and the
  /// factor by 4. Two weights of at most 1, their products and the sum: 2 * (1.2 + 2 / 3 + 4 + 1) + 2, 16 u, 9.4e-7 or
  /// in Double 1.8e-15, if all of them had the same sign and met at an angle where each is largest. A third of it is
  /// promised.
  @Test func slerpFollowsTheGreatCircle() {
    slerpFollowsTheGreatCircle(Float.self)
    slerpFollowsTheGreatCircle(Double.self)
  }

  private func slerpFollowsTheGreatCircle<S: RotatingElement>(_: S.Type) {
    check(Rotations.draws()) { (cases: Cases<S>, verdict) in
      let batch = RotationPairs<S>(cases)
      let results = batch.slerp()
      for (k, i) in batch.rows.enumerated() {
        if batch.hasTwoWays(k) { continue }
        let exact = ReferenceQuaternion(batch.from[k])
          .slerp(towards: ReferenceQuaternion(batch.to[k]), amount: batch.progress[k].reference)
        let error = exact.distance(to: results[k])
        verdict.require(error <= S.promised.component, i, "\(results[k]) is off by \(error)")
        let length = ReferenceQuaternion(results[k]).length
        verdict.require((length - 1).magnitude <= S.promised.length, i, "\(length) long")
      }
    }
  }

  /// The arc goes on, with weights up to 1.5 / sin(angle) and P beyond its interval's middle.
  @Test func slerpGoesOnBeyondTheEnds() {
    slerpGoesOnBeyondTheEnds(Float.self)
    slerpGoesOnBeyondTheEnds(Double.self)
  }

  private func slerpGoesOnBeyondTheEnds<S: RotatingElement>(_: S.Type) {
    check(Rotations.draws(amount: -0.5...1.5)) { (cases: Cases<S>, verdict) in
      let batch = RotationPairs<S>(cases)
      let results = batch.slerp()
      for (k, i) in batch.rows.enumerated() {
        if batch.hasTwoWays(k) { continue }
        let exact = ReferenceQuaternion(batch.from[k])
          .slerp(towards: ReferenceQuaternion(batch.to[k]), amount: batch.progress[k].reference)
        let error = exact.distance(to: results[k])
        verdict.require(error <= S.promised.beyond, i, "\(results[k]) is off by \(error)")
      }
    }
  }

  /// Far beyond the ends the angle between the two, of which the dot product leaves 4 u, counts as often as the
  /// amount says, and so do the roundings of the weights of nearly equal ones, 8 halves of an ulp.
  @Test func slerpGoesOnFarBeyondTheEnds() {
    slerpGoesOnFarBeyondTheEnds(Float.self)
    slerpGoesOnFarBeyondTheEnds(Double.self)
  }

  private func slerpGoesOnFarBeyondTheEnds<S: RotatingElement>(_: S.Type) {
    check(Rotations.draws(amount: -8...9)) { (cases: Cases<S>, verdict) in
      let batch = RotationPairs<S>(cases)
      let results = batch.slerp()
      for (k, i) in batch.rows.enumerated() {
        if batch.hasTwoWays(k) { continue }
        let exact = ReferenceQuaternion(batch.from[k])
          .slerp(towards: ReferenceQuaternion(batch.to[k]), amount: batch.progress[k].reference)
        let error = exact.distance(to: results[k])
        let bound = S.promised.beyond * max(1, batch.progress[k].reference.magnitude)
        verdict.require(error <= bound, i, "\(results[k]) is off by \(error) at \(batch.progress[k])")
        // Elements far away don't change others: alone an element has the same bits.
        var alone = [batch.from[k]]
        Batch.slerp(
          from: [batch.from[k]].span, to: [batch.to[k]].span, amounts: [batch.progress[k]].span,
          into: alone.mutableSpan)
        verdict.require(alone[0] == results[k], i, "\(results[k]), alone \(alone[0])")
      }
    }
  }

  /// Beyond that, the error is that of the angle between the two, times the amount. The dot product is off by five
  /// halves of an ulp where multiply-add isn't fused, of which the angle has 2.5 ulp over itself, and the weights and
  /// the half turns have one more: 3.5 ulp in all, which are 4.2e-7 and 7.8e-16.
  @Test func slerpGoesOnAsFarAsTheAngleIsKnown() {
    slerpGoesOnAsFarAsTheAngleIsKnown(Float.self, error: 5e-7)
    slerpGoesOnAsFarAsTheAngleIsKnown(Double.self, error: 1e-15)
  }

  private func slerpGoesOnAsFarAsTheAngleIsKnown<S: RotatingElement>(_: S.Type, error: Reference) {
    check(Rotations.draws(amount: -1000...1000)) { (cases: Cases<S>, verdict) in
      let batch = RotationPairs<S>(cases)
      let results = batch.slerp()
      for (k, i) in batch.rows.enumerated() where !batch.hasTwoWays(k) && batch.progress[k].magnitude > 9 {
        let (from, to) = (ReferenceQuaternion(batch.from[k]), ReferenceQuaternion(batch.to[k]))
        let near = from.dot(to) < 0 ? to * -1 : to
        let angle = min(1, 2 * asin((near + from * -1).length / 2))
        let found = from.slerp(towards: to, amount: batch.progress[k].reference).distance(to: results[k])
        let bound = error * batch.progress[k].reference.magnitude / max(angle, S.ulpOfOne.reference)
        verdict.require(found <= bound, i, "off by \(found), not \(bound), at \(batch.progress[k]), \(angle)")
      }
    }
    for angle in [0.1, 0.01, 0.001] {
      let to = Quaternion(x: S(sin(angle)), y: 0, z: 0, w: S(cos(angle)))
      for amount in [30, 100, 1000] as [S] {
        var out = [Quaternion<S>.identity]
        Batch.slerp(
          from: [Quaternion<S>.identity].span, to: [to].span, amounts: [amount].span, into: out.mutableSpan)
        let exact = ReferenceQuaternion(Quaternion<S>.identity)
          .slerp(towards: ReferenceQuaternion(to), amount: amount.reference)
        let distance = exact.distance(to: out[0])
        #expect(distance <= error * amount.reference / angle.reference, "\(angle), \(amount): \(distance)")
      }
    }
  }

  @Test func bothEndsAreExact() {
    bothEndsAreExact(Float.self)
    bothEndsAreExact(Double.self)
  }

  private func bothEndsAreExact<S: RotatingElement>(_: S.Type) {
    check(Rotations.draws()) { (cases: Cases<S>, verdict) in
      let batch = RotationPairs<S>(cases)
      var out = batch.from
      Batch.slerp(from: batch.from.span, to: batch.to.span, amount: 0, into: out.mutableSpan)
      for (k, i) in batch.rows.enumerated() { verdict.require(out[k] == batch.from[k], i, "\(out[k]) at 0") }
      Batch.slerp(from: batch.from.span, to: batch.to.span, amount: 1, into: out.mutableSpan)
      for (k, i) in batch.rows.enumerated() {
        // At a right angle of the vectors rounding decides which of the two is nearer.
        verdict.require(out[k] == batch.to[k] || out[k] == -batch.to[k], i, "\(out[k]) at 1")
      }
    }
  }

  /// In halves of an ulp of 1: the sum errs by 3 in each component, and is at least 0.7 long between the ends; its
  /// length, relatively, by 3 + 2, and the quotient and the product by 1 each, so 3 / 0.7 + 5 / 2 + 2, 9: 5.3e-7, or
  /// in Double 1e-15, at worst. Outside the ends the weights add up to 2.
  @Test func nlerpIsTheLineAtLengthOne() {
    nlerpIsTheLineAtLengthOne(Float.self)
    nlerpIsTheLineAtLengthOne(Double.self)
  }

  private func nlerpIsTheLineAtLengthOne<S: RotatingElement>(_: S.Type) {
    check(Rotations.draws(amount: -0.5...1.5)) { (cases: Cases<S>, verdict) in
      let batch = RotationPairs<S>(cases)
      var results = batch.from
      Batch.nlerp(
        from: batch.from.span, to: batch.to.span, amounts: batch.progress.span, into: results.mutableSpan)
      for (k, i) in batch.rows.enumerated() {
        if batch.hasTwoWays(k) { continue }
        let exact = ReferenceQuaternion(batch.from[k])
          .nlerp(towards: ReferenceQuaternion(batch.to[k]), amount: batch.progress[k].reference)
        let error = exact.distance(to: results[k])
        let isInside = (0...1).contains(batch.progress[k])
        let bound = (isInside ? 1 : 2) * S.promised.component
        verdict.require(error <= bound, i, "\(results[k]) is off by \(error)")
        let length = ReferenceQuaternion(results[k]).length
        verdict.require((length - 1).magnitude <= S.promised.component, i, "\(length) long")
      }
    }
  }

  @Test func layoutsAndProgressesAgree() {
    layoutsAndProgressesAgree(Float.self)
    layoutsAndProgressesAgree(Double.self)
  }

  private func layoutsAndProgressesAgree<S: RotatingElement>(_: S.Type) {
    check(Rotations.draws(amount: -0.5...1.5), count: 10_000) { (cases: Cases<S>, verdict) in
      let batch = RotationPairs<S>(cases)
      if batch.rows.isEmpty { return }
      let (from, to) = (Columns(batch.from), Columns(batch.to))
      let progress = batch.progress
      var (rows, columns) = (batch.from, from)
      func compare(_ name: String) {
        for (k, i) in batch.rows.enumerated() {
          verdict.require(rows[k] == columns[k], i, "\(name): \(rows[k]) in rows, \(columns[k]) in columns")
        }
      }
      Batch.slerp(from: batch.from.span, to: batch.to.span, amount: 0.3, into: rows.mutableSpan)
      Batch.slerp(from: from, to: to, amount: 0.3, into: &columns)
      compare("slerp")
      let constant = [S](repeating: 0.3, count: progress.count)
      Batch.slerp(
        from: batch.from.span, to: batch.to.span, amounts: constant.span, into: rows.mutableSpan)
      compare("slerp with equal progresses")
      Batch.slerp(
        from: batch.from.span, to: batch.to.span, amounts: progress.span, into: rows.mutableSpan)
      Batch.slerp(from: from, to: to, amounts: progress.span, into: &columns)
      compare("slerp, own progress")
      Batch.nlerp(from: batch.from.span, to: batch.to.span, amount: 0.3, into: rows.mutableSpan)
      Batch.nlerp(from: from, to: to, amount: 0.3, into: &columns)
      compare("nlerp")
      Batch.nlerp(
        from: batch.from.span, to: batch.to.span, amounts: progress.span, into: rows.mutableSpan)
      Batch.nlerp(from: from, to: to, amounts: progress.span, into: &columns)
      compare("nlerp, own progress")
    }
  }

  @Test func specialPairs() {
    specialPairs(Float.self)
    specialPairs(Double.self)
  }

  private func specialPairs<S: RotatingElement>(_: S.Type) {
    let x = Quaternion<S>(x: 1, y: 0, z: 0, w: 0)
    let (one, zero) = (Quaternion<S>.identity, Quaternion<S>.zero)
    let from = [x, x, one, one, zero, zero, one]
    let to = [x, -x, x, -x, one, zero, zero]
    let expected = zip(from, to).map { $0.slerp(towards: $1, amount: 0.25) }
    var out = from
    Batch.slerp(from: from.span, to: to.span, amount: 0.25, into: out.mutableSpan)
    for (k, value) in expected.enumerated() {
      #expect(ReferenceQuaternion(value).distance(to: out[k]) < S.promised.special, "\(out[k]), not \(value)")
    }
    #expect(out[0] == x && out[1] == x && out[5] == zero)
    Batch.nlerp(from: from.span, to: to.span, amount: 0.25, into: out.mutableSpan)
    #expect(out[0] == x && out[1] == x && out[4] == one && out[5] == one)
    #expect((out[6].w.reference - 1).magnitude < S.promised.special)
  }
}

/// The pairs of a property's cases that are some.
private struct RotationPairs<S: RotatingElement> {
  var rows: [Int] = []
  var from: [Quaternion<S>] = []
  var to: [Quaternion<S>] = []
  var progress: [S] = []

  init(_ cases: Cases<S>) {
    for i in cases.indices {
      guard let (a, b) = Rotations.pair(cases, i) else { continue }
      rows.append(i)
      from.append(a)
      to.append(b)
      progress.append(cases[10][i])
    }
  }

  func slerp() -> [Quaternion<S>] {
    var out = from
    Batch.slerp(from: from.span, to: to.span, amounts: progress.span, into: out.mutableSpan)
    return out
  }

  /// Whether the two are so near to half a turn apart that rounding decides on the way.
  func hasTwoWays(_ k: Int) -> Bool {
    ReferenceQuaternion(from[k]).dot(ReferenceQuaternion(to[k])).magnitude < 4 * S.ulpOfOne.reference
  }
}

@Suite(.seeded) struct NearestAngleTests {
  @Test(arguments: [360, 2 * Double.pi, 1])
  func theyAreTheSameDirectionsNearby(turn: Double) {
    nearest(Float.self, turn)
    nearest(Double.self, turn)
  }

  private func nearest<S: Element>(_: S.Type, _ turn: Double) {
    let draw = Draw<S>.uniform(S(-20 * turn)...S(20 * turn))
    check(draw, draw) { cases, verdict in
      let results = output(cases[0].count) {
        Batch.nearestAngles(from: cases[0].span, to: cases[1].span, turn: turn, into: $0)
      }
      for i in cases.indices {
        let (from, to, result) = (cases[0][i].reference, cases[1][i].reference, results[i].reference)
        let whole = Reference(turn)
        // The difference and the quotient are rounded, so half a turn is found up to 2 ulp of 40 turns; the result to
        // an ulp of 21.
        let slack = 40 * whole * S.ulpOfOne.reference
        verdict.require((result - from).magnitude <= whole / 2 + 2 * slack, i, "\(result) isn't near")
        let turns = (result - to) / whole
        let error = (turns - turns.rounded()).magnitude * whole
        verdict.require(error <= slack, i, "\(result) is another direction, off by \(error)")
        if (to - from).magnitude < whole * 0.49 { verdict.require(result == to, i, "\(result) moved") }
      }
    }
  }

  @Test func itAgreesWithOneValue() {
    let (from, to) = ([350.0, 10, 0, 0, .infinity], [10.0, 350, 180, -180, 0])
    let results = output(5) { Batch.nearestAngles(from: from.span, to: to.span, turn: 360, into: $0) }
    #expect(results[..<4] == [370, -10, 180, -180] && results[4].isNaN)
  }
}
