import Foundation
import Testing
import VectorKernels

/// When each of many properties begins.
@Suite(.seeded) struct StaggerTests {
  private func delays(_ stagger: Stagger, _ count: Int) -> [Double] {
    (0..<count).map { stagger.delay(of: $0, count: count) }
  }

  /// All numbers are sums and products of halves and fourths, and so exact.
  @Test func linesBeginAtTheirOrigin() {
    #expect(delays(0.25, 4) == [0, 0.25, 0.5, 0.75])
    #expect(delays(1, 2) == [0, 1])
    #expect(delays(Stagger(each: 0.25, from: .last), 3) == [0.5, 0.25, 0])
    #expect(delays(Stagger(each: 0.5, from: .center), 4) == [0.75, 0.25, 0.25, 0.75])
    #expect(delays(Stagger(each: 0.5, from: .center), 5) == [1, 0.5, 0, 0.5, 1])
    #expect(delays(Stagger(each: 0.5, from: .index(1)), 4) == [0.5, 0, 0.5, 1])
    #expect(delays(Stagger(total: 2), 5) == [0, 0.5, 1, 1.5, 2])
    #expect(delays(Stagger(total: 2, from: .center), 3) == [2, 0, 2])
    // An origin beyond the properties lies where that one would be.
    #expect(delays(Stagger(each: 1, from: .index(-1)), 4) == [1, 2, 3, 4])
    #expect(delays(Stagger(each: 1, from: .index(6)), 4) == [6, 5, 4, 3])
    #expect(delays(Stagger(each: 1, from: .index(50), columns: 100), 3) == [50, 49, 48])
    #expect(delays(Stagger(total: 2), 1) == [0])
    #expect(delays(Stagger(total: 2, from: .last), 0).isEmpty)
  }

  @Test func gridsMeasureDistance() {
    // 0 1 2
    // 3 4 5
    // 6 7
    let (two, five) = (2.0.squareRoot(), 5.0.squareRoot())
    expect(Stagger(each: 1, columns: 3), [0, 1, 2, 1, two, five, 2, five])
    expect(Stagger(each: 1, from: .center, columns: 3), [two, 1, two, 1, 0, 1, two, 1])
    expect(Stagger(total: five, from: .last, columns: 3), [five, 2, five, two, 1, two, 1, 0])
    #expect(delays(Stagger(each: 1, columns: 100), 3) == [0, 1, 2])
  }

  private func expect(_ stagger: Stagger, _ expected: [Double]) {
    let found = delays(stagger, expected.count)
    // Three roundings of numbers up to 3.
    for (a, b) in zip(found, expected) { #expect(abs(a - b) <= 3 * 0x1p-51, "\(found) instead of \(expected)") }
  }

  @Test func curvesSpreadDelays() {
    let found = delays(Stagger(total: 2, curve: .easeIn), 3)
    #expect(found[0] == 0 && found[2] == 2)
    #expect(delays(Stagger(total: 2, curve: .backEaseIn()), 5).allSatisfy { $0 >= 0 })
    #expect(abs(found[1] - 2 * UnitCurve.easeIn.value(at: 0.5)) <= 1e-15)
  }

  @Test(arguments: [Double.nan, -1, .infinity])
  func whatIsNoTimeCountsAsNone(seconds: Double) {
    #expect(delays(Stagger(each: seconds), 3) == [0, 0, 0])
    #expect(delays(Stagger(total: seconds, from: .center), 3) == [0, 0, 0])
  }

  @Test func propertiesBeginWhenTheyAreTold() throws {
    var animator = Animator<Float>()
    let range = animator.add(0, count: 4)
    let targets: [Float] = [10, 20, 30, 40]
    let linear = Animation.linear(duration: 1)
    func values() -> [Float] { range.map { animator[$0]! } }

    try animator.animate(range, to: targets.span, using: linear, delay: 0.25, stagger: 0.25)
    animator.advance(by: 0.75)
    #expect(values() == [5, 5, 0, 0])

    let delays = [0.5, 0, .nan, -1]
    try animator.set(range, to: 0)
    try animator.animate(range, to: targets.span, using: linear, delays: delays.span)
    animator.advance(by: 0.75)
    #expect(values() == [2.5, 15, 22.5, 30])

    try animator.set(range, to: 0)
    let animations = [linear, .linear(duration: 2), linear.delay(0.5), linear.speed(0.5)]
    try animator.animate(range, to: targets.span, using: animations.span)
    animator.advance(by: 1)
    #expect(values() == [10, 10, 15, 20])

    try animator.animate(range, to: 8, using: linear, from: 4, delay: 0.5)
    #expect(values() == [4, 4, 4, 4])
    animator.advance(by: 1)
    #expect(values() == [6, 6, 6, 6])

    // Curves ignore the velocity that springs are given.
    try animator.animate(range, to: 6, using: .spring, velocity: 100)
    animator.advance(by: 0.01)
    #expect(values().allSatisfy { $0 > 6.5 })

    try animator.set(range[0], to: 0)
    try animator.animate(range[0], to: 4, using: linear, delay: 0.5)
    animator.advance(by: 1)
    #expect(animator[range[0]] == 2)
  }

  /// A property that waits for ever stays where it is.
  @Test(arguments: [
    Animation.linear(duration: 1), .easeInOut(duration: 1), .linear(duration: 1).repeatForever(), .spring,
    .timingCurve(.bounceEaseOut, duration: 1).repeatCount(3),
  ])
  func endlessDelaysWait(animation: Animation) throws {
    var animator = Animator<Float>()
    let range = animator.add(3, count: 4)
    try animator.animate(range[0], to: 5, using: animation.delay(.infinity))
    try animator.animate(range[1], to: 5, using: animation, delay: 1e39)
    try animator.animate(range[2...2], to: 5, using: animation, delay: 1, stagger: Stagger(each: 1e308))
    try animator.animate(range[3], to: 5, using: .linear(duration: 1))
    for step in [0.0, 0.25, 0.25, -0.25, 10, 1e6] {
      animator.advance(by: step)
      #expect(animator[range[0]] == 3 && animator[range[1]] == 3)
      #expect(animator[range[3]]!.isFinite)
    }
    #expect(animator[range[3]] == 5)
    #expect(try animator.isAnimating(range[0]) && animator.isAnimating(range[1]))
    for fraction in [0.5, 2] { try animator.seek(range[0], toProgress: fraction) }
    #expect(animator[range[0]]!.isFinite)
  }

  /// Ever new durations, delays, springs and curves leave nothing behind.
  @Test func newAnimationsDoNotAddUp() throws {
    var generator = Generator(seed: Settings.seed)
    var animator = Animator<Float>()
    let range = animator.add(0, count: 1000)
    for _ in 0..<100 {
      let animations = (0..<1000).map { index -> Animation in
        let duration = Double.random(in: 0.1...1, using: &generator)
        switch index % 4 {
        case 0: return .easeIn(duration: duration)
        case 1: return .linear(duration: duration).delay(duration).repeatCount(3)
        case 2: return .spring(duration: duration, bounce: duration - 0.5)
        default: return .timingCurve(duration, 0, 0.5, 1, duration: 1)
        }
      }
      let targets = (0..<1000).map { Float($0) }
      try animator.animate(range, to: targets.span, using: animations.span)
      animator.advance(by: 0.5)
      try animator.stop(range)
      animator.advance(by: 0.5)
    }
    let data = try JSONEncoder().encode(animator.snapshot())
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    // Three that are shared, and those of one round's curves.
    #expect(try #require(object["groups"] as? [Any]).count <= 64 + 250 + 3)
  }
}
