import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct QuaternionTests {
  /// The weights are at most 1 for amounts in 0...1, and each has the errors of two sines, two quotients and a product,
  /// at most 3 ulp of it together; the cosine's error of 2 ulp and the lengths' of one each move a weight by less than
  /// half of that. With the products and the sum: 2 * (3 + 2) + 1 halves of an ulp of 1, and twice that is allowed.
  @Test func slerpFollowsTheGreatCircle() {
    check(Rotations.draws()) { (cases: Cases<Double>, verdict) in
      for i in cases.indices {
        guard let (a, b) = Rotations.pair(cases, i) else { continue }
        let amount = cases[10][i]
        let result = a.slerp(towards: b, amount: amount)
        let exact = ReferenceQuaternion(a).slerp(towards: ReferenceQuaternion(b), amount: amount.reference)
        let error = exact.distance(to: result)
        verdict.require(error <= 11 * Double.ulpOfOne.reference, i, "\(result) is off by \(error)")
        verdict.require(abs(result.length - 1) <= 11 * .ulpOfOne, i, "\(result.length) long")
      }
    }
  }

  @Test func endsAreTheRotationsThemselves() {
    check(Rotations.draws()) { (cases: Cases<Double>, verdict) in
      for i in cases.indices {
        guard let (a, b) = Rotations.pair(cases, i) else { continue }
        let end = b.nearest(to: a)
        verdict.require(a.slerp(towards: b, amount: 0) == a, i, "slerp at 0")
        verdict.require(a.slerp(towards: b, amount: 1) == end, i, "slerp at 1")
        verdict.require(
          a.nearest(to: b).slerp(towards: b, amount: 0.3).nearest(to: a)
            == a.slerp(towards: b, amount: 0.3), i, "the sign of an end changes the rotation")
        for amount in [0.0, 1] {
          let straight = a.nlerp(towards: b, amount: amount)
          // Two roundings for the length, one for each component.
          let error = ReferenceQuaternion(amount == 0 ? a : end).distance(to: straight)
          verdict.require(error <= 3 * Double.ulpOfOne.reference, i, "nlerp at \(amount) is off by \(error)")
        }
      }
    }
  }

  /// At one half the straight line and the arc meet.
  @Test func nlerpMeetsSlerpInTheMiddle() {
    check(Rotations.draws()) { (cases: Cases<Double>, verdict) in
      for i in cases.indices {
        guard let (a, b) = Rotations.pair(cases, i) else { continue }
        let exact = ReferenceQuaternion(a).slerp(towards: ReferenceQuaternion(b), amount: 0.5)
        let error = exact.distance(to: a.nlerp(towards: b, amount: 0.5))
        verdict.require(error <= 8 * Double.ulpOfOne.reference, i, "off by \(error)")
        // From the other side, up to the sign.
        let middle = a.slerp(towards: b, amount: 0.5)
        let back = b.slerp(towards: a, amount: 0.5).nearest(to: middle)
        let difference = ReferenceQuaternion(middle).distance(to: back)
        verdict.require(difference <= 2 * 11 * Double.ulpOfOne.reference, i, "back by \(difference) elsewhere")
        let forth = a.nlerp(towards: b, amount: cases[10][i])
        verdict.require(abs(forth.length - 1) <= 3 * .ulpOfOne, i, "\(forth.length) long")
      }
    }
  }

  @Test func specialPairs() {
    let x = Quaternion<Double>(x: 1, y: 0, z: 0, w: 0)
    let one = Quaternion<Double>.identity
    let zero = Quaternion<Double>.zero
    #expect(x.slerp(towards: -x, amount: 0.4) == x && x.nlerp(towards: -x, amount: 0.4) == x)
    // Half a turn apart: by way of the end as it is.
    let half = one.slerp(towards: x, amount: 0.5)
    #expect(abs(half.angle.degrees - 90) < 1e-13 && half.x > 0)
    #expect(one.slerp(towards: -x, amount: 0.5).x < 0)
    #expect(zero.slerp(towards: one, amount: 1) == one && zero.slerp(towards: zero, amount: 0.5) == zero)
    #expect(abs(zero.slerp(towards: one, amount: 0.5).w - 0.5.squareRoot()) < 1e-15)
    #expect(zero.nlerp(towards: zero, amount: 0.5) == one && zero.normalized == one && zero.inverse == one)
    #expect(zero.applied(to: SIMD3(1, 2, 3)) == SIMD3(1, 2, 3) && zero.angle == .zero && zero.axis == SIMD3(0, 0, 1))
    #expect(Quaternion(angle: .degrees(30), axis: SIMD3<Double>.zero) == one)
    let bad = Quaternion<Double>(x: .nan, y: 0, z: 0, w: 1)
    #expect(bad.slerp(towards: one, amount: 0.5).w.isNaN && bad.nlerp(towards: one, amount: 0.5).w.isNaN)
    let huge = Quaternion<Double>(x: 1e300, y: 0, z: 0, w: 1e300)
    #expect(abs(huge.normalized.length - 1) < 1e-15)
  }

  @Test func rotates() {
    let quarter = Quaternion<Double>(angle: .degrees(90), axis: SIMD3(0, 0, 5))
    let turned = quarter.applied(to: SIMD3(1, 0, 2))
    #expect(distance(turned, SIMD3(0, 1, 2)) < 1e-15)
    #expect(abs(quarter.angle.degrees - 90) < 1e-13 && quarter.axis == SIMD3(0, 0, 1))
    // Of any length.
    #expect(distance(quarter.scaled(by: 3).applied(to: SIMD3(1, 0, 2)), turned) < 1e-15)
    let tilt = Quaternion<Double>(angle: .degrees(90), axis: SIMD3(1, 0, 0))
    #expect(distance((tilt * quarter).applied(to: SIMD3(1, 0, 0)), SIMD3(0, 0, 1)) < 1e-15)
    #expect(ReferenceQuaternion(quarter * quarter.inverse).distance(to: Quaternion<Double>.identity) < 1e-15)
    #expect(quarter.conjugate == Quaternion(angle: .degrees(-90), axis: SIMD3(0, 0, 1)))
    #expect(Quaternion<Float>(quarter).animatableData == Quaternion<Float>(quarter))
    #expect("\(Quaternion<Float>.identity)" == "Quaternion(x: 0.0, y: 0.0, z: 0.0, w: 1.0)")
  }

  /// A quaternion rotates by its direction, even if its square overflows or vanishes.
  @Test(arguments: [1e-320, 1e-170, 1e-154, 1, 1e150, 1e160, 1e308])
  func anyLengthRotates(length: Double) {
    let quarter = Quaternion<Double>(x: 0, y: 0, z: length, w: length)
    // The least number has three digits left.
    let tolerance = length < 1e-310 ? 1e-2 : 1e-15
    #expect(length2(quarter.applied(to: [1, 0, 0]) - [0, 1, 0]) <= tolerance)
    #expect(abs(quarter.angle.degrees - 90) <= 90 * tolerance)
    if length > 1e-308, length < 1e308 {
      let inverse = quarter.inverse
      #expect(abs(inverse.z * length + 0.5) < 1e-15 && abs(inverse.w * length - 0.5) < 1e-15)
    }
  }

  private func length2(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

  @Test func notANumberStaysNotANumber() {
    let bad = Quaternion<Double>(x: 0, y: .nan, z: 0, w: 0)
    #expect(bad.normalized.w.isNaN && bad.nlerp(towards: bad, amount: 0.5).w.isNaN)
    #expect(bad.applied(to: [1, 0, 0]).x.isNaN && bad.inverse.w.isNaN && bad.angle.radians.isNaN)
    let transform = Transform2D<Double>(a: 0, b: .nan, c: 0, d: 1, tx: 0, ty: 0).decomposition
    #expect(transform.radians.isNaN && transform.scaleX.isNaN)
  }

  @Test func theMatrixRotatesLikeTheQuaternion() {
    check(.uniform(-1...1), .uniform(-1...1), .uniform(-1...1), .uniform(-1...1), count: 1000) {
      (cases: Cases<Double>, verdict) in
      for i in cases.indices {
        let q = Quaternion(x: cases[0][i], y: cases[1][i], z: cases[2][i], w: cases[3][i])
        guard q.length > 0.1 else { continue }
        let point = SIMD3(1.0, -2, 3)
        // Sums of a few products up to 4.
        let error = distance(q.applied(to: point), Transform3D(rotation: q).applied(to: point))
        verdict.require(error <= 32 * 4 * .ulpOfOne, i, "off by \(error)")
      }
    }
  }
}

/// The largest difference of a coordinate.
private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  [abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z)].greatest
}
