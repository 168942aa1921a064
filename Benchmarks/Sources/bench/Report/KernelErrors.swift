/// The largest errors of the kernels and of their peers, as Markdown.
struct KernelErrors {
  private let rows: [KernelRows.Row]
  private let peers: [String]
  private let machine: MachineRecord?

  /// - Parameter kernels: All results. Those of the machine that was measured last are shown, at the level that programs
  ///   get there.
  init(_ kernels: KernelRows) {
    let latest = kernels.machines.indices.max { kernels.machines[$0].date < kernels.machines[$1].date }
    machine = latest.map { kernels.machines[$0] }
    let size = kernels.typicalSize
    let rows = kernels.rows.filter {
      $0.machineIndex == latest && $0.isActive && $0.size == size && $0.exactError != nil
    }
    peers = kernels.peers.filter { peer in rows.contains { $0.peers[peer]?.exactError != nil } }
    self.rows = rows
  }

  /// A line for each kernel with exact results; no line without any.
  var lines: [String] {
    guard let machine, !rows.isEmpty else { return [] }
    return [
      "", "## Errors", "",
      "The largest error of each kernel and of its peers, as a fraction of the largest result, from results in a wider",
      "type that a scalar loop computes: `Double` for `Float`, 64 bits of significand for `Double`. Up to",
      "\(Figure.grouped(ExactResults.largestCount)) inputs at random. \(machine.cpu.markdownText), \(machine.activeLevel.markdownText).",
      "", "| kernel | ours | " + peers.map(\.markdownText).joined(separator: " | ") + " |",
      "|---|---:|" + String(repeating: "---:|", count: peers.count),
    ]
      + rows.map { row in
        let errors = peers.map { peer in row.peers[peer]?.exactError.map(SolversChart.power(of:)) ?? "-" }
        return "| \(row.record.name.markdownText) | \(SolversChart.power(of: row.exactError!)) "
          + "| \(errors.joined(separator: " | ")) |"
      }
  }
}
