/// The way from each of a list's keyframes to the next.
public enum KeyframeInterpolation: String, Hashable, Sendable, Codable, CaseIterable {
  /// A straight line; for rotations, the shorter arc.
  case linear
  /// No motion: each value holds until the time of the next value, and at that time the next value already applies.
  case step
}

/// Keyframes from lists, as files have them: times, values, and timing curves or tangents.
///
/// ```swift
/// let keys = try SampledKeyframes(times: [0, 1, 1, 3], values: [0.0, 4, 10, 12])
/// let timeline = KeyframeTimeline(initialValue: 0.0) { keys }
/// timeline.value(time: 2)  // 11.0
/// ```
///
/// Times count from the end of the keyframes before these, or from the start of the track. Until the first one, the
/// first value holds. If two keyframes share a time, the value moves to that of the first and then jumps to that of the
/// second. A curve such as `UnitCurve(.stepEnd)` holds a value until the time of the next keyframe.
public struct SampledKeyframes<Value: Animatable>: KeyframeTrackContent {
  /// The times, in seconds, ascending.
  public let times: [Double]
  /// The values, one for each time.
  public let values: [Value]

  let ways: Ways

  enum Ways {
    /// The timing from each value to the next: one for all, or one for each change.
    case curves([UnitCurve])
    case cubics(inTangents: [Value], outTangents: [Value])
  }

  /// Creates keyframes with straight lines or jumps between them.
  ///
  /// - Parameters:
  ///   - times: The times, in seconds, in 0...1e9, none earlier than the one before it; at least one.
  ///   - values: The values, one for each time.
  ///   - interpolation: The way from each value to the next.
  /// - Throws: ``KeyframeListError`` for the first problem found.
  /// - Complexity: O(n) for n values.
  public init(
    times: [Double], values: [Value], interpolation: KeyframeInterpolation = .linear
  ) throws(KeyframeListError) {
    try KeyframeListError.check(times, (.values, values.count))
    self.init(times, values, .curves([interpolation == .linear ? .linear : UnitCurve(.stepEnd)]))
  }

  /// Creates keyframes with straight lines between them, each with a timing curve.
  ///
  /// - Parameters:
  ///   - times: The times, in seconds, in 0...1e9, none earlier than the one before it; at least one.
  ///   - values: The values, one for each time.
  ///   - timingCurves: The timing from each value to the next, one fewer than values.
  /// - Throws: ``KeyframeListError`` for the first problem found.
  /// - Complexity: O(n) for n values.
  public init(times: [Double], values: [Value], timingCurves: [UnitCurve]) throws(KeyframeListError) {
    try KeyframeListError.check(times, (.values, values.count))
    try KeyframeListError.check(.timingCurves, timingCurves.count, equals: values.count - 1)
    self.init(times, values, .curves(timingCurves))
  }

  /// Creates keyframes along Hermite's cubic curves: the sampler `CUBICSPLINE` of glTF.
  ///
  /// - Parameters:
  ///   - times: The times, in seconds, in 0...1e9, none earlier than the one before it; at least one.
  ///   - values: The values, one for each time.
  ///   - inTangents: The velocity, per second, with which each value is reached. The first one isn't used.
  ///   - outTangents: The velocity, per second, with which each value is left. The last one isn't used.
  /// - Throws: ``KeyframeListError`` for the first problem found.
  /// - Complexity: O(n) for n values.
  public init(
    times: [Double], values: [Value], inTangents: [Value], outTangents: [Value]
  ) throws(KeyframeListError) {
    try KeyframeListError.check(
      times, (.values, values.count), (.inTangents, inTangents.count), (.outTangents, outTangents.count))
    self.init(times, values, .cubics(inTangents: inTangents, outTangents: outTangents))
  }

  private init(_ times: [Double], _ values: [Value], _ ways: Ways) {
    self.times = times
    self.values = values
    self.ways = ways
  }

  public var body: Self { self }

  public func _append(to list: inout _KeyframeList<Value>) {
    var end = 0.0
    // Adding up differences of times would lose the times themselves.
    func append(_ value: Value, at time: Double, _ motion: Keyframe<Value.AnimatableData>.Motion) {
      let duration = time - end
      let isLong = duration >= KeyframeSegments<Value.AnimatableData>.shortestDuration
      list.keyframes.append(
        Keyframe(
          to: value.animatableData, duration: duration, motion: isLong ? motion : .move,
          rounding: isLong ? time - (end + duration) : 0))
      if isLong { end = time }
    }
    append(values[0], at: 0, .move)
    if times[0] > 0 { append(values[0], at: times[0], .linear(.linear)) }
    for index in values.indices.dropFirst() {
      switch ways {
      case .curves(let curves):
        append(values[index], at: times[index], .linear(curves[curves.count == 1 ? 0 : index - 1]))
      case .cubics(let inTangents, let outTangents):
        append(
          values[index], at: times[index],
          .cubic(
            startVelocity: outTangents[index - 1].animatableData, endVelocity: inTangents[index].animatableData))
      }
    }
  }
}

extension SampledKeyframes: Sendable where Value: Sendable {}
extension SampledKeyframes.Ways: Sendable where Value: Sendable {}
extension SampledKeyframes: Equatable where Value: Equatable {}
extension SampledKeyframes.Ways: Equatable where Value: Equatable {}
extension SampledKeyframes: Hashable where Value: Hashable {}
extension SampledKeyframes.Ways: Hashable where Value: Hashable {}

extension SampledKeyframes: CustomStringConvertible {
  public var description: String {
    let rest =
      switch ways {
      case .curves(let curves):
        "timingCurves: \(curves.count == 1 ? values.dropFirst().map { _ in curves[0] } : curves)"
      case .cubics(let inTangents, let outTangents): "inTangents: \(inTangents), outTangents: \(outTangents)"
      }
    return "SampledKeyframes(times: \(times), values: \(values), \(rest))"
  }
}

/// A problem with the lists from which keyframes are created.
public enum KeyframeListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A list, named by its argument label.
  public enum Parameter: String, Hashable, Sendable {
    case times, values, timingCurves, inTangents, outTangents
  }

  case noTimes
  /// The count of a list doesn't match that of the times or the values.
  case count(Parameter, Int, expected: Int)
  /// A time isn't in 0...1e9.
  case timeOutOfRange(index: Int, Double)
  /// A time is earlier than the one before it.
  case timeNotAscending(index: Int, Double, previous: Double)
  /// A rotation has the length 0, or a number of it or of a tangent isn't finite in `Float`.
  case notARotation(Parameter, index: Int)

  public var description: String {
    switch self {
    case .noTimes: "times is empty, but must hold at least one"
    case .count(let parameter, let count, let expected):
      "\(parameter).count is \(count), but must be \(expected) for these keyframes"
    case .timeOutOfRange(let index, let time): "times[\(index)] is \(time), but must be in 0...1e9"
    case .timeNotAscending(let index, let time, let previous):
      "times[\(index)] is \(time), but must not be earlier than the one before it, \(previous)"
    case .notARotation(let parameter, let index):
      "\(parameter)[\(index)] has the length 0, or a number that isn't finite in Float"
    }
  }

  /// Checks times, and lists with one element for each time.
  static func check(
    _ times: [Double], _ lists: (parameter: Parameter, count: Int)...
  ) throws(KeyframeListError) {
    if times.isEmpty { throw .noTimes }
    for (index, time) in times.enumerated() {
      if !(0...1e9).contains(time) { throw .timeOutOfRange(index: index, time) }
      if index > 0 && time < times[index - 1] {
        throw .timeNotAscending(index: index, time, previous: times[index - 1])
      }
    }
    for list in lists { try check(list.parameter, list.count, equals: times.count) }
  }

  static func check(_ parameter: Parameter, _ count: Int, equals expected: Int) throws(KeyframeListError) {
    if count != expected { throw .count(parameter, count, expected: expected) }
  }
}
