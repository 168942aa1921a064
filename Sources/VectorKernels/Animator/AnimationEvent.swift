/// A named time in the loops of a run. See ``Animator/observe(_:loops:markers:)-(PropertyHandle,_,_)``.
public struct AnimationMarker: Hashable, Sendable, Codable {
  public let name: String
  /// The seconds of the run's own time since the loop began. The first loop begins after the run's delay. A marker
  /// whose time is outside the loop is never passed.
  public let time: Double

  public init(_ name: String, at time: Double) {
    (self.name, self.time) = (name, time)
  }
}

extension AnimationMarker: CustomStringConvertible {
  public var description: String { "\(name) at \(time) s" }
}

/// Something that a run passed in a frame: the end of a loop, or a marker. If a frame passes the same one several
/// times, the event describes the last time and counts them all.
public struct AnimationEvent: Hashable, Sendable, Codable {
  public enum Kind: Hashable, Sendable, Codable {
    /// The run completed a loop: it came to the loop's end or, played backwards, to its beginning.
    case loop
    /// The run passed a marker.
    case marker(AnimationMarker)

    enum MarkerCodingKeys: String, CodingKey {
      case _0 = "marker"
    }
  }

  /// The run, as returned by the call that started it.
  public let run: AnimationRun
  public let kind: Kind
  /// The number of the loop that was completed, or in which the marker was passed. The first loop is 1. If there were
  /// several, this is the last one. At most 2^53.
  public let loop: Int
  /// The number of times this happened in the frame, at least 1.
  public let count: Int
  /// The time of the event: seconds of the run's own time since it began, delay included, as ``Animator/time(of:)``
  /// counts them.
  public let time: Double

  /// The property that the run animates.
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
  /// The last events of a run are listed in the same frame in which ``completions`` lists its end.
  ///
  /// - Complexity: O(1). If you keep the lists of two frames, the next frame allocates another list.
  public var events: [AnimationEvent] { core.observations.events }

  /// Reports the loops that a property's run completes and the markers that it passes. They appear in ``events``, in
  /// each frame from now until the run ends. This replaces any earlier observation of the run.
  ///
  /// ```swift
  /// try animator.play(walker, steps, repeats: true)
  /// try animator.observe(walker, markers: [AnimationMarker("left", at: 0.2), AnimationMarker("right", at: 0.7)])
  /// animator.advance(to: now)
  /// for event in animator.events { print(event) }
  /// ```
  ///
  /// A loop is one pass through the animation that is played or repeated. It includes that animation's own delay, but
  /// not the delay of the run. If the animation autoreverses, each direction is a loop. A run of n passes has n loops,
  /// and the last one is complete when the run finishes; an animation that doesn't repeat has one loop. Three kinds of
  /// run have markers, but no loops to complete: a spring or a fling that doesn't repeat, a ``CustomAnimation``, and a
  /// repetition of a repetition that isn't equal to one longer repetition.
  ///
  /// The run's time determines a loop's number; the first loop is 1. If a delay below 0 starts an animation inside a
  /// later pass, the loop of that pass is the first. Played backwards, a loop is complete when the run reaches the
  /// loop's beginning.
  ///
  /// When a run begins, or when a seek or a frame back in time moves it, it doesn't report the events that it skips.
  /// From there on it reports every event, including those that it has reported before and markers at exactly that
  /// time. If an animation is added to a run (``Retargeting/add``), the run keeps the loops with which it began. A run
  /// that is observed only after that has no loops.
  ///
  /// - Parameters:
  ///   - handle: The property. If it is at rest, there is nothing to observe.
  ///   - loops: Whether to report loops.
  ///   - markers: The markers to report, in any order.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(m log m) for m markers. Each frame then takes O(m) for each observed run.
  public mutating func observe(
    _ handle: PropertyHandle, loops: Bool = true, markers: [AnimationMarker] = []
  ) throws(StalePropertyError) {
    try check(handle)
    core.observe(handle, loops: loops, markers: markers)
  }

  /// Reports the loops that the runs of several properties complete and the markers that they pass, as
  /// ``observe(_:loops:markers:)-(PropertyHandle,_,_)`` does for one property.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it are observed.
  /// - Complexity: O(m log m) per property, for m markers.
  public mutating func observe(
    _ handles: some Sequence<PropertyHandle>, loops: Bool = true, markers: [AnimationMarker] = []
  ) throws(StalePropertyError) {
    for handle in handles { try observe(handle, loops: loops, markers: markers) }
  }
}
