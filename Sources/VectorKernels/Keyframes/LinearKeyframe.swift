/// A keyframe that is reached on the straight way from the previous value, timed by a unit curve.
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
  /// The value at the end of the keyframe.
  public var value: Value
  /// The duration, in seconds. Less than 1e-9, or NaN, counts as 0: the value jumps. At most 1e9.
  public var duration: Double
  /// The curve from progress to amount.
  public var timingCurve: UnitCurve

  /// Creates a keyframe that reaches a value after a duration in seconds.
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
