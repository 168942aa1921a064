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
  @usableFromInline
  private(set) var base: Value
  @usableFromInline
  private(set) var runs: [Run] = []

  @usableFromInline
  struct Run: Sendable {
    @usableFromInline
    var animation: Animation
    @usableFromInline
    let start: Double
    @usableFromInline
    var change: Value
    @usableFromInline
    var context = AnimationContext<Value>()

    /// Returns the change so far at a time, or nil if the run is finished.
    @inlinable
    func change(at time: Double) -> Value? {
      if context.state.isEmpty {
        switch animation.reading(.amount, at: time - start) {
        case .number(let amount): return change.scaled(by: amount)
        case .finished: return nil
        case .custom: break
        }
      } else if let takeover = context.state.takeover, animation.takesOver {
        return takeover.position(to: change, at: time - start)
      }
      var run = self
      return run.advanceContext(to: time)
    }

    /// Returns the velocity at a time, per second.
    @inlinable
    func velocity(at time: Double) -> Value {
      if time < start { return .zero }
      if context.state.isEmpty {
        switch animation.reading(.rate, at: time - start) {
        case .number(let rate): return Animation.velocity(of: change, atRate: rate)
        case .finished: return .zero
        case .custom: break
        }
      } else if let takeover = context.state.takeover, animation.takesOver {
        return takeover.velocity(to: change, at: time - start) ?? .zero
      }
      return animation.velocity(value: change, time: time - start, context: context) ?? .zero
    }

    /// Returns the change so far at a time, or nil if the run is finished, and stores what a custom animation keeps.
    @inlinable
    mutating func advance(to time: Double) -> Value? {
      if animation.duration != nil { return change(at: time) }
      return advanceContext(to: time)
    }

    /// Returns the change so far, or nil if the run is finished, and stores what any animation keeps: also whether it is
    /// logically complete, which only the next animation may ask.
    @usableFromInline
    mutating func advanceContext(to time: Double) -> Value? {
      animation.animate(value: change, time: time - start, context: &context)
    }

    /// Finds the time at which a spring that took over has settled, so that it isn't searched for at each value.
    mutating func findEnd() {
      context.state.takeover = context.state.takeover.map { SpringTakeover($0, target: change) }
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
    for index in runs.indices { self.runs[index].findEnd() }
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
    _ = advance { $0.advanceContext(to: time) }
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
        runs[0].findEnd()
        return
      }
    } else if runs.count > 1, animation.takesOver {
      var run = Run(animation: animation, start: time, change: newTarget - base)
      let motion = (position: value(at: time) - base, velocity: velocity(at: time))
      animation.takeOver(
        from: nil, position: motion.position, velocity: motion.velocity, at: 0, &run.context)
      run.findEnd()
      runs = [run]
      return
    }
    runs.append(Run(animation: animation, start: time, change: difference))
  }

  /// Returns the value at a time. For times before the last ``animate(to:using:at:)``, it is the value to which the
  /// animations that the call left running move it; if a spring took over, it is the value at the time of the call.
  /// While an animation runs, NaN gives NaN.
  @inlinable
  public func value(at time: Double) -> Value {
    var (position, isFinished) = (base, true)
    for index in runs.indices {
      let change = runs[index].change(at: time)
      if change != nil { isFinished = false }
      position += change ?? runs[index].change
    }
    return isFinished ? target : position
  }

  /// Returns the velocity of ``value(at:)``, per second. An animation that has no velocity counts as standing
  /// still. While an animation runs, NaN gives NaN.
  @inlinable
  public func velocity(at time: Double) -> Value {
    var velocity = Value.zero
    for index in runs.indices { velocity += runs[index].velocity(at: time) }
    return velocity
  }

  /// Returns whether the value has arrived at its target.
  @inlinable
  public func isFinished(at time: Double) -> Bool {
    runs.indices.allSatisfy { runs[$0].change(at: time) == nil }
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
  @inlinable
  @discardableResult
  public mutating func advance(to time: Double) -> Value {
    advance { $0.advance(to: time) }
  }

  /// Adds the changes of the runs, removes the runs that are finished, and returns the value.
  ///
  /// - Parameter change: Returns a run's change so far, or nil if the run is finished.
  @inlinable
  mutating func advance(_ change: (inout Run) -> Value?) -> Value {
    var position = base
    var running = 0
    for index in runs.indices {
      if let change = change(&runs[index]) {
        position += change
        if running < index { runs.swapAt(running, index) }
        running += 1
      } else {
        position += runs[index].change
        base += runs[index].change
      }
    }
    if running < runs.count { runs.removeLast(runs.count - running) }
    if runs.isEmpty { base = target }
    return runs.isEmpty ? target : position
  }
}
