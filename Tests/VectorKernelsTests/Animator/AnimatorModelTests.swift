import Foundation
import Testing
import VectorKernels

/// Random sequences of every operation, compared after every frame with an animator that does each property by itself.
@Suite(.seeded) struct AnimatorModelTests {
  @Test(arguments: 0..<8)
  func agreesWithTheNaiveAnimator(round: Int) throws {
    // Eight rounds; VECTORKERNELS_CASES=1000000 is the long run.
    var model = Model<Float>(
      seed: Settings.seed &+ UInt64(round), cores: round % 2 == 0 ? 1 : 2, startingAt: round % 4 == 0 ? 2_592_000 : 0,
      at: 0)
    try model.run(operations: Settings.cases / 8)
  }

  /// Where most animations are added to what runs: sums are controlled in every way, and their parts end one by one.
  @Test(arguments: 0..<4)
  func sumsAgreeWithTheNaiveAnimator(round: Int) throws {
    let seed = Settings.seed &+ UInt64(1000 + round)
    if round % 2 == 0 {
      var model = Model<Float>(seed: seed, cores: 1, startingAt: 0, at: 0, adds: true)
      try model.run(operations: Settings.cases / 12)
    } else {
      var model = Model<Double>(seed: seed, cores: 2, startingAt: 2_592_000, at: 1e9, adds: true)
      try model.run(operations: Settings.cases / 12)
    }
  }

  /// More properties than a block has, of which calls take many.
  @Test(arguments: [false, true])
  func manyBlocksAgreeWithTheNaiveAnimator(adds: Bool) throws {
    var model = Model<Float>(
      seed: Settings.seed &+ (adds ? 2000 : 2001), cores: 2, startingAt: 0, at: 0, adds: adds, count: 1700)
    try model.run(operations: Settings.cases / 1000)
  }

  /// Doubles do the same, wherever they are: a billion away, within the same tolerances.
  @Test(arguments: [0, 1e9, -1e9, 1e5])
  func doublesAgreeFarFromZero(offset: Double) throws {
    var model = Model<Double>(
      seed: Settings.seed &+ UInt64(offset.bitPattern), cores: offset > 1 ? 2 : 1,
      startingAt: offset < 0 ? 2_592_000 : 0, at: offset)
    try model.run(operations: Settings.cases / 8)
  }
}

private struct Model<Number: BatchElement>: ~Copyable {
  typealias Value = AnimatablePair<Number, Number>

  /// The centre of all values.
  let offset: Vector
  /// Whether most animations are added to what runs, and not only some.
  let adds: Bool
  /// How many properties there are at least, most of the time.
  let usualCount: Int
  let epsilons: (value: Double, velocity: Double)
  var generator: Generator
  let seed: UInt64
  var animator: Animator<Value>
  var naive: NaiveAnimator
  var handles: [PropertyHandle] = []
  var stale: [PropertyHandle] = []
  /// The completions that the next frame has to report.
  var expected: [Completion] = []
  /// The model at the time of the last snapshot.
  var saved: Saved?
  /// Copies of the columns that are only written where values have changed, before each frame and after it.
  var (uploadedBefore, uploadedAfter): (Upload, Upload) = (Upload(), Upload())
  let timeline: KeyframeTimeline<AnimatablePair<Double, Double>>
  /// The same there.
  let playedTimeline: KeyframeTimeline<Value>

  /// A copy of the columns, as a reader keeps it that asks for changes once a frame.
  struct Upload {
    private var values: [Value] = []

    /// Returns the first handle whose value the copy doesn't have after the changes were written to it.
    mutating func firstMissed(
      of handles: [PropertyHandle], after changes: [Range<Int>], in animator: borrowing Animator<Value>
    )
      -> PropertyHandle?
    {
      values += Array(repeating: .zero, count: max(0, animator.columnCount - values.count))
      let changed = Set(changes.joined())
      for handle in handles where changed.contains(handle.index) { values[handle.index] = animator[handle]! }
      return handles.first { values[$0.index] != animator[$0]! }
    }
  }

  struct Saved {
    let snapshot: Animator<Value>.Snapshot
    let naive: NaiveAnimator
    let handles: [PropertyHandle]
    let stale: [PropertyHandle]
    let expected: [Completion]
  }

  init(
    seed: UInt64, cores: Int, startingAt time: Double, at offset: Double, adds: Bool = false, count: Int = 3
  ) {
    self.seed = seed
    self.offset = Vector(repeating: offset)
    self.adds = adds
    usualCount = count
    // So far from a target it's nearly always sure whether a spring has arrived, be it alone or in a sum.
    epsilons = adds ? (0.25, 2.5) : (0.001, 0.01)
    generator = Generator(seed: seed)
    animator = Animator(time: time, cores: cores)
    (animator.valueEpsilon, animator.velocityEpsilon) = (Float(epsilons.value), Float(epsilons.velocity))
    naive = NaiveAnimator(time: time)
    timeline = Self.timeline(at: 0)
    playedTimeline = Self.timeline(at: Number(offset))
  }

  private static func timeline<Other: BatchElement>(
    at offset: Other, lasting durations: [Double] = [0.3117, 0.4133, 0.2191]
  ) -> KeyframeTimeline<AnimatablePair<Other, Other>> {
    func pair(_ first: Other, _ second: Other) -> AnimatablePair<Other, Other> {
      AnimatablePair(offset + first, offset + second)
    }
    return KeyframeTimeline(initialValue: pair(0, 0)) {
      LinearKeyframe(pair(50, -20), duration: durations[0])
      CubicKeyframe(pair(-80, 60), duration: durations[1])
      LinearKeyframe(pair(10, 10), duration: durations[2], timingCurve: .easeInOut)
    }
  }

  mutating func run(operations: Int) throws {
    for _ in 0..<operations {
      try step()
      if animator.count != handles.count { fail("\(animator.count) properties instead of \(handles.count)") }
    }
  }

  private func fail(_ message: String) {
    Issue.record("\(message); VECTORKERNELS_SEED=\(seed) repeats it")
  }

  private mutating func value() -> Value { Value(offset + way()) }

  private mutating func way() -> Vector {
    Vector(
      Double(Float.random(in: -100...100, using: &generator)), Double(Float.random(in: -100...100, using: &generator)))
  }

  /// A value, or a handle's, less the offset.
  private func place(_ value: Value) -> Vector { value.vector - offset }

  private func place(of handle: PropertyHandle) throws -> Vector { place(try animator.value(of: handle)) }

  private mutating func someHandles() -> [PropertyHandle] {
    let first = Int.random(in: 0..<handles.count, using: &generator)
    let most = usualCount > 1000 && generator.oneIn(2) ? 1500 : 40
    return Array(handles[first..<min(handles.count, first + Int.random(in: 1...most, using: &generator))])
  }

  private mutating func step() throws {
    guard handles.count > usualCount else { return try add() }
    let handle = handles.randomElement(using: &generator)!
    switch Int.random(in: 0..<62, using: &generator) {
    case 0..<20: try frame()
    case 20..<22: if handles.count < usualCount + (adds ? 50 : 300) { try add() }
    case 22: for handle in generator.oneIn(4) ? someHandles() : [handle] { try remove(handle) }
    case 23..<33: try animate([handle])
    case 33..<37: try animate(someHandles())
    case 37: try fling(handle)
    case 38..<40: try play(handle)
    case 40..<42:
      try animator.pause(handle)
      naive.properties[handle]!.isPaused = true
    case 42..<45:
      try animator.resume(handle)
      naive.properties[handle]!.isPaused = false
    case 45..<47:
      let speed = [0, 0.5, 1, 1, 2][Int.random(in: 0..<5, using: &generator)]
      try animator.setSpeed(of: handle, to: Float(speed))
      naive.properties[handle]!.speed = speed
    case 47..<49:
      try animator.reverse(handle)
      if naive.properties[handle]!.run != nil { naive.properties[handle]!.isReversed.toggle() }
    case 49..<52: try seek(handle)
    case 52..<54: try stop(handle)
    case 54:
      let value = value()
      try animator.set(handle, to: value)
      end(handle, .stopped)
      naive.properties[handle]!.value = place(value)
    case 55:
      let speed = [0.5, 1, 1, 1, 3][Int.random(in: 0..<5, using: &generator)]
      animator.speed = speed
      naive.speed = speed
    case 56:
      animator.isPaused = generator.oneIn(4)
      naive.isPaused = animator.isPaused
    case 57: try goOnFromASnapshot()
    case 58 where naive.properties[handle]!.run != nil:
      try animator.removeAtEnd(handle)
      naive.properties[handle]!.isRemovedAtEnd = true
    case 59..<61:
      try animator.observe(handle, markers: [AnimationMarker("early", at: 0.1), AnimationMarker("late", at: 0.5)])
      naive.properties[handle]!.isObserved = naive.properties[handle]!.run != nil
    default: try checkStale()
    }
  }

  // MARK: Operations

  private mutating func add() throws {
    if generator.oneIn(2) {
      let value = value()
      insert(animator.add(value), value)
    } else {
      let most = max(50, usualCount / 2)
      let values = (0..<Int.random(in: 1...most, using: &generator)).map { _ in value() }
      let range = animator.add(values.span)
      #expect(range.count == values.count)
      for (handle, value) in zip(range, values) { insert(handle, value) }
    }
  }

  private mutating func insert(_ handle: PropertyHandle, _ value: Value) {
    #expect(naive.properties[handle] == nil && !stale.contains(handle))
    handles.append(handle)
    naive.properties[handle] = NaiveAnimator.Property(value: place(value))
  }

  private mutating func remove(_ handle: PropertyHandle) throws {
    try animator.remove(handle)
    end(handle, .removed)
    forget(handle)
  }

  private mutating func forget(_ handle: PropertyHandle) {
    naive.properties[handle] = nil
    handles.remove(at: handles.firstIndex(of: handle)!)
    stale.append(handle)
    if stale.count > 50 { stale.removeFirst() }
  }

  private mutating func end(
    _ handle: PropertyHandle, _ reason: Completion.Reason, at point: StoppingPoint = .current
  ) {
    guard naive.properties[handle]!.run != nil, let identity = naive.properties[handle]!.identity else { return }
    naive.properties[handle]!.run = nil
    naive.properties[handle]!.isRemovedAtEnd = false
    expected.append(Completion(run: identity, reason: reason, end: point))
  }

  private mutating func begin(
    _ handle: PropertyHandle, _ motion: NaiveAnimator.Part.Motion, local: Double = 0, velocitySlack: Double = 0
  ) {
    end(handle, .replaced)
    naive.properties[handle]!.isReversed = false
    naive.properties[handle]!.run = NaiveAnimator.Run(
      NaiveAnimator.Part(motion: motion, velocitySlack: velocitySlack), local: local)
    let identity = try! animator.run(of: handle)
    #expect(identity != nil && identity != naive.properties[handle]!.identity)
    naive.properties[handle]!.identity = identity
    naive.properties[handle]!.isRemovedAtEnd = false
    naive.properties[handle]!.isObserved = false
  }

  /// Whether an animation that sets out after a delay is added to what moves a property.
  private func isAdded(_ drawn: Drawn, after delay: Double, to handle: PropertyHandle) -> Bool {
    guard let run = naive.properties[handle]!.run, !naive.properties[handle]!.isReversed else { return false }
    if case .keyframes = run.parts[0].motion { return false }
    return delay > 0 || !drawn.takesOver
  }

  private mutating func animate(_ sent: [PropertyHandle]) throws {
    for handle in sent where isAtCorner(handle) { return }
    var drawn = Array(repeating: drawn(), count: sent.count)
    let animation = drawn[0].animation
    var retargeting: Retargeting = generator.oneIn(adds ? 5 : 4) == adds ? .replace : .add
    // Each animation that is added takes a column of all properties.
    if sent.contains(where: { naive.properties[$0]!.run?.parts.count ?? 0 >= 6 }) { retargeting = .replace }
    var delays = [Double](repeating: 0, count: sent.count)
    let stagger = sent.count > 1 && generator.oneIn(2) ? 0.0173 : 0
    let delay = generator.oneIn(4) ? Double.random(in: 0.001...0.3, using: &generator) : 0
    for index in delays.indices { delays[index] = delay + stagger * Double(index) }
    var targets = sent.map { _ in value() }
    // From where they are by the animator, so that no difference adds up.
    let starts = try sent.map { try place(of: $0) }
    let velocities = try sent.map { try ownVelocity($0) }
    if sent.count == 1 {
      let run = try animator.animate(
        sent[0], to: targets[0], using: animation, delay: delay, retargeting: retargeting)
      #expect(try run == animator.run(of: sent[0]))
    } else {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        targets = Array(repeating: targets[0], count: sent.count)
        try animator.animate(
          sent, to: targets[0], using: animation, delay: delay, stagger: Stagger(each: stagger),
          retargeting: retargeting)
      case 1:
        for index in delays.indices where generator.oneIn(3) { delays[index] = 0.01 * Double(index % 50) }
        try animator.animate(
          sent, to: targets.span, using: animation, delays: delays.span, retargeting: retargeting)
      case 2:
        delays = Array(repeating: 0, count: sent.count)
        if generator.oneIn(2) { for index in drawn.indices { drawn[index] = self.drawn() } }
        let animations = drawn.map(\.animation)
        try animator.animate(sent, to: targets.span, using: animations.span, retargeting: retargeting)
      case 3:
        let durations = sent.map { _ in Double.random(in: 0.2...1.5, using: &generator) }
        drawn = durations.map { .curve(.easeInOut(duration: $0), slope: 3.5 / $0) }
        try animator.animate(
          sent, to: targets.span, using: .easeInOut, durations: durations.span, delays: delays.span,
          retargeting: retargeting)
      default:
        try animator.animate(
          sent, to: targets.span, using: animation, delay: delay, stagger: Stagger(each: stagger),
          retargeting: retargeting)
      }
    }
    for (index, handle) in sent.enumerated() {
      let target = place(targets[index])
      if retargeting == .add, isAdded(drawn[index], after: delays[index], to: handle) {
        try add(handle, drawn[index], after: delays[index], to: target)
      } else {
        let motion = drawn[index].motion(from: starts[index], velocity: velocities[index].value, to: target)
        begin(handle, motion, local: -delays[index], velocitySlack: velocities[index].slack)
        // A spring that is ahead is there at once.
        if case .spring = motion {
          naive.properties[handle]!.value = naive.properties[handle]!.run!.value(at: NaiveAnimator.Run.beginning)
        }
      }
      #expect(try animator.target(of: handle) == targets[index], "VECTORKERNELS_SEED=\(seed)")
    }
  }

  /// Adds to a run, which stays the same.
  private mutating func add(_ handle: PropertyHandle, _ drawn: Drawn, after delay: Double, to target: Vector) throws {
    #expect(try animator.run(of: handle) == naive.properties[handle]!.identity)
    let run = naive.properties[handle]!.run!
    let motion = drawn.motion(from: run.target - target, velocity: .zero, to: .zero)
    naive.properties[handle]!.run!.add(NaiveAnimator.Part(motion: motion, begin: run.local + delay), to: target)
  }

  /// An animation with numbers of its own.
  private struct Drawn {
    enum Motion {
      /// The largest slope, in ways per second.
      case curve(slope: Double)
      /// The spring, spelt out, with its initial velocity in ways per second.
      case spring(Spring, delay: Double, velocity: Double)
    }

    let animation: Animation
    let motion: Motion

    /// Whether it goes on from whatever runs, if it sets out at once.
    var takesOver = false

    func motion(from start: Vector, velocity: Vector, to target: Vector) -> NaiveAnimator.Part.Motion {
      switch motion {
      case .curve(let slope): .tween(animation, from: start, to: target, slope: slope)
      case .spring(let spring, let delay, let initial):
        .spring(spring, delay: delay, from: start, velocity: velocity + initial * (target - start), to: target)
          .settingOut
      }
    }

    static func curve(_ animation: Animation, slope: Double) -> Drawn {
      Drawn(animation: animation, motion: .curve(slope: slope))
    }
  }

  private mutating func drawn() -> Drawn {
    let duration = Double.random(in: 0.2...1.5, using: &generator)
    let delay = Double.random(in: 0.01...0.4, using: &generator)
    let speed = Double.random(in: 0.5...2, using: &generator)
    let passes = Int.random(in: 1...5, using: &generator)
    // Slopes are at most 1.05, 3.5, 3.5 and 8.5 ways per duration.
    let steep = 3.5 / duration
    let curves: [Animation] = [
      .easeIn(duration: duration), .easeOut(duration: duration), .easeInOut(duration: duration),
    ]
    let curve = curves.randomElement(using: &generator)!
    let autoreverses = generator.oneIn(2)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0: return .curve(.linear(duration: duration), slope: 1.05 / duration)
    case 1, 2: return .curve(curve, slope: steep)
    case 3:
      if generator.oneIn(2) { return .curve(.timingCurve(.bounceEaseOut, duration: duration), slope: 8.5 / duration) }
      let (x, y) = (Double.random(in: 0.35...0.65, using: &generator), Double.random(in: 0...1, using: &generator))
      let bent = UnitCurve(.linear([.init(0), .init(y, at: x), .init(1)]))
      return .curve(.timingCurve(bent, duration: duration), slope: steep)
    case 4: return .curve(curve.delay(delay), slope: steep)
    case 5: return .curve(curve.speed(speed).delay(delay), slope: steep * speed)
    case 6: return .curve(curve.delay(-0.4 * duration), slope: steep)
    case 7: return .curve(curve.repeatCount(passes, autoreverses: autoreverses), slope: steep)
    case 8:
      let repeated =
        generator.oneIn(2)
        ? curve.repeatForever(autoreverses: autoreverses)
        : curve.repeatCount(4 + passes, autoreverses: autoreverses)
      return .curve(repeated.delay(-3.7 * duration), slope: steep)
    case 9:
      return .curve(
        curve.speed(speed).delay(delay).repeatCount(passes, autoreverses: autoreverses).delay(delay),
        slope: steep * speed)
    case 10:
      return .curve(curve.delay(-0.3 * duration).repeatForever(autoreverses: autoreverses), slope: steep)
    case 11:
      let velocity = Double.random(in: -2...2, using: &generator)
      return Drawn(
        animation: .interpolatingSpring(stiffness: 120, damping: 30 * delay, initialVelocity: velocity),
        motion: .spring(Spring(mass: 1, stiffness: 120, damping: 30 * delay), delay: 0, velocity: velocity))
    case 12:
      let bounce = Double.random(in: -0.5...0.6, using: &generator)
      // One that is ahead by more than it lasts would be over at once.
      let delay = generator.oneIn(2) ? delay : -0.3 * duration / speed
      return Drawn(
        animation: .spring(duration: duration, bounce: bounce).speed(speed).delay(delay),
        motion: .spring(
          Spring(response: duration / speed, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)), delay: delay,
          velocity: 0))
    default:
      let bounce = generator.oneIn(4) ? 0.3 : Double.random(in: -0.5...0.6, using: &generator)
      let duration = generator.oneIn(4) ? 0.5 : duration
      return Drawn(
        animation: .spring(duration: duration, bounce: bounce),
        motion: .spring(Spring(duration: duration, bounce: bounce), delay: 0, velocity: 0), takesOver: true)
    }
  }

  /// Whether a property stands still where its velocity jumps: which one it goes on with is a matter of the last digit.
  private func isAtCorner(_ handle: PropertyHandle) -> Bool {
    let property = naive.properties[handle]!
    guard let run = property.run, property.rate == 0 || !naive.isRunning else { return false }
    return run.parts.contains { part in
      let (before, after) = (run.local - part.begin - 1e-6, run.local - part.begin + 1e-6)
      switch part.motion {
      case .tween(let animation, _, _, _):
        let velocities = [before, after].map { animation.velocity(from: 0.0, to: 1.0, at: $0) }
        return abs(velocities[1] - velocities[0]) > 1e-2
      case .keyframes:
        let middle = run.value(at: run.local)
        return ((run.value(at: after) - middle) - (middle - run.value(at: before))).largest > 1e-6
      case .spring(_, let delay, _, _, _): return before < delay && after >= delay
      case .friction: return before < 0 && after >= 0
      }
    }
  }

  /// The animator's velocity of a property, per second of its own time, and how far it may be off.
  private func ownVelocity(_ handle: PropertyHandle) throws -> (value: Vector, slack: Double) {
    let property = naive.properties[handle]!
    guard let run = property.run else { return (.zero, 0) }
    let sign = property.isReversed ? -1.0 : 1
    let rate = property.rate * (naive.isRunning ? naive.speed : 0)
    if rate != 0 { return (try animator.velocity(of: handle).vector / abs(rate), 0) }
    // Standing still it has none to be asked for, and goes on with the one at an instant that is as good.
    var (value, slack) = (Vector.zero, 0.0)
    for part in run.parts {
      let now = part.velocity(at: run.local)
      for time in [run.local - part.slack(at: run.local), run.local + part.slack(at: run.local)] {
        slack = max(slack, (part.velocity(at: time) - now).largest)
      }
      value += now
      // One that may be over has a velocity that is nearly none.
      if part.mayBeOver { slack += now.largest }
    }
    return (sign * value, Double(run.parts.count) * slack)
  }

  private mutating func fling(_ handle: PropertyHandle) throws {
    let (velocity, start) = (way(), try place(of: handle))
    let timeConstant = generator.oneIn(2) ? 0.3 : Double.random(in: 0.1...0.6, using: &generator)
    try animator.fling(handle, velocity: Value(velocity), timeConstant: timeConstant)
    begin(handle, .friction(timeConstant: timeConstant, from: start, velocity: velocity))
  }

  private mutating func play(_ handle: PropertyHandle) throws {
    let (repeats, time) = (generator.oneIn(2), Double.random(in: 0...0.5, using: &generator))
    var (timeline, played) = (timeline, playedTimeline)
    // Keyframes of this property's own.
    if generator.oneIn(2) {
      let durations = (0..<3).map { _ in Double.random(in: 0.22...0.5, using: &generator) }
      timeline = Self.timeline(at: 0, lasting: durations)
      played = Self.timeline(at: Number(offset.x), lasting: durations)
    }
    try animator.play(handle, played, repeats: repeats ? .forever : .once, from: time)
    begin(handle, .keyframes(timeline, repeats: repeats), local: time)
  }

  private mutating func seek(_ handle: PropertyHandle) throws {
    var time = Double.random(in: -0.1...1.5, using: &generator)
    let end = naive.properties[handle]!.run?.end
    if generator.oneIn(3) {
      let fraction = generator.oneIn(4) ? 1 : Double.random(in: -0.1...1.1, using: &generator)
      try animator.seek(handle, toProgress: fraction)
      // For runs that never end, or settle, a fraction is of another duration.
      time = end.map { $0 < .infinity ? fraction * $0 : .infinity } ?? 0
    } else {
      try animator.seek(handle, to: time)
    }
    guard var run = naive.properties[handle]!.run, let end else { return }
    run.local = try #require(try animator.time(of: handle))
    if time < .infinity {
      let expected = min(time, end)
      #expect(
        abs(run.local - expected) <= 1e-8, "at \(run.local) instead of \(expected); VECTORKERNELS_SEED=\(seed)")
    }
    naive.properties[handle]!.run = run
    naive.properties[handle]!.value = run.value(at: run.local)
    try compare(handle)
  }

  private mutating func stop(_ handle: PropertyHandle) throws {
    let point = [StoppingPoint.start, .current, .end].randomElement(using: &generator)!
    guard let run = naive.properties[handle]!.run else { return try animator.stop(handle, at: point) }
    let before = try place(of: handle)
    try animator.stop(handle, at: point)
    let now = try place(of: handle)
    switch point {
    case .start: requireBeginning(of: run, now)
    case .current: #expect(now == before)
    case .end: #expect((now - run.target).largest <= run.tolerance, "VECTORKERNELS_SEED=\(seed)")
    }
    end(handle, .stopped, at: point)
    naive.properties[handle]!.value = now
  }

  /// Compares a value with the one that a run goes back to, with what hasn't come to its end.
  private func requireBeginning(of run: NaiveAnimator.Run, _ value: Vector) {
    if fitting(run, value, at: NaiveAnimator.Run.beginning).isEmpty {
      fail("\(value) is not the beginning of \(run)")
    }
  }

  /// Returns the possible states of a run with a value: in each, a bit for each part that may be over, set if it is.
  private func fitting(_ run: NaiveAnimator.Run, _ value: Vector, at time: Double) -> [Int] {
    (0..<1 << run.uncertain.count).filter { run.isNear(value, at: time, over: $0) }
  }

  private mutating func checkStale() throws {
    guard let handle = stale.randomElement(using: &generator) else { return }
    #expect(animator[handle] == nil && !animator.contains(handle))
    do {
      try animator.set(handle, to: value())
      fail("\(handle) is stale, and was set")
    } catch {
      #expect(error == StalePropertyError(handle: handle))
    }
    do {
      try animator.remove(handle)
      fail("\(handle) is stale, and was removed")
    } catch {
      #expect(error == StalePropertyError(handle: handle))
    }
  }

  /// Takes a snapshot, goes back to the last one, or goes on in another animator.
  private mutating func goOnFromASnapshot() throws {
    let snapshot = animator.snapshot()
    switch Int.random(in: 0..<5, using: &generator) {
    case 0..<2:
      saved = Saved(snapshot: snapshot, naive: naive, handles: handles, stale: stale, expected: expected)
    case 2:
      guard let saved else { return }
      animator.restore(saved.snapshot)
      (naive, handles, stale, expected) = (saved.naive, saved.handles, saved.stale, saved.expected)
    case 3: animator = Animator(restoring: snapshot, cores: Int.random(in: 1...3, using: &generator))
    default:
      let data = try JSONEncoder().encode(snapshot)
      animator = Animator(restoring: try JSONDecoder().decode(Animator<Value>.Snapshot.self, from: data))
    }
  }

  // MARK: Frames

  private mutating func frame() throws {
    let steps = [0, 1 / 120.0, 1 / 60.0, 0.1, 0.37, -0.05, .nan, 3, 604_800]
    let weights = [1, 20, 8, 4, 2, 1, 1, 1, 1]
    var choice = Int.random(in: 0..<weights.reduce(0, +), using: &generator)
    let index = weights.firstIndex { weight in
      choice -= weight
      return choice < 0
    }!
    // A week ends nearly everything.
    let step = index == 8 && !generator.oneIn(20) ? 1 / 90 : steps[index]
    let time = naive.time + step
    if !time.isFinite { return try requireNoChange(at: time) }
    let before = naive
    requireNothingMissed(uploadedBefore.firstMissed(of: handles, after: changes(), in: animator))
    animator.advance(to: time)
    naive.advance(to: time)
    compareEvents(since: before)
    for handle in handles { try settle(handle) }
    #expect(Set(animator.completions) == Set(expected) && animator.completions.count == expected.count)
    expected.removeAll()
    let changed = Set(changes().joined())
    for handle in handles {
      // A run that has begun while time stands still is yet to be seen.
      try compare(handle, isWaiting: !naive.isRunning)
      #expect(try changed.contains(handle.index) == animator.isChanged(handle))
    }
    requireNothingMissed(uploadedAfter.firstMissed(of: handles, after: changes(), in: animator))
  }

  private func requireNothingMissed(_ missed: PropertyHandle?) {
    if let missed { fail("\(missed) has changed to \(animator[missed]!), but isn't reported") }
  }

  private func changes() -> [Range<Int>] {
    var changes: [Range<Int>] = []
    animator.forEachChangedRange { changes.append($0) }
    return changes
  }

  /// A time that isn't finite makes no frame.
  private mutating func requireNoChange(at time: Double) throws {
    let (values, completions, events, changed) = (animator.values, animator.completions, animator.events, changes())
    animator.advance(to: time)
    // Where nothing is written they still share their memory, and NaN of one that was removed is as good.
    #expect(animator.values.elementsEqual(values) { "\($0)" == "\($1)" })
    #expect(animator.completions == completions && animator.events == events && changes() == changed)
  }

  /// The positions of runs before and after a frame decide which markers and ends they pass on the way.
  private func compareEvents(since before: NaiveAnimator) {
    // A step at 30 days is 4.7e-10 s, and times are products and sums of a few.
    let slack = 1e-8
    var passEvents: [PropertyHandle: AnimationEvent] = [:]
    for event in animator.events {
      if event.kind == .pass { passEvents[event.handle] = event }
      guard let run = before.properties[event.handle]?.run, let now = naive.properties[event.handle]?.run,
        before.properties[event.handle]!.isObserved, before.properties[event.handle]!.identity == event.run
      else { return fail("\(event) of a run that isn't observed") }
      let (first, last) = (min(run.local, now.local) - slack, max(run.local, now.local) + slack)
      if !(first <= event.time && event.time <= last) { fail("\(event) at \(event.time), not in \(first)...\(last)") }
    }
    if !(naive.time > before.time) || naive.isPaused { return #expect(animator.events.isEmpty) }
    for (handle, property) in before.properties where property.isObserved && property.rate > 0 {
      guard case .keyframes(let timeline, let repeats)? = property.run?.parts[0].motion,
        let now = naive.properties[handle]?.run
      else { continue }
      let passes = [property.run!.local, now.local].map { local -> Double in
        let passes = max(0, local) / timeline.duration
        return repeats ? passes : min(passes, 1)
      }
      // Where roundings decide, either is right.
      if passes.contains(where: { abs($0 - $0.rounded()) < slack && $0 > slack && (repeats || $0 != 1) }) { continue }
      let completed = Int(passes[1]) - Int(passes[0])
      if passEvents[handle]?.count ?? 0 != completed {
        fail("\(passEvents[handle]?.count ?? 0) passes instead of \(completed)")
      }
    }
  }

  /// Forgets the parts of a naive run that are over, and ends it if all are; where roundings decide, as the animator has
  /// it.
  private mutating func settle(_ handle: PropertyHandle) throws {
    let property = naive.properties[handle]!
    guard var run = property.run, property.rate != 0, naive.isRunning else { return }
    let isAnimating = animator.contains(handle) ? try animator.isAnimating(handle) : false
    let isOver: Bool?
    if property.rate < 0 {
      isOver = abs(run.local - run.first) < 1e-8 ? nil : run.local < run.first
    } else {
      forgetWhatIsOver(in: &run)
      isOver = run.parts.isEmpty ? true : run.parts.allSatisfy(\.mayBeOver) ? nil : false
      // The last one isn't over if anything moves.
      if isAnimating, run.parts.count == 1 { run.parts[0].mayBeOver = false }
      naive.properties[handle]!.run = run
    }
    if let isOver, isOver == isAnimating {
      fail("\(handle) is\(isAnimating ? "" : " not") animating \(property)")
    }
    guard !isAnimating else { return }
    if property.rate > 0 {
      naive.properties[handle]!.value = run.target
    } else if animator.contains(handle) {
      let value = try place(of: handle)
      requireBeginning(of: run, value)
      naive.properties[handle]!.value = value
    }
    end(handle, .finished, at: property.rate < 0 ? .start : .end)
    if property.isRemovedAtEnd { forget(handle) }
  }

  private func forgetWhatIsOver(in run: inout NaiveAnimator.Run) {
    for index in run.parts.indices.reversed() {
      let isOver = run.parts[index].isOver(at: run.local, epsilons)
      if isOver == true { run.parts.remove(at: index) }
      if isOver == nil { run.parts[index].mayBeOver = true }
    }
  }

  private mutating func compare(_ handle: PropertyHandle, isWaiting: Bool = false) throws {
    let property = naive.properties[handle]!
    let value = try place(of: handle)
    #expect(try animator.isAnimating(handle) == (property.run != nil))
    guard let run = property.run else {
      #expect((value - property.value).largest <= 1e-4, "\(handle) rests at \(value), not \(property.value)")
      return
    }
    let fitting = fitting(run, value, at: run.local)
    if !fitting.isEmpty {
      // The value tells which parts aren't over. They stay so while the property stands still.
      for (bit, index) in run.uncertain.enumerated() where fitting.allSatisfy({ $0 >> bit & 1 == 0 }) {
        naive.properties[handle]!.run!.parts[index].mayBeOver = false
      }
      naive.properties[handle]!.value = value
    }
    #expect(
      !fitting.isEmpty
        || (property.rate == 0 || isWaiting) && (value - property.value).largest <= run.tolerance,
      "\(handle) is at \(value), not \(run.value(at: run.local)) in \(run), tolerance \(run.tolerance), rate \(property.rate), before \(property.value); VECTORKERNELS_SEED=\(seed)"
    )
  }
}

extension AnimatablePair where First: BatchElement, Second: BatchElement {
  fileprivate init(_ vector: Vector) { self.init(First(vector.x), Second(vector.y)) }
}
