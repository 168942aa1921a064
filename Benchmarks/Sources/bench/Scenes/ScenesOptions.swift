import Foundation

/// The options of `bench scenes`.
struct ScenesOptions {
  private static let defaultSizes = "1000,10000,100000,1000000"
  private static let defaultSeconds = 1.0
  private static let quickSizes = "10000"
  private static let quickSeconds = 0.1

  private(set) var filters: [String] = []
  private(set) var sizes: [Size] = []
  private(set) var cores: [Int] = []
  private(set) var seconds = defaultSeconds
  private(set) var passes = 1
  private(set) var jsonPath: String?
  private(set) var peerDirectory: String?
  private(set) var lists = false
  private(set) var showsHelp = false

  static var help: String {
    """
    Measures whole frames of an animator at 120 frames per second: what is retargeted, added and removed between two
    frames, and the one call that evaluates everything. Frames beside another thread on the core are measured again,
    within three times the measuring time in all.

    Usage: bench scenes [OPTIONS]

      --filter TEXT      only scenes whose name contains TEXT; comma-separated or repeated: any of them
      --sizes LIST       numbers of properties (default \(defaultSizes))
      --cores LIST       numbers of cores (default 1 and all)
      --seconds S        measuring time per scene, size and number of cores (default \(defaultSeconds))
      --passes N         how often everything is measured (default 1), because other work on the machine can slow it
                         down for minutes; the shortest median frame counts, and the shortest time of all
                         that it is compared with
      --quick            short for --sizes \(quickSizes) --seconds \(quickSeconds); either can be given besides
      --json FILE        write the results as JSON; - is standard output
      --peers DIR        where 'make peers' has built other animation libraries to compare with
                         (default \(Peers.usualDirectory), if there)
      --list             print the scenes' names and stop
      --help             print this and stop

    The table shows the median frame, the 99th percentile and the longest in milliseconds, the median for each component
    that moves in nanoseconds, its share of 8.33 ms, how often a frame asks for memory, the memory held for each
    property, the frame's time divided by that of a copy of as many bytes as the frame has to read and write, and how
    many times as long an object for each animation takes. Where those objects move along curves, the last column says
    how many times as long peers take to move as many values, each once by one ease-in-out curve, and the error of their
    values. The JSON also has the median frame after 8 ms of rest, from 65536 components on. Peers are
    measured with one core, and up to \(PeerTweens.mostValues) properties. The exit status is 1 when the results of a peer
    that promises to be right are wrong, 2 when the command line is wrong, and 130 after Ctrl-C, which keeps the finished
    measurements.

    """
  }

  init(_ arguments: Arguments) throws {
    var arguments = arguments
    var givenSizes: [Size]?
    var givenSeconds: Double?
    var isQuick = false
    cores = Arguments.oneAndAllCores
    while let option = try arguments.nextOption() {
      switch option {
      case "--filter": filters += try arguments.values("a part of a scene's name")
      case "--sizes": givenSizes = try arguments.sizes()
      case "--cores": cores = try arguments.cores()
      case "--seconds": givenSeconds = try arguments.seconds()
      case "--passes": passes = try arguments.passes()
      case "--quick": isQuick = true
      case "--json": jsonPath = try arguments.value("a file, or - for standard output")
      case "--peers": peerDirectory = try arguments.value("a directory")
      case "--list": lists = true
      case "--help", "-h": showsHelp = true
      default: throw UsageError("unknown option '\(option)' ('bench scenes --help' lists them)")
      }
    }
    let preset = isQuick ? ScenesOptions.quickSizes : ScenesOptions.defaultSizes
    sizes = try givenSizes ?? Size.list(preset.split(separator: ",").map(String.init))
    seconds = givenSeconds ?? (isQuick ? ScenesOptions.quickSeconds : ScenesOptions.defaultSeconds)
    peerDirectory = Peers.directory(given: peerDirectory)
  }

  /// The scenes that the filters let through.
  func scenes() throws -> [Scene] {
    let all = Scene.all
    for filter in filters where !all.contains(where: { $0.name.contains(filter) }) {
      throw UsageError("--filter: no scene's name contains '\(filter)' ('bench scenes --list' prints the names)")
    }
    return filters.isEmpty ? all : all.filter { scene in filters.contains { scene.name.contains($0) } }
  }
}
