extension Animator {
  /// The whole state of an animator at one moment, to go on from later: for saving, for rolling back, for tests.
  ///
  /// ```swift
  /// let before = animator.snapshot()
  /// animator.advance(by: 1.0 / 60)
  /// animator.restore(before)  // as if that frame had never been
  /// let file = try JSONEncoder().encode(before)
  /// ```
  ///
  /// From the same calls then follow the same bits, but for handles that are new, on any number of cores; at another level of instructions, and on
  /// another kind of processor, values within the errors that the kernels promise.
  ///
  /// What a custom animation keeps in its context is copied as any value in Swift is: by reference where it is one, which
  /// is then `Sendable`.
  public struct Snapshot: Sendable {
    let state: AnimatorState

    /// The time that the animator had been told last, in seconds.
    public var time: Double { state.clock.time }

    /// How many properties there were.
    public var count: Int { state.table.count }
  }

  /// Notes everything as it is: properties with their handles, what runs, time, what has ended and what has changed.
  ///
  /// - Complexity: O(``columnCount``) copied bytes, as often again as animations add up, in an allocation or two for each
  ///   group of properties that run the same way. The values are copied only when the next one changes.
  public func snapshot() -> Snapshot { Snapshot(state: core.state) }

  /// Puts everything back to what it was. Handles of then are right again; those made since are not, and don't come
  /// again: new properties take the same places in the columns as without the restoring, but have handles of their own.
  ///
  /// - Parameter snapshot: A snapshot of this animator, or of another one.
  /// - Complexity: As ``snapshot()``.
  public mutating func restore(_ snapshot: Snapshot) { core.restore(snapshot.state) }

  /// An animator that goes on from a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: Where to go on from.
  ///   - cores: On how many cores a frame may be evaluated, at least 1, as for ``init(time:capacity:cores:)``.
  public init(restoring snapshot: Snapshot, cores: Int = 1) {
    self.init(time: snapshot.time, cores: cores)
    restore(snapshot)
  }
}

extension Animator.Snapshot: CustomStringConvertible {
  public var description: String { "Snapshot(\(count) properties at \(time) s)" }
}

/// A run that can be kept in memory, but not in a file.
public struct UnsavableRunError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a file can't hold.
  public enum Obstacle: String, Hashable, Sendable {
    /// A ``CustomAnimation``, which may hold anything, or what one has left behind in a context.
    case customAnimation
    /// A ``KeyframeTimeline``, which holds key paths; prepared keyframes can be saved.
    case timeline
  }

  /// The property that runs.
  public let handle: PropertyHandle
  public let obstacle: Obstacle

  public init(handle: PropertyHandle, obstacle: Obstacle) {
    self.handle = handle
    self.obstacle = obstacle
  }

  public var description: String {
    switch obstacle {
    case .customAnimation: "\(handle) runs a custom animation, which can't be saved"
    case .timeline: "\(handle) plays a timeline that isn't prepared, which can't be saved"
    }
  }
}
