/// When the loops of a run begin and end, in seconds since it began. What doesn't repeat is one loop.
struct RunLoops: Sendable {
  /// When the first one begins; below 0 where the run sets out in its midst.
  let begin: Double
  /// How long each lasts, above 0.
  let duration: Double
  /// How many there are, at least 1; infinity for ever.
  let count: Double
  /// When the last one ends; infinity for ever, and where time doesn't say.
  let end: Double

  /// One that is never completed.
  static let none = RunLoops(from: 0, to: .infinity)

  /// One loop.
  ///
  /// - Parameters:
  ///   - begin: When it begins.
  ///   - end: When it ends; infinity where time doesn't say.
  init(from begin: Double, to end: Double) {
    self.init(from: begin, lasting: end - begin, count: 1, until: end)
  }

  /// Loops from the beginning of a run to its end.
  ///
  /// - Parameters:
  ///   - duration: How long each lasts.
  ///   - end: When the last one ends; infinity for ever.
  init(lasting duration: Double, until end: Double) {
    self.init(from: 0, lasting: duration, count: (end / duration).rounded(), until: end)
  }

  /// - Parameters:
  ///   - begin: When the first one begins.
  ///   - duration: How long each lasts.
  ///   - count: How many there are.
  ///   - end: When the last one ends.
  init(from begin: Double, lasting duration: Double, count: Double, until end: Double) {
    (self.begin, self.end) = (begin, end)
    // What lasts for ever is as good as that, and what takes no time has a quotient all the same.
    self.duration = duration > 1e-30 ? min(duration, 1e100) : 1e-30
    self.count = count >= 1 ? count.rounded(.down) : 1
  }

  /// Whether any of them can be completed.
  var canEnd: Bool { count > 1 || end < .infinity }

  /// How often a place has been passed: at how many loops' place it is no later than a time, or before that.
  ///
  /// - Parameters:
  ///   - place: Seconds since a loop begins, `0...duration`.
  ///   - time: Seconds since the run began.
  ///   - isIncluded: Whether a place right at the time counts.
  /// - Returns: A whole number, at most 2^53.
  func passes(of place: Double, by time: Double, isIncluded: Bool) -> Double {
    // However times are rounded, the last loop ends when the run does.
    if isIncluded, time >= end { return min(count, 0x1p53) }
    let most = place < duration || time >= end ? count : count - 1
    let loops = (time - begin - place) / duration
    let passes = isIncluded ? loops.rounded(.down) + 1 : loops.rounded(.up)
    return passes >= 1 ? min(passes, most, 0x1p53) : 0
  }

  /// When a place of a loop is passed, in seconds since the run began. However it is rounded, what comes later isn't
  /// earlier.
  ///
  /// - Parameters:
  ///   - place: Seconds since the loop begins, `0...duration`.
  ///   - loop: The loop's number, from 1 on.
  func time(of place: Double, inLoop loop: Double) -> Double {
    let next = begin + loop * duration
    return min(place < duration ? min(begin + (loop - 1) * duration + place, next) : next, end)
  }
}
