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

/// What an animator should do, in Double, one property at a time, by formulas of its own.
struct NaiveAnimator {
  /// A run of a property.
  struct Run {
    enum Motion {
      /// An animation between two values, and how fast it is at most, in ways per second.
      case tween(Animation, from: Vector, to: Vector, slope: Double)
      case spring(Spring, delay: Double, from: Vector, velocity: Vector, to: Vector)
      case friction(timeConstant: Double, from: Vector, velocity: Vector)
      case keyframes(KeyframeTimeline<AnimatablePair<Double, Double>>, repeats: Bool)
    }

    var motion: Motion
    /// Seconds since the run began.
    var local: Double
    /// How far the velocity may be off that a spring began with.
    var velocitySlack = 0.0
  }

  struct Property {
    var value: Vector
    var run: Run?
    /// What the animator calls its last run.
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

  /// Lets time pass.
  mutating func advance(to newTime: Double) {
    guard newTime.isFinite else { return }
    let passed = isPaused ? 0 : (newTime - time) * speed
    time = newTime
    for handle in properties.keys {
      guard var property = properties[handle], var run = property.run else { continue }
      run.local += passed * property.rate
      property.run = run
      if property.rate != 0 { property.value = run.value }
      properties[handle] = property
    }
  }
}

extension NaiveAnimator.Run.Motion {
  /// A spring whose delay is below 0 begins where it is by then, and as fast.
  var settingOut: NaiveAnimator.Run.Motion {
    guard case .spring(let spring, let delay, let from, let velocity, let to) = self, delay < 0 else { return self }
    let motion = NaiveAnimator.Run.displacement(spring, from - to, velocity, -delay)
    return .spring(spring, delay: 0, from: to + motion.position, velocity: motion.velocity, to: to)
  }
}

extension NaiveAnimator.Run {
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

  var value: Vector { value(at: local) }

  func value(at time: Double) -> Vector {
    switch motion {
    case .tween(let animation, let from, let to, _):
      return from + animation.progress(at: max(0, time)) * (to - from)
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
    switch motion {
    case .tween(let animation, let from, let to, _):
      animation.velocity(from: 0.0, to: 1.0, at: time) * (to - from)
    case .spring(let spring, let delay, let from, let velocity, let to):
      time < delay ? .zero : Self.displacement(spring, from - to, velocity, time - delay).velocity
    case .friction(let timeConstant, _, let velocity): time < 0 ? .zero : exp(-time / timeConstant) * velocity
    case .keyframes: (value(at: time + 1e-6) - value(at: time - 1e-6)) / 2e-6
    }
  }

  var target: Vector {
    switch motion {
    case .tween(_, _, let to, _): to
    case .spring(_, _, _, _, let to): to
    case .friction(let timeConstant, let from, let velocity): from + timeConstant * velocity
    case .keyframes(let timeline, _): timeline.value(time: timeline.duration).vector
    }
  }

  var start: Vector { value(at: -1) }

  /// The largest number that the run's values are computed from.
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
  var slack: Double { 5e-7 + 1.2e-7 * abs(local) }

  /// How far a value may be off: Float's kernels by 2e-6 of what they are computed from, with the promise of the
  /// stepped spring, 5e-6, and twice that for what it started from; and by what it moves in the time's slack.
  var tolerance: Double {
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
    return 2e-5 * magnitude + slope * slack + fromVelocity + 1e-6
  }
}
