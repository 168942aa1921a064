/// How often the shapes of an animator's runs are used, compared with shapes that have no group.
///
/// Each run of a shape makes it more popular by ``gain``, and each run of a shape without a group makes all shapes less
/// popular by 1. So a shape stays popular if it begins at least one run for every ``gain`` runs of shapes without
/// groups, and becomes popular if it begins more than that.
struct ShapePopularity {
  /// The greatest popularity, which a shape has when it gets a group.
  static var full: Int { 256 }
  /// The least popularity with which a shape gets a group, and with which runs begin there.
  private static var least: Int { 128 }
  private static var gain: Int { 16 }
  /// The number of runs after which counting starts again, because an `Int` may have 32 bits.
  private static var mostRuns: Int { 1 << 30 }
  /// The number of shapes without groups whose popularities are known.
  static var candidateLimit: Int { 16 }

  /// A shape without a group.
  private struct Candidate {
    let key: GroupKey
    /// The key's fingerprint, which tells most keys apart sooner than the keys, which may hold thousands of numbers.
    let fingerprint: Int
    /// The number of runs of shapes without groups at which nothing is left of the popularity.
    var end: Int

    init(_ key: GroupKey, _ fingerprint: Int, end: Int) {
      (self.key, self.fingerprint, self.end) = (key, fingerprint, end)
    }
  }

  /// The number of runs of shapes without groups.
  private var runsWithout = 0
  /// For each group, the number of such runs at which nothing is left of its shape's popularity.
  private var ends: [Int] = []
  private var candidates: [Candidate] = []

  init() {}

  /// Records that a group, which may be new, gets a shape.
  mutating func begin(_ number: Int) {
    if number == ends.count { ends.append(0) }
    ends[number] = runsWithout + Self.full
  }

  /// Records a run of a group's shape.
  mutating func countRun(of number: Int) { ends[number] = gained(ends[number]) }

  /// Records a run of a shape without a group.
  ///
  /// - Returns: Whether the shape is popular. Once it has a group, `removeCandidate` must be called.
  @inline(never)
  mutating func countRun(ofCandidate key: GroupKey, _ fingerprint: Int) -> Bool {
    runsWithout += 1
    if runsWithout == Self.mostRuns { restart() }
    if let index = index(of: key, fingerprint) {
      candidates[index].end = gained(candidates[index].end)
      return isPopular(candidates[index].end)
    }
    if candidates.count < Self.candidateLimit {
      candidates.append(Candidate(key, fingerprint, end: gained(runsWithout)))
    } else if let index = candidates.firstIndex(where: { $0.end <= runsWithout }) {
      candidates[index] = Candidate(key, fingerprint, end: gained(runsWithout))
    }
    return false
  }

  /// Counts the runs from 0 again.
  private mutating func restart() {
    for index in ends.indices { ends[index] = max(0, ends[index] - runsWithout) }
    for index in candidates.indices { candidates[index].end = max(0, candidates[index].end - runsWithout) }
    runsWithout = 0
  }

  mutating func removeCandidate(_ key: GroupKey) {
    if let index = index(of: key, key.fingerprint) { candidates.remove(at: index) }
  }

  @inline(never)
  private func index(of key: GroupKey, _ fingerprint: Int) -> Int? {
    candidates.indices.first { candidates[$0].fingerprint == fingerprint && candidates[$0].key == key }
  }

  func isPopular(group number: Int) -> Bool { isPopular(ends[number]) }

  private func isPopular(_ end: Int) -> Bool { end - runsWithout >= Self.least }

  private func gained(_ end: Int) -> Int { min(max(end, runsWithout) + Self.gain, runsWithout + Self.full) }
}

// MARK: - Saving

extension ShapePopularity {
  /// All popularities, as numbers that stay the same while no run begins.
  struct Saved: Sendable {
    /// The popularity of each group's shape; empty if all are fully popular.
    var groups: [UInt16] = []
    var candidates: [Candidate] = []

    /// A shape without a group.
    struct Candidate: Sendable {
      let key: GroupKey
      let popularity: Int
    }
  }

  var saved: Saved {
    let groups = ends.map { UInt16(max(0, $0 - runsWithout)) }
    return Saved(
      groups: groups.allSatisfy { $0 == Self.full } ? [] : groups,
      candidates: candidates.map { Saved.Candidate(key: $0.key, popularity: max(0, $0.end - runsWithout)) })
  }

  /// Restores the popularities of the shapes of a number of groups, and of shapes without groups.
  init(_ saved: Saved, groupCount: Int) {
    ends = saved.groups.isEmpty ? Array(repeating: Self.full, count: groupCount) : saved.groups.map { Int($0) }
    candidates = saved.candidates.map { Candidate($0.key, $0.key.fingerprint, end: $0.popularity) }
  }
}
