/// Identifies a run: one animation of a property, from its start until it ends or another run replaces it. An animation
/// that is added to a run (``Retargeting/add``) belongs to that run.
public struct AnimationRun: Hashable, Sendable, Codable {
  /// The property that the run animates.
  public let handle: PropertyHandle
  /// The number of earlier runs at the same place in the columns; after 2^32 runs it starts again at 0.
  @usableFromInline let number: UInt32

  @inlinable
  init(handle: PropertyHandle, number: UInt32) {
    (self.handle, self.number) = (handle, number)
  }
}

extension AnimationRun: CustomStringConvertible {
  public var description: String { "AnimationRun(\(handle), number: \(number))" }
}

/// The end of a run. Each one is reported once, by the first ``Animator/advance(to:)`` after it.
public struct Completion: Hashable, Sendable, Codable {
  public enum Reason: String, Hashable, Sendable, Codable {
    /// The run came to its end or, played backwards, to its start.
    case finished
    /// Another run replaced it.
    case replaced
    /// Its property was removed.
    case removed
    /// The run was stopped.
    case stopped
  }

  /// The run that ended, as returned by the call that started it.
  public let run: AnimationRun
  public let reason: Reason
  /// The value at which the run left its property: the run's start, its target, or the value that the property had
  /// then.
  public let end: StoppingPoint

  /// The property that the run animated.
  public var handle: PropertyHandle { run.handle }

  public init(run: AnimationRun, reason: Reason, end: StoppingPoint) {
    (self.run, self.reason, self.end) = (run, reason, end)
  }
}

extension Completion: CustomStringConvertible {
  public var description: String { "\(handle) \(reason.rawValue)" }
}

// MARK: - Asking and waiting

extension Animator {
  /// Returns the identity of a property's run, or nil if the property is at rest.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func run(of handle: PropertyHandle) throws(StalePropertyError) -> AnimationRun? {
    try check(handle)
    return core.isRunning(handle.index) ? core.lastRun(of: handle) : nil
  }

  /// Removes a property automatically when its run finishes; the completion is reported as usual. A property at rest is
  /// removed at once. If the run is stopped or replaced, the property stays.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func removeAtEnd(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.removeAtEnd(handle.index)
  }

  /// Removes properties automatically when their runs finish.
  ///
  /// - Throws: ``StalePropertyError`` for the first handle that is stale.
  /// - Complexity: O(1) per property.
  public mutating func removeAtEnd(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try removeAtEnd(handle) }
  }

  #if !hasFeature(Embedded)
  /// Returns a stream of the completions of all future frames, for tasks that wait for them.
  ///
  /// ```swift
  /// let ends = animator.completionStream()
  /// let run = try animator.animate(door, to: open, using: .spring)
  /// Task {
  ///   for await completion in ends where completion.run == run { ring() }
  /// }
  /// ```
  ///
  /// Each stream delivers every completion once, in order, beginning with the next ``advance(to:)``. It ends with the
  /// animator. Completions that nobody reads stay in the stream.
  ///
  /// - Complexity: O(1). Each later frame then sends its completions to the stream.
  public mutating func completionStream() -> AsyncStream<Completion> { streams.makeStream() }
  #endif

  /// Sends the completions of a frame to the streams. Embedded Swift has none.
  func sendCompletions() {
    #if !hasFeature(Embedded)
    streams.send(core.completions)
    #endif
  }
}

#if !hasFeature(Embedded)
/// The streams that receive an animator's completions. They end with the animator.
final class CompletionStreams {
  private var continuations: [AsyncStream<Completion>.Continuation] = []

  deinit {
    for continuation in continuations { continuation.finish() }
  }

  func makeStream() -> AsyncStream<Completion> {
    let (stream, continuation) = AsyncStream<Completion>.makeStream()
    continuations.append(continuation)
    return stream
  }

  func send(_ completions: [Completion]) {
    if continuations.isEmpty { return }
    continuations.removeAll { continuation in
      for completion in completions {
        // The stream has no listener any more.
        if case .terminated = continuation.yield(completion) { return true }
      }
      return false
    }
  }
}
#endif
