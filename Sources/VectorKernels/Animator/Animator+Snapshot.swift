extension Animator {
  /// The complete state of an animator at one moment. Use it to save, to roll back, or to test.
  ///
  /// ```swift
  /// let before = animator.snapshot()
  /// animator.advance(by: 1.0 / 60)
  /// animator.restore(before)  // as if that frame had never been
  /// let file = try JSONEncoder().encode(before)
  /// ```
  ///
  /// After a restore, the same calls give the same bits, on any number of cores; only new handles differ. At another
  /// instruction set level, or on another kind of processor, values agree within the errors that the kernels document.
  ///
  /// The state that a custom animation keeps in its context is copied like any Swift value. A class instance is
  /// therefore copied by reference, and must be `Sendable`.
  public struct Snapshot: Sendable {
    let state: AnimatorState

    /// The latest time that had been passed to the animator, in seconds.
    public var time: Double { state.clock.time }

    /// The number of properties at that moment.
    public var count: Int { state.table.count }
  }

  /// Returns a snapshot of the whole state: properties with their handles, runs, time and completions.
  ///
  /// - Complexity: O(``columnCount``) copied bytes, and the same again for each layer of added animations, in one or
  ///   two allocations for each group of properties that run in the same way. Keyframes and walks of properties' own are
  ///   copied, too, in eleven more. The values are copied only when one of them next changes.
  public func snapshot() -> Snapshot { Snapshot(state: core.state) }

  /// Restores the state of a snapshot. Handles that were valid at that moment are valid again. Handles made since then
  /// are stale and stay stale. New properties take the same places in the columns as without the restore, but they get
  /// new handles, and new runs get new identities. All values count as changed.
  ///
  /// - Parameter snapshot: A snapshot of this animator, or of another one.
  /// - Complexity: The same as ``snapshot()``.
  public mutating func restore(_ snapshot: Snapshot) { core.restore(snapshot.state) }

  /// Creates an animator that continues from a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The state to continue from.
  ///   - cores: The number of cores that may share work, at least 1, as for ``init(time:capacity:cores:)``.
  public init(restoring snapshot: Snapshot, cores: Int = 1) {
    self.init(time: snapshot.time, cores: cores)
    restore(snapshot)
  }
}

extension Animator.Snapshot: CustomStringConvertible {
  public var description: String { "Snapshot(\(count) properties at \(time) s)" }
}

/// The error for a run that a snapshot can hold in memory, but not in a file.
public struct UnsavableRunError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of a run that a file can't hold.
  public enum Obstacle: String, Hashable, Sendable {
    /// A ``CustomAnimation``, which may hold anything, or the state of a custom animation in a context.
    case customAnimation
    /// A ``KeyframeTimeline``, which holds key paths. Prepared keyframes can be saved.
    case timeline
  }

  /// The property that the run animates.
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
