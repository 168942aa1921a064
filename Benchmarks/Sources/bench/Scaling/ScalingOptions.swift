/// The options of `bench scaling`.
struct ScalingOptions {
  private static let defaultSizes = (8...24).map { Size(count: 1 << $0) }
  private static let defaultSeconds = 0.012
  private static let quickSizes = stride(from: 8, through: 20, by: 4).map { Size(count: 1 << $0) }

  private(set) var filters: [String] = []
  private(set) var sizes = defaultSizes
  private(set) var cores = Arguments.oneAndAllCores
  private(set) var seconds = defaultSeconds
  private(set) var jsonPath: String?
  private(set) var isComplete = false
  private(set) var lists = false
  private(set) var showsHelp = false

  static var help: String {
    """
    Measures kernels and scenes from 256 to 16 M elements, on one core and on all: where the caches end, how near to the
    bandwidth of a copy they come, and from which size on more cores pay.

    Usage: bench scaling [OPTIONS]

      --filter TEXT      those whose name contains TEXT; comma-separated or repeated: any of them
      --all              every kernel and scene (default: one of each kind)
      --sizes LIST       numbers of elements, k = 1024, M = 1024 * 1024 (default 256,512,1k,...,16M)
      --cores LIST       numbers of cores (default 1 and all)
      --seconds S        measuring time per point (default \(defaultSeconds))
      --quick            short for --sizes \(quickSizes.map(\.label).joined(separator: ","))
      --json FILE        write the results as JSON; - is standard output
      --list             print the names and stop
      --help             print this and stop

    On several cores, each calls the kernel on its share of the columns; the animator of a scene shares out its own work.
    The table shows nanoseconds per element, or per component of a scene, their median, minimum and maximum, and for
    kernels the bandwidth, that of copying as many bytes on the same cores in turns with the kernel, and their ratio.
    Sizes that don't fit into free memory are named and skipped. The exit status is 2 when the command line is wrong, and
    130 after Ctrl-C, which keeps the finished measurements.

    """
  }

  init(_ arguments: Arguments) throws {
    var arguments = arguments
    var givenSizes: [Size]?
    var isQuick = false
    while let option = try arguments.nextOption() {
      switch option {
      case "--filter": filters += try arguments.values("a part of a name")
      case "--all": isComplete = true
      case "--sizes": givenSizes = try arguments.sizes()
      case "--cores": cores = try arguments.cores()
      case "--seconds": seconds = try arguments.seconds()
      case "--quick": isQuick = true
      case "--json": jsonPath = try arguments.value("a file, or - for standard output")
      case "--list": lists = true
      case "--help", "-h": showsHelp = true
      default: throw UsageError("unknown option '\(option)' ('bench scaling --help' lists them)")
      }
    }
    sizes = givenSizes ?? (isQuick ? ScalingOptions.quickSizes : ScalingOptions.defaultSizes)
  }

  /// The subjects that pass the filters; without filters, one of each kind.
  func subjects() throws -> [ScalingSubject] {
    let all = ScalingSubject.all
    for filter in filters where !all.contains(where: { $0.name.contains(filter) }) {
      throw UsageError("--filter: no name contains '\(filter)' ('bench scaling --all --list' prints the names)")
    }
    if !filters.isEmpty { return all.filter { subject in filters.contains { subject.name.contains($0) } } }
    return isComplete ? all : ScalingSubject.representative
  }
}
