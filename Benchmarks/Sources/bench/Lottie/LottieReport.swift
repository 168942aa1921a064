import Foundation

/// The results of `bench lottie` as text and as JSON.
struct LottieReport {
  let machine: Machine
  let measurements: [LottieMeasurement]

  /// A frame at 120 frames per second, in milliseconds.
  private static let frame = 1000.0 / 120

  static let headings = [
    "file", "properties", "components", "keyframes", "pieces", "props/frame", "p50 ms", "p99 ms", "max ms",
    "ns/component", "of 8.33 ms", "× baseline", "× peers", "unsupported",
  ]

  static func cells(of measurement: LottieMeasurement) -> [String] {
    [
      measurement.file, "\(measurement.properties)", "\(measurement.components)", "\(measurement.keyframes)",
      "\(measurement.pieces)", String(format: "%.0f", measurement.propertiesPerFrame),
      measurement.median.formatted(digits: 4), measurement.percentile99.formatted(digits: 4),
      measurement.maximum.formatted(digits: 4), measurement.nanosecondsPerComponent.formatted(digits: 3),
      String(format: "%.2f %%", measurement.median / frame * 100),
      String(format: "%.1f", measurement.timesFasterThanBaseline),
      measurement.timesFasterThanPeers.isEmpty
        ? "-"
        : measurement.timesFasterThanPeers.map { peer, times in
          "\(peer) " + (times.map { String(format: "%.0f", $0) } ?? "-")
        }.joined(separator: " "),
      "\(measurement.unsupported.count)",
    ]
  }

  static func line(_ cells: [String], fileWidth: Int) -> String {
    zip(cells, headings).enumerated().map { index, pair in
      index == 0 ? pair.0.padded(to: fileWidth) : pair.0.aligned(to: max(pair.1.count, 8))
    }.joined(separator: "  ") + "\n"
  }

  static func notes(_ unsupported: [LottieNote]) -> String {
    unsupported.map { "  not played: \($0.path): \($0.reason)\n" }.joined()
  }

  var json: String {
    let results = measurements.map { measurement in
      func number(_ value: Double) -> JSON { .number(value.rounded(digits: 5)) }
      return JSON.object([
        ("file", .string(measurement.file)), ("instances", .integer(measurement.instances)),
        ("properties", .integer(measurement.properties)), ("components", .integer(measurement.components)),
        ("keyframes", .integer(measurement.keyframes)), ("pieces", .integer(measurement.pieces)),
        ("propertiesPerFrame", number(measurement.propertiesPerFrame)),
        ("componentsPerFrame", number(measurement.componentsPerFrame)),
        (
          "frameMilliseconds",
          .object([
            ("p50", number(measurement.median)), ("p99", number(measurement.percentile99)),
            ("max", number(measurement.maximum)),
          ])
        ),
        ("nsPerComponent", number(measurement.nanosecondsPerComponent)),
        ("shareOfFrame", number(measurement.median / LottieReport.frame)),
        ("timesFasterThanBaseline", number(measurement.timesFasterThanBaseline)),
        (
          "timesFasterThanPeers",
          .object(measurement.timesFasterThanPeers.compactMap { peer, times in times.map { (peer, number($0)) } })
        ),
        ("largestDeviation", number(measurement.largestDeviation)),
        ("unsupported", .array(measurement.unsupported.map(\.json))),
      ])
    }
    return JSON.object([("machine", machine.json), ("results", .array(results))]).text(depth: 2) + "\n"
  }
}
