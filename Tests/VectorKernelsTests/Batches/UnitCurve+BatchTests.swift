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
      #expect((solved + looked + slopes).allSatisfy { !$0.isNaN }, "\(y1), \(y2)")
    }
  }

  /// Where an inverse is steep, a progress that is off by the bound moves it by more.
  @Test(arguments: Family.all)
  func inversesAreWithinTheirError(family: Family) {
    let y = Self.fractions
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

  /// Zero of either sign and what is outside give numbers, and NaN stays.
  @Test(arguments: Family.all)
  func oddNumbers(family: Family) {
    let x: [Float] = [0, -0.0, -1, 1, 2, .nan]
    for curve in [family.curve, family.curve.inverse] {
      let results = output(x.count) { curve.values(at: x.span, into: $0) }
      #expect(results[..<5].allSatisfy(\.isFinite) && results[5].isNaN, "\(curve): \(results)")
    }
  }
}
