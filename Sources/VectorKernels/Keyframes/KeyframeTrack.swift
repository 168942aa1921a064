#if !hasFeature(Embedded)
/// Keyframes that animate a value, or one part of it.
///
/// ```swift
/// KeyframeTrack(\.scale) {
///   LinearKeyframe(1.0, duration: 0.5)
///   SpringKeyframe(2.0, duration: 0.4, spring: .snappy)
///   CubicKeyframe(1.0, duration: 0.6)
/// }
/// ```
public struct KeyframeTrack<Root, TrackValue, Content: KeyframeTrackContent<TrackValue>>: Keyframes
where TrackValue: Animatable {
  public typealias Value = Root

  let keyPath: WritableKeyPath<Root, TrackValue> & Sendable
  let content: Content

  init(keyPath: WritableKeyPath<Root, TrackValue> & Sendable, content: Content) {
    self.keyPath = keyPath
    self.content = content
  }

  /// Creates a track for the whole value.
  public init(@KeyframeTrackContentBuilder<Root> content: () -> Content) where Root == TrackValue {
    self.init(keyPath: \.self, content: content())
  }

  /// Creates a track for the part of the value at a key path.
  public init(
    _ keyPath: WritableKeyPath<Root, TrackValue> & Sendable,
    @KeyframeTrackContentBuilder<TrackValue> content: () -> Content
  ) {
    self.init(keyPath: keyPath, content: content())
  }

  public var body: Self { self }

  public func _append(to list: inout _KeyframeTrackList<Root>) {
    var keyframes = _KeyframeList<TrackValue>()
    content._append(to: &keyframes)
    let start = list.initialValue[keyPath: keyPath].animatableData
    list.tracks.append(
      KeyPathTrack(keyPath: keyPath, segments: KeyframeSegments(from: start, through: keyframes.keyframes)))
  }
}

extension KeyframeTrack: Sendable where Content: Sendable {}
#endif
