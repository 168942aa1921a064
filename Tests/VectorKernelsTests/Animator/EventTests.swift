import Foundation
import Testing
import VectorKernels

/// Loops that are completed and markers that are passed. Times are binary fractions, so that all are exact.
@Suite(.seeded) struct EventTests {
  /// An event without its run.
  private struct Told: Hashable, CustomStringConvertible {
    var name: String?
    var loop: Int
    var count = 1
    var time: Double

    var description: String { "\(name ?? "loop") \(loop) x\(count) at \(time)" }
  }

  private func loop(_ number: Int, _ count: Int = 1, at time: Double) -> Told {
    Told(loop: number, count: count, time: time)
  }

  private func marker(_ name: String, _ loop: Int, _ count: Int = 1, at time: Double) -> Told {
    Told(name: name, loop: loop, count: count, time: time)
  }

  private func told<Value>(_ animator: borrowing Animator<Value>) -> [Told] {
    animator.events.map { event in
      var told = Told(loop: event.pass, count: event.count, time: event.time)
      if case .marker(let marker) = event.kind { told.name = marker.name }
      return told
    }
  }

  /// An animator with one property that runs.
  private func running(
    _ animation: Animation, delay: Double = 0, speed: Float = 1
  ) throws -> Animator<Float> {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.setSpeed(of: handle, to: speed)
    try animator.animate(handle, to: 8, using: animation, delay: delay)
    return animator
  }

  private let linear = Animation.linear(duration: 1)
  private let half = [AnimationMarker("half", at: 0.5)]
  /// In no order, and those at both ends.
  private let four = [
    AnimationMarker("end", at: 1), AnimationMarker("start", at: 0), AnimationMarker("late", at: 0.75),
    AnimationMarker("half", at: 0.5),
  ]

  // MARK: Forward

  @Test func eachPassIsALoop() throws {
    var animator = try running(linear.repeatCount(3, autoreverses: false))
    let handle = animator.handles[0]
    let run = try animator.run(of: handle)
    try animator.observe(handle, markers: half)
    animator.advance(to: 0.25)
    #expect(animator.events.isEmpty)
    animator.advance(to: 0.5)
    #expect(told(animator) == [marker("half", 1, at: 0.5)])
    #expect(animator.events.allSatisfy { $0.run == run && $0.handle == handle })
    animator.advance(to: 1)
    #expect(told(animator) == [loop(1, at: 1)])
    animator.advance(to: 1)
    #expect(animator.events.isEmpty)
    animator.advance(to: 2.75)
    #expect(told(animator) == [loop(2, at: 2), marker("half", 3, 2, at: 2.5)])
    // The last one is complete when the run is.
    animator.advance(to: 3.5)
    #expect(told(animator) == [loop(3, at: 3)] && animator.ended == [Ended(handle, .finished, .end)])
    animator.advance(to: 9)
    #expect(animator.events.isEmpty)
  }

  @Test(arguments: [0.0, 0.5, 8])
  func whatDoesNotRepeatIsOneLoop(frame: Double) throws {
    var animator = try running(linear)
    let handle = animator.handles[0]
    try animator.observe(handle, markers: four)
    var all: [Told] = []
    if frame > 0 {
      while try animator.isAnimating(handle) {
        animator.advance(by: frame)
        all += told(animator)
      }
      #expect(
        all == [
          marker("start", 1, at: 0), marker("half", 1, at: 0.5), marker("late", 1, at: 0.75), marker("end", 1, at: 1),
          loop(1, at: 1),
        ])
    }
    // A run that takes no time completes its loop with its first frame.
    animator = try running(.linear(duration: 0))
    try animator.observe(handle)
    animator.advance(by: 0.25)
    #expect(told(animator) == [loop(1, at: 0)])
  }

  @Test func aStepOverManyLoopsTellsOfTheLast() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: four)
    animator.advance(to: 10.5)
    #expect(
      told(animator) == [
        marker("late", 10, 10, at: 9.75), marker("end", 10, 10, at: 10), loop(10, 10, at: 10),
        marker("start", 11, 11, at: 10), marker("half", 11, 11, at: 10.5),
      ])
    animator.advance(by: 1e9)
    #expect(told(animator).contains(loop(1_000_000_010, 1_000_000_000, at: 1_000_000_010)))
    #expect(animator.events.count == 5)
  }

  /// Numbers end where Double's steps get larger than a loop; nothing else does.
  @Test func absurdlyManyLoopsAreNoMatter() throws {
    var animator = try running(.linear(duration: 1e-9).repeatForever(), speed: 1e6)
    let handle = animator.handles[0]
    try animator.observe(handle, markers: [AnimationMarker("a", at: 0), AnimationMarker("b", at: 1e-9)])
    for step in [1e9, 1e30, 1e300] {
      animator.advance(by: step)
      #expect(animator.events.count <= 3 && animator.events.allSatisfy { $0.count > 0 && $0.pass <= 1 << 53 })
    }
    #expect(animator.events.isEmpty && animator.time == 0x1p33)
    try animator.reverse(handle)
    animator.advance(by: 1.5e300)
    #expect(animator.events.allSatisfy { $0.count > 0 && $0.count <= 1 << 53 })
  }

  @Test func loopsBeginAfterTheDelay() throws {
    for (animation, delay, speed) in [
      (linear.delay(0.5), 0, 1), (linear, 0.5, 1), (linear.delay(0.25), 0.25, 2),
      (linear.repeatForever(autoreverses: false).delay(0.5), 0, 0.5),
    ] as [(Animation, Double, Float)] {
      var animator = try running(animation, delay: delay, speed: speed)
      let handle = animator.handles[0]
      try animator.observe(handle, markers: four)
      // The call's delay is before the run's time, the animation's is of it.
      let begin = 0.5 - delay
      animator.advance(to: 0.25 / Double(speed))
      #expect(animator.events.isEmpty)
      animator.advance(to: 1 / Double(speed))
      #expect(told(animator) == [marker("start", 1, at: begin), marker("half", 1, at: begin + 0.5)])
      animator.advance(to: 1.5 / Double(speed))
      let end = [marker("late", 1, at: begin + 0.75), marker("end", 1, at: begin + 1), loop(1, at: begin + 1)]
      #expect(told(animator).prefix(3) == end[...])
    }
    // A delay of each pass is part of it.
    var animator = try running(linear.delay(1).repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: half)
    animator.advance(to: 4)
    #expect(told(animator) == [marker("half", 2, 2, at: 2.5), loop(2, 2, at: 4)])
  }

  @Test func eachWayOfWhatAutoreversesIsALoop() throws {
    var animator = try running(linear.repeatCount(3, autoreverses: true))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: half)
    var all: [Told] = []
    for _ in 0..<7 {
      animator.advance(by: 0.5)
      all += told(animator)
    }
    #expect(
      all == [
        marker("half", 1, at: 0.5), loop(1, at: 1), marker("half", 2, at: 1.5), loop(2, at: 2),
        marker("half", 3, at: 2.5), loop(3, at: 3),
      ])
    animator = try running(linear.repeatForever())
    try animator.observe(handle)
    animator.advance(to: 7)
    #expect(told(animator) == [loop(7, 7, at: 7)])
  }

  /// If a run begins within its passes, the first of them is its first loop.
  @Test func theLoopInWhichARunSetsOutIsItsFirst() throws {
    for (animation, count) in [
      (linear.repeatCount(6, autoreverses: false).delay(-3.75), 3),
      (linear.repeatCount(6, autoreverses: true).delay(-3.75), 3),
      (linear.repeatForever().delay(-3.75), .max), (linear.delay(-0.75), 1),
    ] {
      var animator = try running(animation)
      let handle = animator.handles[0]
      try animator.observe(handle, markers: four)
      animator.advance(to: 0.5)
      let first = [marker("end", 1, at: 0.25), loop(1, at: 0.25)]
      #expect(told(animator) == [marker("late", 1, at: 0)] + first + (count > 1 ? [marker("start", 2, at: 0.25)] : []))
      animator.advance(to: 8)
      if count > 1 { #expect(told(animator).contains { $0.name == nil && $0.loop == min(count, 8) }) }
    }
  }

  @Test func keyframesPhasesAndTimelinesHaveLoops() throws {
    let timeline = KeyframeTimeline(initialValue: Float(0)) {
      LinearKeyframe(8, duration: 0.25)
      LinearKeyframe(2, duration: 0.5)
    }
    let phases = PhaseTimeline([Float(1), 3, 2], repeatsForever: false) { _ in .linear(duration: 0.25) }
    for repeats in [1, 3, .forever] as [RepeatCount] {
      for kind in 0..<3 {
        var animator = Animator<Float>()
        let handle = animator.add(0)
        switch kind {
        case 0: try animator.play(handle, timeline, repeats: repeats)
        case 1: try animator.play(handle, timeline.prepared(), repeats: repeats, from: -1)
        default: try animator.play(handle, phases, repeats: repeats)
        }
        try animator.observe(handle, markers: half)
        if kind == 1 { animator.advance(by: 1) }
        #expect(animator.events.isEmpty)
        animator.advance(by: 0.625)
        #expect(told(animator) == [marker("half", 1, at: 0.5)])
        animator.advance(by: 0.125)
        #expect(told(animator) == [loop(1, at: 0.75)])
        #expect(try animator.isAnimating(handle) == (repeats != 1))
        animator.advance(by: 30)
        let last = repeats == 1 ? 0 : repeats == 3 ? 3 : 41
        #expect(
          told(animator)
            == (last == 0
              ? []
              : [
                marker("half", last, last - 1, at: Double(last) * 0.75 - 0.25),
                loop(last, last - 1, at: Double(last) * 0.75),
              ]))
      }
    }
    // Events that have been passed already aren't reported.
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.play(handle, timeline, repeats: true, from: 1.5)
    try animator.observe(handle, markers: [AnimationMarker("start", at: 0)] + half)
    animator.advance(by: 0.75)
    #expect(told(animator) == [marker("half", 3, at: 2), loop(3, at: 2.25), marker("start", 4, 2, at: 2.25)])
  }

  /// Runs that drivers evaluate one by one.
  @Test func whatKernelsCanNotRunHasThemToo() throws {
    typealias Six = AnimatablePair<AnimatablePair<Point, Point>, Point>
    let timeline = KeyframeTimeline(initialValue: Six.zero) {
      KeyframeTrack(\.first.second.first) { LinearKeyframe(8, duration: 0.75) }
      KeyframeTrack(\.second.first) { LinearKeyframe(4, duration: 0.5) }
    }
    var six = Animator<Six>()
    let handle = six.add(.zero)
    for speed: Float in [1, 3] {
      try six.setSpeed(of: handle, to: speed)
      try six.play(handle, timeline, repeats: 2)
      try six.observe(handle, markers: half)
      six.advance(by: 1 / Double(speed))
      #expect(told(six) == [marker("half", 1, at: 0.5), loop(1, at: 0.75)])
      six.advance(by: 1 / Double(speed))
      #expect(told(six) == [marker("half", 2, at: 1.25), loop(2, at: 1.5)] && six.completions.count == 1)
    }
    // Walks that never come round.
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 2)
    try animator.play(
      handles[0], PhaseTimeline<Float>([0, 10]) { $0 > 0 ? .linear(duration: 1).repeatForever() : .default })
    try animator.play(handles[1], PhaseTimeline<Float>([1, 2]) { _ in .linear(duration: 0) })
    try animator.observe(handles, markers: half)
    animator.advance(by: 10)
    #expect(told(animator) == [marker("half", 1, at: 0.5), marker("half", 1, at: 0.5)])
  }

  @Test func customAnimationsAndSpringsHaveMarkersOnly() throws {
    struct Root: CustomAnimation {
      func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
        time >= 2 ? nil : value.scaled(by: (time / 2).squareRoot())
      }
    }
    for animation in [Animation(Root()), .spring(duration: 0.5), .spring(duration: 0.5).delay(0.5)] {
      var animator = try running(animation)
      let handle = animator.handles[0]
      try animator.observe(handle, markers: half + [AnimationMarker("never", at: 1e6)])
      animator.advance(to: 0.25)
      #expect(animator.events.isEmpty)
      animator.advance(to: 60)
      #expect(told(animator).map(\.name) == ["half"] && told(animator)[0].time >= 0.5)
      #expect(animator.completions.map(\.reason) == [.finished])
    }
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.fling(handle, velocity: 100)
    try animator.observe(handle, markers: half)
    animator.advance(to: 60)
    #expect(told(animator) == [marker("half", 1, at: 0.5)])
    // One that repeats has passes.
    try animator.animate(handle, to: 4, using: .spring(duration: 0.5).repeatCount(2))
    try animator.observe(handle)
    animator.advance(by: 60)
    #expect(told(animator).map(\.loop) == [2] && told(animator)[0].count == 2)
  }

  @Test func markersOutsideALoopAreNeverPassed() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(
      handle, passes: false, markers: [-0.5, 1.5, .nan, .infinity].map { AnimationMarker("outside", at: $0) })
    animator.advance(to: 10)
    #expect(animator.events.isEmpty)
  }
}

// MARK: - Control

extension EventTests {
  @Test func seeksTellNothingOfWhatTheyLeapOver() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: half)
    animator.advance(to: 0.25)
    try animator.seek(handle, to: 5.25)
    animator.advance(by: 0.125)
    #expect(animator.events.isEmpty)
    animator.advance(by: 0.625)
    #expect(told(animator) == [marker("half", 6, at: 5.5), loop(6, at: 6)])
    // Back again, they are passed again.
    try animator.seek(handle, to: 4.75)
    animator.advance(by: 0.5)
    #expect(told(animator) == [loop(5, at: 5)])
    // A marker just there is reported, but no loop is completed there.
    try animator.seek(handle, to: 2.5)
    animator.advance(by: 0.25)
    #expect(told(animator) == [marker("half", 3, at: 2.5)])
    try animator.seek(handle, to: 3)
    animator.advance(by: 0.25)
    #expect(animator.events.isEmpty)
    try animator.seek(handle, toProgress: 0.5)
    animator.advance(by: 0.5)
    #expect(told(animator) == [marker("half", 1, at: 0.5), loop(1, at: 1)])
    // Before its beginning it waits.
    try animator.seek(handle, to: -0.5)
    animator.advance(by: 0.5)
    #expect(animator.events.isEmpty)
    animator.advance(by: 0.5)
    #expect(told(animator) == [marker("half", 1, at: 0.5)])
    for time in [Double.infinity, -.infinity] {
      try animator.seek(handle, to: time)
      animator.advance(by: 1)
      #expect(animator.events.count == (time > 0 ? 2 : 0))
    }
    // Past its end there is nothing left but that.
    animator = try running(linear.repeatCount(3, autoreverses: false))
    try animator.observe(handle, markers: four)
    try animator.seek(handle, to: 7)
    animator.advance(by: 0.25)
    #expect(told(animator) == [marker("end", 3, at: 3)] && animator.completions.count == 1)
  }

  @Test func backwardsALoopEndsAtItsBeginning() throws {
    for speed: Float in [1, 2] {
      var animator = try running(linear.repeatForever(autoreverses: false), speed: speed)
      let handle = animator.handles[0]
      try animator.observe(handle, markers: four)
      let second = 1 / Double(speed)
      animator.advance(by: 2.625 * second)
      try animator.reverse(handle)
      animator.advance(by: 0.125 * second)
      #expect(told(animator) == [marker("half", 3, at: 2.5)])
      animator.advance(by: 0.5 * second)
      #expect(told(animator) == [marker("start", 3, at: 2), loop(3, at: 2), marker("end", 2, at: 2)])
      // To and fro.
      try animator.reverse(handle)
      animator.advance(by: 0.5 * second)
      #expect(told(animator) == [marker("half", 3, at: 2.5)])
      try animator.reverse(handle)
      animator.advance(by: 2.25 * second)
      #expect(
        told(animator) == [
          marker("start", 2, 2, at: 1), loop(2, 2, at: 1), marker("end", 1, 2, at: 1), marker("late", 1, 2, at: 0.75),
          marker("half", 1, 2, at: 0.5),
        ])
      animator.advance(by: 4 * second)
      #expect(told(animator) == [marker("start", 1, at: 0), loop(1, at: 0)])
      #expect(animator.ended == [Ended(handle, .finished, .start)])
    }
  }

  @Test func whatStandsStillPassesNothing() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: four)
    try animator.pause(handle)
    animator.advance(by: 10)
    #expect(animator.events.isEmpty)
    try animator.seek(handle, to: 1.5)
    animator.advance(by: 10)
    #expect(animator.events.isEmpty)
    try animator.resume(handle)
    animator.isPaused = true
    animator.advance(by: 10)
    #expect(animator.events.isEmpty)
    animator.isPaused = false
    animator.speed = 0
    animator.advance(by: 10)
    animator.speed = 0.5
    try animator.setSpeed(of: handle, to: 0)
    animator.advance(by: 10)
    #expect(animator.events.isEmpty)
    try animator.setSpeed(of: handle, to: 4)
    // A frame of no time reports a marker that is exactly here, once.
    animator.advance(by: 0)
    #expect(told(animator) == [marker("half", 2, at: 1.5)])
    animator.advance(by: 0)
    #expect(animator.events.isEmpty)
    // Half a second at twice the speed.
    animator.advance(by: 0.5)
    #expect(
      told(animator)
        == [
          marker("late", 2, at: 1.75), marker("end", 2, at: 2), loop(2, at: 2),
          marker("start", 3, at: 2), marker("half", 3, at: 2.5),
        ])
    // A call that isn't a frame forgets nothing.
    animator.advance(to: .nan)
    #expect(told(animator).count == 5)
    animator.advance(by: 0)
    #expect(animator.events.isEmpty)
  }

  /// A run's last events come with its end, also in a frame of no time.
  @Test func theLastEventsComeWithTheEnd() throws {
    var animator = try running(.linear(duration: 0))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: [AnimationMarker("end", at: 0)])
    animator.advance(to: 0)
    #expect(told(animator) == [marker("end", 1, at: 0), loop(1, at: 0)])
    #expect(animator.ended == [Ended(handle, .finished, .end)])
    animator.advance(by: 1)
    #expect(animator.events.isEmpty)

    animator = try running(linear)
    try animator.observe(handle, markers: four)
    try animator.seek(handle, to: 1)
    animator.advance(by: 0)
    #expect(told(animator) == [marker("end", 1, at: 1)])
    #expect(animator.ended == [Ended(handle, .finished, .end)])
  }

  @Test func backInTimeNothingIsTold() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: half)
    animator.advance(to: 3.25)
    animator.advance(to: 1.25)
    #expect(animator.events.isEmpty)
    animator.advance(to: 2)
    #expect(told(animator) == [marker("half", 2, at: 1.5), loop(2, at: 2)])
    try animator.reverse(handle)
    animator.advance(to: 1)
    #expect(animator.events.isEmpty)
    animator.advance(to: 2)
    #expect(told(animator) == [marker("half", 3, at: 2.5), loop(3, at: 2)])
  }

  @Test func onlyTheRunIsObserved() throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 6)
    try animator.animate(handles, to: 1, using: linear)
    try animator.observe(handles, markers: half)
    animator.advance(to: 0.25)
    // One after another in the same group, in another group, stopped, set, removed, and one that goes on.
    try animator.animate(handles[0], to: 2, using: linear)
    try animator.play(handles[1], PhaseTimeline<Float>([1, 2]) { _ in .linear(duration: 0.5) })
    try animator.stop(handles[2])
    try animator.set(handles[3], to: 4)
    try animator.remove(handles[4])
    let new = animator.add(0)
    #expect(new.index == handles[4].index)
    try animator.animate(new, to: 1, using: linear)
    animator.advance(to: 2)
    #expect(animator.events.map(\.handle) == [handles[5], handles[5]])
    #expect(throws: StalePropertyError(handle: handles[4])) { try animator.observe(handles[4]) }
    // At rest there is nothing to observe, and the run after it isn't.
    try animator.observe(handles[5])
    try animator.animate(handles[5], to: 2, using: linear)
    animator.advance(to: 10)
    #expect(animator.events.isEmpty)
  }

  @Test func whatIsObservedMayChange() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(handle)
    animator.advance(to: 0.5)
    // A marker just here has been passed, whether or not it was reported.
    try animator.observe(handle, passes: false, markers: four)
    animator.advance(to: 1)
    #expect(told(animator).map(\.name) == ["late", "end", "start"])
    try animator.observe(handle, markers: half)
    animator.advance(to: 2)
    #expect(told(animator) == [marker("half", 2, at: 1.5), loop(2, at: 2)])
    try animator.observe(handle, passes: false)
    #expect(animator.events.count == 2)
    animator.advance(to: 3)
    #expect(animator.events.isEmpty)
    animator.advance(to: 3.5)
    // One that is observed from now on begins here.
    try animator.observe(handle, markers: four)
    animator.advance(to: 4)
    #expect(told(animator).map(\.name) == ["half", "late", "end", nil, "start"])
  }

  /// The passes of a sum are those that its first run had.
  @Test func whatIsAddedDoesNotChangeLoops() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    let run = try animator.run(of: handle)
    try animator.observe(handle, markers: half)
    animator.advance(to: 0.75)
    try animator.animate(handle, to: 3, using: .linear(duration: 0.5), retargeting: .add)
    #expect(try animator.run(of: handle) == run)
    animator.advance(to: 3)
    #expect(told(animator) == [marker("half", 3, 2, at: 2.5), loop(3, 3, at: 3)])
    try animator.seek(handle, to: 8.25)
    animator.advance(by: 0.25)
    #expect(told(animator) == [marker("half", 9, at: 8.5)])
    try animator.reverse(handle)
    animator.advance(by: 1)
    #expect(told(animator) == [loop(9, at: 8), marker("half", 8, at: 7.5)])

    // A loop that ends before the sum does, and markers after it.
    animator = try running(linear)
    try animator.observe(handle, markers: four)
    animator.advance(to: 0.5)
    try animator.animate(handle, to: 3, using: .linear(duration: 4), retargeting: .add)
    animator.advance(to: 2)
    #expect(told(animator).map(\.name) == ["late", "end", nil])
    // Only now, there are markers since the beginning.
    try animator.observe(handle, passes: false)
    try animator.observe(handle, markers: [AnimationMarker("a", at: 1), AnimationMarker("b", at: 3)])
    animator.advance(to: 20)
    #expect(told(animator) == [marker("b", 1, at: 3)] && animator.completions.count == 1)
  }

  @Test func eventsAreInOrderOfTime() throws {
    var animator = Animator<Float>(time: 100)
    let handles = animator.add(0, count: 3)
    let forever = linear.repeatForever(autoreverses: false)
    try animator.animate(handles, to: 1, using: forever)
    try animator.setSpeed(of: handles[1], to: 2)
    try animator.setSpeed(of: handles[2], to: 4)
    animator.advance(by: 1)
    try animator.reverse(handles[2])
    try animator.observe(handles.reversed(), markers: [AnimationMarker("quarter", at: 0.25)])
    animator.advance(by: 0.75)
    // At 4 passes, the third is back at 3.25 after 3/16 s, at 3 after a fourth of one, at 1.25 after 11/16 and at 1
    // after 3/4. The second, at 2 passes, is at 2.25 after 1/8 s, at 3 after 1/2 and at 3.25 after 5/8.
    #expect(
      animator.events.map { "\($0.handle.index) \($0.kind == .pass ? "loop" : "quarter") \($0.pass) \($0.count)" } == [
        "0 quarter 2 1", "1 loop 3 1", "1 quarter 4 2", "2 quarter 2 3", "2 loop 2 3",
      ])
  }

  /// With roundings in every number, each loop is told once and none is left out.
  @Test func roundingsNeitherLoseNorDouble() throws {
    var generator = Generator(seed: Settings.seed)
    for round in 0..<40 {
      var animator = Animator<Float>(time: round % 2 == 0 ? 0 : 2_592_000.1)
      let handle = animator.add(0)
      let duration = [0.1, 0.3, 0.7, 1 / 3.0][round % 4]
      let count = 40
      try animator.setSpeed(of: handle, to: 0.7)
      switch round % 3 {
      case 0: try animator.animate(handle, to: 1, using: .linear(duration: duration).repeatCount(count))
      case 1:
        let timeline = KeyframeTimeline(initialValue: Float(0)) { LinearKeyframe(1, duration: duration) }
        try animator.play(handle, timeline, repeats: RepeatCount(count))
      default:
        let phases = PhaseTimeline([Float(0), 1]) { _ in .easeIn(duration: duration / 2) }
        try animator.play(handle, phases, repeats: RepeatCount(count))
      }
      try animator.observe(handle, markers: [AnimationMarker("start", at: 0), AnimationMarker("end", at: duration)])
      var (passes, starts, ends) = (0, 0, 0)
      while try animator.isAnimating(handle) {
        animator.advance(by: duration * [0.1, 0.25, 0.5, 1, 3][Int.random(in: 0..<5, using: &generator)])
        for event in animator.events {
          switch event.kind {
          case .pass:
            #expect(event.pass == passes + event.count)
            passes = event.pass
          case .marker(let marker) where marker.name == "start":
            #expect(event.pass == starts + event.count)
            starts = event.pass
          case .marker:
            #expect(event.pass == ends + event.count)
            ends = event.pass
          }
        }
        #expect(try animator.isAnimating(handle) == (passes < count))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          try animator.pause(handle)
          animator.advance(by: 0.1)
          try animator.resume(handle)
        case 1: try animator.setSpeed(of: handle, to: Float.random(in: 0.1...3, using: &generator))
        case 2: animator.speed = Double.random(in: 0.1...2, using: &generator)
        default: break
        }
      }
      #expect(passes == count && starts == count && ends == count)
    }
  }

  // MARK: Snapshots

  @Test func observationsGoWithSnapshots() throws {
    var animator = try running(linear.repeatForever(autoreverses: false))
    let handle = animator.handles[0]
    try animator.observe(handle, markers: four)
    animator.advance(to: 1.25)
    let (snapshot, then) = (animator.snapshot(), animator.events)
    animator.advance(to: 2.5)
    let after = animator.events
    #expect(!then.isEmpty && !after.isEmpty)
    animator.restore(snapshot)
    #expect(animator.events == then)
    animator.advance(to: 2.5)
    #expect(animator.events == after)
    let data = try JSONEncoder().encode(snapshot)
    var other = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    #expect(other.events == then)
    other.advance(to: 2.5)
    #expect(other.events == after)
    let again = try JSONDecoder().decode([AnimationEvent].self, from: JSONEncoder().encode(after))
    #expect(again == after)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let kinds: [AnimationEvent.Kind] = [.pass, .marker(AnimationMarker("step", at: 0.5))]
    #expect(
      String(decoding: try encoder.encode(kinds), as: UTF8.self)
        == #"[{"pass":{}},{"marker":{"marker":{"name":"step","time":0.5}}}]"#)
    #expect(
      after.map(\.description)[2...] == [
        "\(handle) completed pass 2", "\(handle) passed start in pass 3", "\(handle) passed half in pass 3 (2 times)",
      ])
    #expect(AnimationMarker("step", at: 0.5).description == "step at 0.5 s")
  }
}
