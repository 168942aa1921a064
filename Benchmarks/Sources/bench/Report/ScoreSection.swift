/// Counts the rows in which a peer is faster, for each machine and level, as Markdown.
struct ScoreSection {
  /// Our time divided by a peer's from which on a row counts.
  static let limit = 1.05

  private let kernels: KernelRows

  init(_ kernels: KernelRows) { self.kernels = kernels }

  /// Rows of fewer elements are counted apart: they show the cost of a call.
  static let fewElements = 100

  /// A row for each machine and level that have peers whose results are right; no line without any.
  var lines: [String] {
    let rows = kernels.machines.indices.flatMap { machine in
      kernels.levels.compactMap { level -> String? in
        let rows = kernels.rows.filter { $0.machineIndex == machine && $0.level == level }
        let many = rows.filter { $0.size >= Self.fewElements }
        let fastest = many.compactMap { $0.fastestRightPeer?.beside }
        let few = rows.filter { $0.size < Self.fewElements }.compactMap { $0.fastestRightPeer?.beside }
        guard let most = fastest.map(\.ratio).max() else { return nil }
        return "| \(kernels.machines[machine].cpu.markdownText) | \(level.markdownText) | \(fastest.count) "
          + "| \(fastest.count(where: \.isFaster)) | \(many.count(where: \.isClearlySlower)) "
          + "| \(many.count(where: \.isClearlySlowerThanAccuratePeers)) | \(Figure.ratio(most)) "
          + "| \(few.isEmpty ? "-" : "\(few.count(where: \.isFaster)) of \(few.count)") |"
      }
    }
    if rows.isEmpty { return [] }
    return [
      "| machine | level | with a peer | beyond \(ScoreSection.limit) | clearly | as accurate | most | calls of few |",
      "|---|---|---:|---:|---:|---:|---:|---:|",
    ] + rows
  }
}
