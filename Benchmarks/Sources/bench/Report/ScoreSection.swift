/// Counts the rows in which a peer is faster, for each machine and level, as Markdown.
struct ScoreSection {
  /// Our time divided by a peer's from which on a row counts.
  static let limit = 1.05

  private let kernels: KernelRows

  init(_ kernels: KernelRows) { self.kernels = kernels }

  /// A row for each machine and level that have peers whose results are right; no line without any.
  var lines: [String] {
    let rows = kernels.machines.indices.flatMap { machine in
      kernels.levels.compactMap { level -> String? in
        let ratios = kernels.rows.filter { $0.machineIndex == machine && $0.level == level }
          .compactMap { $0.rightPeers.values.map(\.ratio).max() }
        guard let most = ratios.max() else { return nil }
        return "| \(kernels.machines[machine].cpu.markdownText) | \(level.markdownText) | \(ratios.count) "
          + "| \(ratios.count { $0 > ScoreSection.limit }) | \(Figure.ratio(most)) |"
      }
    }
    if rows.isEmpty { return [] }
    return [
      "| machine | level | with a peer | beyond \(ScoreSection.limit) | most |", "|---|---|---:|---:|---:|",
    ] + rows
  }
}
