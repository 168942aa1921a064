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

  /// - Returns: Nil where a timeline can't be compiled.
  /// - Complexity: O(1) on average; the first time some hundred microseconds.
  mutating func compiled<Value: ComponentVector>(
    _ timeline: KeyframeTimeline<Value>
  ) -> CompiledKeyframes? where Value.Component == Float {
    // All empty arrays are in the same place.
    guard !timeline.tracks.isEmpty, let place = timeline.tracks.withUnsafeBytes({ $0.baseAddress }) else {
      return try? timeline.compiledTracks()
    }
    return entries.value(for: place) {
      Entry(owner: Owner(timeline), keyframes: try? timeline.compiledTracks())
    }.keyframes
  }
}

extension KeyframeTimeline where Value: ComponentVector, Value.Component == Float {
  /// The whole timeline compiled, whatever its tracks animate; nil where that are parts of many components.
  fileprivate func compiledTracks() throws(KeyframeCompilationError) -> CompiledKeyframes? {
    if tracks.isEmpty { return try CompiledKeyframes(KeyframeSegments(initial: initialValue, segments: [])) }
    if tracks.count == 1, let whole = tracks[0].wholeSegments(as: Value.self) { return try CompiledKeyframes(whole) }
    if Value.componentCount > 4 { return nil }
    return CompiledKeyframes(try KeyframePieces(of: self), components: Value.componentCount, duration: duration)
  }
}
