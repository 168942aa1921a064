import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct TransformMixTests {
  /// Parts have one rounding each and their interpolation one more; the sine and cosine are within 1e-7, of an angle of
  /// up to 8 quarter turns that is off by 4 ulp of 1 of them; and three products follow: 1e-6 of the column's length.
  @Test func planeTransformsAreTheSingleOnes() {
    check(Array(repeating: Draw<Float>.uniform(-4...4), count: 12) + [.uniform(0...1)]) { cases, verdict in
      let from = cases.indices.map { transform2D(cases, $0, 0) }
      let to = cases.indices.map { transform2D(cases, $0, 6) }
      var out = from
      TransformMix2D(from: from.span, to: to.span).transforms(by: cases[12].span, into: out.mutableSpan)
      for i in cases.indices {
        let exact = Transform2D<Double>(from[i]).mix(with: Transform2D<Double>(to[i]), by: Double(cases[12][i]))
        let difference = Transform2D<Double>(out[i]) - exact
        // The residual may be up to twice as long as a column that is turned into the other's place.
        let scale = 1 + 2 * max(length(from[i]), length(to[i]))
        let error = (0..<6).map { abs(difference[component: $0]) }.greatest
        verdict.require(error <= 1e-6 * scale, i, "\(out[i]), not \(exact), off by \(error)")
        // Translations are interpolated and nothing else, with interpolation's error.
        let (ulpX, ulpY) = (max(abs(from[i].tx), abs(to[i].tx)).ulp, max(abs(from[i].ty), abs(to[i].ty)).ulp)
        let ulps = isFused ? 1 : 1.5
        verdict.require(
          abs(difference.tx) <= ulps * Double(ulpX) && abs(difference.ty) <= ulps * Double(ulpY), i,
          "\(out[i].tx), \(out[i].ty), not \(exact.tx), \(exact.ty)")
      }
    }
  }

  /// Beyond the ends errors grow as the amounts do: of the angle, which is multiplied, and of the differences.
  @Test func planeTransformsGoOnBeyondTheEnds() {
    check(Array(repeating: Draw<Float>.uniform(-4...4), count: 12) + [.uniform(-8...9)], count: 20_000) {
      cases, verdict in
      let from = cases.indices.map { transform2D(cases, $0, 0) }
      let to = cases.indices.map { transform2D(cases, $0, 6) }
      var out = from
      TransformMix2D(from: from.span, to: to.span).transforms(by: cases[12].span, into: out.mutableSpan)
      for i in cases.indices {
        let amount = Double(cases[12][i])
        let exact = Transform2D<Double>(from[i]).mix(with: Transform2D<Double>(to[i]), by: amount)
        let difference = Transform2D<Double>(out[i]) - exact
        let scale = (1 + 2 * max(length(from[i]), length(to[i]))) * (1 + 2 * abs(amount)) * (1 + 2 * abs(amount))
        let error = (0..<6).map { abs(difference[component: $0]) }.greatest
        verdict.require(error <= 1e-6 * scale, i, "\(out[i]), not \(exact), off by \(error)")
      }
    }
  }

  /// The same, with a rotation by slerp and sums of up to four products of parts.
  @Test func spaceTransformsAreTheSingleOnes() {
    check(Array(repeating: Draw<Float>.uniform(-2...2), count: 32) + [.uniform(0...1)], count: 20_000) {
      cases, verdict in
      let from = cases.indices.map { transform3D(cases, $0, 0) }
      let to = cases.indices.map { transform3D(cases, $0, 16) }
      var out = from
      TransformMix3D(from: from.span, to: to.span).transforms(by: cases[32].span, into: out.mutableSpan)
      for i in cases.indices {
        let exact = Transform3D<Double>(from[i]).mix(with: Transform3D<Double>(to[i]), by: Double(cases[32][i]))
        let difference = Transform3D<Double>(out[i]) - exact
        let error = (0..<16).map { abs(difference[component: $0]) }.greatest
        let bound = 2e-6 * products(from[i], to[i])
        // Nearly singular ones have parts that `Float` can't hold.
        if bound > 1e12 { continue }
        verdict.require(error <= bound, i, "\(out[i]), not \(exact), off by \(error), more than \(bound)")
      }
    }
  }

  /// Beyond the ends each part is at most 1 + 2 abs(amount) times as large as at the ends, and a component is a sum of
  /// products of up to four parts.
  @Test func spaceTransformsGoOnBeyondTheEnds() {
    check(Array(repeating: Draw<Float>.uniform(-2...2), count: 32) + [.uniform(-1...2)], count: 20_000) {
      cases, verdict in
      let from = cases.indices.map { transform3D(cases, $0, 0) }
      let to = cases.indices.map { transform3D(cases, $0, 16) }
      var out = from
      TransformMix3D(from: from.span, to: to.span).transforms(by: cases[32].span, into: out.mutableSpan)
      for i in cases.indices {
        let amount = Double(cases[32][i])
        let exact = Transform3D<Double>(from[i]).mix(with: Transform3D<Double>(to[i]), by: amount)
        let difference = Transform3D<Double>(out[i]) - exact
        let error = (0..<16).map { abs(difference[component: $0]) }.greatest
        let growth = amount < 0 || amount > 1 ? 1 + 2 * abs(amount) : 1
        let bound = 2e-6 * products(from[i], to[i]) * growth * growth * growth * growth
        if bound > 1e12 { continue }
        verdict.require(error <= bound, i, "\(out[i]), not \(exact), off by \(error) at \(amount)")
      }
    }
  }

  /// Rotations go on as far as the amount says, as one by one in `Double`. A matrix has sums of two products of the
  /// quaternion's components, so the error is four times theirs: `slerp`'s 1e-6 of the amount.
  @Test func rotationsGoOnFarBeyondTheEnds() {
    check(Rotations.draws(amount: -8...9), count: 20_000) { (cases: Cases<Float>, verdict) in
      for i in cases.indices {
        guard let (a, b) = Rotations.pair(cases, i) else { continue }
        // Half a turn apart, rounding decides on the way.
        if ReferenceQuaternion(a).dot(ReferenceQuaternion(b)).magnitude < 1e-6 { continue }
        let amount = cases[10][i]
        let (from, to) = (
          Transform3D<Double>.Decomposition(rotation: Quaternion(a)),
          Transform3D<Double>.Decomposition(rotation: Quaternion(b))
        )
        var out = [Transform3D<Float>.identity]
        TransformMix3D(from: [from].span, to: [to].span).transforms(by: amount, into: out.mutableSpan)
        let exact = Transform3D<Double>(from.mix(with: to, by: Double(amount)))
        let error = (0..<16).map { abs(Double(out[0][component: $0]) - exact[component: $0]) }.greatest
        verdict.require(error <= 4e-6 * Double(max(1, abs(amount))), i, "off by \(error) at \(amount)")
      }
    }
    // Half a turn, twice and a half: a quarter of a turn, and one and a half, which is the other way up.
    let turn = Transform3D<Double>.Decomposition(rotation: Quaternion(angle: .degrees(179.9), axis: SIMD3(0, 0, 1)))
    var out = [Transform3D<Float>.identity, .identity]
    TransformMix3D(
      from: [Transform3D<Double>.Decomposition(), .init()].span, to: [turn, turn].span
    ).transforms(by: [2.5, 3].span, into: out.mutableSpan)
    for (matrix, degrees) in zip(out, [2.5 * 179.9, 3 * 179.9]) {
      #expect(abs(Double(matrix.m11) - cos(degrees * .pi / 180)) < 1e-5)
      #expect(abs(Double(matrix.m12) - sin(degrees * .pi / 180)) < 1e-5)
    }
  }

  @Test func layoutsAndProgressesAgree() {
    check(Array(repeating: Draw<Float>.uniform(-2...2), count: 33), count: 2000) { cases, verdict in
      let progress = cases[32]
      let constant = progress.map { _ in Float(0.3) }
      let from = cases.indices.map { transform2D(cases, $0, 0) }
      let to = cases.indices.map { transform2D(cases, $0, 16) }
      let plane = TransformMix2D(from: from.span, to: to.span)
      var (rows, equal) = (plane2D(cases.indices.count), plane2D(cases.indices.count))
      var columns = Columns(rows)
      plane.transforms(by: 0.3, into: rows.mutableSpan)
      plane.transforms(by: constant.span, into: equal.mutableSpan)
      plane.transforms(by: 0.3, into: &columns)
      for i in cases.indices { verdict.require(same(rows[i], columns[i]) && same(rows[i], equal[i]), i, "\(rows[i])") }
      plane.transforms(by: progress.span, into: rows.mutableSpan)
      plane.transforms(by: progress.span, into: &columns)
      for i in cases.indices { verdict.require(same(rows[i], columns[i]), i, "\(rows[i]), own progress") }

      let from3D = cases.indices.map { transform3D(cases, $0, 0) }
      let to3D = cases.indices.map { transform3D(cases, $0, 16) }
      let space = TransformMix3D(from: from3D.span, to: to3D.span)
      var (rows3D, equal3D) = (space3D(cases.indices.count), space3D(cases.indices.count))
      var columns3D = Columns(rows3D)
      space.transforms(by: 0.3, into: rows3D.mutableSpan)
      space.transforms(by: constant.span, into: equal3D.mutableSpan)
      space.transforms(by: 0.3, into: &columns3D)
      for i in cases.indices {
        verdict.require(same(rows3D[i], columns3D[i]) && same(rows3D[i], equal3D[i]), i, "\(rows3D[i])")
      }
      space.transforms(by: progress.span, into: rows3D.mutableSpan)
      space.transforms(by: progress.span, into: &columns3D)
      for i in cases.indices { verdict.require(same(rows3D[i], columns3D[i]), i, "\(rows3D[i]), own progress") }
    }
  }

  @Test func singularOnesJumpInTheMiddle() {
    let flat = Transform2D<Float>(scaleX: 0, y: 1)
    let one = Transform2D<Float>.identity
    let bad = Transform2D<Float>(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    let mix = TransformMix2D(from: [one, flat, one, bad].span, to: [one, one, flat, one].span)
    var out = [one, one, one, one]
    mix.transforms(by: 0.49, into: out.mutableSpan)
    #expect(out[..<3] == [one, flat, one] && out[3].tx.isNaN)
    mix.transforms(by: [0.5, 0.5, 0.5, 0].span, into: out.mutableSpan)
    #expect(out[..<3] == [one, one, flat] && out[3].tx.isNaN)
    mix.transforms(by: .nan, into: out.mutableSpan)
    #expect(out.allSatisfy { $0.a.isNaN && $0.ty.isNaN })

    let plate = Transform3D<Double>(scaleX: 1, y: 1, z: 0)
    let space = TransformMix3D(from: [plate, .identity].span, to: [.identity, .identity].span)
    var matrices = Columns(space3D(2))
    space.transforms(by: 0.2, into: &matrices)
    #expect(matrices[0] == Transform3D<Float>(plate) && matrices[1] == .identity)
    space.transforms(by: [.nan, 1].span, into: &matrices)
    #expect(matrices[0].m44.isNaN && matrices[1] == .identity)
  }

  @Test func partsCountTurnsAndPassThroughZero() {
    let from = Transform2D<Double>.Decomposition(scaleX: 0, scaleY: 0)
    let to = Transform2D<Double>.Decomposition(translationX: 8, radians: 4 * .pi)
    var out = [Transform2D<Float>.identity]
    TransformMix2D(from: [from].span, to: [to].span).transforms(by: 0.25, into: out.mutableSpan)
    // Once half around, at a quarter of the size.
    #expect(abs(out[0].a + 0.25) < 1e-6 && abs(out[0].b) < 1e-6 && out[0].tx == 2)

    let small = Transform3D<Double>.Decomposition(scaleX: 0, scaleY: 0, scaleZ: 0)
    let turned = Transform3D<Double>.Decomposition(
      perspectiveZ: -0.01, rotation: Quaternion(angle: .degrees(90), axis: SIMD3(0, 0, 3)).scaled(by: 2))
    var matrices = [Transform3D<Float>.identity]
    TransformMix3D(from: [small].span, to: [turned].span).transforms(by: 0.5, into: matrices.mutableSpan)
    let expected = Transform3D<Float>(Transform3D<Double>(small.mix(with: turned, by: 0.5)))
    let half = Float(0.5).squareRoot() / 2
    #expect(abs(matrices[0].m11 - half) < 1e-6 && abs(matrices[0].m34 + 0.0025) < 1e-8)
    #expect((0..<16).allSatisfy { abs(matrices[0][component: $0] - expected[component: $0]) < 1e-6 })
  }

  @Test func nothingIsFine() {
    let mix = TransformMix2D(from: plane2D(0).span, to: plane2D(0).span)
    var out = plane2D(0)
    var columns = Columns(out)
    mix.transforms(by: 0.5, into: out.mutableSpan)
    mix.transforms(by: 0.5, into: &columns)
    #expect(mix.count == 0)
  }
}

private func same<V: ComponentVector>(_ a: V, _ b: V) -> Bool where V.Component == Float {
  (0..<V.componentCount).allSatisfy { a[component: $0].isIdentical(to: b[component: $0]) }
}

private func plane2D(_ count: Int) -> [Transform2D<Float>] { Array(repeating: .zero, count: count) }

private func space3D(_ count: Int) -> [Transform3D<Float>] { Array(repeating: .zero, count: count) }

private func transform2D(_ cases: Cases<Float>, _ i: Int, _ first: Int) -> Transform2D<Float> {
  let components = (first..<first + 6).map { cases[$0][i] }
  return Transform2D(components: components.span)
}

private func transform3D(_ cases: Cases<Float>, _ i: Int, _ first: Int) -> Transform3D<Float> {
  let components = (first..<first + 16).map { cases[$0][i] }
  return Transform3D(components: components.span)
}

/// The longer of the two columns.
private func length(_ m: Transform2D<Float>) -> Double {
  let m = Transform2D<Double>(m)
  return max((m.a * m.a + m.b * m.b).squareRoot(), (m.c * m.c + m.d * m.d).squareRoot(), abs(m.tx), abs(m.ty))
}

/// A bound on the products that the transforms between two of space are sums of: scale, skew, perspective and
/// translation, each of which is largest at one end, if not at the same one.
private func products(_ a: Transform3D<Float>, _ b: Transform3D<Float>) -> Double {
  guard let a = Transform3D<Double>(a).decomposition, let b = Transform3D<Double>(b).decomposition else {
    return .infinity
  }
  func larger(_ part: (Transform3D<Double>.Decomposition) -> Double) -> Double { max(part(a), part(b)) }
  let scale = larger { max(abs($0.scaleX), abs($0.scaleY), abs($0.scaleZ), 1) }
  let skew = larger { 1 + abs($0.skewXY) + abs($0.skewXZ) + abs($0.skewYZ) }
  let perspective = larger { 1 + abs($0.perspectiveX) + abs($0.perspectiveY) + abs($0.perspectiveZ) }
  let translation = larger { 1 + abs($0.translationX) + abs($0.translationY) + abs($0.translationZ) }
  return perspective * max(scale * skew, translation) + larger { abs($0.perspectiveW) }
}
