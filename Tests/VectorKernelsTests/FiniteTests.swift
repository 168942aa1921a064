import Testing
import VectorKernels

/// Numbers give numbers: whatever finite numbers a call gets, none of its results is NaN.
@Suite(.seeded) struct FiniteTests {
  /// Parameters and times: everything that is finite.
  private static let extremes: [Double] = [
    0, -0.0, 1, -1, 0.5, 2, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-300, 1e-39,
    1e-20,
    1e-9, 1e9, 1e16, 1e39, 1e200, 1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    Double(Float.greatestFiniteMagnitude), -Double(Float.greatestFiniteMagnitude),
  ]

  private var generator = Generator(seed: Settings.seed)

  private mutating func extreme() -> Double {
    generator.oneIn(3) ? Double.random(in: -3...3, using: &generator) : Self.extremes.randomElement(using: &generator)!
  }

  /// Values, of which springs make velocities as large as their rates are: see the limits that the batches document.
  private mutating func value() -> Double {
    let value = extreme()
    return abs(value) <= 1e26 ? value : (value < 0 ? -1e26 : 1e26)
  }

  private mutating func spring() -> Spring {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: Spring(duration: extreme(), bounce: extreme())
    case 1: Spring(response: extreme(), dampingRatio: extreme())
    case 2: Spring(settlingDuration: extreme(), dampingRatio: extreme(), epsilon: extreme())
    default:
      Spring(mass: extreme(), stiffness: extreme(), damping: extreme(), allowOverDamping: generator.oneIn(2))
    }
  }

  private mutating func animation() -> Animation {
    var animation: Animation =
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: .easeIn(duration: extreme())
      case 1: .timingCurve(extreme(), extreme(), extreme(), extreme(), duration: extreme())
      case 2: .spring(spring(), blendDuration: extreme())
      case 3: .timingCurve(curve(), duration: extreme())
      default: .interpolatingSpring(spring(), initialVelocity: extreme())
      }
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: animation = animation.delay(extreme())
      case 1: animation = animation.speed(extreme())
      case 2:
        let count = [1, 2, 3, .max].randomElement(using: &generator)!
        animation = animation.repeatCount(count, autoreverses: generator.oneIn(2))
      default: animation = animation.repeatForever(autoreverses: generator.oneIn(2))
      }
    }
    return animation
  }

  private mutating func curve() -> UnitCurve {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: .backEaseInOut(overshoot: extreme())
    case 1: .elasticEaseOut(amplitude: extreme(), period: extreme())
    case 2: .circularEaseIn
    case 3:
      .bezier(
        startControlPoint: UnitPoint(x: extreme(), y: extreme()), endControlPoint: UnitPoint(x: extreme(), y: extreme())
      )
    default: UnitCurve(.linear([.init(extreme(), at: extreme()), .init(extreme()), .init(extreme(), at: extreme())]))
    }
  }

  private static let rounds = Settings.exhaustive ? 200_000 : min(Settings.cases, 4000)

  private mutating func color() -> Color {
    Color(CSSColorSpace.allCases.randomElement(using: &generator)!, extreme(), extreme(), extreme(), alpha: extreme())
  }

  @Test mutating func colorsMix() {
    var verdict = Verdict()
    for round in 0..<Self.rounds {
      let (a, b, amount) = (color(), color(), extreme())
      let space = CSSColorSpace.allCases.randomElement(using: &generator)!
      let mixtures = [a, a.mix(with: b, by: amount, in: space)].map { SIMD4<Float>($0.animatableData) }
      verdict.require(mixtures.allSatisfy { all($0 .== $0) }, round, "\(a), \(b) by \(amount): \(mixtures)")
    }
    verdict.report()
  }

  @Test mutating func effectsHaveProgress() throws {
    var verdict = Verdict()
    for round in 0..<Self.rounds {
      let timing = try EffectTiming(
        delay: extreme(), endDelay: extreme(), duration: abs(extreme()), iterationStart: abs(extreme()),
        iterations: abs(extreme()), direction: [.normal, .reverse, .alternate].randomElement(using: &generator)!,
        fill: .both, playbackRate: extreme())
      let time = extreme()
      let computed = timing.computed(at: time)
      verdict.require(
        computed.amount.map { !$0.isNaN } ?? true, round, "\(timing) at \(time): \(computed)")
    }
    verdict.report()
  }

  @Test mutating func keyframesAndPhasesHaveValues() throws {
    var verdict = Verdict()
    let modes: [KeyframeCalculationMode] = [.linear, .cubic, .paced, .cubicPaced, .discrete]
    for round in 0..<Self.rounds {
      let (values, time) = ((0..<4).map { _ in value() }, extreme())
      let duration = min(max(abs(extreme()), .leastNonzeroMagnitude), 1e9)
      let frames = try KeyframeAnimation(
        values: values, duration: duration, calculationMode: modes.randomElement(using: &generator)!)
      let timeline = KeyframeTimeline(initialValue: values[0]) {
        LinearKeyframe(values[1], duration: duration, timingCurve: curve())
        CubicKeyframe(values[2], duration: duration)
        SpringKeyframe(values[3], duration: duration, spring: spring())
      }
      let animations = [animation(), animation()]
      let phases = PhaseTimeline(values) { animations[$0 > 0 ? 0 : 1] }
      let results = [frames.value(time: time), timeline.value(time: time), phases.value(at: time) { $0 } ?? .nan]
      verdict.require(
        results.allSatisfy { !$0.isNaN }, round, "\(values), \(duration), \(phases) at \(time): \(results)")
    }
    verdict.report()
  }

  @Test mutating func springsMoveOneValue() {
    var verdict = Verdict()
    for round in 0..<Self.rounds {
      let (spring, target, velocity, time) = (spring(), value(), value(), extreme())
      let label = "\(spring), \(target), \(velocity) at \(time)"
      let (x, v) = (
        spring.value(target: target, initialVelocity: velocity, time: time),
        spring.velocity(target: target, initialVelocity: velocity, time: time)
      )
      verdict.require(!x.isNaN && !v.isNaN, round, "\(label): \(x), \(v)")
      let (single, speed) = (Float(target), Float(velocity))
      let (y, w) = (
        spring.value(target: single, initialVelocity: speed, time: time),
        spring.velocity(target: single, initialVelocity: speed, time: time)
      )
      verdict.require(!y.isNaN && !w.isNaN, round, "\(label): Float \(y), \(w)")
      let between = spring.value(
        fromValue: SIMD2(target, 1), toValue: SIMD2(velocity, 1), initialVelocity: SIMD2(1, 0), time: time)
      verdict.require(!between.x.isNaN && !between.y.isNaN, round, "\(label): between \(between)")
      var (position, rate) = (single, speed)
      spring.update(value: &position, velocity: &rate, target: 1, deltaTime: time)
      verdict.require(!position.isNaN && !rate.isNaN, round, "\(label): updated \(position), \(rate)")
      let durations = [
        spring.settlingDuration, spring.settlingDuration(target: target, initialVelocity: velocity, epsilon: extreme()),
        SpringTimingParameters(spring: spring, initialVelocity: velocity).settlingDuration,
      ]
      verdict.require(durations.allSatisfy { $0 >= 0 }, round, "\(label): \(durations)")
      let force = spring.force(target: single, position: 1, velocity: speed)
      verdict.require(!force.isNaN, round, "\(label): force \(force)")
    }
    verdict.report()
  }

  @Test mutating func springsMoveBatches() {
    var verdict = Verdict()
    for round in 0..<Self.rounds {
      let (spring, time) = (spring(), extreme())
      let values = (0..<6).map { _ in value() }
      requireNumbers(spring, time, values.map { Float($0) }, &verdict, round)
      requireNumbers(spring, time, values, &verdict, round)
    }
    verdict.report()
  }

  private func requireNumbers<S: Element>(
    _ spring: Spring, _ time: Double, _ values: [S], _ verdict: inout Verdict, _ round: Int
  ) {
    let (target, velocity) = (values, Array(values.reversed()))
    let start = values.map { max(-1e9, min($0, 1e9)) }
    let count = values.count
    let (decay, frequency) = (
      [S](repeating: S(spring.decay), count: count), [S](repeating: S(spring.frequency), count: count)
    )
    var results: [[S]] = []
    let displacement = values.map { -$0 }
    let sineAmplitude = output(count) {
      spring.sineAmplitudes(displacements: displacement.span, velocities: velocity.span, into: $0)
    }
    results.append(sineAmplitude)
    results.append(
      output(count) {
        spring.positions(
          at: time, targets: target.span, displacements: displacement.span, sineAmplitudes: sineAmplitude.span,
          starts: start.span,
          into: $0)
      })
    if decay[0].isNormal || decay[0] == 0, frequency[0].isNormal {
      results.append(
        output(count) {
          Batch.springSineAmplitudes(
            displacements: displacement.span, velocities: velocity.span, decays: decay.span,
            frequencies: frequency.span,
            into: $0)
        })
      results.append(
        output(count) {
          Batch.springPositions(
            at: time, targets: target.span, displacements: displacement.span, sineAmplitudes: sineAmplitude.span,
            decays: decay.span, frequencies: frequency.span, starts: start.span, into: $0)
        })
    }
    // A damped spring grows on the way back until nothing holds its values.
    var (positions, velocities) = (displacement, velocity)
    SpringStep<S>(spring, deltaTime: abs(time)).advance(
      positions: positions.mutableSpan, velocities: velocities.mutableSpan, targets: target.span)
    results += [positions, velocities]
    let step = SpringStep<S>(spring, deltaTime: -abs(time))
    results.append([step.positionToPosition, step.velocityToPosition, step.positionToVelocity, step.velocityToVelocity])
    verdict.require(
      results.allSatisfy { $0.allSatisfy { !$0.isNaN } }, round, "\(spring) at \(time), \(values): \(results)")
  }

  @Test mutating func animations() {
    var verdict = Verdict()
    for round in 0..<Self.rounds {
      let (animation, from, to) = (animation(), value(), value())
      // A table takes thousands of evaluations, so only some animations have theirs tabulated.
      let prepared = try? round % 16 == 0 ? animation.prepared().tabulated() : animation.prepared()
      var running = AnimatedValue(from)
      running.animate(to: to, using: animation, at: 0)
      running.animate(to: from / 2, using: .spring(blendDuration: extreme()), at: abs(extreme()))
      for time in [extreme(), extreme(), animation.duration!, 0.1] {
        let label = "\(animation), \(from) to \(to) at \(time)"
        let (x, v) = (animation.value(from: from, to: to, at: time), animation.velocity(from: from, to: to, at: time))
        verdict.require(!x.isNaN && !v.isNaN, round, "\(label): \(x), \(v)")
        let single = animation.velocity(from: SIMD2(Float(from), 5), to: SIMD2(Float(to), 5), at: time)
        verdict.require(!single.x.isNaN && !single.y.isNaN, round, "\(label): \(single)")
        let value = running.value(at: time)
        verdict.require(!value.isNaN, round, "\(label), then back: \(value)")
        guard let prepared else { continue }
        verdict.require(!prepared.amount(at: time).isNaN, round, "\(label): amount")
        guard time.isFinite else { continue }
        let start: [Float] = [0, 1, -1, 1e9, Float(max(-1e16, min(extreme(), 1e16)))]
        let (progress, amounts) = (
          output(start.count) { prepared.progress(at: time, starts: start.span, into: $0) },
          output(start.count) { prepared.amounts(at: time, starts: start.span, into: $0) }
        )
        verdict.require((progress + amounts).allSatisfy { !$0.isNaN }, round, "\(label): \(progress), \(amounts)")
      }
    }
    verdict.report()
  }

  @Test mutating func curves() {
    var verdict = Verdict()
    for round in 0..<Self.rounds {
      let (curve, x) = (curve(), extreme())
      for curve in [curve, curve.inverse] {
        let (value, slope) = (curve.value(at: x), curve.velocity(at: x))
        verdict.require(!value.isNaN && !slope.isNaN, round, "\(curve) at \(x): \(value), \(slope)")
        let inputs = [Float(x), 0, 1, 0.5].map { max(-.greatestFiniteMagnitude, min($0, .greatestFiniteMagnitude)) }
        let values = output(inputs.count) { curve.values(at: inputs.span, into: $0) }
        verdict.require(values.allSatisfy { !$0.isNaN }, round, "\(curve) at \(inputs): \(values)")
        let exact = [x, 0, 1, 0.5]
        let results = output(exact.count) { curve.values(at: exact.span, into: $0) }
        verdict.require(results.allSatisfy { !$0.isNaN }, round, "\(curve) at \(exact): \(results)")
      }
    }
    verdict.report()
  }

  /// Between ends so far apart that their difference overflows, one value stays at its ends, and one under way arrives.
  @Test func endsThatAreFarApart() {
    farApart(Float.self)
    farApart(Double.self)
  }

  private func farApart<S: Element>(_: S.Type) {
    let most = S.greatestFiniteMagnitude
    for (from, to) in [(-most, most), (most, -most)] as [(S, S)] {
      #expect(from.interpolated(towards: to, amount: 0) == from && from.interpolated(towards: to, amount: 1) == to)
      #expect(!from.interpolated(towards: to, amount: 0.5).isNaN)
      for animation in [Animation.linear(duration: 1), .spring, .easeIn(duration: 1e300)] {
        var value = AnimatedValue(from)
        value.animate(to: to, using: animation, at: 0)
        #expect(value.value(at: 0) == to && value.isFinished(at: 0))
        #expect(!animation.value(from: from, to: to, at: 0).isNaN)
        #expect(animation.velocity(from: from, to: to, at: -1) == 0)
      }
    }
    #expect((0 as S).scaled(by: 1e300) == 0 && (1 as S).scaled(by: .infinity) == .infinity)
    for target in [S.infinity, .nan] {
      var value = AnimatedValue<S>(1)
      value.animate(to: target, using: .spring, at: 0)
      #expect(value.isFinished(at: 0))
      value.animate(to: 2, using: .linear(duration: 1), at: 1)
      #expect(value.value(at: 1) == 2)
    }
  }
}
