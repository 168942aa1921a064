/// The timelines that an animator has compiled lately, by where their tracks are in memory.
struct PreparedTimelines {
  private struct Entry {
    let identity: UnsafeRawPointer
    /// As long as it holds the tracks, no others have their identity.
    let owner: AnyObject
    let keyframes: CompiledKeyframes?
  }

  private final class Owner<Value> {
    let timeline: KeyframeTimeline<Value>

    init(_ timeline: KeyframeTimeline<Value>) { self.timeline = timeline }
  }

  private var entries: [Entry] = []
  private var next = 0

  private static var capacity: Int { 64 }

  /// - Returns: Nil where a timeline can't be compiled.
  mutating func compiled<Value: ComponentVector>(
    _ timeline: KeyframeTimeline<Value>
  ) -> CompiledKeyframes? where Value.Component == Float {
    // All empty arrays are in the same place.
    guard !timeline.tracks.isEmpty, let identity = timeline.tracks.withUnsafeBytes({ $0.baseAddress }) else {
      return try? timeline.compiledTracks()
    }
    if let found = entries.first(where: { $0.identity == identity }) { return found.keyframes }
    let entry = Entry(identity: identity, owner: Owner(timeline), keyframes: try? timeline.compiledTracks())
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
      next = (next + 1) % Self.capacity
    }
    return entry.keyframes
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
