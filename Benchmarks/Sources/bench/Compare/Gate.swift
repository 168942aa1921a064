/// Whether a kernel became slower than in a file of results, judged by the ratio of its time to that of a copy, which
/// takes turns with it.
///
/// What disturbs the machine affects both. A kernel that seems slow is measured again later, and the median of all
/// rounds decides: noise comes and goes, a regression stays. Some noise lasts as long as pages that share places in
/// the caches are taken again, so the rounds of a few kernels have pages of their own; and some lasts as long as a
/// process, so the command measures in several.
///
/// A scalar loop is no reference here: it takes up to a third longer in a build that places it elsewhere.
package struct Gate {
  /// The slowdown that must be found.
  package static let regression = 1.2
  /// From here on a kernel counts as slower: far enough below a fifth that noise which hides a third of that doesn't
  /// hide it.
  package static let limit = 1.13
  /// From here on, in the first round, it is measured again, as is what would hide a slowdown.
  package static let suspicious = 1.07
  /// The most rounds in which a kernel is measured.
  package static let rounds = 7

  private let before: Double
  private var found: [Double] = []
  private var unplanted: [Double] = []

  /// - Parameter before: The earlier ratio, with which the kernel's is compared.
  package init(_ before: Double) { self.before = before }

  package mutating func append(_ ratio: Double) { found.append(ratio) }

  /// Appends what the kernel takes without the slowdown that is planted in the other ratios. An earlier ratio above it
  /// would hide that slowdown, so they are compared with the lower of both.
  package mutating func append(unplanted ratio: Double) { unplanted.append(ratio) }

  /// The kernel's time divided by that of before, or by that without a planted slowdown if it is lower, by all rounds
  /// up to now.
  package var slowdown: Double {
    Statistics.median(found) / (unplanted.isEmpty ? before : min(before, Statistics.median(unplanted)))
  }

  /// Whether the first round is a reason to measure all of them. With fewer, a single one would decide.
  package var isSuspicious: Bool {
    found.first.map { $0 / before >= Self.suspicious || hidesAFifth($0 / before) } ?? false
  }
  package var isSlower: Bool { slowdown >= Self.limit }
  /// Whether the kernel became so much faster that a fifth more wouldn't be found.
  package var hidesAFifth: Bool { hidesAFifth(slowdown) }

  private func hidesAFifth(_ slowdown: Double) -> Bool { slowdown * Self.regression < Self.limit }
}
