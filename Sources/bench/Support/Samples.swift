/// The time of one call of a variant in each round, nil in the rounds that it sat out.
struct Samples {
  private(set) var rounds: [Double?] = []

  var count: Int { rounds.count { $0 != nil } }
  var median: Double { Statistics.median(rounds.compactMap { $0 }) }
  var minimum: Double { rounds.compactMap { $0 }.min() ?? .nan }
  var maximum: Double { rounds.compactMap { $0 }.max() ?? .nan }

  mutating func append(_ time: Double?) {
    rounds.append(time)
  }

  /// The median of the ratios within each round: what disturbs a machine for longer than a round cancels out.
  func ratio(to other: Samples) -> Double {
    Statistics.median(zip(rounds, other.rounds).compactMap { mine, its in mine.flatMap { a in its.map { a / $0 } } })
  }
}

enum Statistics {
  /// The middle value, or the mean of the two middle ones; NaN when there is none.
  static func median(_ values: [Double]) -> Double {
    if values.isEmpty { return .nan }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
