/// One animated value, whose target can change at any time, even while the value moves.
///
/// SwiftUI's rules decide what happens to an animation that is running when a new one starts. A spring takes over from
/// the running animation, with its position and velocity. Every other animation adds: the running animation continues
/// to its end, and the new one covers the difference of the two targets. A custom animation decides by
/// ``CustomAnimation/shouldMerge(previous:value:time:context:)``.
///
/// ```swift
/// var x = AnimatedValue(0.0)
/// x.animate(to: 100, using: .spring, at: 0)
/// x.animate(to: 50, using: .spring, at: 0.2)  // turns around smoothly
/// let now = x.value(at: 0.3)
/// ```
public struct AnimatedValue<Value: VectorArithmetic>: Sendable {
  /// The value when all animations have finished.
  public private(set) var target: Value
  /// The target minus the changes of the running animations.
  private(set) var base: Value
  private(set) var runs: [Run] = []

  struct Run {
    var animation: Animation
    let start: Double
    var change: Value
    var context = AnimationContext<Value>()

    /// Returns the change so far at a time, or nil if the run is finished.
    func change(at time: Double) -> Value? {
      var context = context
      return animation.animate(value: change, time: time - start, context: &context)
    }
  }

  /// Creates a value at rest.
  public init(_ value: Value) {
    target = value
    base = value
  }

  /// Creates a value with runs in progress.
  init(target: Value, base: Value, runs: [Run]) {
    self.target = target
    self.base = base
    self.runs = runs
  }

  /// Delays the animation of a run.
  mutating func delayRun(_ index: Int, by seconds: Double) {
    runs[index].animation = Animation(
      modified: .delay(seconds, base: runs[index].animation), base: runs[index].animation)
  }

  /// Adds an offset to the value and its target.
  mutating func move(by offset: Value) {
    target += offset
    base += offset
  }

  /// Animates the value to a new target.
  ///
  /// - Parameters:
  ///   - newTarget: The new target. If it isn't finite, or its difference to the old one isn't, the value jumps to it.
  ///   - animation: The animation. Nil jumps to the target and ends all running animations.
  ///   - time: The time, in seconds. At a time that isn't finite, the value jumps to the target too, because no
  ///     animation could continue from there.
  public mutating func animate(to newTarget: Value, using animation: Animation?, at time: Double) {
    guard let animation, time.isFinite else {
      self = AnimatedValue(newTarget)
      return
    }
    advance(to: time)
    let (difference, way) = (newTarget - target, newTarget - base)
    // Only finite differences are zero when subtracted from themselves. The distance from the base is that of all runs
    // together.
    guard difference - difference == .zero, way - way == .zero else {
      self = AnimatedValue(newTarget)
      return
    }
    target = newTarget
    if runs.count == 1 {
      var context = runs[0].context
      let elapsed = time - runs[0].start
      if animation.shouldMerge(
        previous: runs[0].animation, value: runs[0].change, time: elapsed, context: &context)
      {
        runs[0].animation = animation
        runs[0].change += difference
        runs[0].context = context
        return
      }
    } else if runs.count > 1, animation.takesOver {
      var run = Run(animation: animation, start: time, change: newTarget - base)
      let motion = (position: value(at: time) - base, velocity: velocity(at: time))
      animation.takeOver(
        from: nil, position: motion.position, velocity: motion.velocity, at: 0, &run.context)
      runs = [run]
      return
    }
    runs.append(Run(animation: animation, start: time, change: difference))
  }

  /// Returns the value at a time. For times before the last ``animate(to:using:at:)``, it is the value to which the
  /// animations that the call left running move it; if a spring took over, it is the value at the time of the call.
  /// While an animation runs, NaN gives NaN.
  public func value(at time: Double) -> Value {
    var (position, isFinished) = (base, true)
    for run in runs {
      let change = run.change(at: time)
      if change != nil { isFinished = false }
      position += change ?? run.change
    }
    return isFinished ? target : position
  }

  /// Returns the velocity of ``value(at:)``, per second. An animation that has no velocity counts as standing
  /// still. While an animation runs, NaN gives NaN.
  public func velocity(at time: Double) -> Value {
    runs.reduce(into: .zero) { velocity, run in
      if time < run.start { return }
      velocity += run.animation.velocity(value: run.change, time: time - run.start, context: run.context) ?? .zero
    }
  }

  /// Returns whether the value has arrived at its target.
  public func isFinished(at time: Double) -> Bool {
    runs.allSatisfy { $0.change(at: time) == nil }
  }

  /// The time at which the last of the animations finishes; infinity if one of them doesn't know its end, as a custom
  /// animation, or a spring that took over and is delayed or played at a speed.
  var end: Double {
    var end = -Double.infinity
    for run in runs {
      var duration = run.animation.duration ?? .infinity
      if let takeover = run.context.state.takeover {
        duration = run.animation.takesOver ? takeover.end(to: run.change) : .infinity
      }
      end = max(end, run.start + duration)
    }
    return end
  }

  /// Advances to a time: stores the state that custom animations keep between frames, and removes finished animations.
  ///
  /// - Returns: The value at the time.
  @discardableResult
  public mutating func advance(to time: Double) -> Value {
    var position = base
    var running = 0
    for index in runs.indices {
      if let change = runs[index].animation.animate(
        value: runs[index].change, time: time - runs[index].start, context: &runs[index].context)
      {
        position += change
        runs.swapAt(running, index)
        running += 1
      } else {
        position += runs[index].change
        base += runs[index].change
      }
    }
    runs.removeLast(runs.count - running)
    if runs.isEmpty { base = target }
    return runs.isEmpty ? target : position
  }
}
