/// A keyframe that the value jumps to.
///
/// The instant of the jump belongs to the keyframe before it; as the first of a track, it is the value at 0.
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
  /// The value after the jump.
  public var value: Value

  /// A keyframe with a value that is there at once.
  public init(_ to: Value) {
    value = to
  }

  public var body: Self { self }

  public func _append(to list: inout _KeyframeList<Value>) {
    list.keyframes.append(Keyframe(to: value.animatableData, duration: 0, motion: .move))
  }
}

extension MoveKeyframe: Equatable where Value: Equatable {}
extension MoveKeyframe: Hashable where Value: Hashable {}
extension MoveKeyframe: Sendable where Value: Sendable {}
extension MoveKeyframe: Encodable where Value: Encodable {}
extension MoveKeyframe: Decodable where Value: Decodable {}

extension MoveKeyframe: CustomStringConvertible {
  public var description: String { "MoveKeyframe(\(value))" }
}
