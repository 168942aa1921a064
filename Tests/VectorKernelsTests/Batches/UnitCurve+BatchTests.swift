import Foundation
import Testing
import VectorKernels

/// Spans of progress through the kernels, against one value at a time.
@Suite(.seeded) struct UnitCurveBatchTests {
  /// Every 2^18th of 0...1, and floats of every magnitude near both ends.
  private static let fractions: [Float] = {
    let even = (0...1 << 18).map { Float($0) * 0x1p-18 }
    let small = (0..<1 << 16).map { Float(bitPattern: UInt32($0) << 14 + 12345) }.filter { $0 <= 1 }
    return even + small + small.map { 1 - $0 }
  }()

  /// As documented: without fused multiply-adds every one of them rounds twice.
  private let bound = isFused ? 3e-7 : 6e-7

  /// One value at a time is exact for this purpose.
  @Test(arguments: Family.all)
  func familiesAreWithinTheirError(family: Family) {
    let x = Self.fractions
    let results = output(x.count) { family.curve.values(at: x.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in x.indices {
      let exact = family.curve.value(at: Double(x[i]))
      let error = (Double(results[i]) - exact).magnitude / family.scale
      verdict.require(error <= bound, i, "\(results[i]) instead of \(exact) at \(x[i])")
    }
  }

  /// Control points so high that no Float holds them.
  @Test(arguments: [1e36, -1e39, 1e300, -.greatestFiniteMagnitude])
  func hugeControlPointsGiveNumbers(y: Double) throws {
    let x: [Float] = [0, 0.25, 0.5, 0.75, 1]
    for (y1, y2) in [(y, 1), (0, y), (y, y), (y, -y)] {
      let curve = try CubicBezier(x1: 0.3, y1: y1, x2: 0.6, y2: y2)
      let tabulated = curve.tabulated()
      let solved = output(5) { curve.values(at: x.span, into: $0) }
      let looked = output(5) { tabulated.values(at: x.span, into: $0) }
      let slopes = output(5) { curve.velocities(at: x.span, into: $0) }
      #expect(solved[0] == 0 && solved[4] == 1 && looked[0] == 0 && looked[4] == 1)
      #expect((solved + looked + slopes).allSatisfy { $0.isFinite }, "\(y1), \(y2)")
      let other = [
        output(5) { CSSEasing.cubicBezier(curve).velocities(at: x.span, into: $0) },
        output(5) { UnitCurve(curve).velocities(at: x.span, into: $0) },
        output(5) { tabulated.velocities(at: x.span, into: $0) },
      ]
      #expect(other.joined().allSatisfy { $0.isFinite }, "\(y1), \(y2)")
    }
  }

  /// Progresses outside 0...1 have the values of the ends, bit for bit.
  @Test(arguments: UnitCurve.samples + UnitCurve.others)
  func outsideAreTheEnds(curve: UnitCurve) {
    let x: [Float] = [-0.25, -.leastNonzeroMagnitude, -1e30, -.infinity, 1.25, Float(1).nextUp, 1e30, .infinity]
    let found = output(x.count) { curve.values(at: x.span, into: $0) }
    let clamped = x.map { min(1, max(0, $0)) }
    let ends = output(x.count) { curve.values(at: clamped.span, into: $0) }
    #expect(zip(found, ends).allSatisfy { $0.isIdentical(to: $1) }, "\(found), not \(ends)")
    for (index, end) in ends.enumerated() {
      #expect(abs(Double(end) - curve.value(at: index < 4 ? 0 : 1)) <= 1e-6 * max(1, abs(Double(end))))
    }
  }

  /// A tabulated curve has the velocities of the curve it was made from.
  @Test(arguments: [CubicBezier.ease, .easeInOut, .linear])
  func tabulatedVelocitiesAreTheCurves(curve: CubicBezier) {
    let x = Self.fractions + [-1, 2, .nan]
    let (found, exact) = (
      output(x.count) { curve.tabulated().velocities(at: x.span, into: $0) },
      output(x.count) { curve.velocities(at: x.span, into: $0) }
    )
    #expect(zip(found, exact).allSatisfy { $0.isIdentical(to: $1) })
  }

  /// Where an inverse is steep, a progress that is off by the bound moves it by more. The exact inverse takes
  /// microseconds, so only the highest level gets all fractions.
  @Test(arguments: Family.all)
  func inversesAreWithinTheirError(family: Family) {
    let y = Self.fractions.enumerated().filter { Settings.walksEveryValue || $0.offset % 8 == 0 }.map(\.element)
    let inverse = family.curve.inverse
    let results = output(y.count) { inverse.values(at: y.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in y.indices {
      let exact = inverse.value(at: Double(y[i]))
      let error = min(
        (Double(results[i]) - exact).magnitude,
        (family.curve.value(at: Double(results[i])) - Double(y[i])).magnitude / family.scale)
      verdict.require(error <= bound, i, "\(results[i]) instead of \(exact) at \(y[i])")
    }
  }

  /// Zeros of either sign and progresses outside 0...1 give numbers, and NaN stays.
  @Test(arguments: Family.all)
  func oddNumbers(family: Family) {
    let x: [Float] = [0, -0.0, -1, 1, 2, .nan]
    for curve in [family.curve, family.curve.inverse] {
      let results = output(x.count) { curve.values(at: x.span, into: $0) }
      #expect(results[..<5].allSatisfy(\.isFinite) && results[5].isNaN, "\(curve): \(results)")
    }
  }

  /// Against differences of the textbook's formula, in higher precision, and one value. The argument of an ease out is
  /// rounded, by 3e-8, so within that distance of a corner either side will do.
  @Test(arguments: Family.all)
  func velocitiesAreTheDerivative(family: Family) {
    let curve = family.curve
    let x = Self.fractions.enumerated().filter { $0.offset % 16 == 0 }.map(\.element)
    let results = output(x.count) { curve.velocities(at: x.span, into: $0) }
    let largest = (0...4096).map { abs(curve.velocity(at: Double($0) / 4096)) }.filter(\.isFinite).max()!
    // The argument's rounding counts as often as the exponent says.
    let slack = (isFused ? 1.0 : 2.0) * (curve.description.contains("power") ? family.scale : 1)
    var verdict = Verdict()
    defer { verdict.report() }
    for i in x.indices {
      let at = Double(x[i])
      let exact = curve.velocity(at: at)
      let reach = family.hasCorners ? [-6e-8, 0, 6e-8] : [0]
      let nearby = reach.map { curve.velocity(at: at + $0) }
      let bound = max(1e-6 * slack * largest, 0x1p-24 * abs(exact))
      let isNear = nearby.contains { abs(Double(results[i]) - $0) <= bound } || Float(exact) == results[i]
      verdict.require(isNear, i, "\(results[i]) instead of \(exact) at \(at)")
      guard at > 1e-3 && at < 1 - 1e-3 && i % 16 == 0 && exact.isFinite else { continue }
      func difference(_ h: Reference) -> Double {
        Double((family.value(at: at.reference + h) - family.value(at: at.reference - h)) / (2 * h))
      }
      let slope = difference(1e-6)
      let curvature = abs(difference(2e-6) - slope)
      if family.hasCorners && curvature > 1e-7 { continue }
      let allowance = 1e-6 * slack * max(largest, family.scale) + 0x1p-23 * abs(slope) + 2 * curvature
      verdict.require(abs(Double(results[i]) - slope) <= allowance, i, "\(results[i]) instead of \(slope) at \(at)")
    }
  }

  /// The inverses of families are computed in `Double`, and rounded once.
  @Test(arguments: Family.all.map(\.curve.inverse))
  func velocitiesOfInversesAreThoseOfOneValue(curve: UnitCurve) {
    compareVelocities(of: curve, within: 0x1p-24)
  }

  /// The slope of a Bezier is a quotient. Its numerator has terms of at most 12 here and 4 roundings, 3e-6 in all; its
  /// denominator is at least 0.8. Families have 1e-6 of the largest velocity (2e-6 without fused multiply-add), times up
  /// to 100 / 6 for powers, whose slopes are as many times as large, against their formulas above; here an input that is
  /// rounded on the way counts besides. Of the tables, polynomials have 800 times 1e-9 here, and Catmull-Rom curves less.
  @Test(arguments: UnitCurve.plain + UnitCurve.others + Family.all.map(\.curve))
  func velocitiesAreThoseOfOneValue(curve: UnitCurve) {
    compareVelocities(of: curve, within: 4e-6)
  }

  /// Compares with one value at any input, within a part of the largest velocity.
  private func compareVelocities(of curve: UnitCurve, within tolerance: Double) {
    var generator = Generator(seed: Settings.seed)
    let x =
      (0..<300).map { _ in Float.random(in: -0.25...1.25, using: &generator) } + [0, -0.0, 1, -1, 2, 1e30]
      + (0..<40).map { _ in Float(generator.wildNumber()) }
    let results = output(x.count) { curve.velocities(at: x.span, into: $0) }
    var copy = x
    var span = copy.mutableSpan
    span.withUnsafeMutableBufferPointer { memory in
      curve.velocities(
        at: Span(_unsafeElements: UnsafeBufferPointer(memory)), into: MutableSpan(_unsafeElements: memory))
    }
    #expect(zip(copy, results).allSatisfy { $0.isIdentical(to: $1) })
    let largest = (0...4096).map { abs(curve.velocity(at: Double($0) / 4096)) }.filter(\.isFinite).max()!
    var verdict = Verdict()
    defer { verdict.report() }
    for i in x.indices {
      if x[i].isNaN {
        verdict.require(results[i].isNaN, i, "\(results[i]) for NaN")
        continue
      }
      let at = min(1, max(0, Double(x[i])))
      // A Bezier's slope is that of a point within 3e-7, and that near a corner it may be that of the other side.
      let nearby = [-3e-7, -1e-7, 0, 1e-7, 3e-7].map { curve.velocity(at: at + $0) }
      let exact = curve.velocity(at: at)
      let bound = tolerance * max(largest, abs(exact))
      let isNear = (nearby.min()! - bound...nearby.max()! + bound).contains(Double(results[i]))
      let isHuge = exact.isInfinite && abs(results[i]) > 1e6 && (results[i] > 0) == (exact > 0)
      verdict.require(isNear || isHuge, i, "\(results[i]) instead of \(nearby) at \(x[i])")
    }
  }
}

/// Spans of progress in `Double`, against the textbook's formulas in higher precision.
@Suite(.seeded) struct UnitCurveInDoubleTests {
  /// A number with many digits in every 2^14th of 0...1, and numbers of every magnitude near both ends.
  private static let fractions: [Double] = {
    let even = (0..<1 << 14).map { (index: Int) -> Double in
      let part = Double(index * 7919 % 16381) / 16381
      return (Double(index) + part) * 0x1p-14
    }
    let small = (0..<1 << 12).map { Double(bitPattern: UInt64($0) << 50 + 123_456_789) }.filter { $0 <= 1 }
    return even + small + small.map { 1 - $0 }
  }()

  /// As documented: without fused multiply-adds every one of them rounds twice. A reference of the same precision has
  /// roundings of its own besides, as many as in `FamilyTests`; there the bits are compared with those of x86-64.
  private let bound = (isFused ? 1e-15 : 2e-15) + (Reference.significandBitCount > 52 ? 0 : 2e-14)

  @Test(arguments: Family.all)
  func familiesAreWithinTheirError(family: Family) {
    let x = Self.fractions
    let results = output(x.count) { family.curve.values(at: x.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    for i in x.indices {
      let exact = family.value(at: x[i].reference)
      let error = (results[i].reference - exact).magnitude / family.scale.reference
      verdict.require(error <= bound.reference, i, "\(results[i]) instead of \(exact) at \(x[i])")
    }
  }

  /// The curve passes y within the bound of the result, in either direction.
  @Test(arguments: Family.all)
  func inversesAreWithinTheirError(family: Family) {
    let y = Self.fractions.enumerated().filter { Settings.walksEveryValue || $0.offset % 8 == 0 }.map(\.element)
    let results = output(y.count) { family.curve.inverse.values(at: y.span, into: $0) }
    var verdict = Verdict()
    defer { verdict.report() }
    let slack = (bound * family.scale).reference
    for i in y.indices {
      let values = [-bound, 0, bound].map { family.value(at: min(1, max(0, results[i].reference + $0.reference))) }
      let isNear = values.min()! - slack <= y[i].reference && y[i].reference <= values.max()! + slack
      verdict.require(isNear, i, "\(results[i]), where the curve is at \(values[1]) instead of \(y[i])")
    }
  }

  @Test(arguments: Family.all)
  func endsAreExact(family: Family) {
    let x = [0, -0.0, -1, -.infinity, 1, 2, .infinity]
    // The inverse of a curve that turns around doesn't begin at 0.
    for curve in [family.curve] + (family.rises ? [family.curve.inverse] : []) {
      let results = output(x.count) { curve.values(at: x.span, into: $0) }
      #expect(results == [0, 0, 0, 0, 1, 1, 1], "\(curve)")
    }
  }

  /// Progresses outside 0...1 have the values of the ends, whatever lies beside them, and NaN stays.
  @Test(arguments: UnitCurve.samples + UnitCurve.others)
  func oddNumbers(curve: UnitCurve) {
    var generator = Generator(seed: Settings.seed)
    let x = (0..<60).map { _ in generator.wildNumber() } + [.nan, -.infinity, 5e-324, 1e-310, 1 - 0x1p-53]
    let results = output(x.count) { curve.values(at: x.span, into: $0) }
    for i in x.indices {
      let clamped = min(1, max(0, x[i]))
      let alone = output(1) { curve.values(at: [x[i].isNaN ? x[i] : clamped].span, into: $0) }
      #expect(results[i].isIdentical(to: alone[0]) && results[i].isNaN == x[i].isNaN, "\(curve) at \(x[i])")
    }
  }
}

extension UnitCurve {
  /// Curves of data.
  fileprivate static let others: [UnitCurve] = [
    UnitCurve(.steps(7, .jumpBoth)), UnitCurve(samples: [0.5]), UnitCurve(samples: [0, 0.5, 0.25, 2]),
    UnitCurve(samples: (0...40).map { Double($0 * 7 % 13) }), UnitCurve(samples: (0...300).map { Double($0 % 5) }),
    UnitCurve(.linear([.init(0), .init(1.5, at: 0.25), .init(0.5, at: 0.25), .init(0.75)])),
    UnitCurve.tabulated { $0 * $0 * (2 - $0) }.curve, UnitCurve.tabulated { 0.5 + 0.38 * sin(15 * $0) }.curve,
    .catmullRom(through: (0...40).map { Double($0 * 7 % 13) }),
  ]
}
