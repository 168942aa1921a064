import Testing
import VectorKernels

/// An animator runs any animation as the animation itself says.
@Suite(.seeded) struct AnimatorModifiersTests {
  /// Curves and springs with up to four modifiers, from rest: values, velocities and ends.
  @Test func modifiersMeanWhatTheySay() throws {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<max(200, Settings.cases / 50) {
      let (base, isSpring) = base(using: &generator)
      let modifiers = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        Modifier(using: &generator, delays: -0.5...1)
      }
      let animation = modifiers.reduce(base) { $0.modified(by: $1) }
      guard let duration = animation.duration, duration > 0.01 else { continue }
      var animator = Animator<Float>()
      animator.valueEpsilon = 1e-4
      animator.velocityEpsilon = 1e-3
      let handle = animator.add(0)
      try animator.animate(handle, to: 1, using: animation)
      let times = (0..<4).map { _ in Double.random(in: 0...min(1.2 * duration, 20), using: &generator) }
      for time in times.sorted() {
        animator.advance(to: time)
        // A begin is rounded by up to half a microsecond, and the progress of passes by 1e-6; both are multiplied by
        // speeds of up to 4^4. Where it jumps, the value of an instant before or after is as good.
        let near = [-1e-5, 0, 1e-5].map { animation.amount(at: max(0, time + $0)) }
        // A spring ends its animation 0.001 of its way from the target.
        let tolerance = 2e-5 + (isSpring ? 1.5e-3 : 0)
        let value = Double(try animator.value(of: handle))
        verdict.require(
          value >= near.min()! - tolerance && value <= near.max()! + tolerance, row,
          "\(animation) is at \(value), not \(near[1]), at \(time)")
        guard try animator.isAnimating(handle), time < duration - 1e-3 else { continue }
        // Velocities are compared at times around which they hardly change.
        let rates = [-1e-3, -1e-4, 0, 1e-4, 1e-3].map { animation.velocity(from: 0.0, to: 1.0, at: time + $0) }
        let (least, most) = (rates.min()!, rates.max()!)
        if most - least > 0.02 * (1 + abs(most)) { continue }
        let velocity = Double(try animator.velocity(of: handle))
        verdict.require(
          velocity >= least - 0.01 && velocity <= most + 0.01, row,
          "\(animation) moves by \(velocity), not \(rates[2]), at \(time)")
      }
    }
  }

  private func base(using generator: inout Generator) -> (Animation, isSpring: Bool) {
    let duration = Double.random(in: 0.1...1.5, using: &generator)
    let spring = Spring(duration: duration, bounce: Double.random(in: -0.3...0.4, using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return (.linear(duration: duration), false)
    case 1: return (.easeInOut(duration: duration), false)
    case 2: return (.spring(spring), true)
    default: return (.interpolatingSpring(spring, initialVelocity: 2), true)
    }
  }

  /// A spring that sets out within its way, and waits there.
  @Test(arguments: [Animation.spring, .interpolatingSpring(.bouncy), .spring.speed(2)])
  func springsWaitWithinTheirWay(base: Animation) throws {
    let animation = base.delay(-0.2).delay(2)
    for retargeting in [Retargeting.replace, .add] {
      var animator = Animator<Float>()
      let handle = animator.add(0)
      try animator.animate(handle, to: 1, using: animation, retargeting: retargeting)
      for time in [0.5, 1, 1.99, 2.1, 2.3] {
        animator.advance(to: time)
        let (value, expected) = (try animator.value(of: handle), animation.amount(at: time))
        #expect(abs(Double(value) - expected) < 1e-5, "\(value) instead of \(expected) at \(time)")
      }
    }
  }

  /// The last of several passes that have delays of their own, once the others are over.
  @Test func theLastPassHasItsDelay() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    let animation = Animation.linear(duration: 1).delay(1).repeatCount(2, autoreverses: false).delay(-2)
    try animator.animate(handle, to: 1, using: animation)
    animator.advance(by: 0.5)
    #expect(try animator.velocity(of: handle) == 0)
    animator.advance(by: 1)
    #expect(try animator.velocity(of: handle) == 1)
  }

  /// What a vertical curve doesn't move stands still, and so does what is paused.
  @Test(arguments: [
    Animation.timingCurve(.circularEaseOut, duration: 1), .timingCurve(0, 0.55, 0.45, 1),
    .timingCurve(.circularEaseOut, duration: 1).repeatCount(3),
  ])
  func verticalCurvesDontMoveWhatDoesNotChange(animation: Animation) throws {
    var animator = Animator<Point>()
    let handle = animator.add(Point(0, 3))
    try animator.animate(handle, to: Point(1, 3), using: animation)
    #expect(try animator.velocity(of: handle) == Point(.infinity, 0))
    try animator.pause(handle)
    #expect(try animator.velocity(of: handle) == .zero)
    try animator.resume(handle)
    animator.isPaused = true
    #expect(try animator.velocity(of: handle) == .zero)
  }
}
