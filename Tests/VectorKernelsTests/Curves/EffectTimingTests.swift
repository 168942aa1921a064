import Foundation
import Testing
import VectorKernels

/// Web Animations' timing model, against the specification's steps in whole numbers, and against named cases.
@Suite(.seeded) struct EffectTimingTests {
  private typealias Timing = EffectTiming

  /// The unit in which the reference counts: a power of two, so that all its times are exact in `Double`.
  private static let unit = 0x1p-20

  /// A timing in whole units and eighths of an iteration; nil stands for infinity.
  private struct Whole {
    var delay, endDelay: Int
    var duration, iterations: Int?
    var start: Int
    var direction: EffectTiming.Direction
    var fill: EffectTiming.Fill
    /// Halves of the rate.
    var rate: Int

    init(using generator: inout Generator) {
      func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
      delay = generator.oneIn(3) ? 0 : number(-400...400) * 8
      endDelay = generator.oneIn(3) ? 0 : number(-400...400) * 8
      duration = generator.oneIn(10) ? nil : generator.oneIn(8) ? 0 : number(1...200) * 8
      iterations = generator.oneIn(6) ? nil : generator.oneIn(6) ? 0 : number(1...40)
      start = generator.oneIn(3) ? 0 : number(0...40)
      direction = EffectTiming.Direction.allCases.randomElement(using: &generator)!
      fill = EffectTiming.Fill.allCases.randomElement(using: &generator)!
      rate = [-4, -2, -1, 0, 1, 2, 2, 2, 6].randomElement(using: &generator)!
    }

    func timing() throws -> EffectTiming {
      try EffectTiming(
        delay: Double(delay) * unit, endDelay: Double(endDelay) * unit,
        duration: duration.map { Double($0) * unit } ?? .infinity, iterationStart: Double(start) / 8,
        iterations: iterations.map { Double($0) / 8 } ?? .infinity, direction: direction, fill: fill,
        playbackRate: Double(rate) / 2)
    }

    /// nil is infinity.
    var active: Int? {
      if duration == 0 || iterations == 0 { return 0 }
      guard let duration, let iterations else { return nil }
      return duration * iterations / 8
    }
    var end: Int? { active.map { max(delay + $0 + endDelay, 0) } }

    /// The times, in units since the animation is played, at which phases or iterations may change.
    var moments: [Int] {
      var locals = [0, delay]
      if let active { locals += [delay + active, end!] }
      if let duration, duration > 0 { locals += (0...6).map { delay + ($0 * 8 - start % 8) * duration / 8 } }
      if rate == 0 { return locals }
      let origin = rate < 0 ? end ?? 0 : 0
      return locals.map { ($0 - origin) * 2 / rate }
    }

    /// The phase, the iteration (nil is infinity) and the simple and the directed progress as fractions of the
    /// denominator; nil where it isn't in effect.
    func state(at time: Int) -> (phase: EffectTiming.Phase, found: Found?) {
      if rate < 0 && end == nil { return (.idle, nil) }
      let local = time * rate / 2 + (rate < 0 ? end! : 0)
      let (begin, finish) = (max(min(delay, end ?? .max), 0), active.map { max(min(delay + $0, end!), 0) })
      let isBackwards = rate < 0
      if local < begin || isBackwards && local == begin {
        guard fill == .backwards || fill == .both else { return (.before, nil) }
        return (.before, found(max(local - delay, 0), .before))
      }
      if let finish, local > finish || !isBackwards && local == finish {
        guard fill == .forwards || fill == .both else { return (.after, nil) }
        return (.after, found(max(min(local - delay, active!), 0), .after))
      }
      return (.active, found(local - delay, .active))
    }

    struct Found {
      var iteration: Int?
      var simple, directed, denominator: Int
    }

    private func found(_ time: Int, _ phase: EffectTiming.Phase) -> Found {
      // The overall progress is `overall / denominator`, and infinite if `overall` is nil.
      let (overall, denominator): (Int?, Int)
      switch duration {
      case 0?: (overall, denominator) = (phase == .before ? start : iterations.map { $0 + start }, 8)
      case nil: (overall, denominator) = (start, 8)
      case let duration?: (overall, denominator) = (time * 8 + start * duration, 8 * duration)
      }
      var simple = overall.map { $0 % denominator } ?? (start % 8) * denominator / 8
      if simple == 0, phase != .before, time == active, iterations != 0 { simple = denominator }
      var iteration: Int?
      if !(phase == .after && iterations == nil), let overall {
        iteration = overall / denominator - (simple == denominator ? 1 : 0)
      }
      let isForward =
        switch direction {
        case .normal: true
        case .reverse: false
        case .alternate: iteration.map { $0 % 2 == 0 } ?? true
        case .alternateReverse: iteration.map { $0 % 2 == 1 } ?? true
        }
      return Found(
        iteration: iteration, simple: simple, directed: isForward ? simple : denominator - simple,
        denominator: denominator)
    }
  }

  /// Up to 1e3 iterations: the quotient, the sum and the remainder err by an ulp of those.
  private static let tolerance = 3e3 * Double.ulpOfOne

  @Test func anyTimingIsThatOfTheSpecification() throws {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    var phases: [EffectTiming.Phase: Int] = [:]
    for row in 0..<Settings.cases / 20 {
      let whole = Whole(using: &generator)
      let timing = try whole.timing()
      let moments = whole.moments.flatMap { [$0 - 2, $0, $0 + 2] } + [Int.random(in: -9000...9000, using: &generator)]
      for time in moments.map({ $0 & ~1 }) {
        let (phase, found) = whole.state(at: time)
        let computed = timing.computed(at: Double(time) * Self.unit)
        phases[computed.phase, default: 0] += 1
        verdict.require(computed.phase == phase, row, "\(timing) at \(time): \(computed.phase) instead of \(phase)")
        guard let found else {
          let all = [computed.activeTime, computed.overallProgress, computed.simpleProgress, computed.amount]
          verdict.require(
            all.allSatisfy { $0 == nil } && computed.currentIteration == nil, row, "\(timing) at \(time) has \(all)")
          continue
        }
        let iteration = found.iteration.map { Double($0) } ?? .infinity
        verdict.require(
          computed.currentIteration == iteration, row,
          "\(timing) at \(time): iteration \(computed.currentIteration ?? -1) instead of \(iteration)")
        for (value, expected) in [
          (computed.simpleProgress, found.simple), (computed.directedProgress, found.directed),
          (computed.amount, found.directed),
        ] {
          let expected = Double(expected) / Double(found.denominator)
          verdict.require(
            value.map { abs($0 - expected) <= Self.tolerance } ?? false, row,
            "\(timing) at \(time): \(value ?? .nan) instead of \(expected)")
        }
      }
    }
    #expect(phases.count == 4 && phases.values.allSatisfy { $0 > Settings.cases / 100 })
  }

  /// A progress of the batch is that of a time within the kernel's error: 2e-7 of an iteration, 3e-7 without fused
  /// multiply-add, twice that where it alternates.
  @Test func batchesAreOneByOne() throws {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    let easings: [CSSEasing] = [.linear, .ease, .steps(3, .jumpStart), .steps(4, .jumpBoth), .stepEnd]
    for row in 0..<Settings.cases / 100 {
      let whole = Whole(using: &generator)
      let plain = try whole.timing()
      let easing = easings.randomElement(using: &generator)!
      // Long enough that a frame is well within an iteration.
      let timing = try EffectTiming(
        delay: plain.delay * 1000, endDelay: plain.endDelay * 1000, duration: plain.duration * 1000,
        iterationStart: plain.iterationStart, iterations: plain.iterations, direction: plain.direction,
        fill: plain.fill, easing: easing, playbackRate: plain.playbackRate)
      let now = generator.oneIn(2) ? 0 : Double(Int.random(in: 0...1000, using: &generator))
      let starts =
        whole.moments.map { Float(now - Double($0) * Self.unit * 1000) } + [.nan]
        + (0..<8).map { _ in Float(now - Double.random(in: -9...9, using: &generator)) }
      let directed = output(starts.count) { timing.directedProgress(at: now, starts: starts.span, into: $0) }
      let amounts = output(starts.count) { timing.amounts(at: now, starts: starts.span, into: $0) }
      let iterations = output(starts.count) { timing.currentIterations(at: now, starts: starts.span, into: $0) }
      let alternates = [.alternate, .alternateReverse].contains(timing.direction)
      let error = (isFused ? 2e-7 : 3e-7) * (alternates ? 2 : 1)
      for (i, start) in starts.enumerated() {
        let time = now - Double(start)
        let exact = timing.computed(at: time)
        let message = "\(timing) at \(now) - \(start): \(directed[i]), \(amounts[i]), \(iterations[i]), not \(exact)"
        guard let iteration = exact.currentIteration, let place = exact.directedProgress else {
          verdict.require(directed[i].isNaN && amounts[i].isNaN && iterations[i].isNaN, row, message)
          continue
        }
        verdict.require(iterations[i] == Float(iteration), row, message)
        // At a jump either side is right, and 0 and 1 of an iteration are such a place.
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= error + 6e-8 }
        verdict.require(
          isNear(Double(directed[i]), place) || !alternates && isNear(abs(Double(directed[i]) - place), 1), row, message
        )
        // The easing itself errs by 1e-6, and steps may be those of the neighbour.
        let near = [Double(directed[i]) - error, Double(directed[i]), Double(directed[i]) + error].flatMap { x in
          [false, true].map { easing.value(at: min(max(x, 0), 1), isBefore: $0) }
        }
        verdict.require(
          Double(amounts[i]) >= near.min()! - 2e-6 && Double(amounts[i]) <= near.max()! + 2e-6, row, message)
        if exact.phase != .active, timing.endDelay >= 0, timing.delay >= 0 {
          verdict.require(abs(Double(amounts[i]) - exact.amount!) <= 2e-6, row, message)
        }
      }
    }
  }

  // MARK: Named cases, as the Web Platform Tests have them

  @Test func activeTime() throws {
    func active(_ fill: Timing.Fill, delay: Double = 0, endDelay: Double = 0, at time: Double) throws -> Double? {
      try EffectTiming(delay: delay, endDelay: endDelay, duration: 100, fill: fill).computed(at: time).activeTime
    }
    // Before phase.
    #expect(try active(.backwards, delay: 10, at: 5) == 0 && active(.both, delay: 10, at: -5) == 0)
    #expect(try active(.none, delay: 10, at: 5) == nil && active(.forwards, delay: 10, at: 5) == nil)
    // A negative end delay puts the end before the beginning: both are at 0.
    #expect(try active(.backwards, delay: -10, endDelay: -200, at: -5) == 5)
    // Active phase.
    #expect(try active(.none, delay: 10, at: 10) == 0 && active(.none, delay: -10, at: 0) == 10)
    // After phase: the active duration at most, and where a negative end delay cuts it off, as far as time goes.
    #expect(try active(.forwards, at: 150) == 100 && active(.backwards, at: 150) == nil)
    #expect(try active(.forwards, endDelay: -50, at: 50) == 50 && active(.forwards, endDelay: -50, at: 70) == 70)
    #expect(try active(.forwards, delay: 50, endDelay: -175, at: 25) == 0)
  }

  @Test func phasesAndStates() throws {
    func phase(_ time: Double, delay: Double = 0, endDelay: Double = 0, rate: Double = 1) throws -> Timing.Phase {
      try EffectTiming(delay: delay, endDelay: endDelay, duration: 1, playbackRate: rate).computed(at: time).phase
    }
    let sliver = 1e-9
    #expect(try phase(-sliver) == .before && phase(0) == .active && phase(1 - sliver) == .active && phase(1) == .after)
    #expect(try phase(1 - sliver, delay: 1) == .before && phase(1, delay: 1) == .active)
    #expect(try phase(-sliver, delay: -0.5) == .before && phase(0, delay: -0.5) == .active)
    #expect(try phase(0.5, delay: -0.5) == .after && phase(0, delay: -1) == .after)
    #expect(try phase(0.5 - sliver, endDelay: -0.5) == .active && phase(0.5, endDelay: -0.5) == .after)
    #expect(try phase(-sliver, endDelay: -2) == .before && phase(0, endDelay: -2) == .after)
    #expect(
      try phase(0.5, delay: 1, endDelay: -1.5) == .after && phase(0.5 - sliver, delay: 1, endDelay: -1.5) == .before)
    // Backwards, the boundaries belong to the other sides.
    #expect(try phase(0, rate: -1) == .active && phase(1, rate: -1) == .before)
    #expect(try phase(-sliver, rate: -1) == .after && phase(1 - sliver, rate: -1) == .active)
    #expect(try phase(1, endDelay: 1, rate: -1) == .active && phase(1 - sliver, endDelay: 1, rate: -1) == .after)
    #expect(try phase(.nan) == .idle)
    let endless = try EffectTiming(duration: 1, iterations: .infinity, playbackRate: -1)
    #expect(endless.computed(at: 3).phase == .idle && endless.computed(at: 3).localTime == nil)
    #expect(try EffectTiming(duration: 1, iterations: .infinity).computed(at: .infinity).phase == .after)
  }

  /// Iterations and progress in the before phase, in the middle and at the end, of 0, 3, 3.5 and infinitely many, from
  /// 0, 2.5 and 3 on.
  @Test func currentIterationAndSimpleProgress() throws {
    typealias Row = (
      iterations: Double, start: Double, duration: Double, before: Double, active: Double?, after: Double,
      progress: (Double, Double)
    )
    let rows: [Row] = [
      (0, 0, 0, 0, nil, 0, (0, 0)), (0, 0, 100, 0, nil, 0, (0, 0)), (0, 0, .infinity, 0, nil, 0, (0, 0)),
      (0, 2.5, 0, 2, nil, 2, (0.5, 0.5)), (0, 2.5, 100, 2, nil, 2, (0.5, 0.5)), (0, 3, 100, 3, nil, 3, (0, 0)),
      (3, 0, 0, 0, nil, 2, (0, 1)), (3, 0, 100, 0, 0, 2, (0, 1)), (3, 2.5, 0, 2, nil, 5, (0.5, 0.5)),
      (3, 2.5, 100, 2, 2, 5, (0.5, 0.5)), (3, 3, 0, 3, nil, 5, (0, 1)), (3, 3, 100, 3, 3, 5, (0, 1)),
      (3.5, 0, 0, 0, nil, 3, (0, 0.5)), (3.5, 0, 100, 0, 0, 3, (0, 0.5)), (3.5, 2.5, 0, 2, nil, 5, (0.5, 1)),
      (3.5, 2.5, 100, 2, 2, 5, (0.5, 1)), (3.5, 3, 100, 3, 3, 6, (0, 0.5)),
      (.infinity, 0, 0, 0, nil, .infinity, (0, 1)), (.infinity, 2.5, 0, 2, nil, .infinity, (0.5, 0.5)),
      (.infinity, 3, 0, 3, nil, .infinity, (0, 1)), (.infinity, 2.5, 100, 2, 2, .infinity, (0.5, 0.5)),
    ]
    for row in rows {
      let timing = try EffectTiming(
        delay: 1, duration: row.duration, iterationStart: row.start, iterations: row.iterations, fill: .both)
      #expect(timing.computed(at: 0).currentIteration == row.before, "\(timing)")
      #expect(timing.computed(at: 0).simpleProgress == row.progress.0, "\(timing)")
      if let active = row.active { #expect(timing.computed(at: 1).currentIteration == active, "\(timing)") }
      #expect(timing.computed(at: .infinity).currentIteration == row.after, "\(timing)")
      #expect(timing.computed(at: .infinity).simpleProgress == row.progress.1, "\(timing)")
    }
    let still = try EffectTiming(duration: .infinity, iterationStart: 2.5, iterations: 3)
    #expect(still.computed(at: 1e9).simpleProgress == 0.5 && still.computed(at: 1e9).currentIteration == 2)
    let odd = try EffectTiming(duration: 100, iterations: 3, direction: .alternate)
    #expect(odd.computed(at: 150).directedProgress == 0.5 && odd.computed(at: 125).directedProgress == 0.75)
    #expect(odd.computed(at: 100).currentIteration == 1 && odd.computed(at: 100).directedProgress == 1)
    let reverse = try EffectTiming(duration: 1, iterations: .infinity, direction: .alternateReverse, fill: .both)
    #expect(reverse.computed(at: 0.25).amount == 0.75 && reverse.computed(at: .infinity).amount == 1)
  }

  /// The before flag: steps at 0 haven't jumped yet, and in reverse not at the end.
  @Test func stepsHaveABeforeFlag() throws {
    func amount(_ easing: CSSEasing, _ direction: Timing.Direction, at time: Double) throws -> Double? {
      let timing = try EffectTiming(delay: 1, duration: 1, direction: direction, fill: .both, easing: easing)
      let amount = timing.computed(at: time).amount
      let starts: [Float] = [0]
      let amounts = output(1) { timing.amounts(at: time, starts: starts.span, into: $0) }
      #expect(amounts == [amount.map { Float($0) } ?? .nan])
      return amount
    }
    let line = try CSSEasing("linear(0 0%, 1 0%, 0.5 100%)")
    #expect(try amount(line, .normal, at: 0) == 0 && amount(line, .normal, at: 1) == 1)
    #expect(try amount(line, .reverse, at: 1) == 0.5 && amount(line, .reverse, at: 2) == 0)
    #expect(try amount(.stepStart, .normal, at: 0) == 0 && amount(.stepStart, .normal, at: 1) == 1)
    #expect(try amount(.stepStart, .reverse, at: 1.5) == 1 && amount(.stepStart, .reverse, at: 2) == 0)
    #expect(try amount(.stepEnd, .normal, at: 1.5) == 0 && amount(.stepEnd, .normal, at: 2) == 1)
    #expect(try amount(.stepEnd, .reverse, at: 0) == 1 && amount(.stepEnd, .reverse, at: 1.5) == 0)
  }

  /// Decimal durations, whose multiples are rounded: the end is the end, from its first instant on.
  @Test func theEndIsExact() throws {
    for hundredths in 1...300 {
      for (iterations, delay) in [(1.0, 0.0), (3, 0), (6, 0.1), (7, 0.7), (10, 1.3)] {
        let duration = Double(hundredths) / 100
        let timing = try EffectTiming(delay: delay, duration: duration, iterations: iterations, fill: .forwards)
        for time in [timing.endTime, timing.endTime + 1, .infinity] {
          let computed = timing.computed(at: time)
          #expect(
            computed.simpleProgress == 1 && computed.currentIteration == iterations - 1, "\(timing) at \(time)")
        }
        let starts: [Float] = [0]
        let amounts = output(1) { timing.amounts(at: timing.endTime + 1, starts: starts.span, into: $0) }
        #expect(amounts == [1], "\(timing)")
      }
    }
  }

  @Test func iterationsBuildUponEachOther() throws {
    let timing = try EffectTiming(duration: 2, iterations: 3, fill: .forwards)
    func value(at time: Double) -> Double {
      let computed = timing.computed(at: time)
      return computed.accumulated(10 * (computed.amount ?? 0), final: 10)
    }
    #expect([-1, 0, 1, 2, 5, 6, 7].map(value) == [0, 0, 5, 10, 25, 30, 30])
    let endless = try EffectTiming(duration: 0, iterations: .infinity, fill: .forwards).computed(at: 1)
    #expect(endless.accumulated(1.0, final: 10) == 1)
  }

  // MARK: Core Animation

  /// By the rule t = (tp - beginTime) * speed + timeOffset, folded into the basic duration, which is there and back if
  /// it autoreverses.
  @Test func coreAnimationsTiming() throws {
    var generator = Generator(seed: Settings.seed)
    for _ in 0..<2000 {
      func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &generator)) / 8 }
      let (begin, duration, offset) = (number(-20...20), number(1...16), number(-40...40))
      let speed = number(-24...24)
      let (count, lasts, autoreverses) = (number(0...24), number(0...40), generator.oneIn(2))
      let timing = try EffectTiming(
        beginTime: begin, duration: duration, speed: speed, timeOffset: offset, repeatCount: count,
        repeatDuration: lasts, autoreverses: autoreverses, fillMode: .none)
      let basic = autoreverses ? 2 * duration : duration
      let active = lasts > 0 ? lasts : (count > 0 ? count : 1) * basic
      #expect(abs(timing.activeDuration - active) < 1e-9)
      for _ in 0..<20 {
        let time = begin + Double.random(in: -1...1.3, using: &generator) * active / max(abs(speed), 0.1)
        let passed = (time - begin) * abs(speed)
        let computed = timing.computed(at: time)
        guard speed == 0 || abs(passed) > 1e-9, abs(passed - active) > 1e-9 else { continue }
        if speed != 0, passed < 0 || passed > active || time < 0 && begin < 0 {
          #expect(computed.amount == nil)
          continue
        }
        let t = (time - begin) * speed + offset
        let folded = t - (t / basic).rounded(.down) * basic
        let expected = (folded > duration ? 2 * duration - folded : folded) / duration
        // On either side of a jump.
        let distance = abs(try #require(computed.amount) - expected)
        #expect(distance < 1e-9 || !autoreverses && abs(distance - 1) < 1e-9, "\(timing) at \(time)")
      }
    }
    let paused = try EffectTiming(beginTime: 0, duration: 2, speed: 0, timeOffset: 0.5)
    #expect(paused.computed(at: 100).amount == 0.25)
    let forever = try EffectTiming(beginTime: 0, duration: 2, repeatCount: Double(Float.greatestFiniteMagnitude))
    #expect(forever.iterations == .infinity)
    let back = try EffectTiming(beginTime: 1, duration: 2, speed: -1, repeatCount: .infinity)
    #expect(back.computed(at: 1.5).amount == 0.75 && back.computed(at: 1).amount == 1)
  }

  /// A member's begin time counts from the beginning of each of the group's iterations.
  @Test func groupsGiveTheirMembersTimes() throws {
    let group = try EffectTiming(beginTime: 10, duration: 4, repeatCount: 2)
    let member = try EffectTiming(beginTime: 1, duration: 2, fillMode: .backwards)
    func amount(at time: Double) -> Double? {
      group.computed(at: time).time.flatMap { member.computed(at: $0).amount }
    }
    #expect([9, 10.5, 11.5, 12, 13.5, 14.5, 16, 18].map(amount) == [nil, 0, 0.25, 0.5, nil, 0, 0.5, nil])
  }

  // MARK: Data

  @Test func badNumbersAreNamed() {
    func error(_ create: () throws -> EffectTiming) -> EffectTimingError? {
      do {
        _ = try create()
        return nil
      } catch { return error as? EffectTimingError }
    }
    #expect(error { try EffectTiming(delay: .infinity, duration: 1) } == .notFinite(.delay, .infinity))
    #expect(error { try EffectTiming(endDelay: -.infinity, duration: 1) } == .notFinite(.endDelay, -.infinity))
    #expect(error { try EffectTiming(duration: -1) } == .negative(.duration, -1))
    #expect(error { try EffectTiming(duration: 1, iterationStart: -0.5) } == .negative(.iterationStart, -0.5))
    #expect(error { try EffectTiming(duration: 1, iterations: -2) } == .negative(.iterations, -2))
    #expect(error { try EffectTiming(duration: 1, playbackRate: .infinity) } == .notFinite(.playbackRate, .infinity))
    #expect(error { try EffectTiming(beginTime: 0, repeatCount: -1) } == .negative(.iterations, -1))
    #expect("\(EffectTimingError.negative(.duration, -1))" == "duration is -1.0, but must be 0 or more")
    for bad in [Double.nan] {
      #expect(error { try EffectTiming(duration: bad) } != nil)
      #expect(error { try EffectTiming(duration: 1, iterations: bad) } != nil)
      #expect(error { try EffectTiming(duration: 1, iterationStart: bad) } != nil)
    }
  }

  @Test func survivesCoding() throws {
    let timings = [
      try EffectTiming(duration: 1),
      try EffectTiming(
        delay: -1, endDelay: 2, duration: .infinity, iterationStart: 0.5, iterations: .infinity,
        direction: .alternateReverse, fill: .both, easing: .steps(3), playbackRate: -2),
    ]
    for timing in timings {
      let data = try JSONEncoder().encode(timing)
      #expect(try JSONDecoder().decode(EffectTiming.self, from: data) == timing)
      let wrong = String(decoding: data, as: UTF8.self).replacingOccurrences(
        of: "\"playbackRate\":", with: "\"endDelay\":0,\"playbackRate\":1e999,\"x\":")
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(EffectTiming.self, from: Data(wrong.utf8)) }
    }
    let negative =
      #"{"delay":0,"endDelay":0,"duration":-1,"iterationStart":0,"iterations":"infinite","#
      + #""direction":"normal","fill":"none","easing":"linear","playbackRate":1}"#
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(EffectTiming.self, from: Data(negative.utf8))
    }
    #expect(error.explanation == ": duration is -1.0, but must be 0 or more")
    #expect("\(timings[0])" == "EffectTiming(duration: 1.0)")
    #expect("\(timings[1])".contains("direction: .alternateReverse, fill: .both, easing: steps(3), playbackRate: -2.0"))
  }
}
