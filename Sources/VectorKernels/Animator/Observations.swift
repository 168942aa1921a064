/// The observation of a run: the loops and markers to report.
struct Observation: Sendable {
  let run: AnimationRun
  private(set) var reportsPasses = false
  /// The markers within a loop, by time.
  private(set) var markers: [AnimationMarker] = []
  let loops: RunLoops
  /// The seconds since the run began up to which everything has been reported.
  private var reached: Double
  /// Whether events at exactly that time are still to be reported.
  private var isPut = true

  init(_ run: AnimationRun, _ loops: RunLoops, at time: Double) {
    (self.run, self.loops, reached) = (run, loops, time)
  }

  /// Sets the loops and markers to report from now on.
  mutating func set(passes reportsPasses: Bool, markers: [AnimationMarker]) {
    self.reportsPasses = reportsPasses && loops.canEnd
    let places = Self.places(in: loops)
    self.markers = markers.filter { places.contains($0.time) }.sorted { $0.time < $1.time }
  }

  /// Returns the times in a loop at which markers are passed. They include the end of a loop, with a tolerance for
  /// rounding.
  private static func places(in loops: RunLoops) -> ClosedRange<Double> { 0...loops.duration * (1 + 1e-9) }

  /// Whether there is nothing to report.
  var isIdle: Bool { !reportsPasses && markers.isEmpty }

  /// Moves to another time without reporting the events in between.
  mutating func put(at time: Double) { (reached, isPut) = (time, true) }

  /// Advances to a time and reports the events on the way.
  mutating func advance(to time: Double, isForward: Bool, tell: (AnimationEvent) -> Void) {
    // A change of speed may round a time to an earlier one, which has been reported already.
    guard isForward ? time >= reached : time <= reached else { return }
    if reportsPasses {
      // A run that a seek puts at the end of a loop hasn't completed that loop. But a run of no duration completes its
      // loop at its beginning.
      let isAtBegin = isForward && isPut && reached <= 0
      advance(.pass, at: isForward ? loops.duration : 0, to: time, isForward, isPut: isAtBegin, tell)
    }
    for marker in markers {
      advance(.marker(marker), at: min(marker.time, loops.duration), to: time, isForward, isPut: isPut, tell)
    }
    (reached, isPut) = (time, false)
  }

  private func advance(
    _ kind: AnimationEvent.Kind, at place: Double, to time: Double, _ isForward: Bool, isPut: Bool,
    _ tell: (AnimationEvent) -> Void
  ) {
    let (before, after): (Double, Double)
    if isForward {
      before = loops.passes(of: place, by: max(0, reached), isIncluded: reached >= 0 && !isPut)
      after = loops.passes(of: place, by: time, isIncluded: true)
    } else {
      before = loops.passes(of: place, by: max(0, time), isIncluded: false)
      after = loops.passes(of: place, by: reached, isIncluded: isPut)
    }
    guard after > before else { return }
    let loop = isForward ? after : before + 1
    tell(
      AnimationEvent(
        run: run, kind: kind, pass: Int(loop), count: Int(after - before),
        time: loops.time(of: place, inLoop: loop)))
  }
}

extension Observation: Codable {
  private enum CodingKeys: String, CodingKey {
    case run, loops, markers, isPut
    /// The loops' begin, duration, count and end, and the time up to which everything has been reported.
    case times
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(run, forKey: .run)
    try container.encode(reportsPasses, forKey: .loops)
    try container.encode(markers, forKey: .markers)
    try container.encodePacked([loops.begin, loops.duration, loops.count, loops.end, reached], forKey: .times)
    try container.encode(isPut, forKey: .isPut)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let times = try container.decodePacked(Double.self, count: 5, forKey: .times)
    try container.require(
      !times[0].isNaN && times[1] >= 0 && times[2] >= 1 && !times[3].isNaN && times[4].isFinite, .times,
      "times are \(times), but must be a begin, a duration of at least 0, a count of at least 1, an end and a finite "
        + "time")
    run = try container.decode(AnimationRun.self, forKey: .run)
    reportsPasses = try container.decode(Bool.self, forKey: .loops)
    markers = try container.decode([AnimationMarker].self, forKey: .markers)
    loops = RunLoops(from: times[0], lasting: times[1], count: times[2], until: times[3])
    reached = times[4]
    try container.require(
      markers.allSatisfy { Self.places(in: loops).contains($0.time) }, .markers,
      "markers are at \(markers.map(\.time)), but must be in 0...\(loops.duration)")
    isPut = try container.decode(Bool.self, forKey: .isPut)
  }
}

/// The observed runs of an animator, and the events of the last frame.
struct Observations: Sendable {
  /// The observations in no particular order. Some may be of runs that have ended since the last frame.
  private(set) var all: [Observation] = []
  /// The index in `all` of each slot's observation.
  private var places: [Int: Int] = [:]
  private(set) var events: [AnimationEvent] = []
  /// The events of a frame with their times, before they are sorted.
  private var moments: [Moment] = []

  private struct Moment {
    let event: AnimationEvent
    /// The time on the animator's clock.
    let time: Double
    let isForward: Bool

    /// Returns whether this moment comes first. At the time at which one loop ends, the next one begins.
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
    get { places[slot].map { all[$0] } }
    set {
      switch (places[slot], newValue) {
      case (let place?, let observation?): all[place] = observation
      case (let place?, nil): remove(at: place)
      case (nil, let observation?):
        places[slot] = all.count
        all.append(observation)
      case (nil, nil): break
      }
    }
  }

  mutating func remove(at place: Int) {
    places[all[place].run.handle.index] = nil
    let last = all.removeLast()
    if place == all.count { return }
    all[place] = last
    places[last.run.handle.index] = place
  }

  mutating func put(at time: Double, _ place: Int) { all[place].put(at: time) }

  /// Advances one observation to a time and collects the events on the way.
  ///
  /// - Parameters:
  ///   - place: The observation's index in `all`.
  ///   - time: The seconds since its run began.
  ///   - direction: The direction of the run's group.
  ///   - moment: Converts a time of the run to the animator's clock.
  mutating func advance(_ place: Int, to time: Double, direction: Double, moment: (_ time: Double) -> Double) {
    all[place].advance(to: time, isForward: direction > 0) {
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
      let loops = group.loops(of: member, speed: speed(of: slot, in: group))
      observation = Observation(identity, loops, at: localTime(of: slot, member, in: group))
    }
    observation.set(passes: passes, markers: markers)
    observations[slot] = observation.isIdle ? nil : observation
  }

  /// Collects the events of observed runs in a frame that hasn't moved them yet, and forgets runs that ended before the
  /// frame.
  ///
  /// - Parameter before: The clock in the previous frame.
  mutating func noteEvents(since before: Double) {
    let now = clock.now
    var place = 0
    while place < observations.all.count {
      let (run, end) = (observations.all[place].run, observations.all[place].loops.end)
      let slot = run.handle.index
      guard holds(run.handle), let (group, member) = self.run(of: slot), table.run(of: slot) == run else {
        observations.remove(at: place)
        continue
      }
      if group.direction != 0, now != before {
        let (speed, start) = (speed(of: slot, in: group), group.starts[member])
        let time = localTime(of: slot, member, in: group, lastingTo: end)
        if now > before {
          observations.advance(place, to: time, direction: group.direction) { group.direction * (start + $0 / speed) }
        } else {
          observations.put(at: time, place)
        }
      }
      place += 1
    }
    observations.endFrame()
  }

  /// Returns the time since a property's run began, in seconds of the property's own time. It is rounded so that the
  /// run's loops, which end at `end`, end in the same frame as the run.
  private func localTime(
    of slot: Int, _ member: Int, in group: PropertyGroup, lastingTo end: Double
  ) -> Double {
    let (time, duration) = (localTime(of: slot, member, in: group), group.duration(of: member))
    guard group.direction > 0, duration < .infinity, end < .infinity else { return time }
    if elapsed(of: member, in: group) >= duration { return max(time, end) }
    // A sum may last longer than its loops, because runs have been added to it.
    return group.addsUp ? time : min(time, end.nextDown)
  }
}
