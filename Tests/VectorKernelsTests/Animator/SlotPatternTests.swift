import Testing
import VectorKernels

/// Properties whose slots are side by side, or have other properties' slots between them, at the same times.
@Suite(.seeded) struct SlotPatternTests {
  /// How many properties move: more than two blocks.
  private static let count = 2600
  /// No multiple of 64.
  private static let firstSlot = 37
  private static let rest = Point(7, 8)

  /// Values have the same bits in any slots, while properties join and leave, and those between stay as they are. With
  /// four slots for each property, a block is at the limit at which it keeps its slots as bits; with five, it is beyond.
  @Test(arguments: [2, 3, 4, 5], [Animation.easeInOut(duration: 3), .spring(duration: 2)])
  func valuesDoNotDependOnSlots(distance: Int, animation: Animation) throws {
    let (expected, found) = (try play(distance: 1, animation), try play(distance: distance, animation))
    for step in expected.indices { #expect(found[step] == expected[step], "step \(step)") }
  }

  /// A block whose slots have every possible number of others between them.
  @Test(arguments: [Animation.easeInOut(duration: 3), .spring(duration: 2)])
  func valuesDoNotDependOnGaps(animation: Animation) throws {
    let expected = try play(distance: 1, animation)
    let found = try play(slots: (0..<Self.count).map { Self.firstSlot + $0 + $0 / 3 + $0 / 100 * 30 }, animation)
    for step in expected.indices { #expect(found[step] == expected[step], "step \(step)") }
  }

  private func play(distance: Int, _ animation: Animation) throws -> [[Point]] {
    try play(slots: (0..<Self.count).map { Self.firstSlot + $0 * distance }, animation)
  }

  /// Plays the same scene with properties in some slots.
  ///
  /// - Returns: The values of all that move, after each step.
  private func play(slots: [Int], _ animation: Animation) throws -> [[Point]] {
    var animator = Animator<Point>()
    let all = animator.add(Self.rest, count: slots.last! + 100)
    var handles = slots.map { all[$0] }
    let others = Set(all.indices).subtracting(slots).map { all[$0] }
    var history: [[Point]] = []
    func advance() {
      animator.advance(by: 1 / 60)
      history.append(handles.map { animator[$0]! })
      #expect(others.allSatisfy { animator[$0] == Self.rest })
    }
    for (index, handle) in handles.enumerated() {
      try animator.animate(handle, to: Point(Float(index), -Float(index)), using: animation)
    }
    for _ in 0..<3 { advance() }
    // The last one, one in the middle, whose position may be kept, and the first one of a block.
    for index in [handles.count - 1, 1300, 1024] {
      try animator.remove(handles.remove(at: index))
      advance()
    }
    // These take the slots of those that left.
    for number in 0..<3 {
      let handle = animator.add(Point(1, 2))
      try animator.animate(handle, to: Point(Float(number), 3), using: animation)
      handles.append(handle)
      advance()
    }
    let snapshot = animator.snapshot()
    advance()
    animator.restore(snapshot)
    for _ in 0..<2 { advance() }
    for handle in handles[..<2000] { try animator.reverse(handle) }
    for _ in 0..<3 { advance() }
    return history
  }
}
