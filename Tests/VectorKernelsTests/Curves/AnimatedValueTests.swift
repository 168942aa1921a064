import Foundation
import Testing
import VectorKernels

/// Retargeting, and the custom animations that take part in it.
@Suite(.seeded) struct AnimatedValueTests {
  @Test func movesLikeItsAnimation() {
    var x = AnimatedValue(10.0)
    #expect(x.value(at: 0) == 10 && x.isFinished(at: 0) && x.velocity(at: 0) == 0)
    x.animate(to: 20, using: .easeIn(duration: 2), at: 5)
    for time in [4.0, 5, 5.5, 6, 7, 8] {
      let animation = Animation.easeIn(duration: 2)
      #expect(abs(x.value(at: time) - animation.value(from: 10.0, to: 20.0, at: time - 5)) < 1e-14)
      #expect(x.velocity(at: time) == animation.velocity(from: 10.0, to: 20.0, at: time - 5))
    }
    #expect(!x.isFinished(at: 6.9) && x.isFinished(at: 7) && x.value(at: 7) == 20 && x.target == 20)
    x.animate(to: 3, using: nil, at: 5.5)
    #expect(x.value(at: 5.5) == 3 && x.isFinished(at: 5.5))
  }

  /// Also before the start of a run, and at infinity.
  @Test func agreesWithItsAnimationAtUnusualTimes() {
    for animation in [.linear(duration: 1).delay(-0.5), Animation.linear.speed(0), .linear.delay(.infinity)] {
      var x = AnimatedValue(0.0)
      x.animate(to: 1, using: animation, at: 5)
      for time in [-1.5, -0.25, 0, 0.25, 0.5, .infinity] {
        #expect(x.value(at: 5 + time) == animation.value(from: 0, to: 1, at: time), "\(animation) at \(time)")
        #expect(x.isFinished(at: 5 + time) == animation.isFinished(at: time), "\(animation) at \(time)")
      }
    }
  }

  /// A custom animation that passes each call on isn't known to be one that scales its change by a number, nor to be a
  /// spring. So it takes the long way through the calls, which must arrive at the same values.
  @Test func callsGiveTheSameValues() {
    typealias Pair = AnimatablePair<Double, Double>
    var random = Generator(seed: Settings.seed)
    func plain() -> Animation {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .easeInOut(duration: Double.random(in: 0.1...2, using: &random))
      case 1: .timingCurve(0, Double.random(in: -1...1, using: &random), 0.3, 1, duration: 1)
      case 2: .spring(duration: Double.random(in: 0.2...1, using: &random), bounce: 0.3)
      case 3: .spring(duration: Double.random(in: 0.2...1, using: &random))
      case 4: .default
      default: .interpolatingSpring(duration: 0.5, bounce: 0.1, initialVelocity: 3)
      }
    }
    func modified() -> Animation {
      let (animation, number) = (plain(), Double.random(in: 0.2...2, using: &random))
      return switch Int.random(in: 0..<9, using: &random) {
      case 0: animation.delay(number)
      case 1: animation.speed(number)
      case 2: animation.repeatCount(3, autoreverses: Bool.random(using: &random))
      case 3: animation.repeatForever().delay(number)
      case 4: animation.logicallyComplete(after: number)
      case 5: animation.delay(number).speed(2 * number)
      case 6: animation.speed(0)
      case 7: animation.delay(-0.1 * number)
      default: animation
      }
    }
    for _ in 0..<300 {
      var (value, reference) = (AnimatedValue(Pair(1, -1)), AnimatedValue(Pair(1, -1)))
      var time = 0.0
      // A custom animation hides a speed, with which another one would take over, and that it is a spring, which would
      // take over from several animations.
      for animation in [modified(), Bool.random(using: &random) ? plain() : plain().delay(0.1)] {
        let target = Pair(Double.random(in: -9...9, using: &random), Double.random(in: -9...9, using: &random))
        value.animate(to: target, using: animation, at: time)
        reference.animate(to: target, using: Animation(Forwarding(base: animation)), at: time)
        for step in 0..<6 {
          let now = time + 0.3 * Double(step)
          // Rates and speeds are multiplied in another order: at most 8 roundings of velocities below 1e3, or of one that
          // is larger, where a curve begins to rise. Infinite ones are equal.
          let (velocity, expected) = (value.velocity(at: now), reference.velocity(at: now))
          let difference = velocity - expected
          #expect(
            difference.magnitudeSquared.squareRoot() <= 0x1p-50 * (1e3 + expected.magnitudeSquared.squareRoot())
              || velocity == expected, "\(animation) at \(now): \(velocity), not \(expected)")
          #expect(value.value(at: now) == reference.value(at: now), "\(animation) at \(now)")
          #expect(value.isFinished(at: now) == reference.isFinished(at: now), "\(animation) at \(now)")
        }
        time += Double.random(in: 0...0.6, using: &random)
        #expect(value.advance(to: time) == reference.advance(to: time), "\(animation) at \(time)")
      }
    }
  }

  /// The running curve goes on to its end, the new one carries the difference.
  @Test func curvesAdd() {
    var x = AnimatedValue(0.0)
    x.animate(to: 10, using: .linear(duration: 1), at: 0)
    x.animate(to: 4, using: .easeInOut(duration: 2), at: 0.5)
    for time in [0.5, 0.75, 1.2, 2.4] {
      let expected =
        Animation.linear(duration: 1).value(from: 0.0, to: 10.0, at: time)
        + Animation.easeInOut(duration: 2).value(from: 0.0, to: -6.0, at: time - 0.5)
      #expect(abs(x.value(at: time) - expected) < 1e-14)
    }
    #expect(x.value(at: 2.5) == 4 && x.isFinished(at: 2.5))
    // Whether frames are drawn in between makes no difference.
    var y = x
    for frame in 0...110 { y.advance(to: 0.5 + Double(frame) / 60) }
    #expect(y.value(at: 2.4) == x.value(at: 2.4))
  }

  @Test func interpolatingSpringsAdd() {
    let spring = Animation.interpolatingSpring(stiffness: 100, damping: 10)
    var x = AnimatedValue(0.0)
    x.animate(to: 10, using: spring, at: 0)
    x.animate(to: 4, using: spring, at: 0.2)
    let expected =
      10 * Spring(stiffness: 100, damping: 10).value(target: 1.0, time: 0.5)
      - 6 * Spring(stiffness: 100, damping: 10).value(target: 1.0, time: 0.3)
    #expect(abs(x.value(at: 0.5) - expected) < 1e-14)
  }

  /// Position and velocity are carried to the new target, whatever was under way and whenever.
  @Test func springsTakeOver() {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<Settings.cases / 10 {
      let before: [Animation] = [
        .spring(duration: 0.7, bounce: 0.3), .bouncy, .easeInOut(duration: 1), .linear(duration: 0.8).delay(0.1),
        .interpolatingSpring(duration: 0.6, bounce: 0.1, initialVelocity: 2),
        .spring(duration: 2, bounce: 0.5).speed(3),
      ]
      var x = AnimatedValue(1.0)
      var time = 0.0
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        x.animate(
          to: Double.random(in: -5...5, using: &generator), using: before.randomElement(using: &generator)!, at: time)
        time += Double.random(in: 0.01...0.5, using: &generator)
      }
      let (position, velocity) = (x.value(at: time), x.velocity(at: time))
      let spring = Spring(
        duration: Double.random(in: 0.2...1, using: &generator),
        bounce: Double.random(in: -0.3...0.9, using: &generator))
      let target = Double.random(in: -5...5, using: &generator)
      x.animate(to: target, using: .spring(spring), at: time)
      for elapsed in [0, 0.05, 0.1, 0.2] {
        var (expected, speed) = (position, velocity)
        spring.update(value: &expected, velocity: &speed, target: target, deltaTime: elapsed)
        // A settled spring is at its target, and has left out about a thousandth of its amplitude.
        let amplitude = max(abs(target - position), abs(velocity) / spring.angularFrequency)
        let isSettled = x.isFinished(at: time + elapsed)
        let rest = isSettled ? 0.004 * amplitude : 0
        // Targets are sums of changes of up to 10; velocities are up to the springs' 50 rad/s times that.
        let (found, rate) = (x.value(at: time + elapsed), x.velocity(at: time + elapsed))
        verdict.require(
          abs(found - expected) <= 1e-11 + rest, row, "at \(found) instead of \(expected) after \(elapsed)")
        verdict.require(
          abs(rate - speed) <= 1e-9 + rest * spring.angularFrequency, row,
          "velocity \(rate) instead of \(speed) after \(elapsed)")
      }
      verdict.require(x.value(at: 1000) == target && x.isFinished(at: 1000), row, "never finishes")
    }
  }

  /// Before its last animation, a value is where the others move it.
  @Test func earlierTimesAreThoseOfEarlierAnimations() {
    var x = AnimatedValue(0.0)
    x.animate(to: 100, using: .linear(duration: 1), at: 0)
    x.animate(to: 50, using: .linear(duration: 2), at: 0.5)
    #expect(abs(x.value(at: 0.25) - 25) < 1e-12 && abs(x.velocity(at: 0.25) - 100) < 1e-12)
    #expect(abs(x.velocity(at: 0.75) - 75) < 1e-12)
    // A spring takes over from all of them.
    x.animate(to: 0, using: .spring, at: 0.75)
    #expect(x.value(at: 0.25) == x.value(at: 0.75) && x.velocity(at: 0.25) == 0)
    #expect(abs(x.velocity(at: 0.75) - 75) < 1e-9)
  }

  /// A value that a vertical curve doesn't move stands still.
  @Test func verticalCurvesDontMoveWhatDoesNotChange() {
    let vertical = Animation.timingCurve(UnitCurve.circularEaseOut, duration: 1)
    var pair = AnimatedValue(AnimatablePair(0.0, Float(0)))
    pair.animate(to: AnimatablePair(1, 0), using: vertical, at: 0)
    #expect(pair.velocity(at: 0) == AnimatablePair(.infinity, 0))
    pair = AnimatedValue(AnimatablePair(0.0, Float(0)))
    pair.animate(to: AnimatablePair(0, -.leastNonzeroMagnitude), using: vertical.delay(1), at: 0)
    #expect(pair.velocity(at: 1) == AnimatablePair(0, -.infinity))
  }

  /// At the very moment when a curve sets out vertically there is no velocity that could be carried.
  @Test(arguments: [Animation.timingCurve(.circularEaseOut, duration: 1), .timingCurve(0, 0.55, 0.45, 1)])
  func springsTakeOverFromVerticalCurves(animation: Animation) {
    for others in 0...1 {
      var x = AnimatedValue(AnimatablePair(0.0, 3.0))
      for _ in 0...others { x.animate(to: AnimatablePair(1, 3), using: animation, at: 0) }
      x.animate(to: AnimatablePair(2, 3), using: .spring, at: 0)
      #expect(abs(x.value(at: 0.1).first - Spring().value(target: 2.0, time: 0.1)) < 1e-14)
      #expect(x.value(at: 0.1).second == 3 && x.value(at: 10) == AnimatablePair(2, 3) && x.isFinished(at: 10))
    }
  }

  /// Back to where it came from, in the midst of the way: the change is zero, but not the motion.
  @Test func springsTurnRound() {
    var x = AnimatedValue(0.0)
    x.animate(to: 1, using: .spring, at: 0)
    x.animate(to: 0, using: .spring, at: 0.2)
    #expect(x.advance(to: 0.25) > 0.3 && !x.isFinished(at: 0.25))
    #expect(x.value(at: 0.2001) > x.value(at: 0.2), "it can't stop at once")
    #expect(x.value(at: 10) == 0 && x.isFinished(at: 10))
  }

  /// The response goes from the one to the other: at first the motion is that of the old spring, after that of the new.
  @Test func responsesBlend() {
    func moved(blendDuration: Double) -> AnimatedValue<Double> {
      var x = AnimatedValue(0.0)
      x.animate(to: 1, using: .spring(response: 2, dampingFraction: 0.5), at: 0)
      x.animate(to: 2, using: .spring(response: 0.2, dampingFraction: 0.5, blendDuration: blendDuration), at: 0.5)
      return x
    }
    var old = AnimatedValue(0.0)
    old.animate(to: 1, using: .spring(response: 2, dampingFraction: 0.5), at: 0)
    old.animate(to: 2, using: .spring(response: 2, dampingFraction: 0.5), at: 0.5)
    let (blended, sudden) = (moved(blendDuration: 1), moved(blendDuration: 0))
    #expect(abs(blended.value(at: 0.52) - old.value(at: 0.52)) < 1e-3)
    #expect(abs(sudden.value(at: 0.52) - old.value(at: 0.52)) > 1e-2)
    #expect(blended.value(at: 100) == 2)
    // The reference is integrated in steps of 1e-5 s with the response of the moment.
    var (x, v, y) = (old.value(at: 0.5), old.velocity(at: 0.5), blended.value(at: 0.5))
    #expect(abs(x - y) < 1e-14)
    for step in 0..<120_000 {
      let p = min(1, (Double(step) + 0.5) * 1e-5)
      let w = 2 * .pi / (0.2 + 1.8 * (1 - p * p * (3 - 2 * p)))
      v += 1e-5 * (w * w * (2 - x) - w * v)
      x += 1e-5 * v
    }
    y = blended.value(at: 1.7)
    #expect(abs(x - y) < 1e-3)
  }

  // MARK: Custom animations

  @Test func customAnimationsAreAsked() {
    let animation = Animation(Ramp(seconds: 2))
    #expect(animation.duration == nil)
    #expect(animation.value(from: 10.0, to: 20.0, at: 1) == 15 && animation.value(from: 10.0, to: 20.0, at: 3) == 20)
    #expect(animation.velocity(from: 10.0, to: 20.0, at: 1) == 5)
    #expect(!animation.isFinished(at: 2) && animation.isFinished(at: 2.1))
    #expect(animation.delay(1).value(from: 0.0, to: 1.0, at: 2) == 0.5)
    #expect(animation.speed(2).value(from: 0.0, to: 1.0, at: 0.5) == 0.5)
    #expect(animation.speed(2).velocity(from: 0.0, to: 1.0, at: 0.5) == 1)
    #expect(animation == Animation(Ramp(seconds: 2)) && animation != Animation(Ramp(seconds: 3)))
    #expect(Set([animation, Animation(Ramp(seconds: 2)), .linear]).count == 2)
    #expect(animation.base as? Ramp == Ramp(seconds: 2) && Animation(Animation.linear) == .linear)
  }

  /// A pass begins with the first frame after the end of the one before.
  @Test func customAnimationsRepeat() {
    var x = AnimatedValue(0.0)
    x.animate(to: 1, using: Animation(Ramp(seconds: 1)).repeatCount(3, autoreverses: true), at: 0)
    var seen: [Double] = []
    for quarter in 0...16 { seen.append(x.advance(to: Double(quarter) / 4)) }
    #expect(
      seen == [0, 0.25, 0.5, 0.75, 1, 1, 0.75, 0.5, 0.25, 0, 0, 0.25, 0.5, 0.75, 1, 1, 1])
    #expect(x.isFinished(at: 4))
  }

  /// A custom animation may end sooner or later if the value has a longer way.
  @Test func customAnimationsEndWhenTheySaySo() {
    for (way, end) in [(1000.0, 10.0), (0.5, 0.005)] {
      var x = AnimatedValue(0.0)
      x.animate(to: way, using: Animation(Walk()), at: 0)
      #expect(!x.isFinished(at: 0.9 * end) && abs(x.value(at: 0.9 * end) - 0.9 * way) <= 1e-15 * way)
      #expect(x.isFinished(at: 1.1 * end) && x.value(at: 1.1 * end) == way)
    }
  }

  @Test func customAnimationsKeepState() {
    var x = AnimatedValue(0.0)
    x.animate(to: 10, using: Animation(Frames()).delay(1), at: 0)
    #expect((1...3).map { x.advance(to: Double($0)) } == [1, 2, 3])
    // Looking doesn't count.
    #expect(x.value(at: 4) == 4 && x.value(at: 4) == 4)
  }

  @Test func customAnimationsMayMerge() {
    var x = AnimatedValue(0.0)
    x.animate(to: 10, using: Animation(Ramp(seconds: 2)), at: 0)
    x.animate(to: 20, using: Animation(Ramp(seconds: 4)), at: 1)
    // It goes on from the first start to the whole change.
    #expect(x.value(at: 2) == 10 && x.value(at: 5) == 20)
    var y = AnimatedValue(0.0)
    y.animate(to: 10, using: .linear(duration: 2), at: 0)
    y.animate(to: 20, using: Animation(Ramp(seconds: 4)), at: 1)
    #expect(y.value(at: 2) == 10 + 2.5)
  }

  @Test func springsAreLogicallyCompleteAfterTheirDuration() {
    var context = AnimationContext<Double>()
    _ = Animation.spring(duration: 0.5).animate(value: 1, time: 0.4, context: &context)
    #expect(!context.isLogicallyComplete)
    _ = Animation.spring(duration: 0.5).animate(value: 1, time: 0.5, context: &context)
    #expect(context.isLogicallyComplete)
    #expect(Animation.spring(duration: 0.5).animate(value: 1, time: 2, context: &context) == nil)
    let interpolating = Animation.interpolatingSpring(duration: 0.5)
    _ = interpolating.animate(value: 1, time: 0.4, context: &context)
    #expect(!context.isLogicallyComplete)
    _ = interpolating.animate(value: 1, time: 0.5, context: &context)
    #expect(context.isLogicallyComplete)
  }

  @Test func animationsAreLogicallyCompleteWhenTheySaySo() {
    let spring = Animation.spring(duration: 0.5).logicallyComplete(after: 0.2)
    var context = AnimationContext<Double>()
    let change = spring.animate(value: 1, time: 0.2, context: &context)
    #expect(context.isLogicallyComplete && change == Animation.spring(duration: 0.5).amount(at: 0.2))
    // One that takes over has its own time for it, and carries position and velocity as its base does.
    #expect(spring.shouldMerge(previous: spring, value: 1, time: 0.3, context: &context))
    #expect(!context.isLogicallyComplete)
    #expect(spring.animate(value: 2, time: 0.3, context: &context) == spring.amount(at: 0.3))
    _ = spring.animate(value: 2, time: 0.49, context: &context)
    #expect(!context.isLogicallyComplete)
    _ = spring.animate(value: 2, time: 0.51, context: &context)
    #expect(context.isLogicallyComplete)
    #expect(
      !Animation.linear.logicallyComplete(after: 1).shouldMerge(
        previous: .linear, value: 1, time: 0.1, context: &context))
  }

  /// A time that is none gives no position, and spoils none that follow.
  @Test func absurdTimesSpoilNothing() {
    var x = AnimatedValue(0.0)
    x.animate(to: 1, using: .spring, at: 0)
    #expect(x.value(at: .nan).isNaN && x.velocity(at: .nan).isNaN && !x.isFinished(at: .nan))
    x.animate(to: 2, using: .bouncy, at: 0.1)
    #expect(x.value(at: .nan).isNaN && x.velocity(at: .nan).isNaN && !x.isFinished(at: .nan))
    #expect(x.value(at: .infinity) == 2 && x.isFinished(at: .infinity))
    x.advance(to: .nan)
    #expect(x.value(at: 0.1) > 0 && x.value(at: 10) == 2)
    for time in [Double.nan, .infinity, -.infinity] {
      for animation in [Animation.linear, .bouncy, Animation(Ramp(seconds: 1))] {
        var y = x
        y.animate(to: 5, using: animation, at: time)
        #expect(y.value(at: 0.2) == 5 && y.isFinished(at: 0.2))
      }
    }
  }
}

/// A hundred units per second.
private struct Walk: CustomAnimation {
  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    let duration = value.magnitudeSquared.squareRoot() / 100
    return time < duration ? value.scaled(by: time / duration) : nil
  }
}

/// Passes each call on.
private struct Forwarding: CustomAnimation {
  let base: Animation

  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    base.animate(value: value, time: time, context: &context)
  }

  func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V? {
    base.velocity(value: value, time: time, context: context)
  }

  func shouldMerge<V: VectorArithmetic>(
    previous: Animation, value: V, time: Double, context: inout AnimationContext<V>
  ) -> Bool {
    base.shouldMerge(previous: previous, value: value, time: time, context: &context)
  }
}

private struct Ramp: CustomAnimation {
  var seconds: Double

  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    time > seconds ? nil : value.scaled(by: time / seconds)
  }

  func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V? {
    value.scaled(by: 1 / seconds)
  }

  func shouldMerge<V: VectorArithmetic>(
    previous: Animation, value: V, time: Double, context: inout AnimationContext<V>
  ) -> Bool {
    previous.base is Ramp
  }
}

/// Counts how often it was asked.
private struct Frames: CustomAnimation {
  private struct Count: AnimationStateKey {
    static var defaultValue: Int { 0 }
  }

  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    context.state[Count.self] += 1
    return value.scaled(by: Double(context.state[Count.self]) / 10)
  }
}
