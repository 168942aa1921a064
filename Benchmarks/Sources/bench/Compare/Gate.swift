import Foundation

/// Whether a kernel became slower than a file of results says, by what it takes beside a copy and beside a scalar loop
/// that are measured in turns with it.
///
/// What disturbs a machine reaches all three, and what disturbs a reference alone the other reference doesn't see: so a
/// kernel counts as slow by the lesser of both. What seems slow is measured again later, and the medians of all rounds
/// decide: noise comes and goes, a regression stays. Noise that stays as long as a process does, such as pages of memory
/// that share places in the caches, is gone in the next process, so the command asks several of them.
package struct Gate {
  /// From here on a kernel counts as slower: far enough below a fifth that noise which hides a third of that doesn't hide it.
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
  }

  private let before: Ratios
  private var found: [Ratios] = []

  /// - Parameter before: What the kernel is compared with.
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
