import VectorKernels

// Scenes of rectangles that each move in their own way, and beside them the same scenes in which all move in the same
// way.

extension Scene {
  private typealias Rectangle = AnimatablePair<AnimatablePair<Float, Float>, AnimatablePair<Float, Float>>

  static var own: [Scene] {
    [
      sharedCurve, doubles, ownDurations, ownDelays, ownSpeeds, ownRepetitions, ownCurves, distinctCurves,
      distinctShapes, distinctLines, distinctPulses, customCurve, stagger, added, phases, ownPhases, ownKeyframes,
      sharedSpring, ownSprings, unevenSprings, delayedSprings, ownFlings, confetti,
    ]
  }

  /// A begin, both ends of four components, and the values.
  private static let sharedCurveBytes = 4 + 2 * 16 + 16
  /// The same, and a rate.
  private static let ownTimingBytes = sharedCurveBytes + 4
  /// The same as with timing of its own, and four numbers of the curve.
  private static let ownCurveBytes = ownTimingBytes + 4 * 4
  /// The same as with a shared curve, and five numbers that say how it repeats.
  private static let repetitionBytes = sharedCurveBytes + 5 * 4
  /// The same, and four numbers of the spring.
  private static let ownPulseBytes = repetitionBytes + 4 * 4
  /// A begin, and the values. Neighbours are between other phases, so the values of all three phases are read.
  private static let phasesBytes = 4 + 3 * 16 + 16
  /// Values and velocities of four components, which change in place, and the targets.
  static let sharedSpringBytes = 2 * 16 + 2 * 16 + 16
  /// The same, and the four numbers of a step.
  private static let ownSpringBytes = sharedSpringBytes + 4 * 4
  /// The same, while the numbers of a step are computed from decay and frequency.
  private static let unevenSpringBytes = ownSpringBytes + 2 * 4
  /// The same as with a shared curve. Then the values are read again, and added to places in `Double`.
  private static let doublesBytes = sharedCurveBytes + 16 + 2 * 32
  /// A begin, one end and the value of each run; then both values are read again, and added to the target.
  private static let addedBytes = 2 * (4 + 16 + 16) + 2 * 16 + 16 + 16

  /// Rectangles that `start` sends off, and that nothing happens to afterwards.
  ///
  /// - Parameter seconds: The time of its own up to which each has moved already, another one for each.
  private static func rectangles(
    _ name: String, seed: UInt64, bytes: Int? = nil, unevenness: Double = 0, mostProperties: Int = .max,
    movedFor seconds: Double = 0,
    start: @escaping (_ animator: inout Animator<Rectangle>, PropertyHandle, inout SplitMix64) throws -> Void,
    baseline: ((_ count: Int) -> Frame)? = nil, tweens: ((_ count: Int) -> Tweens)? = nil
  ) -> Scene {
    let make = { (count: Int, cores: Int) -> Frame in
      let owner = Owner<Rectangle>(count: count, cores: cores)
      owner.animator.valueEpsilon = 1e-9
      owner.animator.velocityEpsilon = 1e-9
      var random = SplitMix64(state: seed)
      for handle in owner.range { owner.update { animator in try! start(&animator, handle, &random) } }
      if seconds > 0 {
        var places = SplitMix64(state: 35)
        for handle in owner.range {
          try! owner.animator.seek(handle, to: Double.random(in: 0...seconds, using: &places))
        }
      }
      let late = (0..<64).map { _ in Double.random(in: 0...max(unevenness, .leastNonzeroMagnitude), using: &random) }
      return { time in
        owner.animator.advance(to: unevenness == 0 ? time : time + late[Int(time * 120) % 64])
      }
    }
    return Scene(
      name: name, components: 4, bytes: bytes, mostProperties: mostProperties, make: make, baseline: baseline,
      tweens: tweens)
  }

  private static func target(_ random: inout SplitMix64) -> Rectangle {
    func number() -> Float { Float.random(in: -500...500, using: &random) }
    return Rectangle(AnimatablePair(number(), number()), AnimatablePair(number(), number()))
  }

  private static func tweens(_ count: Int, durations: ClosedRange<Double>) -> Tweens {
    var random = SplitMix64(state: 20)
    return Tweens(count: count, components: 4, durations: durations, using: &random) { random in
      let target = target(&random)
      return [target.first.first, target.first.second, target.second.first, target.second.second].map { Double($0) }
    }
  }

  /// A frame of objects whose curves are functions of the program's own.
  private static func functionBaseline(
    _ count: Int, durations: ClosedRange<Double>,
    curve: (_ index: Int, _ random: inout SplitMix64) -> (Double) -> Double
  ) -> Frame {
    var random = SplitMix64(state: 34)
    let animations = (0..<count).map { index in
      let duration = Double.random(in: durations, using: &random)
      let elapsed = Double.random(in: 0...duration / 2, using: &random)
      return ObjectAnimation.Function(
        Rectangle.zero, target(&random), start: -elapsed, duration: duration, curve: curve(index, &random))
    }
    return { time in for animation in animations where !animation.update(time: time) { animation.restart(at: time) } }
  }

  private static func springBaseline(durations: ClosedRange<Double>) -> (Int) -> Frame {
    { count in
      var random = SplitMix64(state: 21)
      let animations = (0..<count).map { _ in
        ObjectAnimation.Spring(
          Rectangle.zero, target(&random), start: 0,
          frequency: 2 * .pi / Double.random(in: durations, using: &random), damping: 0.001)
      }
      return { time in for animation in animations { animation.update(time: time) } }
    }
  }

  /// One timing curve for all.
  private static var sharedCurve: Scene {
    rectangles("shared-curve", seed: 10, bytes: sharedCurveBytes, movedFor: 900) { animator, handle, random in
      try animator.animate(handle, to: target(&random), using: .easeInOut(duration: 3600))
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// The same with rectangles whose components are `Double`.
  private static var doubles: Scene {
    Scene(name: "doubles", components: 4, bytes: doublesBytes) { count, cores in
      let owner = Owner<Rect2D<Double>>(count: count, cores: cores)
      var random = SplitMix64(state: 10)
      for handle in owner.range {
        func number() -> Double { Double.random(in: -500...500, using: &random) }
        let target = Rect2D(x: number(), y: number(), width: number(), height: number())
        try! owner.animator.animate(handle, to: target, using: .easeInOut(duration: 3600))
      }
      return { owner.animator.advance(to: $0) }
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// Each with a duration of its own.
  private static var ownDurations: Scene {
    rectangles("own-durations", seed: 11, bytes: ownTimingBytes, movedFor: 900) { animator, handle, random in
      let duration = Double.random(in: 1800...3600, using: &random)
      try animator.animate(handle, to: target(&random), using: .easeInOut(duration: duration))
    } tweens: {
      tweens($0, durations: 1800...3600)
    }
  }

  /// Each with a delay of its own, some longer than the scene.
  private static var ownDelays: Scene {
    rectangles("own-delays", seed: 12, bytes: sharedCurveBytes) { animator, handle, random in
      let delay = Double.random(in: 0...10, using: &random)
      try animator.animate(handle, to: target(&random), using: .easeInOut(duration: 3600).delay(delay))
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// Each at a speed of its own.
  private static var ownSpeeds: Scene {
    rectangles("own-speeds", seed: 13, bytes: ownTimingBytes, movedFor: 900) { animator, handle, random in
      try animator.setSpeed(of: handle, to: Float.random(in: 0.5...2, using: &random))
      try animator.animate(handle, to: target(&random), using: .easeInOut(duration: 3600))
    } tweens: {
      tweens($0, durations: 1800...7200)
    }
  }

  /// Each there and back for ever, in a time of its own.
  private static var ownRepetitions: Scene {
    rectangles("own-repetitions", seed: 14, bytes: repetitionBytes) { animator, handle, random in
      let duration = Double.random(in: 0.5...2, using: &random)
      try animator.animate(handle, to: target(&random), using: .easeInOut(duration: duration).repeatForever())
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// Two hundred timing curves in turns.
  private static var ownCurves: Scene {
    rectangles("own-curves", seed: 15, bytes: ownCurveBytes, movedFor: 900) { animator, handle, random in
      let shape = Double(handle.index % 200) / 400
      try animator.animate(
        handle, to: target(&random), using: .timingCurve(0.2 + shape, 0, 0.5, 1, duration: 3600))
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// A timing curve that no other one has, for each.
  private static var distinctCurves: Scene {
    rectangles("distinct-curves", seed: 26, bytes: ownCurveBytes, movedFor: 900) { animator, handle, random in
      let (x1, x2) = (Double.random(in: 0.1...0.9, using: &random), Double.random(in: 0.1...0.9, using: &random))
      try animator.animate(handle, to: target(&random), using: .timingCurve(x1, 0, x2, 1, duration: 3600))
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// One of ninety numbers of steps for every third; for the others a bent line, or a curve that goes too far and
  /// returns, that no other one has.
  private static var distinctShapes: Scene {
    rectangles("distinct-shapes", seed: 31, mostProperties: mostTracks, movedFor: 900) { animator, handle, random in
      let amount = Double.random(in: 0.2...0.8, using: &random)
      let curve =
        switch handle.index % 3 {
        case 0: UnitCurve(.steps(Int(10 * amount) + handle.index % 89))
        case 1: UnitCurve(.linear([.init(0), .init(1 - amount, at: amount), .init(1)]))
        default: UnitCurve.backEaseOut(overshoot: 3 * amount)
        }
      try animator.animate(handle, to: target(&random), using: .timingCurve(curve, duration: 3600))
    } baseline: { count in
      functionBaseline(count, durations: 3600...3600) { index, random in
        let amount = Double.random(in: 0.2...0.8, using: &random)
        switch index % 3 {
        case 0:
          let steps = Double(Int(10 * amount) + index % 89)
          return { (steps * $0).rounded(.down) / steps }
        case 1: return { $0 < amount ? $0 / amount * (1 - amount) : 1 - (1 - $0) / (1 - amount) * amount }
        default: return { (1 - $0) * (1 - $0) * (3 * amount * $0 + $0 - 1) + 1 }
        }
      }
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// Sixty lines, which no other one has, in half a second to a second, for ever: another line every one or two
  /// frames.
  private static var distinctLines: Scene {
    rectangles("distinct-lines", seed: 33, mostProperties: mostTracks) { animator, handle, random in
      let points = (0...60).map {
        CSSEasing.LinearStop(Double($0) / 60 + Double.random(in: -0.01...0.01, using: &random))
      }
      let duration = Double.random(in: 0.5...1, using: &random)
      try animator.animate(
        handle, to: target(&random),
        using: .timingCurve(UnitCurve(.linear(points)), duration: duration).repeatForever())
    } baseline: { count in
      functionBaseline(count, durations: 0.5...1) { _, random in
        let points = (0...60).map { Double($0) / 60 + Double.random(in: -0.01...0.01, using: &random) }
        return { ObjectAnimation.amount(at: $0, onLinesThrough: points) }
      }
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// Each there and back for ever, by a spring that no other one has.
  private static var distinctPulses: Scene {
    rectangles("distinct-pulses", seed: 27, bytes: ownPulseBytes) { animator, handle, random in
      let duration = Double.random(in: 0.5...2, using: &random)
      try animator.animate(handle, to: target(&random), using: .spring(duration: duration).repeatForever())
    } baseline: {
      springBaseline(durations: 0.5...2)($0)
    }
  }

  /// One curve that is a function of the program's own.
  private static var customCurve: Scene {
    let (curve, _) = UnitCurve.tabulated { x in x * x * (2 - x) }
    return rectangles("custom-curve", seed: 22, bytes: sharedCurveBytes, movedFor: 900) { animator, handle, random in
      try animator.animate(handle, to: target(&random), using: .timingCurve(curve, duration: 3600))
    } baseline: { count in
      functionBaseline(count, durations: 3600...3600) { _, _ in { x in x * x * (2 - x) } }
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// One curve for all, that begins a little later for each.
  private static var stagger: Scene {
    Scene(name: "stagger", components: 4, bytes: sharedCurveBytes) { count, cores in
      let owner = Owner<Rectangle>(count: count, cores: cores)
      var random = SplitMix64(state: 24)
      let targets = owner.range.map { _ in target(&random) }
      let stagger = Stagger(total: 10, from: .center)
      owner.update { animator in
        try! animator.animate(owner.range, to: targets.span, using: .easeInOut(duration: 3600), stagger: stagger)
      }
      return { time in owner.animator.advance(to: time) }
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// Three phases for ever, with values of each one's own, that it began to walk through when it did.
  private static var phases: Scene {
    let walk = PhaseTimeline([0, 1, 2]) { $0 == 1 ? .easeOut(duration: 0.4) : .easeInOut(duration: 0.7) }
    return rectangles("phases", seed: 25, bytes: phasesBytes) { animator, handle, random in
      let values = [target(&random), target(&random), target(&random)]
      try animator.play(handle, walk, from: Double.random(in: 0...1.8, using: &random)) { values[$0] }
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// The most properties with tracks of their own: more would take minutes to begin, and gigabytes.
  private static let mostTracks = 100_000

  /// Three phases for ever, by animations of each one's own.
  private static var ownPhases: Scene {
    rectangles("own-phases", seed: 28, mostProperties: mostTracks) { animator, handle, random in
      let values = [target(&random), target(&random), target(&random)]
      let duration = Double.random(in: 0.4...0.8, using: &random)
      let walk = PhaseTimeline([0, 1, 2]) { $0 == 1 ? .easeOut(duration: duration) : .easeInOut(duration: duration) }
      try animator.play(handle, walk, from: Double.random(in: 0...1.8, using: &random)) { values[$0] }
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// Three keyframes for ever, with values and durations of each one's own.
  private static var ownKeyframes: Scene {
    rectangles("own-keyframes", seed: 29, mostProperties: mostTracks) { animator, handle, random in
      func duration() -> Double { Double.random(in: 0.4...1.2, using: &random) }
      let timeline = KeyframeTimeline(initialValue: target(&random)) {
        LinearKeyframe(target(&random), duration: duration(), timingCurve: .easeInOut)
        CubicKeyframe(target(&random), duration: duration())
        SpringKeyframe(target(&random), duration: duration())
      }
      try animator.play(handle, timeline, repeats: .forever)
    }
  }

  /// Each flung, and slowed down by a time constant of its own.
  private static var ownFlings: Scene {
    rectangles("own-flings", seed: 30, bytes: ownSpringBytes) { animator, handle, random in
      let timeConstant = Double.random(in: 100...1000, using: &random)
      try animator.fling(handle, velocity: target(&random), timeConstant: timeConstant)
    } baseline: {
      springBaseline(durations: 1...3)($0)
    }
  }

  /// One curve for all, and another one added to it.
  private static var added: Scene {
    rectangles("added", seed: 23, bytes: addedBytes) { animator, handle, random in
      try animator.animate(handle, to: target(&random), using: .easeInOut(duration: 3600))
      try animator.animate(handle, to: target(&random), using: .easeInOut(duration: 3000), retargeting: .add)
    } tweens: {
      tweens($0, durations: 3600...3600)
    }
  }

  /// One spring for all, which hardly loses anything.
  private static var sharedSpring: Scene {
    rectangles("shared-spring", seed: 16, bytes: sharedSpringBytes) { animator, handle, random in
      try animator.animate(handle, to: target(&random), using: .spring(duration: 2, bounce: 0.999))
    } baseline: {
      springBaseline(durations: 2...2)($0)
    }
  }

  private static func sendOnOwnSpring(
    _ animator: inout Animator<Rectangle>, _ handle: PropertyHandle, _ random: inout SplitMix64
  ) throws {
    let duration = Double.random(in: 1...3, using: &random)
    try animator.animate(handle, to: target(&random), using: .spring(duration: duration, bounce: 0.999))
  }

  /// Each with a spring of its own.
  private static var ownSprings: Scene {
    rectangles("own-springs", seed: 17, bytes: ownSpringBytes, start: sendOnOwnSpring) {
      springBaseline(durations: 1...3)($0)
    }
  }

  /// Each with a spring of its own, while frames are up to a millisecond late, so that no step is like the one before.
  private static var unevenSprings: Scene {
    rectangles("own-springs-uneven", seed: 17, bytes: unevenSpringBytes, unevenness: 1e-3, start: sendOnOwnSpring) {
      springBaseline(durations: 1...3)($0)
    }
  }

  /// One spring for all. A hundredth of the properties are sent elsewhere in each frame, each after a delay of its own.
  private static var delayedSprings: Scene {
    Scene(name: "delayed-springs", components: 4) { count, cores in
      let owner = Owner<Rectangle>(count: count, cores: cores)
      owner.animator.valueEpsilon = 1e-9
      owner.animator.velocityEpsilon = 1e-9
      var random = SplitMix64(state: 19)
      var frame = 0
      return { time in
        // A hundredth of them at a time, so that in every block some wait.
        for index in 0..<count / 100 {
          let handle = owner.range[(frame * (count / 100) + index) % count]
          let delay = Double.random(in: 0...0.5, using: &random)
          try! owner.animator.animate(
            handle, to: target(&random), using: .spring(duration: 2, bounce: 0.999), delay: delay)
        }
        frame += 1
        owner.animator.advance(to: time)
      }
    }
  }

  /// Curves and springs of random durations; what arrives is sent elsewhere in another one.
  private static var confetti: Scene {
    Scene(name: "confetti", components: 4) { count, cores in
      let owner = Owner<Rectangle>(count: count, cores: cores)
      owner.animator.valueEpsilon = 0.1
      owner.animator.velocityEpsilon = 1
      var random = SplitMix64(state: 18)
      for handle in owner.range { owner.update { throwUp(handle, &$0, &random) } }
      return { time in
        owner.update { animator in
          animator.advance(to: time)
          for completion in animator.completions where completion.reason == .finished {
            throwUp(completion.handle, &animator, &random)
          }
        }
      }
    }
  }

  private static func throwUp(
    _ handle: PropertyHandle, _ animator: inout Animator<Rectangle>, _ random: inout SplitMix64
  ) {
    let duration = Double.random(in: 0.5...2, using: &random)
    let animation =
      random.next() % 2 == 0 ? Animation.easeOut(duration: duration) : .spring(duration: duration, bounce: 0.2)
    try! animator.animate(handle, to: target(&random), using: animation)
  }
}
