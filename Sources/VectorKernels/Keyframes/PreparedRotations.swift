/// Keyframes of a rotation, prepared for many instances.
///
/// The results have length 1. Each component is within 1e-6 of ``RotationKeyframes/value(time:)`` at a time that
/// differs by half an ulp of the keyframes' times. Cubic curves add 4 ulp of their largest component, divided by the
/// smallest length on the way.
///
/// The instants of keyframes are rounded to `Float`. A change that lasts less than 1e-9 s, or takes no time after
/// rounding, is a jump.
public struct PreparedRotations: Sendable {
  /// The duration, in seconds.
  public let duration: Double

  /// The amounts of the changes by time, or the four components of cubic curves.
  let track: PreparedKeyframes
  /// The rotations between which each piece of the amounts moves; empty for cubic curves.
  let from: [Quaternion<Float>]
  let to: [Quaternion<Float>]
}

extension RotationKeyframes {
  /// Returns the keyframes prepared for batches.
  ///
  /// - Throws: ``KeyframePreparationError`` if cubic curves aren't finite in `Float`, or there are more than 4096 of
  ///   them.
  /// - Complexity: O(n) for n rotations; keep the result.
  public func prepared() throws(KeyframePreparationError) -> PreparedRotations {
    guard case .cubics(let inTangents, let outTangents) = ways else { return arcs() }
    var segments: [KeyframeSegment<SIMD4<Double>>] = []
    for index in times.indices.dropFirst() {
      let (start, end) = (times[index - 1], times[index])
      segments.append(
        KeyframeSegment(
          start: start, end: end, from: values[index - 1].vector, to: values[index].vector,
          path: end > start
            ? .cubic(startVelocity: outTangents[index - 1].vector, endVelocity: inTangents[index].vector, .linear)
            : .jump))
    }
    if times[0] > 0 {
      // The last keyframe at the first time already holds there.
      let first = times.prefix { $0 == times[0] }.endIndex - 1
      segments.insert(
        KeyframeSegment(
          start: 0, end: times[0], from: values[0].vector, to: values[first].vector, path: .hold), at: 0)
    }
    let track = try PreparedKeyframes(KeyframeSegments(initial: values[0].vector, segments: segments))
    return PreparedRotations(duration: duration, track: track, from: [], to: [])
  }

  private func arcs() -> PreparedRotations {
    var (ends, amounts): ([Float], [Float]) = ([], [])
    var (from, to): ([Quaternion<Float>], [Quaternion<Float>]) = ([], [])
    func append(_ start: Int, _ end: Int, until time: Float, _ amount: Double, perSecond rate: Double) {
      ends.append(time)
      amounts += [Float(amount), Float(rate), 0, 0]
      from.append(Quaternion(values[start]))
      to.append(Quaternion(values[end]))
    }
    // The last keyframe at the first time already holds there.
    append(0, 0, until: times[0] > 0 ? Float(times[0]).nextDown : -.leastNormalMagnitude, 0, perSecond: 0)
    for index in times.indices.dropFirst() {
      let (start, end) = (times[index - 1], times[index])
      guard end - start >= 1e-9, Float(end) > Float(start) else { continue }
      if ways == .steps {
        append(index - 1, index - 1, until: Float(end).nextDown, 0, perSecond: 0)
      } else {
        // The instant of a jump at the end belongs to the rotation after it.
        let shown = end == duration && index < times.count - 1 ? Float(end).nextDown : Float(end)
        let shift = (Double(shown) - end) / (end - start)
        append(index - 1, index, until: shown, 1 + shift, perSecond: 1 / (end - start))
      }
    }
    append(values.count - 1, values.count - 1, until: .greatestFiniteMagnitude, 0, perSecond: 0)
    return PreparedRotations(
      duration: duration,
      track: PreparedKeyframes(duration: duration, measuredError: 0, degree: 3, ends: ends, coefficients: [amounts]),
      from: from, to: to)
  }
}

extension PreparedRotations: CustomStringConvertible {
  public var description: String { "PreparedRotations(\(track.pieceCount) pieces, \(duration) s)" }
}
