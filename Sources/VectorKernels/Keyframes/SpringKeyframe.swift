/// A keyframe that a spring pulls the value to.
///
/// The spring starts with the velocity that the keyframe before it ends with. It is cut off at its duration, and the
/// next keyframe starts from where the value has got to by then.
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
  /// The value at which the spring comes to rest.
  public var value: Value
  /// Seconds, or nil for as long as the spring takes to settle to within 1e-4. Less than 1e-9, or NaN, counts as 0:
  /// the value stays where it is. At most a thousand million, which is also how long a spring that never settles takes.
  public var duration: Double?
  public var spring: Spring
  /// The velocity at the start, per second, or nil for that of the keyframe before.
  public var startVelocity: Value?

  /// A keyframe with the value that a spring comes to rest at.
  public init(_ to: Value, duration: Double? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {
    value = to
    self.duration = duration
    self.spring = spring
    self.startVelocity = startVelocity
  }

  public var body: Self { self }

  public func _append(to list: inout _KeyframeList<Value>) {
    list.keyframes.append(
      Keyframe(
        to: value.animatableData, duration: duration,
        motion: .spring(spring, startVelocity: startVelocity?.animatableData)))
  }
}

extension SpringKeyframe: Equatable where Value: Equatable {}
extension SpringKeyframe: Hashable where Value: Hashable {}
extension SpringKeyframe: Sendable where Value: Sendable {}
extension SpringKeyframe: Encodable where Value: Encodable {}
extension SpringKeyframe: Decodable where Value: Decodable {}

extension SpringKeyframe: CustomStringConvertible {
  public var description: String {
    let length = duration.map { ", duration: \($0)" } ?? ""
    let pull = spring == Spring() ? "" : ", spring: \(spring)"
    let start = startVelocity.map { ", startVelocity: \($0)" } ?? ""
    return "SpringKeyframe(\(value)\(length)\(pull)\(start))"
  }
}
