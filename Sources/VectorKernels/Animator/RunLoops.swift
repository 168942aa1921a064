/// The times at which the loops of a run begin and end, in seconds since the run began. A run that doesn't repeat is
/// one loop.
struct RunLoops: Sendable {
  /// The time at which the first loop begins; below 0 if the run begins within it.
  let begin: Double
  /// The duration of each loop, above 0.
  let duration: Double
  /// The number of loops, at least 1; infinity means forever.
  let count: Double
  /// The time at which the last loop ends; infinity if there is no last loop, or if its end doesn't depend on time
  /// alone.
  let end: Double

  /// A loop that is never completed.
  static let none = RunLoops(from: 0, to: .infinity)

  /// Creates a single loop.
  ///
  /// - Parameters:
  ///   - begin: The time at which it begins.
  ///   - end: The time at which it ends; infinity if that doesn't depend on time alone.
  init(from begin: Double, to end: Double) {
    self.init(from: begin, lasting: end - begin, count: 1, until: end)
  }

  /// Creates loops that fill a run from its beginning to its end.
  ///
  /// - Parameters:
  ///   - duration: The duration of each loop.
  ///   - end: The time at which the last loop ends; infinity means never.
  init(lasting duration: Double, until end: Double) {
    self.init(from: 0, lasting: duration, count: (end / duration).rounded(), until: end)
  }

  /// Creates loops.
  ///
  /// - Parameters:
  ///   - begin: The time at which the first loop begins.
  ///   - duration: The duration of each loop.
  ///   - count: The number of loops.
  ///   - end: The time at which the last loop ends.
  init(from begin: Double, lasting duration: Double, count: Double, until end: Double) {
    (self.begin, self.end) = (begin, end)
    // The duration stays finite and above 0, so that quotients are numbers even for loops that last forever or take no
    // time.
    self.duration = duration > 1e-30 ? min(duration, 1e100) : 1e-30
    self.count = count >= 1 ? count.rounded(.down) : 1
  }

  /// Whether any loop can be completed.
  var canEnd: Bool { count > 1 || end < .infinity }

  /// Returns the number of loops in which a run has passed a place by a time.
  ///
  /// - Parameters:
  ///   - place: The seconds since a loop's beginning, `0...duration`.
  ///   - time: The seconds since the run began.
  ///   - isIncluded: Whether a place at exactly that time counts.
  /// - Returns: A whole number, at most 2^53.
  func passes(of place: Double, by time: Double, isIncluded: Bool) -> Double {
    // Rounding mustn't separate the end of the last loop from the end of the run.
    if isIncluded, time >= end { return min(count, 0x1p53) }
    let most = place < duration || time >= end ? count : count - 1
    let loops = (time - begin - place) / duration
    let passes = isIncluded ? loops.rounded(.down) + 1 : loops.rounded(.up)
    return passes >= 1 ? min(passes, most, 0x1p53) : 0
  }

  /// Returns the time at which a run passes a place in a loop, in seconds since the run began. Rounding keeps the
  /// order: a later place never has an earlier time.
  ///
  /// - Parameters:
  ///   - place: The seconds since the loop's beginning, `0...duration`.
  ///   - loop: The loop's number; the first is 1.
  func time(of place: Double, inLoop loop: Double) -> Double {
    let next = begin + loop * duration
    return min(place < duration ? min(begin + (loop - 1) * duration + place, next) : next, end)
  }
}
