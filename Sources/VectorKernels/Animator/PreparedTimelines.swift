/// The timelines that an animator has compiled lately, by where their tracks are in memory.
struct PreparedTimelines {
  private struct Entry {
    /// As long as it holds the tracks, no others have their place in memory.
    let owner: AnyObject
    /// Nil where they can't be compiled.
    let keyframes: CompiledKeyframes?
  }

  private final class Owner<Value> {
    let timeline: KeyframeTimeline<Value>

    init(_ timeline: KeyframeTimeline<Value>) { self.timeline = timeline }
  }

  private var entries = BoundedCache<UnsafeRawPointer, Entry>(capacity: 64)

  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - base: What its values are to be relative to: always the same for one timeline.
  /// - Returns: Nil where a timeline can't be compiled.
  /// - Complexity: O(1) on average; the first time some hundred microseconds.
  mutating func compiled<Value: ComponentAnimatable>(
    _ timeline: KeyframeTimeline<Value>, relativeTo base: Value.AnimatableComponents
  ) -> CompiledKeyframes? {
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
  /// The whole timeline compiled, whatever its tracks animate; nil where that are parts of many components.
  fileprivate func compiledTracks(
    relativeTo base: Value.AnimatableComponents
  ) throws(KeyframeCompilationError) -> CompiledKeyframes? {
    let components = Value.AnimatableComponents.componentCount
    if tracks.isEmpty {
      let initial = KeyframeSegments(initial: initialValue.animatableComponents, segments: [])
      return CompiledKeyframes(
        try KeyframePieces(of: initial, relativeTo: base), components: components, duration: duration)
    }
    if tracks.count == 1, let whole = tracks[0].wholeSegments(as: Value.AnimatableComponents.self) {
      return CompiledKeyframes(
        try KeyframePieces(of: whole, relativeTo: base), components: components, duration: duration)
    }
    if components > 4 { return nil }
    return CompiledKeyframes(
      try KeyframePieces(of: self, relativeTo: base), components: components, duration: duration)
  }
}
