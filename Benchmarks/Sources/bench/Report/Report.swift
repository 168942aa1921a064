import Foundation

/// The pages and the charts that the committed results make.
package struct Report {
  /// The results that are missing, and the command that measures them.
  package private(set) var missing: [(file: String, command: String)] = []

  private let kernels: ResultsFile<KernelRecord>?
  private let scenes: ResultsFile<SceneRecord>?
  private let scaling: ResultsFile<ScalingRecord>?
  private let lottie: ResultsFile<LottieRecord>?
  private let solvers: ResultsFile<SolverRecord>?

  /// Reads the results of a directory, whichever are there.
  package init(directory: String) throws {
    var missing: [(String, String)] = []
    func read<Result>(_ name: String, _ command: String) throws -> ResultsFile<Result>? {
      let path = "\(directory)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else {
        missing.append((name, command))
        return nil
      }
      return try ResultsFile<Result>(path: path)
    }
    kernels = try read("kernels.json", "bench kernels")
    scenes = try read("scenes.json", "bench scenes")
    scaling = try read("scaling.json", "bench scaling")
    solvers = try read("solvers.json", "bench solvers")
    lottie = try read("lottie.json", "bench lottie")
    self.missing = missing
    if missing.count == 5 { throw ResultsError("\(directory): there are no results; 'make bench' measures them") }
  }

  // MARK: The page

  /// Every file of the report by its name. A name without text is a file that must not be there: a chart of results
  /// that aren't.
  package var files: [String: String?] {
    var files: [String: String?] = [:]
    for name in Report.chartNames { files.updateValue(nil, forKey: name) }
    for chart in charts { files.updateValue(chart.svg, forKey: chart.file) }
    let rows = kernels.map { KernelRows($0) }
    files.updateValue(rows.map { KernelsSummary($0).text }, forKey: "kernels.md")
    files.updateValue(ResultsPage(kernels: rows, charts: charts).text, forKey: "results.html")
    files.updateValue(page, forKey: "README.md")
    return files
  }

  private static let chartNames = [
    "frames.svg", "throughput-one-core.svg", "throughput-all-cores.svg", "peers.svg", "solvers.svg",
  ]

  private var charts: [Chart] {
    ([framesChart] + throughputCharts + [peersChart, solvers.map { SolversChart($0).chart }]).compactMap(\.self)
  }

  private var page: String {
    var lines = [
      "# Results", "",
      "Written by `bench report` from the JSON files beside it, which `make peers bench` measures.",
      "[docs/benchmarks.md](../../docs/benchmarks.md) says what is measured and how to read it. [results.html](results.html),",
      "to be opened in a browser, has every kernel, size and level in a table to sort and to filter.",
    ]
    if !missing.isEmpty {
      let names = missing.map { "`\($0.file)` (`\($0.command)`)" }.joined(separator: ", ")
      lines += ["", "Not measured, and left out: \(names)."]
    }
    lines += framesSection + throughputSection + peersSection + solversSection + kernelsSection + lottieSection
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Frames

  private var framesChart: Chart? { scenes.flatMap { FramesChart($0)?.chart } }

  private var framesSection: [String] {
    guard let scenes else { return [] }
    let counts = Set(scenes.results.map(\.count)).sorted()
    let cores = Set(scenes.results.map(\.cores)).sorted()
    var names: [String] = []
    for record in scenes.results where !names.contains(record.scene) { names.append(record.scene) }
    var lines = ["", "## Frames of an animator", ""]
    lines += framesChart.map { [$0.markdown(), ""] } ?? []
    lines += [
      "The median frame in milliseconds; a frame has 8.33 at 120 Hz. [scenes.md](scenes.md) has the percentiles, memory",
      "and baselines.", "",
    ]
    let columns = counts.flatMap { count in cores.map { (count, $0) } }
    lines.append(
      "| scene |"
        + columns.map { " \(Figure.grouped($0)), \($1) \($1 == 1 ? "core" : "cores") |" }.joined())
    lines.append("|---|" + columns.map { _ in "---:|" }.joined())
    lines += names.map { name in
      let cells = columns.map { count, cores in
        let record = scenes.results.first { $0.scene == name && $0.count == count && $0.cores == cores }
        return " \(record.map { Figure.short($0.frameMilliseconds.p50) } ?? "-") |"
      }
      return "| \(name.markdownText) |" + cells.joined()
    }
    return lines + ["", source(scenes.machine)]
  }

  // MARK: Throughput

  private var throughputCharts: [Chart?] {
    guard let scaling else { return [] }
    let most = scaling.results.map(\.cores).max()!
    return Set([1, most]).sorted().map { ThroughputChart(scaling, cores: $0)?.chart }
  }

  private var throughputSection: [String] {
    guard let scaling else { return [] }
    var lines = ["", "## Throughput against size", ""]
    lines += throughputCharts.compactMap(\.self).flatMap { [$0.markdown(), ""] }
    lines += ScalingSection(scaling).lines
    return lines + ["", source(scaling.machine)]
  }

  // MARK: Peers

  private var peersChart: Chart? { kernels.flatMap { PeersChart($0)?.chart } }

  private var peersSection: [String] {
    guard let kernels, let peers = PeersChart(kernels) else { return [] }
    var lines = ["", "## Beside other implementations", "", peers.chart.markdown(), ""]
    lines += [
      "Our time divided by theirs, at \(Figure.grouped(PeersChart.count)) elements. *Wrong* counts kernels whose results are",
      "too far from ours to be the same work.", "",
      "| peer | kernels | median | slowest of ours | at | wrong |", "|---|---:|---:|---:|---|---:|",
    ]
    lines += peers.rows.map { row in
      let last = row.ratios[row.ratios.count - 1]
      return "| \(row.peer.markdownText) | \(row.ratios.count) | \(String(format: "%.2f", row.median)) "
        + "| \(String(format: "%.2f", last.ratio)) | \(last.kernel.markdownText) | \(row.ratios.count { $0.isWrong }) |"
    }
    return lines + ["", source(kernels.machine)]
  }

  // MARK: Solvers

  private var solversSection: [String] {
    guard let solvers else { return [] }
    let chart = SolversChart(solvers)
    var lines = ["", "## Curve solvers", "", chart.chart.markdown(), ""]
    lines += [
      "| solver | ns | largest error, median of the curves | worst | on | curves |", "|---|---:|---:|---:|---|---:|",
    ]
    lines += chart.solvers.sorted { $0.typicalError < $1.typicalError }.map {
      "| \($0.name.markdownText) | \(Figure.short($0.nanoseconds)) | \(SolversChart.power(of: $0.typicalError)) "
        + "| \(SolversChart.power(of: $0.error)) | \($0.worstCurve.markdownText) | \($0.curves) |"
    }
    return lines + ["", source(solvers.machine)]
  }

  // MARK: Kernels

  private var kernelsSection: [String] {
    guard let kernels else { return [] }
    return [
      "", "## Kernels", "",
      "At \(Figure.grouped(KernelsSection.count)) elements, on one core. [kernels.md](kernels.md) has all of them by family.",
      "",
    ] + KernelsSection(kernels).table(isComplete: true) + ["", source(kernels.machine)]
  }

  // MARK: Lottie

  private var lottieSection: [String] {
    guard let lottie else { return [] }
    var lines = [
      "", "## Real animation files", "",
      "Lottie files played by many instances at random phases.", "",
      "| file | instances | properties | p50 ms | p99 ms | ns/component | × baseline |",
      "|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += lottie.results.map { record in
      let times = record.timesFasterThanBaseline.map { Figure.short($0) } ?? "-"
      return
        "| \(record.name.markdownText) | \(Figure.grouped(record.instances)) | \(Figure.grouped(record.properties)) "
        + "| \(Figure.short(record.frameMilliseconds.p50)) | \(Figure.short(record.frameMilliseconds.p99)) "
        + "| \(Figure.short(record.nsPerComponent)) | \(times) |"
    }
    return lines + ["", source(lottie.machine)]
  }

  private func source(_ machine: MachineRecord) -> String { "Measured on \(machine.source.markdownText)." }

  // MARK: The README

  /// The package's README with what is between two comments replaced by what the results make: the chart and the table
  /// of kernels, and where frames are shown.
  ///
  /// - Parameter directory: the results, as the README links to them.
  package func readme(_ text: String, directory: String, path: String) throws -> String {
    func replaced(_ text: String, between name: String, by lines: [String]) throws -> String {
      let (opening, closing) = ("<!-- bench report:\(name) from here -->", "<!-- bench report:\(name) to here -->")
      guard let start = text.range(of: opening),
        let end = text.range(of: closing, range: start.upperBound..<text.endIndex)
      else {
        throw ResultsError("\(path): has no lines '\(opening)' and '\(closing)' to write between")
      }
      return text[..<start.upperBound] + "\n" + lines.joined(separator: "\n") + "\n" + text[end.lowerBound...]
    }
    return try replaced(
      replaced(text, between: "", by: firstScreen(directory)), between: " frames", by: framesTable)
  }

  private func firstScreen(_ directory: String) -> [String] {
    var lines: [String] = []
    if let chart = framesChart { lines += [chart.markdown(in: directory), ""] }
    if let kernels {
      lines += KernelsSection(kernels).table(isComplete: false) + [""]
      lines += [
        "One core, \(Figure.grouped(KernelsSection.count)) elements in the second cache, \(kernels.machine.source.markdownText)."
      ]
    }
    return lines
  }

  /// The scenes that the package's README shows; the results show all of them.
  private static let readmeScenes: Set = ["curves", "mixed", "springs", "keyframes", "churn", "idle"]

  /// The median frames of one core, and how they compare at 10,000 properties.
  private var framesTable: [String] {
    guard let scenes else { return [] }
    let records = scenes.results.filter { $0.cores == 1 && Self.readmeScenes.contains($0.scene) }
    if records.isEmpty { return [] }
    let counts = Set(records.map(\.count)).sorted()
    var lines = [
      "| scene |" + counts.map { " \(Figure.grouped($0)) |" }.joined() + " × objects |",
      "|---|" + counts.map { _ in "---:|" }.joined() + "---:|",
    ]
    for first in records where first.count == counts[0] {
      let row = records.filter { $0.scene == first.scene }
      let cells = counts.map { count in
        " \(row.first { $0.count == count }.map { Figure.short($0.frameMilliseconds.p50) } ?? "-") |"
      }
      let times = row.first { $0.count == 10_000 }?.timesFasterThanBaseline.map { Figure.short($0) } ?? "-"
      lines.append("| \(first.scene.markdownText) |" + cells.joined() + " \(times) |")
    }
    return lines + ["", "\(scenes.machine.source.markdownText)."]
  }
}
