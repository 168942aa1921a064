import Foundation
import Testing
import VectorKernels

/// Random runs under random control, whose events are compared with those of a list of all places on their way, in ticks.
@Suite(.seeded) struct EventModelTests {
  @Test(arguments: 0..<8)
  func agreesWithTheListOfPlaces(round: Int) throws {
    var model = Model(seed: Settings.seed &+ UInt64(round))
    for _ in 0..<max(1000, Settings.cases / 100) { try model.step() }
    // Every kind of event has been reported.
    #expect(model.told.allSatisfy { $0 > 0 }, "\(model.told)")
  }
}

private func seconds(_ ticks: Int) -> Double { Double(ticks) / 1024 }

/// Whole numbers of ticks, 1024 a second, and speeds that are powers of two: in Double all times are exact.
private struct Model: ~Copyable {
  private struct Run {
    let identity: AnimationRun
    let begin: Int
    let pass: Int
    /// Nil for ever.
    let count: Int?
    var local: Int
    var isReversed = false
    var observed: Observed?

    var end: Int? { count.map { begin + $0 * pass } }
  }

  private struct Observed {
    var reportsPasses: Bool
    var markers: [(name: String, place: Int)]
    var isPut = true
  }

  private struct Property {
    var run: Run?
    var speed = 1.0
    var isPaused = false

    var rate: Double { isPaused ? 0 : speed }
  }

  private struct Event: Hashable {
    let run: AnimationRun
    let name: String?
    let loop: Int
    var count: Int
    let time: Double
  }

  private var generator: Generator
  private let seed: UInt64
  private var animator = Animator<Float>(time: 4096)
  private let handles: PropertyRange
  private var properties = [Property](repeating: Property(), count: 6)
  /// The numbers of passes and markers, forward and back, of one at once and of several.
  private(set) var told = [Int](repeating: 0, count: 8)

  init(seed: UInt64) {
    self.seed = seed
    generator = Generator(seed: seed)
    handles = animator.add(0, count: 6)
  }

  private mutating func ticks(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func step() throws {
    let index = ticks(0...5)
    let handle = handles[index]
    guard properties[index].run != nil else { return try begin(index) }
    switch ticks(0...29) {
    case 0..<14: try frame()
    case 14: try begin(index)
    case 15..<18: try observe(index)
    case 18..<21:
      let time = generator.oneIn(3) ? 128 * ticks(-1...16) : ticks(-200...4000)
      try animator.seek(handle, to: seconds(time))
      properties[index].run!.local = min(time, properties[index].run!.end ?? .max)
      properties[index].run!.observed?.isPut = true
    case 21..<24:
      try animator.reverse(handle)
      properties[index].run!.isReversed.toggle()
    case 24:
      try animator.pause(handle)
      properties[index].isPaused = true
    case 25:
      try animator.resume(handle)
      properties[index].isPaused = false
    case 26..<28:
      properties[index].speed = [0, 0.5, 1, 1, 2][ticks(0...4)]
      try animator.setSpeed(of: handle, to: Float(properties[index].speed))
    case 28:
      animator.speed = [0.5, 1, 2][ticks(0...2)]
      animator.isPaused = generator.oneIn(4)
    default:
      let data = try JSONEncoder().encode(animator.snapshot())
      animator = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
    }
  }

  private mutating func begin(_ index: Int) throws {
    let handle = handles[index]
    let (count, waits) = (generator.oneIn(3) ? nil : ticks(1...5), generator.oneIn(3) ? ticks(0...500) : 0)
    let run: Run
    switch ticks(0...3) {
    case 0, 1:
      let pass = 128 << ticks(0...4)
      var (begin, count) = (generator.oneIn(2) ? 0 : ticks(-3 * pass...pass), count)
      if let count, begin <= -count * pass { begin = 0 }
      var animation = Animation.linear(duration: seconds(pass))
      let autoreverses = generator.oneIn(2)
      if let count {
        if count > 1 { animation = animation.repeatCount(count, autoreverses: autoreverses) }
      } else {
        animation = animation.repeatForever(autoreverses: autoreverses)
      }
      let identity = try animator.animate(
        handle, to: 1, using: animation.delay(seconds(begin)), delay: seconds(waits))
      // The loop in which it sets out is its first.
      while begin <= -pass {
        begin += pass
        count = count.map { $0 - 1 }
      }
      run = Run(identity: identity, begin: begin, pass: pass, count: count, local: -waits)
    case 2:
      let (first, second) = (ticks(32...800), ticks(32...800))
      let timeline = KeyframeTimeline(initialValue: Float(0)) {
        LinearKeyframe(1, duration: seconds(first))
        LinearKeyframe(2, duration: seconds(second))
      }
      let played = waits > 0 ? -waits : generator.oneIn(2) ? 0 : ticks(0...first)
      let identity = try animator.play(
        handle, timeline, repeats: count.map { RepeatCount($0) } ?? .forever, from: seconds(played))
      run = Run(identity: identity, begin: 0, pass: first + second, count: count, local: played)
    default:
      let each = ticks(32...500)
      let phases = PhaseTimeline([Float(0), 1, 2]) { _ in .linear(duration: seconds(each)) }
      let identity = try animator.play(
        handle, phases, repeats: count.map { RepeatCount($0) } ?? .forever, from: -seconds(waits))
      run = Run(identity: identity, begin: 0, pass: 3 * each, count: count, local: -waits)
    }
    properties[index].run = run
    try observe(index)
  }

  private mutating func observe(_ index: Int) throws {
    let run = properties[index].run!
    var places: [Int: String] = [:]
    for name in ["a", "b", "c"].prefix(ticks(0...3)) {
      places[generator.oneIn(3) ? [0, run.pass][ticks(0...1)] : ticks(0...run.pass)] = name
    }
    let reportsPasses = !generator.oneIn(4)
    let markers = places.map { (name: $0.value, place: $0.key) }
    try animator.observe(
      handles[index], passes: reportsPasses, markers: markers.map { AnimationMarker($0.name, at: seconds($0.place)) })
    let isPut = run.observed?.isPut ?? true
    properties[index].run!.observed =
      reportsPasses || !markers.isEmpty
      ? Observed(reportsPasses: reportsPasses, markers: markers.sorted { $0.place < $1.place }, isPut: isPut) : nil
  }

  // MARK: Frames

  private mutating func frame() throws {
    let passed = 16 * [0, 1, 1, 1, ticks(1...8), ticks(1...32), ticks(64...320), -ticks(1...8)][ticks(0...7)]
    animator.advance(by: seconds(passed))
    let clock = Double(passed) * (animator.isPaused ? 0 : animator.speed)
    var expected: [(moment: Double, event: Event)] = []
    var ended: Set<AnimationRun> = []
    for index in properties.indices {
      let rate = properties[index].rate
      guard rate > 0, !animator.isPaused, var run = properties[index].run else { continue }
      let (before, sign) = (run.local, run.isReversed ? -1 : 1)
      run.local += sign * Int(clock * rate)
      if clock >= 0 {
        for (tick, event) in events(of: run, from: before) {
          expected.append((moment: Double(abs(tick - before)) / rate, event: event))
        }
      }
      run.observed?.isPut = clock < 0
      properties[index].run = run
      if run.isReversed ? run.local <= 0 : run.local >= run.end ?? .max {
        ended.insert(run.identity)
        properties[index].run = nil
      } else if run.local > 65536 {
        // So far on, the list is long.
        try animator.stop(handles[index])
        properties[index].run = nil
      }
    }
    expected.sort { $0.moment < $1.moment }
    let found = animator.events.map { event in
      var name: String?
      if case .marker(let marker) = event.kind { name = marker.name }
      return Event(run: event.run, name: name, loop: event.pass, count: event.count, time: event.time)
    }
    #expect(found == expected.map(\.event), "VECTORKERNELS_SEED=\(seed)")
    let finished = animator.completions.filter { $0.reason == .finished }.map(\.run)
    #expect(Set(finished) == ended, "VECTORKERNELS_SEED=\(seed)")
  }

  /// The events between two places of a run, in the order of passing: of each kind the last one.
  private mutating func events(of run: Run, from before: Int) -> [(tick: Int, event: Event)] {
    guard let observed = run.observed else { return [] }
    let (first, last) = (max(0, min(before, run.local)), max(before, run.local))
    var passed: [(tick: Int, event: Event)] = []
    func note(_ name: String?, _ loop: Int, _ tick: Int) {
      let isPassed: Bool
      if tick == before {
        isPassed = observed.isPut && name != nil
      } else {
        isPassed = first <= tick && tick <= last
      }
      if !isPassed || tick < 0 { return }
      var event = Event(run: run.identity, name: name, loop: loop, count: 1, time: seconds(tick))
      if let index = passed.firstIndex(where: { $0.event.name == name }) {
        event.count += passed.remove(at: index).event.count
      }
      passed.append((tick, event))
    }
    var numbers: [Int] = []
    while numbers.count < run.count ?? .max, run.begin + numbers.count * run.pass <= last {
      numbers.append(numbers.count + 1)
    }
    for number in run.isReversed ? numbers.reversed() : numbers {
      let begin = run.begin + (number - 1) * run.pass
      for marker in run.isReversed ? observed.markers.reversed() : observed.markers {
        note(marker.name, number, begin + marker.place)
      }
      if observed.reportsPasses { note(nil, number, run.isReversed ? begin : begin + run.pass) }
    }
    for (_, event) in passed {
      told[(event.name == nil ? 0 : 4) + (run.isReversed ? 2 : 0) + (event.count > 1 ? 1 : 0)] += 1
    }
    return passed
  }
}
