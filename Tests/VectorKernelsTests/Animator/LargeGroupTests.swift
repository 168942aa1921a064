import Testing
import VectorKernels

/// Groups so large that their results are written past the caches.
@Suite(.seeded) struct LargeGroupTests {
  private let few = 3000

  /// Returns the bits of many properties' values in each of three frames. Targets and durations repeat after a few.
  private func frames(of count: Int, _ curve: UnitCurve, haveOwnDurations: Bool) throws -> [[UInt32]] {
    var animator = Animator<Float>(capacity: count + 1)
    // The others' results don't begin at a cache line.
    _ = animator.add(7)
    let range = animator.add(1, count: count)
    let targets = (0..<count).map { Float($0 % few) }
    let durations = (0..<count).map { haveOwnDurations ? 1 + Double($0 % few) / Double(few) : 1 }
    try animator.animate(range, to: targets.span, using: curve, durations: durations.span)
    var frames: [[UInt32]] = []
    for _ in 0..<3 {
      animator.advance(by: 0.3)
      frames.append(try range.map { try animator.value(of: $0).bitPattern })
    }
    return frames
  }

  /// A property has the same bits in a large group and in a small one, wherever in a cache line it begins.
  @Test(arguments: zip([UnitCurve.easeInOut, .easeInOut, .linear], [false, true, false]))
  func bitsDoNotDependOnTheSizeOfTheGroup(curve: UnitCurve, haveOwnDurations: Bool) throws {
    // Five columns of 4 bytes each are more than 32 MiB.
    let count = 1_800_000
    let large = try frames(of: count, curve, haveOwnDurations: haveOwnDurations)
    let small = try frames(of: few, curve, haveOwnDurations: haveOwnDurations)
    for (found, expected) in zip(large, small) {
      #expect(stride(from: 0, to: count, by: few).allSatisfy { found[$0..<$0 + few].elementsEqual(expected) })
    }
  }
}
