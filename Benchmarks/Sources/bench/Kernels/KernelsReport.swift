/// The results of `bench kernels` as JSON.
struct KernelsReport {
  private static let digits = 5

  let machine: Machine
  let measurements: [KernelMeasurement]

  var json: String {
    let results = measurements.flatMap { measurement in measurement.results.map { json($0, of: measurement) } }
    let report = JSON.object([("machine", machine.json), ("results", .array(results))])
    return report.text(depth: 2) + "\n"
  }

  private func json(_ result: KernelResult, of measurement: KernelMeasurement) -> JSON {
    func number(_ value: Double) -> JSON { .number(value.rounded(digits: KernelsReport.digits)) }
    let tolerance = measurement.kernel.peerTolerance ?? measurement.kernel.tolerance
    let errors =
      (result.error.map { [("error", number($0)), ("tolerance", .number(tolerance))] } ?? [])
      + (result.exactError.map { [("exactError", number($0))] } ?? [])
    let comparison =
      result.ratioToScalar.map { ratio in
        [
          ("ratioToScalar", number(ratio)),
          ("uncertainty", .object(result.uncertainty.map { ($0.reference, .number($0.error.rounded(digits: 2))) })),
        ]
      } ?? []
    return .object(
      [
        ("name", .string(measurement.kernel.name)),
        ("variant", .string(result.variant)),
        ("count", .integer(measurement.count)),
        (
          "nsPerElement",
          .object([
            ("median", number(result.median)), ("min", number(result.minimum)), ("max", number(result.maximum)),
          ])
        ),
        ("bytesPerElement", number(measurement.kernel.bytesPerElement)),
        ("gigabytesPerSecond", number(result.gigabytesPerSecond)),
        ("copyFraction", number(result.copyFraction)),
        ("ratioToPeer", .object(result.ratioToPeer.map { ($0.peer, number($0.ratio)) })),
      ] + comparison + errors)
  }
}
