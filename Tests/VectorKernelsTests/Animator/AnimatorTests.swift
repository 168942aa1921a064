import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct AnimatorTests {
  @Test func handlesStayTheirOwn() throws {
    var animator = Animator<Float>()
    let first = animator.add(1)
    let range = animator.add(2, count: 100)
    #expect(animator.count == 101 && range.count == 100 && range.columnRange == 1..<101)
    #expect(try animator.value(of: range[99]) == 2)
    try animator.remove(first)
    #expect(animator[first] == nil)
    let second = animator.add(3)
    #expect(second.index == first.index && second != first)
    #expect(animator[first] == nil && animator[second] == 3)
    do {
      try animator.animate(first, to: 2, using: .spring)
      Issue.record("a stale handle was animated")
    } catch {
      #expect(error == StalePropertyError(handle: first))
      #expect("\(error)" == "PropertyHandle(index: 0, generation: 1) is stale: its property has been removed")
    }
    try animator.remove(range)
    #expect(animator.count == 1 && animator.columnCount == 101)
    // A gap that is long enough is taken, one that isn't is not.
    let small = animator.add(4, count: 60)
    #expect(small.columnRange == 1..<61)
    let large = animator.add(5, count: 60)
    #expect(large.columnRange == 61..<121)
    #expect(animator.add(6).index == 121)
    try animator.remove(small[7])
    #expect(animator.add(7).index == 8)
  }

  @Test func springsArriveExactlyAndReportOnce() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: .spring(duration: 0.5, bounce: 0.2))
    var frames = 0
    while try animator.isAnimating(handle) {
      animator.advance(by: 1.0 / 120)
      frames += 1
      if animator.completions.isEmpty { #expect(try animator.isAnimating(handle)) }
    }
    #expect(frames > 60 && frames < 240)
    #expect(animator[handle] == 10)
    #expect(animator.ended == [Ended(handle, .finished, .end)])
    animator.advance(by: 1.0 / 120)
    #expect(animator.completions.isEmpty)
    #expect(try !animator.isChanged(handle))
  }

  @Test func epsilonsDecideWhenASpringHasArrived() throws {
    func duration(value: Float, velocity: Float) throws -> Double {
      var animator = Animator<Float>()
      animator.valueEpsilon = value
      animator.velocityEpsilon = velocity
      let handle = animator.add(0)
      try animator.animate(handle, to: 100, using: .spring(duration: 0.5, bounce: 0))
      while try animator.isAnimating(handle) { animator.advance(by: 1.0 / 480) }
      return animator.time
    }
    // y = 100 (1 + w t) e^(-w t) and v = 100 w^2 t e^(-w t) at the times at which they fall below.
    func time(_ limit: Double, _ f: (Double) -> Double) -> Double {
      var t = 10.0
      while f(t) < limit { t -= 1e-4 }
      return t
    }
    let w = 4 * Double.pi
    let loose = time(1) { 100 * (1 + w * $0) * exponential(-w * $0) }
    let slow = time(0.01) { 100 * w * w * $0 * exponential(-w * $0) }
    #expect(abs(try duration(value: 1, velocity: 1e6) - loose) <= 2.5 / 480)
    #expect(abs(try duration(value: 1e6, velocity: 0.01) - slow) <= 2.5 / 480)
  }

  @Test func absurdEpsilonsAreNone() throws {
    for epsilon: Float in [-1, .nan, -Float.infinity] {
      var animator = Animator<Float>()
      (animator.valueEpsilon, animator.velocityEpsilon) = (epsilon, epsilon)
      #expect(animator.valueEpsilon == 0 && animator.velocityEpsilon == 0)
    }
  }

  @Test func retargetedSpringsKeepPositionAndVelocity() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 100, using: .spring(duration: 0.5, bounce: 0.3))
    for _ in 0..<15 { animator.advance(by: 1.0 / 120) }
    let (position, velocity) = (try animator.value(of: handle), try animator.velocity(of: handle))
    #expect(velocity > 100)
    try animator.animate(handle, to: -50, using: .spring(duration: 0.8, bounce: 0))
    #expect(try animator.value(of: handle) == position)
    #expect(try animator.velocity(of: handle) == velocity)
    animator.advance(by: 0.05)
    let spring = Spring(duration: 0.8, bounce: 0)
    let expected = spring.value(
      fromValue: Double(position), toValue: -50, initialVelocity: Double(velocity), time: 0.05)
    #expect(abs(Double(try animator.value(of: handle)) - expected) < 1e-3)
    #expect(animator.ended == [Ended(handle, .replaced, .current)])
  }

  @Test func curvesAddOrReplace() throws {
    for retargeting in [Retargeting.add, .replace] {
      var animator = Animator<Float>()
      let handle = animator.add(0)
      try animator.animate(handle, to: 100, using: .linear(duration: 1))
      animator.advance(by: 0.5)
      try animator.animate(handle, to: 0, using: .linear(duration: 1), retargeting: retargeting)
      animator.advance(by: 0.25)
      // The first goes on to 75, less a quarter of the way back of 100.
      #expect(abs(try animator.value(of: handle) - (retargeting == .add ? 50 : 37.5)) < 1e-4)
      #expect(animator.completions.map(\.reason) == (retargeting == .add ? [] : [.replaced]))
      animator.advance(by: 2)
      #expect(animator[handle] == 0)
      #expect(animator.ended == [Ended(handle, .finished, .end)])
    }
  }

  @Test func customAnimationsRunByThemselves() throws {
    struct Root: CustomAnimation {
      func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
        time >= 2 ? nil : value.scaled(by: (time / 2).squareRoot())
      }
    }
    var animator = Animator<Float>()
    let handle = animator.add(10)
    try animator.animate(handle, to: 20, using: Animation(Root()))
    animator.advance(by: 0.5)
    #expect(animator[handle] == 15)
    animator.advance(by: 1.5)
    #expect(animator[handle] == 20 && animator.completions.map(\.reason) == [.finished])
  }

  @Test func phasesAndTimelinesPlay() throws {
    var animator = Animator<Float>()
    let (a, b, c) = (animator.add(0), animator.add(0), animator.add(0))
    let phases = PhaseTimeline([Float(1), 3, 2], repeatsForever: false) { _ in .linear(duration: 1) }
    let timeline = KeyframeTimeline(initialValue: Float(0)) { LinearKeyframe(Float(8), duration: 2) }
    try animator.play(a, phases)
    try animator.play(b, timeline)
    try animator.play(c, try timeline.prepared())
    animator.advance(by: 0.5)
    #expect(animator[a] == 2 && animator[b] == 2 && animator[c] == 2)
    #expect(abs(try animator.velocity(of: b) - 4) < 1e-3)
    #expect(abs(try animator.velocity(of: c) - 4) < 1e-5)
    animator.advance(by: 1)
    #expect(animator[a] == 2.5 && animator[b] == 6 && animator[c] == 6)
    animator.advance(by: 0.5)
    #expect(animator[b] == 8 && animator[c] == 8)
    #expect(Set(animator.completions.map(\.handle)) == [b, c])
    animator.advance(by: 1)
    #expect(animator[a] == 1 && animator.completions.map(\.handle) == [a])
  }

  @Test func flingsComeToRestWhereFrictionLetsThem() throws {
    var animator = Animator<Float>()
    let handle = animator.add(100)
    try animator.fling(handle, velocity: 1000, timeConstant: 0.5)
    animator.advance(by: 0.5)
    // 100 + 500 (1 - 1/e)
    #expect(abs(try animator.value(of: handle) - 416.06028) < 1e-2)
    #expect(abs(try animator.velocity(of: handle) - 367.87944) < 1e-2)
    for _ in 0..<1200 { animator.advance(by: 1.0 / 120) }
    #expect(animator[handle] == 600)
  }

  @Test func staggeredRunsBeginOneAfterTheOther() throws {
    var animator = Animator<Float>()
    let range = animator.add(0, count: 5)
    for animation in [Animation.linear(duration: 1), .spring(duration: 0.5)] {
      for handle in range { try animator.set(handle, to: 0) }
      try animator.animate(range, to: 10, using: animation, stagger: 0.25)
      let start = animator.time
      animator.advance(to: start + 0.6)
      let values = range.map { animator[$0]! }
      #expect(values[3] == 0 && values[4] == 0)
      for (index, value) in values.prefix(3).enumerated() {
        let expected = animation.value(from: 0.0, to: 10.0, at: 0.6 - 0.25 * Double(index))
        #expect(abs(Double(value) - expected) < 1e-4)
      }
    }
  }

  @Test func changedRangesAreThoseThatMove() throws {
    var animator = Animator<Float>()
    let all = animator.add(0, count: 1000)
    animator.advance(by: 1)
    try animator.animate(Array(all[100..<300]), to: 1, using: .linear(duration: 1))
    try animator.set(all[500], to: 2)
    animator.advance(by: 0.5)
    var ranges: [Range<Int>] = []
    animator.forEachChangedRange { ranges.append($0) }
    #expect(ranges == [100..<300, 500..<501])
    animator.advance(by: 1)
    ranges = []
    animator.forEachChangedRange { ranges.append($0) }
    #expect(ranges == [100..<300])
    animator.advance(by: 1)
    ranges = []
    animator.forEachChangedRange { ranges.append($0) }
    #expect(ranges.isEmpty)
    #expect(animator.column(0)[299] == 1 && animator.column(0)[300] == 0)
  }
}

// MARK: - Time

extension AnimatorTests {
  @Test func absurdTimesHaveDefinedResults() throws {
    for animation in [Animation.linear(duration: 1), .spring(duration: 0.5, bounce: 0.4)] {
      var animator = Animator<Float>()
      let handle = animator.add(0)
      try animator.animate(handle, to: 10, using: animation)
      animator.advance(by: 0.25)
      let value = animator[handle]!
      for time in [Double.nan, .infinity, -.infinity] {
        animator.advance(to: time)
        #expect(animator[handle] == value && animator.time == 0.25)
      }
      animator.advance(by: 0)
      #expect(abs(animator[handle]! - value) <= 2e-5)
      animator.advance(to: -100)
      #expect(animator[handle] == 0)
      animator.advance(to: 0.25)
      #expect(abs(animator[handle]! - value) <= 2e-5)
      animator.advance(by: 604_800)
      #expect(animator[handle] == 10 && animator.completions.count == 1)
    }
  }

  /// At the same time again nothing moves, however the property runs; back in time all are where they were.
  @Test func standingStillAndGoingBackAreExact() throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 5)
    try animator.animate(handles[0], to: 10, using: .easeInOut(duration: 1))
    try animator.animate(handles[1], to: 10, using: .spring(duration: 0.5, bounce: 0.4))
    try animator.fling(handles[2], velocity: 10)
    try animator.play(handles[3], try keyframes.prepared(), repeats: true)
    try animator.play(handles[4], keyframes)
    var seen: [(time: Double, values: [Float])] = []
    for frame in 0..<60 {
      animator.advance(to: Double(frame) / 240)
      seen.append((animator.time, handles.map { animator[$0]! }))
    }
    animator.advance(by: 0)
    #expect(handles.map { animator[$0]! } == seen.last!.values)
    for (time, values) in seen.reversed() {
      animator.advance(to: time)
      // Within 2e-6 of what runs are computed from, 20 at most, with the promise of the stepped spring, 5e-6 of 10.
      for (handle, value) in zip(handles, values) { #expect(abs(animator[handle]! - value) <= 1e-4, "at \(time)") }
    }
    #expect(animator.completions.isEmpty)
    // Before all beginnings they wait there.
    animator.advance(to: -604_800)
    #expect(handles.map { animator[$0]! } == [0, 0, 0, 0, 0])
    #expect(try handles.allSatisfy { try animator.isAnimating($0) })
  }

  private var keyframes: KeyframeTimeline<Float> {
    KeyframeTimeline(initialValue: 0) {
      LinearKeyframe(20, duration: 0.3)
      CubicKeyframe(-5, duration: 0.3)
    }
  }

  /// A frame a week after the last one ends what ends, and finds what repeats where it is by then.
  @Test func aWeekIsOneFrame() throws {
    var animator = Animator<Float>(time: 0)
    let handles = animator.add(0, count: 6)
    try animator.animate(handles[0], to: 10, using: .easeInOut(duration: 1))
    try animator.animate(handles[1], to: 20, using: .spring(duration: 0.5, bounce: 0.4))
    try animator.fling(handles[2], velocity: 10, timeConstant: 0.5)
    try animator.play(handles[3], try keyframes.prepared())
    try animator.animate(handles[4], to: 1, using: .linear(duration: 0.75).repeatForever(autoreverses: false))
    try animator.play(handles[5], try keyframes.prepared(), repeats: true)
    animator.advance(by: 0.1)
    animator.advance(to: 604_800.2)
    #expect(handles.prefix(4).map { animator[$0]! } == [10, 20, 5, -5])
    #expect(animator.completions.map(\.handle) == Array(handles.prefix(4)))
    #expect(animator.completions.allSatisfy { $0.reason == .finished })
    // 604,800 s are whole passes of 0.75 s, and of 0.6 s. Times are right to 1e-6 s, slopes at most 1.4 and 67 per
    // second.
    #expect(abs(animator[handles[4]]! - 0.2 / 0.75) <= 2e-6)
    #expect(abs(animator[handles[5]]! - 20 * 0.2 / 0.3) <= 1e-4)
  }

  /// A pause of the whole animator, or time that stands still for it, takes a week out.
  @Test func aWeekOfPauseIsNoTime() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: .linear(duration: 1))
    animator.advance(by: 0.25)
    animator.isPaused = true
    animator.advance(by: 604_800)
    #expect(animator[handle] == 2.5 && animator.time == 604_800.25)
    #expect(try animator.velocity(of: handle) == 0)
    animator.isPaused = false
    animator.advance(by: 0.5)
    #expect(abs(animator[handle]! - 7.5) <= 1e-5)
    animator.speed = 0
    animator.advance(by: 604_800)
    #expect(abs(animator[handle]! - 7.5) <= 1e-5)
    animator.speed = 1
    animator.advance(by: 0.5)
    #expect(animator[handle] == 10 && animator.completions.map(\.reason) == [.finished])
  }

  /// 30 days at 120 Hz, all frames but a few of each day skipped.
  @Test func progressIsRightToAMicrosecondAfterAMonth() throws {
    var animator = Animator<Float>()
    let (forever, short) = (animator.add(0), animator.add(0))
    let period = 0.7310585786
    try animator.animate(forever, to: 1, using: .linear(duration: period).repeatForever(autoreverses: false))
    var frame = 0
    for day in 0..<30 {
      for _ in 0..<2400 {
        let time = Double(day) * 86400 + Double(frame % 2400) / 120
        animator.advance(to: time)
        if frame % 400 == 0 { try animator.animate(short, to: frame % 800 == 0 ? 1 : 0, using: .linear(duration: 3)) }
        let began = Double(day) * 86400 + Double(frame % 2400 / 400 * 400) / 120
        let amount = (time - began) / 3
        let expected = frame / 400 % 2 == 0 ? amount : 1 - amount
        if frame >= 400 && time > began && amount < 1 {
          #expect(abs(Double(animator[short]!) - expected) <= 1e-6 / 3 + 1.2e-7, "frame \(frame)")
        }
        let phase = (time / period).truncatingRemainder(dividingBy: 1)
        let difference = abs(Double(animator[forever]!) - phase)
        #expect(min(difference, 1 - difference) <= 1e-6 / period + 1.2e-7, "frame \(frame)")
        frame += 1
      }
    }
  }

  @Test func aPausedPropertyCostsAndMovesNothing() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: .linear(duration: 1))
    animator.advance(by: 0.25)
    try animator.pause(handle)
    animator.advance(by: 604_800)
    #expect(abs(animator[handle]! - 2.5) < 1e-5)
    #expect(try animator.velocity(of: handle) == 0 && animator.isAnimating(handle))
    #expect(try !animator.isChanged(handle))
    try animator.seek(handle, toProgress: 0.6)
    #expect(abs(animator[handle]! - 6) < 1e-5)
    #expect(try animator.isChanged(handle))
    try animator.resume(handle)
    try animator.reverse(handle)
    animator.advance(by: 0.1)
    #expect(abs(animator[handle]! - 5) < 1e-5)
    #expect(abs(try animator.velocity(of: handle) + 10) < 1e-5)
    animator.advance(by: 1)
    #expect(animator[handle] == 0 && animator.completions.map(\.reason) == [.finished])
  }
}

// MARK: - Comings and goings

extension AnimatorTests {
  /// A property that leaves a group keeps a place in it. Its value is its own all the same. A property that comes back,
  /// or that takes the slot for another animation, moves as if nothing had been.
  @Test(arguments: [Animation.spring(duration: 1, bounce: 0.2), .easeInOut(duration: 2)])
  func whoRestsAmongThoseThatMoveStaysPut(animation: Animation) throws {
    var animator = Animator<Point>()
    let range = animator.add(Point(0, 0), count: 300)
    try animator.animate(range, to: Point(10, -10), using: animation)
    animator.advance(by: 0.25)
    let resting = [Float.nan, .infinity, 1e30, 7, 0].enumerated().map { (range[60 * $0 + 3], $1) }
    for (handle, value) in resting { try animator.set(handle, to: Point(value, 3)) }
    try animator.remove(range[100])
    for _ in 0..<30 { animator.advance(by: 1.0 / 60) }
    for (handle, value) in resting {
      #expect(animator[handle]!.first.bitPattern == value.bitPattern && animator[handle]!.second == 3)
      #expect(try !animator.isAnimating(handle))
    }
    #expect(animator.completions.isEmpty)
    let moving = animator[range[0]]!
    #expect(moving.first > 1 && animator[range[299]] == moving)

    // One comes back, another's slot goes to a newcomer that runs otherwise, and a third one runs otherwise itself.
    let (back, newcomer, other) = (resting[3].0, animator.add(Point(0, 0)), resting[4].0)
    #expect(newcomer.index == 100)
    try animator.animate(back, to: Point(17, 3), using: animation)
    try animator.animate(newcomer, to: Point(10, 10), using: .linear(duration: 1))
    try animator.animate(other, to: Point(20, 3), using: .linear(duration: 1))
    for _ in 0..<30 { animator.advance(by: 1.0 / 60) }
    // A run of half a second, from rest, over ten units, as closely as springs and curves promise.
    #expect(abs(animator[back]!.first - Float(7 + 10 * animation.amount(at: 0.5))) < 5e-5)
    #expect(abs(animator[newcomer]!.first - 5) < 1e-5 && abs(animator[other]!.first - 10) < 1e-5)
    for _ in 0..<600 { animator.advance(by: 1.0 / 60) }
    #expect(animator[back] == Point(17, 3) && animator[newcomer] == Point(10, 10) && animator[other] == Point(20, 3))
    #expect(animator[range[0]] == Point(10, -10) && animator[resting[2].0] == Point(1e30, 3))
  }
}

// MARK: - Beginnings

extension AnimatorTests {
  /// A property at rest begins its run by a shortcut, unless the call gives a velocity. If that is zero, all bits of
  /// frames and snapshots are the same.
  @Test func shortcutsBeginRunsAlike() throws {
    try expectShortcutsBeginAlike { Point(Float($0), Float(-3 * $0)) }
    try expectShortcutsBeginAlike { $0 }
  }

  private func expectShortcutsBeginAlike<Value: ComponentAnimatable>(_ value: (Double) -> Value) throws {
    var random = Generator(seed: Settings.seed)
    var short = Animator<Value>()
    var long = Animator<Value>()
    let handles = short.add(value(1), count: 3000)
    let same = long.add(value(1), count: 3000)
    #expect(same == handles)
    for handle in handles where random.oneIn(20) {
      let speed = Float.random(in: 0...2, using: &random)
      try short.setSpeed(of: handle, to: speed)
      try long.setSpeed(of: handle, to: speed)
    }
    let zero = Value.AnimatableComponents.zero
    for _ in 0..<12 {
      for handle in handles where random.oneIn(4) {
        if try short.isAnimating(handle) { continue }
        let duration = Double.random(in: 0...0.5, using: &random)
        var animation: Animation =
          switch Int.random(in: 0..<5, using: &random) {
          case 0: .linear(duration: duration)
          case 1: .easeInOut(duration: duration)
          case 2: .spring
          case 3: .spring(duration: 0.1 + duration, bounce: 0.2)
          default: .interpolatingSpring(duration: 0.1 + duration, initialVelocity: 3)
          }
        if random.oneIn(3) { animation = animation.delay(Double.random(in: 0...0.2, using: &random)) }
        if random.oneIn(5) { animation = animation.speed(Double.random(in: 0.5...2, using: &random)) }
        let target = value(random.oneIn(50) ? .infinity : Double.random(in: -9...9, using: &random))
        let delay = random.oneIn(3) ? Double.random(in: 0...0.2, using: &random) : 0
        try short.animate(handle, to: target, using: animation, delay: delay)
        try long.animate(handle, to: target, using: animation, velocity: zero, delay: delay)
      }
      let seconds = Double.random(in: 0...0.1, using: &random)
      short.advance(by: seconds)
      long.advance(by: seconds)
      let (completions, others) = (short.completions, long.completions)
      #expect(completions == others)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let (snapshot, other) = try (encoder.encode(short.snapshot()), encoder.encode(long.snapshot()))
      #expect(snapshot == other)
    }
  }
}

// MARK: - Cores

extension AnimatorTests {
  /// Many groups of many blocks, with churn, on one core and on several.
  @Test func severalCoresGiveTheSameBits() throws {
    func values(cores: Int) throws -> [UInt32] {
      var generator = Generator(seed: 7)
      var animator = Animator<Point>(uncappedCores: cores)
      let range = animator.add(Point(0, 0), count: 60_000)
      let animations: [Animation] = [.linear(duration: 2), .easeInOut(duration: 3), .spring(duration: 1, bounce: 0.3)]
      var hash: [UInt32] = []
      for frame in 0..<30 {
        for handle in range where Int.random(in: 0..<(frame == 0 ? 1 : 50), using: &generator) == 0 {
          let target = Point(Float.random(in: -9...9, using: &generator), 1)
          try animator.animate(handle, to: target, using: animations.randomElement(using: &generator)!)
        }
        animator.advance(by: 1.0 / 60)
        for index in stride(from: 0, to: 60_000, by: 97) { hash.append(animator.column(0)[index].bitPattern) }
      }
      return hash
    }
    let one = try values(cores: 1)
    #expect(try values(cores: 2) == one)
    #expect(try values(cores: 5) == one)
  }
}

private func exponential(_ x: Double) -> Double { exp(x) }

// MARK: - Owners

/// An animator may be given to an actor by who has it.
private actor Stage {
  private var animator: Animator<Float>

  init(_ animator: consuming sending Animator<Float>) { self.animator = animator }

  func value(of handle: PropertyHandle, after seconds: Double) -> Float? {
    animator.advance(by: seconds)
    return animator[handle]
  }
}

extension AnimatorTests {
  @Test func ownersMayBeActors() async throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 1, using: .linear(duration: 1))
    let stage = Stage(animator)
    #expect(await stage.value(of: handle, after: 0.5) == 0.5)
  }
}

// MARK: - Many at once, and questions

extension AnimatorTests {
  @Test func handlesOfAllAndRemoval() throws {
    var animator = Animator<Float>()
    let range = animator.add(1, count: 100)
    try animator.remove(range[40])
    #expect(animator.handles == Array(range[..<40]) + range[41...])
    #expect(animator.handle(at: 41) == range[41])
    #expect([-1, 40, 100].allSatisfy { animator.handle(at: $0) == nil })
    try animator.animate(range[7], to: 2, using: .linear(duration: 1))
    animator.removeAll()
    #expect(animator.count == 0 && animator.handles.isEmpty && animator[range[0]] == nil)
    let again = animator.add(3)
    #expect(again.index == 0)
    animator.advance(by: 1)
    #expect(animator.ended == [Ended(range[7], .removed, .current)])
    #expect("\(animator.completions[0])" == "PropertyHandle(index: 7, generation: 1) removed")
    #expect(animator[again] == 3)
  }

  @Test func propertiesAreSetTogether() throws {
    var animator = Animator<SIMD2<Float>>()
    let range = animator.add(.zero, count: 50)
    try animator.animate(range, to: [10, 10], using: .spring)
    try animator.set(range, to: [1, 2])
    #expect(range.allSatisfy { animator[$0] == [1, 2] })
    let values = (0..<50).map { SIMD2(Float($0), -1) }
    try animator.set(range, to: values.span)
    #expect(range.map { animator[$0]! } == values)
    animator.advance(by: 1)
    #expect(animator.completions.count == 50 && animator.completions.allSatisfy { $0.reason == .stopped })
    try animator.remove(range[1])
    #expect(throws: StalePropertyError(handle: range[1])) { try animator.set(range, to: .zero) }
    #expect(animator[range[0]] == .zero && animator[range[2]] == [2, -1])
  }

  @Test func targetsAreWherePropertiesWillArrive() throws {
    var animator = Animator<Float>()
    let handle = animator.add(1)
    #expect(try animator.target(of: handle) == 1)
    for animation in [Animation.easeIn(duration: 1), .spring(duration: 0.5), .linear(duration: 1).repeatCount(2)] {
      try animator.set(handle, to: 1)
      try animator.animate(handle, to: 5, using: animation)
      animator.advance(by: 0.3)
      let target = try animator.target(of: handle)
      while try animator.isAnimating(handle) { animator.advance(by: 0.1) }
      #expect(animator[handle] == target)
    }
    // A reversed run goes back to where it came from.
    try animator.set(handle, to: 1)
    try animator.animate(handle, to: 5, using: .linear(duration: 1))
    animator.advance(by: 0.5)
    try animator.animate(handle, to: 9, using: .linear(duration: 1), retargeting: .add)
    animator.advance(by: 0.1)
    try animator.reverse(handle)
    let start = try animator.target(of: handle)
    animator.advance(by: 2)
    #expect(try start == 1 && animator.value(of: handle) == 1 && !animator.isAnimating(handle))
    try animator.set(handle, to: 5)
    // Without a time constant, a fling goes nowhere.
    for timeConstant in [0, -1, Double.nan] {
      try animator.fling(handle, velocity: 1e6, timeConstant: timeConstant)
      #expect(try animator.target(of: handle) == 5)
    }
    animator.advance(by: 1)
    #expect(try animator.value(of: handle) == 5)
    try animator.fling(handle, velocity: 10, timeConstant: 0.5)
    let rest = animator[handle]! + 5
    #expect(try animator.target(of: handle) == rest)
    try animator.remove(handle)
    #expect(throws: StalePropertyError(handle: handle)) { try animator.target(of: handle) }
  }

  @Test func restIsWhereNoFrameIsNeeded() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    var rests = [animator.isAtRest]
    try animator.animate(handle, to: 1, using: .linear(duration: 1))
    rests.append(animator.isAtRest)
    animator.isPaused = true
    rests.append(animator.isAtRest)
    animator.isPaused = false
    animator.speed = 0
    rests.append(animator.isAtRest)
    animator.speed = 2
    rests.append(animator.isAtRest)
    try animator.pause(handle)
    rests.append(animator.isAtRest)
    try animator.resume(handle)
    rests.append(animator.isAtRest)
    animator.advance(by: 0.5)
    rests.append(animator.isAtRest)
    #expect(rests == [true, false, true, true, false, true, false, true])
    #expect(animator[handle] == 1)

    // However they leave, one after the other, or together.
    let range = animator.add(0, count: 3000)
    try animator.animate(range, to: 1, using: .linear(duration: 1))
    rests = []
    for index in stride(from: 0, to: 3000, by: 7) { try animator.set(range[index], to: 2) }
    animator.advance(by: 0.1)
    rests.append(animator.isAtRest)
    for handle in range { try animator.stop(handle) }
    rests.append(animator.isAtRest)
    try animator.animate(range, to: 3, using: .spring)
    for index in stride(from: 0, to: 3000, by: 7) { try animator.set(range[index], to: 2) }
    rests.append(animator.isAtRest)
    for _ in 0..<600 { animator.advance(by: 1.0 / 60) }
    rests.append(animator.isAtRest)
    #expect(rests == [false, true, false, true])
  }
}

// MARK: - Runs before and after their time

extension AnimatorTests {
  /// Runs that haven't begun, and runs that are over, stand still and hand no velocity on to a spring.
  @Test func keyframesStandStillBeforeTheyBeginAndAfterTheyEnd() throws {
    let timeline = KeyframeTimeline(initialValue: 0.0) {
      CubicKeyframe(10, duration: 0.5)
      CubicKeyframe(-10, duration: 0.5)
    }
    let keyframes = try timeline.prepared()
    for repeats in [false, true] {
      var animator = Animator<Float>()
      let handle = animator.add(0)
      try animator.play(handle, keyframes, repeats: repeats ? .forever : .once, from: -1)
      animator.advance(by: 0.5)
      #expect(try animator.velocity(of: handle) == 0)
      animator.advance(by: 0.75)
      #expect(try animator.velocity(of: handle) > 1)
    }
    var animator = Animator<Float>()
    let handle = animator.add(3)
    try animator.play(handle, keyframes, from: 100)
    #expect(try animator.velocity(of: handle) == 0)
  }

  /// A curve that stands still is added to like one that moves.
  @Test(arguments: [false, true])
  func curvesAddWhilePaused(isPaused: Bool) throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: .linear(duration: 1))
    animator.advance(by: 0.5)
    if isPaused { try animator.pause(handle) }
    try animator.animate(handle, to: 20, using: .linear(duration: 1), retargeting: .add)
    try animator.resume(handle)
    animator.advance(by: 0.25)
    #expect(abs(animator[handle]! - 10) < 1e-5)
    animator.advance(by: 0.75)
    #expect(animator[handle] == 20 && animator.ended == [Ended(handle, .finished, .end)])
    try animator.animate(handle, to: 10, using: .linear(duration: 1))
    animator.advance(by: 0.5)
    try animator.reverse(handle)
    if isPaused { try animator.pause(handle) }
    // On its way back it has no end to go on to.
    try animator.animate(handle, to: 25, using: .linear(duration: 1), retargeting: .add)
    try animator.resume(handle)
    animator.advance(by: 0.5)
    #expect(animator[handle] == 20)
    #expect(animator.ended == [Ended(handle, .replaced, .current)])
  }

  private struct Straight: CustomAnimation {
    func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
      time >= 1 ? nil : value.scaled(by: max(0, time))
    }
  }

  /// A run with a driver of its own can be scrubbed past the end and back, and reversed, like any other run.
  @Test(arguments: [Animation.linear(duration: 1), Animation(Straight())])
  func whatAddsUpGoesBackAsItCame(first: Animation) throws {
    func value(at time: Double) -> Float { Float(10 * min(time, 1) + 10 * min(max(0, time - 0.5) / 2, 1)) }
    var animator = Animator<Float>()
    let handle = animator.add(0)
    try animator.animate(handle, to: 10, using: first)
    animator.advance(by: 0.5)
    try animator.animate(handle, to: 20, using: .linear(duration: 2), retargeting: .add)
    try animator.pause(handle)
    for time in [0.75, 1.5, 2, 9, 2, 0.75, 1.5] {
      try animator.seek(handle, to: time)
      animator.advance(by: 1)
      #expect(abs(animator[handle]! - value(at: time)) < 1e-5, "at \(time)")
    }
    try animator.resume(handle)
    try animator.reverse(handle)
    animator.advance(by: 0.75)
    #expect(abs(animator[handle]! - value(at: 0.75)) < 1e-5)
    animator.advance(by: 0.75)
    #expect(animator[handle] == 0 && animator.completions.last?.reason == .finished)
  }

  @Test func rangesFromDataHaveHandles() throws {
    var animator = Animator<Float>()
    let range = animator.add(0, count: 10)
    let data = try JSONEncoder().encode(range)
    #expect(try JSONDecoder().decode(PropertyRange.self, from: data) == range)
    let text = String(decoding: data, as: UTF8.self)
    for (right, wrong) in [
      (#""count":10"#, #""count":-1"#), (#""count":10"#, #""count":2147483648"#),
      (#""storedIndex":0"#, #""storedIndex":-1"#), (#""storedIndex":0"#, #""storedIndex":2147483640"#),
    ] {
      let data = Data(text.replacing(right, with: wrong).utf8)
      #expect(text.contains(right))
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(PropertyRange.self, from: data) }
    }
  }

  /// Ends of one property are told apart by their runs.
  @Test func completionsNameTheirRuns() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    let first = try animator.animate(handle, to: 10, using: .linear(duration: 1))
    let second = try animator.fling(handle, velocity: 100)
    let third = try animator.animate(handle, to: 20, using: .linear(duration: 1))
    #expect(first != second && second != third && first.handle == handle)
    let running = try animator.run(of: handle)
    #expect(running == third)
    animator.advance(by: 0.5)
    #expect(animator.completions.map(\.run) == [first, second])
    #expect(animator.ended == [Ended(handle, .replaced, .current), Ended(handle, .replaced, .current)])
    let added = try animator.animate(handle, to: 30, using: .linear(duration: 1), retargeting: .add)
    try animator.reverse(handle)
    animator.advance(by: 1)
    #expect(added == third && animator.completions.map(\.run) == [third])
    #expect(animator.ended == [Ended(handle, .finished, .start)])
    let rest = try animator.run(of: handle)
    #expect(rest == nil)
    var animation: Animation?
    let none = try animator.animate(handle, to: 5, using: animation)
    let value = try animator.value(of: handle)
    #expect(none == nil && value == 5)
    animation = .default
    let some = try animator.animate(handle, to: 6, using: animation)
    let last = try animator.run(of: handle)
    #expect(some != nil && some == last)
    try animator.stop(handle, at: .end)
    animator.advance(by: 0)
    #expect(animator.ended == [Ended(handle, .stopped, .end)])
  }

  @Test func propertiesAreRemovedAtTheirEnd() throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 5)
    try animator.animate(handles, to: 10, using: .linear(duration: 1))
    try animator.removeAtEnd(handles)
    try animator.stop(handles[1])
    try animator.animate(handles[2], to: 5, using: .linear(duration: 1))
    try animator.reverse(handles[3])
    animator.advance(by: 2)
    let areThere = handles.map { animator.contains($0) }
    #expect(areThere == [false, true, true, false, false])
    #expect(animator.count == 2 && animator.completions.count { $0.reason == .finished } == 4)
    try animator.removeAtEnd(handles[1])
    let isThere = animator.contains(handles[1])
    #expect(!isThere)
    // The property that takes the place stays.
    let new = animator.add(1)
    try animator.animate(new, to: 2, using: .linear(duration: 1))
    animator.advance(by: 2)
    #expect(animator[new] == 2)
  }

  @Test func completionsCanBeWaitedFor() async throws {
    let (streams, run) = try Self.finishedStreams()
    for stream in streams {
      var runs: [AnimationRun] = []
      for await completion in stream { runs.append(completion.run) }
      #expect(runs == [run])
    }
  }

  /// Two streams of an animator that is gone.
  private static func finishedStreams() throws -> ([AsyncStream<Completion>], AnimationRun) {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    let streams = [animator.completionStream(), animator.completionStream()]
    let run = try animator.animate(handle, to: 1, using: .linear(duration: 1))
    animator.advance(by: 2)
    return (streams, run)
  }
}
