import Foundation
import Testing
import VectorKernels

private typealias Transform = Transform3D<Double>

@Suite struct Transform3DTests {
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
    #expect(m.apply(to: SIMD3(1, 1, 5)) == SIMD3(3, 2, 10))
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
private func transform(_ cases: Cases<Double>, _ i: Int) -> (Transform, condition: Double)? {
  let m = Transform(components: (0..<16).map { cases[$0][i] }.span)
  var affine = m
  (affine.m14, affine.m24, affine.m34) = (0, 0, 0)
  guard abs(m.m44) > 0.1, let inverse = m.inverted(), let rest = affine.inverted() else { return nil }
  let condition = 4 * largest(m) * (largest(inverse) + largest(rest) / abs(m.m44))
  return condition < 1e6 ? (m, condition * condition) : nil
}

/// The largest magnitude of a component.
private func largest(_ m: Transform) -> Double { (0..<16).map { abs(m[component: $0]) }.max()! }

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
  return ((0..<13).map { abs(straight[component: $0]) } + (0..<4).map { abs(rotation[component: $0]) }).max()!
}
