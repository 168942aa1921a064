import Foundation
import Testing
import VectorKernels

/// Random operations with numbers of any kind, on animators that go from thread to thread and share a team of cores and
/// each other's snapshots. Nothing stops the program, and whatever happens to some properties the others don't notice;
/// what rests costs nothing. `make sanitize` looks on.
@Suite(.seeded) struct AnimatorSoakTests {
  @Test func wildOperationsOnSeveralThreads() async {
    let turns = max(6, Settings.cases / 2000)
    let (floats, doubles) = (Exchange<Float>(), Exchange<Double>())
    await withTaskGroup { group in
      for number in 0..<4 {
        let seed = Settings.seed &+ UInt64(number)
        group.addTask {
          if number < 3 {
            await soak(Subject<Float>(seed: seed), turns: turns, floats)
          } else {
            await soak(Subject<Double>(seed: seed), turns: turns, doubles)
          }
        }
      }
    }
  }
}

private typealias Number = BatchElement & SIMDBatchElement

/// A snapshot that one animator leaves for another one, which goes on from it on its own thread.
private actor Exchange<Component: Number>
where Component.RawSignificand: FixedWidthInteger, Component.SIMD16Storage: Sendable {
  private var left: Subject<Component>.Saved?

  func exchange(_ saved: Subject<Component>.Saved) -> Subject<Component>.Saved? {
    defer { left = saved }
    return left
  }
}

/// Lets an animator go from thread to thread, for a number of turns.
private func soak<Component>(
  _ subject: sending Subject<Component>, turns: Int, _ exchange: Exchange<Component>
) async {
  let subject = await stepped(subject)
  // Somebody else has this thread next.
  await Task.yield()
  if turns % 4 == 0, let saved = await exchange.exchange(subject.saved) { subject.restore(saved) }
  if turns > 1, !subject.hasFailed { await soak(subject, turns: turns - 1, exchange) }
}

private func stepped<Component>(_ subject: sending Subject<Component>) async -> sending Subject<Component> {
  for _ in 0..<10 { subject.step() }
  return subject
}

/// An animation that keeps state in memory of its own.
private struct Hesitation: CustomAnimation {
  var seconds: Double

  private struct Times<V: VectorArithmetic>: AnimationStateKey {
    static var defaultValue: [(time: Double, value: V)] { [] }
  }

  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    context.state[Times<V>.self].append((time, value))
    let times = context.state[Times<V>.self].suffix(5)
    context.state[Times<V>.self] = Array(times)
    return time > seconds ? nil : value.scaled(by: times.map(\.time).reduce(0, +) / (5 * seconds))
  }
}

/// An animator with many tame properties, whose values are to stay what they are meant to be, and some wild ones.
private final class Subject<Component: Number>
where Component.RawSignificand: FixedWidthInteger, Component.SIMD16Storage: Sendable {
  typealias Value = SIMD16<Component>

  struct Saved: Sendable {
    let snapshot: Animator<Value>.Snapshot
    let tame: [PropertyHandle]
    let wild: [PropertyHandle]
  }

  /// From 65,536 components on, cores share a frame.
  private static var tameCount: Int { 4200 }
  private static var wildCount: Int { 150 }

  private var animator = Animator<Value>(uncappedCores: 4)
  private var tame: [PropertyHandle] = []
  private var wild: [PropertyHandle] = []
  private var generator: Generator
  private let seed: UInt64
  /// The runs that have been told of since the last restoration.
  private var reported: Set<AnimationRun> = []
  private var stepsOfLife = 0
  private(set) var hasFailed = false

  init(seed: UInt64) {
    self.seed = seed
    generator = Generator(seed: seed)
    begin()
  }

  private func begin() {
    animator = Animator(time: generator.oneIn(4) ? wildNumber() : 0, uncappedCores: 4)
    tame = Array(animator.add(.zero, count: Self.tameCount))
    wild = Array(animator.add(.zero, count: Self.wildCount))
    reported = []
    stepsOfLife = 0
  }

  var saved: Saved { Saved(snapshot: animator.snapshot(), tame: tame, wild: wild) }

  func restore(_ saved: Saved) {
    if generator.oneIn(2) {
      animator.restore(saved.snapshot)
    } else {
      animator = Animator(time: saved.snapshot.time, uncappedCores: 4)
      animator.restore(saved.snapshot)
    }
    (tame, wild) = (saved.tame, saved.wild)
    reported = []
  }

  /// Reports what doesn't hold: once, because more would follow.
  private func fail(_ message: String) {
    if !hasFailed { Issue.record("\(message); VECTORKERNELS_SEED=\(seed) repeats it") }
    hasFailed = true
  }

  // MARK: Numbers

  private func wildNumber() -> Double { generator.wildNumber() }

  private func tameValue() -> Value {
    let center = Component.random(in: -90...90, using: &generator)
    return Value.random(in: center - 10...center + 10, using: &generator)
  }

  private func wildValue() -> Value {
    var value = tameValue()
    for _ in 0..<3 { value[Int.random(in: 0..<16, using: &generator)] = Component(wildNumber()) }
    return value
  }

  // MARK: Animations

  private func tameAnimation() -> Animation {
    let duration = Double.random(in: 0.05...0.6, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .linear(duration: duration)
    case 1: return .easeInOut(duration: duration).delay(0.05)
    case 2: return .timingCurve(0.3, -0.4, 0.6, 1.3, duration: duration)
    case 3: return .easeOut(duration: duration).repeatCount(3, autoreverses: true)
    case 4: return .interpolatingSpring(stiffness: 150, damping: 12)
    default: return .spring(duration: duration, bounce: Double.random(in: -0.5...0.5, using: &generator))
    }
  }

  private func wildAnimation() -> Animation {
    var animation: Animation
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: animation = .linear(duration: wildNumber())
    case 1: animation = .easeIn(duration: wildNumber())
    case 2:
      animation = .timingCurve(wildNumber(), wildNumber(), wildNumber(), wildNumber(), duration: wildNumber())
    case 3: animation = .spring(generator.wildSpring(), blendDuration: wildNumber())
    case 4: animation = .interpolatingSpring(generator.wildSpring(), initialVelocity: wildNumber())
    case 5: animation = .spring(duration: wildNumber(), bounce: wildNumber(), blendDuration: wildNumber())
    default: animation = Animation(Hesitation(seconds: wildNumber()))
    }
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: animation = animation.delay(wildNumber())
      case 1: animation = animation.speed(wildNumber())
      case 2:
        let count = [-1, 0, 1, 2, 3, 1000, Int.max].randomElement(using: &generator)!
        animation = animation.repeatCount(count, autoreverses: generator.oneIn(2))
      case 3: animation = animation.repeatForever(autoreverses: generator.oneIn(2))
      default: animation = animation.logicallyComplete(after: wildNumber())
      }
    }
    return animation
  }

  private func wildTimeline() -> KeyframeTimeline<Value> {
    KeyframeTimeline(initialValue: wildValue()) {
      LinearKeyframe(wildValue(), duration: wildNumber())
      CubicKeyframe(wildValue(), duration: wildNumber(), startVelocity: generator.oneIn(2) ? wildValue() : nil)
      SpringKeyframe(wildValue(), duration: generator.oneIn(3) ? nil : wildNumber(), spring: generator.wildSpring())
      MoveKeyframe(wildValue())
      CubicKeyframe(wildValue(), duration: wildNumber())
    }
  }

  private func wildStagger() -> Stagger {
    let origin: Stagger.Origin = generator.oneIn(2) ? .first : .center
    return generator.oneIn(2)
      ? Stagger(each: wildNumber(), from: origin) : Stagger(total: wildNumber(), from: origin)
  }

  private func repeats() -> RepeatCount {
    [RepeatCount.once, .forever, 2, RepeatCount(.max)].randomElement(using: &generator)!
  }

  private func retargeting() -> Retargeting { generator.oneIn(3) ? .add : .replace }

  // MARK: Steps

  func step() {
    stepsOfLife += 1
    if stepsOfLife > 150 { return begin() }
    do {
      try operate()
    } catch {
      fail("\(error)")
    }
    for _ in 0..<2 { frame(by: [1 / 120.0, 1 / 60.0, 0.05, -0.01, 0.5].randomElement(using: &generator)!) }
  }

  private func operate() throws {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<5: try moveTame()
    case 5..<14: try moveWild()
    case 14: try replaceWild()
    case 15: try controlTame()
    case 16: try restAWhile()
    case 17: try comeToRest()
    case 18: wildFrame()
    default: restore(decoded(saved))
    }
  }

  private func moveTame() throws {
    let count = Int.random(in: 1...tame.count, using: &generator)
    let some = tame[(tame.count - count)...]
    let targets = some.map { _ in tameValue() }
    try animator.animate(
      some, to: targets.span, using: tameAnimation(), stagger: Stagger(each: 1e-5), retargeting: retargeting())
  }

  private func controlTame() throws {
    let some = tame.prefix(Int.random(in: 1...tame.count, using: &generator))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: try animator.reverse(some)
    case 1: try animator.setSpeed(of: some, to: [0.5, 1, 2].randomElement(using: &generator)!)
    case 2: try animator.seek(some, toProgress: Double.random(in: 0...1, using: &generator))
    case 3: try animator.pause(some)
    default: try animator.resume(tame)
    }
  }

  private func moveWild() throws {
    let first = Int.random(in: 0..<wild.count, using: &generator)
    let some = wild[first..<min(wild.count, first + Int.random(in: 1...20, using: &generator))]
    switch Int.random(in: 0..<16, using: &generator) {
    case 0..<4:
      let targets = some.map { _ in wildValue() }
      let (from, velocity) = (generator.oneIn(3) ? wildValue() : nil, generator.oneIn(3) ? wildValue() : nil)
      try animator.animate(
        some, to: targets.span, using: wildAnimation(), from: from, velocity: velocity,
        delay: generator.oneIn(2) ? wildNumber() : 0, stagger: generator.oneIn(2) ? wildStagger() : 0,
        retargeting: retargeting())
    case 4:
      let (targets, animations) = (some.map { _ in wildValue() }, some.map { _ in wildAnimation() })
      if generator.oneIn(2) {
        try animator.animate(some, to: targets.span, using: animations.span, retargeting: retargeting())
      } else {
        let (durations, delays) = (some.map { _ in wildNumber() }, some.map { _ in wildNumber() })
        let curve = [UnitCurve.linear, .easeIn, .bounceEaseOut, .backEaseInOut()].randomElement(using: &generator)!
        try animator.animate(
          some, to: targets.span, using: curve, durations: durations.span, delays: delays.span,
          retargeting: retargeting())
      }
    case 5:
      try animator.play(
        some, wildTimeline(), repeats: repeats(), from: wildNumber(),
        stagger: wildStagger())
    case 6:
      let animations = (0..<3).map { _ in wildAnimation() }
      let values = (0..<3).map { _ in wildValue() }
      let phases = PhaseTimeline([0, 1, 2], repeatsForever: generator.oneIn(2)) { animations[$0] }
      try animator.play(
        some, phases, repeats: generator.oneIn(2) ? repeats() : nil, from: wildNumber(), stagger: wildStagger()
      ) { values[$0] }
    case 7:
      try animator.fling(
        some, velocity: generator.oneIn(3) ? nil : wildValue(), timeConstant: wildNumber(), delay: wildNumber(),
        stagger: wildStagger())
    case 8: try animator.setSpeed(of: some, to: Float(wildNumber()))
    case 9: try animator.seek(some, to: wildNumber())
    case 10: for handle in some { try animator.seek(handle, toProgress: wildNumber()) }
    case 11: try animator.reverse(some)
    case 12:
      try animator.pause(some)
      if generator.oneIn(2) { try animator.resume(some) }
    case 13: try animator.set(some, to: wildValue())
    case 14:
      let point = [StoppingPoint.start, .current, .end].randomElement(using: &generator)!
      for handle in some { try animator.stop(handle, at: point) }
    default:
      try animator.observe(
        some, passes: generator.oneIn(2), markers: (0..<3).map { _ in AnimationMarker("marker", at: wildNumber()) })
    }
    if generator.oneIn(20) { (animator.valueEpsilon, animator.velocityEpsilon) = (0.001, 0.01) }
  }

  private func replaceWild() throws {
    let removed = wild.prefix(Int.random(in: 1...wild.count, using: &generator))
    if generator.oneIn(2) {
      try animator.remove(removed)
    } else {
      try animator.removeAtEnd(removed)
    }
    wild.removeAll { !animator.contains($0) }
    while wild.count < Self.wildCount { wild.append(animator.add(wildValue())) }
    try animator.resume(wild)
  }

  private func decoded(_ saved: Saved) -> Saved {
    // JSON encoders throw for infinite numbers, and snapshots for custom animations.
    guard generator.oneIn(3), let data = try? JSONEncoder().encode(saved.snapshot) else { return saved }
    do {
      let snapshot = try JSONDecoder().decode(Animator<Value>.Snapshot.self, from: data)
      return Saved(snapshot: snapshot, tame: saved.tame, wild: saved.wild)
    } catch {
      fail("what was saved can't be read: \(error)")
      return saved
    }
  }

  // MARK: Frames

  /// Goes on also where the time that is shown has come to its limit.
  private func frame(by step: Double) {
    animator.advance(by: step)
    check()
  }

  private func advance(to time: Double) {
    if time.isFinite {
      animator.advance(to: time)
      return check()
    }
    let (values, completions, events, changes) = (values, animator.completions, animator.events, changes)
    animator.advance(to: time)
    if completions != animator.completions || events != animator.events || changes != self.changes {
      fail("at \(time) it tells something else")
    }
    if !isSame(values) { fail("it moves at \(time)") }
  }

  /// Lets the clock leap or race for a moment.
  private func wildFrame() {
    let time = animator.time
    if generator.oneIn(2) {
      advance(to: wildNumber())
    } else {
      animator.speed = wildNumber()
      frame(by: 1 / 60)
      animator.speed = 1
    }
    advance(to: time)
  }

  /// Checks the invariants after a frame.
  private func check() {
    // Removed at their ends.
    wild.removeAll { !animator.contains($0) }
    if animator.count != tame.count + wild.count {
      fail("\(animator.count) properties, not \(tame.count + wild.count)")
    }
    if !animator.time.isFinite { fail("the time is \(animator.time)") }
    for completion in animator.completions {
      if !reported.insert(completion.run).inserted { fail("\(completion) has been told before") }
      if animator.contains(completion.handle), try! animator.run(of: completion.handle) == completion.run {
        fail("\(completion) is told, but runs")
      }
    }
    // All of them when something was odd, or once in a while; few otherwise.
    let step = generator.oneIn(10) ? 1 : 97
    for index in Swift.stride(from: 0, to: tame.count, by: step) {
      let value = animator[tame[index]]!
      // Within ±100, and beyond by what springs that are sent elsewhere again and again swing over.
      let isTame = (0..<16).allSatisfy { abs(value[$0]) <= 1e5 }
      if !isTame { return fail("\(tame[index]) is at \(value)") }
    }
  }

  private var values: [Component] {
    var values = [Component](repeating: 0, count: 16 * animator.columnCount)
    animator.copyValues(into: values.mutableSpan)
    return values
  }

  /// Whether values are unchanged, bit for bit.
  private func isSame(_ before: [Component]) -> Bool {
    before.withUnsafeBytes { before in
      values.withUnsafeBytes { memcmp(before.baseAddress!, $0.baseAddress!, before.count) == 0 }
    }
  }

  private var changes: [Range<Int>] {
    var changes: [Range<Int>] = []
    animator.forEachChangedRange { changes.append($0) }
    return changes
  }

  // MARK: Rest

  /// Stops everything in one of several ways for some frames, which are to change, report and mark nothing.
  private func restAWhile() throws {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      animator.isPaused = true
      checkRest()
      animator.isPaused = false
    case 1:
      animator.speed = 0
      checkRest()
      animator.speed = 1
    case 2:
      for handle in tame + wild { try animator.stop(handle) }
      checkRest()
    default:
      try animator.pause(tame + wild)
      checkRest()
      try animator.resume(tame + wild)
    }
  }

  private func checkRest() {
    // Reports the events until now.
    frame(by: 1 / 60)
    if !animator.isAtRest { return fail("it isn't at rest") }
    let (before, time) = (values, animator.time)
    for time in [time, time + 1 / 120, time + 3, time - 1, wildNumber(), wildNumber()] {
      advance(to: time)
      if !animator.isAtRest { fail("it is no longer at rest") }
      if !isSame(before) { fail("at rest it moves") }
      guard time.isFinite else { continue }
      if !animator.completions.isEmpty || !animator.events.isEmpty {
        fail("at rest it tells of \(animator.completions) and \(animator.events)")
      }
      if !changes.isEmpty { fail("at rest it marks \(changes)") }
    }
    advance(to: time)
  }

  /// Sends everything somewhere in finite time, which is then over.
  private func comeToRest() throws {
    (animator.isPaused, animator.speed) = (false, 1)
    try animator.resume(tame + wild)
    try animator.setSpeed(of: tame + wild, to: 1)
    try animator.animate(tame, to: tameValue(), using: tameAnimation())
    let targets = wild.map { _ in generator.oneIn(2) ? wildValue() : tameValue() }
    try animator.animate(wild, to: targets.span, using: tameAnimation())
    for _ in 0..<3 { frame(by: 3600) }
    if !animator.isAtRest { fail("it doesn't come to rest") }
  }
}
