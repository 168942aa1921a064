import Foundation

/// `bench merge`: the results of several runs of one program as one file.
enum MergeCommand: Command {
  static let name = "merge"
  static let summary = "make one file of several runs' results of kernels"

  private static let help = """
    Merges the files that several runs of 'bench kernels' wrote, of one program on one machine. Some loops take longer
    in some processes, for as long as the process lasts, so times and ratios are the medians of the runs.

    Usage: bench merge RUN.json... --json FILE

      --json FILE        the merged results; - is standard output
      --help             print this and stop

    The exit status is 2 when the files are of different programs or machines, or the command line is wrong.

    """

  static func run(_ arguments: Arguments) throws -> Int32 {
    var arguments = arguments
    var paths: [String] = []
    var out: String?
    while let option = try arguments.nextOption(after: &paths) {
      switch option {
      case "--json": out = try arguments.value("a file, or - for standard output")
      case "--help", "-h":
        Output.standard.write(help)
        return 0
      default: throw UsageError("unknown option '\(option)' ('bench merge --help' lists them)")
      }
    }
    guard !paths.isEmpty, let out else {
      throw UsageError("files of results are merged into another one ('bench merge --help' says more)")
    }
    let runs = try paths.map(contents)
    for (run, path) in zip(runs, paths) { try check(run, path, against: runs[0], paths[0]) }
    try Destination(path: out, option: "--json").replaceContents(with: MergedRuns.kernels(runs).text(depth: 2) + "\n")
    return 0
  }

  private static func contents(of path: String) throws -> JSON {
    do {
      _ = try ResultsFile<KernelRecord>(path: path)
      return try JSON(parsing: Array(FileManager.default.contents(atPath: path) ?? Data()))
    } catch let error as ResultsError {
      throw UsageError(error.message)
    }
  }

  private static func check(_ run: JSON, _ path: String, against first: JSON, _ firstPath: String) throws {
    for fact in ["cpu", "cores", "activeLevel", "toolchain", "commit"] {
      let (here, there) = (run["machine"]?[fact], first["machine"]?[fact])
      let (text, other) = (here?.text(depth: 0) ?? "unknown", there?.text(depth: 0) ?? "unknown")
      if text != other { throw UsageError("\(path): the \(fact) is \(text), but \(other) in \(firstPath)") }
    }
  }
}
