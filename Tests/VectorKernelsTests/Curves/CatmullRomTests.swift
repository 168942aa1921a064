import Testing
import VectorKernels

@Suite(.seeded) struct CatmullRomTests {
  private static let counts = [1, 2, 3, 4, 16, 31, 32, 33, 40, 300, 5000]

  /// The textbook's matrix, with a value before the first and one after the last: the mirror images of their neighbours.
  private func reference(_ values: [Double], at x: Double) -> Reference {
    let v = values.map { Reference($0) }
    if v.count == 1 { return v[0] }
    let padded = [2 * v[0] - v[1]] + v + [2 * v[v.count - 1] - v[v.count - 2]]
    let place = Reference(x) * Reference(v.count - 1)
    let i = min(Int(place), v.count - 2)
    let (u, p) = (place - Reference(i), padded[i...i + 3].map { $0 })
    let linear: Reference = p[2] - p[0]
    let square: Reference = 2 * p[0] - 5 * p[1] + 4 * p[2] - p[3]
    let cube: Reference = 3 * (p[1] - p[2]) + p[3] - p[0]
    return p[1] + u * (linear + u * (square + u * cube)) / 2
  }

  /// One value is off by a few roundings. In `Float`, Horner's scheme rounds three coefficients of up to 4, 6 and 1
  /// changes from a value to the next, and their products and sums: by 3e-6 of the change, and half an ulp or two of the
  /// value. A velocity has 3 and 2 times these, times the number of cubics.
  @Test(arguments: counts) func valuesAreThoseOfTheMatrix(count: Int) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    let values = (0..<count).map { _ in Double.random(in: -2...3, using: &generator) }
    let curve = UnitCurve.catmullRom(through: values)
    let x = (0..<3000).map { _ in Float.random(in: 0...1, using: &generator) } + (0...64).map { Float($0) / 64 }
    let results = output(x.count) { curve.values(at: x.span, into: $0) }
    let velocities = output(x.count) { curve.velocities(at: x.span, into: $0) }
    let change = zip(values, values.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    let segments = Double(count - 1)
    for i in x.indices {
      let at = Double(x[i])
      let exact = reference(values, at: at)
      verdict.require(abs(curve.value(at: at).reference - exact) < 1e-15 * (10 + segments).reference, i, "\(at)")
      let error = abs(Double(results[i].reference - exact))
      verdict.require(error <= 3e-6 * change + 0x1p-23 * 3, i, "\(results[i]) instead of \(exact) at \(at)")
      let velocity = curve.velocity(at: at)
      let bound = 6e-6 * change * segments
      verdict.require(abs(Double(velocities[i]) - velocity) <= bound, i, "\(velocities[i]), not \(velocity) at \(at)")
      guard (1e-6...1 - 1e-6).contains(at) else { continue }
      let h = 1e-7 / max(1, segments)
      let difference = (reference(values, at: at + h) - reference(values, at: at - h)) / (2 * h).reference
      // Off by the second derivative, which jumps at a value, times half a step, and by the rounding of `at`.
      let allowance = 2e-6 * change * segments + 1e-15
      verdict.require(abs(velocity - Double(difference)) <= allowance, i, "\(velocity), not \(difference) at \(at)")
    }
    #expect(curve.value(at: 0) == values[0] && curve.value(at: 1) == values[count - 1])
    let ends: [Float] = output(3) { curve.values(at: [0, 1, .nan].span, into: $0) }
    #expect(ends[0] == Float(values[0]) && ends[1] == Float(values[count - 1]) && ends[2].isNaN)
    for (i, value) in values.enumerated() where count > 1 {
      #expect(abs(curve.value(at: Double(i) / segments) - value) <= 1e-14 * (10 + segments))
    }
  }

  @Test func coreAnimationsCubicModeIsTheSame() throws {
    let values = [0, 1, 0.5, 0.7]
    let curve = UnitCurve.catmullRom(through: values)
    let animation = try KeyframeAnimation(values: values, duration: 1, calculationMode: .cubic)
    for x in stride(from: 0, through: 1, by: 0.01) {
      #expect(abs(curve.value(at: x) - animation.value(time: x)) < 1e-14)
    }
    // Measured on macOS.
    #expect(abs(curve.value(at: 0.05) - 0.16434) < 1e-5)
  }

  @Test func anyValuesGiveNumbers() {
    let curve = UnitCurve.catmullRom(through: [.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude])
    #expect(curve.value(at: 0) == 0 && curve.value(at: 0.2) == 1e15 && curve.value(at: .nan).isNaN)
    let x = (0...1000).map { Float($0) / 1000 }
    let results = output(x.count) { curve.values(at: x.span, into: $0) }
    let velocities = output(x.count) { curve.velocities(at: x.span, into: $0) }
    #expect((results + velocities).allSatisfy { $0.isFinite })
    #expect(CSSEasing(curve) == nil)
  }
}
