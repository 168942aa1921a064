#if !hasFeature(Embedded)
/// The change of a value over time, described by keyframes: SwiftUI's type of this name.
///
/// ```swift
/// struct Pose: Sendable {
///   var scale = 0.0
///   var angle = 0.0
/// }
///
/// let timeline = KeyframeTimeline(initialValue: Pose()) {
///   KeyframeTrack(\.scale) {
///     LinearKeyframe(1.0, duration: 0.5)
///     SpringKeyframe(2.0, duration: 0.4, spring: .snappy)
///     CubicKeyframe(1.0, duration: 0.6)
///   }
///   KeyframeTrack(\.angle) {
///     CubicKeyframe(0.3, duration: 0.7)
///     CubicKeyframe(0, duration: 0.8)
///   }
/// }
/// timeline.duration          // 1.5
/// timeline.value(time: 0.5)  // Pose(scale: 1.0, angle: 0.240...)
/// ```
///
/// Every track starts at 0, and a timeline lasts as long as its longest track. Tracks apply in the order in which they
/// are declared: of two tracks for the same part, the last one counts. Before 0, and at a time of NaN, the timeline has
/// its initial value. After the end of a track, its part keeps its last value.
///
/// The instant at which two keyframes meet belongs to the earlier one. So a value jumps right after the instant of a
/// ``MoveKeyframe``, or of a linear or cubic keyframe without duration. If several jumps share an instant, the last one
/// counts from then on. At 0, and at the end of its track, the value has already jumped, as in SwiftUI.
public struct KeyframeTimeline<Value> {
  /// The value before the keyframes.
  public let initialValue: Value

  let tracks: [any TimelineTrack<Value>]

  /// The duration of the longest track, in seconds.
  public let duration: Double

  /// Creates a timeline of tracks, or of the keyframes of a single track for the whole value.
  ///
  /// - Parameters:
  ///   - initialValue: The value from which the tracks start. Parts that no track animates keep it.
  ///   - content: The tracks.
  /// - Complexity: O(n) for n keyframes.
  public init(initialValue: Value, @KeyframesBuilder<Value> content: () -> some Keyframes<Value>) {
    var list = _KeyframeTrackList(initialValue: initialValue)
    content()._append(to: &list)
    self.initialValue = initialValue
    tracks = list.tracks
    duration = list.tracks.map { $0.duration }.max() ?? 0
  }

  /// Returns the value at a time in seconds.
  ///
  /// - Complexity: O(log n) for each track of n keyframes.
  public func value(time: Double) -> Value {
    var value = initialValue
    update(value: &value, time: time)
    return value
  }

  /// Returns the value at a progress, which is clamped to 0...1; NaN counts as before the start.
  public func value(progress: Double) -> Value {
    value(time: time(atProgress: progress))
  }

  /// Updates the animated parts of a value to a time in seconds. The rest of the value stays as it is.
  public func update(value: inout Value, time: Double) {
    for track in tracks {
      track.update(&value, at: time)
    }
  }

  /// Updates the animated parts of a value to a progress, which is clamped to 0...1. The rest of the value stays as it
  /// is.
  public func update(value: inout Value, progress: Double) {
    update(value: &value, time: time(atProgress: progress))
  }

  private func time(atProgress progress: Double) -> Double {
    progress.isNaN ? progress : min(max(progress, 0), 1) * duration
  }

  /// Returns the velocity, per second, of a part of the value at a time in seconds.
  ///
  /// At the instant at which two keyframes meet, it is the velocity of the earlier one. It is 0 before and after a
  /// track, where a timing curve is vertical, and for a part that no track animates under exactly this key path.
  public func velocity<Part: Animatable>(of keyPath: KeyPath<Value, Part>, time: Double) -> Part.AnimatableData {
    segments(of: keyPath)?.velocity(at: time) ?? .zero
  }

  /// Returns the segments of the last track for a part, or nil if there is none.
  func segments<Part: Animatable>(of keyPath: KeyPath<Value, Part>) -> KeyframeSegments<Part.AnimatableData>? {
    for track in tracks.reversed() {
      if let segments = track.segments(of: keyPath) { return segments }
    }
    return nil
  }
}

extension KeyframeTimeline where Value: Animatable {
  /// Returns the velocity, per second, of the whole value at a time in seconds, if a track animates the whole value,
  /// and otherwise 0.
  public func velocity(time: Double) -> Value.AnimatableData {
    velocity(of: \.self, time: time)
  }
}

extension KeyframeTimeline: Sendable where Value: Sendable {}
#endif
