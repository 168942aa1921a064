import Foundation

/// kernels.md: a screen's summary of the results of all kernels.
struct KernelsSummary {
  /// The number of rows slower than a peer that are named.
  private static let worst = 20

  private let table: KernelRows
  private let rows: [KernelRows.Row]
  private let size: Int

  init(_ table: KernelRows) {
    self.table = table
    size = table.typicalSize ?? 0
    rows = table.rows.filter { [size] in $0.size == size }
  }

  var text: String {
    var lines = [
      "# Kernels", "",
      "Written by `bench report` from the kernels.json of each machine, measured on",
      "\(table.machines.source.markdownText).",
      "[results.html](results.html), to be opened in a browser, has a row for every kernel, size, level and machine,",
      "to sort and to filter. [docs/benchmarks.md](../../docs/benchmarks.md) says what is measured and how.", "",
      "Best / median / worst of each family's kernels on all machines, at \(Figure.grouped(size)) elements on one core. *Of copy*: the",
      "bandwidth as a fraction of that of a copy of as many bytes. *÷ peer*: our time divided by theirs, below 1 where ours",
      "is faster; peers whose results are wrong are left out.", "",
    ]
    lines += familyTable
    let slowest = slowestRows
    if !slowest.isEmpty {
      lines += [
        "", "Slowest beside a peer:", "", "| kernel | level | peer | machine | ÷ peer | ± |",
        "|---|---|---|---|---:|---:|",
      ]
      lines += slowest
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Families

  private struct Column {
    let heading: String
    let level: String
    /// Nil where the row has no such figure.
    let figure: (KernelRows.Row) -> Double?
    /// Whether larger numbers are better.
    var isGain = false
  }

  private var columns: [Column] {
    table.levels.flatMap { level in
      [Column(heading: "of copy, \(level)", level: level, figure: { $0.record.copyFraction }, isGain: true)]
        + table.peers.filter { peer in rows.contains { $0.level == level && $0.peers[peer] != nil } }.map { peer in
          Column(heading: "÷ \(peer), \(level)", level: level) { row in
            row.peers[peer].flatMap { $0.isWrong ? nil : $0.ratio }
          }
        }
    }
  }

  private var familyTable: [String] {
    let columns = columns
    var seen: Set<Substring> = []
    let families = rows.map(\.family).filter { seen.insert($0).inserted }
    let byFamily = Dictionary(grouping: rows, by: \.family)
    return [
      "| family | kernels |" + columns.map { " \($0.heading.markdownText) |" }.joined(),
      "|---|---:|" + columns.map { _ in "---:|" }.joined(),
    ]
      + families.map { family in
        let members = byFamily[family]!
        let cells = columns.map { column in
          let values = members.filter { $0.level == column.level }.compactMap(column.figure).sorted()
          return " \(KernelsSummary.spread(column.isGain ? values.reversed() : values)) |"
        }
        return "| \(family.markdownText) | \(Set(members.map(\.record.name)).count) |" + cells.joined()
      }
  }

  /// - Parameter values: the best first.
  private static func spread(_ values: [Double]) -> String {
    guard let best = values.first, let worst = values.last else { return "" }
    let shown = values.count == 1 ? [best] : [best, Statistics.median(values), worst]
    return shown.map(Figure.ratio).joined(separator: " / ")
  }

  // MARK: By name

  private var slowestRows: [String] {
    let all = rows.flatMap { row in
      row.rightPeers.filter { $0.value.ratio > 1 }.map { (row: row, peer: $0.key, beside: $0.value) }
    }
    return all.sorted {
      ($1.beside.ratio, $0.row.record.name, $0.row.level, $0.peer)
        < ($0.beside.ratio, $1.row.record.name, $1.row.level, $1.peer)
    }
    .prefix(KernelsSummary.worst).map { row, peer, beside in
      "| \(row.record.name.markdownText) | \(row.level.markdownText) | \(peer.markdownText) "
        + "| \(row.machine.cpu.markdownText) | \(Figure.ratio(beside.ratio)) | \(beside.uncertainty.map { Figure.short(100 * $0) + " %" } ?? "") |"
    }
  }
}
