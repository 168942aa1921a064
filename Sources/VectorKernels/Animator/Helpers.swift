#if canImport(Dispatch)
internal import CVectorKernels
import Dispatch

/// Threads that wait to move their share of a frame's blocks, until they are dismissed. Handing them work
/// allocates nothing.
///
/// A thread takes some microseconds to wake up. So whoever hands out work does it all if nobody comes in time, and
/// waits for those alone who have begun.
final class Helpers: @unchecked Sendable {
  // Sendable because `work` changes only while the door is closed and nobody is inside.

  private let count: Int
  private let begin = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)
  /// The number of helpers inside, and the marks below.
  private let door: UnsafeMutablePointer<vk_atomic>
  /// The first block that nobody has taken.
  private let next: UnsafeMutablePointer<vk_atomic>
  private var work: BlockWork?

  /// Helpers that come in may take part.
  private static var isOpen: Int { 1 << 28 }
  /// The last helper to leave is to say so.
  private static var isAwaited: Int { 1 << 29 }
  /// Helpers are to go for good.
  private static var isOver: Int { 1 << 30 }
  private static var inside: Int { isOpen - 1 }
  /// The number of looks at the door before a thread goes to sleep: a few microseconds, in which a share is done.
  /// Going to sleep takes as long as dozens of looks.
  private static var looks: Int { 2000 }

  init(count: Int) {
    self.count = count
    (door, next) = (.allocate(capacity: 1), .allocate(capacity: 1))
    door.initialize(to: vk_atomic())
    next.initialize(to: vk_atomic())
    for helper in 1...count {
      DispatchQueue(label: "VectorKernels.helper").async { [self] in
        while true {
          begin.wait()
          let found = vk_atomic_add_acquiring(door, 1)
          if found & Self.isOpen != 0, let work { takePart(in: work, core: helper) }
          leave()
          if found & Self.isOver != 0 { return }
        }
      }
    }
  }

  deinit {
    door.deallocate()
    next.deallocate()
  }

  /// Has work done on all cores, this one among them, each block by whoever is free.
  func share(_ work: BlockWork) {
    self.work = work
    vk_atomic_store(next, 0)
    vk_atomic_add_releasing(door, Self.isOpen)
    for _ in 0..<count { begin.signal() }
    takePart(in: work, core: 0)
    vk_atomic_add(door, -Self.isOpen)
    waitForOthers()
  }

  func dismiss() {
    vk_atomic_add(door, Self.isOver)
    for _ in 0..<count { begin.signal() }
  }

  private func waitForOthers() {
    for _ in 0..<Self.looks where vk_atomic_load_acquiring(door) & Self.inside == 0 { return }
    var found = vk_atomic_load_acquiring(door)
    while found & Self.inside != 0 {
      if vk_atomic_exchange_if_equal(door, &found, found | Self.isAwaited) { return end.wait() }
    }
  }

  private func leave() {
    var found = vk_atomic_load_acquiring(door)
    while true {
      // Only one of those who leave may be the one that is awaited.
      let isAwaited = found & Self.inside == 1 && found & Self.isAwaited != 0
      // Whoever is awaited answers for those who left before, and so takes over what they have written.
      if vk_atomic_exchange_if_equal(door, &found, found - 1 - (isAwaited ? Self.isAwaited : 0)) {
        if isAwaited { end.signal() }
        return
      }
    }
  }

  private func takePart(in work: BlockWork, core: Int) {
    // Shares are small enough that all are through at about the same time.
    let share = max(1, work.blocks / (8 * (count + 1)))
    while true {
      let first = vk_atomic_add(next, share)
      if first >= work.blocks { return }
      work.move(first..<min(first + share, work.blocks), core: core)
    }
  }
}
#endif
