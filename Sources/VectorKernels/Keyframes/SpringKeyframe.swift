/// A keyframe to which a spring moves the value.
///
/// The spring starts with the velocity at the end of the previous keyframe. It is cut off at the end of its duration,
/// and the next keyframe starts from the value at that time.
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
  /// The value at which the spring comes to rest.
  public var value: Value
  /// The duration, in seconds, or nil for the time that the spring takes to settle to within 1e-4. Less than 1e-9, or
  /// NaN, counts as 0: the value stays as it is. At most 1e9, which is also the duration of a spring that never
  /// settles.
  public var duration: Double?
  public var spring: Spring
  /// The velocity at the start, per second, or nil for that of the previous keyframe.
  public var startVelocity: Value?

  /// Creates a keyframe with the value at which a spring comes to rest.
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
