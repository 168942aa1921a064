/// The results of all kernels at one size, by family: the first part of a kernel's name.
struct KernelFamilies {
  struct Family {
    let name: Substring
    let rows: [KernelRows.Row]
    /// The number of different kernels.
    var kernels: Int { Set(rows.map(\.record.name)).count }
  }

  /// A figure that the rows of a family have.
  struct Column {
    let heading: String
    /// Nil where the row has no such figure.
    let figure: (KernelRows.Row) -> Double?
    /// Whether larger numbers are better.
    var isGain = false

    /// Returns the figures of a family, the best first.
    func figures(of family: Family) -> [Double] {
      let values = family.rows.compactMap(figure).sorted()
      return isGain ? values.reversed() : values
    }
  }

  let size: Int
  /// In the order of the files.
  let families: [Family]

  private let table: KernelRows
  private let rows: [KernelRows.Row]

  init(_ table: KernelRows) {
    self.table = table
    let size = table.typicalSize ?? 0
    let rows = table.rows.filter { $0.size == size }
    var seen: Set<Substring> = []
    let names = rows.map(\.family).filter { seen.insert($0).inserted }
    let byFamily = Dictionary(grouping: rows, by: \.family)
    families = names.map { Family(name: $0, rows: byFamily[$0]!) }
    self.size = size
    self.rows = rows
  }

  func hasFigures(_ column: Column) -> Bool { rows.contains { column.figure($0) != nil } }

  static func ofCopy(_ level: String, heading: String) -> Column {
    Column(heading: heading, figure: { $0.level == level ? $0.record.copyFraction : nil }, isGain: true)
  }

  // MARK: The complete table

  /// Every level's share of the copy's bandwidth, and its ratio to each peer.
  var columns: [Column] {
    table.levels.flatMap { level in
      [KernelFamilies.ofCopy(level, heading: "of copy, \(level)")]
        + table.peers.map { peer in
          Column(heading: "÷ \(peer), \(level)") { $0.level == level ? $0.rightPeers[peer]?.ratio : nil }
        }
    }.filter(hasFigures)
  }

  /// The best, the median and the worst of the figures of a family.
  static func spread(of column: Column, in family: Family) -> String {
    let figures = column.figures(of: family)
    guard let best = figures.first, let worst = figures.last else { return "" }
    let shown = figures.count == 1 ? [best] : [best, Statistics.median(figures), worst]
    return shown.map(Figure.ratio).joined(separator: " / ")
  }
}
