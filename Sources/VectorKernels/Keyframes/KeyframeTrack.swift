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
  // See `KeyPathTrack.update`.
  nonisolated(unsafe) let update: KeyPathTrack<Root, TrackValue>.Update

  @inlinable
  init(keyPath: WritableKeyPath<Root, TrackValue> & Sendable, content: Content) {
    self.init(keyPath, content) { root, segments, time in
      root[keyPath: keyPath].animatableData = segments.value(at: time)
    }
  }

  @usableFromInline
  init(
    _ keyPath: WritableKeyPath<Root, TrackValue> & Sendable, _ content: Content,
    _ update: @escaping KeyPathTrack<Root, TrackValue>.Update
  ) {
    (self.keyPath, self.content, self.update) = (keyPath, content, update)
  }

  /// Creates a track for the whole value.
  @inlinable
  public init(@KeyframeTrackContentBuilder<Root> content: () -> Content) where Root == TrackValue {
    self.init(keyPath: \.self, content: content())
  }

  /// Creates a track for the part of the value at a key path.
  @inlinable
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
      KeyPathTrack(
        keyPath: keyPath, segments: KeyframeSegments(from: start, through: keyframes.keyframes), update: update))
  }
}

extension KeyframeTrack: Sendable where Content: Sendable {}
#endif
