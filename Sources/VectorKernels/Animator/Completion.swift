/// The identity of a run: of what moves a property, from when it begins until it ends or another one takes its place. What
/// is added to a run (``Retargeting/add``) belongs to it.
public struct AnimationRun: Hashable, Sendable, Codable {
  /// The property that runs.
  public let handle: PropertyHandle
  /// How many runs its place had had before, counted from 0 again after 2^32.
  @usableFromInline let number: UInt32

  @inlinable
  init(handle: PropertyHandle, number: UInt32) {
    (self.handle, self.number) = (handle, number)
  }
}

extension AnimationRun: CustomStringConvertible {
  public var description: String { "AnimationRun(\(handle), number: \(number))" }
}

/// The end of a run: each is reported once, by the first ``Animator/advance(to:)`` after it.
public struct Completion: Hashable, Sendable, Codable {
  public enum Reason: String, Hashable, Sendable, Codable {
    /// It came to its end (played backwards, to its start).
    case finished
    /// Another run took its place.
    case replaced
    /// Its property was removed.
    case removed
    /// It was stopped.
    case stopped
  }

  /// The run that ended, as the call that began it returned it.
  public let run: AnimationRun
  public let reason: Reason
  /// Where the property was left: at the start of the run, at its target, or where it was.
  public let end: StoppingPoint

  /// The property that ran.
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
  /// The identity of a property's run, or nil at rest.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public func run(of handle: PropertyHandle) throws(StalePropertyError) -> AnimationRun? {
    try check(handle)
    return core.isRunning(handle.index) ? core.lastRun(of: handle) : nil
  }

  /// Lets a property be removed by itself when its run finishes, which is then reported as usual. At rest it's removed at
  /// once. Where the run is stopped or replaced, the property stays.
  ///
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(1)
  public mutating func removeAtEnd(_ handle: PropertyHandle) throws(StalePropertyError) {
    try check(handle)
    core.removeAtEnd(handle.index)
  }

  /// Lets properties be removed by themselves when their runs finish.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there.
  /// - Complexity: O(1) for each.
  public mutating func removeAtEnd(_ handles: some Sequence<PropertyHandle>) throws(StalePropertyError) {
    for handle in handles { try removeAtEnd(handle) }
  }

  /// The completions of all frames to come, for tasks that wait for them.
  ///
  /// ```swift
  /// let ends = animator.completionStream()
  /// let run = try animator.animate(door, to: open, using: .spring)
  /// Task {
  ///   for await completion in ends where completion.run == run { ring() }
  /// }
  /// ```
  ///
  /// Each stream gives every completion once, in order, from the next ``advance(to:)`` on, and ends with the animator. What
  /// nobody takes stays in it.
  ///
  /// - Complexity: O(1); each frame then hands on its completions.
  public mutating func completionStream() -> AsyncStream<Completion> { streams.makeStream() }
}

/// The streams that an animator's completions go to. They end with it.
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
        // Those that nobody listens to any more.
        if case .terminated = continuation.yield(completion) { return true }
      }
      return false
    }
  }
}
