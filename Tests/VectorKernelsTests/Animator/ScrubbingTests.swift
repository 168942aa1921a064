import Testing
import VectorKernels

/// Scrubbing linearly, as UIKit's `fractionComplete` does by default, and along the curve.
@Suite(.seeded) struct ScrubbingTests {
  private static let curves = [
    UnitCurve.linear, .easeIn, .easeInOut, .circularEaseOut, .backEaseIn(), .backEaseOut(),
    UnitCurve(.linear([.init(0), .init(1)])),
  ]

  @Test(arguments: curves) func theValueIsInProportionToTheAmount(curve: UnitCurve) throws {
    var animator = Animator<Float>()
    let handles = animator.add(10, count: 2)
    let animation = Animation.timingCurve(curve, duration: 2).delay(0.5)
    for handle in handles { try animator.animate(handle, to: 20, using: animation) }
    for step in 0...20 {
      let amount = Double(step) / 20
      try animator.seek(handles[0], toAmount: amount)
      try animator.seek(handles[1], toProgress: amount)
      let found = (try #require(try animator.time(of: handles[0])) - 0.5) / 2
      #expect(
        abs(animator[handles[0]]! - Float(10 + 10 * amount)) < Self.tolerance(curve, at: found),
        "\(curve) at \(amount)")
      let along = max(0, amount * 2.5 - 0.5) / 2
      #expect(
        abs(animator[handles[1]]! - Float(10 + 10 * curve.value(at: along))) < Self.tolerance(curve, at: along),
        "\(curve) at \(amount)")
    }
    // From there it goes on by its curve, without a jump.
    try animator.seek(handles[0], toAmount: 0.5)
    animator.advance(by: 1e-6)
    #expect(abs(animator[handles[0]]! - 15) < 1e-3)
    try animator.seek(handles[0], toAmount: 1)
    animator.advance(by: 1e-3)
    #expect(animator[handles[0]] == 20 && animator.completions.count == 1)
  }

  /// The largest error of a value between 10 and 20: 1e-6 of the way for the curve, an ulp and a half of 20, and the
  /// curve's change over 2^-23, by which the progress is rounded. A quarter circle's slope is infinite at its end; that of
  /// the progress next to it is 2900.
  private static func tolerance(_ curve: UnitCurve, at progress: Double) -> Float {
    Float(10 * (1e-6 + 0x1p-23 * min(2900, abs(curve.velocity(at: progress)))) + 3e-6)
  }

  /// A curve that jumps has the amount that it jumps to.
  @Test func stepsHaveTheAmountOfTheStep() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 8, using: .timingCurve(.steps(4), duration: 1))
    for (amount, value) in [(0.0, Float(0)), (0.1, 2), (0.25, 2), (0.3, 4), (0.75, 6), (0.8, 8), (1, 8)] {
      try animator.seek(handle, toAmount: amount)
      #expect(animator[handle] == value, "at \(amount)")
    }
  }

  @Test func speedAndPausesDontMatter() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.setSpeed(of: handle, to: 3)
    try animator.animate(handle, to: 10, using: .easeIn(duration: 1).delay(1))
    try animator.pause(handle)
    for amount in [0.25, 0.75, 0.5] {
      try animator.seek(handle, toAmount: amount)
      #expect(abs(animator[handle]! - Float(10 * amount)) < Self.tolerance(.easeIn, at: 1))
    }
    try animator.seek(handle, toAmount: 0)
    #expect(abs(try #require(try animator.time(of: handle)) - 1) < 1e-9)
    for (amount, value) in [(-1.0, Float(0)), (2, 10), (.nan, 10)] {
      try animator.seek(handle, toAmount: amount)
      #expect(animator[handle] == value)
    }
  }

  @Test func repetitionsMoveInTheirFirstPass() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: .easeInOut(duration: 1).repeatForever())
    for amount in [0, 0.1, 0.5, 0.9] {
      try animator.seek([handle], toAmount: amount)
      #expect(abs(animator[handle]! - Float(10 * amount)) < Self.tolerance(.easeInOut, at: 0.5))
      #expect(try #require(try animator.time(of: handle)) <= 1)
    }
  }

  /// A spring has no amounts: it moves to a progress.
  @Test func springsMoveToAProgress() throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 2)
    for handle in handles { try animator.animate(handle, to: 10, using: .bouncy) }
    try animator.seek(handles[0], toAmount: 0.25)
    try animator.seek(handles[1], toProgress: 0.25)
    #expect(animator[handles[0]] == animator[handles[1]])
  }
}
