/// The timing of an animation by the model of Web Animations, CSS and Core Animation: when the animation is in effect,
/// how often it repeats, where its iterations start, in which direction they run, and its amount at a time.
///
/// ```swift
/// let timing = try EffectTiming(
///   delay: 0.5, duration: 2, iterationStart: 0.25, iterations: 2.5, direction: .alternate, fill: .forwards)
/// timing.computed(at: 3).currentIteration    // 1.0
/// timing.computed(at: 3).simpleProgress      // 0.5
/// timing.computed(at: 0.2).amount            // nil: not in effect
/// ```
///
/// The procedures are those of Web Animations Level 1, and so are the names, except ``Computed/amount``. Times are in
/// seconds, counted from the moment at which the animation is played. An *iteration* is what this package otherwise
/// calls a pass. With a negative ``playbackRate`` the animation starts at its end and runs backwards, as after
/// `Animation.play()`.
///
/// A group gives its members their times: evaluate the members at the group's ``Computed/time``. Their delays begin
/// with each iteration of the group.
public struct EffectTiming: Hashable, Sendable {
  /// The directions of iterations.
  public enum Direction: String, CaseIterable, Hashable, Sendable, Codable {
    /// Every iteration goes from 0 to 1.
    case normal
    /// Every iteration goes from 1 to 0.
    case reverse
    /// Iterations with an even number go from 0 to 1, the others from 1 to 0.
    case alternate
    /// Iterations with an even number go from 1 to 0, the others from 0 to 1.
    case alternateReverse = "alternate-reverse"
  }

  /// The phases outside the active one in which an animation is in effect.
  public enum Fill: String, CaseIterable, Hashable, Sendable, Codable {
    case none
    /// After the active phase, with the progress at its end: Core Animation's `forwards`.
    case forwards
    /// Before the active phase, with the progress at its beginning: Core Animation's `backwards`.
    case backwards
    case both
  }

  /// The part of its time in which an animation is.
  public enum Phase: String, CaseIterable, Hashable, Sendable, Codable {
    /// The time isn't resolved: it is NaN, or the rate is negative and the animation has no end at which to begin.
    case idle
    case before, active, after
  }

  /// The time from the local time 0 to the active phase, in seconds. A negative one begins within the active phase.
  public let delay: Double
  /// The time from the end of the active phase to the end of the animation, in seconds. A negative one ends the
  /// animation early.
  public let endDelay: Double
  /// The duration of an iteration, in seconds, 0 or more; infinity stays at the beginning of the first iteration.
  public let duration: Double
  /// The iterations, with their fraction, that count as over at the beginning, 0 or more.
  public let iterationStart: Double
  /// The number of iterations, with its fraction, 0 or more; infinity repeats forever.
  public let iterations: Double
  public let direction: Direction
  public let fill: Fill
  /// The timing of every iteration.
  public let easing: CSSEasing
  /// The seconds of local time per second. A negative one plays from the end to the beginning, and 0 stays at the local
  /// time 0.
  public let playbackRate: Double

  /// Creates a timing, by default one iteration that is in effect only while it is active.
  ///
  /// - Parameters:
  ///   - delay: The time until the active phase, in seconds of local time; finite.
  ///   - endDelay: The time from the active phase to the end, in seconds of local time; finite.
  ///   - duration: The duration of an iteration, in seconds of local time, 0 or more.
  ///   - iterationStart: The iterations that count as over at the beginning, 0 or more; finite.
  ///   - iterations: The number of iterations, 0 or more.
  ///   - direction: The directions of iterations.
  ///   - fill: Whether the animation is in effect before and after the active phase.
  ///   - easing: The timing of every iteration.
  ///   - playbackRate: The seconds of local time per second; finite.
  /// - Throws: ``EffectTimingError`` for the first number that is out of range.
  public init(
    delay: Double = 0, endDelay: Double = 0, duration: Double, iterationStart: Double = 0, iterations: Double = 1,
    direction: Direction = .normal, fill: Fill = .none, easing: CSSEasing = .linear, playbackRate: Double = 1
  ) throws(EffectTimingError) {
    if !delay.isFinite { throw .notFinite(.delay, delay) }
    if !endDelay.isFinite { throw .notFinite(.endDelay, endDelay) }
    if !(duration >= 0) { throw .negative(.duration, duration) }
    if !iterationStart.isFinite { throw .notFinite(.iterationStart, iterationStart) }
    if iterationStart < 0 { throw .negative(.iterationStart, iterationStart) }
    if !(iterations >= 0) { throw .negative(.iterations, iterations) }
    if !playbackRate.isFinite { throw .notFinite(.playbackRate, playbackRate) }
    self.delay = delay
    self.endDelay = endDelay
    self.duration = duration
    self.iterationStart = iterationStart
    self.iterations = iterations
    self.direction = direction
    self.fill = fill
    self.easing = easing
    self.playbackRate = playbackRate
  }

  /// Creates the timing of Core Animation's `CAMediaTiming`, with its defaults, except that the default duration is
  /// 0.25 s, which `CATransaction` gives to an animation without a duration.
  ///
  /// The time t of the parent becomes the local time `(t - beginTime) * speed + timeOffset`. Within the active phase,
  /// which begins at `beginTime`, the animation repeats over the local time. With an offset it begins in the middle,
  /// and shows the skipped part after its end. With a negative speed the animation runs backwards from `timeOffset`:
  /// without an offset, each iteration goes from its end to its beginning, even if the animation repeats forever. With
  /// a speed of 0 it stays at `timeOffset`, without whole durations.
  ///
  /// - Parameters:
  ///   - beginTime: The parent's time at which the active phase begins, in seconds; in a group, since the beginning of
  ///     the group.
  ///   - duration: The basic duration, in seconds, 0 or more: the duration of one way if the animation autoreverses.
  ///   - speed: The seconds of local time per second of the parent's.
  ///   - timeOffset: The local time at the beginning of the active phase, in seconds.
  ///   - repeatCount: The number of repetitions, 0 or more, each there and back if the animation autoreverses; 0 counts
  ///     as 1. `Float.greatestFiniteMagnitude` and more repeat forever.
  ///   - repeatDuration: The local time over which to repeat, in seconds, or 0 to count repetitions. If both are given,
  ///     Core Animation doesn't define which one applies; here this one does.
  ///   - autoreverses: Whether each repetition goes there and back. The way back is the way there mirrored in time.
  ///   - fillMode: Whether the animation is in effect before and after the active phase; `removed` is
  ///     ``Fill/none``.
  ///   - timingFunction: The timing of every way.
  /// - Throws: ``EffectTimingError`` for the first number that is out of range, named by the property here that it
  ///   determines.
  public init(
    beginTime: Double, duration: Double = 0.25, speed: Double = 1, timeOffset: Double = 0, repeatCount: Double = 0,
    repeatDuration: Double = 0, autoreverses: Bool = false, fillMode: Fill = .none,
    timingFunction: CubicBezier = .linear
  ) throws(EffectTimingError) {
    let ways = autoreverses ? 2.0 : 1.0
    let repeatCount = repeatCount >= Double(Float.greatestFiniteMagnitude) ? .infinity : repeatCount
    // Written so that NaN isn't 0.
    let iterations = repeatDuration == 0 ? (repeatCount == 0 ? 1 : repeatCount) * ways : repeatDuration / duration
    // The iterations are the same at every multiple of a pair there and back. Backwards they are those of the mirrored
    // time.
    let offset = timeOffset == 0 ? 0 : (speed < 0 ? -timeOffset : timeOffset) / duration
    let start = offset.truncatingRemainder(dividingBy: ways)
    try self.init(
      delay: beginTime * speed.magnitude, duration: duration, iterationStart: start < 0 ? start + ways : start,
      iterations: iterations, direction: autoreverses ? .alternate : speed < 0 ? .reverse : .normal, fill: fillMode,
      easing: timingFunction == .linear ? .linear : .cubicBezier(timingFunction), playbackRate: speed.magnitude)
  }

  /// The duration of all iterations, in seconds of local time.
  public var activeDuration: Double { duration == 0 || iterations == 0 ? 0 : duration * iterations }

  /// The local time at which the animation ends, in seconds, 0 or more.
  public var endTime: Double { max(delay + activeDuration + endDelay, 0) }
}

/// A number of an ``EffectTiming`` that is out of range.
public enum EffectTimingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number, named by its argument label.
  public enum Parameter: String, Hashable, Sendable {
    case delay, endDelay, duration, iterationStart, iterations, playbackRate
  }

  case notFinite(Parameter, Double)
  /// The number is below 0, or NaN.
  case negative(Parameter, Double)

  public var description: String {
    switch self {
    case .notFinite(let parameter, let number): "\(parameter) is \(number), but must be finite"
    case .negative(let parameter, let number): "\(parameter) is \(number), but must be 0 or more"
    }
  }
}

// MARK: - At a time

extension EffectTiming {
  /// The phase, the amount and the other results at a time. All but the local time and the phase are nil where the
  /// animation isn't in effect.
  public struct Computed: Hashable, Sendable {
    /// The time of the animation itself, in seconds, or nil in the idle phase.
    public let localTime: Double?
    public let phase: Phase
    /// The time within the active phase, in seconds.
    public let activeTime: Double?
    /// The iterations that are over, with their fraction, the iteration start included.
    public let overallProgress: Double?
    /// The progress of the current iteration, 0...1, before its direction.
    public let simpleProgress: Double?
    /// The number of the current iteration, counted from 0: a whole number or infinity. An animation with an iteration
    /// start of 2.5 begins in iteration 2.
    public let currentIteration: Double?
    /// The progress of the current iteration in its direction, 0...1, before the easing. Give it to other curves,
    /// springs and keyframes.
    public let directedProgress: Double?
    /// CSS's before flag, which easings with jumps take.
    public let isBefore: Bool
    /// The amount, after the easing. Web Animations calls it the progress or the transformed progress, and gives it to
    /// keyframes.
    public let amount: Double?
    /// ``amount`` times the duration of an iteration, in seconds: the time of a group's members. NaN if the duration
    /// is infinite.
    public let time: Double?

    /// Returns a value of an animation whose iterations build upon each other: `value + currentIteration * final`. This
    /// is `iterationComposite: accumulate` of Web Animations Level 2, and `isCumulative` of Core Animation without
    /// `autoreverses`: a repetition that autoreverses ends where it began, and an iteration here is one way.
    ///
    /// - Parameters:
    ///   - value: The animation's value at ``amount``.
    ///   - final: The animation's value at the end of an iteration, at the amount 1.
    /// - Returns: The sum; `value` where the animation isn't in effect or its iteration is infinity.
    public func accumulated<Value: VectorArithmetic>(_ value: Value, final: Value) -> Value {
      guard let currentIteration, currentIteration < .infinity else { return value }
      return value + final.scaled(by: currentIteration)
    }
  }

  /// Returns the local time at a time after the animation is played, or nil if it isn't resolved.
  func localTime(at time: Double) -> Double? {
    if time.isNaN { return nil }
    if playbackRate == 0 { return 0 }
    if playbackRate > 0 { return time * playbackRate }
    return endTime < .infinity ? time * playbackRate + endTime : nil
  }

  /// The local times between which the animation is active. At the first one it is active only if it plays forwards,
  /// and at the second one only if it plays backwards.
  var activeRange: (from: Double, to: Double) {
    (max(min(delay, endTime), 0), max(min(delay + activeDuration, endTime), 0))
  }

  /// Returns the phase at a local time.
  func phase(atLocal time: Double, in range: (from: Double, to: Double)) -> Phase {
    if time < range.from || playbackRate < 0 && time == range.from { return .before }
    if time > range.to || playbackRate >= 0 && time == range.to { return .after }
    return .active
  }

  /// Returns whether the animation is in effect in a phase.
  func isInEffect(in phase: Phase) -> Bool {
    switch phase {
    case .idle: false
    case .before: fill == .backwards || fill == .both
    case .active: true
    case .after: fill == .forwards || fill == .both
    }
  }

  /// Returns the phase, the amount and the other results at a time.
  ///
  /// - Parameter time: The seconds since the animation was played, any number. NaN is the idle phase.
  /// - Complexity: O(1), and that of the easing.
  public func computed(at time: Double) -> Computed {
    guard let local = localTime(at: time) else { return Computed() }
    let phase = phase(atLocal: local, in: activeRange)
    guard isInEffect(in: phase) else { return Computed(localTime: local, phase: phase) }
    let active =
      switch phase {
      case .before: max(local - delay, 0)
      // At its end it is the active duration, even if the difference rounds to another number.
      case .after: local >= delay + activeDuration ? activeDuration : max(local - delay, 0)
      case .active, .idle: local >= delay + activeDuration ? activeDuration : local - delay
      }
    return computed(atActive: active, local: local, in: phase)
  }

  /// Returns the results at an active time, by the procedures of Web Animations, in their order.
  func computed(atActive active: Double, local: Double, in phase: Phase) -> Computed {
    // At the end all iterations are over, even if the quotient rounds to another number.
    let isOver = phase != .before && active == activeDuration
    let passed =
      duration == 0
      ? phase == .before ? 0 : iterations : duration == .infinity ? 0 : isOver ? iterations : active / duration
    let overall = passed + iterationStart
    var simple = (overall == .infinity ? iterationStart : overall).truncatingRemainder(dividingBy: 1)
    if simple == 0, isOver, iterations != 0 { simple = 1 }
    let current =
      phase == .after && iterations == .infinity
      ? .infinity
      : simple == 1
        ? overall.rounded(.down) - 1
        : overall.rounded(.down)
    let isForward =
      switch direction {
      case .normal: true
      case .reverse: false
      case .alternate: current == .infinity || current.truncatingRemainder(dividingBy: 2) == 0
      case .alternateReverse: current == .infinity || current.truncatingRemainder(dividingBy: 2) != 0
      }
    let directed = isForward ? simple : 1 - simple
    let isBefore = phase == .before && isForward || phase == .after && !isForward
    let amount = easing.value(at: directed, isBefore: isBefore)
    return Computed(
      localTime: local, phase: phase, activeTime: active, overallProgress: overall, simpleProgress: simple,
      currentIteration: current, directedProgress: directed, isBefore: isBefore, amount: amount,
      time: duration == .infinity ? .nan : amount * duration)
  }
}

extension EffectTiming.Computed {
  /// Creates the results where the animation isn't in effect.
  fileprivate init(localTime: Double? = nil, phase: EffectTiming.Phase = .idle) {
    self.init(
      localTime: localTime, phase: phase, activeTime: nil, overallProgress: nil, simpleProgress: nil,
      currentIteration: nil, directedProgress: nil, isBefore: false, amount: nil, time: nil)
  }
}

// MARK: - Text and data

extension EffectTiming: CustomStringConvertible {
  public var description: String {
    var parts: [String] = []
    if delay != 0 { parts.append("delay: \(delay)") }
    if endDelay != 0 { parts.append("endDelay: \(endDelay)") }
    parts.append("duration: \(duration)")
    if iterationStart != 0 { parts.append("iterationStart: \(iterationStart)") }
    if iterations != 1 { parts.append("iterations: \(iterations)") }
    if direction != .normal { parts.append("direction: .\(direction)") }
    if fill != .none { parts.append("fill: .\(fill)") }
    if easing != .linear { parts.append("easing: \(easing)") }
    if playbackRate != 1 { parts.append("playbackRate: \(playbackRate)") }
    return "EffectTiming(\(parts.joined(separator: ", ")))"
  }
}

#if !hasFeature(Embedded)
/// A number that may be infinity, which JSON has only as CSS's keyword.
private enum Extended: Codable {
  case number(Double)
  case infinite

  init(_ number: Double) { self = number == .infinity ? .infinite : .number(number) }

  var value: Double {
    switch self {
    case .number(let number): number
    case .infinite: .infinity
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let keyword = try? container.decode(String.self), keyword == "infinite" {
      self = .infinite
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .infinite: try container.encode("infinite")
    }
  }
}

extension EffectTiming: Codable {
  /// Encodes the timing. An infinite duration or number of iterations is the text `infinite`, as in CSS.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(delay, forKey: "delay")
    try container.encode(endDelay, forKey: "endDelay")
    try container.encode(Extended(duration), forKey: "duration")
    try container.encode(iterationStart, forKey: "iterationStart")
    try container.encode(Extended(iterations), forKey: "iterations")
    try container.encode(direction, forKey: "direction")
    try container.encode(fill, forKey: "fill")
    try container.encode(easing, forKey: "easing")
    try container.encode(playbackRate, forKey: "playbackRate")
  }

  /// Creates a timing by decoding it.
  ///
  /// - Throws: `DecodingError`, also for numbers that the initialiser refuses.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let (delay, endDelay) = (
      try container.decode(Double.self, forKey: "delay"), try container.decode(Double.self, forKey: "endDelay")
    )
    let duration = try container.decode(Extended.self, forKey: "duration").value
    let iterationStart = try container.decode(Double.self, forKey: "iterationStart")
    let iterations = try container.decode(Extended.self, forKey: "iterations").value
    let direction = try container.decode(Direction.self, forKey: "direction")
    let fill = try container.decode(Fill.self, forKey: "fill")
    let easing = try container.decode(CSSEasing.self, forKey: "easing")
    let playbackRate = try container.decode(Double.self, forKey: "playbackRate")
    do {
      try self.init(
        delay: delay, endDelay: endDelay, duration: duration, iterationStart: iterationStart, iterations: iterations,
        direction: direction, fill: fill, easing: easing, playbackRate: playbackRate)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }
}
#endif
