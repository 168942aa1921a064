import Foundation
import Testing
import VectorKernels

/// Properties each of which moves along a curve or by a spring that no other one has.
@Suite(.seeded) struct OwnShapesTests {
  /// An animation whose curve or spring is unlike all others'.
  private func animation(_ index: Int, _ random: inout Generator) -> Animation {
    let (a, b) = (Double.random(in: 0.1...0.7, using: &random), Double.random(in: 0.3...0.9, using: &random))
    let (y1, y2) = (Double.random(in: -0.5...0.5, using: &random), Double.random(in: 0.5...1.5, using: &random))
    let duration = Double.random(in: 0.5...2, using: &random)
    let curve = Animation.timingCurve(a, y1, b, y2, duration: duration)
    switch index % 6 {
    case 4: return .timingCurve(polynomials(&random), duration: duration)
    case 5: return .timingCurve(polynomials(&random), duration: duration).repeatForever(autoreverses: random.oneIn(2))
    case 0: return curve
    case 1: return curve.repeatForever(autoreverses: random.oneIn(2))
    case 2:
      let spring = Animation.spring(duration: duration, bounce: Double.random(in: -0.3...0.5, using: &random))
      return spring.repeatCount(3, autoreverses: random.oneIn(2))
    default:
      let spring = Spring(duration: duration, bounce: 0.2)
      return .interpolatingSpring(spring, initialVelocity: y1).delay(0.1).repeatForever(autoreverses: random.oneIn(2))
    }
  }

  /// A curve that consists of polynomials, of every kind. Its slopes are at most 6.
  private func polynomials(_ random: inout Generator) -> UnitCurve {
    func value() -> Double { Double.random(in: 0...1, using: &random) }
    let (x, y) = (Double.random(in: 0.3...0.7, using: &random), value())
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return UnitCurve(.steps(Int.random(in: 1...200, using: &random), .jumpBoth))
    case 1: return UnitCurve(.steps(Int.random(in: 2...200, using: &random), .jumpNone))
    case 2: return UnitCurve(.linear([.init(0), .init(y, at: x), .init(value(), at: x), .init(1)]))
    case 3: return UnitCurve(samples: (0..<5).map { _ in value() })
    case 4 where y < 0.5: return UnitCurve.tabulated { 0.5 + 0.38 * sin(15 * $0) }.curve
    case 4: return UnitCurve.tabulated { $0 * (y + (1 - y) * $0 * $0) }.curve
    case 5: return UnitCurve.catmullRom(through: (0..<5).map { _ in value() })
    case 6: return .backEaseOut(overshoot: 3 * y)
    default: return .backEaseInOut(overshoot: y)
    }
  }

  /// At progresses that are exact, amounts are off by no more than the rounding of numbers: coefficients and sums by
  /// 2^-24 each of terms that add up to at most 7, and the interpolation by 2^-24. A jump happens at its instant.
  @Test func polynomialsAreThoseOfTheCurve() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 300))
    let curves = handles.map { _ in polynomials(&random) }
    for (handle, curve) in zip(handles, curves) {
      try animator.animate(handle, to: 1, using: .timingCurve(curve, duration: 1))
    }
    for frame in 0..<256 {
      animator.advance(to: Double(frame) / 256)
      for (handle, curve) in zip(handles, curves) {
        let (value, exact) = (Double(try animator.value(of: handle)), curve.value(at: Double(frame) / 256))
        #expect(abs(value - exact) <= 15 * 0x1p-24, "\(value) instead of \(exact) at \(frame) for \(curve)")
      }
    }
  }

  /// An animator remembers the polynomials of 1024 curves. One that it has forgotten gives the same values again.
  @Test func forgottenCurvesAreTheSame() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    let curves = (0..<2000).map { index in
      let values = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
      return index % 2 == 0
        ? UnitCurve(samples: values)
        : UnitCurve(.linear([.init(0), .init(values[0], at: 0.2 + 0.6 * values[1]), .init(values[2]), .init(1)]))
    }
    // Twice each, with all others in between.
    let handles = Array(animator.add(0, count: 2 * curves.count))
    for (handle, curve) in zip(handles, curves + curves) {
      try animator.animate(handle, to: 1, using: .timingCurve(curve, duration: 1))
    }
    for frame in 0..<20 {
      animator.advance(to: Double(frame) / 19)
      // The first sixteen are shared.
      for index in curves.indices.dropFirst(16) {
        let (first, second) = (try animator.value(of: handles[index]), animator[handles[curves.count + index]])
        #expect(second == first, "at \(frame) for \(curves[index])")
      }
    }
  }

  /// A jump that no `Float` is exactly at happens between the two beside it, and one at 0 has happened there.
  @Test(arguments: [3, 7, 11, 49, 255, 256])
  func jumpsHappenAtTheirInstants(count: Int) throws {
    var animator = Animator<Float>()
    // Shapes that are shared, so that the steps aren't.
    for index in 0..<20 {
      let other = UnitCurve(samples: [Double(index), 1])
      try animator.animate(animator.add(0), to: 1, using: .timingCurve(other, duration: 1))
    }
    let curves = [CSSEasing.StepPosition.jumpStart, .jumpEnd, .jumpBoth, .jumpNone].map {
      UnitCurve(.steps(count, $0))
    }
    let bent = UnitCurve(.linear([.init(0.5), .init(0.2, at: 1.0 / 3), .init(0.7, at: 1.0 / 3), .init(1)]))
    let handles = Array(animator.add(0, count: 5))
    for (handle, curve) in zip(handles, curves + [bent]) {
      try animator.animate(handle, to: 1, using: .timingCurve(curve, duration: 1))
    }
    for step in 0..<count {
      let instant = Double(step) / Double(count)
      for progress in [Float(instant).nextDown, Float(instant), Float(instant).nextUp] where progress >= 0 {
        animator.advance(to: Double(progress))
        for (handle, curve) in zip(handles, curves + [bent]) {
          let (value, exact) = (Double(try animator.value(of: handle)), curve.value(at: Double(progress)))
          #expect(abs(value - exact) <= 3 * 0x1p-24, "\(value) instead of \(exact) at \(progress) for \(curve)")
        }
      }
    }
  }

  /// Until its delay is over, a property stands exactly where it began, however steep its curve.
  @Test func delayedPropertiesStand() throws {
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 60))
    for (index, handle) in handles.enumerated() {
      let curve =
        index % 2 == 0
        ? UnitCurve(.linear([.init(0), .init(1e6 + Double(index), at: 0.3), .init(1)]))
        : .backEaseIn(overshoot: 900 + Double(index))
      try animator.animate(handle, to: 1, using: .timingCurve(curve, duration: 1).delay(1))
    }
    animator.advance(to: 0.5)
    for handle in handles { #expect(try animator.value(of: handle) == 0) }
  }

  /// Curves that polynomials can't be, or that need too many, have the values of the curve too.
  @Test func otherCurvesAreThemselves() throws {
    var animator = Animator<Float>()
    var curves: [UnitCurve] = []
    for index in 0..<20 {
      let part = Double(index) / 20
      curves.append(UnitCurve(.steps(300 + index)))
      curves.append(UnitCurve(.linear([.init(0), .init(1e30, at: 1e-9 * part), .init(1)])))
      curves.append(UnitCurve.tabulated { x in x.squareRoot() + part * x }.curve)
      curves.append(.elasticEaseOut(amplitude: 1 + part, period: 0.3))
    }
    let handles = Array(animator.add(0, count: curves.count))
    for (handle, curve) in zip(handles, curves) {
      try animator.animate(handle, to: 1, using: .timingCurve(curve, duration: 1))
    }
    // The tables' promise of 1e-6 of the curve's largest magnitude, twice for the rounding of other kernels.
    let tolerances = curves.map { curve in
      2e-6 * (0...4096).reduce(1) { max($0, abs(curve.value(at: Double($1) / 4096))) }
    }
    // No step, and no end of a line, is at an odd multiple of a 4096th.
    for index in 0..<64 {
      let progress = Double(64 * index + 33) / 4096
      animator.advance(to: progress)
      for (place, curve) in curves.enumerated() {
        let (value, exact) = (Double(try animator.value(of: handles[place])), curve.value(at: progress))
        #expect(abs(value - exact) <= tolerances[place], "\(value), \(exact) at \(progress) for \(curve)")
      }
    }
  }

  /// The largest error of an amount, which is also what the animator promises. The curves' slopes are at most 6, so the
  /// solver's 3e-7 in x give 1.8e-6. A begin is rounded by half a unit in the last place of a `Float` below 8, 2.4e-7 s,
  /// at 12 amounts a second: 2.9e-6. A rate is rounded by 6e-8 of itself, over at most nine passes: 3.2e-6. For springs,
  /// the rounding of a pass's progress, 6e-8, makes 3e-6 at the 12 periods that the longest pass has.
  private let tolerance = 1e-5

  @Test func amountsAreThoseOfTheAnimation() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 400))
    let animations = handles.indices.map { animation($0, &random) }
    for (handle, animation) in zip(handles, animations) { try animator.animate(handle, to: 1, using: animation) }
    for frame in 1...120 {
      let time = Double(frame) * 0.0371
      animator.advance(to: time)
      for (index, handle) in handles.enumerated() {
        let exact = animations[index].amount(at: time)
        // A pass that ends within a rounding of the time may be over or not.
        let (before, after) = (animations[index].amount(at: time - 1e-6), animations[index].amount(at: time + 1e-6))
        if abs(after - before) > 1e-3 { continue }
        #expect(abs(Double(try animator.value(of: handle)) - exact) < tolerance, "\(animations[index]) at \(time)")
      }
    }
  }

  /// Bezier curves are solved for a quarter of a block at a time. Each of more properties than that moves by its own.
  @Test(arguments: [false, true])
  func everyPartOfABlockMovesByItsCurves(repeats: Bool) throws {
    var animator = Animator<AnimatablePair<Float, Float>>()
    let handles = Array(animator.add(.zero, count: 2300))
    // Every third pass goes back while the others go forward.
    let animations = handles.indices.map { index in
      let animation = Animation.timingCurve(Double(index) / 2300, 0, 0.5, 1, duration: index % 3 == 0 ? 1 : 2)
      return repeats ? animation.repeatForever(autoreverses: true) : animation
    }
    for (index, handle) in handles.enumerated() {
      let start = Float(index % 7)
      try animator.set(handle, to: AnimatablePair(start, -start))
      try animator.animate(handle, to: AnimatablePair(start + 1, Float(index % 5) / 4), using: animations[index])
    }
    for time in [0.3, 0.8, 1.4, 2.6] {
      animator.advance(to: time)
      for (index, handle) in handles.enumerated() {
        let (value, amount) = (try animator.value(of: handle), animations[index].amount(at: time))
        let start = Double(index % 7)
        let exact = (start + amount, -start + (Double(index % 5) / 4 + start) * amount)
        // Half a unit in the last place of a number below 8, twice, comes to the error of 7 times the amount.
        #expect(
          abs(Double(value.first) - exact.0) < tolerance + 1e-6
            && abs(Double(value.second) - exact.1) < 7 * tolerance + 1e-6,
          "\(value) instead of \(exact) at \(time) for \(animations[index])")
      }
    }
  }

  /// Velocities are those of the animation too, and so are both after days of passes.
  @Test func velocitiesAreThoseOfTheAnimation() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 200))
    let animations = handles.indices.map { animation(6 * $0 + [1, 3, 5][$0 % 3], &random) }
    for (handle, animation) in zip(handles, animations) { try animator.animate(handle, to: 1, using: animation) }
    for time in [0.4, 1.7, 86_400.3, 2_592_000.6] {
      animator.advance(to: time)
      for (index, handle) in handles.enumerated() {
        func near(_ value: (Double) -> Double) -> ClosedRange<Double> {
          // Half a microsecond for the clock, and one for the begin of a cycle, as a `Float` beside an epoch.
          let values = [-1.5e-6, 0, 1.5e-6].map { value(time + $0) }
          return values.min()!...values.max()!
        }
        let animation = animations[index]
        let (values, velocities) = (near(animation.amount), near { animation.velocity(from: 0.0, to: 1.0, at: $0) })
        // Between two passes anything may be shown.
        if values.upperBound - values.lowerBound > 1e-2 || velocities.upperBound - velocities.lowerBound > 1 {
          continue
        }
        let (value, velocity) = (Double(try animator.value(of: handle)), Double(try animator.velocity(of: handle)))
        #expect(
          value > values.lowerBound - tolerance && value < values.upperBound + tolerance, "\(animation) at \(time)")
        // The velocity is computed in `Double`, from parameters in `Float` for curves, which are 6e-8 of slopes up to 50.
        #expect(
          velocity > velocities.lowerBound - tolerance && velocity < velocities.upperBound + tolerance,
          "\(velocity) instead of \(velocities) for \(animation) at \(time)")
      }
    }
  }

  /// Springs of one block, sent on at random, whether they move, wait, or have just begun, at changing speeds, are where
  /// the closed form has them. A property that is sent on by the same spring keeps its step's matrix.
  @Test func springsSentOnAreThoseOfTheClosedForm() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    (animator.valueEpsilon, animator.velocityEpsilon) = (1e-5, 1e-4)
    let handles = Array(animator.add(0, count: 48))
    var models = handles.map { _ in SentSpring(spring: Self.spring(&random)) }
    for frame in 1...2000 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: handles.indices, using: &random)
        let (handle, target) = (handles[index], Float.random(in: -10...10, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
          let delay = Double.random(in: 0...0.08, using: &random)
          try animator.stop(handle)
          models[index].stop()
          try animator.animate(handle, to: target, using: .spring(models[index].spring), delay: delay)
          models[index].send(to: Double(target), delay: delay)
        case 2:
          let speed = [0.5, 1, 2].randomElement(using: &random)!
          try animator.setSpeed(of: handle, to: Float(speed))
          models[index].setSpeed(speed)
        case 3:
          models[index].spring = Self.spring(&random)
          fallthrough
        default:
          try animator.animate(handle, to: target, using: .spring(models[index].spring))
          models[index].send(to: Double(target), delay: 0)
        }
      }
      let step = random.oneIn(5) ? 0.011 : 1.0 / 64
      animator.advance(by: step)
      for (index, handle) in handles.enumerated() {
        models[index].advance(by: step)
        let (value, exact) = (Double(try animator.value(of: handle)), models[index].value)
        // A step's 2e-7 of the amplitude adds up along the way, and a spring that settled was 1e-5 away.
        let tolerance = 1e-5 * models[index].way + 1e-5
        try #require(abs(value - exact) <= tolerance, "\(index) is at \(value), not \(exact), in frame \(frame)")
      }
    }
  }

  private static func spring(_ random: inout Generator) -> Spring {
    Spring(
      response: Double.random(in: 0.2...1, using: &random), dampingRatio: Double.random(in: 0.3...1.5, using: &random))
  }

  /// A value that springs move, by the closed form in `Double`.
  private struct SentSpring {
    var spring: Spring
    var (from, velocity, target) = (0.0, 0.0, 0.0)
    /// Seconds of the spring's own time until it begins, or since then.
    var (remaining, elapsed) = (0.0, 0.0)
    var speed = 1.0
    /// The distances that it was sent, and those that its velocities would go, in all.
    var way = 0.0
    private var moving: Spring

    init(spring: Spring) { (self.spring, moving) = (spring, spring) }

    var value: Double {
      moving.value(fromValue: from, toValue: target, initialVelocity: velocity, time: elapsed)
    }

    private var presentVelocity: Double {
      remaining > 0 ? 0 : moving.velocity(fromValue: from, toValue: target, initialVelocity: velocity, time: elapsed)
    }

    mutating func stop() { (from, velocity, target, remaining, elapsed) = (value, 0, value, 0, 0) }

    mutating func send(to target: Double, delay: Double) {
      (from, velocity, self.target) = (value, presentVelocity, target)
      (moving, remaining, elapsed) = (spring, delay, 0)
      way += abs(target - from) + abs(velocity) * spring.response
    }

    mutating func setSpeed(_ speed: Double) { self.speed = speed }

    mutating func advance(by step: Double) {
      let seconds = step * speed
      elapsed += max(0, seconds - remaining)
      remaining = max(0, remaining - seconds)
    }
  }

  @Test func whatIsDoneToOneHarmsNoOther() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 300))
    let animations = handles.indices.map { animation($0, &random) }
    for (handle, animation) in zip(handles, animations) { try animator.animate(handle, to: 1, using: animation) }
    animator.advance(to: 0.2)
    for index in stride(from: 0, to: 300, by: 3) {
      switch index / 3 % 5 {
      case 0: try animator.pause(handles[index])
      case 1: try animator.reverse(handles[index])
      case 2: try animator.setSpeed(of: handles[index], to: 2)
      case 3: try animator.remove(handles[index])
      default: try animator.animate(handles[index], to: 5, using: animation(index, &random), retargeting: .add)
      }
    }
    func value(_ index: Int) throws -> Double { Double(try animator.value(of: handles[index])) }
    let before = try handles.indices.map { $0 % 15 == 0 ? try value($0) : 0 }
    animator.advance(to: 0.35)
    for index in handles.indices {
      let time =
        switch (index % 3, index / 3 % 5) {
        case (0, 1): 0.05
        case (0, 2): 0.5
        default: 0.35
        }
      switch (index % 3, index / 3 % 5) {
      case (0, 0): #expect(try value(index) == before[index])
      case (0, 3), (0, 4): break
      default:
        let (before, after) = (animations[index].amount(at: time - 1e-6), animations[index].amount(at: time + 1e-6))
        if abs(after - before) > 1e-3 { continue }
        #expect(abs(try value(index) - animations[index].amount(at: time)) < tolerance)
      }
    }
  }

  /// From a snapshot, in memory and in a file, the same calls give the same bits, whichever groups have become free.
  @Test func snapshotsContinueAlike() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    let handles = Array(animator.add(0, count: 200))
    func steps(_ animator: inout Animator<Float>, _ random: inout Generator) throws -> [UInt32] {
      var bits: [UInt32] = []
      for _ in 0..<150 {
        let handle = handles.randomElement(using: &random)!
        if random.oneIn(3) {
          try animator.stop(handle)
        } else {
          try animator.animate(
            handle, to: Float.random(in: -5...5, using: &random),
            using: animation(Int.random(in: 0..<6, using: &random), &random))
        }
        animator.advance(by: Double.random(in: 0...0.1, using: &random))
        for handle in handles { bits.append(try animator.value(of: handle).bitPattern) }
      }
      return bits
    }
    _ = try steps(&animator, &random)
    let (snapshot, data) = (animator.snapshot(), try JSONEncoder().encode(animator.snapshot()))
    let start = random
    let expected = try steps(&animator, &random)
    random = start
    var restored = Animator(restoring: snapshot)
    #expect(try steps(&restored, &random) == expected)
    random = start
    var decoded = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    #expect(try steps(&decoded, &random) == expected)
  }

  @Test func decodedCurvesAndSpringsMustBePossible() throws {
    var random = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    for index in 0..<120 { try animator.animate(animator.add(0), to: 1, using: animation(index, &random)) }
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(animator.snapshot()))
    let members = try #require(object as? [String: Any])
    let groups = try #require(members["groups"] as? [[String: Any]])
    for (driver, list, index, number, explanation) in [
      ("ownTween", "columns", 4, 1.5, "a control point's x of member 0 is 1.5, which no member can have"),
      ("ownTween", "columns", 5, 2e6, "a control point's y of member 0 is 2000000.0, which no member can have"),
      ("ownCurveRepetition", "columns", 10, -1, "a control point's x of member 0 is -1.0, which no member can have"),
      ("ownSpringRepetition", "times", 5, -1, "the angular frequency of member 0 is -1.0, which no member can have"),
      ("ownSpringRepetition", "times", 6, -1, "the damping ratio of member 0 is -1.0, which no member can have"),
      (
        "ownSpringRepetition", "times", 7, Double.nan,
        "the initial velocity of member 0 is nan, which no member can have"
      ),
      (
        "ownSpringRepetition", "times", 7, 1e13,
        "the initial velocity of member 0 is 10000000000000.0, which no member can have"
      ),
      ("ownSpringRepetition", "times", 8, 0, "the duration of a pass of member 0 is 0.0, which no member can have"),
    ] {
      let place = try #require(groups.firstIndex { ($0["driver"] as? [String: Any])?[driver] != nil }, "\(driver)")
      var (changed, wrong) = (groups, members)
      var columns = try #require(groups[place][list] as? [String])
      let size = try #require(Data(base64Encoded: columns[index])).count
      columns[index] =
        list == "columns"
        ? packed([Float](repeating: Float(number), count: size / 4))
        : packed([Double](repeating: number, count: size / 8))
      changed[place][list] = columns
      wrong["groups"] = changed
      let data = try JSONSerialization.data(withJSONObject: wrong)
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data)
      }
      #expect(error?.explanation == "groups[\(place)].\(list): \(explanation)")
    }
    for driver in ["ownPolynomialTween", "ownPolynomialRepetition"] {
      let place = try #require(groups.firstIndex { ($0["driver"] as? [String: Any])?[driver] != nil }, "\(driver)")
      let ease = try JSONSerialization.jsonObject(with: JSONEncoder().encode([UnitCurve.easeIn]))
      let size = try #require(Data(base64Encoded: groups[place]["slots"] as? String ?? "")).count / 4
      for (key, value, explanation) in [
        ("tracks", ease, "tracks: UnitCurve.easeIn doesn't consist of finite polynomials"),
        ("members", packed([Int32](repeating: 999, count: size)), "members: member 0 has the track 999, but there are"),
      ] {
        var (changed, wrong) = (groups, members)
        changed[place][key] = value
        wrong["groups"] = changed
        let data = try JSONSerialization.data(withJSONObject: wrong)
        let error = #expect(throws: DecodingError.self) {
          try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data)
        }
        #expect(error?.explanation.hasPrefix("groups[\(place)].\(explanation)") == true, "\(error as Any)")
      }
    }
  }

  private func packed<Number>(_ numbers: [Number]) -> String {
    numbers.withUnsafeBytes { Data($0).base64EncodedString() }
  }
}
