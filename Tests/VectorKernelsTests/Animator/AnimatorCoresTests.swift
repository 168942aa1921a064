import Foundation
import Testing
import VectorKernels

/// The same calls on different numbers of cores: every value is the same bit for bit, and what has ended and what has
/// been passed is told in the same order.
@Suite(.seeded) struct AnimatorCoresTests {
  @Test(arguments: 0..<3)
  func floatsDoNotDependOnCores(round: Int) throws {
    var model = Model<Float>(seed: Settings.seed &+ UInt64(round), at: 0)
    for _ in 0..<max(20, Settings.cases / 2500) { try model.step() }
  }

  @Test func doublesDoNotDependOnCores() throws {
    var model = Model<Double>(seed: Settings.seed &+ 100, at: 1e9)
    for _ in 0..<max(20, Settings.cases / 2500) { try model.step() }
  }

  /// Of every 128 adjacent properties, 64 move: the sums of values in `Double` have hundreds of pieces.
  @Test func sumsOfScatteredPropertiesDoNotDependOnCores() throws {
    let count = 140_040
    func values(cores: Int) throws -> [Double] {
      var animator = Animator<Double>(uncappedCores: cores)
      let range = animator.add(1e9, count: count)
      for handle in range where handle.index / 64 % 2 == 0 {
        try animator.animate(handle, to: 1e9 + Double(handle.index), using: .linear(duration: 1))
      }
      for _ in 0..<10 { animator.advance(by: 1 / 16.0) }
      var values = [Double](repeating: 0, count: count)
      animator.copyValues(into: values.mutableSpan)
      return values
    }
    let one = try values(cores: 1)
    #expect(try values(cores: 3) == one)
    for (place, value) in one.enumerated() {
      // A Float's progress, product and difference are rounded, each by 6e-8 of the way, and the sum by half an ulp.
      let expected = place / 64 % 2 == 0 ? 1e9 + 0.625 * Double(place) : 1e9
      let bound = 1.8e-7 * Double(place) + 1e9.ulp
      if abs(value - expected) > bound { Issue.record("\(place): \(value), not \(expected)") }
    }
  }
}

private struct Model<Number: BatchElement & SIMDBatchElement>: ~Copyable
where Number.RawSignificand: FixedWidthInteger, Number.SIMD16Storage: Sendable {
  typealias Value = SIMD16<Number>

  /// Seven blocks of 1024, and a part of one. From 65,536 components on, that is 4096 of these, cores share the work:
  /// so they do where most of them run, and where most of them are in a layer of what is added.
  static var count: Int { 7500 }
  static var cores: [Int] { [1, 2, 3, 5] }

  private final class Subject {
    var animator: Animator<Value>

    init(cores: Int) { animator = Animator(uncappedCores: cores) }

    /// The columns, place by place.
    var values: [Number] {
      var values = [Number](repeating: 0, count: Value.scalarCount * animator.columnCount)
      animator.copyValues(into: values.mutableSpan)
      return values
    }

    var changes: [Range<Int>] {
      var changes: [Range<Int>] = []
      animator.forEachChangedRange { changes.append($0) }
      return changes
    }
  }

  private var generator: Generator
  private let seed: UInt64
  /// The centre of all values.
  private let offset: Number
  private let subjects = Model.cores.map(Subject.init(cores:))
  private var handles: [PropertyHandle] = []
  private let keyframes: KeyframeTimeline<Value>

  init(seed: UInt64, at offset: Number) {
    self.seed = seed
    self.offset = offset
    generator = Generator(seed: seed)
    keyframes = KeyframeTimeline(initialValue: Value(repeating: offset)) {
      LinearKeyframe(Value(repeating: offset + 50), duration: 0.31)
      CubicKeyframe(Value(repeating: offset - 20), duration: 0.27)
    }
    add(Self.count)
  }

  // MARK: Operations

  private mutating func value() -> Value {
    let center = Number.random(in: -100...100, using: &generator)
    return Value(repeating: offset) + Value.random(in: center - 10...center + 10, using: &generator)
  }

  private mutating func add(_ count: Int) {
    let values = (0..<count).map { _ in value() }
    let ranges = subjects.map { $0.animator.add(values.span) }
    if ranges.contains(where: { $0 != ranges[0] }) { fail("\(ranges)") }
    handles += ranges[0]
  }

  /// Calls `body` with each animator.
  private func forEach(_ body: (inout Animator<Value>) throws -> Void) rethrows {
    for subject in subjects { try body(&subject.animator) }
  }

  private func fail(_ message: String) { Issue.record("\(message); VECTORKERNELS_SEED=\(seed) repeats it") }

  /// Most of the properties, or a few.
  private mutating func someHandles() -> [PropertyHandle] {
    let most = handles.count
    let count =
      generator.oneIn(3)
      ? Int.random(in: 1...300, using: &generator) : Int.random(in: most / 2...most, using: &generator)
    let first = Int.random(in: 0...most - count, using: &generator)
    let stride = generator.oneIn(4) ? 3 : 1
    return Swift.stride(from: first, to: first + count, by: stride).map { handles[$0] }
  }

  mutating func step() throws {
    let some = someHandles()
    switch Int.random(in: 0..<18, using: &generator) {
    case 0..<4: try animate(some, using: animation())
    case 4..<6: try springs(some)
    case 6:
      let (timeline, stagger) = (keyframes, Double.random(in: 0...1e-4, using: &generator))
      let repeats: RepeatCount = generator.oneIn(2) ? 2 : .forever
      try forEach { try $0.play(some, timeline, repeats: repeats, stagger: Stagger(each: stagger)) }
    case 7: try walk(some)
    case 8:
      let velocities = some.map { _ in value() - Value(repeating: offset) }
      try forEach { try $0.fling(some, velocities: velocities.span, stagger: 1e-5) }
    case 9:
      let removed = some.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
      try forEach { try $0.remove(removed) }
      let gone = Set(removed)
      handles.removeAll { gone.contains($0) }
      add(Self.count - handles.count)
    case 10:
      try forEach { try $0.pause(some) }
    case 11: try forEach { try $0.resume(some) }
    case 12:
      let speed: Float = [0.5, 0.7, 1, 2].randomElement(using: &generator)!
      try forEach { try $0.setSpeed(of: some, to: speed) }
    case 13: try forEach { try $0.reverse(some) }
    case 14:
      let fraction = Double.random(in: 0...1.1, using: &generator)
      try forEach { try $0.seek(some, toProgress: fraction) }
    case 15:
      let point = [StoppingPoint.start, .current, .end].randomElement(using: &generator)!
      let few = some.prefix(500)
      try forEach { try $0.stop(few, at: point) }
    case 16:
      let few = some.prefix(400)
      let markers = [AnimationMarker("early", at: 0.01), AnimationMarker("late", at: 0.2)]
      try forEach { try $0.observe(few, markers: markers) }
    default: forEach { $0.restore($0.snapshot()) }
    }
    for _ in 0..<3 { frame() }
  }

  private mutating func animation() -> Animation {
    let duration = Double.random(in: 0.05...0.6, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .linear(duration: duration)
    case 1: return .easeInOut(duration: duration).delay(0.05)
    case 2: return .timingCurve(0.3, -0.4, 0.6, 1.3, duration: duration)
    case 3: return .easeOut(duration: duration).repeatCount(3, autoreverses: true)
    case 4: return .linear(duration: duration).delay(-0.02).repeatForever(autoreverses: false)
    case 5: return .interpolatingSpring(stiffness: 150, damping: 12)
    case 6: return .spring(duration: duration, bounce: 0.3).delay(0.1)
    default: return .spring(duration: duration, bounce: 0.2)
    }
  }

  private mutating func animate(_ some: [PropertyHandle], using animation: Animation) throws {
    let targets = some.map { _ in value() }
    let (stagger, retargeting) = (Double.random(in: 0...1e-5, using: &generator), retargeting())
    try forEach {
      try $0.animate(
        some, to: targets.span, using: animation, stagger: Stagger(each: stagger), retargeting: retargeting)
    }
  }

  private mutating func retargeting() -> Retargeting { generator.oneIn(3) ? .replace : .add }

  /// Springs with parameters of their own.
  private mutating func springs(_ some: [PropertyHandle]) throws {
    let targets = some.map { _ in value() }
    let animations = some.map { _ in
      Animation.spring(
        duration: Double.random(in: 0.1...0.8, using: &generator),
        bounce: Double.random(in: -0.5...0.6, using: &generator))
    }
    try forEach { try $0.animate(some, to: targets.span, using: animations.span, retargeting: .add) }
  }

  private mutating func walk(_ some: [PropertyHandle]) throws {
    let phases = PhaseTimeline([0, 1, 2], repeatsForever: generator.oneIn(2)) { index in
      index == 1 ? .easeIn(duration: 0.1) : .spring(duration: 0.2)
    }
    let values = (0..<30).map { _ in value() }
    try forEach { try $0.play(some, phases, stagger: 1e-5) { values[($0 + 7 * $1) % 30] } }
  }

  // MARK: Frames

  private mutating func frame() {
    let step = [1 / 120.0, 1 / 60.0, 0.05, -0.01, 0.5].randomElement(using: &generator)!
    forEach { $0.advance(by: step) }
    for (subject, cores) in zip(subjects, Self.cores).dropFirst() { compare(subject, cores) }
  }

  private func compare(_ subject: Subject, _ cores: Int) {
    let (first, expected, found) = (subjects[0], subjects[0].values, subject.values)
    let isSame = expected.withUnsafeBytes { expected in
      found.withUnsafeBytes {
        $0.count == expected.count && memcmp($0.baseAddress!, expected.baseAddress!, expected.count) == 0
      }
    }
    if !isSame {
      let number = zip(expected, found).enumerated().first { !($0.element.0 == $0.element.1) }?.offset ?? 0
      fail("on \(cores) cores the property at \(number / 16) has \(found[number]) instead of \(expected[number])")
    }
    if subject.animator.completions != first.animator.completions { fail("on \(cores) cores others have ended") }
    if subject.animator.events != first.animator.events { fail("on \(cores) cores there are other events") }
    if subject.changes != first.changes { fail("on \(cores) cores others have changed") }
  }
}
