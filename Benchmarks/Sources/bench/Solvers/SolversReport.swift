/// The results of `bench solvers` as JSON and as Markdown.
struct SolversReport {
  let machine: Machine
  let measurements: [SolverMeasurement]

  static let headings = ["curve", "solver", "ns", "min", "max", "largest error"]

  static func cells(of measurement: SolverMeasurement) -> [String] {
    [
      measurement.curve, measurement.solver, measurement.median.formatted(digits: 3),
      measurement.minimum.formatted(digits: 3), measurement.maximum.formatted(digits: 3),
      "\(measurement.error.rounded(digits: 2))",
    ]
  }

  static func line(_ cells: [String]) -> String {
    cells.enumerated().map { $0 < 2 ? $1.padded(to: 36) : $1.aligned(to: 8) }.joined(separator: "  ") + "\n"
  }

  var json: String {
    func number(_ value: Double) -> JSON { .number(value.rounded(digits: 5)) }
    let results = measurements.map { measurement in
      JSON.object([
        ("solver", .string(measurement.solver)), ("curve", .string(measurement.curve)),
        (
          "nsPerElement",
          .object([
            ("median", number(measurement.median)), ("min", number(measurement.minimum)),
            ("max", number(measurement.maximum)),
          ])
        ),
        ("maximumError", number(measurement.error)),
      ])
    }
    return JSON.object([("machine", machine.json), ("results", .array(results))]).text(depth: 2) + "\n"
  }

  var markdown: String {
    var lines = ["# Curve solvers", "", "Written by `bench solvers`.", ""]
    lines += ["| | |", "|---|---|"] + machine.facts.map { "| \($0.label) | \($0.text) |" }
    lines += [
      "",
      "Nanoseconds per element of 16384 in the second cache, one core, all solvers in turns. The error is the largest in y",
      "over 200001 evenly spread x, against bisection in double precision; 1e9 stands for a larger error or for NaN.",
      "A solver that stops early errs where the curve is steep. The ports compute in single precision, by",
      "published methods: `Benchmarks/peers/solvers.cpp` says where.",
      "",
      "| " + SolversReport.headings.joined(separator: " | ") + " |",
      "|---|---|" + SolversReport.headings.dropFirst(2).map { _ in "---:|" }.joined(),
    ]
    lines += measurements.map { "| " + SolversReport.cells(of: $0).joined(separator: " | ") + " |" }
    return lines.joined(separator: "\n") + "\n"
  }
}
