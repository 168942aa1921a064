/// Whether a kernel became slower than in a file of results, judged by the ratio of its time to that of a copy, which
/// takes turns with it.
///
/// What disturbs the machine affects both. A kernel that seems slow is measured again later, and the median of all
/// rounds decides: noise comes and goes, a regression stays. Where the system has no huge pages, some noise lasts as
/// long as a process, by pages that share places in the caches. So the command measures in several processes.
///
/// A scalar loop is no reference here: it takes up to a third longer in a build that places it elsewhere.
package struct Gate {
  /// From here on a kernel counts as slower: far enough below a fifth that noise which hides a third of that doesn't
  /// hide it.
  package static let limit = 1.13
  /// From here on, in the first round, it is measured again.
  package static let suspicious = 1.07
  /// The most rounds in which a kernel is measured.
  package static let rounds = 7

  private let before: Double
  private var found: [Double] = []

  /// - Parameter before: The earlier ratio, with which the kernel's is compared.
  package init(_ before: Double) { self.before = before }

  package mutating func append(_ ratio: Double) { found.append(ratio) }

  /// The kernel's time divided by that of before, by all rounds up to now.
  package var slowdown: Double { Statistics.median(found) / before }

  /// Whether the first round is a reason to measure all of them. With fewer, a single one would decide.
  package var isSuspicious: Bool { found.first.map { $0 / before >= Self.suspicious } ?? false }
  package var isSlower: Bool { slowdown >= Self.limit }
}
