/// A sequence of values by Core Animation's rules: the animation that `CAKeyframeAnimation` computes from its `values`.
///
/// ```swift
/// let bounce = try KeyframeAnimation(
///   values: [310.0, 60, 120, 60, 310], keyTimes: [0, 0.25, 0.5, 0.75, 1], duration: 2, calculationMode: .cubic)
/// bounce.value(time: 0.5)  // 60.0
/// ```
///
/// Before 0, and at a time of NaN, the animation has the first value, and after the end the last value.
public struct KeyframeAnimation<Value: Animatable> {
  /// The way from each value to the next.
  public typealias CalculationMode = KeyframeCalculationMode

  /// The values, at least one.
  public let values: [Value]
  /// The progress at which each value is reached, or nil if they are evenly spaced.
  public let keyTimes: [Double]?
  /// The duration, in seconds, above 0 and at most 1e9.
  public let duration: Double
  public let calculationMode: CalculationMode
  /// The timing of the way from each value to the next, or nil if it is linear.
  public let timingFunctions: [UnitCurve]?
  /// The tension of the curve of ``KeyframeCalculationMode/cubic`` at each value; 0 where the list is too short.
  public let tensionValues: [Double]
  /// The continuity of the curve at each value, which makes corners; 0 where the list is too short.
  public let continuityValues: [Double]
  /// The bias of the curve at each value, towards one of its neighbours; 0 where the list is too short.
  public let biasValues: [Double]

  @usableFromInline
  let segments: KeyframeSegments<Value.AnimatableData>

  /// Creates an animation through values.
  ///
  /// - Parameters:
  ///   - values: The values, at least one.
  ///   - keyTimes: The progress at which each value is reached, from 0 to 1, none earlier than the one before. If two
  ///     values have the same time, the animation reaches the first and then jumps to the second; a spline begins anew
  ///     there. In ``KeyframeCalculationMode/discrete`` mode, these are the progresses at which the values begin,
  ///     optionally followed by 1, at which the last value ends. Nil spaces the values evenly. The paced modes compute
  ///     their own key times and ignore these.
  ///   - duration: The duration, in seconds, above 0 and at most 1e9.
  ///   - calculationMode: The way from each value to the next.
  ///   - timingFunctions: The timing from each value to the next, one fewer than values. Only the linear and the cubic
  ///     mode use it.
  ///   - tensionValues: The tension at each value: 0 for a Catmull-Rom spline, 1 tighter, -1 looser. Only the cubic
  ///     modes use this list and the next two; a missing number counts as 0.
  ///   - continuityValues: The continuity at each value: 0 for a smooth spline, 1 and -1 for corners.
  ///   - biasValues: The bias at each value: 0 for symmetry, 1 to overshoot the value, -1 to arrive early.
  /// - Throws: ``KeyframeAnimationError`` for the first problem found.
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
      let isOpen = calculationMode == .discrete && keyTimes.count == values.count
      let count = calculationMode == .discrete && !isOpen ? values.count + 1 : values.count
      try Self.check(keyTimes, count: count, isOpen: isOpen)
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
      values: values.map { $0.animatableData }, timing: timingFunctions, tension: tensionValues,
      continuity: continuityValues, bias: biasValues)
    segments = shape.segments(calculationMode, keyTimes: keyTimes, duration: duration)
  }

  /// Checks key times. Unless they are open, the last one must be 1.
  private static func check(_ keyTimes: [Double], count: Int, isOpen: Bool) throws(KeyframeAnimationError) {
    if keyTimes.count != count { throw .count(.keyTimes, keyTimes.count, expected: count) }
    for (index, time) in keyTimes.enumerated() {
      if !time.isFinite { throw .notFinite(.keyTimes, index: index, time) }
      if !(0...1).contains(time) { throw .keyTimeOutsideUnitInterval(index: index, time) }
      if index > 0 && time < keyTimes[index - 1] {
        throw .keyTimeNotAscending(index: index, time, previous: keyTimes[index - 1])
      }
    }
    if keyTimes[0] != 0 { throw .firstKeyTime(keyTimes[0]) }
    if count > 1 && !isOpen && keyTimes[count - 1] != 1 { throw .lastKeyTime(keyTimes[count - 1]) }
  }

  private static func check(
    _ parameter: KeyframeAnimationError.Parameter, _ numbers: [Double], atMost count: Int
  ) throws(KeyframeAnimationError) {
    if numbers.count > count { throw .count(parameter, numbers.count, expected: count) }
    for (index, number) in numbers.enumerated() where !number.isFinite {
      throw .notFinite(parameter, index: index, number)
    }
  }

  /// Returns the value at a time in seconds.
  ///
  /// - Complexity: O(log n) for n values.
  @inlinable
  public func value(time: Double) -> Value {
    var value = values[0]
    value.animatableData = segments.value(at: time)
    return value
  }

  /// Returns the value at a progress, which is clamped to 0...1; NaN counts as before the start.
  @inlinable
  public func value(progress: Double) -> Value {
    value(time: progress.isNaN ? progress : min(max(progress, 0), 1) * duration)
  }

  /// Returns the velocity, per second, at a time in seconds. At the instant of a value between two others, it is the
  /// velocity on the way to that value. It is 0 before and after the animation, and where a timing function is
  /// vertical.
  public func velocity(time: Double) -> Value.AnimatableData {
    segments.velocity(at: time)
  }
}

extension KeyframeAnimation where Value.AnimatableData: ComponentVector {
  /// Returns the animation prepared for batches.
  ///
  /// - Throws: ``KeyframePreparationError`` if the track takes too many pieces.
  public func prepared() throws(KeyframePreparationError) -> PreparedKeyframes {
    try PreparedKeyframes(segments)
  }

  /// Returns the animation prepared for batches in `Double`.
  ///
  /// - Throws: ``KeyframePreparationError`` if the track takes too many pieces, or overflows.
  /// - Complexity: Up to a few hundred evaluations for each piece; keep the result.
  public func prepared(as _: Double.Type) throws(KeyframePreparationError) -> PreparedDoubleKeyframes {
    try PreparedDoubleKeyframes(segments)
  }
}

/// The way from each value to the next in Core Animation.
public enum KeyframeCalculationMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// A straight line from each value to the next.
  case linear
  /// No motion: each value holds until the time of the next value, and then jumps to it.
  case discrete
  /// Straight lines at one constant speed. Distance is the square root of `magnitudeSquared`.
  case paced
  /// Kochanek and Bartels' spline. Without tension, continuity and bias it is Catmull and Rom's: at each value the
  /// velocity is the change from the previous value to the next one, divided by the time of that change. At the ends it
  /// is the change to the only neighbour, divided by the time of that change.
  case cubic
  /// The spline through values spaced by their distances, at one constant speed.
  case cubicPaced

  var isPaced: Bool { self == .paced || self == .cubicPaced }
}

/// A problem with a ``KeyframeAnimation``'s parameters.
public enum KeyframeAnimationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A list, named by its argument label.
  public enum Parameter: String, Sendable {
    case keyTimes, timingFunctions, tensionValues, continuityValues, biasValues
  }

  case noValues
  /// The duration isn't above 0 and at most 1e9 seconds.
  case duration(Double)
  /// The count of a list doesn't match the other lists.
  case count(Parameter, Int, expected: Int)
  case notFinite(Parameter, index: Int, Double)
  case keyTimeOutsideUnitInterval(index: Int, Double)
  /// A key time is earlier than the one before it.
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
      "keyTimes[\(index)] is \(time), but must not be earlier than the one before it, \(previous)"
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

#if !hasFeature(Embedded)
extension KeyframeAnimation: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(values, forKey: "values")
    try container.encodeIfPresent(keyTimes, forKey: "keyTimes")
    try container.encode(duration, forKey: "duration")
    try container.encode(calculationMode, forKey: "calculationMode")
    try container.encodeIfPresent(timingFunctions, forKey: "timingFunctions")
    try container.encode(tensionValues, forKey: "tensionValues")
    try container.encode(continuityValues, forKey: "continuityValues")
    try container.encode(biasValues, forKey: "biasValues")
  }
}

extension KeyframeAnimation: Decodable where Value: Decodable {
  /// Creates an animation by decoding it.
  ///
  /// - Throws: `DecodingError`, also for parameters that the initialiser refuses.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let values = try container.decode([Value].self, forKey: "values")
    let keyTimes = try container.decodeIfPresent([Double].self, forKey: "keyTimes")
    let duration = try container.decode(Double.self, forKey: "duration")
    let calculationMode = try container.decode(CalculationMode.self, forKey: "calculationMode")
    let timingFunctions = try container.decodeIfPresent([UnitCurve].self, forKey: "timingFunctions")
    let tensionValues = try container.decode([Double].self, forKey: "tensionValues")
    let continuityValues = try container.decode([Double].self, forKey: "continuityValues")
    let biasValues = try container.decode([Double].self, forKey: "biasValues")
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
#endif

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
