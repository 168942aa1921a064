import Foundation

/// `bench report`: tables and charts from results, without measuring.
package enum ReportCommand: Command {
  package static let name = "report"
  package static let summary = "tables and charts from the results of the other commands"

  private static let defaultDirectory = "Benchmarks/results"

  private static var help: String {
    """
    Turns the results of several machines, each in a folder of a directory (kernels.json, scenes.json, scaling.json,
    solvers.json, lottie.json), into README.md, kernels.md, results.html, SVG charts and each machine's scenes.md in that
    directory, and prints in how many rows a peer is faster. Nothing is measured. Results that are missing are named and left out.

    Usage: bench report [OPTIONS]

      --results DIR      the directory (default \(defaultDirectory))
      --readme FILE      also write the chart and the table between two comments of the package's README
      --check            write nothing, and fail unless everything is written already
      --help             print this and stop

    The exit status is 1 when results can't be read, or with --check are not those of the report; 2 when the command line
    is wrong.

    """
  }

  package static func run(_ arguments: Arguments) throws -> Int32 {
    var arguments = arguments
    var directory = defaultDirectory
    var readme: String?
    var isCheck = false
    while let option = try arguments.nextOption() {
      switch option {
      case "--results": directory = try arguments.value("a directory")
      case "--readme": readme = try arguments.value("a file")
      case "--check": isCheck = true
      case "--help", "-h":
        Output.standard.write(help)
        return 0
      default: throw UsageError("unknown option '\(option)' ('bench report --help' lists them)")
      }
    }

    let report = try Report(directory: directory)
    for (file, command) in report.missing {
      Output.error.write(
        "bench: no folder of \(directory) has \(file), its section is left out ('\(command)' measures it)\n")
    }
    var files = report.files.sorted { $0.key < $1.key }.map { (path: "\(directory)/\($0.key)", text: $0.value) }
    if let readme {
      guard let text = try? String(contentsOfFile: readme, encoding: .utf8) else {
        throw UsageError("--readme: cannot read '\(readme)'")
      }
      files.append((readme, try report.readme(text, directory: directory, path: readme)))
    }

    let stale = files.filter { (try? String(contentsOfFile: $0.path, encoding: .utf8)) != $0.text }
    if isCheck {
      for (path, _) in stale { Output.error.write("bench: \(path) is not what the results make: run 'make report'\n") }
      return stale.isEmpty ? 0 : 1
    }
    for (path, text) in stale {
      if let text {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        Output.standard.write("wrote \(path)\n")
      } else {
        try FileManager.default.removeItem(atPath: path)
        Output.standard.write("removed \(path)\n")
      }
    }
    Output.standard.write(report.score.map { $0 + "\n" }.joined())
    return 0
  }
}
