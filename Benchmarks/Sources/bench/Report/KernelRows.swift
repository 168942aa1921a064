import Foundation

/// The library's results in the kernels.json of each machine, one for each kernel, size and level, beside the results
/// of their references.
struct KernelRows {
  struct Row {
    let record: KernelRecord
    let machine: MachineRecord
    /// The place of the machine among all.
    let machineIndex: Int
    /// The number of elements that was asked for. Kernels whose elements come in groups were measured on whole groups.
    let size: Int
    /// Our time divided by that of each peer, by the peer's name without the level.
    let peers: [String: Comparison]
    /// The scalar loop's time divided by ours.
    let timesScalar: Double?
    /// Our largest error on the machine, of all numbers of elements; nil if unknown.
    let exactError: Double?

    var level: String { record.variant }
    /// Whether it is the level that programs get on the machine.
    var isActive: Bool { level == machine.activeLevel }
    /// The ratios to peers whose results are right.
    var rightPeers: [String: Comparison] { peers.filter { !$0.value.isWrong } }
    /// The fastest of them; nil without any.
    var fastestRightPeer: (name: String, beside: Comparison)? {
      rightPeers.max { ($0.value.ratio, $1.key) < ($1.value.ratio, $0.key) }.map { ($0.key, $0.value) }
    }
    /// Whether a peer whose results are right is clearly faster.
    var isClearlySlower: Bool { rightPeers.values.contains(where: \.isClearlyFaster) }
    /// Whether such a peer is, too, that isn't known to be less accurate.
    var isClearlySlowerThanAccuratePeers: Bool {
      rightPeers.values.contains { $0.isClearlyFaster && !$0.isLessAccurate }
    }

    /// Returns by how much a peer is faster, in nanoseconds for all elements.
    func nanoseconds(lostTo peer: Comparison) -> Double {
      record.nsPerElement.median * Double(record.count) * (1 - 1 / peer.ratio)
    }

    var family: Substring { record.name.split(separator: "/").first ?? record.name[...] }
  }

  struct Comparison {
    let ratio: Double
    /// The relative standard error of the ratio, where it is known.
    let uncertainty: Double?
    /// The largest difference of the peer's results from ours, as a fraction of the largest; nil if infinite or
    /// unknown.
    let error: Double?
    /// Whether the difference is too large for results of the same work.
    let isWrong: Bool
    /// The peer's largest error on the machine, of all numbers of elements; nil if unknown.
    let exactError: Double?
    /// The same divided by ours.
    let timesError: Double?

    /// Whether the peer is known to be less accurate.
    var isLessAccurate: Bool { timesError.map { $0 > KernelRows.equalErrors } ?? false }
    /// Whether the peer is faster by more than what counts as equal.
    var isFaster: Bool { ratio > ScoreSection.limit }
    /// The same by more than two standard errors, where those are known.
    var isClearlyFaster: Bool { ratio * (1 - 2 * (uncertainty ?? 0)) > ScoreSection.limit }
  }

  /// The ratio of errors up to which a peer counts as being as accurate: the inputs at which errors are largest are
  /// chance.
  static let equalErrors = 1.25

  /// In the order of the files.
  let rows: [Row]
  /// Smallest first.
  let sizes: [Int]
  /// The highest first, of each kind of processor.
  let levels: [String]
  /// In the order of the files.
  let peers: [String]
  let machines: [MachineRecord]

  /// Nil without a file.
  init?(_ files: [ResultsFile<KernelRecord>]) {
    if files.isEmpty { return nil }
    rows = files.enumerated().flatMap { KernelRows.rows(of: $0.element, machineIndex: $0.offset) }
    sizes = Set(rows.map(\.size)).sorted()
    machines = files.map(\.machine)

    let measured = Set(rows.map(\.level))
    var levels: [String] = []
    let most = machines.sorted { $0.levels.count > $1.levels.count }
    for level in most.flatMap({ $0.levels.reversed() }) where measured.contains(level) && !levels.contains(level) {
      levels.append(level)
    }
    self.levels = levels

    // Peers without results of their own come last.
    var seen = Set(rows.flatMap(\.peers.keys))
    var names: [String] = []
    for record in files.flatMap(\.results) {
      for level in levels {
        let name = KernelRows.name(of: record.variant, at: level)
        if seen.remove(name) != nil { names.append(name) }
      }
    }
    peers = names + seen.sorted()
  }

  private static func rows(of file: ResultsFile<KernelRecord>, machineIndex: Int) -> [Row] {
    struct Key: Hashable {
      let name: String
      let count: Int
      let variant: String
    }
    /// A kernel's variant at all numbers of elements.
    struct VariantKey: Hashable {
      let name: String
      let variant: String
    }
    let records = Dictionary(
      file.results.map { (Key(name: $0.name, count: $0.count, variant: $0.variant), $0) },
      uniquingKeysWith: { first, _ in first })
    let heads = KernelRows.heads(of: Set(file.results.map(\.count)))
    let exactErrors = Dictionary(
      file.results.compactMap { record in
        record.exactError.map { (VariantKey(name: record.name, variant: record.variant), $0) }
      }, uniquingKeysWith: max)
    return file.results.filter { file.machine.levels.contains($0.variant) }.map { record in
      func result(_ variant: String) -> KernelRecord? {
        records[Key(name: record.name, count: record.count, variant: variant)]
      }
      func exactError(_ variant: String) -> Double? {
        exactErrors[VariantKey(name: record.name, variant: variant)]
      }
      let ourError = exactError(record.variant)
      let compared = record.ratioToPeer.sorted { $0.key < $1.key }.map { peer, ratio in
        let theirs = result(peer)
        let theirError = exactError(peer)
        let timesError = theirError.flatMap { theirs in
          ourError.map { theirs == $0 ? 1 : theirs / $0 }
        }
        let comparison = Comparison(
          ratio: ratio, uncertainty: record.uncertainty?[peer] ?? nil, error: theirs?.error,
          isWrong: theirs?.isWrong == true, exactError: theirError, timesError: timesError)
        return (KernelRows.name(of: peer, at: record.variant), comparison)
      }
      return Row(
        record: record, machine: file.machine, machineIndex: machineIndex, size: heads[record.count]!,
        peers: Dictionary(compared, uniquingKeysWith: { first, _ in first }),
        timesScalar: result("scalar").map { $0.nsPerElement.median / record.nsPerElement.median },
        exactError: ourError)
    }
  }

  /// The place of the machine that was measured last, among all.
  var latestMachine: Int { machines.indices.max { machines[$0].date < machines[$1].date }! }

  /// The size nearest to the one at which kernels are compared.
  var typicalSize: Int? {
    sizes.min { abs($0 - KernelsSection.count) < abs($1 - KernelsSection.count) }
  }

  /// Returns the peer's name without the level, so that a peer that is built for each level has one column.
  private static func name(of peer: String, at level: String) -> String {
    peer.hasSuffix(" \(level)") ? String(peer.dropLast(level.count + 1)) : peer
  }

  /// Returns, for each count, the one that was asked for: the largest count that is only a few elements away.
  private static func heads(of counts: Set<Int>) -> [Int: Int] {
    var heads: [Int: Int] = [:]
    var head = Int.max
    for count in counts.sorted(by: >) {
      if head - count >= min(64, head / 8) { head = count }
      heads[count] = head
    }
    return heads
  }
}

extension KernelRecord {
  /// Whether the results are too far from the library's to be those of the same work. Infinitely far is written as
  /// null.
  var isWrong: Bool { tolerance.map { !(error ?? .infinity <= $0) } ?? false }
}
