import Testing
import VectorKernels

/// Scrubbing linearly, as UIKit's `fractionComplete` does by default, and along the curve.
@Suite(.seeded) struct ScrubbingTests {
  /// Whatever time it is, a run that has been moved to its end ends there, with its last event, in a frame of no time.
  @Test(arguments: [0, 10.1, 100.1, 1000.1, 1e6 + 0.1], [0.1, 0.2, 0.3, 0.7, 10.3])
  func theEndIsAnEnd(time: Double, duration: Double) throws {
    for repeats in 1...3 {
      var animator = Animator<Float>(time: time)
      let handle = animator.add(0)
      let animation = Animation.linear(duration: duration)
      try animator.animate(handle, to: 1, using: repeats == 1 ? animation : animation.repeatCount(repeats))
      try animator.observe(handle)
      try animator.seek(handle, to: .infinity)
      animator.advance(by: 0)
      #expect(animator.ended == [Ended(handle, .finished, .end)])
      #expect(try animator.value(of: handle) == 1)
    }
  }

  /// Runs that add up, a custom one among them, end there too, and so does a run that has been reversed twice.
  @Test(arguments: [-13.0 / 60, 0, 13.0 / 60, 10.1, 1000.1, 1e6 + 0.1])
  func theEndIsAnEndOfMore(time: Double) throws {
    for kind in 0..<3 {
      for step in 1..<40 {
        var animator = Animator<Float>(time: time)
        let handle = animator.add(0)
        let first: Animation = kind == 1 ? Animation(Passing(seconds: 0.3)) : .linear(duration: 0.3)
        try animator.animate(handle, to: 100, using: first)
        animator.advance(by: Double(step) / 170)
        if kind < 2 {
          try animator.animate(handle, to: 50, using: .linear(duration: 0.6).repeatCount(2), retargeting: .add)
          try animator.seek(handle, to: 1e6)
        } else {
          try animator.reverse(handle)
          try animator.seek(handle, toProgress: 1)
          try animator.reverse(handle)
        }
        animator.advance(by: 0)
        let (value, target): (Float?, Float) = (animator[handle], kind < 2 ? 50 : 100)
        #expect(value == target && animator.ended.last == Ended(handle, .finished, .end), "\(kind), \(step)")
      }
    }
  }

  /// A run that has been moved past its end can be moved back, even a custom animation that has ended by then.
  @Test func theWayBackIsOpen() throws {
    for isSum in [false, true] {
      var animator = Animator<Float>()
      let handle = animator.add(0)
      try animator.animate(handle, to: 1, using: Animation(Passing(seconds: 1)))
      if isSum { try animator.animate(handle, to: 3, using: .linear(duration: 2), retargeting: .add) }
      try animator.pause(handle)
      for (time, value) in [(5.0, 1), (0.5, 0.5), (5, 1), (0.25, 0.25)] as [(Double, Float)] {
        try animator.seek(handle, to: time)
        #expect(abs(animator[handle]! - value - (isSum ? Float(min(time, 2)) : 0)) < 1e-6, "\(time)")
      }
    }
  }

  /// The end is the end for runs that kernels can't run, too: a repetition of an odd number of passes, forth and back,
  /// within another one, a walk through phases of which one is such, a timeline of tracks, and a blended spring.
  @Test(arguments: [0, 1000.1], [1, 0.37, 3] as [Float])
  func driversHaveEnds(time: Double, speed: Float) throws {
    let nested = Animation.linear(duration: 0.7).repeatCount(3).repeatCount(2, autoreverses: false)
    #expect(throws: AnimationPreparationError.self) { try nested.prepared() }
    for kind in 0..<4 {
      for isReversed in [false, true] {
        var animator = Animator<Float>(time: time)
        let handle = animator.add(0)
        try animator.setSpeed(of: handle, to: speed)
        var (target, end): (Float, Double) = (1, 0)
        switch kind {
        case 0:
          try animator.animate(handle, to: 1, using: nested)
          end = 4.2
        case 1:
          try animator.play(handle, PhaseTimeline([0.0, 1] as [Float]) { _ in nested }, repeats: 2)
          (target, end) = (0, 16.8)
        case 2:
          let track = KeyframeTimeline(initialValue: Float(0)) {
            KeyframeTrack(\.self) { LinearKeyframe(Float(1), duration: 0.7) }
          }
          try animator.play(handle, track, repeats: 3)
          end = 2.1
        default:
          try animator.animate(handle, to: 3, using: .spring(response: 1))
          animator.advance(by: 0.1)
          try animator.animate(handle, to: 1, using: .spring(response: 0.5, blendDuration: 0.3), retargeting: .add)
        }
        try animator.seek(handle, to: 1e6)
        #expect(animator[handle] == target, "kind \(kind)")
        let reached = try #require(try animator.time(of: handle))
        // The progress of a spring counts to the end that it has without a velocity.
        #expect(kind == 3 ? reached < 10 : abs(reached - end) < 1e-9, "kind \(kind)")
        if kind < 3 { #expect(abs(try #require(try animator.progress(of: handle)) - 1) < 1e-9, "kind \(kind)") }
        if isReversed {
          // It goes back from the end, not from where it was sought.
          try animator.reverse(handle)
          animator.advance(by: 0.01)
          #expect(!animator.ended.contains { $0.reason == .finished })
          #expect(abs(try #require(try animator.time(of: handle)) - reached + 0.01 * Double(speed)) < 1e-6)
        } else {
          animator.advance(by: 0)
          #expect(animator.ended.last == Ended(handle, .finished, .end), "kind \(kind)")
          #expect(animator[handle] == target, "kind \(kind)")
        }
      }
    }
  }

  /// A run that has come to a time doesn't fall short of it by a rounding error when its speed changes, or when it is
  /// paused and resumed: it ends, and a custom animation keeps its state.
  @Test func noTimeIsLostByRounding() throws {
    for index in 1..<300 {
      let time = Double(index) / 60
      var animator = Animator<Float>(time: time)
      let (handle, custom) = (animator.add(0), animator.add(0))
      try animator.animate(handle, to: 1, using: .linear(duration: 0.3))
      try animator.pause(handle)
      try animator.seek(handle, toProgress: 1)
      try animator.animate(custom, to: 1, using: Animation(Passing(seconds: 0.1)).repeatForever())
      for frame in 1...41 { animator.advance(to: time + Double(frame) / 60) }
      let before = try #require(animator[custom])
      // A time is rounded, but not before the one of the last frame.
      let after = before...before + 1e-12
      for speed in [3, 1.5, 1] as [Float] {
        try animator.setSpeed(of: custom, to: speed)
        animator.advance(by: 0)
        #expect(after.contains(animator[custom]!), "frame \(index), speed \(speed)")
      }
      try animator.pause(custom)
      try animator.resume(custom)
      animator.advance(by: 0)
      #expect(after.contains(animator[custom]!), "frame \(index)")
      try animator.resume(handle)
      animator.advance(by: 0)
      #expect(animator.ended == [Ended(handle, .finished, .end)], "frame \(index)")
    }
  }

  /// Goes on by its own state: the time of its last call.
  private struct Passing: CustomAnimation {
    var seconds: Double

    struct Calls<V: VectorArithmetic>: AnimationStateKey {
      static var defaultValue: Double { 0 }
    }

    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
      if time >= seconds { return nil }
      context.state[Calls<V>.self] = time
      return value.scaled(by: max(0, time / seconds))
    }
  }

  /// The limits of runs without end are in seconds of the property's own time.
  @Test(arguments: [1e-6, 1, 1e6])
  func endlessRunsAreMovedInTheirOwnTime(speed: Float) throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.setSpeed(of: handle, to: speed)
    try animator.animate(handle, to: 1, using: .linear(duration: 1).repeatForever(autoreverses: false))
    try animator.seek(handle, to: 2000.25)
    #expect(try abs(animator.time(of: handle)! - 2000.25) < 1e-6 && abs(animator.value(of: handle) - 0.25) < 1e-3)
    try animator.seek(handle, to: .infinity)
    #expect(try abs(animator.time(of: handle)! / 1e9 - 1) < 1e-6)
    // Its value is that of the time, as in the next frame, and not the target.
    let value = animator[handle]
    animator.advance(by: 0)
    #expect(animator[handle] == value)
  }

  @Test func infiniteProgressesAndDurationsHaveEnds() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: .linear(duration: 0), delay: 2)
    try animator.seek(handle, toProgress: .infinity)
    #expect(try animator.value(of: handle) == 10)
    try animator.animate(handle, to: 20, using: .linear(duration: .infinity))
    try animator.seek(handle, toAmount: 0)
    #expect(try animator.time(of: handle) == 0)
  }

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
    let velocity = min(2900, abs(curve.velocity(at: progress)))
    return Float(10 * (1e-6 + 0x1p-23 * velocity) + 3e-6)
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

  /// All settings can be read back.
  @Test func theProgressIsTheOneSought() throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 6)
    #expect(try animator.progress(of: handles[0]) == nil)
    try animator.setSpeed(of: handles[1], to: 2)
    let animations: [Animation] = [
      .easeIn(duration: 2).delay(1), .easeIn(duration: 2).delay(1), .linear(duration: 1).repeatForever(), .bouncy,
    ]
    for (handle, animation) in zip(handles, animations) { try animator.animate(handle, to: 10, using: animation) }
    try animator.animate(handles[4], to: 10, using: .linear(duration: 4), delay: 2)
    try animator.animate(handles[5], to: 10, using: .linear(duration: 0))
    #expect(try animator.progress(of: handles[4]) == -0.5 && animator.progress(of: handles[5]) == 1)
    for progress in [0.25, 0.5, 0.875] {
      for handle in handles[..<4] {
        try animator.seek(handle, toProgress: progress)
        // Starts are the clock less a time, and quotients are rounded.
        #expect(abs(try #require(try animator.progress(of: handle)) - progress) < 1e-12)
      }
    }
    try animator.seek(handles[0], toProgress: 0)
    try animator.seek(handles[1], toProgress: 0)
    animator.advance(by: 0.75)
    #expect(abs(try #require(try animator.progress(of: handles[0])) - 0.25) < 1e-12)
    #expect(abs(try #require(try animator.progress(of: handles[1])) - 0.5) < 1e-12)
    #expect(try animator.progress(of: handles[5]) == nil)
    try animator.reverse(handles[1])
    try animator.pause(handles[0])
    animator.advance(by: 0.375)
    #expect(abs(try #require(try animator.progress(of: handles[0])) - 0.25) < 1e-12)
    #expect(abs(try #require(try animator.progress(of: handles[1])) - 0.25) < 1e-12)
    try animator.remove(handles[0])
    #expect(throws: StalePropertyError.self) { try animator.progress(of: handles[0]) }
  }

  /// A run that takes no time has no progress while it waits, and a repetition's is that of all passes.
  @Test func progressOfOtherRuns() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: .linear(duration: 0), delay: 2)
    #expect(try animator.progress(of: handle) == -.infinity)
    try animator.animate(handle, to: 10, using: .linear(duration: 1).repeatCount(4))
    animator.advance(by: 2)
    #expect(try animator.progress(of: handle) == 0.5)
    try animator.animate(handle, to: 10, using: .linear(duration: 1).repeatForever(autoreverses: true))
    animator.advance(by: 3)
    #expect(try animator.progress(of: handle) == 1.5)
  }

  @Test func settingsOfPropertiesCanBeRead() throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 2)
    #expect(
      try !animator.isPaused(handles[0]) && !animator.isReversed(handles[0]) && animator.speed(of: handles[0]) == 1)
    try animator.pause(handles[0])
    try animator.setSpeed(of: handles[0], to: 1e9)
    try animator.reverse(handles[0])
    // At rest, there is nothing to reverse.
    #expect(try animator.isPaused(handles[0]) && !animator.isReversed(handles[0]))
    #expect(try animator.speed(of: handles[0]) == 1e6)
    try animator.animate(handles[0], to: 1, using: .linear(duration: 1))
    try animator.reverse(handles[0])
    #expect(try animator.isReversed(handles[0]) && animator.isPaused(handles[0]))
    try animator.reverse(handles[0])
    #expect(try !animator.isReversed(handles[0]))
    try animator.reverse(handles[0])
    try animator.stop(handles[0])
    #expect(try !animator.isReversed(handles[0]) && animator.isPaused(handles[0]))
    try animator.resume(handles[0])
    #expect(try !animator.isPaused(handles[0]) && !animator.isPaused(handles[1]))
    try animator.remove(handles[1])
    #expect(throws: StalePropertyError.self) { try animator.isPaused(handles[1]) }
    #expect(throws: StalePropertyError.self) { try animator.isReversed(handles[1]) }
    #expect(throws: StalePropertyError.self) { try animator.speed(of: handles[1]) }
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
