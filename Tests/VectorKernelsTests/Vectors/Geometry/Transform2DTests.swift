import Foundation
import Testing
import VectorKernels

private typealias Transform = Transform2D<Double>

@Suite(.seeded) struct Transform2DTests {
  /// Components up to 10, and each is a sum of four products of three roundings each.
  @Test func partsMakeTheWhole() {
    check(Array(repeating: Draw<Double>.uniform(-10...10), count: 6)) { cases, verdict in
      for i in cases.indices {
        let m = transform(cases, i)
        let again = Transform(m.decomposition)
        let error = largest(again - m)
        // The residual is relative to the columns' lengths.
        verdict.require(error <= 12 * 15 * .ulpOfOne, i, "\(m.decomposition) makes \(again), off by \(error)")
        let parts = m.decomposition
        verdict.require(abs(parts.radians) <= .pi, i, "\(parts)")
        verdict.require((parts.scaleX * parts.scaleY < 0) == (m.determinant < 0), i, "\(parts)")
      }
    }
  }

  @Test func singularOnesComeBackToo() {
    let transforms = [
      Transform(a: 0, b: 0, c: 0, d: 0, tx: 1, ty: 2), Transform(a: 0, b: 0, c: 1, d: 2, tx: 0, ty: 0),
      Transform(a: 1, b: 2, c: 0, d: 0, tx: 0, ty: 0), Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
    ]
    for m in transforms { #expect(largest(Transform(m.decomposition) - m) < 4e-15, "\(m)") }
  }

  @Test func mixesAsCSSDoes() {
    // A rotation and a scale, each on its own.
    let from = Transform(translationX: 10, y: 0)
    let to = Transform(translationX: 20, y: 8).rotated(by: .degrees(90)).scaledBy(x: 2, y: 2)
    let middle = Transform(translationX: 15, y: 4).rotated(by: .degrees(45)).scaledBy(x: 1.5, y: 1.5)
    #expect(largest(from.mix(with: to, by: 0.5) - middle) < 1e-14)
    // The Web Platform Tests' results for a rotation, a scale and a translation, up to their digits.
    let up = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: -6)
    let turned = Transform(a: 0, b: 7, c: -1, d: 0, tx: 6, ty: 0)
    #expect(largest(up.mix(with: turned, by: -1) - Transform(a: 0, b: 5, c: 1, d: 0, tx: -6, ty: -12)) < 1e-14)
    #expect(largest(up.mix(with: turned, by: 2) - Transform(a: -13, b: 0, c: 0, d: -1, tx: 12, ty: 6)) < 1e-14)
    // By the shorter way.
    let near = Transform(rotation: .degrees(170)).mix(with: Transform(rotation: .degrees(-170)), by: 0.5)
    #expect(largest(near - Transform(rotation: .degrees(180))) < 1e-14)
    // From 0 to half a turn CSS goes backwards, because it counts 0 as a whole turn.
    let half = Transform.identity.mix(with: Transform(rotation: .degrees(180)), by: 0.5)
    #expect(largest(half - Transform(rotation: .degrees(-90))) < 1e-14)
    // Flipped in x and flipped in y are half a turn apart.
    let flips = Transform(scaleX: -1, y: 1).mix(with: Transform(scaleX: 1, y: -1), by: 0.5)
    #expect(abs(flips.determinant + 1) < 1e-14)
    // Scales alone have no rotation that rounding could leave.
    let scales = Transform(scaleX: 2, y: 3).mix(with: Transform(scaleX: 4, y: 5), by: 0.5)
    #expect(scales == Transform(scaleX: 3, y: 4))
  }

  @Test func mixingIsDefinedForAll() {
    let nothing = Transform(scaleX: 0, y: 0)
    let one = Transform.identity
    #expect(nothing.mix(with: one, by: 0.49) == nothing && nothing.mix(with: one, by: 0.5) == one)
    #expect(one.mix(with: nothing, by: 7) == nothing && one.mix(with: nothing, by: .nan).a.isNaN)
    let bad = Transform(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    #expect(one.mix(with: bad, by: 0).tx.isNaN && one.mix(with: one, by: .nan).a.isNaN)
    // Parts pass through a scale of 0, and count turns.
    let grown = nothing.decomposition.interpolated(towards: one.decomposition, amount: 0.5)
    #expect(grown.scaleX == 0.5)
    let turns = Transform.Decomposition(radians: 4 * .pi)
    let quarter = Transform.Decomposition().interpolated(towards: turns, amount: 0.25)
    #expect(largest(Transform(quarter) - Transform(scaleX: -1, y: -1)) < 1e-15)
  }

  @Test func endsAndMixingWithItself() {
    check(Array(repeating: Draw<Double>.uniform(-10...10), count: 13)) { cases, verdict in
      for i in cases.indices {
        let (a, b) = (transform(cases, i), transform(cases, i, first: 6))
        let bound = 2 * 12 * 15 * Double.ulpOfOne
        verdict.require(largest(a.mix(with: b, by: 0) - a) <= bound, i, "\(a.mix(with: b, by: 0)) at 0")
        verdict.require(largest(a.mix(with: b, by: 1) - b) <= bound, i, "\(a.mix(with: b, by: 1)) at 1")
        let amount = cases[12][i]
        verdict.require(largest(a.mix(with: a, by: amount) - a) <= bound, i, "\(a.mix(with: a, by: amount))")
      }
    }
  }

  @Test func transformsPoints() {
    let m = Transform(translationX: 5, y: 6).rotated(by: .degrees(90)).scaledBy(x: 2, y: 3)
    let p = Point2D(x: 1.0, y: 1).applying(m)
    #expect(abs(p.x - 2) < 1e-14 && abs(p.y - 8) < 1e-14)
    let back = p.applying(m.inverted()!)
    #expect(abs(back.x - 1) < 1e-14 && abs(back.y - 1) < 1e-14)
    #expect(Transform(scaleX: 0, y: 1).inverted() == nil && !Transform(scaleX: 0, y: 1).isInvertible)
    for scale in [Float(1e-23), 1e20] {
      let scaling = Transform2D<Float>(scaleX: scale, y: scale)
      #expect(scaling.isInvertible && scaling.inverted()?.a == 1 / scale)
    }
    #expect(largest(m.concatenating(m.inverted()!) - .identity) < 1e-14)
    #expect("\(Transform2D<Float>.identity)" == "Transform2D(a: 1.0, b: 0.0, c: 0.0, d: 1.0, tx: 0.0, ty: 0.0)")
  }
}

private func transform(_ cases: Cases<Double>, _ i: Int, first: Int = 0) -> Transform {
  let components = (first..<first + 6).map { cases[$0][i] }
  return Transform(components: components.span)
}

/// The largest magnitude of a component.
private func largest(_ m: Transform) -> Double { (0..<6).map { abs(m[component: $0]) }.greatest }
