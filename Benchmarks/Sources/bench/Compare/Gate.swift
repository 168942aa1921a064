import Foundation

/// Whether a kernel became slower than in a file of results, judged by the ratios of its time to a copy and to a scalar
/// loop that take turns with it.
///
/// A disturbance of the machine affects all three, and a disturbance of one reference doesn't affect the other. So the
/// lesser of both ratios counts. A kernel that seems slow is measured again later, and the medians of all rounds
/// decide: noise comes and goes, a regression stays. Some noise lasts as long as a process, such as a scalar loop that
/// takes longer there, or pages that share places in the caches where the system has no huge ones. So the command
/// measures in several processes.
package struct Gate {
  /// From here on a kernel counts as slower: far enough below a fifth that noise which hides a third of that doesn't
  /// hide it.
  package static let limit = 1.13
  /// From here on, in the first round, it is measured again.
  package static let suspicious = 1.07
  /// The most rounds in which a kernel is measured.
  package static let rounds = 7

  /// A kernel's time over the copy's and over the scalar loop's.
  package struct Ratios {
    package let toCopy, toScalar: Double

    package init(toCopy: Double, toScalar: Double) {
      (self.toCopy, self.toScalar) = (toCopy, toScalar)
    }

    /// The medians of several rounds.
    package init(medianOf rounds: [Ratios]) {
      self.init(
        toCopy: Statistics.median(rounds.map(\.toCopy)), toScalar: Statistics.median(rounds.map(\.toScalar)))
    }

    /// Returns the lesser of both ratios to the copy, and of both to the scalar loop.
    package func lesser(_ other: Ratios) -> Ratios {
      Ratios(toCopy: min(toCopy, other.toCopy), toScalar: min(toScalar, other.toScalar))
    }
  }

  private let before: Ratios
  private var found: [Ratios] = []

  /// - Parameter before: The earlier result with which the kernel is compared.
  package init(_ before: Ratios) { self.before = before }

  package mutating func append(_ round: Ratios) { found.append(round) }

  /// The kernel's time divided by that of before, by all rounds up to now.
  package var slowdown: Double { slowdown(by: Ratios(medianOf: found)) }

  private func slowdown(by now: Ratios) -> Double {
    min(now.toCopy / before.toCopy, now.toScalar / before.toScalar)
  }

  /// Whether the first round is a reason to measure all of them. With fewer, a single one would decide.
  package var isSuspicious: Bool { found.first.map { slowdown(by: $0) >= Self.suspicious } ?? false }
  package var isSlower: Bool { slowdown >= Self.limit }
}
