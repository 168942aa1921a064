/// One value under way, which can be sent elsewhere at any time: SwiftUI's rules for what then becomes of the animation
/// that was running.
///
/// A spring takes over from what is under way, with its position and velocity. Everything else adds: the animation that
/// was running goes on to its end, and the new one carries the difference of the two targets. A custom animation
/// decides by ``CustomAnimation/shouldMerge(previous:value:time:context:)``.
///
/// ```swift
/// var x = AnimatedValue(0.0)
/// x.animate(to: 100, using: .spring, at: 0)
/// x.animate(to: 50, using: .spring, at: 0.2)  // turns round smoothly
/// let now = x.value(at: 0.3)
/// ```
public struct AnimatedValue<Value: VectorArithmetic>: Sendable {
  /// Where the value is when all has finished.
  public private(set) var target: Value
  /// The target less the changes that are under way.
  private(set) var base: Value
  private(set) var runs: [Run] = []

  struct Run {
    var animation: Animation
    let start: Double
    var change: Value
    var context = AnimationContext<Value>()

    /// How much of the change has come about at a time, or nil when it's finished.
    func change(at time: Double) -> Value? {
      var context = context
      return animation.animate(value: change, time: time - start, context: &context)
    }
  }

  /// A value at rest.
  public init(_ value: Value) {
    target = value
    base = value
  }

  /// A value under way.
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

  /// Moves the value and its target by so much.
  mutating func move(by offset: Value) {
    target += offset
    base += offset
  }

  /// Sends the value to a new target.
  ///
  /// - Parameters:
  ///   - newTarget: The value to arrive at. One that isn't finite, or so far away that the difference isn't, is
  ///     arrived at at once.
  ///   - animation: How; nil is at once, and ends whatever is under way.
  ///   - time: Now, in seconds. One that isn't finite, from which nothing could go on, is at once too.
  public mutating func animate(to newTarget: Value, using animation: Animation?, at time: Double) {
    guard let animation, time.isFinite else {
      self = AnimatedValue(newTarget)
      return
    }
    advance(to: time)
    let (difference, way) = (newTarget - target, newTarget - base)
    // Only what is finite is nothing less itself. From the base it is the way of all runs together.
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

  /// Where the value is at a time. Before the last ``animate(to:using:at:)`` it is where it was then. Under way, NaN
  /// gives NaN.
  public func value(at time: Double) -> Value {
    var (position, isFinished) = (base, true)
    for run in runs {
      let change = run.change(at: time)
      if change != nil { isFinished = false }
      position += change ?? run.change
    }
    return isFinished ? target : position
  }

  /// How fast the value moves at a time, per second. An animation that has no velocity counts as standing still. Under
  /// way, NaN gives NaN.
  public func velocity(at time: Double) -> Value {
    runs.reduce(into: .zero) { velocity, run in
      velocity += run.animation.velocity(value: run.change, time: time - run.start, context: run.context) ?? .zero
    }
  }

  /// Whether the value has arrived at its target.
  public func isFinished(at time: Double) -> Bool {
    runs.allSatisfy { $0.change(at: time) == nil }
  }

  /// Moves on to a time: keeps what custom animations keep between frames, and forgets what has finished.
  ///
  /// - Returns: Where the value is.
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
