import Testing
import VectorKernels

/// The batched progress of animations against one at a time.
@Suite(.seeded) struct ProgressTests {
  /// Elapsed times from a few passes to a month, at times whose distance to the start `Float` can't hold.
  private static func times(_ prepared: PreparedAnimation, using generator: inout Generator) -> (Double, [Float]) {
    let now =
      generator.oneIn(2) ? Double.random(in: 0...10, using: &generator) : .random(in: 1e5...3e6, using: &generator)
    let span = min(prepared.duration, 10) * 1.5 + 0.1
    let starts = (0..<24).map { _ in
      generator.oneIn(4)
        ? Float(Int.random(in: 0...100, using: &generator))
        : Float(now - Double.random(in: -0.2...span, using: &generator))
    }
    return (now, starts)
  }

  /// How far a result may be from that at the exact time, in seconds: the kernel's documented error is in passes.
  private static func slack(_ prepared: PreparedAnimation) -> Double {
    let error = (isFused ? 2e-7 : 3e-7) * (prepared.autoreverses ? 2 : 1)
    return prepared.rate > 0 ? error / prepared.rate : 0
  }

  @Test func sharedTimingIsThatOfTheAnimation() throws {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<Settings.cases / 20 {
      let modifiers = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        Modifier(using: &generator, delays: -0.5...1)
      }
      let animation = modifiers.reduce(Animation.linear(duration: .random(in: 0.1...2, using: &generator))) {
        $0.modified(by: $1)
      }
      guard let prepared = try? animation.prepared(), prepared.progressPerPass < 1e3 else { continue }
      let (now, starts) = Self.times(prepared, using: &generator)
      let mirrored = output(starts.count) { prepared.progress(at: now, starts: starts.span, into: $0) }
      let amounts = output(starts.count) { prepared.amounts(at: now, starts: starts.span, into: $0) }
      var reversed = starts
      let progress = output(starts.count) {
        prepared.progress(at: now, starts: starts.span, into: $0, reversed: reversed.mutableSpan)
      }
      for (i, start) in starts.enumerated() {
        // One that is elsewhere within the error of the time may have jumped: then any between is right.
        let time = now - Double(start)
        let slack = Self.slack(prepared) + 1e-12 * now
        let near = [time - slack, time, time + slack].map(prepared.amount(at:))
        let (low, high) = (
          near.min()! - 2e-7 * max(1, prepared.progressPerPass), near.max()! + 2e-7 * max(1, prepared.progressPerPass)
        )
        let unmirrored = reversed[i] == 1 ? 1 - progress[i] : progress[i]
        for (name, found) in [("mirrored", mirrored[i]), ("amount", amounts[i]), ("reversed", unmirrored)] {
          verdict.require(
            Double(found) >= low && Double(found) <= high, row,
            "\(animation): \(name) \(found) instead of \(low)...\(high) at \(now) - \(start)")
        }
        verdict.require(
          (0...1).contains(progress[i]) && [0, 1].contains(reversed[i]), row, "\(progress[i]), \(reversed[i])")
      }
    }
  }

  @Test func ownTimingIsThatOfTheAnimation() {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    let count = Settings.cases
    let now = 100_000.123_456_789
    var (start, rate, passes, pace): ([Float], [Float], [Float], [Float]) = ([], [], [], [])
    for _ in 0..<count {
      start.append(
        Float(
          generator.oneIn(3)
            ? Double.random(in: 0...1e5, using: &generator) : now - Double.random(in: -0.5...4, using: &generator)))
      rate.append(Float(Draw<Double>.logarithmic(0.1...10).next(using: &generator)))
      let number = generator.oneIn(3) ? Float.infinity : Float(Int.random(in: 1...9, using: &generator))
      passes.append(generator.oneIn(2) ? number : -number)
      pace.append(generator.oneIn(2) ? 1 : Float.random(in: 1...4, using: &generator))
    }
    let mirrored = output(count) {
      Batch.progress(
        at: now, starts: start.span, rates: rate.span, passes: passes.span, progressPerPass: pace.span, into: $0)
    }
    var reversed = start
    let progress = output(count) {
      Batch.progress(
        at: now, starts: start.span, rates: rate.span, passes: passes.span, progressPerPass: pace.span, into: $0,
        reversed: reversed.mutableSpan)
    }
    for i in 0..<count {
      // The formula, literally.
      let elapsed = max(0, now.reference - start[i].reference)
      let v = elapsed * rate[i].reference
      let autoreverses = passes[i] < 0
      func amount(_ v: Reference) -> Reference {
        if v >= passes[i].magnitude.reference { return 1 }
        let pass = max(0, v).rounded(.down)
        let p = max(0, 1 - (1 - (max(0, v) - pass)) * pace[i].reference)
        return autoreverses && pass.truncatingRemainder(dividingBy: 2) == 1 ? 1 - p : p
      }
      let error: Reference = (isFused ? 2e-7 : 3e-7) * (autoreverses ? 2 : 1)
      let near = [v - error, v, v + error].map(amount)
      let slack = 2e-7 * pace[i].reference
      let (low, high) = (near.min()! - slack, near.max()! + slack)
      let unmirrored = reversed[i] == 1 ? 1 - progress[i] : progress[i]
      for found in [mirrored[i], unmirrored] {
        verdict.require(
          found.reference >= low && found.reference <= high, i,
          "\(found) instead of \(low)...\(high) for \(start[i]), \(rate[i]), \(passes[i]), \(pace[i])")
      }
    }
  }

  /// Curves and springs with modifiers: what interpolation takes.
  @Test func amountsAreThoseOfTheAnimation() throws {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<Settings.cases / 50 {
      let base: Animation =
        switch row % 4 {
        case 0: .easeIn(duration: .random(in: 0.1...2, using: &generator))
        case 1:
          .spring(duration: .random(in: 0.2...1, using: &generator), bounce: .random(in: -0.3...0.7, using: &generator))
        case 2:
          .interpolatingSpring(duration: 0.4, bounce: 0.3, initialVelocity: .random(in: -5...5, using: &generator))
        default: .spring(duration: .random(in: 0.5...2, using: &generator), bounce: 1)
        }
      let modifiers = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        Modifier(using: &generator, delays: 0...1)
      }
      let animation = modifiers.reduce(base) { $0.modified(by: $1) }
      guard let prepared = try? animation.prepared(), prepared.progressPerPass < 100 else { continue }
      let now = Double.random(in: 0...20, using: &generator)
      let starts = (0..<300).map { _ in Float(now - Double.random(in: -0.2...6, using: &generator)) }
      // Baking takes some time, so not all are.
      let used = row % 32 == 0 ? prepared.tabulated() : prepared
      let amounts = output(starts.count) { used.amounts(at: now, starts: starts.span, into: $0) }
      for (i, start) in starts.enumerated() {
        let time = now - Double(start)
        // Slopes of the curve and rates of the springs are below 100 per pass at most, and Float's own error.
        let slack = Self.slack(prepared) * prepared.progressPerPass + 1e-12
        let near = [time - slack, time, time + slack].map(prepared.amount(at:))
        let error = 1e-5 * max(1, abs(near[1]))
        verdict.require(
          Double(amounts[i]) >= near.min()! - error && Double(amounts[i]) <= near.max()! + error, row,
          "\(animation): \(amounts[i]) instead of \(near) at \(now) - \(start)")
      }
    }
  }

  /// After a month of passes the progress is as right as in the first.
  @Test func repetitionForWeeks() throws {
    for autoreverses in [false, true] {
      let animation = Animation.linear(duration: 0.35).repeatForever(autoreverses: autoreverses)
      let prepared = try animation.prepared()
      let starts: [Float] = (0..<64).map { Float($0) / 8 }
      for day in [1.0, 30, 365] {
        let now = day * 86400 + 0.123
        let found = output(starts.count) { prepared.progress(at: now, starts: starts.span, into: $0) }
        for (i, start) in starts.enumerated() {
          let time = now - Double(start)
          // The rate itself is rounded to a Double.
          let slack = 0.35 * 4e-7 + time * 2e-16 * 4
          let near = [time - slack, time, time + slack].map { animation.amount(at: $0) }
          #expect(Double(found[i]) >= near.min()! - 2e-7 && Double(found[i]) <= near.max()! + 2e-7, "day \(day), \(i)")
        }
      }
    }
  }

  @Test func waitingAndFinishedAreExact() throws {
    let animations: [Animation] = [
      .easeInOut, .bouncy, .spring(duration: 0.5, bounce: -0.5), .easeIn.delay(1).repeatCount(4),
      .snappy.repeatCount(2), .linear(duration: 0), .linear(duration: 0).delay(0.5),
    ]
    for animation in animations {
      let prepared = try animation.prepared()
      let starts: [Float] = [1001, 1000, Float(1000 - prepared.duration - 1), -1e6]
      for call in [prepared.amounts(at:starts:into:), prepared.progress(at:starts:into:)] {
        let found = output(4) { call(1000, starts.span, $0) }
        let before: Float = prepared.duration == 0 ? 1 : 0
        #expect(found == [before, before, 1, 1], "\(animation): \(found)")
      }
    }
  }

  /// Rates and velocities that no `Float` holds.
  @Test func absurdNumbersBeginAtTheStart() throws {
    let animations: [Animation] = [
      .linear(duration: 1e-40), .easeIn(duration: 1e-300).repeatForever(), .linear(duration: 1e-40).repeatCount(3),
      .bouncy.speed(1e40), .bouncy.speed(.infinity).repeatForever(autoreverses: false),
      .interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: -1e100),
      .interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: 1e300),
    ]
    for animation in animations {
      let prepared = try animation.prepared()
      let starts: [Float] = [0, 1]
      for call in [prepared.amounts(at:starts:into:), prepared.progress(at:starts:into:)] {
        #expect(output(2) { call(0, starts.span, $0) } == [0, 0], "\(animation)")
        #expect(!output(2) { call(10, starts.span, $0) }.contains { $0.isNaN }, "\(animation)")
      }
    }
    let undamped = try Animation.spring(bounce: 1).delay(-1e300).prepared()
    #expect((0...2).contains(output(1) { undamped.amounts(at: 0, starts: [0].span, into: $0) }[0]))
  }

  /// An endless delay stays endless at any speed.
  @Test(arguments: [1, 1e-6, 1e-9, 1e-300])
  func endlessDelaysStayEndless(speed: Double) throws {
    let animation = Animation.easeIn(duration: 1).delay(.infinity).speed(speed)
    let prepared = try animation.prepared()
    let starts = [Float](repeating: 0, count: 3)
    for time in [0, 5, 1e16] {
      let amounts = output(3) { prepared.amounts(at: time, starts: starts.span, into: $0) }
      #expect(amounts == [0, 0, 0] && prepared.amount(at: time) == 0 && animation.amount(at: time) == 0, "at \(time)")
    }
  }

  @Test func absurdTimesStayInTheirSlot() throws {
    for animation in [Animation.easeIn.repeatForever(), .easeIn, .bouncy.delay(1).repeatCount(3), .spring(bounce: 1)] {
      let prepared = try animation.prepared()
      let starts: [Float] = [0, .nan, 0.1, .infinity, 0, -.infinity, 0, 3e38, 0.2]
      let clean: [Float] = [0, 0, 0.1, 0, 0, 0, 0, 0, 0.2]
      let found = output(9) { prepared.amounts(at: 0.4, starts: starts.span, into: $0) }
      let expected = output(9) { prepared.amounts(at: 0.4, starts: clean.span, into: $0) }
      for i in [0, 2, 4, 6, 8] { #expect(found[i] == expected[i]) }
      #expect(found[1].isNaN)
      let unknown = output(9) { prepared.amounts(at: .nan, starts: clean.span, into: $0) }
      #expect(unknown.count(where: \.isNaN) == 9, "\(animation)")
      for time in [Double.infinity, -.infinity, 1e300] {
        _ = output(9) { prepared.amounts(at: time, starts: starts.span, into: $0) }
      }
    }
  }

  @Test func tabulatedAnimationsAreTheSame() throws {
    let animation = Animation.timingCurve(0.3, 0, 0.2, 1.1, duration: 0.7).delay(0.1).repeatForever()
    let (prepared, tabulated) = (try animation.prepared(), try animation.prepared().tabulated())
    #expect(prepared == tabulated && Set([prepared, tabulated]).count == 1)
    let starts = (0..<2000).map { Float($0) / 500 }
    let solved = output(2000) { prepared.amounts(at: 10, starts: starts.span, into: $0) }
    let found = output(2000) { tabulated.amounts(at: 10, starts: starts.span, into: $0) }
    // Both promise 1e-6 of the highest control point (1.5 times that unfused).
    for (a, b) in zip(solved, found) { #expect(abs(a - b) <= 3.3e-6) }
    let spring = try Animation.bouncy.prepared()
    #expect(spring.tabulated() == spring)
  }

  @Test func reversingTakesFromOne() {
    var values: [Float] = [0, 1, 0.25, -0.5, 1.5, .nan]
    Batch.reverse(values.mutableSpan, where: [1, 1, 1, 1, 0, 0].span)
    #expect(values[..<5] == [1, 0, 0.75, 1.5, 1.5] && values[5].isNaN)
  }
}
