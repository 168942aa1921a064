/// The time of one call of a variant in each round, nil in the rounds in which it wasn't called.
struct Samples {
  private(set) var rounds: [Double?]

  init(rounds: [Double?] = []) { self.rounds = rounds }

  var count: Int { rounds.count { $0 != nil } }
  var median: Double { Statistics.median(rounds.compactMap { $0 }) }
  var minimum: Double { rounds.compactMap { $0 }.min() ?? .nan }
  var maximum: Double { rounds.compactMap { $0 }.max() ?? .nan }

  mutating func append(_ time: Double?) {
    rounds.append(time)
  }

  /// Adds later rounds. Infinite times, of a peer that failed, count as rounds in which it wasn't called.
  mutating func append(_ later: Samples) {
    rounds += later.rounds.map { $0.flatMap { $0.isFinite ? $0 : nil } }
  }

  /// The median of the ratios within each round: what disturbs a machine for longer than a round cancels out.
  func ratio(to other: Samples) -> Double {
    Statistics.median(ratios(to: other))
  }

  /// The ratios of the rounds that both took part in, in their order.
  func ratios(to other: Samples) -> [Double] {
    zip(rounds, other.rounds).compactMap { mine, its in mine.flatMap { a in its.map { a / $0 } } }
  }

  /// The times in their order.
  var times: [Double] { rounds.compactMap(\.self) }
}

package enum Statistics {
  /// The middle value, or the mean of the two middle ones; NaN when there is none.
  package static func median(_ values: [Double]) -> Double {
    if values.isEmpty { return .nan }
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The standard error of the median of a few runs' values, as a fraction of it, by their differences.
  package static func uncertaintyOfMedian(ofRuns values: [Double]) -> Double {
    let median = median(values)
    let distance = 1.4826 * Statistics.median(values.map { abs($0 / median - 1) })
    return distance / Double(values.count).squareRoot()
  }

  /// The standard error of the median of values in the order in which they were measured, as a fraction of it.
  ///
  /// The greater of two: what independent values give, half the distance between those that are half the root of the
  /// count away from the middle on either side (the standard deviation of the rank); and what the medians of the four
  /// quarters of the time say, which shows what lasted longer than a round. NaN for fewer than two values.
  package static func uncertaintyOfMedian(_ values: [Double]) -> Double {
    guard values.count > 1 else { return .nan }
    let sorted = values.sorted()
    let middle = Double(values.count - 1) / 2
    let reach = Double(values.count).squareRoot() / 2
    let (low, high) = (max(0, Int((middle - reach).rounded(.down))), Int((middle + reach).rounded(.up)))
    let independent = (sorted[min(high, values.count - 1)] - sorted[low]) / 2

    let median = median(values)
    guard values.count >= 16 else { return independent / median }
    let quarters = (0..<4).map { quarter in
      Statistics.median(Array(values[values.count * quarter / 4..<values.count * (quarter + 1) / 4]))
    }
    let mean = quarters.reduce(0, +) / 4
    let variance = quarters.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3
    return max(independent, (variance / 4).squareRoot()) / median
  }

  /// The value that half the weight is below and half above, or the mean of two such; NaN when there is none.
  package static func median(_ values: [Double], weights: [Double]) -> Double {
    let order = values.indices.sorted { values[$0] < values[$1] }
    let half = weights.reduce(0, +) / 2
    var below = 0.0
    for (place, index) in order.enumerated() {
      below += weights[index]
      if below > half * (1 + 1e-12) { return values[index] }
      if below > half * (1 - 1e-12) {
        return place + 1 < order.count ? (values[index] + values[order[place + 1]]) / 2 : values[index]
      }
    }
    return .nan
  }
}
