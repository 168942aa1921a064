/// The median frames of scenes as Markdown tables: a row for each scene, with its sizes as columns. The second table has
/// frames after a rest.
struct ScenesSection {
  /// The number of properties at which the scenes are compared with the baseline.
  private static let comparedCount = 10_000
  /// Smaller frames stay on one core, so their times on several are the same.
  private static let sizesOnAllCores = 2

  private let records: [SceneRecord]
  /// Each once, smallest first.
  private let counts: [Int]

  init(_ records: [SceneRecord]) {
    self.records = records
    counts = Set(records.map(\.count)).sorted()
  }

  /// The size nearest to the one at which scenes are compared.
  private var comparedCount: Int? {
    counts.min { abs($0 - ScenesSection.comparedCount) < abs($1 - ScenesSection.comparedCount) }
  }

  /// An explanation of the figures, and the table.
  var lines: [String] {
    guard let comparedCount, let fewest = records.map(\.cores).min(), let most = records.map(\.cores).max() else {
      return []
    }
    let larger = most > fewest ? counts.suffix(ScenesSection.sizesOnAllCores).map { ($0, most) } : []
    let columns = counts.map { ($0, fewest) } + larger
    let headings = headings(of: columns)
    let peers = records.peers
    let others = ["baseline"] + peers.map(\.markdownText)
    var lines = [
      "Milliseconds of the median frame by number of properties; a frame has 8.33 at 120 Hz. *× baseline*: how many",
      "times as long an object for each animation takes, for \(Figure.grouped(comparedCount)) properties.",
    ]
    if !peers.isEmpty {
      let ratios = others.dropFirst().map { "*× \($0)*" }.joined(separator: ", ")
      lines += [
        "\(ratios): the same for as many values that this library's animations move, each once by one ease-in-out",
        "curve, whatever else the scene does; where it was measured.",
      ]
    }
    lines += [
      "", "| scene | \((headings + others.map { "× \($0)" }).joined(separator: " | ")) |",
      "|---|" + (headings + others).map { _ in "---:|" }.joined(),
    ]
    lines += names.map { name in
      let row = records.filter { $0.scene == name }
      let cells = columns.map { count, cores in
        row.first { $0.count == count && $0.cores == cores }.map { Figure.short($0.frameMilliseconds.p50) } ?? "-"
      }
      let compared = row.first { $0.count == comparedCount && $0.cores == fewest }
      let times = [compared?.timesFasterThanBaseline] + peers.map { compared?.timesFasterThanPeers?[$0] }
      let ratios = times.map { $0.map { Figure.short($0) } ?? "-" }
      return "| \(name.markdownText) | \((cells + ratios).joined(separator: " | ")) |"
    }
    return lines + restedLines(counts.suffix(ScenesSection.sizesOnAllCores).map { ($0, fewest) } + larger)
  }

  /// A table with the time of a component in the largest scenes and in smaller ones, and with the largest frames' times
  /// divided by those of copies. Empty for results without copies.
  var memoryLines: [String] {
    guard let comparedCount, let most = counts.last, most > comparedCount else { return [] }
    guard records.contains(where: { $0.ratioToCopy != nil }) else { return [] }
    let onOneCore = records.filter { $0.cores == 1 }
    let rows = names.compactMap { name -> String? in
      let row = onOneCore.filter { $0.scene == name }
      guard let small = row.first(where: { $0.count == comparedCount }),
        let large = row.first(where: { $0.count == most })
      else { return nil }
      let figures = [
        Figure.short(small.nsPerComponent), Figure.short(large.nsPerComponent),
        Figure.ratio(large.nsPerComponent / small.nsPerComponent), large.ratioToCopy.map { Figure.ratio($0) } ?? "-",
      ]
      return "| \(name.markdownText) | \(figures.joined(separator: " | ")) |"
    }
    let (few, many) = (Figure.grouped(comparedCount), Figure.grouped(most))
    return [
      "",
      "Nanoseconds for each component that moves, on one core. *÷ copy*: the time of the frame of \(many) properties",
      "divided by that of a copy that reads and writes as many bytes as the frame has to. A copy writes half of its",
      "bytes, and frames less, which memory does sooner: near 1 and below, memory sets the time. Where frames differ",
      "in their bytes, there is none.", "",
      "| scene | \(few) | \(many) | ratio | ÷ copy |", "|---|---:|---:|---:|---:|",
    ] + rows
  }

  private var names: [String] {
    var names: [String] = []
    for record in records where !names.contains(record.scene) { names.append(record.scene) }
    return names
  }

  private func headings(of columns: [(count: Int, cores: Int)]) -> [String] {
    columns.map { count, cores in Figure.grouped(count) + (cores == 1 ? "" : ", \(cores) cores") }
  }

  /// Empty for results without such frames.
  private func restedLines(_ columns: [(count: Int, cores: Int)]) -> [String] {
    let rows = names.compactMap { name in
      let cells = columns.map { column in
        records.first { $0.scene == name && ($0.count, $0.cores) == column }?.restedMilliseconds
      }
      if cells.allSatisfy({ $0 == nil }) { return nil as String? }
      let texts = cells.map { $0.map { Figure.short($0) } ?? "-" }
      return "| \(name.markdownText) | \(texts.joined(separator: " | ")) |"
    }
    if rows.isEmpty { return [] }
    return [
      "",
      "The same for frames after 8 ms of rest, as in a program that waits for its display: clocks go up again, and",
      "threads wake up.", "",
      "| scene | \(headings(of: columns).joined(separator: " | ")) |",
      "|---|" + columns.map { _ in "---:|" }.joined(),
    ] + rows
  }
}
