import Foundation

/// The pages and the charts from the committed results. The results of each kind of machine are in a folder of their
/// own.
package struct Report {
  /// The results that no machine has, and the command that measures them.
  package private(set) var missing: [(file: String, command: String)] = []

  private let kernels: KernelRows?
  private let scenes: WorstResults<SceneRecord>?
  /// Of each machine, with the name of its folder.
  private let sceneFiles: [(folder: String, file: ResultsFile<SceneRecord>)]
  /// Of each machine, with the name of its folder: caches of several don't fit one chart.
  private let scaling: [(folder: String, file: ResultsFile<ScalingRecord>)]
  private let lottie: WorstResults<LottieRecord>?
  private let solvers: WorstResults<SolverRecord>?
  /// The folders with results.
  private let folders: [String]
  /// All folders: those without results may have charts and tables of earlier ones.
  private let allFolders: [String]

  /// Reads the results in the folders of a directory, whichever are there.
  package init(directory: String) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()) ?? []
    var missing: [(String, String)] = []
    var folders: Set<String> = []
    func read<Result>(_ name: String, _ command: String) throws -> [(folder: String, file: ResultsFile<Result>)] {
      let found = names.filter { FileManager.default.fileExists(atPath: "\(directory)/\($0)/\(name)") }
      if found.isEmpty { missing.append((name, command)) }
      folders.formUnion(found)
      return try found.map { ($0, try ResultsFile<Result>(path: "\(directory)/\($0)/\(name)")) }
    }
    kernels = KernelRows(try read("kernels.json", "bench kernels").map(\.file))
    sceneFiles = try read("scenes.json", "bench scenes")
    scenes = WorstResults(sceneFiles.map(\.file))
    scaling = try read("scaling.json", "bench scaling")
    solvers = WorstResults(try read("solvers.json", "bench solvers").map(\.file))
    lottie = WorstResults(try read("lottie.json", "bench lottie").map(\.file))
    self.missing = missing
    self.folders = folders.sorted()
    allFolders = names.filter {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(directory)/\($0)", isDirectory: &isDirectory)
        && isDirectory.boolValue
    }
    if folders.isEmpty { throw ResultsError("\(directory): there are no results; 'make bench' measures them") }
  }

  // MARK: The page

  /// Every file of the report by its path. A path without text is a file that must not be there: a chart or a table of
  /// results that aren't.
  package var files: [String: String?] {
    var files: [String: String?] = [:]
    for name in Report.chartNames { files.updateValue(nil, forKey: name) }
    for folder in allFolders {
      for name in ThroughputChart.names + [Report.scenesName] {
        files.updateValue(nil, forKey: "\(folder)/\(name)")
      }
    }
    for (folder, file) in sceneFiles {
      files.updateValue(ScenesSummary(file).text, forKey: "\(folder)/\(Report.scenesName)")
    }
    for chart in charts { files.updateValue(chart.svg, forKey: chart.file) }
    files.updateValue(kernels.map { KernelsSummary($0).text }, forKey: "kernels.md")
    let results = ResultsPage(kernels: kernels, scenes: sceneFiles.map(\.file), charts: charts)
    files.updateValue(results.text, forKey: "results.html")
    files.updateValue(page, forKey: "README.md")
    return files
  }

  private static let scenesName = "scenes.md"
  private static let chartNames = ["frames.svg", "peers.svg", "solvers.svg"]

  private var charts: [Chart] {
    [framesChart, peersChart, solvers.map { SolversChart($0).chart }].compactMap(\.self)
      + scaling.flatMap(throughputCharts)
  }

  private var page: String {
    var lines = [
      "# Results", "",
      "Written by `bench report` from the JSON files in the folders beside it, one for each kind of machine on",
      "which `make peers bench` measured: \(folders.map { "[\($0)](\($0))" }.joined(separator: ", ")).",
      "[docs/benchmarks.md](../../docs/benchmarks.md) says what is measured and how to read it. [results.html](results.html),",
      "to be opened in a browser, has every kernel and scene of each size and machine in tables to sort and to filter.",
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
    var lines = ["", "## Frames of an animator", ""]
    lines += framesChart.map { [$0.markdown(), ""] } ?? []
    lines += ScenesSection(scenes.results).lines
    lines += [
      "", "The `scenes.md` in the folder of each machine has the same table for it, and",
      "[results.html](results.html#scenes) the percentiles, the longest frames, the allocations and the memory.",
      "\(scenes.machines.markdownSource)",
    ]
    return lines
  }

  // MARK: Throughput

  private func throughputCharts(folder: String, file: ResultsFile<ScalingRecord>) -> [Chart] {
    let most = file.results.map(\.cores).max()!
    return Set([1, most]).sorted().compactMap { ThroughputChart(file, cores: $0, folder: folder)?.chart }
  }

  private var throughputSection: [String] {
    if scaling.isEmpty { return [] }
    return ["", "## Throughput against size"]
      + scaling.flatMap { folder, file in
        ["", "### \(file.machine.cpu.markdownText)", ""]
          + throughputCharts(folder: folder, file: file).flatMap { [$0.markdown(), ""] }
          + ScalingSection(file).lines + ["", [file.machine].markdownSource]
      }
  }

  // MARK: Peers

  private var peersChart: Chart? { kernels.flatMap { PeersChart($0)?.chart } }

  /// Lines of Markdown that count the rows in which a peer is faster, by machine and level. Empty without peers.
  package var score: [String] { kernels.map { ScoreSection($0).lines } ?? [] }

  private var peersSection: [String] {
    guard let kernels, let peers = PeersChart(kernels) else { return [] }
    var lines = ["", "## Beside other implementations", "", peers.chart.markdown(), ""]
    lines += [
      "Kernels and sizes at which our time is more than \(ScoreSection.limit) times that of the fastest peer whose results",
      "are right; *clearly* by more than two standard errors; *as accurate*: clearly, by a peer whose largest error",
      "isn't known to be more than \(Figure.ratio(KernelRows.equalErrors)) times ours. *Most* is the largest ratio. Calls of",
      "fewer than \(ScoreSection.fewElements) elements are counted apart. [kernels.md](kernels.md) names the kernels at",
      "which a peer is clearly faster on the machine that was measured last, with reasons, and has the errors of kernels",
      "and peers.", "",
    ]
    lines += score + [""]
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
    return lines + ["", kernels.machines.markdownSource]
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
      "| \($0.name.markdownText) | \(Figure.short($0.nanoseconds)) | \(Figure.power($0.typicalError)) "
        + "| \(Figure.power($0.error)) | \($0.worstCurve.markdownText) | \($0.curves) |"
    }
    return lines + ["", solvers.machines.markdownSource]
  }

  // MARK: Kernels

  private var kernelsSection: [String] {
    guard let kernels else { return [] }
    return [
      "", "## Kernels", "",
      "At \(Figure.grouped(KernelsSection.count)) elements, on one core. [kernels.md](kernels.md) has all of them by family.",
      "",
    ] + KernelsSection(kernels).table(isComplete: true) + ["", kernels.machines.markdownSource]
  }

  // MARK: Lottie

  private var lottieSection: [String] {
    guard let lottie else { return [] }
    let peers = lottie.results.peers
    var lines = [
      "", "## Real animation files", "",
      "Lottie files played by many instances at random phases. [docs/lottie.md](../../docs/lottie.md#measurement) says what",
      "the others do.", "",
      "| file | instances | properties | p50 ms | p99 ms | ns/component | × baseline |"
        + peers.map { " × \($0.markdownText) |" }.joined(),
      "|---|---:|---:|---:|---:|---:|---:|" + peers.map { _ in "---:|" }.joined(),
    ]
    lines += lottie.results.map { record in
      let times = [record.timesFasterThanBaseline] + peers.map { record.timesFasterThanPeers?[$0] }
      let ratios = times.map { $0.map { Figure.short($0) } ?? "-" }.joined(separator: " | ")
      return
        "| \(record.name.markdownText) | \(Figure.grouped(record.instances)) | \(Figure.grouped(record.properties)) "
        + "| \(Figure.short(record.frameMilliseconds.p50)) | \(Figure.short(record.frameMilliseconds.p99)) "
        + "| \(Figure.short(record.nsPerComponent)) | \(ratios) |"
    }
    return lines + ["", lottie.machines.markdownSource]
  }

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
      replaced(text, between: "", by: speedSection(directory)), between: " frames", by: framesTable)
  }

  private func speedSection(_ directory: String) -> [String] {
    var lines: [String] = []
    if let chart = framesChart { lines += [chart.markdown(in: directory), ""] }
    if let kernels {
      lines += KernelsSection(kernels).table(isComplete: false) + [""]
      lines += [
        "One core, \(Figure.grouped(KernelsSection.count)) elements in the second cache. \(kernels.machines.markdownSource)"
      ]
    }
    return lines
  }

  /// The scenes that the package's README shows; the results show all of them.
  private static let readmeScenes: Set = [
    "curves", "springs", "mixed", "keyframes", "churn", "shared-curve", "own-durations", "own-delays", "shared-spring",
    "own-springs",
  ]

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
    return lines + ["", scenes.machines.markdownSource]
  }
}
