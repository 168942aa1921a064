/// A named time in the passes of a run. See ``Animator/observe(_:passes:markers:)-(PropertyHandle,_,_)``.
public struct AnimationMarker: Hashable, Sendable, Codable {
  public let name: String
  /// The seconds of the run's own time since the pass began. The first pass begins after the run's delay. A marker
  /// whose time is outside the pass is never passed.
  public let time: Double

  public init(_ name: String, at time: Double) {
    (self.name, self.time) = (name, time)
  }
}

extension AnimationMarker: CustomStringConvertible {
  public var description: String { "\(name) at \(time) s" }
}

/// Something that a run passed in a frame: the end of a pass, or a marker. If a frame passes the same one several
/// times, the event describes the last time and counts them all.
public struct AnimationEvent: Hashable, Sendable, Codable {
  public enum Kind: Hashable, Sendable {
    /// The run completed a pass: it came to the pass's end or, played backwards, to its beginning.
    case pass
    /// The run passed a marker.
    case marker(AnimationMarker)
  }

  /// The run, as returned by the call that started it.
  public let run: AnimationRun
  public let kind: Kind
  /// The number of the pass that was completed, or in which the marker lies. The first pass is 1. If there were
  /// several, this is the last one. At most 2^53.
  public let pass: Int
  /// The number of times this happened in the frame, at least 1.
  public let count: Int
  /// The time of the event: seconds of the run's own time since it began, delay included, as ``Animator/time(of:)``
  /// counts them.
  public let time: Double

  /// The property that the run animates.
  public var handle: PropertyHandle { run.handle }

  public init(run: AnimationRun, kind: Kind, pass: Int, count: Int, time: Double) {
    (self.run, self.kind, self.pass, self.count, self.time) = (run, kind, pass, count, time)
  }
}

extension AnimationEvent: CustomStringConvertible {
  public var description: String {
    let times = count > 1 ? " (\(count) times)" : ""
    switch kind {
    case .pass: return "\(handle) completed pass \(pass)\(times)"
    case .marker(let marker): return "\(handle) passed \(marker.name) in pass \(pass)\(times)"
    }
  }
}

#if !hasFeature(Embedded)
/// A kind is keyed by its name: `{"pass": {}}`, or `{"marker": {"marker": ...}}`.
extension AnimationEvent.Kind: Codable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .pass: encoder.encodeCase("pass")
    case .marker(let marker):
      var values = encoder.encodeCase("marker")
      try values.encode(marker, forKey: "marker")
    }
  }

  public init(from decoder: any Decoder) throws {
    let (name, values) = try decoder.decodeCase()
    switch name {
    case "pass": self = .pass
    case "marker": self = .marker(try values.decode("marker"))
    default: throw decoder.unknownCase(name)
    }
  }
}
#endif

// MARK: - Observing

extension Animator {
  /// The passes that observed runs completed in the last ``advance(to:)``, and the markers that they passed, in order of
  /// time.
  ///
  /// The last events of a run are listed in the same frame in which ``completions`` lists its end.
  ///
  /// - Complexity: O(1). If you keep the lists of two frames, the next frame allocates another list.
  public var events: [AnimationEvent] { core.observations.events }

  /// Reports the passes that a property's run completes and the markers that it reaches. They appear in ``events``, in
  /// each frame from now until the run ends. This replaces any earlier observation of the run.
  ///
  /// ```swift
  /// try animator.play(walker, steps, repeats: true)
  /// try animator.observe(walker, markers: [AnimationMarker("left", at: 0.2), AnimationMarker("right", at: 0.7)])
  /// animator.advance(to: now)
  /// for event in animator.events { print(event) }
  /// ```
  ///
  /// A pass goes once through the animation that is played or repeated. It includes that animation's own delay, but
  /// not the delay of the run. If the animation autoreverses, each direction is a pass. The last
  /// pass is complete when the run finishes; an animation that doesn't repeat has one pass. Three kinds of
  /// run have markers, but no passes to complete: a spring or a fling that doesn't repeat, a ``CustomAnimation``, and a
  /// repetition of a repetition that isn't equal to one longer repetition.
  ///
  /// The run's time determines a pass's number; the first pass is 1. If a delay below 0 starts an animation inside a
  /// later pass, that pass is the first. Played backwards, a pass is complete when the run reaches the
  /// pass's beginning.
  ///
  /// When a run begins, or when a seek or a frame back in time moves it, it doesn't report the events that it skips.
  /// From there on it reports every event, including those that it has reported before and markers at exactly that
  /// time. If an animation is added to a run (``Retargeting/add``), the run keeps the passes with which it began. A run
  /// that is observed only after that has no passes.
  ///
  /// - Parameters:
  ///   - handle: The property. If it is at rest, there is nothing to observe.
  ///   - passes: Whether to report completed passes.
  ///   - markers: The markers to report, in any order.
  /// - Throws: ``StalePropertyError``
  /// - Complexity: O(m log m) for m markers. Each frame then takes O(m) for each observed run that moves.
  public mutating func observe(
    _ handle: PropertyHandle, passes: Bool = true, markers: [AnimationMarker] = []
  ) throws(StalePropertyError) {
    try check(handle)
    core.observe(handle, passes: passes, markers: markers)
  }

  /// Reports the passes that the runs of several properties complete and the markers that they pass, as
  /// ``observe(_:passes:markers:)-(PropertyHandle,_,_)`` does for one property.
  ///
  /// - Throws: ``StalePropertyError`` for the first stale handle; the properties before it are observed.
  /// - Complexity: O(m log m) per property, for m markers.
  public mutating func observe(
    _ handles: some Sequence<PropertyHandle>, passes: Bool = true, markers: [AnimationMarker] = []
  ) throws(StalePropertyError) {
    for handle in handles { try observe(handle, passes: passes, markers: markers) }
  }
}
