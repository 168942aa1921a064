import Foundation
import Testing
import VectorKernels

/// Properties that stand still cost nothing and change nothing, however they were paused.
@Suite(.seeded) struct PauseTests {
  enum Pause: CaseIterable, Sendable {
    case ofAll, speedOfAll, ofEach, speedOfEach
  }

  /// Counts how often it is asked.
  private final class Counter: @unchecked Sendable {
    var calls = 0
  }

  private struct Counted: CustomAnimation {
    let counter: Counter

    static func == (a: Counted, b: Counted) -> Bool { a.counter === b.counter }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(counter)) }

    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
      counter.calls += 1
      return time >= 1 ? nil : value.scaled(by: time)
    }
  }

  private func changes<Value>(of animator: borrowing Animator<Value>) -> [Range<Int>] {
    var changes: [Range<Int>] = []
    animator.forEachChangedRange { changes.append($0) }
    return changes
  }

  private func set<Value>(_ pause: Pause, to isPaused: Bool, of animator: inout Animator<Value>) throws {
    switch pause {
    case .ofAll: animator.isPaused = isPaused
    case .speedOfAll: animator.speed = isPaused ? 0 : 1
    case .ofEach where isPaused: try animator.pause(animator.handles)
    case .ofEach: try animator.resume(animator.handles)
    case .speedOfEach: try animator.setSpeed(of: animator.handles, to: isPaused ? 0 : 1)
    }
  }

  @Test(arguments: Pause.allCases)
  func framesOfWhatIsPausedChangeNothing(_ pause: Pause) throws {
    try framesOfWhatIsPausedChangeNothing(pause, Float.self)
    try framesOfWhatIsPausedChangeNothing(pause, Double.self)
  }

  private func framesOfWhatIsPausedChangeNothing<Value: ComponentAnimatable & BinaryFloatingPoint>(
    _ pause: Pause, _: Value.Type
  ) throws {
    var animator = Animator<Value>(time: 5)
    let handles = Array(animator.add(0, count: 3000))
    let counter = Counter()
    try animator.animate(handles[0..<1000], to: 1, using: .linear(duration: 1))
    try animator.animate(handles[1000..<1100], to: 1, using: .spring(duration: 1, bounce: 0.3))
    try animator.animate(handles[1100..<1200], to: 1, using: .easeIn(duration: 0.5).repeatForever())
    try animator.animate(handles[1200], to: 1, using: Animation(Counted(counter: counter)))
    try animator.fling(handles[1201], velocity: Value(3).animatableComponents)
    try animator.play(handles[1202], PhaseTimeline([Value(0), 1]) { _ in .linear(duration: 1) })
    try animator.observe(handles[0..<1200], markers: [AnimationMarker("late", at: 0.5)])
    animator.advance(by: 0.1)
    try animator.animate(handles[0..<10], to: 0, using: .linear(duration: 1), retargeting: .add)
    animator.advance(by: 0.1)
    try set(pause, to: true, of: &animator)
    var rests = [animator.isAtRest]
    // These begin while nothing moves, and wait.
    try animator.animate(handles[2000..<2100], to: 7, using: .linear(duration: 0))
    try animator.animate(handles[2100..<2200], to: 7, using: .linear(duration: 1).delay(-0.5))
    animator.advance(by: 0.1)
    let (values, calls) = (animator.values, counter.calls)
    for step in [0.1, 10, 0, -3, 604_800] {
      animator.advance(by: step)
      rests.append(animator.isAtRest)
      #expect(changes(of: animator).isEmpty)
      #expect(animator.completions.isEmpty && animator.events.isEmpty)
      #expect(animator.values == values && counter.calls == calls)
    }
    #expect(try animator.isAnimating(handles[2000]) && !animator.isChanged(handles[0]))

    // A paused property that is stopped or set is reported as ever.
    try animator.stop(handles[900])
    try animator.set(handles[2999], to: 3)
    animator.advance(by: 1)
    #expect(animator.ended == [Ended(handles[900], .stopped, .current)])
    #expect(changes(of: animator) == [2999..<3000])
    animator.advance(by: 1)
    #expect(changes(of: animator).isEmpty)
    // Scrubbing shows values at once.
    try animator.seek(handles[500], to: 0.75)
    #expect(abs(animator[handles[500]]! - 0.75) < 1e-6 && changes(of: animator) == [500..<501])
    animator.advance(by: 1)
    #expect(changes(of: animator) == [500..<501] && abs(animator[handles[500]]! - 0.75) < 1e-6)
    animator.advance(by: 1)
    #expect(changes(of: animator).isEmpty && abs(animator[handles[500]]! - 0.75) < 1e-6)
    try animator.seek(handles[501], to: 2)
    #expect(animator[handles[501]] == 1)
    animator.advance(by: 1)
    #expect(try animator.completions.isEmpty && animator.isAnimating(handles[501]))

    try set(pause, to: false, of: &animator)
    rests.append(!animator.isAtRest)
    #expect(rests == Array(repeating: true, count: 7))
    animator.advance(by: 0.125)
    let ended = Set(animator.ended)
    #expect(ended == Set(([handles[501]] + handles[2000..<2100]).map { Ended($0, .finished, .end) }))
    #expect(animator[handles[2000]] == 7 && abs(animator[handles[2100]]! - 7 * 0.625) < 1e-5)
    #expect(abs(animator[handles[600]]! - 0.325) < 1e-5 && counter.calls > calls)
    #expect(try animator.isChanged(handles[600]))
  }

  /// A frame of paused properties takes less than a tenth of the time in which they move, also while they are observed.
  @Test(arguments: Pause.allCases, [false, true])
  func framesOfWhatIsPausedTakeNoTime(_ pause: Pause, isObserved: Bool) throws {
    var animator = Animator<SIMD4<Float>>()
    let handles = animator.add(.zero, count: 200_000)
    // It moves for days.
    try animator.animate(handles, to: .one, using: .linear(duration: 1e6))
    func leastTime() -> Duration {
      (0..<50).map { _ in ContinuousClock().measure { animator.advance(by: 1.0 / 120) } }.min()!
    }
    let moving = leastTime()
    if isObserved { try animator.observe(handles, markers: [AnimationMarker("late", at: 9e5)]) }
    try set(pause, to: true, of: &animator)
    // One that moves still does.
    let other = animator.add(.zero)
    try animator.animate(other, to: .one, using: .linear(duration: 1e6))
    animator.advance(by: 1.0 / 120)
    let paused = leastTime()
    #expect(paused * 10 < moving)
  }

  /// Observed runs report the markers that they pass, however often they were paused in between.
  @Test func observedRunsReportAfterPauses() throws {
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 8))
    try animator.animate(handles, to: 1, using: .linear(duration: 8))
    try animator.observe(handles, markers: (1...7).map { AnimationMarker("\($0)", at: Double($0)) })
    var seen: [Int: [String]] = [:]
    for second in 0..<16 {
      // Each stands still in other seconds.
      for (index, handle) in handles.enumerated() {
        if (second >> (index % 3)) % 2 == 0 { try animator.resume(handle) } else { try animator.pause(handle) }
      }
      if second == 6 { try animator.stop(handles[0]) }
      if second == 7 { try animator.animate(handles[3], to: 2, using: .linear(duration: 1)) }
      if second == 9 {
        let saved = try JSONEncoder().encode(animator.snapshot())
        animator = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: saved))
      }
      for _ in 0..<4 {
        animator.advance(by: 0.25)
        for event in animator.events {
          if case .marker(let marker) = event.kind { seen[event.handle.index, default: []].append(marker.name) }
        }
      }
    }
    let all = (1...7).map { "\($0)" }
    // The first has moved for three seconds when it is stopped; the fourth has when it gets another run.
    #expect(seen[0] == ["1", "2", "3"] && seen[3] == ["1", "2", "3", "4"])
    for index in [1, 2, 4, 5, 6, 7] { #expect(seen[index] == all, "\(index)") }
  }

  /// While somebody keeps the values or a snapshot, only frames that move something copy them.
  @Test func framesInWhichNothingMovesCopyNothing() throws {
    try framesInWhichNothingMovesCopyNothing(Float.self)
    try framesInWhichNothingMovesCopyNothing(Double.self)
  }

  private func framesInWhichNothingMovesCopyNothing<Value: ComponentAnimatable & BinaryFloatingPoint>(
    _: Value.Type
  ) throws {
    var animator = Animator<Value>()
    let handles = Array(animator.add(0, count: 100))
    try animator.animate(handles[0..<50], to: 1, using: .linear(duration: 1))
    try animator.animate(handles[50..<60], to: 1, using: .spring)
    animator.advance(by: 0.1)
    try animator.animate(handles[0..<10], to: 0, using: .linear(duration: 1), retargeting: .add)
    animator.advance(by: 0.1)
    try animator.pause(handles)
    animator.advance(by: 0.1)
    func memory() -> UnsafeRawPointer { animator.column(0).withUnsafeBytes { $0.baseAddress! } }
    let (values, snapshot, before) = (animator.values, animator.snapshot(), memory())
    for _ in 0..<3 { animator.advance(by: 0.1) }
    #expect(memory() == before)
    try animator.resume(handles[0])
    animator.advance(by: 0.1)
    #expect(memory() != before && animator.values != values)
    // At rest, too.
    try animator.stop(handles)
    animator.restore(snapshot)
    try animator.stop(handles)
    let (kept, after) = (animator.values, memory())
    for _ in 0..<3 { animator.advance(by: 0.1) }
    #expect(memory() == after && animator.values == kept)
  }

  /// A property that has moved in a frame counts as changed until the next one, paused or not.
  @Test func pausesAreSeenInTheNextFrame() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 1, using: .linear(duration: 1))
    animator.advance(by: 0.25)
    animator.isPaused = true
    #expect(changes(of: animator) == [0..<1])
    animator.advance(by: 0.25)
    #expect(changes(of: animator).isEmpty)
    let saved = try JSONEncoder().encode(animator.snapshot())
    let restored = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: saved))
    // It is new to everybody.
    #expect(changes(of: restored) == [0..<1])
    animator.isPaused = false
    #expect(changes(of: animator).isEmpty)
    animator.advance(by: 0.25)
    #expect(changes(of: animator) == [0..<1] && animator[handle] == 0.5)
  }

  /// A frame at a time that isn't one isn't one.
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func timesThatArentFiniteChangeNothing(_ time: Double) async throws {
    try await timesThatArentFiniteChangeNothing(time, Float.self)
    try await timesThatArentFiniteChangeNothing(time, Double.self)
  }

  private func timesThatArentFiniteChangeNothing<Value: ComponentAnimatable & BinaryFloatingPoint>(
    _ time: Double, _: Value.Type
  ) async throws {
    var animator = Animator<Value>()
    let handles = Array(animator.add(0, count: 3))
    try animator.animate(handles[0...1], to: 1, using: .linear(duration: 1))
    try animator.observe(handles[1], markers: [AnimationMarker("early", at: 0.1)])
    animator.advance(by: 0.5)
    try animator.stop(handles[0])
    let stream = animator.completionStream()
    animator.advance(by: 0.25)
    try animator.set(handles[2], to: 5)
    for _ in 0..<3 {
      animator.advance(to: time)
      animator.advance(by: time)
    }
    #expect(animator.ended == [Ended(handles[0], .stopped, .current)] && changes(of: animator) == [1..<3])
    #expect(animator.time == 0.75 && animator.events.isEmpty)
    animator.advance(by: 1)
    #expect(animator.ended == [Ended(handles[1], .finished, .end)])
    _ = consume animator
    var streamed: [Completion.Reason] = []
    for await completion in stream { streamed.append(completion.reason) }
    #expect(streamed == [.stopped, .finished])
  }
}
