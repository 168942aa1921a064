import Foundation
import Testing
import VectorKernels

/// Calls that send many moving properties elsewhere, which cores share.
@Suite(.seeded) struct AnimatorCoresRestartsTests {
  fileprivate typealias Value = SIMD2<Float>

  @Test(arguments: 0..<3)
  func callsDoNotDependOnCores(round: Int) {
    var model = Model(seed: Settings.seed &+ UInt64(round))
    for _ in 0..<max(20, Settings.cases / 2500) { model.step() }
    #expect(model.sharedCounts[0] == 0)
    #expect(model.sharedCounts.dropFirst().allSatisfy { $0 > 0 })
  }

  /// Something about a property because of which cores can't begin its run with those of others. A stale handle ends
  /// the call, and after a target that is too far away cores share no more of it.
  enum Obstacle: CaseIterable {
    case none, wasRemoved, isAtRest, isPaused, isReversed, movesAlongACurve, isAtAnotherPosition, hasAnotherOrigin
    case isTooFar, isNowhere, isFarBelow, isFarBeyond

    var isStaleHandle: Bool { [.wasRemoved, .isNowhere, .isFarBelow, .isFarBeyond].contains(self) }
  }

  @Test(arguments: Obstacle.allCases)
  func anObstacleChangesNothingForOthers(_ obstacle: Obstacle) throws {
    let (one, several) = (try Self.outcome(of: obstacle, cores: 1), try Self.outcome(of: obstacle, cores: 3))
    #expect(one.outcome == several.outcome)
    #expect(one.shared == 0)
    let isCut = obstacle.isStaleHandle || obstacle == .isTooFar
    #expect(several.shared == (obstacle == .none ? 4000 : isCut ? 700 : 3999))
    #expect(one.outcome.isStale == obstacle.isStaleHandle)
    let expected =
      switch obstacle {
      // A stale handle stops the call where it is.
      case _ where obstacle.isStaleHandle: 700
      case .isAtRest: 3999
      // The property is at its target in the next frame.
      case .isTooFar: 4001
      default: 4000
      }
    #expect(one.outcome.completions.count == expected)
  }

  private struct Outcome: Equatable {
    var isStale = false
    var completions: [Completion] = []
    var runs: [AnimationRun?] = []
    var values: [Value] = []
  }

  /// Sends 4000 properties elsewhere, of which the one at index 700 is an obstacle.
  ///
  /// - Returns: The outcome, and the number of properties that cores have sent together.
  private static func outcome(of obstacle: Obstacle, cores: Int) throws -> (outcome: Outcome, shared: Int) {
    var animator = Animator<Value>(uncappedCores: cores)
    let range = try addSprings(to: &animator)
    let last = range[count - 1]
    var handles = Array(range[5000..<9000])
    handles[700] = last
    var targets = [Value](repeating: Value(3, 4), count: handles.count)
    switch obstacle {
    case .none: break
    case .wasRemoved: try animator.remove(last)
    case .isAtRest: try animator.stop(last, at: .current)
    case .isPaused: try animator.pause(last)
    case .isReversed: try animator.reverse(last)
    case .movesAlongACurve: try animator.animate(last, to: Value(1, 2), using: .easeIn(duration: 1))
    case .isAtAnotherPosition:
      let others = animator.add(.zero, count: 2)
      handles[700] = others[1]
      try animator.animate([others[1], others[0]], to: Value(1, 2), using: spring)
    case .hasAnotherOrigin: try animator.animate(last, to: Value(1, 2), using: spring.delay(0.1))
    case .isTooFar: targets[700].y = 2e20
    case .isNowhere:
      var other = Animator<Value>()
      handles[700] = other.add(.zero, count: count + 2)[count + 1]
    case .isFarBelow: handles[700] = try handle(at: .min)
    case .isFarBeyond: handles[700] = try handle(at: .max)
    }
    animator.advance(by: 1 / 60.0)
    var outcome = Outcome()
    do {
      try animator.animate(handles, to: targets.span, using: spring)
    } catch {
      outcome.isStale = true
    }
    animator.advance(by: 1 / 60.0)
    outcome.completions = Array(animator.completions)
    outcome.runs = handles.map { try? animator.run(of: $0) }
    outcome.values = handles.map { animator[$0] ?? Value(-1, -1) }
    return (outcome, animator.sharedRestartCount)
  }

  /// Returns a handle, which no animator has given out, from data.
  private static func handle(at index: Int32) throws -> PropertyHandle {
    var animator = Animator<Value>()
    let text = String(decoding: try JSONEncoder().encode(animator.add(.zero)), as: UTF8.self)
    #expect(text.contains(#""storedIndex":0"#))
    let changed = text.replacing(#""storedIndex":0"#, with: #""storedIndex":\#(index)"#)
    return try JSONDecoder().decode(PropertyHandle.self, from: Data(changed.utf8))
  }

  /// Each of a call's runs of one property ends the one before.
  @Test func propertiesMayBeNamedTwice() throws {
    let completions = try completionsOfACall(sharing: 6000) { animator in
      let range = try Self.addSprings(to: &animator)
      return Array(range[0..<3000]) + Array(range[0..<3000].reversed())
    }
    let runs = completions.map(\.run)
    #expect(runs.count == 6000 && Set(runs).count == 6000)
    #expect(runs.prefix(3000).map(\.handle) == runs.suffix(3000).map(\.handle).reversed())
  }

  /// Properties at rest begin alone, and are reported at their place in the call. Half of them have kept positions, and
  /// half have never moved. If most are at rest, all begin alone. The counts are far enough from one half for the
  /// sample of sixteen that decides.
  @Test(arguments: [1, 100, 250, 3600, 4000])
  func propertiesAtRestBeginAlone(resting: Int) throws {
    // The first thousand are named twice.
    let running = 5000 - resting - min(resting, 1000)
    let completions = try completionsOfACall(sharing: resting < 2000 ? running : 0) { animator in
      let range = try Self.addSprings(to: &animator)
      var generator = Generator(seed: Settings.seed)
      let stopped = range[0..<4000].shuffled(using: &generator)
      try animator.stop(stopped.prefix(resting), at: .current)
      let handles = Array(animator.add(.zero, count: resting / 2)) + stopped.dropFirst(resting / 2)
      animator.advance(by: 1 / 60.0)
      return (handles + handles.prefix(1000)).shuffled(using: &generator)
    }
    #expect(completions.count == 5000 - resting)
  }

  /// Sends properties elsewhere by one call, on one core and on three, and expects the same completions and values.
  ///
  /// - Parameters:
  ///   - count: The number of properties that three cores send together.
  ///   - prepare: Adds properties to an animator, and returns those of the call in its order.
  /// - Returns: The completions of the next frame.
  private func completionsOfACall(
    sharing count: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ prepare: (inout Animator<Value>) throws -> [PropertyHandle]
  ) throws -> [Completion] {
    func outcome(cores: Int) throws -> (completions: [Completion], values: [Value], shared: Int) {
      var animator = Animator<Value>(uncappedCores: cores)
      let handles = try prepare(&animator)
      let targets = handles.indices.map { Value(Float($0), 1) }
      try animator.animate(handles, to: targets.span, using: Self.spring)
      animator.advance(by: 1 / 60.0)
      return (Array(animator.completions), handles.map { animator[$0]! }, animator.sharedRestartCount)
    }
    let (one, several) = (try outcome(cores: 1), try outcome(cores: 3))
    #expect(one.completions == several.completions, sourceLocation: sourceLocation)
    #expect(one.values == several.values, sourceLocation: sourceLocation)
    #expect(one.shared == 0 && several.shared == count, sourceLocation: sourceLocation)
    return several.completions
  }

  @Test func aCallForAllIsDivided() throws {
    var animator = Animator<Value>(uncappedCores: 2)
    let range = try Self.addSprings(to: &animator)
    try animator.animate(range, to: Value(1, 2), using: Self.spring)
    #expect(animator.sharedRestartCount == Self.count)
    let runs = try range.map { try animator.run(of: $0)?.handle }
    #expect(runs == Array(range))
    animator.advance(by: 1 / 60.0)
    #expect(animator.completions.map(\.handle) == Array(range))
    #expect(animator.completions.allSatisfy { $0.reason == .replaced && $0.end == .current })
    for _ in 0..<600 { animator.advance(by: 1 / 60.0) }
    #expect(try range.allSatisfy { try animator.value(of: $0) == Value(1, 2) })
  }

  /// A call that wakes no cores uses those that another animator's frame has woken just before.
  @Test func framesThatWakeNoCoresGiveTheSameValues() throws {
    func values(_ animator: borrowing Animator<Float>) -> [UInt32] {
      var values = [Float](repeating: 0, count: animator.columnCount)
      animator.copyValues(into: values.mutableSpan)
      return values.map(\.bitPattern)
    }
    func add(to animator: inout Animator<Float>) throws {
      for handle in animator.add(0, count: 70_000) {
        try animator.animate(handle, to: Float(handle.index), using: .easeInOut(duration: 2))
      }
    }
    var alone = Animator<Float>()
    var waking = Animator<Float>(uncappedCores: 3)
    var sleepy = Animator<Float>(uncappedCores: 3, wakingTime: .infinity)
    try add(to: &alone)
    try add(to: &waking)
    try add(to: &sleepy)
    for frame in 0..<60 {
      alone.advance(by: 1 / 60.0)
      waking.advance(by: 1 / 60.0)
      sleepy.advance(by: 1 / 60.0)
      if frame % 10 == 9 {
        #expect(values(waking) == values(alone))
        #expect(values(sleepy) == values(alone))
      }
    }
  }

  // MARK: Runs that begin alone and change what others share

  /// A paused property gives up the position that was kept for it. The group's last member moves there, and its spring
  /// decides whether the members of the block still have the same spring.
  @Test func aPositionIsGivenUp() throws {
    try expectSameFrames { animator in
      let range = try Self.addSpringsOfTwoKinds(to: &animator)
      try animator.stop(range[15_010], at: .current)
      try animator.pause(range[15_010])
      try animator.animate(range[15_000..<20_000], to: Value(3, 4), using: Self.spring)
    }
  }

  /// So does a property that jumps to its target.
  @Test func aPropertyThatJumpsGivesUpItsPosition() throws {
    try expectSameFrames { animator in
      let range = try Self.addSpringsOfTwoKinds(to: &animator)
      try animator.stop(range[15_010], at: .current)
      var targets = [Value](repeating: Value(3, 4), count: 5000)
      targets[10] = Value(.nan, 0)
      try animator.animate(range[15_000..<20_000], to: targets.span, using: Self.spring)
    }
  }

  /// The only member of the last block decides what its block has in common, unless another property has joined it.
  @Test func aBlockWithOneMemberGetsAnother() throws {
    try expectSameFrames { animator in
      let range = animator.add(.zero, count: 20_481)
      try animator.animate(range, to: Value(10, -10), using: Self.otherSpring)
      try animator.animate(range[0], to: Value(1, 2), using: Self.spring)
      animator.advance(by: 0.1)
      let resting = animator.add(.zero)
      try animator.animate([resting] + Array(range[16_000..<20_481]), to: Value(3, 4), using: Self.spring)
    }
  }

  /// A paused property needs a group of its own kind, which takes the place of one without members. Then the plan's
  /// group has to be found again, in the middle of the call.
  @Test func aGroupIsReplacedDuringTheCall() throws {
    try expectSameFrames { animator in
      let usual = animator.valueEpsilon
      let range = animator.add(.zero, count: 32_768)
      try animator.animate(range[0..<16_384], to: Value(10, -10), using: Self.spring)
      // They arrive in the next frame.
      try animator.animate(range[16_384..<32_768], to: .zero, using: Self.spring)
      animator.advance(by: 0.1)
      for index in 0..<80 {
        animator.valueEpsilon = usual * Float(2 + index)
        let single = animator.add(.zero)
        try animator.animate(single, to: Value(1, 1), using: Self.spring)
        try animator.stop(single, at: .current)
      }
      animator.valueEpsilon = usual
      try animator.animate(range[0], to: Value(1, 2), using: Self.spring)
      var handles = Array(range)
      handles[100] = animator.add(.zero)
      try animator.pause(handles[100])
      try animator.animate(handles, to: Value(3, 4), using: Self.spring)
    }
  }

  /// Expects the same bits in thirty frames on one core and on three, of which the latter share `call`.
  private func expectSameFrames(
    _ call: (inout Animator<Value>) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func frames(cores: Int) throws -> (values: [[UInt32]], shared: Int) {
      var animator = Animator<Value>(uncappedCores: cores)
      try call(&animator)
      let shared = animator.sharedRestartCount
      var values: [[UInt32]] = []
      for _ in 0..<30 {
        animator.advance(by: 1 / 60.0)
        var columns = [Float](repeating: 0, count: 2 * animator.columnCount)
        animator.copyValues(into: columns.mutableSpan)
        values.append(columns.map(\.bitPattern))
      }
      return (values, shared)
    }
    let (one, several) = (try frames(cores: 1), try frames(cores: 3))
    let frame = zip(one.values, several.values).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(frame == nil, sourceLocation: sourceLocation)
    #expect(one.shared == 0 && several.shared > 0, sourceLocation: sourceLocation)
  }

  // MARK: Springs

  fileprivate static let count = 20_000
  /// The spring that moves all properties first. The parameters of members that differ need memory, and while there is
  /// none, cores can begin runs by the same spring only.
  private static let spring = Animation.spring(duration: 0.5, bounce: 0.2)
  private static let otherSpring = Animation.spring(duration: 0.8, bounce: 0.1)

  /// Adds properties, which move by a spring, and evaluates a frame.
  private static func addSprings(to animator: inout Animator<Value>) throws -> PropertyRange {
    let range = animator.add(.zero, count: count)
    try animator.animate(range, to: Value(10, -10), using: spring)
    animator.advance(by: 0.1)
    return range
  }

  /// Adds properties that move by a spring, the last one by another, and evaluates two frames.
  private static func addSpringsOfTwoKinds(to animator: inout Animator<Value>) throws -> PropertyRange {
    let range = try addSprings(to: &animator)
    try animator.animate(range[count - 1], to: Value(1, 2), using: otherSpring)
    animator.advance(by: 0.1)
    return range
  }
}

/// The same calls on different numbers of cores.
private struct Model: ~Copyable {
  private typealias Value = AnimatorCoresRestartsTests.Value

  private final class Subject {
    let cores: Int
    var animator: Animator<Value>
    var saved: Animator<Value>.Snapshot?

    init(cores: Int) {
      self.cores = cores
      animator = Animator(uncappedCores: cores)
    }

    /// The columns, place by place.
    var values: [Float] {
      var values = [Float](repeating: 0, count: 2 * animator.columnCount)
      animator.copyValues(into: values.mutableSpan)
      return values
    }
  }

  private var generator: Generator
  private let seed: UInt64
  private let subjects = [1, 2, 3, 5].map(Subject.init(cores:))
  private var handles: [PropertyHandle] = []
  private var removed: [PropertyHandle] = []
  private var savedHandles: [PropertyHandle] = []

  var sharedCounts: [Int] { subjects.map { $0.animator.sharedRestartCount } }

  init(seed: UInt64) {
    (self.seed, generator) = (seed, Generator(seed: seed))
    add(AnimatorCoresRestartsTests.count)
    frame()
    // Nothing is in the way of this call yet.
    let all = handles
    forEach { try $0.animate(all, to: Value(3, 4), using: Self.firstSpring) }
    frame()
  }

  private mutating func add(_ count: Int) {
    let ranges = subjects.map { $0.animator.add(.zero, count: count) }
    if ranges.contains(where: { $0 != ranges[0] }) { fail("\(ranges)") }
    handles += ranges[0]
    // In most blocks, positions are those of slots.
    for subject in subjects { try! subject.animator.animate(ranges[0], to: Value(1, 2), using: Self.firstSpring) }
  }

  private func fail(_ message: String) { Issue.record("\(message); VECTORKERNELS_SEED=\(seed) repeats it") }

  private static let firstSpring = Animation.spring(duration: 0.5, bounce: 0.2)

  private mutating func spring() -> Animation {
    [Self.firstSpring, .spring(duration: 0.9), .interpolatingSpring(stiffness: 90, damping: 4)]
      .randomElement(using: &generator)!
  }

  /// Returns random properties, some of them more than once.
  private mutating func some(_ counts: ClosedRange<Int>) -> [PropertyHandle] {
    (0..<Int.random(in: counts, using: &generator)).map { _ in handles.randomElement(using: &generator)! }
  }

  /// Returns random properties, or many that follow one another.
  private mutating func many() -> [PropertyHandle] {
    if generator.oneIn(2) { return some(1500...9000) }
    let count = Int.random(in: 1500...handles.count, using: &generator)
    let first = Int.random(in: 0...handles.count - count, using: &generator)
    return Array(handles[first..<first + count])
  }

  private mutating func target() -> Value { Value.random(in: -100...100, using: &generator) }

  /// Calls `body` with each animator. All must throw, or none.
  private func forEach(_ body: (inout Animator<Value>) throws -> Void) {
    let hasThrown = subjects.map { subject in
      do {
        try body(&subject.animator)
        return false
      } catch {
        return true
      }
    }
    if Set(hasThrown).count > 1 { fail("threw on some numbers of cores: \(hasThrown)") }
  }

  mutating func step() {
    var many = many()
    let (few, animation) = (some(1...6), spring())
    let operation = Int.random(in: 0..<26, using: &generator)
    switch operation {
    case 0..<12:
      var targets = many.map { _ in target() }
      if operation < 2 {
        for _ in 0..<3 {
          let wild: Float = [.infinity, .nan, -3e20, 1e20].randomElement(using: &generator)!
          targets[Int.random(in: 0..<many.count, using: &generator)].x = wild
        }
      }
      if operation == 2, let stale = removed.last { many[Int.random(in: 0..<many.count, using: &generator)] = stale }
      let retargeting: Retargeting = operation == 3 ? .add : .replace
      forEach { try $0.animate(many, to: targets.span, using: animation, retargeting: retargeting) }
    case 12:
      let target = target()
      forEach { try $0.animate(many.sorted { $0.index < $1.index }, to: target, using: animation) }
    case 13: forEach { try $0.setSpeed(of: few, to: 0.5) }
    case 14: forEach { try $0.pause(few) }
    case 15: forEach { try $0.resume(few) }
    case 16: forEach { try $0.reverse(few) }
    case 17: forEach { animator in for handle in few { try animator.removeAtEnd(handle) } }
    case 18: forEach { try $0.animate(few, to: Value(5, 6), using: .easeInOut(duration: 0.4)) }
    case 19: forEach { try $0.animate(few, to: Value(5, 6), using: animation.delay(0.2)) }
    case 20:
      forEach { try $0.remove(Set(few).sorted { $0.index < $1.index }) }
      removed += few
    case 21: forEach { try $0.observe(few.prefix(2), markers: [AnimationMarker("early", at: 0.01)]) }
    case 22: saveOrRestore()
    case 23:
      forEach { try $0.animate(many, to: Value(5, 6), using: .easeOut(duration: 0.3)) }
      frame()
      forEach { $0.removeAll() }
    default: forEach { $0.removeAll() }
    }
    for _ in 0..<Int.random(in: 1...2, using: &generator) { frame() }
    handles = handles.filter { subjects[0].animator.contains($0) }
    let missing = AnimatorCoresRestartsTests.count - handles.count
    if missing > 0 { add(missing) }
  }

  /// Keeps the present state or, every other time, returns to the one that is kept.
  private mutating func saveOrRestore() {
    for subject in subjects {
      if let saved = subject.saved {
        subject.animator.restore(saved)
        subject.saved = nil
      } else {
        subject.saved = subject.animator.snapshot()
      }
    }
    if subjects[0].saved == nil { handles = savedHandles } else { savedHandles = handles }
  }

  private mutating func frame() {
    let step = [1 / 120.0, 1 / 60.0, 0.05, 0.3].randomElement(using: &generator)!
    forEach { $0.advance(by: step) }
    let (expected, first) = (subjects[0].values.map(\.bitPattern), subjects[0])
    let probes = some(40...40)
    for subject in subjects.dropFirst() {
      if subject.values.map(\.bitPattern) != expected { fail("on \(subject.cores) cores there are other values") }
      if subject.animator.completions != first.animator.completions {
        fail("on \(subject.cores) cores others have ended")
      }
      if subject.animator.events != first.animator.events { fail("on \(subject.cores) cores there are other events") }
      for probe in probes {
        let (run, other) = (try? first.animator.run(of: probe), try? subject.animator.run(of: probe))
        if run != other { fail("on \(subject.cores) cores \(probe) has another run") }
        let (velocity, second) = (try? first.animator.velocity(of: probe), try? subject.animator.velocity(of: probe))
        if velocity != second { fail("on \(subject.cores) cores \(probe) has another velocity") }
      }
    }
  }
}
