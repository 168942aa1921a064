import Foundation

/// Distinguishes changes between two runs from the differences between any two runs.
///
/// Runs of one program differ, because of the clock, the pages of memory, and other work on the machine. The runs
/// themselves show how much, because few of hundreds of subjects have changed:
///
/// 1. A result is compared by the logarithm of its time, as it is and against each reference that both runs measured in
///    turns with it: a copy, a scalar loop, peers. Within each size, the change that the results share, their median,
///    is subtracted: the machine or the reference caused it. Only if all results of a size are slower against every
///    reference, the results caused it. Results scatter about it by 1.4826 times the median of their distances. That is
///    the standard deviation of a normal distribution, and a few changed results don't affect it.
/// 2. The change of a result is the one that the references agree on: the least of the changes, or none if they
///    contradict each other. So a copy with an unlucky placement of its memory makes nothing look slow, and neither
///    does other work on the machine that didn't disturb the fastest batch. References that scatter three times as far
///    as the steadiest one don't count.
/// 3. A subject's change is the weighted median over its sizes, each weighted by how precise it is: by the inverse
///    square of its standard deviation, which is that scatter and both runs' own uncertainty together. So neither a
///    disturbed result decides nor one that says little. Its score is that change over its standard deviation, in
///    units of what scores of subjects scatter by.
/// 4. A score counts beyond the quantile of Student's distribution that noise exceeds anywhere in the comparison in
///    fewer than 5 of 100 (Bonferroni's correction: the level is divided by the number of scores). Single results have
///    tails as heavy as with four degrees of freedom; a median of several is off only if half of them are, which
///    multiplies the degrees.
/// 5. It must also be as large as the threshold.
package struct Comparison {
  package struct Change {
    package let subject: String
    /// Nil where it is the subject's over all sizes.
    package let count: Int?
    /// The new time over the old one, less one.
    package let relativeTime: Double
  }

  /// The chance that noise alone is called a regression, or an improvement, anywhere.
  private static let falseAlarmRate = 0.05
  /// With fewer results of a size than these, their scatter says little.
  private static let fewestForScatter = 10
  /// Then this is taken.
  private static let assumedScatter = 0.02

  /// Worst first.
  package private(set) var regressions: [Change] = []
  /// Best first.
  package private(set) var improvements: [Change] = []
  /// Changes at one size of subjects that haven't changed over all: memory that lies elsewhere has the same effect, so
  /// that only other runs can tell. Worst first.
  package private(set) var suspects: [Change] = []
  /// Changes of all results of a size, against every reference.
  package private(set) var commonChanges: [Change] = []
  /// The results that only one of the runs has.
  package let removed, added: [String]
  /// The number of results that both runs have.
  package let count: Int
  /// The slowdown from which a typical subject counts as a regression.
  package private(set) var noticeable = 0.0

  package var hasRegression: Bool { !regressions.isEmpty || commonChanges.contains { $0.relativeTime > 0 } }

  /// - Parameter threshold: the smallest relative change of time that counts.
  package init(old: [Observation], new: [Observation], threshold: Double) {
    struct Key: Hashable {
      let subject: String
      let count: Int
    }
    let before = Dictionary(old.map { (Key(subject: $0.subject, count: $0.count), $0) }) { first, _ in first }
    let pairs = new.compactMap { after in
      before[Key(subject: after.subject, count: after.count)].map { Pair(old: $0, new: after) }
    }.filter { !$0.changes.isEmpty }
    let (oldSubjects, newSubjects) = (Set(old.map(\.subject)), Set(new.map(\.subject)))
    removed = oldSubjects.subtracting(newSubjects).sorted()
    added = newSubjects.subtracting(oldSubjects).sorted()
    count = pairs.count
    if pairs.isEmpty { return }

    let groups = Dictionary(grouping: pairs, by: \.new.group).mapValues(Group.init)
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      guard let shift = group.commonShift, abs(exp(shift) - 1) >= threshold else { continue }
      let counts = group.pairs.map(\.new.count)
      commonChanges.append(Change(subject: "all", count: counts.max(), relativeTime: exp(shift) - 1))
    }

    let scores = pairs.map { groups[$0.new.group]!.score(of: $0) }
    let subjects = Dictionary(grouping: zip(pairs, scores), by: \.0.new.subject)
      .mapValues { Summary($0.map(\.1)) }
    let scale =
      subjects.count < Comparison.fewestForScatter
      ? 1 : max(1, 1.4826 * Statistics.median(subjects.values.map { abs($0.change / $0.deviation) }))
    // Both directions, and subjects as well as results.
    let level = Comparison.falseAlarmRate / 4
    var found: Set<String> = []
    for (subject, summary) in subjects {
      let change = exp(summary.change) - 1
      if abs(summary.change) > summary.limit(level / Double(subjects.count)) * scale, abs(change) >= threshold {
        note(Change(subject: subject, count: nil, relativeTime: change))
        found.insert(subject)
      }
    }
    for (pair, score) in zip(pairs, scores) where !found.contains(pair.new.subject) {
      let change = exp(score.change) - 1
      if abs(score.change) > Summary([score]).limit(level / Double(pairs.count)), abs(change) >= threshold {
        suspects.append(Change(subject: pair.new.subject, count: pair.new.count, relativeTime: change))
      }
    }
    suspects.sort { ($0.relativeTime, $1.subject) > ($1.relativeTime, $0.subject) }
    regressions.sort { ($0.relativeTime, $1.subject) > ($1.relativeTime, $0.subject) }
    improvements.sort { ($0.relativeTime, $0.subject) < ($1.relativeTime, $1.subject) }

    let limits = subjects.values.map { $0.limit(level / Double(subjects.count)) * scale }
    noticeable = max(threshold, exp(Statistics.median(limits)) - 1)
  }

  private mutating func note(_ change: Change) {
    if change.relativeTime > 0 {
      regressions.append(change)
    } else {
      improvements.append(change)
    }
  }

  // MARK: Results of about one size

  /// The same result in both runs.
  private struct Pair {
    let new: Observation
    /// By reference: the logarithm of the new figure over the old one, and its standard error within the runs.
    let changes: [String: (change: Double, uncertainty: Double)]

    init(old: Observation, new: Observation) {
      self.new = new
      var changes: [String: (Double, Double)] = [:]
      for (reference, after) in new.figures {
        guard let before = old.figures[reference] else { continue }
        changes[reference] = (log(after.value / before.value), hypot(before.uncertainty, after.uncertainty))
      }
      self.changes = changes
    }
  }

  private struct Score {
    /// The change less what all of its size share.
    let change: Double
    let deviation: Double
  }

  /// The scores of a subject at all its sizes as one.
  private struct Summary {
    let change: Double
    let deviation: Double
    /// The number of equally precise sizes that would be as good.
    let effectiveCount: Double

    init(_ scores: [Score]) {
      let weights = scores.map { 1 / ($0.deviation * $0.deviation) }
      let sum = weights.reduce(0, +)
      effectiveCount = sum * sum / weights.reduce(0) { $0 + $1 * $1 }
      change = Statistics.median(scores.map(\.change), weights: weights)
      // The median of several is less precise than their mean, by a quarter in the end.
      deviation = (scores.count > 2 ? 1.2533 : 1) / sum.squareRoot()
    }

    /// The change that noise exceeds with a probability.
    func limit(_ probability: Double) -> Double {
      let half = (Int(effectiveCount.rounded()) + 1) / 2
      return StudentDistribution(freedom: 4 * half).upperQuantile(probability) * deviation
    }
  }

  private struct Group {
    let pairs: [Pair]
    /// The change that all results share against each reference, and their scatter about it, the steadiest first. A
    /// reference with few results tells of no such change.
    let references: [(name: String, isKnown: Bool, shift: Double, scatter: Double)]

    init(_ pairs: [Pair]) {
      self.pairs = pairs
      references = Set(pairs.flatMap(\.changes.keys)).map { name in
        let changes = pairs.compactMap { $0.changes[name]?.change }
        let isKnown = changes.count >= fewestForScatter
        let shift = isKnown ? Statistics.median(changes) : 0
        let scatter = 1.4826 * Statistics.median(changes.map { abs($0 - shift) })
        return (name, isKnown, shift, isKnown ? scatter : assumedScatter)
      }.sorted { ($0.scatter, $0.name) < ($1.scatter, $1.name) }
    }

    func score(of pair: Pair) -> Score {
      let known = references.filter { pair.changes[$0.name] != nil }
      let steadiest = known[0]
      let changes = known.filter { $0.scatter <= 3 * steadiest.scatter }
        .map { pair.changes[$0.name]!.change - $0.shift }
      // Results that are equal to the last digit have no scatter at all.
      let deviation = max(1e-6, hypot(steadiest.scatter, pair.changes[steadiest.name]!.uncertainty))
      return Score(change: leastAgreed(changes) ?? 0, deviation: deviation)
    }

    /// The least of the shifts against all references; nil without one that isn't the time itself.
    var commonShift: Double? {
      let known = references.filter(\.isKnown)
      guard known.contains(where: { $0.name != Observation.ownTime }) else { return nil }
      return leastAgreed(known.map(\.shift))
    }

    /// The change nearest to none, nil when they have different directions.
    private func leastAgreed(_ changes: [Double]) -> Double? {
      guard changes.allSatisfy({ $0 > 0 }) || changes.allSatisfy({ $0 < 0 }) else { return nil }
      return changes.min { abs($0) < abs($1) }
    }
  }
}
