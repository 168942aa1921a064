// The drivers that move one property by itself.

/// An animation of one value, of any kind.
final class AnimationsDriver<Value: ComponentVector>: PropertyDriver {
  /// As it was when an animation was last added, so that time may go back to then.
  private(set) var animated: AnimatedValue<Value>
  private(set) var first: Value
  private(set) var nominalDuration: Double
  /// With what custom animations have kept since then; nil where there are none, which are functions of time.
  private var played: AnimatedValue<Value>?
  /// The time that they have been played to.
  private var reached = -Double.infinity

  convenience init(from first: Value, to target: Value, _ animation: Animation) {
    self.init(first: first, animated: AnimatedValue(first), nominalDuration: 0)
    add(animation, to: target, at: 0)
  }

  /// A spring that goes on with a velocity, its response going over from that of the spring before, after so many
  /// seconds.
  convenience init(
    from first: Value, velocity: Value, drawnBy previous: Spring?, to target: Value, _ animation: Animation,
    after delay: Double = 0
  ) {
    var run = AnimatedValue<Value>.Run(animation: animation, start: delay, change: target - first)
    animation.takeOver(
      from: previous.map { .spring($0) }, position: .zero, velocity: velocity, at: 0, &run.context)
    self.init(
      first: first, animated: AnimatedValue(target: target, base: first, runs: [run]),
      nominalDuration: delay + Self.finite(animation.duration))
  }

  /// Animations none of which is a custom one.
  init(first: Value, animated: AnimatedValue<Value>, nominalDuration: Double) {
    (self.first, self.animated, self.nominalDuration) = (first, animated, nominalDuration)
  }

  func copy() -> sending any PropertyDriver { copied() }

  private func copied() -> sending AnimationsDriver {
    let copy = AnimationsDriver(first: first, animated: animated, nominalDuration: nominalDuration)
    (copy.played, copy.reached) = (played, reached)
    return copy
  }

  /// Adds an animation that begins so many seconds after the start.
  func add(_ animation: Animation, to target: Value, at time: Double) {
    animated = current
    animated.animate(to: target, using: animation, at: time)
    played = animated.runs.contains { $0.animation.duration == nil } ? animated : nil
    reached = -.infinity
    nominalDuration = max(nominalDuration, time + Self.finite(animation.duration))
  }

  /// This driver with a custom animation in the place of the only one that there is, if that says so; otherwise nil.
  func merging(_ animation: Animation, to target: Value, at time: Double) -> AnimationsDriver? {
    if isFinished(at: time) { return nil }
    let merged = copied()
    merged.add(animation, to: target, at: time)
    return merged.animated.runs.count > 1 ? nil : merged
  }

  /// Lets what has yet to begin wait for so many seconds from its time 0 on.
  func wait(for delay: Double) {
    for index in animated.runs.indices { animated.delayRun(index, by: delay) }
    played = played.map { _ in animated }
    nominalDuration += delay
  }

  /// Moves the whole way by so much.
  func move(by offset: Value) {
    first += offset
    animated.move(by: offset)
    played?.move(by: offset)
  }

  var canAdd: Bool { true }

  func subtractFinalValue() { move(by: .zero - animated.target) }

  private static func finite(_ duration: Double?) -> Double {
    duration.map { $0 < .infinity ? $0 : 1 } ?? 1
  }

  private var current: AnimatedValue<Value> { played ?? animated }

  func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int) {
    // Custom animations needn't know what they are before they begin.
    let time = time < 0 ? 0 : time
    guard played != nil else { return animated.value(at: time).storeFloats(out, stride: stride) }
    // What has finished is forgotten.
    if time < reached { played = animated }
    reached = time
    played?.advance(to: time).storeFloats(out, stride: stride)
  }

  func copyFirstValue(to out: UnsafeMutablePointer<Float>, stride: Int) { first.storeFloats(out, stride: stride) }

  func copyFinalValue(to out: UnsafeMutablePointer<Float>, stride: Int) {
    animated.target.storeFloats(out, stride: stride)
  }

  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    // Before it begins it stands still, whatever a custom animation says of then.
    (time < 0 ? .zero : current.velocity(at: time)).storeFloats(out, stride: 1)
  }

  var spring: Spring? { current.runs.count == 1 ? current.runs[0].animation.mergingSpring?.spring : nil }

  func isFinished(at time: Double) -> Bool { time >= 0 && current.isFinished(at: time) }
}

/// A walk through phases that are values.
final class PhasesDriver<Value: ComponentVector>: PropertyDriver, Sendable {
  let phases: PhaseTimeline<Value>
  /// How often it walks through all of them.
  let passes: Double

  init(_ phases: PhaseTimeline<Value>, passes: Double) {
    (self.phases, self.passes) = (phases, passes)
  }

  var nominalDuration: Double {
    let cycle = phases.cycleDuration < .infinity ? phases.cycleDuration : 1
    return passes < .infinity ? passes * cycle : cycle
  }

  /// A walk that takes no time and never ends has none.
  var loops: RunLoops {
    let cycle = phases.cycleDuration
    return passes == .infinity && cycle == 0 ? .none : RunLoops(lasting: cycle, until: passes * cycle)
  }

  func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int) {
    (phases.value(at: time) { $0 } ?? phases.phases[0]).storeFloats(out, stride: stride)
  }

  func copyFirstValue(to out: UnsafeMutablePointer<Float>, stride: Int) {
    phases.phases[0].storeFloats(out, stride: stride)
  }

  func copyFinalValue(to out: UnsafeMutablePointer<Float>, stride: Int) {
    phases.phases[0].storeFloats(out, stride: stride)
  }

  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    var velocity = Value.zero
    if let position = phases.position(at: time), !position.isFinished {
      velocity = position.animation.velocity(from: position.from, to: position.to, at: position.time)
    }
    velocity.storeFloats(out, stride: 1)
  }

  func isFinished(at time: Double) -> Bool { passes < .infinity && time >= passes * phases.cycleDuration }
}

/// A timeline of tracks.
final class TimelineDriver<Value: ComponentAnimatable>: PropertyDriver, Sendable {
  private let timeline: KeyframeTimeline<Value>
  /// How often it is played.
  private let passes: Double
  /// What values are relative to.
  private let base: Value.AnimatableComponents

  init(_ timeline: KeyframeTimeline<Value>, passes: Double, relativeTo base: Value.AnimatableComponents) {
    (self.timeline, self.passes, self.base) = (timeline, passes, base)
  }

  var nominalDuration: Double { timeline.duration * (passes < .infinity ? passes : 1) }

  var loops: RunLoops { RunLoops(lasting: timeline.duration, until: passes * timeline.duration) }

  private func timeInPass(_ time: Double) -> Double {
    passes > 1 && time > timeline.duration ? time.truncatingRemainder(dividingBy: timeline.duration) : time
  }

  private func value(at time: Double) -> Value.AnimatableComponents {
    timeline.value(time: time).animatableComponents - base
  }

  func copyValue(at time: Double, to out: UnsafeMutablePointer<Float>, stride: Int) {
    value(at: timeInPass(time)).storeFloats(out, stride: stride)
  }

  func copyFirstValue(to out: UnsafeMutablePointer<Float>, stride: Int) { copyValue(at: 0, to: out, stride: stride) }

  func copyFinalValue(to out: UnsafeMutablePointer<Float>, stride: Int) {
    value(at: timeline.duration).storeFloats(out, stride: stride)
  }

  /// Tracks of parts have no velocity of the whole, so it is what the value covers in a fifth of a millisecond.
  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    let time = timeInPass(time)
    (value(at: time + 1e-4) - value(at: time - 1e-4)).scaled(by: 5e3).storeFloats(out, stride: 1)
  }

  func isFinished(at time: Double) -> Bool { passes < .infinity && time >= passes * timeline.duration }
}
