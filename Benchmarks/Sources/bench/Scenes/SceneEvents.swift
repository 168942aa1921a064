import VectorKernels

/// A cost of beginning, changing or ending a run, without the frames in between, or of a value without an animator.
struct SceneEvent {
  /// Stable: results of different versions are matched by it.
  let name: String
  /// The number of events at a time, and the nanoseconds of one of them.
  let count: Int
  let nanoseconds: Double

  static let count = 10_000
  /// The event that changes one number in each of as many cache lines as hold a property's, for comparison.
  static let memoryName = "change numbers in 16 cache lines of a million"
}

/// Measures events.
struct SceneEvents {
  private static let rounds = 41
  /// With fewer, some of the differences between two frames of a million would be noise.
  private static let roundsOfAMillion = 31

  /// The core that measures. Rounds beside another thread on it are repeated.
  let core: Core

  private var count: Int { SceneEvent.count }
  private typealias Rectangle = AnimatablePair<AnimatablePair<Float, Float>, AnimatablePair<Float, Float>>

  /// Measures runs of ten thousand properties that begin, change and end. What disturbs them makes them longer.
  func ofTenThousand() -> [SceneEvent] {
    var random = SplitMix64(state: 30)
    let curve = Animation.easeInOut(duration: 1)
    let spring = Animation.spring(duration: 0.5, bounce: 0.3)
    func curves() -> [Animation] {
      (0..<count).map { _ in .easeInOut(duration: Double.random(in: 1...2, using: &random)) }
    }
    func delays() -> [Animation] {
      (0..<count).map { _ in curve.delay(Double.random(in: 0...1, using: &random)) }
    }
    func speeds() -> [Animation] {
      (0..<count).map { _ in curve.speed(Double.random(in: 0.5...2, using: &random)) }
    }
    func speedsOfSprings() -> [Animation] {
      (0..<count).map { _ in spring.speed(Double.random(in: 0.5...2, using: &random)) }
    }
    func springs() -> [Animation] {
      (0..<count).map { _ in .spring(duration: Double.random(in: 0.4...0.8, using: &random), bounce: 0.3) }
    }
    func bounces() -> [Animation] {
      (0..<count).map { _ in .timingCurve(.bounceEaseOut, duration: Double.random(in: 1...2, using: &random)) }
    }
    func pulses() -> [Animation] {
      (0..<count).map { _ in .easeInOut(duration: Double.random(in: 1...2, using: &random)).repeatForever() }
    }
    let lines = UnitCurve(.linear([.init(0), .init(0.3), .init(1)]))
    func linesInDurations() -> [Animation] {
      (0..<count).map { _ in .timingCurve(lines, duration: Double.random(in: 1...2, using: &random)) }
    }
    func shapes() -> [Animation] {
      (0..<count).map { .timingCurve(0.2 + Double($0 % 200) / 400, 0, 0.5, 1, duration: 1) }
    }
    let target = Rectangle(AnimatablePair(1, 2), AnimatablePair(3, 4))
    let targets = [Rectangle](repeating: target, count: count)
    var durations = [Double](repeating: 1, count: count)

    func starts(_ name: String, _ animations: @escaping () -> [Animation]) -> SceneEvent {
      event(name, prepare: { (_, _) in animations() }) { animator, range, animations in
        for (index, handle) in range.enumerated() {
          try! animator.animate(handle, to: target, using: animations[index])
        }
      }
    }

    return [
      event("start, one curve") { animator, range, _ in
        for handle in range { try! animator.animate(handle, to: target, using: curve) }
      },
      event("start, one spring") { animator, range, _ in
        for handle in range { try! animator.animate(handle, to: target, using: spring) }
      },
      event("start, one curve, batched") { animator, range, _ in
        try! animator.animate(range, to: target, using: curve)
      },
      event("start, one spring, batched") { animator, range, _ in
        try! animator.animate(range, to: target, using: spring)
      },
      starts("start, one curve in an array") { [Animation](repeating: curve, count: count) },
      starts("start, one spring in an array") { [Animation](repeating: spring, count: count) },
      starts("start, new durations", curves),
      starts("start, new delays", delays),
      starts("start, new springs", springs),
      starts("start, new speeds", speeds),
      starts("start, new speeds of a spring", speedsOfSprings),
      event("start, new durations, batched") { animator, range, _ in
        for index in durations.indices { durations[index] = Double.random(in: 1...2, using: &random) }
        try! animator.animate(range, to: targets.span, using: .easeInOut, durations: durations.span)
      },
      starts("start, two hundred curves in turns", shapes),
      starts("start, new durations of a bounce", bounces),
      starts("start, one repeated curve in an array") { [Animation](repeating: curve.repeatForever(), count: count) },
      starts("start, new durations, repeated", pulses),
      starts("start, one linear() curve in an array") {
        [Animation](repeating: .timingCurve(lines, duration: 1), count: count)
      },
      starts("start, new durations of a linear() curve", linesInDurations),
      event("start, new springs without bounce, made there") { animator, range, _ in
        for handle in range {
          let duration = Double.random(in: 0.4...0.8, using: &random)
          try! animator.animate(handle, to: target, using: .spring(duration: duration))
        }
      },
      event("start, new durations, made there") { animator, range, _ in
        for handle in range {
          let duration = Double.random(in: 1...2, using: &random)
          try! animator.animate(handle, to: target, using: .easeInOut(duration: duration))
        }
      },
      event("retarget a curve", prepare: { try! $0.animate($1, to: target, using: curve) }) { animator, range, _ in
        for handle in range { try! animator.animate(handle, to: .zero, using: curve) }
      },
      event("retarget a spring", prepare: { try! $0.animate($1, to: target, using: spring) }) { animator, range, _ in
        for handle in range { try! animator.animate(handle, to: .zero, using: spring) }
      },
      event(
        "completion",
        prepare: { animator, range in
          for handle in range {
            let duration = 0.5 + 1e-6 * Double(handle.index)
            try! animator.animate(handle, to: target, using: .easeInOut(duration: duration))
          }
        }
      ) { animator, _, _ in animator.advance(by: 1) },
      event("first use of a curve", count: 200) { animator, range, round in
        for index in 0..<200 {
          let x = 0.2 + 0.5 * Double(index) / 200 + 1e-6 * Double.random(in: 0...1, using: &random)
          try! animator.animate(range[index], to: target, using: .timingCurve(x, 0, 0.5, 1, duration: 1))
        }
      },
    ]
  }

  /// Measures the time that a frame takes longer when a hundredth of a million scattered properties are retargeted. What
  /// disturbs the frames without retargets makes the difference smaller.
  func ofAMillion() -> [SceneEvent] {
    let (size, count) = (1_000_000, SceneEvent.count)
    let spring = Animation.spring(duration: 1, bounce: 0.3)
    let target = Rectangle(AnimatablePair(100, 200), AnimatablePair(300, 400))
    var random = SplitMix64(state: 31)
    var animator = Animator<Rectangle>(capacity: size)
    (animator.valueEpsilon, animator.velocityEpsilon) = (1e-6, 1e-6)
    let range = animator.add(.zero, count: size)
    try! animator.animate(range, to: target, using: spring)
    for _ in 0..<10 { animator.advance(by: 1.0 / 120) }

    func frame(_ send: ([PropertyHandle], inout Animator<Rectangle>) -> Void) -> Double {
      let handles = (0..<count).map { _ in range[Int.random(in: 0..<size, using: &random)] }
      let start = Clock.now
      send(handles, &animator)
      animator.advance(by: 1.0 / 120)
      return Clock.now - start
    }
    func event(_ name: String, _ send: ([PropertyHandle], inout Animator<Rectangle>) -> Void) -> SceneEvent {
      let times = core.times(Self.roundsOfAMillion) {
        let without = frame { _, _ in }
        return frame(send) - without
      }
      return SceneEvent(name: name, count: count, nanoseconds: Statistics.median(times) / Double(count))
    }
    // A slot, a record, and a number in each of 14 columns.
    let lines = (0..<16).map { _ in
      let column = UnsafeMutableBufferPointer<Float>.allocate(capacity: size)
      column.initialize(repeating: 0)
      return column
    }
    defer { for column in lines { column.deallocate() } }
    return [
      event("retarget a spring of a million") { handles, animator in
        for handle in handles { try! animator.animate(handle, to: .zero, using: spring) }
      },
      event("retarget a spring of a million, batched") { handles, animator in
        try! animator.animate(handles, to: target, using: spring)
      },
      event(SceneEvent.memoryName) { handles, _ in
        for handle in handles {
          for column in lines { column[handle.index] += 1 }
        }
      },
    ]
  }

  private func event(
    _ name: String, count: Int = SceneEvent.count, _ body: (inout Animator<Rectangle>, PropertyRange, Void) -> Void
  ) -> SceneEvent {
    event(name, count: count, prepare: { (_, _) in }, body)
  }

  /// The median of rounds, before each of which all properties are put to rest and `prepare` is called.
  private func event<Prepared>(
    _ name: String, count: Int = SceneEvent.count,
    prepare: (inout Animator<Rectangle>, PropertyRange) -> Prepared,
    _ body: (inout Animator<Rectangle>, PropertyRange, Prepared) -> Void
  ) -> SceneEvent {
    var animator = Animator<Rectangle>(capacity: SceneEvent.count)
    let range = animator.add(.zero, count: SceneEvent.count)
    let times = core.times(Self.rounds) {
      try! animator.stop(range, at: .start)
      animator.advance(by: 1.0 / 120)
      let prepared = prepare(&animator, range)
      animator.advance(by: 1.0 / 120)
      let start = Clock.now
      body(&animator, range, prepared)
      return (Clock.now - start) / Double(count)
    }
    return SceneEvent(name: name, count: count, nanoseconds: Statistics.median(times))
  }
}
