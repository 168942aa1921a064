import Testing
import VectorKernels
import bench

@Suite struct SolverCurveTests {
  /// Where x is a third and two thirds of the way, the curve is x itself.
  @Test(arguments: [0, 0.1, 0.25, 0.5, 0.875, 1])
  func solvesLines(x: Double) throws {
    let line = try CubicBezier(x1: 1 / 3.0, y1: 1 / 3.0, x2: 2 / 3.0, y2: 2 / 3.0)
    // Both cubics round a few times, each to half a unit in the last place of numbers below 1.
    #expect(abs(SolverCurve.reference(of: line, at: x) - x) <= 0x1p-50)
  }

  /// x = 3 t (1 - t)^2 + t^3 and y = 3 t^2 (1 - t) + t^3, at t = 1/4: 0.4375 and 0.15625, without a rounding.
  @Test func solvesWhatIsKnown() throws {
    let curve = try CubicBezier(x1: 1, y1: 0, x2: 0, y2: 1)
    #expect(abs(SolverCurve.reference(of: curve, at: 0.4375) - 0.15625) <= 0x1p-50)
  }
}
