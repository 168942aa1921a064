/// How often a peer is faster, as Markdown: the rows of each machine and level in which one is.
struct ScoreSection {
  /// Our time divided by a peer's from which on a row counts.
  static let limit = 1.05

  private let kernels: KernelRows

  init(_ kernels: KernelRows) { self.kernels = kernels }

  /// The rows that have a peer whose results are right, of all sizes, and those in which one of these is faster by more
  /// than the limit.
  private func counts(_ machine: MachineRecord, _ level: String) -> (all: Int, slower: Int, worst: Double)? {
    let ratios = kernels.rows.filter { $0.machine.cpu == machine.cpu && $0.level == level }
      .compactMap { $0.rightPeers.values.map(\.ratio).max() }
    return ratios.max().map { (ratios.count, ratios.count { $0 > ScoreSection.limit }, $0) }
  }

  var lines: [String] {
    [
      "| machine | level | kernels and sizes | a peer is faster by over 5 % | most |", "|---|---|---:|---:|---:|",
    ]
      + kernels.machines.flatMap { machine in
        kernels.levels.compactMap { level in
          counts(machine, level).map {
            "| \(machine.cpu.markdownText) | \(level.markdownText) | \($0.all) | \($0.slower) | \(Figure.ratio($0.worst)) |"
          }
        }
      }
  }
}
