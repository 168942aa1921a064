// The drivers that move a single property.

/// Animates one value by animations of any kind.
final class AnimationsDriver<Value: ComponentVector>: PropertyDriver {
  /// The state when an animation was last added. Time may go back to it.
  private(set) var animated: AnimatedValue<Value>
  private(set) var first: Value
  private(set) var nominalDuration: Double
  /// The same with the later state of custom animations; nil if there are none. All other animations are functions of
  /// time.
  private var played: AnimatedValue<Value>?
  /// The time to which the custom animations have been played.
  private var reached = -Double.infinity

  convenience init(from first: Value, to target: Value, _ animation: Animation) {
    self.init(first: first, animated: AnimatedValue(first), nominalDuration: 0)
    add(animation, to: target, at: 0)
  }

  /// Creates a driver for a spring that begins with a velocity, after a delay in seconds. Its response blends over from
  /// that of the previous spring.
  convenience init(
    from first: Value, velocity: Value, drawnBy previous: Spring?, to target: Value, _ animation: Animation,
    after delay: Double = 0
  ) {
    var run = AnimatedValue<Value>.Run(animation: animation, start: delay, change: target - first)
    animation.takeOver(from: previous, position: .zero, velocity: velocity, at: 0, &run.context)
    self.init(
      first: first, animated: AnimatedValue(target: target, base: first, runs: [run]),
      nominalDuration: delay + Self.finite(animation.duration))
  }

  /// Creates a driver for animations that aren't custom animations.
  init(first: Value, animated: AnimatedValue<Value>, nominalDuration: Double) {
    (self.first, self.animated, self.nominalDuration) = (first, animated, nominalDuration)
  }

  func copy() -> sending any PropertyDriver { copied() }

  private func copied() -> sending AnimationsDriver {
    let copy = AnimationsDriver(first: first, animated: animated, nominalDuration: nominalDuration)
    (copy.played, copy.reached) = (played, reached)
    return copy
  }

  /// Adds an animation that begins `time` seconds after the start.
  func add(_ animation: Animation, to target: Value, at time: Double) {
    animated = current
    animated.animate(to: target, using: animation, at: time)
    played = animated.runs.contains { $0.animation.duration == nil } ? animated : nil
    reached = -.infinity
    nominalDuration = max(nominalDuration, time + Self.finite(animation.duration))
  }

  /// Returns this driver with a custom animation in place of its only animation, if the custom animation asks for that;
  /// otherwise nil.
  func merging(_ animation: Animation, to target: Value, at time: Double) -> AnimationsDriver? {
    if isFinished(at: time) { return nil }
    let merged = copied()
    merged.add(animation, to: target, at: time)
    return merged.animated.runs.count > 1 ? nil : merged
  }

  /// Delays animations that haven't begun yet by some seconds, counted from the driver's time 0.
  func wait(for delay: Double) {
    for index in animated.runs.indices { animated.delayRun(index, by: delay) }
    played = played.map { _ in animated }
    nominalDuration += delay
  }

  /// Moves both ends of the animation by an offset.
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
    // Custom animations needn't have a value for times before their start.
    let time = time < 0 ? 0 : time
    guard played != nil else { return animated.value(at: time).storeFloats(out, stride: stride) }
    // Animations that have finished are no longer in the played state.
    if time < reached { played = animated }
    reached = time
    played?.advance(to: time).storeFloats(out, stride: stride)
  }

  func copyFirstValue(to out: UnsafeMutablePointer<Float>, stride: Int) { first.storeFloats(out, stride: stride) }

  func copyFinalValue(to out: UnsafeMutablePointer<Float>, stride: Int) {
    animated.target.storeFloats(out, stride: stride)
  }

  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    // Before the start the value stands still, even if a custom animation returns another velocity for that time.
    (time < 0 ? .zero : current.velocity(at: time)).storeFloats(out, stride: 1)
  }

  var spring: Spring? { current.runs.count == 1 ? current.runs[0].animation.springAtSpeed : nil }

  func isFinished(at time: Double) -> Bool { time >= 0 && current.isFinished(at: time) }

  /// Custom animations don't know when they end, even those that have ended once.
  var duration: Double { max(0, animated.end) }
}

/// Walks through phases that are values.
final class PhasesDriver<Value: ComponentVector>: PropertyDriver, Sendable {
  let phases: PhaseTimeline<Value>
  /// The number of times to go through all phases.
  let passes: Double

  init(_ phases: PhaseTimeline<Value>, passes: Double) {
    (self.phases, self.passes) = (phases, passes)
  }

  var nominalDuration: Double {
    let cycle = phases.passDuration < .infinity ? phases.passDuration : 1
    return passes < .infinity ? passes * cycle : cycle
  }

  /// A walk that takes no time and never ends has no passes.
  var runPasses: RunPasses {
    let cycle = phases.passDuration
    return passes == .infinity && cycle == 0 ? .none : RunPasses(lasting: cycle, until: passes * cycle)
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
    if time >= 0, let position = phases.position(at: time), !position.isFinished {
      velocity = position.animation.velocity(from: position.from, to: position.to, at: position.time)
    }
    velocity.storeFloats(out, stride: 1)
  }

  var duration: Double { passes < .infinity ? passes * phases.passDuration : .infinity }

  func isFinished(at time: Double) -> Bool { time >= duration }
}

#if !hasFeature(Embedded)
/// Plays a timeline of tracks.
final class TimelineDriver<Value: ComponentAnimatable>: PropertyDriver, Sendable {
  private let timeline: KeyframeTimeline<Value>
  /// The number of passes.
  private let passes: Double
  /// The value to which values are relative.
  private let base: Value.AnimatableComponents

  init(_ timeline: KeyframeTimeline<Value>, passes: Double, relativeTo base: Value.AnimatableComponents) {
    (self.timeline, self.passes, self.base) = (timeline, passes, base)
  }

  var nominalDuration: Double { timeline.duration * (passes < .infinity ? passes : 1) }

  var runPasses: RunPasses { RunPasses(lasting: timeline.duration, until: passes * timeline.duration) }

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

  /// Writes the velocity as a difference quotient over 0.2 ms, because tracks of parts have no velocity of the whole
  /// value.
  func copyVelocity(at time: Double, to out: UnsafeMutablePointer<Float>) {
    let time = timeInPass(time)
    (value(at: time + 1e-4) - value(at: time - 1e-4)).scaled(by: 5e3).storeFloats(out, stride: 1)
  }

  var duration: Double { passes < .infinity ? passes * timeline.duration : .infinity }

  func isFinished(at time: Double) -> Bool { time >= duration }
}
#endif
