/// The times of kernels and scenes by size and cores, as Markdown.
struct ScalingSection {
  private let file: ResultsFile<ScalingRecord>

  init(_ file: ResultsFile<ScalingRecord>) {
    self.file = file
  }

  /// A table for each number of cores would hide what this one shows: where more of them pay.
  var lines: [String] {
    let cores = Set(file.results.map(\.cores)).sorted()
    let counts = Set(file.results.map(\.count)).sorted()
    // Every other power of two fits the page; the file has them all.
    let shown = counts.enumerated().filter { $0.offset.isMultiple(of: 4) }.map(\.element)
    guard let most = cores.last, let fewest = cores.first else { return [] }
    var keys: [(kind: String, name: String)] = []
    for record in file.results where !keys.contains(where: { $0 == (record.kind, record.name) }) {
      keys.append((record.kind, record.name))
    }
    func time(_ key: (kind: String, name: String), _ count: Int, _ cores: Int) -> Double? {
      file.results.first { ($0.kind, $0.name, $0.cores) == (key.kind, key.name, cores) && $0.count == count }?
        .nsPerElement.median
    }
    var lines = [
      "Nanoseconds per element, and per component of a scene, on one core"
        + (most > fewest ? "; behind it how many times as fast \(most) cores are:" : ":"), "",
      "| |" + shown.map { " \(Size(count: $0).label) |" }.joined(), "|---|" + shown.map { _ in "---:|" }.joined(),
    ]
    lines += keys.map { key in
      let cells = shown.map { count -> String in
        guard let alone = time(key, count, fewest) else { return " - |" }
        let together = most > fewest ? time(key, count, most) : nil
        return " \(Figure.short(alone))" + (together.map { ", \(Figure.short(alone / $0))×" } ?? "") + " |"
      }
      return "| \(key.kind == "scene" ? "scene " : "")\(key.name.markdownText) |" + cells.joined()
    }
    return lines
  }
}
