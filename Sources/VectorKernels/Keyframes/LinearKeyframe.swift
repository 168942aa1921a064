/// A keyframe that is reached on the straight way from the value before it, timed by a unit curve.
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
  /// The value at the keyframe's end.
  public var value: Value
  /// Seconds. Less than 1e-9, or NaN, counts as 0: the value jumps. At most a thousand million.
  public var duration: Double
  /// How the way is timed, from 0 at its start to 1 at its end.
  public var timingCurve: UnitCurve

  /// A keyframe with a value that is reached after so many seconds.
  public init(_ to: Value, duration: Double, timingCurve: UnitCurve = .linear) {
    value = to
    self.duration = duration
    self.timingCurve = timingCurve
  }

  public var body: Self { self }

  public func _append(to list: inout _KeyframeList<Value>) {
    list.keyframes.append(
      Keyframe(to: value.animatableData, duration: duration, motion: .linear(timingCurve)))
  }
}

extension LinearKeyframe: Equatable where Value: Equatable {}
extension LinearKeyframe: Hashable where Value: Hashable {}
extension LinearKeyframe: Sendable where Value: Sendable {}
extension LinearKeyframe: Encodable where Value: Encodable {}
extension LinearKeyframe: Decodable where Value: Decodable {}

extension LinearKeyframe: CustomStringConvertible {
  public var description: String {
    let timing = timingCurve == .linear ? "" : ", timingCurve: \(timingCurve)"
    return "LinearKeyframe(\(value), duration: \(duration)\(timing))"
  }
}
