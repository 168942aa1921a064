import Foundation
import VectorKernels

/// The options of `bench kernels`.
struct KernelsOptions {
  private static let defaultSizes = "64,1k,16k,256k,4M"
  private static let defaultSeconds = 0.3
  private static let quickSizes = "1k,256k"
  private static let quickSeconds = 0.07
  private static let defaultPasses = 3
  /// The relative standard error of ratios to peers, of all runs together, above which kernels have further passes.
  private static let precision = 0.02
  /// The most passes that there are then, as a multiple of the usual number.
  static let longest = 2

  private(set) var filters: [String] = []
  private(set) var sizes: [Size] = []
  private(set) var seconds = defaultSeconds
  private(set) var passes = defaultPasses
  /// The number of runs of which this is one. Their results are merged.
  private(set) var runs = 1
  /// The relative standard error of ratios to peers, of this run, above which kernels have further passes.
  var precision: Double { KernelsOptions.precision * Double(runs).squareRoot() }
  /// Whether rounds count even if another thread shares the core, which takes less time.
  private(set) var isQuick = false
  private(set) var jsonPath: String?
  private(set) var peerDirectory: String?
  /// The levels of the library to measure, the first of which is the subject.
  private(set) var levels: [InstructionSet]
  private(set) var lists = false
  private(set) var showsHelp = false

  static var help: String {
    """
    Measures every kernel of VectorKernels: ours at the active instruction set level and at the lower ones, a plain
    scalar Swift loop, a copy of as many bytes, and other implementations, all in turns within one process. Rounds in
    which another thread shares the core are repeated, within three times the measuring time in all.

    Usage: bench kernels [OPTIONS]

      --filter TEXT      only kernels whose name contains TEXT; comma-separated or repeated: any of them
      --sizes LIST       numbers of elements, k = 1024, M = 1024 * 1024 (default \(defaultSizes))
      --isa LEVEL        only this level: \(available)
      --seconds S        measuring time per kernel and size (default \(defaultSeconds))
      --passes N         passes over all kernels that the time is divided among, so that what disturbs the machine for a
                         while hits one of them (default \(defaultPasses)); if more than one, up to \(longest) times as many
                         for those whose ratio to the fastest peer is uncertain by more than \(Int(precision * 100)) %
      --runs N           this is one of N runs, whose results 'bench merge' merges: it takes an Nth of the time, and has
                         one pass or two unless --passes is given
      --quick            short for --sizes \(quickSizes) --seconds \(quickSeconds) --passes 1; each can be given besides;
                         rounds beside another thread on the core aren't repeated
      --json FILE        write the results as JSON; - is standard output
      --peers DIR        libraries and programs to compare with, as 'make peers' builds them
                         (default \(Peers.usualDirectory), if there)
      --list             print the kernels' names and stop
      --help             print this and stop

    The table shows, per element and in nanoseconds, the median, minimum and maximum time, the bandwidth, the fraction
    of the bandwidth of a copy, our time divided by each peer's (below 1: ours is faster) with how far its results are
    from ours, or WRONG, the lower levels, the scalar loop and how many times faster than it the library is. A number of
    elements is rounded down to whole values where these have components; JSON's count is the number that was measured.
    The exit status is 1 when results of the library, the scalar loop or a peer that promises to be right are wrong, 2
    when the command line is wrong, and 130 after Ctrl-C, which keeps the finished measurements.

    """
  }

  private static var available: String {
    InstructionSet.available.map(\.rawValue).joined(separator: ", ")
  }

  init(_ arguments: Arguments) throws {
    let active = InstructionSet.active
    levels = InstructionSet.available.filter { $0 <= active }.reversed()

    var arguments = arguments
    var givenSizes: [Size]?
    var givenSeconds: Double?
    var givenPasses: Int?
    while let option = try arguments.nextOption() {
      switch option {
      case "--filter": filters += try arguments.values("a part of a kernel's name")
      case "--sizes": givenSizes = try arguments.sizes()
      case "--isa": levels = [try KernelsOptions.level(named: arguments.value("one of \(KernelsOptions.available)"))]
      case "--seconds": givenSeconds = try arguments.seconds()
      case "--passes": givenPasses = try arguments.passes()
      case "--runs": runs = try arguments.number(of: "runs", upTo: 100)
      case "--quick": isQuick = true
      case "--json": jsonPath = try arguments.value("a file, or - for standard output")
      case "--peers": peerDirectory = try arguments.value("a directory")
      case "--list": lists = true
      case "--help", "-h": showsHelp = true
      default: throw UsageError("unknown option '\(option)' ('bench kernels --help' lists them)")
      }
    }

    let preset = isQuick ? KernelsOptions.quickSizes : KernelsOptions.defaultSizes
    sizes = try givenSizes ?? Size.list(preset.split(separator: ",").map(String.init))
    seconds = givenSeconds ?? (isQuick ? KernelsOptions.quickSeconds : KernelsOptions.defaultSeconds)
    passes = givenPasses ?? (isQuick || runs > 1 ? 1 : KernelsOptions.defaultPasses)
    peerDirectory = Peers.directory(given: peerDirectory)
  }

  /// The cases that the filters let through.
  func cases() throws -> [KernelCase] { try KernelCase.all(matching: filters) }

  private static func level(named name: String) throws -> InstructionSet {
    guard let level = InstructionSet.available.first(where: { $0.rawValue == name }) else {
      throw UsageError("--isa: '\(name)' is not a level of this machine; there is: \(available)")
    }
    return level
  }
}

extension KernelCase {
  /// The cases whose names contain one of the filters; all where there is none.
  static func all(matching filters: [String]) throws -> [KernelCase] {
    for filter in filters where !all.contains(where: { $0.name.contains(filter) }) {
      throw UsageError("--filter: no kernel's name contains '\(filter)' ('bench kernels --list' prints the names)")
    }
    return filters.isEmpty ? all : all.filter { kernel in filters.contains { kernel.name.contains($0) } }
  }
}
