#if !hasFeature(Embedded)
/// The timelines that an animator has prepared lately, by the memory addresses of their tracks.
struct PreparedTimelines {
  private struct Entry {
    /// The owner of the tracks. While it exists, no other tracks have the same address.
    let owner: AnyObject
    /// Nil if the timeline can't be prepared.
    let keyframes: PreparedKeyframes?
  }

  private final class Owner<Value> {
    let timeline: KeyframeTimeline<Value>

    init(_ timeline: KeyframeTimeline<Value>) { self.timeline = timeline }
  }

  private var entries = BoundedCache<UnsafeRawPointer, Entry>(capacity: 64)

  /// Returns a timeline in its prepared form, or nil if it can't be prepared.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - base: The value to which the prepared values are relative. It is always the same for one timeline.
  /// - Complexity: O(1) on average; the first use takes some tens of microseconds.
  mutating func prepared<Value: ComponentAnimatable>(
    _ timeline: KeyframeTimeline<Value>, relativeTo base: Value.AnimatableComponents
  ) -> PreparedKeyframes? {
    // All empty arrays have the same address.
    guard !timeline.tracks.isEmpty, let address = timeline.tracks.withUnsafeBytes({ $0.baseAddress }) else {
      return try? timeline.compiledTracks(relativeTo: base)
    }
    return entries.value(for: address) {
      Entry(owner: Owner(timeline), keyframes: try? timeline.compiledTracks(relativeTo: base))
    }.keyframes
  }
}

extension KeyframeTimeline where Value: ComponentAnimatable {
  /// Returns the whole timeline in its prepared form, or nil if its tracks animate parts of a value of too many
  /// components.
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
#endif
