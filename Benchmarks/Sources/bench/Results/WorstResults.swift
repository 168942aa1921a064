/// A result that several machines may have.
protocol MachineResult: Decodable {
  /// Identifies the measurement, such as a scene at one size on a number of cores.
  var subject: [String] { get }
  /// Returns the worse of each figure.
  func worse(_ other: Self) -> Self
}

/// The results of one command on all machines. Where several measured the same, each figure is the worst of theirs.
struct WorstResults<Result: MachineResult> {
  /// In the order of their folders.
  let machines: [MachineRecord]
  /// In the order of the first file that has them.
  let results: [Result]

  /// Nil without a file.
  init?(_ files: [ResultsFile<Result>]) {
    if files.isEmpty { return nil }
    machines = files.map(\.machine)
    var worst: [[String]: Result] = [:]
    var subjects: [[String]] = []
    for result in files.flatMap(\.results) {
      let subject = result.subject
      if let other = worst[subject] {
        worst[subject] = other.worse(result)
      } else {
        worst[subject] = result
        subjects.append(subject)
      }
    }
    results = subjects.map { worst[$0]! }
  }
}

extension SceneRecord: MachineResult {
  var subject: [String] { [scene, "\(count)", "\(cores)"] }

  func worse(_ other: SceneRecord) -> SceneRecord {
    SceneRecord(
      scene: scene, count: count, cores: cores, components: components,
      frameMilliseconds: frameMilliseconds.worse(other.frameMilliseconds),
      restedMilliseconds: greater(restedMilliseconds, other.restedMilliseconds),
      nsPerComponent: max(nsPerComponent, other.nsPerComponent),
      allocationsPerFrame: [allocationsPerFrame, other.allocationsPerFrame].compactMap(\.self).max(),
      bytesPerProperty: [bytesPerProperty, other.bytesPerProperty].compactMap(\.self).max(),
      ratioToCopy: greater(ratioToCopy, other.ratioToCopy),
      timesFasterThanBaseline: [timesFasterThanBaseline, other.timesFasterThanBaseline].compactMap(\.self).min(),
      timesFasterThanPeers: least(timesFasterThanPeers, other.timesFasterThanPeers),
      uncertainty: [uncertainty, other.uncertainty].compactMap(\.self).max())
  }
}

extension LottieRecord: MachineResult {
  var subject: [String] { [file, "\(instances)"] }

  func worse(_ other: LottieRecord) -> LottieRecord {
    LottieRecord(
      file: file, instances: instances, properties: properties, components: components,
      frameMilliseconds: frameMilliseconds.worse(other.frameMilliseconds),
      nsPerComponent: max(nsPerComponent, other.nsPerComponent),
      timesFasterThanBaseline: [timesFasterThanBaseline, other.timesFasterThanBaseline].compactMap(\.self).min(),
      timesFasterThanPeers: least(timesFasterThanPeers, other.timesFasterThanPeers))
  }
}

/// The greater of two numbers. If a machine has none, the other's isn't known to be the worse one.
private func greater(_ first: Double?, _ second: Double?) -> Double? {
  guard let first, let second else { return nil }
  return max(first, second)
}

/// The lower number of each name, or the only one.
private func least(_ first: [String: Double]?, _ second: [String: Double]?) -> [String: Double]? {
  guard let first, let second else { return first ?? second }
  return first.merging(second) { min($0, $1) }
}

extension SolverRecord: MachineResult {
  var subject: [String] { [solver, curve] }

  func worse(_ other: SolverRecord) -> SolverRecord {
    var error: Double?
    if let mine = maximumError, let theirs = other.maximumError { error = max(mine, theirs) }
    return SolverRecord(
      solver: solver, curve: curve,
      nsPerElement: nsPerElement.median < other.nsPerElement.median ? other.nsPerElement : nsPerElement,
      maximumError: error)
  }
}

extension FrameRecord {
  fileprivate func worse(_ other: FrameRecord) -> FrameRecord {
    FrameRecord(p50: Swift.max(p50, other.p50), p99: Swift.max(p99, other.p99), max: Swift.max(max, other.max))
  }
}

extension [MachineRecord] {
  /// The line under a chart or a table that says where its figures come from.
  var source: String { map(\.source).joined(separator: "; ") }

  /// The same as a sentence in Markdown.
  var markdownSource: String {
    "Measured on \(source.markdownText)."
      + (count > 1 ? " Each figure is the worst of these machines." : "")
  }
}
