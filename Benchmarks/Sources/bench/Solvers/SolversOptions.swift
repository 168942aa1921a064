/// The options of `bench solvers`.
struct SolversOptions {
  private static let defaultSeconds = 0.5

  private(set) var filters: [String] = []
  private(set) var seconds = defaultSeconds
  private(set) var jsonPath: String?
  private(set) var markdownPath: String?
  private(set) var peerDirectory = Peers.usualDirectory
  private(set) var showsHelp = false

  static var help: String {
    """
    Measures ways of solving cubic Bezier timing curves, speed against error: the library's, the usual ones and Qt's.

    Usage: bench solvers [OPTIONS]

      --filter TEXT      only curves whose name contains TEXT; comma-separated or repeated: any of them
      --seconds S        measuring time per curve (default \(defaultSeconds))
      --json FILE        write the results as JSON; - is standard output
      --markdown FILE    write the results as a table; - is standard output
      --peers DIR        where 'make peers' has built the others (default \(Peers.usualDirectory))
      --help             print this and stop

    The table shows, per element and in nanoseconds, the median, minimum and maximum time, and the largest error in y
    over 200001 evenly spread x against bisection in double precision. The exit status is 2 when the command line is
    wrong, and 130 after Ctrl-C, which keeps the finished measurements.

    """
  }

  init(_ arguments: Arguments) throws {
    var arguments = arguments
    while let option = try arguments.nextOption() {
      switch option {
      case "--filter": filters += try arguments.values("a part of a curve's name")
      case "--seconds":
        let text = try arguments.value("a number of seconds")
        guard let number = Double(text), number.isFinite, number > 0 else {
          throw UsageError("--seconds: '\(text)' is not a positive number of seconds")
        }
        seconds = number
      case "--json": jsonPath = try arguments.value("a file, or - for standard output")
      case "--markdown": markdownPath = try arguments.value("a file, or - for standard output")
      case "--peers": peerDirectory = try arguments.value("a directory")
      case "--help", "-h": showsHelp = true
      default: throw UsageError("unknown option '\(option)' ('bench solvers --help' lists them)")
      }
    }
    if jsonPath == "-", markdownPath == "-" {
      throw UsageError("--json and --markdown cannot both be written to standard output")
    }
  }

  /// The curves that the filters let through.
  func curves() throws -> [SolverCurve] {
    let all = SolverCurve.all
    for filter in filters where !all.contains(where: { $0.name.contains(filter) }) {
      throw UsageError(
        "--filter: no curve's name contains '\(filter)'; there is: \(all.map(\.name).joined(separator: "; "))")
    }
    return filters.isEmpty ? all : all.filter { curve in filters.contains { curve.name.contains($0) } }
  }
}
