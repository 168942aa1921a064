/// The times at which the passes of a run begin and end, in seconds since the run began. A run that doesn't repeat is
/// one pass.
struct RunPasses: Sendable {
  /// The time at which the first pass begins; below 0 if the run begins within it.
  let begin: Double
  /// The duration of each pass, above 0.
  let duration: Double
  /// The number of passes, at least 1; infinity means forever.
  let count: Double
  /// The time at which the last pass ends; infinity if there is no last pass, or if its end doesn't depend on time
  /// alone.
  let end: Double

  /// A pass that is never completed.
  static let none = RunPasses(from: 0, to: .infinity)

  /// Creates a single pass.
  ///
  /// - Parameters:
  ///   - begin: The time at which it begins.
  ///   - end: The time at which it ends; infinity if that doesn't depend on time alone.
  init(from begin: Double, to end: Double) {
    self.init(from: begin, lasting: end - begin, count: 1, until: end)
  }

  /// Creates passes that fill a run from its beginning to its end.
  ///
  /// - Parameters:
  ///   - duration: The duration of each pass.
  ///   - end: The time at which the last pass ends; infinity means never.
  init(lasting duration: Double, until end: Double) {
    self.init(from: 0, lasting: duration, count: (end / duration).rounded(), until: end)
  }

  /// Creates passes.
  ///
  /// - Parameters:
  ///   - begin: The time at which the first pass begins.
  ///   - duration: The duration of each pass.
  ///   - count: The number of passes.
  ///   - end: The time at which the last pass ends.
  init(from begin: Double, lasting duration: Double, count: Double, until end: Double) {
    (self.begin, self.end) = (begin, end)
    // The duration stays finite and above 0, so that quotients are numbers even for passes that last forever or take no
    // time.
    self.duration = duration > 1e-30 ? min(duration, 1e100) : 1e-30
    self.count = count >= 1 ? count.rounded(.down) : 1
  }

  /// Whether any pass can be completed.
  var canEnd: Bool { count > 1 || end < .infinity }

  /// Returns the number of passes in which a run has reached an offset by a time.
  ///
  /// - Parameters:
  ///   - offset: The seconds since a pass's beginning, `0...duration`.
  ///   - time: The seconds since the run began.
  ///   - isIncluded: Whether an offset reached at exactly that time counts.
  /// - Returns: A whole number, at most 2^53.
  func count(reaching offset: Double, by time: Double, isIncluded: Bool) -> Double {
    // Rounding mustn't separate the end of the last pass from the end of the run.
    if isIncluded, time >= end { return min(count, 0x1p53) }
    let most = offset < duration || time >= end ? count : count - 1
    let passes = (time - begin - offset) / duration
    let reached = isIncluded ? passes.rounded(.down) + 1 : passes.rounded(.up)
    return reached >= 1 ? min(reached, most, 0x1p53) : 0
  }

  /// Returns the time at which a run reaches an offset in a pass, in seconds since the run began. Rounding keeps the
  /// order: a later offset never has an earlier time.
  ///
  /// - Parameters:
  ///   - offset: The seconds since the pass's beginning, `0...duration`.
  ///   - pass: The pass's number; the first is 1.
  func time(of offset: Double, inPass pass: Double) -> Double {
    let next = begin + pass * duration
    return min(offset < duration ? min(begin + (pass - 1) * duration + offset, next) : next, end)
  }
}
