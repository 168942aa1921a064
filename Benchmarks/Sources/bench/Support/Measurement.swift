import Foundation

enum Clock {
  /// Nanoseconds since some fixed moment.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Measures variants against each other in many short, interleaved batches.
struct Measurement {
  /// Nanoseconds per batch: thousands of times the clock's resolution, yet short enough that few batches are hit by an
  /// interrupt and that all variants of a round see the same machine.
  private static let batchTime = 0.4e6

  /// Calls that take milliseconds have few rounds in the time that is asked for. With fewer than these, their medians
  /// would be left to the noise of memory that others use too.
  private static let fewestRounds = 15
  private static let fewestSamples = 3
  /// Beyond this, the previous variant's data in the caches doesn't matter.
  private static let longCall = 5e6
  private static let largestStride = 16
  /// The longest time in which rounds are repeated, as a multiple of the time that is asked for.
  private static let patience = 2.0

  let seconds: Double
  /// The number of passes that the seconds and the fewest rounds are divided among; a run is one of them.
  var passes = 1
  let interruption: Interruption
  /// The core that has to be free of other threads in a round, or the round is repeated while there is time for that.
  /// If nil, every round counts.
  var core: Core?

  private var fewestRounds: Int { (Measurement.fewestRounds + passes - 1) / passes }
  private var fewestSamples: Int { (Measurement.fewestSamples + passes - 1) / passes }

  /// The samples of each variant, the first of which sets the pace; nil when interrupted.
  func run(_ variants: [Variant]) -> [Samples]? {
    let callTimes = variants.map { callTime(of: $0) }
    let repetitions = callTimes.map { max(1, Int(Measurement.batchTime / $0)) }

    // A variant whose single call takes many times as long as the batch of the subject takes part in fewer rounds, so
    // that the time goes to the comparisons that need it.
    let batchTimes = zip(callTimes, repetitions).map { $0 * Double($1) }
    let strides = batchTimes.map { Int(min(Double(Measurement.largestStride), max(1, $0 / (4 * batchTimes[0])))) }

    var samples = Array(repeating: Samples(), count: variants.count)
    let budget = seconds / Double(passes) * 1e9
    var deadline = Clock.now + budget
    var patience = budget * Measurement.patience
    var round = 0
    while true {
      let isOver = round >= fewestRounds && Clock.now >= deadline
      let participants = variants.indices.filter { index in
        isOver ? samples[index].count < fewestSamples : round.isMultiple(of: strides[index])
      }
      if participants.isEmpty { break }

      var lost = core?.wait(atMost: patience) { !interruption.isRequested } ?? 0
      let start = Clock.now
      // Every other round runs backwards: a clock that slows down or speeds up favours nobody.
      var times: [Double?] = Array(repeating: nil, count: variants.count)
      for index in round.isMultiple(of: 2) ? participants : participants.reversed() {
        if interruption.isRequested { return nil }
        let isLong = callTimes[index] > Measurement.longCall
        times[index] = time(of: variants[index], repetitions: repetitions[index], warmsUp: !isLong)
      }
      if let core, lost < patience, core.isShared {
        lost += Clock.now - start
      } else {
        for index in variants.indices { samples[index].append(times[index]) }
        round += 1
      }
      patience -= lost
      deadline += lost
    }
    return samples
  }

  /// Nanoseconds per call in one batch. The call before it is not timed: it replaces what the previous variant left in
  /// the caches and the branch predictors by this variant's own.
  private func time(of variant: Variant, repetitions: Int, warmsUp: Bool = true) -> Double {
    if let time = variant.time { return time(repetitions) / Double(repetitions) }
    variant.activate()
    if warmsUp { variant.run() }
    let start = Clock.now
    for _ in 0..<repetitions { variant.run() }
    return (Clock.now - start) / Double(repetitions)
  }

  private func callTime(of variant: Variant) -> Double {
    var repetitions = 1
    while true {
      let time = time(of: variant, repetitions: repetitions)
      if time * Double(repetitions) > Measurement.batchTime / 8 { return time }
      repetitions *= 2
    }
  }
}
