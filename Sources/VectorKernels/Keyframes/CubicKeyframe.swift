/// A keyframe that is reached along a cubic curve, which continues smoothly from the previous keyframe and into the
/// next one.
///
/// The curve is Hermite's: it has the given velocities at its ends. If a velocity isn't given, it is
/// - between two cubic keyframes, that of a Catmull-Rom spline: the change from the start of the first to the end of
///   the second, divided by its time;
/// - beside another kind of keyframe, the velocity of that keyframe at the boundary: 0 beside a jump, and before a
///   spring its `startVelocity`, or 0;
/// - at the start and at the end of a track, 0.
public struct CubicKeyframe<Value: Animatable>: KeyframeTrackContent {
  /// The value at the end of the keyframe.
  public var value: Value
  /// The duration, in seconds. Less than 1e-9, or NaN, counts as 0: the value jumps. At most 1e9.
  public var duration: Double
  /// The velocity at the start, per second, or nil for a smooth one.
  public var startVelocity: Value?
  /// The velocity at the end, per second, or nil for a smooth one.
  public var endVelocity: Value?

  /// Creates a keyframe that reaches a value after a duration in seconds.
  public init(_ to: Value, duration: Double, startVelocity: Value? = nil, endVelocity: Value? = nil) {
    value = to
    self.duration = duration
    self.startVelocity = startVelocity
    self.endVelocity = endVelocity
  }

  public var body: Self { self }

  public func _append(to list: inout _KeyframeList<Value>) {
    list.keyframes.append(
      Keyframe(
        to: value.animatableData, duration: duration,
        motion: .cubic(startVelocity: startVelocity?.animatableData, endVelocity: endVelocity?.animatableData)))
  }
}

extension CubicKeyframe: Equatable where Value: Equatable {}
extension CubicKeyframe: Hashable where Value: Hashable {}
extension CubicKeyframe: Sendable where Value: Sendable {}
extension CubicKeyframe: Encodable where Value: Encodable {}
extension CubicKeyframe: Decodable where Value: Decodable {}

extension CubicKeyframe: CustomStringConvertible {
  public var description: String {
    let start = startVelocity.map { ", startVelocity: \($0)" } ?? ""
    let end = endVelocity.map { ", endVelocity: \($0)" } ?? ""
    return "CubicKeyframe(\(value), duration: \(duration)\(start)\(end))"
  }
}
