import Foundation

/// The results of `bench scenes` as JSON and on the terminal.
struct ScenesReport {
  let machine: Machine
  let measurements: [SceneMeasurement]
  let events: [SceneEvent]
  let values: [SceneEvent]

  /// A frame at 120 frames per second, in milliseconds.
  private static let frame = 1000.0 / 120

  static let headings = [
    "scene", "properties", "cores", "p50 ms", "p99 ms", "max ms", "ns/component", "of 8.33 ms", "allocations",
    "bytes/property", "× copy", "× baseline", "× peers",
  ]

  static func cells(of measurement: SceneMeasurement) -> [String] {
    func text(_ value: Double?, _ format: String) -> String { value.map { String(format: format, $0) } ?? "-" }
    return [
      measurement.scene, "\(measurement.count)", "\(measurement.cores)", measurement.median.formatted(digits: 4),
      measurement.percentile99.formatted(digits: 4), measurement.maximum.formatted(digits: 4),
      measurement.nanosecondsPerComponent.formatted(digits: 3), text(measurement.median / frame * 100, "%.2f %%"),
      text(measurement.allocationsPerFrame, "%.2f"), text(measurement.bytesPerProperty, "%.0f"),
      text(measurement.ratioToCopy, "%.2f"),
      text(measurement.timesFasterThanBaseline, "%.0f"),
      measurement.peers.isEmpty
        ? "-" : measurement.peers.map { cell($0.name, $0.time / measurement.median, $0.error) }.joined(separator: ", "),
    ]
  }

  /// A peer's time divided by ours, with its error.
  private static func cell(_ name: PeerName, _ ratio: Double, _ error: Double) -> String {
    let times = PeerTweens.isRight(error) ? String(format: "%.0f", ratio) : "WRONG"
    return "\(name.text) \(times) (\(String(format: "%.0e", error)))"
  }

  static func line(_ cells: [String]) -> String {
    zip(cells, headings).enumerated().map { index, pair in
      let width = max(pair.1.count, 10)
      return index == 0 ? pair.0.padded(to: width) : pair.0.aligned(to: width)
    }.joined(separator: "  ") + "\n"
  }

  static func line(_ event: SceneEvent) -> String {
    "\(event.name.padded(to: 34)) \(event.nanoseconds.formatted(digits: 3)) ns\n"
  }

  var json: String {
    let results = measurements.map { measurement in
      func number(_ value: Double?) -> JSON { .number(value?.rounded(digits: 5) ?? .nan) }
      return JSON.object([
        ("scene", .string(measurement.scene)), ("count", .integer(measurement.count)),
        ("cores", .integer(measurement.cores)), ("components", .integer(measurement.components)),
        (
          "frameMilliseconds",
          .object([
            ("p50", number(measurement.median)), ("p99", number(measurement.percentile99)),
            ("max", number(measurement.maximum)),
          ])
        ),
        ("restedMilliseconds", number(measurement.restedMedian)),
        ("nsPerComponent", number(measurement.nanosecondsPerComponent)),
        ("allocationsPerFrame", number(measurement.allocationsPerFrame)),
        ("bytesPerProperty", number(measurement.bytesPerProperty)),
        ("ratioToCopy", number(measurement.ratioToCopy)),
        ("timesFasterThanBaseline", number(measurement.timesFasterThanBaseline)),
        (
          "timesFasterThanPeers",
          .object(
            measurement.peers.filter { PeerTweens.isRight($0.error) }
              .map { ($0.name.text, number($0.time / measurement.median)) })
        ),
        ("peerErrors", .object(measurement.peers.map { ($0.name.text, number($0.error)) })),
        ("uncertainty", .number(measurement.uncertainty.rounded(digits: 2))),
      ])
    }
    func array(_ events: [SceneEvent]) -> JSON {
      .array(
        events.map { event in
          JSON.object([
            ("event", .string(event.name)), ("count", .integer(event.count)),
            ("nanoseconds", .number(event.nanoseconds.rounded(digits: 4))),
          ])
        })
    }
    return JSON.object([
      ("machine", machine.json), ("results", .array(results)), ("events", array(events)), ("values", array(values)),
    ]).text(depth: 2) + "\n"
  }
}
