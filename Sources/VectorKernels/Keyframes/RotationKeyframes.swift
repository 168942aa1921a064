/// A rotation that changes over time: glTF's samplers of rotations.
///
/// ```swift
/// let turn = try RotationKeyframes(
///   times: [0, 1, 2],
///   values: [.identity, Quaternion(angle: .degrees(90), axis: [0, 0, 1]), .identity])
/// turn.value(time: 0.5).angle  // 45 degrees
/// ```
///
/// Before the first time the result is the first rotation, and after the last time it is the last one. If several
/// keyframes share a time, the rotation reaches the first of them and then jumps to the last one; with steps it is at
/// the last one at once. The results have length 1.
public struct RotationKeyframes: Hashable, Sendable {
  /// The times, in seconds, ascending.
  public let times: [Double]
  /// The rotations, one for each time, of length 1. Rotations on cubic curves keep their given lengths.
  public let values: [Quaternion<Double>]

  let ways: Ways

  enum Ways: Hashable, Sendable {
    case arcs
    case steps
    case cubics(inTangents: [Quaternion<Double>], outTangents: [Quaternion<Double>])
  }

  /// The duration, in seconds: the last time.
  public var duration: Double { times[times.count - 1] }

  /// Creates keyframes with arcs or jumps between them: glTF's `LINEAR` and `STEP`.
  ///
  /// - Parameters:
  ///   - times: The times, in seconds, in 0...1e9, none earlier than the one before it; at least one.
  ///   - values: The rotations, one for each time, of any length but 0.
  ///   - interpolation: The way to the next rotation: at constant speed on the shorter arc, by
  ///     ``Quaternion/slerp(towards:amount:)``, or none.
  /// - Throws: ``KeyframeListError`` for the first problem found.
  /// - Complexity: O(n) for n rotations.
  public init(
    times: [Double], values: [Quaternion<Double>], interpolation: KeyframeInterpolation = .linear
  ) throws(KeyframeListError) {
    try KeyframeListError.check(times, (.values, values.count))
    try Self.check(.values, values)
    self.times = times
    self.values = values.map { $0.normalized }
    ways = interpolation == .linear ? .arcs : .steps
  }

  /// Creates keyframes along Hermite's cubic curves: glTF's `CUBICSPLINE`. Each of the four components follows a curve,
  /// and the result is normalised. The curves don't choose the shorter way.
  ///
  /// - Parameters:
  ///   - times: The times, in seconds, in 0...1e9, none earlier than the one before it; at least one.
  ///   - values: The rotations, one for each time, of any length but 0.
  ///   - inTangents: The change of the components, per second, with which each rotation is reached. The first one isn't
  ///     used.
  ///   - outTangents: The change of the components, per second, with which each rotation is left. The last one isn't
  ///     used.
  /// - Throws: ``KeyframeListError`` for the first problem found.
  /// - Complexity: O(n) for n rotations.
  public init(
    times: [Double], values: [Quaternion<Double>], inTangents: [Quaternion<Double>],
    outTangents: [Quaternion<Double>]
  ) throws(KeyframeListError) {
    try KeyframeListError.check(
      times, (.values, values.count), (.inTangents, inTangents.count), (.outTangents, outTangents.count))
    try Self.check(.values, values)
    try Self.check(.inTangents, inTangents, mayBeZero: true)
    try Self.check(.outTangents, outTangents, mayBeZero: true)
    self.times = times
    self.values = values
    ways = .cubics(inTangents: inTangents, outTangents: outTangents)
  }

  private static func check(
    _ parameter: KeyframeListError.Parameter, _ rotations: [Quaternion<Double>], mayBeZero: Bool = false
  ) throws(KeyframeListError) {
    for (index, rotation) in rotations.enumerated() {
      let (v, largest) = (rotation.vector, Double(Float.greatestFiniteMagnitude))
      let isFinite = (0..<4).allSatisfy { v[$0].magnitude <= largest }
      if !isFinite || !mayBeZero && v == .zero { throw .notARotation(parameter, index: index) }
    }
  }

  /// Returns the rotation at a time in seconds. NaN is before the start.
  ///
  /// - Complexity: O(log n) for n rotations.
  public func value(time: Double) -> Quaternion<Double> {
    // The last keyframe at the first time already holds there.
    guard time >= times[0], time < duration else {
      return values[time >= duration ? values.count - 1 : 0].normalized
    }
    var (low, high) = (0, times.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    if low == 0 { return values[times.lastIndex(of: time)!].normalized }
    return value(before: low, at: (time - times[low - 1]) / (times[low] - times[low - 1]))
  }

  /// Returns the rotation at a progress of the way to a keyframe.
  private func value(before index: Int, at progress: Double) -> Quaternion<Double> {
    let (from, to) = (values[index - 1], values[index])
    if progress >= 1 {
      // With steps, the last of several keyframes at one time counts at once.
      let last = ways == .steps ? times[index...].prefix { $0 == times[index] }.endIndex - 1 : index
      return values[last].normalized
    }
    switch ways {
    case .steps: return from
    case .arcs: return from.slerp(towards: to, amount: progress).normalized
    case .cubics(let inTangents, let outTangents):
      let cubic = HermiteCubic(
        from: from.vector, to: to.vector, outTangents[index - 1].vector, inTangents[index].vector,
        times[index] - times[index - 1])
      return Quaternion(cubic.value(at: progress)).normalized
    }
  }
}

extension RotationKeyframes: CustomStringConvertible {
  public var description: String {
    let rest =
      switch ways {
      case .arcs: ""
      case .steps: ", interpolation: .step"
      case .cubics(let inTangents, let outTangents): ", inTangents: \(inTangents), outTangents: \(outTangents)"
      }
    return "RotationKeyframes(times: \(times), values: \(values)\(rest))"
  }
}
