import Foundation
import Testing
import VectorKernels

/// Compares runs to which others are added with a single value, which follows SwiftUI's rule.
@Suite(.seeded) struct AddingTests {
  private static let rounds = 0..<16

  /// Random animations, sent one after the other at random speeds, are where a single value in `Double` has them.
  @Test(arguments: rounds)
  func agreesWithSingleValues(round: Int) throws {
    for number in 0..<max(1, Settings.cases / 5000) {
      let seed = Settings.seed &+ UInt64(round * 1_000_000 + number)
      var sequence = Sequence<Float>(seed: seed, at: 0)
      try sequence.run()
    }
  }

  /// So are `Double`s, wherever they are, and they arrive at their targets exactly.
  @Test(arguments: [0, 1e9, -12345.678, 1e12])
  func doublesAgreeWithSingleValues(offset: Double) throws {
    for number in 0..<max(4, Settings.cases / 1250) {
      var sequence = Sequence<Double>(seed: Settings.seed &+ UInt64(number), at: offset)
      try sequence.run()
    }
  }

  private struct Sequence<Number: BatchElement>: ~Copyable {
    typealias Value = AnimatablePair<Number, Number>

    var generator: Generator
    let seed: UInt64
    /// The centre of all values.
    let offset: Double
    var animator: Animator<Value>
    let handle: PropertyHandle
    var single: AnimatedValue<AnimatablePair<Double, Double>>
    /// Seconds of the property's own time, by which the single value lives, and of the animator's.
    var (own, time) = (0.0, 0.0)
    var speed = 1.0
    /// The ways that have been gone, and those that velocities would go, in all.
    var way = 0.0
    var hasCustom = false
    /// The animations that have been sent, each with its time.
    var sent: [String] = []
    /// When the first spring may have settled. None of those below that take over settles in less than 0.59 s, whatever
    /// its velocity. Any other lasts as long as its animation says, unless its way is so short that the animator's
    /// epsilons end it sooner.
    var firstSettled = Double.infinity
    var hasSettled: Bool { own > firstSettled }

    init(seed: UInt64, at offset: Double) {
      self.seed = seed
      self.offset = offset
      generator = Generator(seed: seed)
      animator = Animator()
      // The single value's springs end 0.001 of their amplitudes away from their targets, and these as near as Float goes.
      animator.valueEpsilon = 1e-4
      animator.velocityEpsilon = 1e-3
      let others = animator.add(Self.value(.zero, at: offset), count: Int.random(in: 1...3, using: &generator))
      handle = others.last!
      single = AnimatedValue(AnimatablePair(0, 0))
    }

    private static func value(_ vector: Vector, at offset: Double) -> Value {
      Value(Number(offset + vector.x), Number(offset + vector.y))
    }

    mutating func run() throws {
      for _ in 0..<Int.random(in: 2...5, using: &generator) {
        try send()
        for _ in 0..<Int.random(in: 3...16, using: &generator) { try frame() }
        if generator.oneIn(4) {
          speed = [0.5, 1, 2].randomElement(using: &generator)!
          try animator.setSpeed(of: handle, to: Float(speed))
        }
        if generator.oneIn(4) {
          // Paused, it stays where it is, and everything that moves it does.
          try animator.pause(handle)
          time += 0.5
          animator.advance(to: time)
          try animator.resume(handle)
        }
        if generator.oneIn(4) { try goOnFromASnapshot() }
      }
      let last = single.target
      var frames = 0
      while !single.isFinished(at: own), frames < 1000 {
        try frame()
        frames += 1
      }
      animator.advance(by: 600)
      guard frames < 1000 else { return }
      let value = animator[handle]
      #expect(value == Self.value(last.vector, at: offset), "VECTORKERNELS_SEED=\(seed)")
      #expect(!(try animator.isAnimating(handle)), "VECTORKERNELS_SEED=\(seed)")
    }

    private mutating func send() throws {
      let target = AnimatablePair(
        Double.random(in: -100...100, using: &generator), Double.random(in: -100...100, using: &generator))
      let (animation, isSpring, mayTakeOver) = animation()
      let velocity = single.velocity(at: own)
      // At 2, 0.001 of an amplitude is twenty times the epsilon of values.
      let isShort = (target - single.target).vector.largest < 2
      way += (target - single.target).vector.largest
      if velocity.vector.largest.isFinite { way += velocity.vector.largest / 5 }
      let delay = generator.oneIn(8) ? Double.random(in: 0...0.3, using: &generator) : 0
      let takesOver = mayTakeOver && delay == 0
      // If a run has settled for one of them only, the next one takes over from it and isn't added.
      if hasSettled, !takesOver { return }
      if isSpring {
        // Sums of times are rounded.
        let seconds = isShort ? 0.55 : delay + animation.duration! - 1e-9
        firstSettled = takesOver ? own + 0.55 : min(firstSettled, own + seconds)
      }
      sent.append("\(animation) at \(own) after \(delay)")
      single.animate(to: target, using: delay > 0 ? animation.delay(delay) : animation, at: own)
      try animator.animate(
        handle, to: Self.value(target.vector, at: offset), using: animation, delay: delay, retargeting: .add)
    }

    /// An animation, whether it is a spring, and whether it goes on from whatever runs.
    private mutating func animation() -> (Animation, isSpring: Bool, takesOver: Bool) {
      let duration = Double.random(in: 0.3...1.5, using: &generator)
      let response = Double.random(in: 0.8...1.5, using: &generator)
      let bounce = Double.random(in: -0.3...0.5, using: &generator)
      let spring = Spring(duration: response, bounce: bounce)
      switch Int.random(in: 0..<16, using: &generator) {
      case 0, 1: return (.easeInOut(duration: duration), false, false)
      case 2: return (.easeOut(duration: duration).delay(0.1), false, false)
      case 3: return (.timingCurve(.bounceEaseOut, duration: duration).speed(1.5), false, false)
      case 4: return (.easeIn(duration: duration).repeatCount(3, autoreverses: true), false, false)
      case 5: return (.linear(duration: duration).delay(-0.2 * duration).repeatForever(), false, false)
      case 6: return (.interpolatingSpring(spring, initialVelocity: 1.5), true, false)
      case 7: return (.spring(spring).delay(0.15), true, false)
      case 8: return (.spring(spring).speed(2), true, false)
      case 9: return (.spring(spring, blendDuration: 0.3), true, true)
      case 10: return (.spring(spring).logicallyComplete(after: 0.1), true, true)
      case 11:
        hasCustom = true
        return (Animation(Steady(seconds: duration)), false, false)
      case 12:
        hasCustom = true
        return (Animation(Onward(seconds: duration)), false, false)
      case 13: return (.spring(spring, blendDuration: 0.3).speed(2), true, false)
      case 14: return (.interpolatingSpring(spring, initialVelocity: 1.5).speed(2), true, false)
      default: return (.spring(spring), true, true)
      }
    }

    private mutating func frame() throws {
      // Binary fractions, so that no time is rounded.
      let step = generator.oneIn(6) ? 3 / 128.0 : 1 / 64.0
      time += step
      own += step * speed
      animator.advance(to: time)
      let expected = single.advance(to: own).vector
      let value = try animator.value(of: handle).vector - Vector(repeating: offset)
      // 1e-5 of the way, and what a spring that has ended left out: 0.001 of its amplitude, which is a vector's length.
      let tolerance = (hasSettled ? 1.5e-3 : 1e-5) * way + 1e-5 + 4 * offset.ulp
      try #require(
        (value - expected).largest <= tolerance,
        "at \(own) it is at \(value), not \(expected), within \(tolerance), after \(sent); VECTORKERNELS_SEED=\(seed)")
    }

    private mutating func goOnFromASnapshot() throws {
      let snapshot = animator.snapshot()
      if hasCustom || generator.oneIn(2) {
        animator.advance(by: 5)
        animator.restore(snapshot)
        return
      }
      let data = try JSONEncoder().encode(snapshot)
      animator = Animator(restoring: try JSONDecoder().decode(Animator<Value>.Snapshot.self, from: data))
    }
  }

  /// Straight, and added to whatever runs.
  private struct Steady: CustomAnimation {
    var seconds: Double

    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
      time >= seconds ? nil : value.scaled(by: max(0, time / seconds))
    }

    func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V? {
      value.scaled(by: 1 / seconds)
    }
  }

  /// Straight on to the new target from where whatever runs has come to, whose place it takes.
  private struct Onward: CustomAnimation {
    var seconds: Double

    struct Origin<V: VectorArithmetic>: AnimationStateKey {
      static var defaultValue: (start: Double, position: V) { (0, .zero) }
    }

    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
      let (start, position) = context.state[Origin<V>.self]
      let fraction = (time - start) / seconds
      return fraction >= 1 ? nil : position.interpolated(towards: value, amount: max(0, fraction))
    }

    func velocity<V: VectorArithmetic>(value: V, time: Double, context: AnimationContext<V>) -> V? {
      let position = context.state[Origin<V>.self].position
      return (value - position).scaled(by: 1 / seconds)
    }

    func shouldMerge<V: VectorArithmetic>(
      previous: Animation, value: V, time: Double, context: inout AnimationContext<V>
    ) -> Bool {
      let position = previous.animate(value: value, time: time, context: &context) ?? value
      context.state[Origin<V>.self] = (time, position)
      return true
    }
  }

  /// The rule's purpose: a curve that is sent while a spring runs doesn't lose the spring's velocity.
  @Test func curvesAddToSprings() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 100, using: .spring)
    animator.advance(by: 0.1)
    let before = try animator.velocity(of: handle)
    try animator.animate(handle, to: 50, using: .linear(duration: 1), retargeting: .add)
    // The line takes 50 back in a second.
    #expect(abs(try animator.velocity(of: handle) - (before - 50)) < 1e-3 && before > 400)
    #expect(try animator.target(of: handle) == 50 && animator.completions.isEmpty)
    animator.advance(by: 2)
    #expect(animator[handle] == 50 && animator.ended == [Ended(handle, .finished, .end)])
  }

  /// A spring that is played at a speed takes over from what is played at the same speed, and its response blends over
  /// only from that of a spring which would take over itself.
  @Test(arguments: [1, 2, 0.3])
  func springsBlendAtAnySpeed(speed: Double) throws {
    let spring = Spring(duration: 0.8, bounce: 0.3)
    let previous: [Animation] = [
      .spring(spring), .interpolatingSpring(spring), .easeIn(duration: 1),
      .spring(spring).logicallyComplete(after: 0.1),
      .spring(spring).delay(0.05),
    ]
    let next = Animation.spring(duration: 0.3, bounce: 0.5, blendDuration: 0.4)
    for base in previous {
      for first in [base.speed(speed), base, base.speed(1.5)] {
        for second in [next.speed(speed), next.logicallyComplete(after: 0.1).speed(speed), next] {
          var animator = Animator<Float>()
          let handle = animator.add(0)
          var single = AnimatedValue(0.0)
          for step in 0..<64 {
            let time = Double(step) / 64
            animator.advance(to: time)
            if step == 0 || step == 8 || step == 20 {
              let animation = step == 0 ? first : second
              single.animate(to: Double(100 - step), using: animation, at: time)
              try animator.animate(handle, to: Float(100 - step), using: animation, retargeting: .add)
              if step == 8 {
                // An animator that is restored from a file goes on in the same way.
                let data = try JSONEncoder().encode(animator.snapshot())
                animator = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
              }
            }
            let (value, expected) = (try animator.value(of: handle), single.value(at: time))
            // 1e-5 of the whole way, which is 120, and 0.001 of it, with the velocity's part, where a spring has ended.
            let isMoving = try animator.isAnimating(handle) && !single.isFinished(at: time)
            let isNear = abs(Double(value) - expected) < (isMoving ? 1.2e-3 : 0.18)
            try #require(isNear, "\(first), then \(second), at \(time): \(value), not \(expected)")
          }
        }
      }
    }
  }

  /// While an animation with a delay or repetitions is added, the property's present run goes on.
  @Test(arguments: [Animation.spring.delay(0.5), .spring.repeatCount(2), .easeIn(duration: 1).delay(0.2)])
  func nothingStopsDead(animation: Animation) throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 100, using: .spring)
    animator.advance(by: 0.1)
    let before = try animator.velocity(of: handle)
    try animator.animate(handle, to: 200, using: animation, retargeting: .add)
    #expect(abs(try animator.velocity(of: handle) - before) < 1e-3 * before)
  }

  /// A reversed sum goes back to the start of its first run that moves, even if another one was begun before it and
  /// waits.
  @Test(arguments: [1, 2] as [Float])
  func reversedSumsEndWhereTheyBegan(speed: Float) throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.setSpeed(of: handle, to: speed)
    let second = 1 / Double(speed)
    try animator.animate(handle, to: 100, using: .linear(duration: 1), delay: 2)
    animator.advance(by: 0.5 * second)
    try animator.animate(handle, to: 50, using: .linear(duration: 1), retargeting: .add)
    animator.advance(by: 0.5 * second)
    #expect(abs(animator[handle]! + 25) < 1e-4)
    try animator.reverse(handle)
    animator.advance(by: 0.25 * second)
    #expect(abs(animator[handle]! + 12.5) < 1e-4)
    #expect(try animator.isAnimating(handle))
    try animator.setSpeed(of: handle, to: 2 * speed)
    animator.advance(by: 0.126 * second)
    #expect(animator[handle] == 0 && animator.ended == [Ended(handle, .finished, .start)])
  }

  /// A sum is paused, reversed, stopped, replaced and removed like any other run.
  @Test func sumsAreControlledAsOne() throws {
    var animator = Animator<Point>()
    let handles = animator.add(Point(0, 0), count: 40)
    for round in 0..<3 {
      try animator.animate(
        handles, to: Point(Float(10 * (round + 1)), 0), using: .linear(duration: 4), retargeting: .add)
      animator.advance(by: 1)
    }
    func value(_ index: Int) -> Float { animator[handles[index]]!.first }
    #expect(abs(value(0) - 15) < 1e-5)
    try animator.stop(handles[0], at: .start)
    try animator.stop(handles[1], at: .end)
    try animator.stop(handles[2])
    #expect(value(0) == 0 && value(1) == 30 && abs(value(2) - 15) < 1e-5)
    try animator.reverse(handles[3])
    try animator.pause(handles[4])
    try animator.setSpeed(of: handles[5], to: 2)
    try animator.set(handles[6], to: Point(7, 7))
    try animator.remove(handles[7])
    try animator.animate(handles[8], to: Point(-5, 0), using: .linear(duration: 1))
    try animator.seek(handles[9], to: 1)
    #expect(abs(value(9) - 2.5) < 1e-5)
    try animator.seek(handles[9], toProgress: 1)
    #expect(abs(value(9) - 30) < 1e-5)
    animator.advance(by: 0.5)
    // Half a second back, at rest, two halves on, gone, at the seventh, two thirds of 20 back, and at the end.
    #expect(abs(value(3) - 11.25) < 1e-5 && abs(value(4) - 15) < 1e-5 && abs(value(5) - 22.5) < 1e-5)
    #expect(value(6) == 7 && animator[handles[7]] == nil && abs(value(8) - 5) < 1e-5 && value(9) == 30)
    #expect(try animator.time(of: handles[10]) == 3.5 && animator.time(of: handles[3]) == 2.5)
    let reasons = animator.completions.map(\.reason)
    #expect(reasons.filter { $0 == .stopped }.count == 4 && reasons.filter { $0 == .finished }.count == 1)
    #expect(reasons.filter { $0 == .replaced }.count == 1 && reasons.filter { $0 == .removed }.count == 1)
    // A place that was a sum's is like any other.
    let new = animator.add(Point(1, 2))
    #expect(new.index == handles[7].index)
    animator.advance(by: 0.25)
    #expect(animator[new] == Point(1, 2))
    animator.advance(by: 10)
    #expect(value(3) == 0 && abs(value(4) - 15) < 1e-5 && value(5) == 30 && value(10) == 30)
    try animator.resume(handles[4])
    animator.advance(by: 10)
    #expect(value(4) == 30 && animator.isAtRest)
  }

  /// Values don't depend on how properties are spread over blocks and cores, nor on who else is there.
  @Test func sumsDoNotDependOnOthers() throws {
    func values(count: Int, cores: Int, stride: Int) throws -> [Point] {
      var animator = Animator<Point>(uncappedCores: cores)
      let all = animator.add(Point(0, 0), count: count * stride)
      let handles = Swift.stride(from: 0, to: count * stride, by: stride).map { all[$0] }
      for round in 1...4 {
        for (index, handle) in handles.enumerated() {
          let animation = Animation.timingCurve(0.2, 0, 0.4, 1, duration: 0.5 + Double(index % 7))
          let target = Point(Float(round * index), Float(index))
          try animator.animate(
            handle, to: target, using: round == 2 ? .interpolatingSpring : animation, retargeting: .add)
        }
        for _ in 0..<7 { animator.advance(by: 1 / 120) }
      }
      return handles.map { animator[$0]! }
    }
    let alone = try values(count: 40_000, cores: 1, stride: 1)
    #expect(try values(count: 40_000, cores: 3, stride: 1) == alone)
    #expect(try values(count: 2000, cores: 1, stride: 3) == Array(alone[..<2000]))
  }

  /// There are layers for two runs, and one more than are in use.
  @Test func aLayerIsKeptBehindTheLastInUse() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    func add(to target: Float, lasting duration: Double) throws {
      try animator.animate(handle, to: target, using: .linear(duration: duration), retargeting: .add)
    }
    func expectLayers(_ count: Int, after frames: Int, value: Float, _ frame: Comment) throws {
      for _ in 0..<frames { animator.advance(by: 0.125) }
      let layers = animator.layerCount
      #expect(layers == count, frame)
      #expect(try abs(animator.value(of: handle) - value) < 1e-5, frame)
    }
    try add(to: 8, lasting: 0.5)
    try add(to: 16, lasting: 1)
    try add(to: 17, lasting: 0.125)
    try add(to: 18, lasting: 0.125)
    try expectLayers(4, after: 1, value: 2 + 1 + 2, "two runs have just ended")
    try expectLayers(3, after: 1, value: 4 + 2 + 2, "two runs are left")
    try add(to: 19, lasting: 0.125)
    try expectLayers(3, after: 1, value: 6 + 3 + 3, "the third layer was used again")
    try expectLayers(3, after: 1, value: 8 + 4 + 3, "the first run has just ended")
    try expectLayers(3, after: 3, value: 8 + 7 + 3, "the second run is left")
    try add(to: 20, lasting: 0.125)
    try expectLayers(3, after: 1, value: 20, "both have just ended")
    try expectLayers(2, after: 1, value: 20, "none is left")
  }

  /// Layers have room for what is added to the animator after them.
  @Test func propertiesMayBeAddedLater() throws {
    var animator = Animator<Float>()
    var handles = [animator.add(0)]
    for round in 0..<200 {
      try animator.animate(handles, to: 10, using: .linear(duration: 1), retargeting: .add)
      handles.append(animator.add(Float(round)))
      try animator.animate(handles[round + 1], to: -1, using: .spring, retargeting: .add)
      animator.advance(by: 0.1)
    }
    animator.advance(by: 9)
    #expect(animator.isAtRest && handles.dropLast().allSatisfy { animator[$0] == 10 })
  }
}
