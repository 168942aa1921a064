import Foundation
import VectorKernels

/// `bench gate`: checks in less than two minutes whether a kernel became slower than in the committed results.
enum GateCommand: Command {
  static let name = "gate"
  static let summary = "fail where a kernel became a fifth slower than a file of results says, within two minutes"

  /// With so many elements, the columns of a kernel take half a megabyte at most, and stay in a second-level cache.
  private static let size = Size(count: 8 << 10)
  private static let seconds = 0.12
  /// The number of processes that must agree that a kernel is slower, and that write a file.
  private static let processes = 3
  /// The number of rounds in each process that writes.
  private static let roundsToWrite = 3

  private static var help: String {
    """
    Measures every kernel at \(size.label) elements and the active level, beside a copy, and compares the ratio of both
    times with that in a file. A kernel that seems slower is measured again, up to \(Gate.rounds) times in all, and
    then in other processes, because some loops take longer in some processes. It counts as slower if its ratio is
    greater by \(String(format: "%.0f", (Gate.limit - 1) * 100)) % or more in all processes.

    Usage: bench gate FILE [OPTIONS]

      --write            write the file instead, the median ratios of \(processes) processes
      --filter TEXT      only kernels whose name contains TEXT; comma-separated or repeated: any of them
      --processes N      how many processes have to agree that a kernel is slower, or write (default: \(processes))
      --plant            add a fifth to the time of every kernel, to see that it is found; a kernel that takes less than
                         the file says is compared with its time as it is
      --help             print this and stop

    Kernels that became so much faster that a fifth wouldn't be found are named, too: write the file again then. The
    exit status is 1 when a kernel is slower (with --plant, when one isn't), 2 when the command line or the file is
    wrong, and 130 after Ctrl-C. Ratios of another kind of processor or of another level say nothing about the program:
    then nothing is measured, which the output says, and the status is 0.

    """
  }

  static func run(_ arguments: Arguments) throws -> Int32 {
    var arguments = arguments
    var (paths, filters): ([String], [String]) = ([], [])
    var (isPlanted, writes) = (false, false)
    var processes = processes
    while let option = try arguments.nextOption(after: &paths) {
      switch option {
      case "--write": writes = true
      case "--filter": filters += try arguments.values("a part of a kernel's name")
      case "--processes": processes = try arguments.number(of: "processes", upTo: 100)
      case "--plant": isPlanted = true
      case "--help", "-h":
        Output.standard.write(help)
        return 0
      default: throw UsageError("unknown option '\(option)' ('bench gate --help' lists them)")
      }
    }
    guard paths.count == 1 else {
      throw UsageError("one file is compared with or written ('bench gate --help' says more)")
    }
    if writes && isPlanted { throw UsageError("--write and --plant exclude each other") }
    if writes && paths[0] == "-" { throw UsageError("--write needs a file: several processes write it") }
    var run = GateRun(
      kernels: try KernelCase.all(matching: filters), size: size, slowdown: isPlanted ? Gate.regression : 1,
      measurement: Measurement(seconds: seconds, interruption: Interruption(), core: Core()))
    if writes { return try write(&run, to: paths[0], processes: processes) }

    let file = try results(at: paths[0])
    let machine = Machine.current()
    let level = InstructionSet.active.rawValue
    guard file.machine.cpu == machine.cpu, file.machine.activeLevel == level else {
      Output.standard.write(
        "\(paths[0]) was measured on \(file.machine.cpu) at \(file.machine.activeLevel), and this is \(machine.cpu) at "
          + "\(level): nothing was compared\n")
      return 0
    }
    guard let slower = run.slower(than: file.results) else { return 130 }
    if isPlanted, slower.isEmpty || slower.count < run.compared { return 1 }
    if slower.isEmpty { return 0 }
    if processes == 1 { return isPlanted ? 0 : 1 }
    return try run.keepingMemory {
      try inAnotherProcess(
        paths[0], kernels: slower, processes: processes - 1, isPlanted ? ["--plant"] : [])
    }
  }

  /// Writes the ratios of all kernels, the medians of several processes, because some noise lasts as long as a process.
  ///
  /// - Returns: The exit status.
  private static func write(_ run: inout GateRun, to path: String, processes: Int) throws -> Int32 {
    let file = try Destination(path: path, option: "gate")
    guard let records = run.ratios(rounds: roundsToWrite) else { return 130 }
    var ratios = Dictionary(uniqueKeysWithValues: records.map { ($0.name, [$0.ratio]) })
    for _ in 1..<processes {
      let status = try run.keepingMemory {
        try inAnotherProcess(path, kernels: records.map(\.name), processes: 1, ["--write"])
      }
      guard status == 0 else { return status }
      for record in try results(at: path).results { ratios[record.name]?.append(record.ratioToCopy) }
    }
    let results = records.map { name, _ in
      JSON.object([
        ("name", .string(name)), ("ratioToCopy", .number(Statistics.median(ratios[name]!).rounded(digits: 4))),
      ])
    }
    try file.replaceContents(
      with: JSON.object([("machine", Machine.current().json), ("results", .array(results))]).text(depth: 2) + "\n")
    return 0
  }

  /// Goes on in a process of its own, and returns its exit status.
  private static func inAnotherProcess(
    _ path: String, kernels: [String], processes: Int, _ options: [String]
  ) throws -> Int32 {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments =
      [name, path, "--filter", kernels.joined(separator: ","), "--processes", String(processes)] + options
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private static func results(at path: String) throws -> ResultsFile<GateRecord> {
    do {
      return try ResultsFile(path: path)
    } catch let error as ResultsError {
      throw UsageError(error.message)
    }
  }
}

/// Rounds over kernels: a kernel's are as far apart as the kernels allow, so that no disturbance reaches all of them.
private struct GateRun {
  let kernels: [KernelCase]
  let size: Size
  /// The factor by which times are multiplied.
  let slowdown: Double
  let measurement: Measurement
  private(set) var compared = 0
  /// The memory of the last measurements. Freed pages are those that the next measurement gets, in another process, too,
  /// and where they share places in the caches, all rounds would be slow.
  private var used: [Workload] = []
  /// How many of them: all rounds of nine kernels that seem slower. Each takes two huge pages at most, so all take a
  /// quarter of a gigabyte.
  private static let usedCount = 64

  init(kernels: [KernelCase], size: Size, slowdown: Double, measurement: Measurement) {
    (self.kernels, self.size, self.slowdown, self.measurement) = (kernels, size, slowdown, measurement)
  }

  /// Prints which kernels are slower.
  ///
  /// - Returns: Their names; nil when interrupted.
  mutating func slower(than before: [GateRecord]) -> [String]? {
    let records = Dictionary(before.map { ($0.name, $0) }) { first, _ in first }
    var gates: [(kernel: KernelCase, gate: Gate)] = []
    for kernel in kernels {
      guard let record = records[kernel.name] else {
        Output.standard.write("\(kernel.name) is not in the file\n")
        continue
      }
      gates.append((kernel, Gate(record.ratioToCopy)))
    }
    compared = gates.count
    for round in 0..<Gate.rounds {
      // A slowdown that was planted is looked for in all rounds: one that is disturbed mustn't hide it.
      for index in gates.indices where round == 0 || slowdown > 1 || gates[index].gate.isSuspicious {
        guard let ratio = measure(gates[index].kernel, round, of: Gate.rounds) else { return nil }
        gates[index].gate.append(slowdown * ratio)
        guard slowdown > 1 else { continue }
        guard let ratio = measure(gates[index].kernel, round, of: Gate.rounds) else { return nil }
        gates[index].gate.append(unplanted: ratio)
      }
    }
    let slower = gates.filter(\.gate.isSlower).sorted { $0.gate.slowdown > $1.gate.slowdown }
    Output.standard.write("\(compared) kernels compared, \(slower.count) of them slower\n")
    for (kernel, gate) in slower {
      Output.standard.write(
        "  \(String(format: "%+.0f %%", (gate.slowdown - 1) * 100).aligned(to: 6))  \(kernel.name)\n")
    }
    let hidden = gates.filter(\.gate.hidesAFifth).map(\.kernel.name)
    if !hidden.isEmpty {
      Output.standard.write(
        "\(hidden.count) seem so much faster than in the file that a fifth more wouldn't be found: write it again\n"
          + hidden.map { "  \($0)\n" }.joined())
    }
    return slower.map(\.kernel.name)
  }

  /// Runs `body` while the memory of the last measurements stays taken, so that another process gets other pages.
  func keepingMemory(_ body: () throws -> Int32) rethrows -> Int32 { try withExtendedLifetime(used, body) }

  /// Returns the ratios of all kernels as they are by their names, each the median of several rounds; nil when
  /// interrupted.
  mutating func ratios(rounds: Int) -> [(name: String, ratio: Double)]? {
    var found = Array(repeating: [Double](), count: kernels.count)
    for round in 0..<rounds {
      for (index, kernel) in kernels.enumerated() {
        guard let ratio = measure(kernel, round, of: rounds) else { return nil }
        found[index].append(ratio)
      }
    }
    return zip(kernels, found).map { ($0.name, Statistics.median($1)) }
  }

  /// Returns the time of a kernel as it is divided by that of a copy; nil when interrupted.
  private mutating func measure(_ kernel: KernelCase, _ round: Int, of rounds: Int) -> Double? {
    let progress = Progress(total: rounds)
    progress.show(kernel.name, finished: round)
    defer { progress.clear() }
    var samples = KernelSamples(kernel, at: size)
    let work = Workload(count: samples.count, pages: .huge)
    used.append(work)
    if used.count > Self.usedCount { used.removeFirst() }
    guard
      samples.measure(
        levels: [InstructionSet.active], peers: .none, withScalarLoop: false, with: measurement, on: work)
    else { return nil }
    return 1 / KernelMeasurement(samples, peers: .none).subject.copyFraction
  }
}
