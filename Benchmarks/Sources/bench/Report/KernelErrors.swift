/// The largest errors of the kernels and of their peers, as Markdown.
struct KernelErrors {
  private let rows: [KernelRows.Row]
  private let peers: [String]
  private let machine: MachineRecord

  /// - Parameter kernels: All results. Those of the machine that was measured last are shown, at the level that
  ///   programs get there.
  init(_ kernels: KernelRows) {
    let latest = kernels.latestMachine
    machine = kernels.machines[latest]
    let size = kernels.typicalSize
    let rows = kernels.rows.filter {
      $0.machineIndex == latest && $0.isActive && $0.size == size && $0.exactError != nil
    }
    peers = kernels.peers.filter { peer in rows.contains { $0.peers[peer]?.exactError != nil } }
    self.rows = rows
  }

  /// A line for each kernel with exact results; no line without any.
  var lines: [String] {
    if rows.isEmpty { return [] }
    return [
      "", "## Errors", "",
      "The largest error of each kernel and of its peers, as a fraction of the largest result, where results were computed",
      "one by one in a wider type too: by a scalar loop or, for colours and keyframes, the package's functions of single",
      "values; `Double` for `Float`, and 64 bits of significand for `Double`. Peers convert colours by published matrices",
      "of ten digits, which alone make a difference of about 1e-7. Up to",
      "\(Figure.grouped(ExactResults.largestCount)) random inputs, on \(machine.cpu.markdownText) at",
      "\(machine.activeLevel.markdownText).",
      "", "| kernel | ours | " + peers.map(\.markdownText).joined(separator: " | ") + " |",
      "|---|---:|" + String(repeating: "---:|", count: peers.count),
    ]
      + rows.map { row in
        let errors: [Double?] = [row.exactError] + peers.map { row.peers[$0]?.exactError }
        let cells: [String] = errors.map { error in error.map { Figure.power($0) } ?? "-" }
        return "| \(row.record.name.markdownText) | \(cells.joined(separator: " | ")) |"
      }
  }
}
