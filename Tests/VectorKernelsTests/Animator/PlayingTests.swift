import Foundation
import Testing
import VectorKernels

/// Phases and timelines that an animator plays, against the values that they have by themselves.
@Suite(.seeded) struct PlayingTests {
  private enum Mood: CaseIterable { case calm, glad, wild }

  private static let walks: [[Animation]] = [
    [.easeOut(duration: 0.3), .spring(duration: 0.4, bounce: 0.3), .linear(duration: 0.2)],
    [.linear(duration: 0), .easeInOut(duration: 0.5), .linear(duration: 0)],
    [
      .bouncy.speed(1.5), .timingCurve(.bounceEaseOut, duration: 0.7).delay(0.1), .easeIn(duration: 0.2).repeatCount(3),
    ],
    [Animation](repeating: .linear(duration: 0.125), count: 14),
    [.default, .smooth], [.timingCurve(.steps(3), duration: 0.6), .timingCurve(.steps(2, .jumpBoth), duration: 0.3)],
  ]

  /// Members with values, starts, speeds and repeat counts of their own.
  @Test(arguments: walks, [1, 2])
  func phasesOfEachMemberAreItsOwn(animations: [Animation], cores: Int) throws {
    var generator = Generator(seed: Settings.seed)
    var animator = Animator<Point>(time: 1e6, cores: cores)
    let count = 2500
    let handles = animator.add(Point(0, 0), count: count)
    var members: [(phases: PhaseTimeline<AnimatablePair<Double, Double>>, start: Double, speed: Double, passes: Int?)] =
      []
    for (index, handle) in handles.enumerated() {
      func number() -> Float { Float.random(in: -50...50, using: &generator) }
      let values = animations.map { _ in Point(number(), number()) }
      // Binary fractions, so that nothing but Float's own rounding is off.
      let (speed, from) = ([0.5, 1, 2][index % 3], Double(Int.random(in: -64...300, using: &generator)) / 128)
      let passes = [nil, 1, 3][index % 7 % 3]
      let phases = PhaseTimeline(Array(values.indices), repeatsForever: passes == nil) { animations[$0] }
      if index % 5 == 0 { try animator.setSpeed(of: handle, to: Float(speed)) }
      try animator.play(handle, phases, repeats: passes.map { RepeatCount($0) }, from: from) { values[$0] }
      members.append(
        (
          PhaseTimeline(
            values.map { AnimatablePair(Double($0.first), Double($0.second)) }
          ) { value in
            animations[values.firstIndex { Double($0.first) == value.first }!]
          }, -from, index % 5 == 0 ? speed : 1, passes
        ))
    }
    for step in 1...40 {
      let now = Double(step) * 5 / 64
      animator.advance(to: 1e6 + now)
      for (index, handle) in handles.enumerated() {
        let (phases, start, speed, passes) = members[index]
        let time = now * speed - start
        let isOver = passes.map { time >= Double($0) * phases.passDuration } ?? false
        let value = try animator.value(of: handle).vector
        // A start within half a microsecond, at up to 3 ways of 100 in 0.2 s; 3e-7 of the way for the polynomials and
        // 4 ulp of 50. Where it jumps, the value of an instant before or after is as good.
        let slack = 1e-6 + 2.4e-7 * abs(time)
        let near = [-slack, 0, slack].map {
          isOver ? phases.phases[0] : phases.value(at: time + $0, of: { $0 })!
        }
        let tolerance = 100 * (1e-6 + 30 * slack)
        #expect(
          near.contains { (value - $0.vector).largest <= tolerance },
          "\(value) instead of \(near[1]) at \(time) of \(animations)")
        let isAnimating = try animator.isAnimating(handle)
        if abs(time - Double(passes ?? 0) * phases.passDuration) > 1e-6 { #expect(isAnimating == !isOver) }
      }
    }
  }

  @Test func phasesAreControlledLikeOtherRuns() throws {
    var animator = Animator<Float>()
    let handles = animator.add(7, count: 6)
    let phases = PhaseTimeline(Mood.allCases, repeatsForever: false) { _ in .linear(duration: 1) }
    func value(_ mood: Mood) -> Float { [.calm: 0, .glad: 10, .wild: 40][mood]! }
    try animator.play(handles, phases, stagger: 0.25, value: value)
    animator.advance(to: 1.5)
    #expect(handles.map { animator[$0]! } == [25, 17.5, 10, 7.5, 5, 2.5])
    #expect(try animator.velocity(of: handles[0]) == 30 && animator.target(of: handles[0]) == 0)
    try animator.reverse(handles[0])
    try animator.seek(handles[1], to: 2.5)
    try animator.seek(handles[2], toProgress: 0.5)
    try animator.setSpeed(of: handles[3], to: 2)
    try animator.pause(handles[4])
    try animator.stop(handles[5], at: .start)
    #expect(animator[handles[1]] == 20 && animator[handles[2]] == 25 && animator[handles[5]] == 0)
    animator.advance(to: 1.75)
    #expect(handles.map { animator[$0]! } == [17.5, 10, 32.5, 17.5, 5, 0])
    let snapshot = try JSONEncoder().encode(animator.snapshot())
    animator = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: snapshot))
    animator.advance(to: 2)
    #expect(handles.map { animator[$0]! } == [10, 0, 40, 32.5, 5, 0])
    #expect(animator.ended.contains(Ended(handles[1], .finished, .end)))
  }

  /// Whether kernels run them or not.
  @Test(arguments: [
    Animation.easeIn(duration: 1), .linear(duration: 0.25).repeatCount(2, autoreverses: true).repeatCount(2),
  ])
  func phasesHaveValuesOfEachProperty(animation: Animation) throws {
    var animator = Animator<Float>()
    let handles = animator.add(7, count: 4)
    let chosen = [handles[3], handles[0], handles[2]]
    let phases = PhaseTimeline(Mood.allCases, repeatsForever: false) { _ in animation }
    func value(_ index: Int, _ mood: Mood) -> Float { mood == .calm ? 0 : Float(mood == .glad ? 10 : 20 * index) }
    try animator.play(chosen, phases, from: 0.5, stagger: 0.25) { value($0, $1) }
    animator.advance(by: 0)
    for _ in 0..<10 {
      for (index, handle) in chosen.enumerated() {
        let expected = phases.value(at: animator.time + 0.5 - 0.25 * Double(index)) { value(index, $0) }
        #expect(try abs(animator.value(of: handle) - #require(expected)) <= 1e-4)
      }
      #expect(animator[handles[1]] == 7)
      animator.advance(by: 0.375)
    }
  }

  /// Animations that kernels can't run are evaluated one by one.
  @Test func oddPhasesAreWalkedToo() throws {
    var animator = Animator<Float>()
    let handles = animator.add(0, count: 4)
    let forever = PhaseTimeline<Float>([0, 10]) { $0 > 0 ? .linear(duration: 1).repeatForever() : .default }
    try animator.play(handles[0], forever)
    try animator.play(handles[1], PhaseTimeline<Float>([3]))
    try animator.play(handles[2], PhaseTimeline<Float>([3], repeatsForever: false))
    try animator.play(handles[3], PhaseTimeline<Float>([1, 2]) { _ in .linear(duration: 0) })
    animator.advance(to: 0.25)
    #expect(handles.map { animator[$0]! } == [2.5, 3, 3, 1])
    #expect(try animator.isAnimating(handles[1]) && !animator.isAnimating(handles[2]))
  }

  @Test func phasesMayBeColoursAndPoints() throws {
    let walk = PhaseTimeline(Mood.allCases) { _ in .linear(duration: 1) }
    let points = walk.value(at: 0.5) { $0 == .calm ? UnitPoint(x: 0, y: 1) : UnitPoint(x: 1, y: 0) }
    #expect(points == UnitPoint(x: 0.5, y: 0.5))
    let color = try #require(walk.value(at: 0.5) { $0 == .calm ? Color.black : Color.white })
    let expected = Color.black.mix(with: .white, by: 0.5)
    let difference = color.animatableData - expected.animatableData
    #expect((difference * difference).sum() < 1e-20)
  }

  /// A timeline of any kind is where it is by itself, as often as it is played.
  @Test func timelinesArePlayedByKernels() throws {
    let whole = KeyframeTimeline(initialValue: Point(0, 0)) {
      SpringKeyframe(Point(10, -5), duration: 0.5, spring: .bouncy)
      MoveKeyframe(Point(3, 3))
      CubicKeyframe(Point(0, 8), duration: 0.3)
    }
    let parts = KeyframeTimeline(initialValue: Point(1, 2)) {
      KeyframeTrack(\.first) {
        LinearKeyframe(9, duration: 0.4, timingCurve: .easeInOut)
        MoveKeyframe(-9)
        SpringKeyframe(2, duration: 0.7, spring: Spring(duration: 0.2, bounce: 0.5))
      }
      KeyframeTrack(\.second) { CubicKeyframe(7, duration: 0.9) }
    }
    for timeline in [whole, parts] {
      var animator = Animator<Point>()
      let handles = animator.add(Point(0, 0), count: 30)
      try animator.play(handles, timeline, repeats: 2, from: 0.125, stagger: 0.015625)
      for step in 1...80 {
        let now = Double(step) / 31
        animator.advance(to: now)
        for (index, handle) in handles.enumerated() {
          let time = now + 0.125 - Double(index) * 0.015625
          let isOver = time >= 2 * timeline.duration
          // 1e-6 of 20, and 2e-7 of the time at up to 500 per second.
          let near = [-5e-7, 0, 5e-7].map { slack in
            let time = time + slack
            return timeline.value(
              time: isOver ? timeline.duration : time > timeline.duration ? time - timeline.duration : time)
          }
          let value = try animator.value(of: handle)
          #expect(near.contains { (value.vector - $0.vector).largest <= 2e-4 }, "\(value), not \(near[1]) at \(time)")
          if abs(time - 2 * timeline.duration) > 1e-6 { #expect(try animator.isAnimating(handle) == !isOver) }
        }
      }
    }
  }

  /// More components than four at once, of parts.
  @Test func timelinesOfManyPartsArePlayedByThemselves() throws {
    typealias Six = AnimatablePair<AnimatablePair<Point, Point>, Point>
    let timeline = KeyframeTimeline(initialValue: Six.zero) {
      KeyframeTrack(\.first.second.first) { LinearKeyframe(8, duration: 1) }
      KeyframeTrack(\.second.first) { LinearKeyframe(4, duration: 0.5) }
    }
    var animator = Animator<Six>()
    let handle = animator.add(.zero)
    try animator.play(handle, timeline, repeats: 2)
    animator.advance(to: 1.25)
    #expect(animator[handle]?.first.second.first == 2 && animator[handle]?.second.first == 2)
    animator.advance(to: 2)
    #expect(animator[handle]?.first.second.first == 8 && animator.isAtRest)
  }

  /// Keyframes that wait stand still, repeated or not.
  @Test(arguments: [RepeatCount.once, 4, .forever], [1, 40])
  func keyframesThatWaitStandStill(repeats: RepeatCount, shapes: Int) throws {
    var animator = Animator<Float>()
    // Of many shapes, some are the members' own.
    for shape in 1...shapes {
      let timeline = KeyframeTimeline(initialValue: Float(0)) { LinearKeyframe(Float(shape), duration: 1) }
      let handle = animator.add(0)
      try animator.play(handle, timeline, repeats: repeats, from: -5)
      #expect(try animator.velocity(of: handle) == 0)
    }
    animator.advance(by: 5.5)
    for (shape, handle) in animator.handles.enumerated() {
      #expect(try abs(animator.velocity(of: handle) - Float(shape + 1)) < 1e-4)
    }
  }

  /// A walk stands still until it begins, even if kernels can't run it, and a spring takes no velocity over from it.
  @Test func walksThatWaitStandStill() throws {
    var animator = Animator<Float>()
    let handle = animator.add(0)
    let phases = PhaseTimeline([Float(0), 10]) { _ in .linear(duration: 1).repeatForever(autoreverses: false) }
    try animator.play(handle, phases, from: -5)
    animator.advance(by: 1)
    #expect(try animator.velocity(of: handle) == 0)
    try animator.animate(handle, to: 0, using: .spring)
    animator.advance(by: 0.1)
    #expect(try animator.value(of: handle) == 0)
  }

  @Test func repeatCountsSayWhatTheyAre() throws {
    let (one, many, endless): (RepeatCount, RepeatCount, RepeatCount) = (false, 3, true)
    #expect(one == .once && many == RepeatCount(3) && endless == .forever && RepeatCount(-2) == .once)
    #expect("\(many) \(endless)" == "RepeatCount(3) RepeatCount.forever")
  }

  @Test func flingsSetOutOneAfterTheOther() throws {
    func expected(_ velocity: Double, _ time: Double) -> Double { velocity * 0.5 * (1 - exp(-max(0, time) / 0.5)) }
    let velocities: [Float] = [100, -40, 60]
    for frames in [[1.0], [0.125, 0.25, 0.125, 0.5]] {
      var animator = Animator<Float>()
      let handles = animator.add(0, count: 7)
      try animator.setSpeed(of: handles[2], to: 2)
      try animator.pause(handles[1])
      try animator.fling(handles[..<3], velocities: velocities.span, timeConstant: 0.5, delay: 0.25, stagger: 0.125)
      try animator.fling(handles[3..<5], velocity: 80, timeConstant: 0.5, stagger: 0.25)
      try animator.fling(handles[5], velocity: 80, timeConstant: 0.5, delay: .nan)
      try animator.fling(handles[6], velocity: 80, timeConstant: 0.5, delay: 0.75)
      try animator.resume(handles[1])
      #expect(try animator.time(of: handles[1]) == -0.375 && animator.velocity(of: handles[1]) == 0)
      for frame in frames { animator.advance(by: frame) }
      let times: [(Double, Double)] = [
        (100, 0.75), (-40, 0.625), (60, 1.5), (80, 1), (80, 0.75), (80, 1), (80, 0.25),
      ]
      for (handle, (velocity, time)) in zip(handles, times) {
        // 2e-6 of 50, and a start within half a microsecond at 100 per second.
        #expect(abs(Double(animator[handle]!) - expected(velocity, time)) <= 2e-4, "\(handle)")
      }
      // Each goes on as fast as it is.
      let velocity = try animator.velocity(of: handles[0])
      try animator.fling(handles[..<2], timeConstant: 1, stagger: 0.5)
      animator.advance(by: 60)
      #expect(abs(animator[handles[0]]! - Float(expected(100, 0.75)) - velocity) <= 0.02)
    }
  }
}
