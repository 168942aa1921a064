/// The results of `bench scaling` as a table and as JSON.
struct ScalingReport {
  let machine: Machine
  let measurements: [ScalingMeasurement]

  static let headings = ["size", "cores", "ns", "min", "max", "GB/s", "copy GB/s", "of copy"]

  static func cells(of measurement: ScalingMeasurement) -> [String] {
    let bandwidth = measurement.bandwidth
    return [
      measurement.size.label, "\(measurement.cores)", measurement.median.formatted(digits: 4),
      measurement.minimum.formatted(digits: 4), measurement.maximum.formatted(digits: 4),
      bandwidth?.gigabytesPerSecond.formatted(digits: 4) ?? "-",
      bandwidth?.copyGigabytesPerSecond.formatted(digits: 4) ?? "-",
      bandwidth.map { ($0.gigabytesPerSecond / $0.copyGigabytesPerSecond).formatted(digits: 3) } ?? "-",
    ]
  }

  static func line(_ name: String, _ cells: [String], nameWidth: Int) -> String {
    name.padded(to: nameWidth) + cells.map { "  " + $0.aligned(to: 9) }.joined() + "\n"
  }

  var json: String {
    func number(_ value: Double) -> JSON { .number(value.rounded(digits: 5)) }
    let results = measurements.map { measurement in
      let (kind, name) =
        switch measurement.subject {
        case .kernel(let kernel): ("kernel", kernel.name)
        case .scene(let scene): ("scene", scene.name)
        }
      let bandwidth = measurement.bandwidth.map { bandwidth in
        [
          ("bytes", .integer(Int(bandwidth.bytes))), ("gigabytesPerSecond", number(bandwidth.gigabytesPerSecond)),
          ("copyGigabytesPerSecond", number(bandwidth.copyGigabytesPerSecond)),
        ]
      }
      return JSON.object(
        [
          ("kind", .string(kind)), ("name", .string(name)), ("count", .integer(measurement.count)),
          ("cores", .integer(measurement.cores)),
          (
            "nsPerElement",
            .object([
              ("median", number(measurement.median)), ("min", number(measurement.minimum)),
              ("max", number(measurement.maximum)),
            ])
          ),
        ] + (bandwidth ?? []))
    }
    return JSON.object([("machine", machine.json), ("results", .array(results))]).text(depth: 2) + "\n"
  }
}
