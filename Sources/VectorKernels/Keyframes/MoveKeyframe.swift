/// A keyframe to which the value jumps.
///
/// The instant of the jump belongs to the previous keyframe. At the start and at the end of a track, the value has
/// already jumped at that instant. If several jumps share an instant, the last one counts.
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
  /// The value after the jump.
  public var value: Value

  /// Creates a keyframe that jumps to a value.
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
