import Foundation
import Testing
import bench

/// Compares the report on made-up results with files beside this one. `VECTORKERNELS_RECORD=1 swift test --package-path
/// Benchmarks --filter ReportTests` writes these anew: look at them before they are committed.
@Suite struct ReportTests {
  private static let folder = (#filePath as NSString).deletingLastPathComponent
  private static let inputs = folder + "/Inputs"
  private static let golden = folder + "/Golden"
  private static let isRecording = ProcessInfo.processInfo.environment["VECTORKERNELS_RECORD"] != nil

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func compare(_ text: String, with name: String) throws {
    let path = "\(ReportTests.golden)/\(name)"
    if ReportTests.isRecording { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    #expect(try self.text(path) == text, "\(name)")
  }

  @Test func filesAreTheGoldenOnes() throws {
    let files = try Report(directory: ReportTests.inputs).files
    #expect(files.count == 12)
    for (path, text) in files {
      let name = path.replacing("made-up/", with: "").replacing("/", with: "-")
      if path.hasPrefix("other/throughput") { #expect(text == nil) } else { try compare(#require(text), with: name) }
    }
  }

  @Test func readmeKeepsWhatIsOutsideTheComments() throws {
    let report = try Report(directory: ReportTests.inputs)
    let before = """
      # A
      <!-- bench report: from here -->
      old
      <!-- bench report: to here -->
      middle
      <!-- bench report: frames from here -->
      old
      <!-- bench report: frames to here -->
      end

      """
    let once = try report.readme(before, directory: "results", path: "README.md")
    #expect(once.hasPrefix("# A\n<!-- bench report: from here -->\n"))
    #expect(once.contains("<!-- bench report: to here -->\nmiddle\n<!-- bench report: frames from here -->\n"))
    #expect(once.hasSuffix("<!-- bench report: frames to here -->\nend\n"))
    #expect(!once.contains("old"))
    #expect(try report.readme(once, directory: "results", path: "README.md") == once)
    try compare(once, with: "package-readme.md")
  }

  @Test(arguments: ["", "<!-- bench report: to here --><!-- bench report: from here -->"])
  func readmeWithoutCommentsIsRefused(text: String) throws {
    let report = try Report(directory: ReportTests.inputs)
    #expect(throws: ResultsError.self) { try report.readme(text, directory: "results", path: "README.md") }
  }

  /// A directory with some of the inputs of one machine, for as long as `body` runs.
  private func withInputs(_ names: [String], _ body: (String) throws -> Void) throws {
    let directory = NSTemporaryDirectory() + "ReportTests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: "\(directory)/made-up", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for name in names.map({ "made-up/\($0)" }) {
      try FileManager.default.copyItem(atPath: "\(ReportTests.inputs)/\(name)", toPath: "\(directory)/\(name)")
    }
    try body(directory)
  }

  @Test func missingResultsAreNamedAndLeftOut() throws {
    try withInputs(["scenes.json"]) { directory in
      let report = try Report(directory: directory)
      #expect(report.missing.map(\.file) == ["kernels.json", "scaling.json", "solvers.json", "lottie.json"])
      let files = report.files
      let written = files.filter { $0.value != nil }.keys.sorted()
      #expect(written == ["README.md", "frames.svg", "made-up/scenes.md", "results.html"])
      #expect(files.count == 9)
      let page = try #require(files["README.md"] ?? nil)
      #expect(page.contains("`solvers.json` (`bench solvers`)"))
      #expect(!page.contains("solvers.svg"))
      let results = try #require(files["results.html"] ?? nil)
      #expect(results.components(separatedBy: "<table").count == 2)
      #expect(results.components(separatedBy: "<script>").count == 2)
      #expect(results.contains("<h2 id=\"scenes\">"))
    }
  }

  /// Of two machines each figure is the worse one: a ratio of 1.2 on the one, frames of 3 ms on the other.
  @Test func figuresAreThoseOfTheWorseMachine() throws {
    let report = try Report(directory: ReportTests.inputs)
    let page = try #require(report.files["README.md"] ?? nil)
    #expect(page.contains("| cubic Bezier, tabulated | 0.1 | 80 | 0.40 | 1.20 | 10 |"))
    #expect(page.contains("| churn | 0.03 | 3 | 0.03 | 3 | - | - |"))
    #expect(page.contains("| curves | 0.0005 | 0.05 | 0.0005 | 0.05 | 60.4 | 651 |"))
    #expect(report.score.contains("| Other CPU | x86-64-v3 | 4 | 2 | 2 | 1 | 1.20 | 1 of 1 |"))
  }

  /// A peer that is faster by less than the noise, and one at few elements.
  @Test func slowerKernelsAreThoseBeyondTheNoise() throws {
    let noisy = try files {
      $0.replacingOccurrences(
        of: #""intrinsics x86-64-v3": 1.06}, "ratioToScalar": 0.1, "uncertainty": {"#,
        with: #""intrinsics x86-64-v3": 1.06}, "ratioToScalar": 0.1, "uncertainty": {"intrinsics x86-64-v3": 0.03, "#)
    }
    #expect(noisy["README.md"]?.contains("| x86-64-v3 | 6 | 2 | 0 | 0 | 1.06 | - |") == true)
    #expect(noisy["kernels.md"]?.contains("## Where a peer is faster") == false)
    let few = try files { $0.replacingOccurrences(of: "\"count\": 1024", with: "\"count\": 64") }
    #expect(few["README.md"]?.contains("| x86-64-v3 | 3 | 1 | 1 | 1 | 1.06 | 1 of 3 |") == true)
    #expect(few["kernels.md"]?.contains("| 16\u{202F}384: 1.06 (intrinsics) |") == true)
  }

  /// The Markdown has the median of a family's figures, the page also the best and the worst.
  @Test func familiesHaveOneNumberPerCellWhereTheyFitAScreen() throws {
    let files = try Report(directory: ReportTests.inputs).files
    let summary = try #require(files["kernels.md"] ?? nil)
    #expect(summary.contains("| family | kernels | of copy, v3 | ÷ intrinsics | ÷ fastest other peer |"))
    #expect(summary.contains("| bezier | 1 | 0.45 | 1.08 | - |"))
    let page = try #require(files["results.html"] ?? nil)
    #expect(page.contains("<th scope=row>bezier<td>1<td>0.50 / 0.45 / 0.40<td>0.97 / 1.08 / 1.20<td>\n"))
  }

  @Test func pageHasTheFiguresOfScenesThatDoNotFitAScreen() throws {
    let page = try #require(Report(directory: ReportTests.inputs).files["results.html"] ?? nil)
    let row = "<td>0.05<td>1<td>0.1<td>0.45<td>0.5<td>0.0060<td><td>100<td>60.4<td>651\n"
    #expect(page.contains("<th scope=row>curves<td>100\u{202F}000<td>1<td>Other CPU\(row)"))
  }

  @Test func foldersAreNamedAfterTheProcessor() {
    #expect(Machine.folder(cpu: "AMD EPYC (family 26, model 2)") == "amd-epyc-family-26-model-2")
    #expect(
      Machine.folder(cpu: "Intel(R) Xeon(R) Processor (family 6, model 207)")
        == "intel-xeon-processor-family-6-model-207")
  }

  @Test func nothingToReportIsAnError() throws {
    try withInputs([]) { directory in #expect(throws: ResultsError.self) { try Report(directory: directory) } }
  }

  @Test func checkFindsWhatIsNotWritten() throws {
    try withInputs(["scenes.json", "kernels.json", "solvers.json"]) { directory in
      func run(_ words: String...) throws -> Int32 {
        try ReportCommand.run(Arguments((["--results", directory] + words)[...]))
      }
      #expect(try run("--check") == 1)
      #expect(try run() == 0)
      #expect(try run("--check") == 0)
      try "".write(toFile: "\(directory)/frames.svg", atomically: true, encoding: .utf8)
      #expect(try run("--check") == 1)
      #expect(try run() == 0)
      // Charts and tables of results that are gone go with them.
      for (results, written) in [("kernels.json", "peers.svg"), ("scenes.json", "made-up/scenes.md")] {
        #expect(FileManager.default.fileExists(atPath: "\(directory)/\(written)"))
        try FileManager.default.removeItem(atPath: "\(directory)/made-up/\(results)")
        #expect(try run("--check") == 1)
        #expect(try run() == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(directory)/\(written)"))
      }
    }
  }

  /// The inputs with their text changed, each by itself, as reports make of them.
  private func files(_ change: (String) -> String) throws -> [String: String] {
    var files: [String: String] = [:]
    try withInputs(["kernels.json", "scenes.json", "scaling.json", "solvers.json", "lottie.json"]) { directory in
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(directory)/made-up") {
        let path = "\(directory)/made-up/\(name)"
        try change(text(path)).write(toFile: path, atomically: true, encoding: .utf8)
      }
      files = try Report(directory: directory).files.compactMapValues(\.self)
    }
    return files
  }

  @Test func namesAreNeverMarkup() throws {
    // In place of a peer's name, and in front of all others.
    let name = #"</script><b>&lt;\"|x"#
    let pattern = #"("(?:name|scene|event|solver|curve|file|cpu|toolchain|commit|date)": "|"levels": \[")"#
    let files = try files {
      $0.replacingOccurrences(of: "fast and wrong", with: name)
        .replacingOccurrences(of: "portable", with: name)
        .replacingOccurrences(
          of: pattern, with: "$1" + NSRegularExpression.escapedTemplate(for: name), options: .regularExpression)
    }
    let some = ["README.md", "kernels.md", "made-up/scenes.md", "results.html", "peers.svg", "frames.svg"]
    #expect(Set(files.keys).isSuperset(of: some))
    for (file, text) in files {
      #expect(text.contains("&lt;/script>&lt;b>&amp;lt;"), "\(file)")
      #expect(!text.contains("<b>"), "\(file)")
      #expect(text.components(separatedBy: "</script>").count == (file == "results.html" ? 2 : 1), "\(file)")
      if file.hasSuffix(".md") {
        #expect(!text.replacingOccurrences(of: "\\|", with: "").contains("|x"), "\(file)")
      }
    }
  }

  /// Kernels whose elements come in groups are measured on fewer of them than was asked for.
  @Test func sizesAreThoseAskedFor() throws {
    let (asked, measured) = (
      try files { $0 },
      try files { $0.replacingOccurrences(of: "(own/f32.*)16384", with: "$116380", options: .regularExpression) }
    )
    for file in ["kernels.md", "results.html"] { #expect(asked[file] == measured[file], "\(file)") }
    // Groups of 5 and 6 out of 64.
    let few = try files { $0.replacingOccurrences(of: "\"count\": 1024", with: "\"count\": 64") }
    let groups = try files {
      $0.replacingOccurrences(of: "\"count\": 1024", with: "\"count\": 64").replacingOccurrences(
        of: "(own/f32.*\"count\": )64,", with: "$160,", options: .regularExpression)
    }
    #expect(groups["kernels.md"] == few["kernels.md"])
  }

  @Test(arguments: [
    ("{", "is not JSON"), ("{}", "machine is missing"), ("[]", "the file is not of the right type"),
    (#"{"machine": {"cpu": 1}, "results": []}"#, "machine.cpu is not of the right type"),
  ])
  func malformedResultsAreNamed(json: String, message: String) {
    let error = #expect(throws: ResultsError.self) {
      try ResultsFile<SceneRecord>(json: Data(json.utf8), path: "scenes.json")
    }
    #expect(error?.message == "scenes.json: \(message)")
  }

  @Test func malformedResultIsFoundByItsPlace() throws {
    let json = try text(ReportTests.inputs + "/made-up/scenes.json")
      .replacingOccurrences(of: "\"p99\"", with: "\"p98\"")
    let error = #expect(throws: ResultsError.self) {
      try ResultsFile<SceneRecord>(json: Data(json.utf8), path: "scenes.json")
    }
    #expect(error?.message == "scenes.json: results[0].frameMilliseconds.p99 is missing")
  }

  @Test(arguments: [("count", "0"), ("count", "-1"), ("nsPerComponent", "1e308"), ("nsPerComponent", "-5e-324")])
  func numbersThatNoMeasurementHasAreRefused(key: String, value: String) throws {
    let json = try text(ReportTests.inputs + "/made-up/scenes.json")
      .replacingOccurrences(of: "\"\(key)\": [0-9.e+-]+", with: "\"\(key)\": \(value)", options: .regularExpression)
    let error = #expect(throws: ResultsError.self) {
      try ResultsFile<SceneRecord>(json: Data(json.utf8), path: "scenes.json")
    }
    #expect(error?.message.contains("results[0].\(key) can't be ") == true)
  }

  @Test func aPassThatTouchesNoMemoryIsRefused() throws {
    let json = try text(ReportTests.inputs + "/made-up/scaling.json")
      .replacingOccurrences(of: "\"bytes\": [0-9.e+]+", with: "\"bytes\": 0", options: .regularExpression)
    #expect(throws: ResultsError.self) {
      try ResultsFile<ScalingRecord>(json: Data(json.utf8), path: "scaling.json")
    }
  }
}
