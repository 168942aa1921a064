import Foundation
import VectorKernels

/// `bench kernels`: every kernel against a copy, the lower levels, a scalar loop and the peers.
enum KernelsCommand: Command {
  static let name = "kernels"
  static let summary = "time of every kernel, against a copy, lower levels, a scalar loop and peers"

  static func run(_ arguments: Arguments) throws -> Int32 {
    let options = try KernelsOptions(arguments)
    if options.showsHelp {
      Output.standard.write(KernelsOptions.help)
      return 0
    }
    let cases = try options.cases()
    if options.lists {
      Output.standard.write(cases.map { $0.name + "\n" }.joined())
      return 0
    }
    return try KernelsRun(cases: cases, options: options).finish()
  }
}

/// One run over all cases and sizes.
private struct KernelsRun {
  let cases: [KernelCase]
  let options: KernelsOptions
  let levels: [InstructionSet]
  let interruption: Interruption
  let peers: Peers
  let table: KernelsTable
  let jsonFile: Destination?
  /// The output for people, apart from the one for programs.
  let display: Output

  init(cases: [KernelCase], options: KernelsOptions) throws {
    self.cases = cases
    self.options = options
    levels = options.levels
    jsonFile = try options.jsonPath.map { try Destination(path: $0, option: "--json") }
    display = jsonFile?.isStandardOutput == true ? .error : .standard
    // Before anything that may start a thread: a signal goes to whichever thread does not hold it back.
    interruption = Interruption()
    peers = try options.peerDirectory.map { try Peers.load(from: $0, levels: options.levels) } ?? .none
    table = KernelsTable(levels: levels, peers: peers.names)
  }

  func finish() throws -> Int32 {
    InstructionSet.activate(levels[0])
    let machine = Machine.current()
    showHeader(machine)
    #if DEBUG
    Output.error.write("bench: this is a debug build: calls and scalar loops are slower than in a release build\n")
    #endif

    let measurement = Measurement(
      seconds: options.seconds, passes: options.passes * options.runs, interruption: interruption,
      core: options.isQuick ? nil : Core())
    let passes = options.passes * options.runs == 1 ? 1 : options.passes * KernelsOptions.longest
    var samples = cases.flatMap { kernel in options.sizes.map { KernelSamples(kernel, at: $0) } }
    var isShown = Array(repeating: false, count: samples.count)
    var wrong = Array(repeating: Set<String>(), count: samples.count)
    var isInterrupted = false
    measuring: for pass in 0..<passes {
      let places = samples.indices.filter { !isShown[$0] }
      let progress = Progress(total: places.count)
      for (finished, index) in places.enumerated() {
        let place = "\(samples[index].kernel.name) at \(samples[index].size.label)"
        progress.show(options.passes == 1 ? place : "pass \(pass + 1): \(place)", finished: finished)
        isInterrupted = !samples[index].measure(levels: levels, peers: peers, with: measurement)
        progress.clear()
        if isInterrupted { break measuring }
        let result = KernelMeasurement(samples[index], peers: peers)
        report(result.mismatches.filter { wrong[index].insert($0.variant).inserted }, of: result)
        if pass == passes - 1 || pass >= options.passes - 1 && result.isPrecise(options.precision) {
          show(result)
          isShown[index] = true
        }
      }
    }
    let measurements = samples.filter { !$0.isEmpty }.map { KernelMeasurement($0, peers: peers) }
    for index in measurements.indices where !isShown[index] { show(measurements[index]) }

    if !measurements.isEmpty {
      try jsonFile?.replaceContents(with: KernelsReport(machine: machine, measurements: measurements).json)
    }
    if isInterrupted {
      let complete = isShown.count { $0 }
      Output.error.write(
        "bench: interrupted: \(complete) of \(samples.count) measurements are complete, \(measurements.count) begun\n")
      return 130
    }
    return measurements.allSatisfy { $0.mismatches.isEmpty } ? 0 : 1
  }

  // MARK: Reading along

  private var nameWidth: Int { cases.map { $0.name.count }.max() ?? 0 }
  private var sizeWidth: Int { max(4, options.sizes.map { $0.label.count }.max() ?? 0) }

  private func showHeader(_ machine: Machine) {
    let labelWidth = machine.facts.map { $0.label.count }.max() ?? 0
    for fact in machine.facts { display.write("\(fact.label.padded(to: labelWidth))  \(fact.text)\n") }
    display.write("\n" + line("kernel", "size", table.headings))
  }

  private func show(_ measurement: KernelMeasurement) {
    display.write(line(measurement.kernel.name, measurement.size.label, table.cells(of: measurement)))
  }

  private func report(_ mismatches: [KernelMeasurement.Mismatch], of measurement: KernelMeasurement) {
    for mismatch in mismatches {
      let reason =
        mismatch.deviation.isFinite
        ? "differs from \(measurement.subject.variant) by \(mismatch.deviation.rounded(digits: 3)) of the largest result"
          + " (allowed: \(measurement.kernel.tolerance))"
        : "has an element that is missing, not a finite number, or not the bits of \(measurement.subject.variant)"
      let place = "\(measurement.kernel.name) at \(measurement.size.label)"
      Output.error.write("bench: WRONG RESULTS: \(place): \(mismatch.variant) \(reason)\n")
    }
  }

  private func line(_ name: String, _ size: String, _ cells: [String]) -> String {
    let figures = zip(table.headings, cells).map { heading, cell in "  " + cell.aligned(to: max(6, heading.count)) }
    return name.padded(to: nameWidth) + "  " + size.aligned(to: sizeWidth) + figures.joined() + "\n"
  }
}
