/// The timelines that an animator has prepared lately, by where their tracks are in memory.
struct PreparedTimelines {
  private struct Entry {
    /// As long as it holds the tracks, no others have their place in memory.
    let owner: AnyObject
    /// Nil where they can't be prepared.
    let keyframes: PreparedKeyframes?
  }

  private final class Owner<Value> {
    let timeline: KeyframeTimeline<Value>

    init(_ timeline: KeyframeTimeline<Value>) { self.timeline = timeline }
  }

  private var entries = BoundedCache<UnsafeRawPointer, Entry>(capacity: 64)

  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - base: What its values are to be relative to: always the same for one timeline.
  /// - Returns: Nil where a timeline can't be prepared.
  /// - Complexity: O(1) on average; the first time some hundred microseconds.
  mutating func prepared<Value: ComponentAnimatable>(
    _ timeline: KeyframeTimeline<Value>, relativeTo base: Value.AnimatableComponents
  ) -> PreparedKeyframes? {
    // All empty arrays are in the same place.
    guard !timeline.tracks.isEmpty, let place = timeline.tracks.withUnsafeBytes({ $0.baseAddress }) else {
      return try? timeline.compiledTracks(relativeTo: base)
    }
    return entries.value(for: place) {
      Entry(owner: Owner(timeline), keyframes: try? timeline.compiledTracks(relativeTo: base))
    }.keyframes
  }
}

extension KeyframeTimeline where Value: ComponentAnimatable {
  /// The whole timeline prepared, whatever its tracks animate; nil where that are parts of many components.
  fileprivate func compiledTracks(
    relativeTo base: Value.AnimatableComponents
  ) throws(KeyframePreparationError) -> PreparedKeyframes? {
    let components = Value.AnimatableComponents.componentCount
    if tracks.isEmpty {
      let initial = KeyframeSegments(initial: initialValue.animatableComponents, segments: [])
      return PreparedKeyframes(
        try KeyframePieces(of: initial, relativeTo: base), components: components, duration: duration)
    }
    if tracks.count == 1, let whole = tracks[0].wholeSegments(as: Value.AnimatableComponents.self) {
      return PreparedKeyframes(
        try KeyframePieces(of: whole, relativeTo: base), components: components, duration: duration)
    }
    if components > 4 { return nil }
    return PreparedKeyframes(
      try KeyframePieces(of: self, relativeTo: base), components: components, duration: duration)
  }
}
