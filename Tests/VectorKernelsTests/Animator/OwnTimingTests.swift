import Testing
import VectorKernels

/// A call for many properties with times of their own does the same as a call for each of them.
@Suite(.seeded) struct OwnTimingTests {
  private typealias Pair = AnimatablePair<Float, Float>

  /// Each form in which kernels run a curve: lines, Bezier curves, polynomials, and functions that are always shared.
  private static let curves: [UnitCurve] = [
    .linear, .easeInOut, .bezier(startControlPoint: UnitPoint(x: 0.1, y: -2), endControlPoint: UnitPoint(x: 0.9, y: 2)),
    .bounceEaseInOut, UnitCurve(.steps(4)), UnitCurve(.linear([.init(0), .init(1, at: 0.3), .init(0.5)])),
    .catmullRom(through: [0, 0.8, 0.3, 1]), .elasticEaseOut(),
  ]

  /// No time, no number, never, and times beyond the limits of the kernels.
  private static let oddTimes = [0, -1, .nan, .infinity, -.infinity, 1e30, 5e-310, 1e-20]

  private static func time(using generator: inout Generator) -> Double {
    generator.oneIn(4)
      ? oddTimes.randomElement(using: &generator)! : Double.random(in: 0...1.5, using: &generator)
  }

  private static func pair(using generator: inout Generator) -> Pair {
    Pair(Float.random(in: -100...100, using: &generator), Float.random(in: -100...100, using: &generator))
  }

  /// Two animators in which the same happens. Many properties run curves of their own, so few shapes are shared.
  private struct Twins: ~Copyable {
    var together = Animator<Pair>()
    var alone = Animator<Pair>()
    var generator = Generator(seed: Settings.seed)
    let range: PropertyRange

    init() throws {
      range = together.add(.zero, count: 300)
      _ = alone.add(.zero, count: 300)
      for (index, handle) in range.enumerated() {
        let x = Double(index) / 300
        let animation: Animation =
          index % 2 == 0 ? .timingCurve(x, 0, 0.5, 1, duration: 0.5 + x) : .spring(duration: 0.2 + x)
        for _ in 0..<2 {
          try together.animate(handle, to: Pair(1, 2), using: animation)
          swap(&together, &alone)
        }
      }
    }

    mutating func some() -> Slice<PropertyRange> {
      let first = Int.random(in: 0..<range.count, using: &generator)
      return range[first...].prefix(Int.random(in: 1...100, using: &generator))
    }

    mutating func advance() {
      let step = Double.random(in: 0...0.2, using: &generator)
      together.advance(by: step)
      alone.advance(by: step)
      for handle in range { #expect(together[handle] == alone[handle], "\(handle)") }
      #expect(together.completions == alone.completions)
    }
  }

  @Test(arguments: curves, [Retargeting.replace, .add])
  func durationsAndDelays(curve: UnitCurve, retargeting: Retargeting) throws {
    var twins = try Twins()
    for _ in 0..<20 {
      let sent = twins.some()
      let start = twins.generator.oneIn(3) ? Self.pair(using: &twins.generator) : nil
      let targets = sent.map { _ in Self.pair(using: &twins.generator) }
      let durations = sent.map { _ in Self.time(using: &twins.generator) }
      var delays = sent.map { _ in Self.time(using: &twins.generator) }
      if twins.generator.oneIn(2) {
        delays = sent.map { _ in 0 }
        try twins.together.animate(
          sent, to: targets.span, using: curve, from: start, durations: durations.span, retargeting: retargeting)
      } else {
        try twins.together.animate(
          sent, to: targets.span, using: curve, from: start, durations: durations.span, delays: delays.span,
          retargeting: retargeting)
      }
      for (index, handle) in sent.enumerated() {
        try twins.alone.animate(
          handle, to: targets[index], using: .timingCurve(curve, duration: durations[index]), from: start,
          delay: delays[index], retargeting: retargeting)
      }
      for _ in 0..<4 { twins.advance() }
    }
  }

  @Test(arguments: [Retargeting.replace, .add])
  func startsAndVelocities(retargeting: Retargeting) throws {
    var twins = try Twins()
    for round in 0..<40 {
      let sent = twins.some()
      let start = twins.generator.oneIn(2) ? Self.pair(using: &twins.generator) : nil
      let velocity = twins.generator.oneIn(2) ? Self.pair(using: &twins.generator) : nil
      let targets = sent.map { _ in Self.pair(using: &twins.generator) }
      var delays = sent.map { _ in Self.time(using: &twins.generator) }
      var animations = sent.map { _ in Animation.spring(duration: Self.time(using: &twins.generator), bounce: 0.3) }
      if round % 2 == 0 {
        animations = sent.map { _ in animations[0] }
        try twins.together.animate(
          sent, to: targets.span, using: animations[0], from: start, velocity: velocity, delays: delays.span,
          retargeting: retargeting)
      } else {
        delays = sent.map { _ in 0 }
        try twins.together.animate(
          sent, to: targets.span, using: animations.span, from: start, velocity: velocity, retargeting: retargeting)
      }
      for (index, handle) in sent.enumerated() {
        try twins.alone.animate(
          handle, to: targets[index], using: animations[index], from: start, velocity: velocity, delay: delays[index],
          retargeting: retargeting)
      }
      for _ in 0..<4 { twins.advance() }
    }
  }

  /// An animation that is held as plain numbers moves bit for bit as one that is an object, whatever it replaces or is
  /// added to. One that counts as complete at some time is an object, but springs at a speed then have another rule of
  /// taking over.
  @Test(arguments: [Retargeting.replace, .add])
  func plainAnimationsMoveAsOthers(retargeting: Retargeting) throws {
    var twins = try Twins()
    for _ in 0..<100 {
      for handle in twins.some() {
        let animation = Animation.plain(using: &twins.generator, springsHaveSpeeds: false)
        let target = Self.pair(using: &twins.generator)
        try twins.together.animate(handle, to: target, using: animation, retargeting: retargeting)
        try twins.alone.animate(
          handle, to: target, using: animation.logicallyComplete(after: .infinity), retargeting: retargeting)
      }
      for _ in 0..<4 { twins.advance() }
    }
  }

  /// Animations along the same memory of a curve share a plan, whose timing each start sets. They move bit for bit as
  /// those that have plans of their own, among them curves that are equal but have other memory.
  @Test(arguments: [Retargeting.replace, .add])
  func curvesWithMemoryMoveAsOthers(retargeting: Retargeting) throws {
    func lines() -> UnitCurve { UnitCurve(.linear([.init(0), .init(0.7, at: 0.4), .init(1)])) }
    let curves = [
      lines(), lines(), UnitCurve.tabulated { $0 * $0 }.curve, .catmullRom(through: [0, 0.8, 0.5, 1]),
    ]
    var twins = try Twins()
    for round in 0..<150 {
      for handle in twins.some() {
        let curve = curves.randomElement(using: &twins.generator)!
        var animation = Animation.timingCurve(curve, duration: Self.time(using: &twins.generator))
        let number = Double.random(in: -0.5...2, using: &twins.generator)
        switch Int.random(in: 0..<6, using: &twins.generator) {
        case 0: animation = animation.delay(number)
        case 1: animation = animation.speed(number)
        case 2: animation = animation.delay(abs(number)).speed(2)
        case 3: animation = animation.repeatCount(3).delay(number)
        default: break
        }
        let target = Self.pair(using: &twins.generator)
        try twins.together.animate(handle, to: target, using: animation, retargeting: retargeting)
        try twins.alone.animate(
          handle, to: target, using: animation.logicallyComplete(after: .infinity), retargeting: retargeting)
      }
      if retargeting == .replace, round % 10 == 0 {
        // A call with durations changes the shared plan.
        let sent = twins.some()
        let targets = sent.map { _ in Self.pair(using: &twins.generator) }
        let durations = sent.map { _ in Self.time(using: &twins.generator) }
        try twins.together.animate(sent, to: targets.span, using: curves[0], durations: durations.span)
        for (index, handle) in sent.enumerated() {
          try twins.alone.animate(
            handle, to: targets[index],
            using: .timingCurve(curves[0], duration: durations[index]).logicallyComplete(after: .infinity))
        }
      }
      for _ in 0..<4 { twins.advance() }
    }
  }

  /// A spring at a speed moves as a spring of a shorter or longer period, bit for bit.
  @Test(arguments: [1e-20, 0x1p-30, 0x1p-19, 0.25, 1, 2, 0x1p19, 1e30])
  func springsAtASpeed(speed: Double) throws {
    let spring = Spring(duration: 0.6, bounce: 0.3)
    // A power of two rounds nothing. The other speeds are beyond the stiffest and the softest spring.
    let faster = Spring(response: spring.response / speed, dampingRatio: spring.dampingRatio)
    var animator = Animator<Float>()
    let range = animator.add(0, count: 2)
    try animator.animate(range[0], to: 100, using: .spring(spring).speed(speed))
    try animator.animate(range[1], to: 100, using: .spring(faster))
    for _ in 1...20 {
      animator.advance(by: 1.0 / 64)
      #expect(animator[range[0]] == animator[range[1]])
    }
  }

  @Test func staleHandlesAreReportedInOrder() throws {
    var animator = Animator<Float>()
    let range = animator.add(0, count: 3)
    try animator.remove(range[1])
    let (targets, numbers): ([Float], [Double]) = ([5, 5, 5], [1, 1, 1])
    #expect(throws: StalePropertyError.self) {
      try animator.animate(
        range, to: targets.span, using: .linear, durations: numbers.span, delays: numbers.span)
    }
    #expect(try animator.isAnimating(range[0]) && !animator.isAnimating(range[2]))
  }
}
