import VectorKernels

/// `bench solvers`: error against speed of ways to solve timing curves.
enum SolversCommand: Command {
  static let name = "solvers"
  static let summary = "error and time of ways to solve timing curves"

  static func run(_ arguments: Arguments) throws -> Int32 {
    let options = try SolversOptions(arguments)
    if options.showsHelp {
      Output.standard.write(SolversOptions.help)
      return 0
    }
    let curves = try options.curves()
    let jsonFile = try options.jsonPath.map { try Destination(path: $0, option: "--json") }
    let markdownFile = try options.markdownPath.map { try Destination(path: $0, option: "--markdown") }
    let isTaken = [jsonFile, markdownFile].contains { $0?.isStandardOutput == true }
    let display = isTaken ? Output.error : .standard

    // Before anything that may start a thread: a signal goes to whichever thread does not hold it back.
    let interruption = Interruption()
    let others = Solver.others(in: options.peerDirectory)
    if others.isEmpty {
      Output.error.write("bench: only the library's own: '\(options.peerDirectory)' has no others ('make peers')\n")
    }
    let machine = Machine.current()
    display.write(SolversReport.line(SolversReport.headings))
    let measurement = Measurement(seconds: options.seconds, interruption: interruption)
    let progress = Progress(total: curves.count)
    var measurements: [SolverMeasurement] = []
    var isInterrupted = false
    for (index, curve) in curves.enumerated() {
      progress.show(curve.name, finished: index)
      guard let results = SolverMeasurement.measure(Solver.own + others, on: curve, with: measurement) else {
        isInterrupted = true
        break
      }
      progress.clear()
      measurements += results
      for result in results { display.write(SolversReport.line(SolversReport.cells(of: result))) }
    }
    progress.clear()
    if !measurements.isEmpty {
      let report = SolversReport(machine: machine, measurements: measurements)
      try jsonFile?.replaceContents(with: report.json)
      try markdownFile?.replaceContents(with: report.markdown)
    }
    if isInterrupted {
      Output.error.write("bench: interrupted after \(measurements.count) measurements\n")
      return 130
    }
    return 0
  }
}
