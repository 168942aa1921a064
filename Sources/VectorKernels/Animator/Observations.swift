/// The observation of a run: the passes and markers to report.
struct Observation: Sendable {
  let run: AnimationRun
  private(set) var reportsPasses = false
  /// The markers within a pass, by time.
  private(set) var markers: [AnimationMarker] = []
  let passes: RunPasses
  /// The seconds since the run began up to which everything has been reported.
  private var reached: Double
  /// Whether events at exactly that time are still to be reported.
  private var reportsReached = true

  init(_ run: AnimationRun, _ passes: RunPasses, at time: Double) {
    (self.run, self.passes, reached) = (run, passes, time)
  }

  /// Sets the passes and markers to report from now on.
  mutating func set(passes reportsPasses: Bool, markers: [AnimationMarker]) {
    self.reportsPasses = reportsPasses && passes.canEnd
    let offsets = Self.markerOffsets(in: passes)
    self.markers = markers.filter { offsets.contains($0.time) }.sorted { $0.time < $1.time }
  }

  /// Returns the times in a pass at which markers are passed. They include the end of a pass, with a tolerance for
  /// rounding.
  private static func markerOffsets(in passes: RunPasses) -> ClosedRange<Double> { 0...passes.duration * (1 + 1e-9) }

  /// Whether there is nothing to report.
  var isIdle: Bool { !reportsPasses && markers.isEmpty }

  /// Moves to another time without reporting the events in between.
  mutating func move(to time: Double) { (reached, reportsReached) = (time, true) }

  /// Advances to a time and reports the events on the way.
  mutating func advance(to time: Double, isForward: Bool, report: (AnimationEvent) -> Void) {
    // A change of speed may round a time to an earlier one, which has been reported already.
    guard isForward ? time >= reached : time <= reached else { return }
    if reportsPasses {
      // A run that a seek moves to the end of a pass hasn't completed that pass. But a run of no duration completes its
      // pass at its beginning.
      let isAtBegin = isForward && reportsReached && reached <= 0
      advance(.pass, at: isForward ? passes.duration : 0, to: time, isForward, reportsReached: isAtBegin, report)
    }
    for marker in markers {
      advance(
        .marker(marker), at: min(marker.time, passes.duration), to: time, isForward, reportsReached: reportsReached,
        report)
    }
    (reached, reportsReached) = (time, false)
  }

  private func advance(
    _ kind: AnimationEvent.Kind, at offset: Double, to time: Double, _ isForward: Bool, reportsReached: Bool,
    _ report: (AnimationEvent) -> Void
  ) {
    let (before, after): (Double, Double)
    if isForward {
      before = passes.count(reaching: offset, by: max(0, reached), isIncluded: reached >= 0 && !reportsReached)
      after = passes.count(reaching: offset, by: time, isIncluded: true)
    } else {
      before = passes.count(reaching: offset, by: max(0, time), isIncluded: false)
      after = passes.count(reaching: offset, by: reached, isIncluded: reportsReached)
    }
    guard after > before else { return }
    let pass = isForward ? after : before + 1
    report(
      AnimationEvent(
        run: run, kind: kind, pass: Int(clamping: Int64(pass)), count: Int(clamping: Int64(after - before)),
        time: passes.time(of: offset, inPass: pass)))
  }
}

#if !hasFeature(Embedded)
extension Observation: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    try container.encode(run, forKey: "run")
    try container.encode(reportsPasses, forKey: "loops")
    try container.encode(markers, forKey: "markers")
    // The passes' begin, duration, count and end, and the time up to which everything has been reported.
    try container.encodePacked([passes.begin, passes.duration, passes.count, passes.end, reached], forKey: "times")
    try container.encode(reportsReached, forKey: "isPut")
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    let times = try container.decodePacked(Double.self, count: 5, forKey: "times")
    try container.require(
      !times[0].isNaN && times[1] >= 0 && times[2] >= 1 && !times[3].isNaN && times[4].isFinite, "times",
      "times are \(times), but must be a begin, a duration of at least 0, a count of at least 1, an end and a finite "
        + "time")
    run = try container.decode(AnimationRun.self, forKey: "run")
    reportsPasses = try container.decode(Bool.self, forKey: "loops")
    markers = try container.decode([AnimationMarker].self, forKey: "markers")
    passes = RunPasses(from: times[0], lasting: times[1], count: times[2], until: times[3])
    reached = times[4]
    try container.require(
      markers.allSatisfy { Self.markerOffsets(in: passes).contains($0.time) }, "markers",
      "markers are at \(markers.map(\.time)), but must be in 0...\(passes.duration)")
    reportsReached = try container.decode(Bool.self, forKey: "isPut")
  }
}
#endif

/// The observed runs of an animator, and the events of the last frame.
struct Observations: Sendable {
  /// The observations, in no particular order but for this: those of runs that stand still come last. Some may be of
  /// runs that have ended since the last frame.
  private(set) var all: [Observation] = []
  /// The number of observations that come first, whose runs may move. Only these are looked at in a frame.
  private(set) var movingCount = 0
  /// The index in `all` of each slot's observation.
  private var indices: [Int: Int] = [:]
  private(set) var events: [AnimationEvent] = []
  /// The events of a frame with their times, before they are sorted.
  private var moments: [Moment] = []

  private struct Moment {
    let event: AnimationEvent
    /// The time on the animator's clock.
    let time: Double
    let isForward: Bool

    /// Returns whether this moment comes first. At the time at which one pass ends, the next one begins.
    func precedes(_ other: Moment) -> Bool {
      if time != other.time { return time < other.time }
      let (a, b) = (event, other.event)
      if a.handle != b.handle { return a.handle.index < b.handle.index }
      if a.pass != b.pass { return (a.pass < b.pass) == isForward }
      return a.kind != .pass && b.kind == .pass
    }
  }

  init() {}

  init(_ all: [Observation], events: [AnimationEvent]) {
    self.events = events
    for observation in all { self[observation.run.handle.index] = observation }
  }

  var isEmpty: Bool { all.isEmpty }

  subscript(slot: Int) -> Observation? {
    get { indices[slot].map { all[$0] } }
    set {
      switch (indices[slot], newValue) {
      case (let index?, let observation?): all[index] = observation
      case (let index?, nil): remove(at: index)
      case (nil, let observation?):
        indices[slot] = all.count
        all.append(observation)
        wake(slot)
      case (nil, nil): break
      }
    }
  }

  mutating func remove(at index: Int) {
    var index = index
    if index < movingCount {
      rest(index)
      index = movingCount
    }
    swap(index, all.count - 1)
    indices[all.removeLast().run.handle.index] = nil
  }

  /// Puts an observation behind those of runs that may move.
  mutating func rest(_ index: Int) {
    movingCount -= 1
    swap(index, movingCount)
  }

  /// Puts a property's observation, if it has one, among those of runs that may move.
  mutating func wake(_ slot: Int) {
    guard movingCount < all.count, let index = indices[slot], index >= movingCount else { return }
    swap(index, movingCount)
    movingCount += 1
  }

  private mutating func swap(_ a: Int, _ b: Int) {
    if a == b { return }
    all.swapAt(a, b)
    indices[all[a].run.handle.index] = a
    indices[all[b].run.handle.index] = b
  }

  mutating func move(to time: Double, _ index: Int) { all[index].move(to: time) }

  /// Advances one observation to a time and collects the events on the way.
  ///
  /// - Parameters:
  ///   - index: The observation's index in `all`.
  ///   - time: The seconds since its run began.
  ///   - direction: The direction of the run's group.
  ///   - moment: Converts a time of the run to the animator's clock.
  mutating func advance(_ index: Int, to time: Double, direction: Double, moment: (_ time: Double) -> Double) {
    all[index].advance(to: time, isForward: direction > 0) {
      moments.append(Moment(event: $0, time: moment($0.time), isForward: direction > 0))
    }
  }

  mutating func forgetEvents() {
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
  }

  /// Sorts the collected events and publishes them.
  mutating func endFrame() {
    if moments.isEmpty { return }
    moments.sort { $0.precedes($1) }
    for moment in moments { events.append(moment.event) }
    moments.removeAll(keepingCapacity: true)
  }
}

extension AnimatorCore {
  /// Observes a property's run, if it has one, from its present time on. If the run is observed already, updates what
  /// to report.
  mutating func observe(_ handle: PropertyHandle, passes: Bool, markers: [AnimationMarker]) {
    let slot = handle.index
    guard let (group, member) = run(of: slot) else { return }
    let identity = lastRun(of: handle)
    var observation: Observation
    if let known = observations[slot], known.run == identity {
      observation = known
    } else {
      let passes = group.passes(of: member, speed: speed(of: slot, in: group))
      observation = Observation(identity, passes, at: localTime(of: slot, member, in: group))
    }
    observation.set(passes: passes, markers: markers)
    observations[slot] = observation.isIdle ? nil : observation
  }

  /// Collects the events of observed runs in a frame that hasn't moved them yet, and forgets runs that ended before the
  /// frame. Runs that stand still aren't looked at again until they move or end.
  ///
  /// - Parameter before: The clock in the previous frame.
  mutating func noteEvents(since before: Double) {
    let now = clock.now
    var index = 0
    while index < observations.movingCount {
      let (run, end) = (observations.all[index].run, observations.all[index].passes.end)
      let slot = run.handle.index
      guard holds(run.handle), let (group, member) = self.run(of: slot), table.run(of: slot) == run else {
        observations.remove(at: index)
        continue
      }
      if group.direction == 0 {
        observations.rest(index)
        continue
      }
      let (speed, start) = (speed(of: slot, in: group), group.starts[member])
      let time = localTime(of: slot, member, in: group, lastingTo: end)
      // A run may end in a frame of no time, too: a seek may have moved it to its end.
      if now >= before {
        observations.advance(index, to: time, direction: group.direction) { group.direction * (start + $0 / speed) }
      } else {
        observations.move(to: time, index)
      }
      index += 1
    }
    observations.endFrame()
  }

  /// Returns the time since a property's run began, in seconds of the property's own time. It is rounded so that the
  /// run's passes, which end at `end`, end in the same frame as the run.
  private func localTime(
    of slot: Int, _ member: Int, in group: PropertyGroup, lastingTo end: Double
  ) -> Double {
    let (time, duration) = (localTime(of: slot, member, in: group), group.duration(of: member))
    guard group.direction > 0, duration < .infinity, end < .infinity else { return time }
    if elapsed(of: member, in: group) >= duration { return max(time, end) }
    // A sum may last longer than its passes, because runs have been added to it.
    return group.addsUp ? time : min(time, end.nextDown)
  }
}
