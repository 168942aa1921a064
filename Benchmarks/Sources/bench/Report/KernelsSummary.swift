/// kernels.md: a screen's summary of the results of all kernels.
struct KernelsSummary {
  /// The number of kernels slower than a peer that are named.
  private static let worst = 10
  private static let intrinsics = "intrinsics"

  private let table: KernelRows
  private let families: KernelFamilies

  init(_ table: KernelRows) {
    self.table = table
    families = KernelFamilies(table)
  }

  var text: String {
    var lines = [
      "# Kernels", "",
      "Written by `bench report`. Each figure is the median of a family's kernels on all machines, at",
      "\(Figure.grouped(families.size)) elements on one core. Measured on", "",
    ]
    lines += table.machines.map { "- \($0.source.markdownText)" }
    lines += [
      "", "[results.html](results.html), to be opened in a browser, has the best and the worst of each family, its",
      "ratio to each peer, and a row for every kernel, size, level and machine, to sort and to filter.",
      "[docs/benchmarks.md](../../docs/benchmarks.md) says what is measured and how.", "",
      "*Of copy*: the bandwidth as a fraction of that of a copy of as many bytes, at each level. *÷*: our time",
      "divided by theirs at \(activeLevels.markdownText), below 1 where ours is faster. Peers whose results are wrong",
      "are left out.", "",
    ]
    lines += familyTable
    let slowest = slowestRows
    if !slowest.isEmpty {
      lines += [
        "", "The kernels that are slowest beside a peer, each with its slowest machine, level and peer:", "",
        "| kernel | level | peer | ÷ peer | ± |", "|---|---|---|---:|---:|",
      ]
      lines += slowest
    }
    lines += SlowerKernels(table).lines + KernelErrors(table).lines
    return lines.joined(separator: "\n") + "\n"
  }

  /// The levels that programs get.
  private var activeLevels: String {
    table.levels.filter { level in table.machines.contains { $0.activeLevel == level } }.joined(separator: ", ")
  }

  // MARK: Families

  private var columns: [KernelFamilies.Column] {
    let ofCopy = table.levels.map { level in
      KernelFamilies.ofCopy(level, heading: "of copy, \(level.trimmingPrefix("x86-64-"))")
    }
    let ratios = [
      KernelFamilies.Column(heading: "÷ \(KernelsSummary.intrinsics)") { row in
        row.isActive ? row.rightPeers[KernelsSummary.intrinsics]?.ratio : nil
      },
      KernelFamilies.Column(heading: "÷ fastest other peer") { row in
        row.isActive ? row.rightPeers.filter { $0.key != KernelsSummary.intrinsics }.values.map(\.ratio).max() : nil
      },
    ]
    return (ofCopy + ratios).filter(families.hasFigures)
  }

  private var familyTable: [String] {
    let columns = columns
    return [
      "| family | kernels |" + columns.map { " \($0.heading.markdownText) |" }.joined(),
      "|---|---:|" + columns.map { _ in "---:|" }.joined(),
    ]
      + families.families.map { family in
        let cells = columns.map { column in
          let figures = column.figures(of: family)
          return " \(figures.isEmpty ? "-" : Figure.ratio(Statistics.median(figures))) |"
        }
        return "| \(family.name.markdownText) | \(family.kernels) |" + cells.joined()
      }
  }

  // MARK: By name

  private var slowestRows: [String] {
    let all = families.families.flatMap(\.rows).flatMap { row in
      row.rightPeers.filter { $0.value.ratio > 1 }.map { (row: row, peer: $0.key, beside: $0.value) }
    }
    var seen: Set<String> = []
    return all.sorted {
      ($1.beside.ratio, $0.row.record.name, $0.row.level, $0.peer)
        < ($0.beside.ratio, $1.row.record.name, $1.row.level, $1.peer)
    }
    .filter { seen.insert($0.row.record.name).inserted }
    .prefix(KernelsSummary.worst).map { row, peer, beside in
      "| \(row.record.name.markdownText) | \(row.level.markdownText) | \(peer.markdownText) "
        + "| \(Figure.ratio(beside.ratio)) | \(beside.uncertainty.map { Figure.short(100 * $0) + " %" } ?? "-") |"
    }
  }
}
