import VectorKernels

/// The cost of values that are computed one by one, without an animator: pairs of `Double`s that are anywhere on their
/// way.
struct SingleValues {
  private static let count = 1000
  private static let rounds = 201
  /// The seconds of values' ways at the start, and those that are measured: together they end before springs settle.
  private static let longest = 0.35

  private typealias Pair = AnimatablePair<Double, Double>

  private struct Pose {
    var scale = 1.0
    var offset = Pair(0, 0)
  }

  /// The core that measures. Rounds beside another thread on it are repeated.
  let core: Core

  /// Returns the nanoseconds of each kind of value: the median of the rounds.
  func measured() -> [SceneEvent] {
    var random = SplitMix64(state: 40)
    let count = Self.count
    let places = (0..<count).map { _ in Double.random(in: 0...Self.longest, using: &random) }
    let targets = (0..<count).map { _ in
      Pair(Double.random(in: -500...500, using: &random), Double.random(in: 0...1, using: &random))
    }
    let curve = Animation.easeInOut(duration: 1)
    let spring = Animation.spring(duration: 0.5, bounce: 0.3)
    let repeated = Animation.easeInOut(duration: 0.15).repeatForever()
    let curves = zip(targets, places).map { target, place in
      ObjectAnimation.Curve(Pair.zero, target, start: -place, duration: 1, curve: (0.42, 0, 0.58, 1))
    }
    let springs = zip(targets, places).map { target, place in
      ObjectAnimation.Spring(Pair.zero, target, start: -place, frequency: 4 * .pi, damping: 0.7)
    }
    func animated(_ animations: Animation...) -> [AnimatedValue<Pair>] {
      zip(targets, places).map { target, place in
        var value = AnimatedValue(Pair.zero)
        for (index, animation) in animations.enumerated() {
          value.animate(to: target.scaled(by: Double(index + 1)), using: animation, at: 0.1 * Double(index) - place)
        }
        return value
      }
    }
    let alongCurves = animated(curve)
    let bySprings = animated(spring)
    let retargeted = animated(spring, spring)
    let retargetedWithoutBounce = animated(.spring, .spring)
    let timeline = KeyframeTimeline(initialValue: Pose()) {
      KeyframeTrack(\.scale) {
        LinearKeyframe(1.5, duration: 0.2)
        CubicKeyframe(2.0, duration: 0.4)
        SpringKeyframe(1.0, duration: 0.6)
      }
      KeyframeTrack(\.offset) {
        LinearKeyframe(Pair(1, 2), duration: 0.4)
        CubicKeyframe(Pair(3, 4), duration: 0.4)
        CubicKeyframe(Pair(0, 0), duration: 0.4)
      }
    }
    let phases = PhaseTimeline([1.0, 1.5, 0.9]) { _ in .easeInOut(duration: 0.4) }

    return [
      values("a curve") { curve.value(from: .zero, to: targets[$0], at: places[$0] + $1) },
      values("a curve, by an object") { index, time in
        curves[index].update(time: time)
        return curves[index].current
      },
      values("a repeated curve") { repeated.value(from: .zero, to: targets[$0], at: places[$0] + $1) },
      values("a spring") { spring.value(from: .zero, to: targets[$0], at: places[$0] + $1) },
      values("a spring, by an object") { index, time in
        springs[index].update(time: time)
        return springs[index].current
      },
      values("an animated value on a curve") { alongCurves[$0].value(at: $1) },
      values("an animated value on a spring") { bySprings[$0].value(at: $1) },
      values("an animated value on a spring that took over") { retargeted[$0].value(at: 0.1 + $1) },
      values("an animated value on a spring without bounce that took over") {
        retargetedWithoutBounce[$0].value(at: 0.1 + $1)
      },
      values("keyframes, two tracks") { timeline.value(time: places[$0] + $1).offset },
      values("phases") { index, time in
        phases.value(at: places[index] + time) { targets[index].scaled(by: $0) }!
      },
    ]
  }

  /// Measures a thousand values at each of many times.
  ///
  /// - Parameter value: Returns the value with an index at a time.
  private func values(_ name: String, _ value: (_ index: Int, _ time: Double) -> Pair) -> SceneEvent {
    var sum = Pair.zero
    var round = 0
    let times = core.times(Self.rounds) {
      let time = Self.longest * Double(round) / Double(Self.rounds)
      let start = Clock.now
      for index in 0..<Self.count { sum += value(index, time) }
      // There are more rounds if another thread disturbs some.
      round = (round + 1) % Self.rounds
      return (Clock.now - start) / Double(Self.count)
    }
    precondition(sum.magnitudeSquared.isFinite, "\(name) isn't finite")
    return SceneEvent(name: name, count: Self.count, nanoseconds: Statistics.median(times))
  }
}
