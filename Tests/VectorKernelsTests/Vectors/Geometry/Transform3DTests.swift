import Foundation
import Testing
import VectorKernels

private typealias Transform = Transform3D<Double>

@Suite(.seeded) struct Transform3DTests {
  @Test func partsMakeTheWhole() {
    check(Self.draws, count: 20_000) { cases, verdict in
      for i in cases.indices {
        guard let (m, condition) = transform(cases, i) else { continue }
        guard let parts = m.decomposition else {
          verdict.require(false, i, "\(m) has no parts")
          continue
        }
        let again = Transform(parts)
        // Orthogonalising loses what the columns have in common; the perspective is solved from the inverse.
        let error = largest(again - m.scaled(by: 1 / m.m44))
        verdict.require(error <= 64 * condition * .ulpOfOne, i, "\(parts) makes \(again), off by \(error)")
        let signs = [parts.scaleX, parts.scaleY, parts.scaleZ].map { $0 < 0 }
        verdict.require(Set(signs).count == 1 && abs(parts.rotation.length - 1) < 1e-15, i, "\(parts)")
      }
    }
  }

  @Test func wholesHaveTheirParts() {
    check(Array(repeating: Draw<Double>.uniform(-1...1), count: 17), count: 20_000) { cases, verdict in
      for i in cases.indices {
        guard let parts = decomposition(cases, i), let again = Transform(parts).decomposition else { continue }
        let error = distance(again, parts)
        // Scales from 0.5 on and skews up to 1: a matrix of condition up to 30, inverted for the perspective.
        verdict.require(error <= 30 * 64 * .ulpOfOne, i, "\(again), not \(parts)")
      }
    }
  }

  @Test func mixesAsCSSDoes() {
    let axis = SIMD3<Double>(1, 2, 3)
    func pose(_ angle: Double, _ shift: Double, _ scale: Double) -> Transform {
      Transform(scaleX: scale, y: scale, z: scale)
        .concatenating(Transform(rotation: Quaternion(angle: .degrees(angle), axis: axis)))
        .concatenating(Transform(translationX: shift, y: 0, z: -shift))
    }
    #expect(largest(pose(10, 1, 1).mix(with: pose(70, 5, 3), by: 0.25) - pose(25, 2, 1.5)) < 1e-14)
    #expect(largest(pose(-10, 0, 1).mix(with: pose(340, 0, 1), by: 0.5) - pose(-15, 0, 1)) < 1e-14)
    let near = Transform(perspective: 100).mix(with: Transform(perspective: 50), by: 0.5)
    #expect(abs(near.m34 + 0.015) < 1e-16)
    // A transform of the plane is one of space.
    let plane = Transform2D<Double>(translationX: 3, y: 4).rotated(by: .degrees(40)).scaledBy(x: 2, y: 2)
    let both = Transform(.identity).mix(with: Transform(plane), by: 0.3)
    #expect(largest(both - Transform(Transform2D.identity.mix(with: plane, by: 0.3))) < 1e-14)
  }

  /// The Web Platform Tests' results for matrices with skew and perspective, whose components have 16 digits or are
  /// fractions with fewer: the mixture's fraction, and its components. Beyond the ends sums of up to 100 cancel.
  @Test func mixesAsTheWebPlatformTestsExpect() {
    let first = matrix(
      0, 0.6875, -0.625, 0.3125, -0.6666666666666665, -1, 0.8333333333333334, 0.125, -0.6666666666666665, 0, 0.5,
      1.0625, -1.1875, -0.0625, 1.3125, 1)
    let second = matrix(
      0.571428571428571, -0.625, -0.8333333333333346, -0.66666666666669, 0.5, -0.1875, -0.8125, 0.3125, 0.34375, -1,
      0.8333333333333327, 1.34375, -1.34375, 1, -0.9375, 1)
    let expected: [(Transform, Transform, Double, Transform)] = [
      (
        .identity, first, 0.25,
        matrix(
          0.9041890962319094, 0.3522701519297133, -0.15240204298176957, -0.1428256720529315, -0.7579798772527586,
          0.6803606288839232, -0.05133336076757235, 0.37904689530895724, -0.1957679784745485, 0.38554138029509327,
          0.8226186974340638, 0.3370288143441876, -0.296875, -0.015625, 0.328125, 0.5930529142680923)
      ),
      (
        .identity, first, 2,
        matrix(
          -0.5844534449366048, -0.42278005999296053, -0.4650580659922564, -0.6817595809063256, 0.9156938760088464,
          0.3851647027225889, 0.9244443507516923, 0.7218225020358241, -0.0803568793574344, 0.1719974850210706,
          -0.49676609633513097, -0.25968177786904373, -2.375, -0.125, 2.625, 5.340768914473685)
      ),
      (
        first, second, 0.75,
        matrix(
          0.6861191524977764, -0.18025672746204927, -0.8710297237546482, 0.6072134247444672, 0.2819931018922366,
          0.27778974607679663, -0.6540128246146626, 0.5063632314069845, 0.5509562084361049, -0.3215202993119732,
          0.5459062603735321, 2.8697154005492105, -1.3046875, 0.734375, -0.375, 1.6470169329910096)
      ),
      (
        second, .identity, -1,
        matrix(
          -0.6413028394192518, -1.0702420910513302, -0.5807595966791961, -18.02447171345163, 0.8211815704840004,
          1.0980679097347057, 0.9399408862655454, 22.460730852026064, 0.28421009261178104, -0.5408346238741739,
          0.5194791363698213, 3.075163035391172, -2.6875, 2, -1.875, -14.881239394516232)
      ),
    ]
    for (from, to, fraction, result) in expected {
      let error = largest(from.mix(with: to, by: fraction) - result)
      #expect(error < 1e-12, "off by \(error) at \(fraction)")
    }
  }

  /// Transforms that mix come back with an m44 of 1, except for the rounding in decomposing and composing them. From
  /// the other side the middle is the same.
  @Test func endsMiddlesAndMixingWithItself() {
    check(Self.draws + Self.draws + [.uniform(-0.5...1.5)], count: 20_000) { cases, verdict in
      for i in cases.indices {
        guard let (a, first) = transform(cases, i), let (b, second) = transform(cases, i, first: 16) else { continue }
        let bound = 64 * max(first, second) * .ulpOfOne
        func require(_ found: Transform, _ expected: Transform, _ what: String) {
          verdict.require(largest(found - expected) <= bound, i, "\(what): \(found), not \(expected)")
        }
        let (start, end) = (a.scaled(by: 1 / a.m44), b.scaled(by: 1 / b.m44))
        require(a.mix(with: b, by: 0), start, "at 0")
        require(a.mix(with: b, by: 1), end, "at 1")
        require(a.mix(with: a, by: cases[32][i]), start, "with itself")
        require(a.mix(with: b, by: 0.5), b.mix(with: a, by: 0.5), "in the middle")
      }
    }
  }

  @Test func mixingIsDefinedForAll() {
    let flat = Transform(scaleX: 1, y: 1, z: 0)
    let one = Transform.identity
    #expect(flat.decomposition == nil && flat.inverted() == nil && !flat.isInvertible)
    #expect(flat.mix(with: one, by: 0.49) == flat && flat.mix(with: one, by: 0.5) == one)
    #expect(one.mix(with: flat, by: .nan).m11.isNaN && one.mix(with: one, by: .nan).m44.isNaN)
    var bad = one
    bad.m23 = .nan
    #expect(one.mix(with: bad, by: 0).m11.isNaN && bad.decomposition == nil)
    var noOrigin = one
    noOrigin.m44 = 0
    #expect(noOrigin.mix(with: one, by: 1) == one && noOrigin.decomposition == nil)
    #expect(Transform(Transform.Decomposition(rotation: .zero)) == one)
    let tiny = Transform(scaleX: 1e-200, y: 1e-200, z: 1e-200)
    #expect(tiny.mix(with: one, by: 0.2) == tiny)
  }

  @Test func transformsPoints() {
    let m = Transform(perspective: 10).concatenating(Transform(translationX: 1, y: 0, z: 0))
    #expect(m.applied(to: SIMD3(1, 1, 5)) == SIMD3(3, 2, 10))
    check(Self.draws, count: 20_000) { cases, verdict in
      for i in cases.indices {
        guard let (m, condition) = transform(cases, i) else { continue }
        guard let inverse = m.inverted() else {
          verdict.require(false, i, "\(m) has no inverse")
          continue
        }
        let error = largest(m.concatenating(inverse) - .identity)
        verdict.require(error <= 64 * condition * .ulpOfOne, i, "off by \(error)")
      }
    }
  }

  private static let draws = Array(repeating: Draw<Double>.uniform(-2...2), count: 16)
}

/// A transform that isn't nearly singular, and how much errors grow in its inverse.
private func transform(_ cases: Cases<Double>, _ i: Int, first: Int = 0) -> (Transform, condition: Double)? {
  let components = (first..<first + 16).map { cases[$0][i] }
  let m = Transform(components: components.span)
  var affine = m
  (affine.m14, affine.m24, affine.m34) = (0, 0, 0)
  guard abs(m.m44) > 0.1, let inverse = m.inverted(), let rest = affine.inverted() else { return nil }
  let condition = 4 * largest(m) * (largest(inverse) + largest(rest) / abs(m.m44))
  return condition < 1e6 ? (m, condition * condition) : nil
}

/// A matrix as CSS writes it.
private func matrix(_ components: Double...) -> Transform { Transform(components: components.span) }

/// The largest magnitude of a component.
private func largest(_ m: Transform) -> Double { (0..<16).map { abs(m[component: $0]) }.greatest }

/// Parts of a transform that isn't nearly singular and whose m44 is 1, as it is taken apart.
private func decomposition(_ cases: Cases<Double>, _ i: Int) -> Transform.Decomposition? {
  let c = (0..<17).map { cases[$0][i] }
  let rotation = Quaternion(x: c[13], y: c[14], z: c[15], w: c[16])
  let perspectiveW = 1 - c[0] * c[9] - c[1] * c[10] - c[2] * c[11]
  guard rotation.length > 0.1, abs(perspectiveW) > 0.1 else { return nil }
  return Transform.Decomposition(
    translationX: c[0], translationY: c[1], translationZ: c[2], scaleX: abs(c[3]) + 0.5, scaleY: abs(c[4]) + 0.5,
    scaleZ: abs(c[5]) + 0.5, skewXY: c[6], skewXZ: c[7], skewYZ: c[8], perspectiveX: c[9], perspectiveY: c[10],
    perspectiveZ: c[11], perspectiveW: perspectiveW, rotation: rotation.normalized)
}

/// The largest difference of a part; a rotation and its negative are the same.
private func distance(_ a: Transform.Decomposition, _ b: Transform.Decomposition) -> Double {
  let rotation = a.rotation.nearest(to: b.rotation) - b.rotation
  let straight = a - b
  return ((0..<13).map { abs(straight[component: $0]) } + (0..<4).map { abs(rotation[component: $0]) }).greatest
}
