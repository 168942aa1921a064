/// A place in the loops of a run, with a name: ``Animator/observe(_:loops:markers:)-(PropertyHandle,_,_)``.
public struct AnimationMarker: Hashable, Sendable, Codable {
  public let name: String
  /// Seconds of the run's own time since a loop began, the first of them after the run's delay. One outside the loop is
  /// never passed.
  public let time: Double

  public init(_ name: String, at time: Double) {
    (self.name, self.time) = (name, time)
  }
}

extension AnimationMarker: CustomStringConvertible {
  public var description: String { "\(name) at \(time) s" }
}

/// What a run came past in a frame: the end of a loop, or a marker. A frame that comes past one several times tells of
/// the last time, and how often it was.
public struct AnimationEvent: Hashable, Sendable, Codable {
  public enum Kind: Hashable, Sendable, Codable {
    /// A loop was completed: the run came to its end, or played backwards to its beginning.
    case loop
    /// A marker was passed.
    case marker(AnimationMarker)

    enum MarkerCodingKeys: String, CodingKey {
      case _0 = "marker"
    }
  }

  /// The run, as the call that began it returned it.
  public let run: AnimationRun
  public let kind: Kind
  /// The number of the loop that was completed, or in which the marker was passed, from 1 on; the last one's if there
  /// were several. At most 2^53.
  public let loop: Int
  /// How many times that happened in the frame, at least once.
  public let count: Int
  /// When it was: seconds of the run's own time since it began, with its delay, as ``Animator/time(of:)`` counts them.
  public let time: Double

  /// The property that runs.
  public var handle: PropertyHandle { run.handle }

  public init(run: AnimationRun, kind: Kind, loop: Int, count: Int, time: Double) {
    (self.run, self.kind, self.loop, self.count, self.time) = (run, kind, loop, count, time)
  }
}

extension AnimationEvent: CustomStringConvertible {
  public var description: String {
    let times = count > 1 ? " (\(count) times)" : ""
    switch kind {
    case .loop: return "\(handle) completed loop \(loop)\(times)"
    case .marker(let marker): return "\(handle) passed \(marker.name) in loop \(loop)\(times)"
    }
  }
}

// MARK: - Observing

extension Animator {
  /// The loops that observed runs completed in the last ``advance(to:)``, and the markers that they passed, in order of
  /// time.
  ///
  /// The last events of a run are here in the same frame in which ``completions`` has its end.
  ///
  /// - Complexity: O(1). While two frames' lists are kept, the next frame allocates another.
  public var events: [AnimationEvent] { core.observations.events }

  /// Reports the loops that a property's run completes, and the markers that it passes, as ``events`` of the frames from
  /// now until it ends. What was observed of the run before is forgotten.
  ///
  /// ```swift
  /// try animator.play(walker, steps, repeats: true)
  /// try animator.observe(walker, markers: [AnimationMarker("left", at: 0.2), AnimationMarker("right", at: 0.7)])
  /// animator.advance(to: now)
  /// for event in animator.events { print(event) }
  /// ```
  ///
  /// A loop is a pass through what is played or repeated, with a delay of its own but without that of the run; each way
  /// of what autoreverses is one. A run of n passes has n loops, of which the last is complete when it finishes, and
  /// what doesn't repeat has one. A spring or a fling that doesn't repeat, a ``CustomAnimation`` and a repetition in a
  /// repetition that isn't simply a longer one have markers, but no loops to complete.
  ///
  /// Loops are numbered by the run's time, from 1 on; the one in which an animation sets out, with a delay below 0, is its
  /// first. Played backwards, a loop is complete when the run comes to its beginning.
  ///
  /// A run that begins, or is put elsewhere by a seek or by a frame back in time, tells nothing of what it leaps over.
  /// From there on all is told, again if it has been before, and markers that lie just there as well. Where an animation
  /// is added to a run (``Retargeting/add``), its loops are still those with which it began; one that is observed only
  /// then has none.
  ///
  /// - Parameters:
  ///   - handle: The property. At rest there is nothing to observe.
  ///   - loops: Whether to report loops.
  ///   - markers: The markers to report, in any order.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(m log m) for m markers. A frame then takes O(m) for each run that is observed.
  public mutating func observe(
    _ handle: PropertyHandle, loops: Bool = true, markers: [AnimationMarker] = []
  ) throws(StalePropertyError) {
    try check(handle)
    core.observe(handle, loops: loops, markers: markers)
  }

  /// Reports the loops that the runs of properties complete, and the markers that they pass, as
  /// ``observe(_:loops:markers:)-(PropertyHandle,_,_)`` does for one.
  ///
  /// - Throws: ``StalePropertyError`` for the first that isn't there; those before it are observed.
  /// - Complexity: O(m log m) for each, with m markers.
  public mutating func observe(
    _ handles: some Sequence<PropertyHandle>, loops: Bool = true, markers: [AnimationMarker] = []
  ) throws(StalePropertyError) {
    for handle in handles { try observe(handle, loops: loops, markers: markers) }
  }
}
