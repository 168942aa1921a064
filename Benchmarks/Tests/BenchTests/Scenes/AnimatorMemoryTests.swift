import CAllocations
import Foundation
import Testing
import VectorKernels

/// Tests the memory that animators keep of animations that have ended. It is counted as the benchmark program does.
@Suite struct AnimatorMemoryTests {
  /// Thousands of animations that nobody has seen before, over and over, in one animator or each time in a new one.
  @Test(.enabled(if: allocations_are_counted()), arguments: [false, true])
  func distinctAnimationsLeaveNothingBehind(startsAnew: Bool) async {
    // In a process of its own, where nobody else asks for memory.
    await #expect(processExitsWith: .success) { [startsAnew = startsAnew as Bool] in
      var scene = Scene(cores: 1, first: 0)
      if !startsAnew { try scene.prepareCurves() }
      var number = 0
      var held: [Int64] = []
      for _ in 0..<Scene.warmUp + Scene.rounds {
        if startsAnew {
          number = try Scene.round(inOneOfItsOwn: number)
        } else {
          try scene.round()
        }
        held.append(allocations_bytes())
      }
      // The least that an allocation takes is 24 bytes, so one that stays for every twentieth animation is found. What
      // varies from round to round, of full caches and columns that have grown, is 20 kB.
      let (before, after) = (held[Scene.warmUp - 1], held.last!)
      #expect(after - before <= Int64(Scene.rounds * Scene.count), "\(held) bytes after each round")
    }
  }
}

extension AnimatorMemoryTests {
  /// Calls and frames with animations that are made there, as programs make them.
  @Test(.enabled(if: allocations_are_counted()))
  func plainAnimationsNeedNoMemory() async {
    await #expect(processExitsWith: .success) {
      var animator = Animator<Float>(capacity: 1000)
      let range = animator.add(0, count: 1000)
      var counts: [Int64] = []
      counts.reserveCapacity(10)
      for round in 0..<10 {
        let before = allocations_count()
        for (index, handle) in range.enumerated() {
          let (number, target) = (Double(index + 1000 * round), Float(index + round))
          let animation: Animation =
            switch index % 6 {
            case 0: .easeInOut(duration: 0.5 + 1e-5 * number)
            case 1: .linear(duration: 0.5).delay(1e-5 * number)
            case 2: .spring(duration: 0.5 + 1e-5 * number, bounce: 0.3)
            case 3: .spring.speed(1 + 1e-5 * number)
            case 4: .smooth.delay(1e-5 * number)
            default: .timingCurve(0.2, 0, 0.5, 1, duration: 0.5).speed(1 + 1e-5 * number)
            }
          try animator.animate(handle, to: target, using: animation)
        }
        try animator.animate(range[..<500], to: 1, using: .bouncy, stagger: Stagger(total: 0.3, from: .center))
        for _ in 0..<20 { animator.advance(by: 1.0 / 120) }
        counts.append(Int64(allocations_count() - before))
      }
      // The first rounds make groups and grow columns.
      #expect(counts.suffix(5).allSatisfy { $0 == 0 }, "\(counts) allocations in each round")
    }
  }

  /// Hundreds of properties that each play a timeline of their own for ever, beside others that play short ones.
  @Test(.enabled(if: allocations_are_counted()))
  func timelinesThatAreOverLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      func keyframes(_ value: Double) throws -> PreparedKeyframes {
        try KeyframeTimeline(initialValue: Float(0)) {
          LinearKeyframe(Float(value), duration: 0.01)
          LinearKeyframe(Float(1), duration: 0.01)
        }.prepared()
      }
      var animator = Animator<Float>()
      for number in 0..<500 { try animator.play(animator.add(0), keyframes(Double(number)), repeats: .forever) }
      let last = animator.add(0)
      var held: [Int64] = []
      for round in 0..<10 {
        for turn in 0..<2000 {
          try animator.play(last, keyframes(Double(2000 * round + turn) + 0.5))
          if turn % 10 == 0 { animator.advance(by: 0.1) }
        }
        held.append(allocations_bytes())
      }
      // The table of groups grows to twice those in use, 500 more of at least 500 bytes; a group that stays for each timeline
      // would be 9 MB in the last nine rounds.
      #expect(held.last! - held[0] <= 1_000_000, "\(held) bytes after each round")
    }
  }

  /// Properties that come and go by the million, some of them on their way.
  @Test(.enabled(if: allocations_are_counted()))
  func turnsOfAddAndRemoveLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      #if DEBUG
      let turns = Scene.cases
      #else
      let turns = 10 * Scene.cases
      #endif
      var animator = Animator<SIMD2<Float>>()
      let animations: [Animation] = [
        .linear(duration: 0.1), .spring(duration: 0.2, bounce: 0.3), .easeIn.repeatCount(2),
      ]
      var present: [PropertyHandle] = []
      var held: [Int64] = []
      for round in 0..<10 {
        for turn in 0..<turns / 10 {
          let handle = animator.add(.zero)
          present.append(handle)
          if turn % 2 == 0 { try animator.animate(handle, to: [1, 2], using: animations[turn % 3]) }
          if turn % 4 == 0 { try animator.animate(handle, to: [3, 4], using: animations[turn % 3], retargeting: .add) }
          if turn % 8 == 0 { try animator.observe(handle, markers: [AnimationMarker("marker", at: 0.05)]) }
          if turn % 16 == 0 { try animator.removeAtEnd(handle) }
          if turn % 100 == 99 {
            animator.advance(by: 1 / 60)
            for handle in present where handle.index % 3 == round % 3 && animator.contains(handle) {
              try animator.remove(handle)
            }
            present.removeAll { !animator.contains($0) }
          }
        }
        held.append(allocations_bytes())
      }
      // The least that an allocation takes is 24 bytes, so one that stays for every fiftieth turn is found, and any that
      // grows with the turns: what varies from round to round is 20 kB at most.
      let (before, after) = (held[1], held.last!)
      #expect(after - before <= 20_000 + Int64(turns / 2), "\(held) bytes after each round")
    }
  }
}

private struct Scene: ~Copyable {
  static let cases = ProcessInfo.processInfo.environment["VECTORKERNELS_CASES"].flatMap { Int($0) } ?? 100_000

  static let count = 10_000

  /// By then everything that is kept for later is full.
  static let warmUp = 2

  /// A hundred, and fewer where nothing is optimised.
  static var rounds: Int {
    #if DEBUG
    return max(5, cases / 20_000)
    #else
    return max(5, cases / 1000)
    #endif
  }

  var animator: Animator<SIMD2<Float>>
  /// The number of the next animation.
  var number: Int

  init(cores: Int, first number: Int) {
    animator = Animator(cores: cores)
    self.number = number
  }

  /// Begins to animate a property by as many curves as an animator keeps prepared, which its rounds would reach slowly:
  /// properties that have curves of their own need no preparation.
  mutating func prepareCurves() throws {
    let handle = animator.add(.zero)
    for index in 0..<1024 {
      let curve = Animation.timingCurve(Double(index) / 1024, 0, 0.5, 1, duration: 1)
      try animator.animate(handle, to: [1, 1], using: curve)
    }
    animator.removeAll()
  }

  /// A round in an animator that is gone afterwards.
  ///
  /// - Returns: The number of the last animation.
  static func round(inOneOfItsOwn number: Int) throws -> Int {
    var scene = Scene(cores: 2, first: number)
    try scene.round()
    return scene.number
  }

  /// Animates properties each by two animations of its own, the second one often added to the first, and ends them all.
  mutating func round() throws {
    let handles = animator.add(.zero, count: Self.count)
    for retargeting in [Retargeting.replace, .add] {
      for handle in handles where retargeting == .replace || handle.index % 4 == 0 {
        try animator.animate(handle, to: [1, Float(handle.index)], using: next(), retargeting: retargeting)
      }
      for _ in 0..<3 { animator.advance(by: 1 / 60) }
    }
    // Some are stopped, some are removed on their way, and the others come to their ends, if they have any.
    for handle in handles {
      switch handle.index % 5 {
      case 0: try animator.stop(handle, at: .end)
      case 1: try animator.remove(handle)
      default: break
      }
    }
    animator.advance(by: 3600)
    for handle in animator.handles { try animator.stop(handle) }
    animator.removeAll()
    animator.advance(by: 1)
    #expect(animator.isAtRest && animator.count == 0)
  }

  /// An animation that hasn't been there before.
  private mutating func next() -> Animation {
    number += 1
    // Multiples of irrational numbers are all different, and spread evenly.
    func fraction(_ factor: Double) -> Double { (Double(number) * factor).truncatingRemainder(dividingBy: 1) }
    let (a, b) = (fraction(0.618033988749895), fraction(0.414213562373095))
    let duration = 0.1 + a
    switch number % 8 {
    case 0: return .linear(duration: duration)
    case 1: return .easeInOut(duration: duration).delay(0.2 * b)
    case 2: return .spring(duration: duration, bounce: b - 0.5)
    case 3: return .interpolatingSpring(stiffness: 50 + 100 * a, damping: 5 + 10 * b)
    case 4: return .easeIn(duration: duration).speed(0.5 + b).repeatCount(2 + number % 5, autoreverses: true)
    case 5: return .linear(duration: duration).delay(-0.05 * b).repeatForever(autoreverses: false)
    case 6: return .spring(duration: duration, bounce: b).speed(1 + b).delay(0.1 * b)
    default:
      let curve = Animation.timingCurve(a, b, 1 - b, 0.5 + a, duration: duration)
      return number % 16 < 8 ? curve : curve.repeatCount(2, autoreverses: false)
    }
  }
}
