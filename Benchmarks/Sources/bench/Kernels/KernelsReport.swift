/// The results of `bench kernels` as JSON and as Markdown.
struct KernelsReport {
  private static let digits = 5

  let machine: Machine
  let table: KernelsTable
  let measurements: [KernelMeasurement]

  // MARK: JSON

  var json: String {
    let results = measurements.flatMap { measurement in measurement.results.map { json($0, of: measurement) } }
    let report = JSON.object([("machine", machine.json), ("results", .array(results))])
    return report.text(depth: 2) + "\n"
  }

  private func json(_ result: KernelResult, of measurement: KernelMeasurement) -> JSON {
    func number(_ value: Double) -> JSON { .number(value.rounded(digits: KernelsReport.digits)) }
    let error =
      result.error.map { [("error", number($0)), ("tolerance", .number(measurement.kernel.tolerance))] } ?? []
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
      ] + comparison + error)
  }

  // MARK: Markdown

  var markdown: String {
    var lines = ["# Kernels", "", "Written by `bench kernels`.", ""]
    lines += ["| | |", "|---|---|"] + machine.facts.map { "| \($0.label) | \($0.text) |" }
    lines += [""] + legend
    var sizes: [Size] = []
    for measurement in measurements where !sizes.contains(measurement.size) { sizes.append(measurement.size) }
    for size in sizes {
      lines += ["", "## \(size.label) elements", ""]
      lines.append("| kernel | " + table.headings.joined(separator: " | ") + " |")
      lines.append("|---|" + table.headings.map { _ in "---:|" }.joined())
      for measurement in measurements where measurement.size == size {
        lines.append("| \(measurement.kernel.name) | " + table.cells(of: measurement).joined(separator: " | ") + " |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var legend: [String] {
    var lines = [
      "One core. An element is one number written: a component of a point, a property of a spring (a transition writes",
      "the four numbers of one element; a settling test writes a bit). Times are medians of many short batches of",
      "repeated calls on the same data, so what fits a cache is in that cache. All columns of a row were measured in",
      "turns within one run; on a busy machine the ratios stay right where the times do not. Where elements come in",
      "groups, such as the components of a point, the number of elements is rounded down to whole groups.",
      "",
      "- **ns**: nanoseconds per element of the library at that instruction set level, the median. **min**, **max**: the",
      "  fastest and the slowest batch. An interrupt that hits one shows in the maximum and leaves the median alone.",
      "- **GB/s**: bytes read and written, from the kernel's signature, over that time.",
      "- **of copy**: that, as a fraction of what a copy reaches with as many bytes read and written: the faster of",
      "  `memcpy` and a plain loop. A kernel with more inputs than outputs, or one that works in place, moves fewer",
      "  bytes through the memory bus than the copy, whose every second byte is a store, and can exceed 1.",
    ]
    if !table.peers.isEmpty {
      lines += [
        "- **÷ peer**: the library's time divided by that of another implementation, the median of the ratios within",
        "  each turn: below 1, the library is faster. In brackets, how far its results are from the library's, as a",
        "  fraction of the largest; **WRONG** is what is too far away to be the same work, or has to be the same bits and",
        "  isn't. Peers: "
          + table.peers.map { "\($0.text) (compared with \($0.level.rawValue))" }.joined(separator: ", ") + ".",
      ]
    }
    lines += [
      "- **scalar ns**: the same work as a plain Swift loop with Foundation's functions, in the same build. The compiler",
      "  may vectorise it for the baseline of the platform. **× scalar**: how many times faster the library is.",
    ]
    return lines
  }
}
