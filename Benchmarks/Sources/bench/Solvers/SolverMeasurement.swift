import VectorKernels

/// A solver's speed and error on a curve.
struct SolverMeasurement {
  /// In the second cache, with everything else.
  private static let timedCount = 16 << 10
  private static let checkedCount = 200_001
  /// The error from which a result, like one that isn't a number, no longer lies on a curve.
  private static let largestError = 1e9

  let solver: String
  let curve: String
  /// Nanoseconds per element.
  let median, minimum, maximum: Double
  /// The largest difference in y from the reference.
  let error: Double

  /// All solvers on a curve, in turns; nil when interrupted.
  static func measure(
    _ solvers: [Solver], on curve: SolverCurve, with measurement: Measurement
  ) -> [SolverMeasurement]? {
    let work = Workload(count: timedCount)
    let out = work.output(Float.self)
    let at = work.input(in: 0...1 as ClosedRange<Float>)
    let prepared = solvers.map { $0.prepared(curve.bezier) }
    let variants = zip(solvers, prepared).map { solver, solve in
      Variant(name: solver.name, role: .scalar) { solve(at, out) }
    }
    guard let samples = measurement.run(variants) else { return nil }

    let checks = Workload(count: checkedCount)
    let results = checks.output(Float.self)
    let inputs = checks.input { Float(Double($0) / Double(checkedCount - 1)) }
    let references = inputs.map { SolverCurve.reference(of: curve.bezier, at: Double($0)) }
    return solvers.indices.map { k in
      prepared[k](inputs, results)
      var error = 0.0
      for (result, reference) in zip(results, references) {
        let difference = abs(Double(result) - reference)
        error = difference < largestError ? max(error, difference) : largestError
      }
      let count = Double(timedCount)
      return SolverMeasurement(
        solver: solvers[k].name, curve: curve.name, median: samples[k].median / count,
        minimum: samples[k].minimum / count, maximum: samples[k].maximum / count, error: error)
    }
  }
}
