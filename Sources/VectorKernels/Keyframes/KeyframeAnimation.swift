/// Values that follow each other by Core Animation's rules: what `CAKeyframeAnimation` computes from its `values`.
///
/// ```swift
/// let bounce = try KeyframeAnimation(
///   values: [310.0, 60, 120, 60, 310], keyTimes: [0, 0.25, 0.5, 0.75, 1], duration: 2, calculationMode: .cubic)
/// bounce.value(time: 0.5)  // 60.0
/// ```
///
/// Before 0, and at a time that is NaN, it is the first value, past the end the last one.
public struct KeyframeAnimation<Value: Animatable> {
  /// What happens between values.
  public typealias CalculationMode = KeyframeCalculationMode

  /// The values, at least one.
  public let values: [Value]
  /// When each value is reached, as a fraction of the duration; nil where they are evenly spaced.
  public let keyTimes: [Double]?
  /// Seconds, above 0 and at most a thousand million.
  public let duration: Double
  public let calculationMode: CalculationMode
  /// The timing of the way from each value to the next; nil where it is even.
  public let timingFunctions: [UnitCurve]?
  /// How tight the curve of ``KeyframeCalculationMode/cubic`` is around each value; 0 where the list is too short.
  public let tensionValues: [Double]
  /// How sharply it turns at each value; 0 where the list is too short.
  public let continuityValues: [Double]
  /// Towards which neighbour it bulges; 0 where the list is too short.
  public let biasValues: [Double]

  let segments: KeyframeSegments<Value.AnimatableData>

  /// An animation through values.
  ///
  /// - Parameters:
  ///   - values: At least one.
  ///   - keyTimes: For each value when it is reached, from 0 to 1, each later than the one before. In
  ///     ``KeyframeCalculationMode/discrete`` mode when each value begins, and one more, 1, when the last one ends. Nil
  ///     spaces them evenly. The paced modes find their own, and don't look at these.
  ///   - duration: Seconds, above 0 and at most a thousand million.
  ///   - calculationMode: What happens between values.
  ///   - timingFunctions: The timing from each value to the next, one fewer than values. Only the linear and the cubic
  ///     mode look at them.
  ///   - tensionValues: For each value, 0 for a Catmull-Rom spline, 1 tighter, -1 looser. Only the cubic modes look at
  ///     these and the next two; a missing one counts as 0.
  ///   - continuityValues: For each value, 0 for a smooth spline, 1 and -1 for corners.
  ///   - biasValues: For each value, 0 for symmetry, 1 to overshoot it, -1 to arrive early.
  /// - Throws: ``KeyframeAnimationError`` for the first thing that is wrong.
  /// - Complexity: O(n) for n values.
  public init(
    values: [Value], keyTimes: [Double]? = nil, duration: Double = 0.25, calculationMode: CalculationMode = .linear,
    timingFunctions: [UnitCurve]? = nil, tensionValues: [Double] = [], continuityValues: [Double] = [],
    biasValues: [Double] = []
  ) throws(KeyframeAnimationError) {
    guard !values.isEmpty else { throw .noValues }
    guard duration > 0, duration <= KeyframeSegments<Value.AnimatableData>.longestDuration else {
      throw .duration(duration)
    }
    if let keyTimes, !calculationMode.isPaced {
      try Self.check(keyTimes, count: calculationMode == .discrete ? values.count + 1 : values.count)
    }
    if let timingFunctions, timingFunctions.count != values.count - 1 {
      throw .count(.timingFunctions, timingFunctions.count, expected: values.count - 1)
    }
    try Self.check(.tensionValues, tensionValues, atMost: values.count)
    try Self.check(.continuityValues, continuityValues, atMost: values.count)
    try Self.check(.biasValues, biasValues, atMost: values.count)

    self.values = values
    self.keyTimes = keyTimes
    self.duration = duration
    self.calculationMode = calculationMode
    self.timingFunctions = timingFunctions
    self.tensionValues = tensionValues
    self.continuityValues = continuityValues
    self.biasValues = biasValues
    let shape = ValueShape(
      values: values.map(\.animatableData), timing: timingFunctions, tension: tensionValues,
      continuity: continuityValues, bias: biasValues)
    segments = shape.segments(calculationMode, keyTimes: keyTimes, duration: duration)
  }

  private static func check(_ keyTimes: [Double], count: Int) throws(KeyframeAnimationError) {
    if keyTimes.count != count { throw .count(.keyTimes, keyTimes.count, expected: count) }
    for (index, time) in keyTimes.enumerated() {
      if !time.isFinite { throw .notFinite(.keyTimes, index: index, time) }
      if !(0...1).contains(time) { throw .keyTimeOutsideUnitInterval(index: index, time) }
      if index > 0 && time <= keyTimes[index - 1] {
        throw .keyTimeNotAscending(index: index, time, previous: keyTimes[index - 1])
      }
    }
    if keyTimes[0] != 0 { throw .firstKeyTime(keyTimes[0]) }
    if count > 1 && keyTimes[count - 1] != 1 { throw .lastKeyTime(keyTimes[count - 1]) }
  }

  private static func check(
    _ parameter: KeyframeAnimationError.Parameter, _ numbers: [Double], atMost count: Int
  ) throws(KeyframeAnimationError) {
    if numbers.count > count { throw .count(parameter, numbers.count, expected: count) }
    for (index, number) in numbers.enumerated() where !number.isFinite {
      throw .notFinite(parameter, index: index, number)
    }
  }

  /// The value at a time in seconds.
  ///
  /// - Complexity: O(log n) for n values.
  public func value(time: Double) -> Value {
    var value = values[0]
    value.animatableData = segments.value(at: time)
    return value
  }

  /// The value at a fraction of the duration, which is clamped to 0...1; NaN counts as before the start.
  public func value(progress: Double) -> Value {
    value(time: progress.isNaN ? progress : min(max(progress, 0), 1) * duration)
  }

  /// The velocity per second at a time in seconds; at an instant where two ways meet, that of the earlier one. 0 before
  /// and after the animation, and where a timing function is vertical.
  public func velocity(time: Double) -> Value.AnimatableData {
    segments.velocity(at: time)
  }
}

extension KeyframeAnimation where Value.AnimatableData: ComponentVector {
  /// The animation prepared for batches.
  ///
  /// - Throws: ``KeyframePreparationError`` where the way between two values takes too many pieces.
  public func prepared() throws(KeyframePreparationError) -> PreparedKeyframes {
    try PreparedKeyframes(segments)
  }
}

/// What Core Animation does between values.
public enum KeyframeCalculationMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Straight from each value to the next.
  case linear
  /// Each value holds until the next one's time, and jumps.
  case discrete
  /// Straight, at a speed that stays the same throughout. Distance is the square root of `magnitudeSquared`.
  case paced
  /// Along Kochanek and Bartels' spline, which without tension, continuity and bias is Catmull and Rom's: at each value
  /// the velocity is the change from the value before to the one after over the time it takes. At the ends the missing
  /// neighbour is the end itself, as far away in time as the other neighbour.
  case cubic
  /// Along the spline that runs through values spaced by their distances, at a speed that stays the same throughout.
  case cubicPaced

  var isPaced: Bool { self == .paced || self == .cubicPaced }
}

/// What is wrong with a ``KeyframeAnimation``'s parameters.
public enum KeyframeAnimationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A list, by its argument label.
  public enum Parameter: String, Sendable {
    case keyTimes, timingFunctions, tensionValues, continuityValues, biasValues
  }

  case noValues
  /// The duration isn't above 0 and at most a thousand million seconds.
  case duration(Double)
  /// A list has another count than its companions call for.
  case count(Parameter, Int, expected: Int)
  case notFinite(Parameter, index: Int, Double)
  case keyTimeOutsideUnitInterval(index: Int, Double)
  /// A key time isn't later than the one before it.
  case keyTimeNotAscending(index: Int, Double, previous: Double)
  /// The first key time isn't 0.
  case firstKeyTime(Double)
  /// The last key time isn't 1.
  case lastKeyTime(Double)

  public var description: String {
    switch self {
    case .noValues: "values is empty, but must hold at least one"
    case .duration(let duration): "duration is \(duration), but must be above 0 and at most 1e9"
    case .count(let parameter, let count, let expected):
      "\(parameter).count is \(count), but must be \(expected) for these values"
    case .notFinite(let parameter, let index, let number): "\(parameter)[\(index)] is \(number), but must be finite"
    case .keyTimeOutsideUnitInterval(let index, let time): "keyTimes[\(index)] is \(time), but must be in 0...1"
    case .keyTimeNotAscending(let index, let time, let previous):
      "keyTimes[\(index)] is \(time), but must be later than the one before it, \(previous)"
    case .firstKeyTime(let time): "keyTimes[0] is \(time), but must be 0"
    case .lastKeyTime(let time): "the last of keyTimes is \(time), but must be 1"
    }
  }
}

// MARK: - Data

extension KeyframeAnimation: Sendable where Value: Sendable {}

extension KeyframeAnimation: Equatable where Value: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.values == b.values && a.keyTimes == b.keyTimes && a.duration == b.duration
      && a.calculationMode == b.calculationMode && a.timingFunctions == b.timingFunctions
      && a.tensionValues == b.tensionValues && a.continuityValues == b.continuityValues && a.biasValues == b.biasValues
  }
}

extension KeyframeAnimation: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(keyTimes)
    hasher.combine(duration)
    hasher.combine(calculationMode)
    hasher.combine(timingFunctions)
    hasher.combine(tensionValues)
    hasher.combine(continuityValues)
    hasher.combine(biasValues)
  }
}

private enum CodingKeys: String, CodingKey {
  case values, keyTimes, duration, calculationMode, timingFunctions, tensionValues, continuityValues, biasValues
}

extension KeyframeAnimation: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(values, forKey: .values)
    try container.encodeIfPresent(keyTimes, forKey: .keyTimes)
    try container.encode(duration, forKey: .duration)
    try container.encode(calculationMode, forKey: .calculationMode)
    try container.encodeIfPresent(timingFunctions, forKey: .timingFunctions)
    try container.encode(tensionValues, forKey: .tensionValues)
    try container.encode(continuityValues, forKey: .continuityValues)
    try container.encode(biasValues, forKey: .biasValues)
  }
}

extension KeyframeAnimation: Decodable where Value: Decodable {
  /// - Throws: `DecodingError`, also for what the initialiser refuses.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let values = try container.decode([Value].self, forKey: .values)
    let keyTimes = try container.decodeIfPresent([Double].self, forKey: .keyTimes)
    let duration = try container.decode(Double.self, forKey: .duration)
    let calculationMode = try container.decode(CalculationMode.self, forKey: .calculationMode)
    let timingFunctions = try container.decodeIfPresent([UnitCurve].self, forKey: .timingFunctions)
    let tensionValues = try container.decode([Double].self, forKey: .tensionValues)
    let continuityValues = try container.decode([Double].self, forKey: .continuityValues)
    let biasValues = try container.decode([Double].self, forKey: .biasValues)
    do {
      try self.init(
        values: values, keyTimes: keyTimes, duration: duration, calculationMode: calculationMode,
        timingFunctions: timingFunctions, tensionValues: tensionValues, continuityValues: continuityValues,
        biasValues: biasValues)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }
}

extension KeyframeAnimation: CustomStringConvertible {
  public var description: String {
    var parts = ["values: \(values)"]
    if let keyTimes { parts.append("keyTimes: \(keyTimes)") }
    parts.append("duration: \(duration)")
    if calculationMode != .linear { parts.append("calculationMode: .\(calculationMode)") }
    if let timingFunctions { parts.append("timingFunctions: \(timingFunctions)") }
    for (label, numbers) in [
      ("tensionValues", tensionValues), ("continuityValues", continuityValues), ("biasValues", biasValues),
    ] where !numbers.isEmpty {
      parts.append("\(label): \(numbers)")
    }
    return "try KeyframeAnimation(\(parts.joined(separator: ", ")))"
  }
}
