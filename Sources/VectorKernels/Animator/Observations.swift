/// What is observed of a run.
struct Observation: Sendable {
  let run: AnimationRun
  private(set) var reportsLoops = false
  /// All within a loop, by time.
  private(set) var markers: [AnimationMarker] = []
  let loops: RunLoops
  /// Seconds since the run began, up to which everything has been told.
  private var reached: Double
  /// Whether what lies just there hasn't been.
  private var isPut = true

  init(_ run: AnimationRun, _ loops: RunLoops, at time: Double) {
    (self.run, self.loops, reached) = (run, loops, time)
  }

  /// Sets what is told from now on.
  mutating func set(loops reportsLoops: Bool, markers: [AnimationMarker]) {
    self.reportsLoops = reportsLoops && loops.canEnd
    let places = Self.places(in: loops)
    self.markers = markers.filter { places.contains($0.time) }.sorted { $0.time < $1.time }
  }

  /// Where markers are passed: the end of a loop is such a place, however that is rounded.
  private static func places(in loops: RunLoops) -> ClosedRange<Double> { 0...loops.duration * (1 + 1e-9) }

  /// Whether there is nothing to tell.
  var isIdle: Bool { !reportsLoops && markers.isEmpty }

  /// Goes on from another time, and tells nothing of what lies between.
  mutating func put(at time: Double) { (reached, isPut) = (time, true) }

  /// Goes on to a time, and tells what lies on the way.
  mutating func advance(to time: Double, isForward: Bool, tell: (AnimationEvent) -> Void) {
    // A speed that changes may round a time to one that is already told of.
    guard isForward ? time >= reached : time <= reached else { return }
    if reportsLoops {
      // A run that is put at the end of a loop hasn't completed it, but one of no duration does from where it begins.
      let isAtBegin = isForward && isPut && reached <= 0
      advance(.loop, at: isForward ? loops.duration : 0, to: time, isForward, isPut: isAtBegin, tell)
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
        run: run, kind: kind, loop: Int(loop), count: Int(after - before),
        time: loops.time(of: place, inLoop: loop)))
  }
}

extension Observation: Codable {
  private enum CodingKeys: String, CodingKey {
    case run, loops, markers, isPut
    /// When loops begin, how long they are, how many, when the last one ends, and what has been reached.
    case times
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(run, forKey: .run)
    try container.encode(reportsLoops, forKey: .loops)
    try container.encode(markers, forKey: .markers)
    try container.encodePacked([loops.begin, loops.duration, loops.count, loops.end, reached], forKey: .times)
    try container.encode(isPut, forKey: .isPut)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let times = try container.decodePacked(Double.self, count: 5, forKey: .times)
    try container.require(
      !times[0].isNaN && times[1] >= 0 && times[2] >= 1 && !times[3].isNaN && times[4].isFinite, .times,
      "times are \(times), but must be a begin, a duration, a count from 1 on, an end and what has been reached")
    run = try container.decode(AnimationRun.self, forKey: .run)
    reportsLoops = try container.decode(Bool.self, forKey: .loops)
    markers = try container.decode([AnimationMarker].self, forKey: .markers)
    loops = RunLoops(from: times[0], lasting: times[1], count: times[2], until: times[3])
    reached = times[4]
    try container.require(
      markers.allSatisfy { Self.places(in: loops).contains($0.time) }, .markers,
      "markers are at \(markers.map(\.time)), but loops last \(loops.duration)")
    isPut = try container.decode(Bool.self, forKey: .isPut)
  }
}

/// The runs that are observed, and what they came past in the last frame.
struct Observations: Sendable {
  /// In no order; some of runs that have ended since the last frame.
  private(set) var all: [Observation] = []
  /// Where in these each slot's is.
  private var places: [Int: Int] = [:]
  private(set) var events: [AnimationEvent] = []
  /// What happened when in a frame: room for what is on its way to the events.
  private var moments: [Moment] = []

  private struct Moment {
    let event: AnimationEvent
    /// On the animator's clock.
    let time: Double
    let isForward: Bool

    /// Whether it comes first. Where a loop ends the next one begins.
    func precedes(_ other: Moment) -> Bool {
      if time != other.time { return time < other.time }
      let (a, b) = (event, other.event)
      if a.handle != b.handle { return a.handle.index < b.handle.index }
      if a.loop != b.loop { return (a.loop < b.loop) == isForward }
      return a.kind != .loop && b.kind == .loop
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

  /// Lets one go on to a time, and notes what lies on the way.
  ///
  /// - Parameters:
  ///   - place: Where it is among all.
  ///   - time: Seconds since its run began.
  ///   - direction: That of the run's group.
  ///   - moment: When a time of the run is, on the animator's clock.
  mutating func advance(_ place: Int, to time: Double, direction: Double, moment: (_ time: Double) -> Double) {
    all[place].advance(to: time, isForward: direction > 0) {
      moments.append(Moment(event: $0, time: moment($0.time), isForward: direction > 0))
    }
  }

  mutating func forgetEvents() {
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
  }

  /// Makes events of what has been noted.
  mutating func endFrame() {
    if moments.isEmpty { return }
    moments.sort { $0.precedes($1) }
    for moment in moments { events.append(moment.event) }
    moments.removeAll(keepingCapacity: true)
  }
}

extension AnimatorCore {
  /// Observes a property's run, if it has one, from where it is, or goes on observing it.
  mutating func observe(_ handle: PropertyHandle, loops: Bool, markers: [AnimationMarker]) {
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
    observation.set(loops: loops, markers: markers)
    observations[slot] = observation.isIdle ? nil : observation
  }

  /// Notes what observed runs come past in a frame that is yet to move them, and forgets those that ended before it.
  ///
  /// - Parameter before: The clock in the frame before.
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

  /// Seconds of its own time since a property's run began, whose loops end at a time: rounded so that they do in the frame
  /// in which the run does.
  private func localTime(
    of slot: Int, _ member: Int, in group: PropertyGroup, lastingTo end: Double
  ) -> Double {
    let (time, duration) = (localTime(of: slot, member, in: group), group.duration(of: member))
    guard group.direction > 0, duration < .infinity, end < .infinity else { return time }
    if elapsed(of: member, in: group) >= duration { return max(time, end) }
    // What is added to a run may last longer.
    return group.addsUp ? time : min(time, end.nextDown)
  }
}
