import Foundation
import VectorKernels

typealias Point = AnimatablePair<Float, Float>
typealias Vector = SIMD2<Double>

extension AnimatablePair where First: BatchElement, Second: BatchElement {
  var vector: Vector { Vector(Double(first), Double(second)) }
}

extension Vector {
  var largest: Double { Swift.max(abs(x), abs(y)) }
}

/// A model of the animator, in Double, one property at a time, by formulas of its own.
struct NaiveAnimator {
  /// The part of one animation in a property's value.
  struct Part {
    enum Motion {
      /// An animation between two values, and how fast it is at most, in ways per second.
      case tween(Animation, from: Vector, to: Vector, slope: Double)
      case spring(Spring, delay: Double, from: Vector, velocity: Vector, to: Vector)
      case friction(timeConstant: Double, from: Vector, velocity: Vector)
      case keyframes(KeyframeTimeline<AnimatablePair<Double, Double>>, repeats: Bool)
    }

    var motion: Motion
    /// When it begins, in seconds of the run's time.
    var begin = 0.0
    /// How far the velocity may be off that a spring began with.
    var velocitySlack = 0.0
    /// Whether it may have come to its end: where roundings decide.
    var mayBeOver = false
  }

  /// A run of a property: the animation that it began with, and those that have been added to it. Each goes on to its
  /// end, after which it's forgotten.
  struct Run {
    var parts: [Part]
    /// Seconds since the run began.
    var local: Double
    var target: Vector
    /// When the first of its animations begins, at most 0.
    var first = 0.0
    /// When the last of its animations ends, of those that are forgotten too.
    var end: Double

    init(_ part: Part, local: Double) {
      parts = [part]
      self.local = local
      target = part.motion.target
      end = part.end
    }

    /// Adds what changes the target.
    mutating func add(_ part: Part, to target: Vector) {
      parts.append(part)
      self.target = target
      first = min(first, part.begin)
      end = max(end, part.end)
    }
  }

  struct Property {
    var value: Vector
    var run: Run?
    /// The identity of its last run in the animator.
    var identity: AnimationRun?
    var isRemovedAtEnd = false
    var isObserved = false
    var speed = 1.0
    var isReversed = false
    var isPaused = false

    var rate: Double { isPaused ? 0 : isReversed ? -speed : speed }
  }

  var properties: [PropertyHandle: Property] = [:]
  var speed = 1.0
  var isPaused = false
  var time: Double

  /// Whether time passes.
  var isRunning: Bool { !isPaused && speed != 0 }

  /// Lets time pass.
  mutating func advance(to newTime: Double) {
    guard newTime.isFinite else { return }
    let passed = (newTime - time) * speed
    time = newTime
    if !isRunning { return }
    for handle in properties.keys {
      guard var property = properties[handle], var run = property.run else { continue }
      run.local += passed * property.rate
      property.run = run
      if property.rate != 0 { property.value = run.value(at: run.local) }
      properties[handle] = property
    }
  }
}

// MARK: - Runs

extension NaiveAnimator.Run {
  /// The property's value: its target, less the amounts that the parts have yet to add.
  func value(at time: Double) -> Vector {
    var value = target
    for part in parts { value += part.value(at: time) - part.motion.target }
    return value
  }

  /// Per second of the run's time.
  func velocity(at time: Double) -> Vector {
    var velocity = Vector.zero
    for part in parts { velocity += part.velocity(at: time) }
    return velocity
  }

  /// Whether the property may be at a value at a time, if some of the parts that may be over are.
  ///
  /// - Parameter over: Bit i is whether the i-th of those is.
  func isNear(_ value: Vector, at time: Double, over: Int = 0) -> Bool {
    var (least, most, tolerance, magnitude) = (target, target, 0.0, target.largest)
    var uncertain = 0
    for part in parts {
      if part.mayBeOver {
        uncertain += 1
        if over >> (uncertain - 1) & 1 == 1 { continue }
      }
      // Where it jumps, an instant earlier or later is as good.
      let (slack, rest) = (part.slack(at: time), part.value(at: time) - part.motion.target)
      let (before, after) = (
        part.value(at: time - slack) - part.motion.target, part.value(at: time + slack) - part.motion.target
      )
      least += pointwiseMin(rest, pointwiseMin(before, after))
      most += pointwiseMax(rest, pointwiseMax(before, after))
      tolerance += part.tolerance(at: time)
      magnitude += 2 * part.magnitude
    }
    // Each difference and each sum is rounded to half an ulp, 2^-24 of it.
    if parts.count > 1 || target != parts[0].motion.target { tolerance += 0x1p-23 * Double(parts.count) * magnitude }
    let (tooLow, tooHigh) = (least - tolerance - value, value - most - tolerance)
    return max(tooLow.x, tooLow.y, tooHigh.x, tooHigh.y) <= 0
  }

  /// Before everything.
  static var beginning: Double { -1e6 }

  /// How far a value may be off, if nothing jumps.
  var tolerance: Double { parts.reduce(0) { $0 + $1.tolerance(at: local) } }

  /// The parts that may be over, which the bits of numbers stand for.
  var uncertain: [Int] { parts.indices.filter { parts[$0].mayBeOver } }
}

// MARK: - Parts

extension NaiveAnimator.Part.Motion {
  /// A spring whose delay is below 0 begins where it is by then, and as fast.
  var settingOut: NaiveAnimator.Part.Motion {
    guard case .spring(let spring, let delay, let from, let velocity, let to) = self, delay < 0 else { return self }
    let motion = NaiveAnimator.Part.displacement(spring, from - to, velocity, -delay)
    return .spring(spring, delay: 0, from: to + motion.position, velocity: motion.velocity, to: to)
  }

  var target: Vector {
    switch self {
    case .tween(_, _, let to, _): to
    case .spring(_, _, _, _, let to): to
    case .friction(let timeConstant, let from, let velocity): from + timeConstant * velocity
    case .keyframes(let timeline, _): timeline.value(time: timeline.duration).vector
    }
  }
}

extension NaiveAnimator.Part {
  fileprivate static func displacement(
    _ spring: Spring, _ y: Vector, _ v: Vector, _ time: Double
  ) -> (position: Vector, velocity: Vector) {
    let (w, z) = (spring.angularFrequency, spring.dampingRatio)
    if z < 1 {
      let (d, s) = (z * w, w * (1 - z * z).squareRoot())
      let (e, c, n) = (exp(-d * time), cos(s * time), sin(s * time))
      let b = (v + d * y) / s
      return (e * (c * y + n * b), e * (-d * (c * y + n * b) + s * (c * b - n * y)))
    } else if z == 1 {
      let e = exp(-w * time)
      let b = v + w * y
      return (e * (y + time * b), e * (b - w * (y + time * b)))
    } else {
      let root = (z * z - 1).squareRoot()
      let (slow, fast) = (w / (z + root), w * (z + root))
      let b = (v + slow * y) / (slow - fast)
      let a = y - b
      let (es, ef) = (exp(-slow * time), exp(-fast * time))
      return (es * a + ef * b, -slow * es * a - fast * ef * b)
    }
  }

  func value(at time: Double) -> Vector {
    let time = time - begin
    switch motion {
    case .tween(let animation, let from, let to, _):
      return from + animation.amount(at: max(0, time)) * (to - from)
    case .spring(let spring, let delay, let from, let velocity, let to):
      return to + Self.displacement(spring, from - to, velocity, max(0, time - delay)).position
    case .friction(let timeConstant, let from, let velocity):
      return from - timeConstant * expm1(-max(0, time) / timeConstant) * velocity
    case .keyframes(let timeline, let repeats):
      return timeline.value(
        time: repeats && time > 0 ? time.truncatingRemainder(dividingBy: timeline.duration) : time
      ).vector
    }
  }

  /// Per second of the run's time.
  func velocity(at time: Double) -> Vector {
    let own = time - begin
    return switch motion {
    case .tween(let animation, let from, let to, _):
      animation.velocity(from: 0.0, to: 1.0, at: own) * (to - from)
    case .spring(let spring, let delay, let from, let velocity, let to):
      own < delay ? .zero : Self.displacement(spring, from - to, velocity, own - delay).velocity
    case .friction(let timeConstant, _, let velocity): own < 0 ? .zero : exp(-own / timeConstant) * velocity
    case .keyframes: (value(at: time + 1e-6) - value(at: time - 1e-6)) / 2e-6
    }
  }

  /// When it ends for sure, in seconds of the run's time.
  var end: Double {
    switch motion {
    case .tween(let animation, _, _, _): begin + animation.duration!
    case .keyframes(let timeline, let repeats): repeats ? .infinity : begin + timeline.duration
    case .spring, .friction: .infinity
    }
  }

  /// The largest number that its values are computed from.
  var magnitude: Double {
    switch motion {
    case .tween(_, let from, let to, _): max(from.largest, to.largest)
    case .spring(let spring, _, let from, let velocity, let to):
      max(from.largest, to.largest, velocity.largest / spring.angularFrequency)
    case .friction(let timeConstant, let from, let velocity): max(from.largest, timeConstant * velocity.largest)
    case .keyframes: 100
    }
  }

  /// How far the time may be off, in seconds: a start, kept as a Float within four seconds of its epoch, by a quarter
  /// of a microsecond, and as much of the time since then as half a step of Float is of it.
  func slack(at time: Double) -> Double { 5e-7 + 1.2e-7 * abs(time - begin) }

  /// How far a value may be off: Float's kernels by 2e-6 of what they are computed from, with the promise of the
  /// stepped spring, 5e-6, and twice that for what it started from; and by what it moves in the time's slack.
  func tolerance(at time: Double) -> Double {
    let slope: Double
    // A spring makes of an error of the velocity one of the value of at most 1 / w0 of it, whatever its damping.
    var fromVelocity = 0.0
    switch motion {
    case .tween(_, let from, let to, let fastest): slope = fastest * (to - from).largest
    case .spring(let spring, _, let from, let velocity, let to):
      slope = velocity.largest + spring.angularFrequency * (to - from).largest
      fromVelocity = velocitySlack / spring.angularFrequency
    case .friction(_, _, let velocity): slope = velocity.largest
    case .keyframes: slope = 2000
    }
    return 2e-5 * magnitude + slope * slack(at: time) + fromVelocity + 1e-6
  }

  /// Whether it is over at a time that its run has come to forward; nil where roundings decide.
  ///
  /// - Parameter epsilons: The distance and speed below which a run without a duration has ended.
  func isOver(at time: Double, _ epsilons: (value: Double, velocity: Double)) -> Bool? {
    switch motion {
    case .tween, .keyframes: return abs(time - end) < 1e-8 ? nil : time > end
    case .spring(_, let delay, _, _, _): if time - begin < delay - 1e-8 { return false }
    case .friction: break
    }
    let (distance, speed) = ((value(at: time) - motion.target).largest, velocity(at: time).largest)
    let slack = tolerance(at: time)
    if distance > epsilons.value + slack || speed > epsilons.velocity + 30 * slack { return false }
    return distance < epsilons.value - slack && speed < epsilons.velocity - 30 * slack ? true : nil
  }
}
