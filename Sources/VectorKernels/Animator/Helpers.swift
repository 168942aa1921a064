#if canImport(Dispatch)
import Dispatch
import Synchronization

/// Threads that wait to evaluate their share of a frame's blocks, until they are dismissed. Handing them work
/// allocates nothing.
///
/// A thread takes some microseconds to wake up. So whoever hands out work does it all if nobody comes in time, and
/// waits for those alone who have begun.
final class Helpers: @unchecked Sendable {
  // Sendable because `work` changes only while the door is closed and nobody is inside.

  private let count: Int
  private let begin = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)
  /// How many helpers are inside, and the marks below.
  private let door = Atomic<Int>(0)
  /// The first block that nobody has taken.
  private let next = Atomic<Int>(0)
  private var work: BlockWork?

  /// Who comes in may take part.
  private static var isOpen: Int { 1 << 28 }
  /// Who leaves as the last one is to say so.
  private static var isAwaited: Int { 1 << 29 }
  /// Helpers are to go for good.
  private static var isOver: Int { 1 << 30 }
  private static var inside: Int { isOpen - 1 }
  /// How often the door is looked at before going to sleep, which takes as long as dozens of looks: a few
  /// microseconds, in which a share is done.
  private static var looks: Int { 2000 }

  init(count: Int) {
    self.count = count
    for helper in 1...count {
      DispatchQueue(label: "VectorKernels.helper").async { [self] in
        while true {
          begin.wait()
          let found = door.wrappingAdd(1, ordering: .acquiring).oldValue
          if found & Self.isOpen != 0, let work { takePart(in: work, core: helper) }
          leave()
          if found & Self.isOver != 0 { return }
        }
      }
    }
  }

  /// Has work done on all cores, this one among them, each block by whoever is free.
  func share(_ work: BlockWork) {
    self.work = work
    next.store(0, ordering: .relaxed)
    door.wrappingAdd(Self.isOpen, ordering: .releasing)
    for _ in 0..<count { begin.signal() }
    takePart(in: work, core: 0)
    door.wrappingSubtract(Self.isOpen, ordering: .relaxed)
    waitForOthers()
  }

  func dismiss() {
    door.wrappingAdd(Self.isOver, ordering: .relaxed)
    for _ in 0..<count { begin.signal() }
  }

  private func waitForOthers() {
    for _ in 0..<Self.looks where door.load(ordering: .acquiring) & Self.inside == 0 { return }
    var found = door.load(ordering: .acquiring)
    while found & Self.inside != 0 {
      let result = door.weakCompareExchange(
        expected: found, desired: found | Self.isAwaited, ordering: .acquiring)
      if result.exchanged { return end.wait() }
      found = result.original
    }
  }

  private func leave() {
    var found = door.load(ordering: .relaxed)
    while true {
      // Only one of those who leave may be the one that is awaited.
      let isAwaited = found & Self.inside == 1 && found & Self.isAwaited != 0
      // Whoever is awaited answers for those who left before, and so takes over what they have written.
      let result = door.weakCompareExchange(
        expected: found, desired: found - 1 - (isAwaited ? Self.isAwaited : 0), ordering: .acquiringAndReleasing)
      if result.exchanged {
        if isAwaited { end.signal() }
        return
      }
      found = result.original
    }
  }

  private func takePart(in work: BlockWork, core: Int) {
    // Shares are small enough that all are through at about the same time.
    let share = max(1, work.blocks / (8 * (count + 1)))
    while true {
      let first = next.wrappingAdd(share, ordering: .relaxed).oldValue
      if first >= work.blocks { return }
      work.evaluate(first..<min(first + share, work.blocks), core: core)
    }
  }
}
#endif
