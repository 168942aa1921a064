#if !hasFeature(Embedded)
/// A track of a timeline, for any part of the value.
protocol TimelineTrack<Root>: Sendable {
  associatedtype Root

  var duration: Double { get }

  /// Updates the part of the value that the track animates.
  func update(_ root: inout Root, at time: Double)

  /// Returns the segments for the part at a key path, or nil if the track animates another part.
  func segments<Part: Animatable>(of keyPath: KeyPath<Root, Part>) -> KeyframeSegments<Part.AnimatableData>?

  /// Returns the segments for the whole value, or nil if the track animates a part of it.
  func wholeSegments<Data: VectorArithmetic>(as _: Data.Type) -> KeyframeSegments<Data>?

  /// The times at which its keyframes end, in seconds.
  var instants: [Double] { get }

  /// The time at which its value jumps at its end, in seconds, or nil if it doesn't.
  var jumpAtEnd: Double? { get }

  /// The period of its fastest spring, in seconds, or infinity.
  var shortestPeriod: Double { get }
}

/// The track of the part at a key path.
@usableFromInline
struct KeyPathTrack<Root, Part: Animatable>: TimelineTrack {
  /// Updates the part to a time. The program that makes a track compiles this for its types; a generic method would look
  /// their functions up at each step.
  @usableFromInline
  typealias Update = (inout Root, KeyframeSegments<Part.AnimatableData>, Double) -> Void

  let keyPath: WritableKeyPath<Root, Part> & Sendable
  let segments: KeyframeSegments<Part.AnimatableData>
  // It captures only a key path, which is Sendable. Like a method of this struct, it may run on any thread.
  nonisolated(unsafe) let update: Update

  var duration: Double { segments.duration }

  func update(_ root: inout Root, at time: Double) {
    update(&root, segments, time)
  }

  func segments<Other: Animatable>(of keyPath: KeyPath<Root, Other>) -> KeyframeSegments<Other.AnimatableData>? {
    self.keyPath as AnyKeyPath == keyPath ? segments as? KeyframeSegments<Other.AnimatableData> : nil
  }

  func wholeSegments<Data: VectorArithmetic>(as _: Data.Type) -> KeyframeSegments<Data>? {
    keyPath as AnyKeyPath == \Root.self ? segments as? KeyframeSegments<Data> : nil
  }

  var instants: [Double] { segments.segments.map { $0.end } }

  var jumpAtEnd: Double? { segments.endsWithJump ? segments.duration : nil }

  var shortestPeriod: Double {
    segments.segments.reduce(.infinity) { shortest, segment in
      if case .spring(let spring, _, _) = segment.path { min(shortest, spring.response) } else { shortest }
    }
  }
}
#endif
