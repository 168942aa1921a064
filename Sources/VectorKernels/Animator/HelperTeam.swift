#if canImport(Dispatch)
internal import CVectorKernels
import Dispatch

/// The threads that move their share of the blocks of large frames: one team for the whole process, whatever the number
/// of animators. Handing them work allocates nothing.
///
/// A helper comes when a frame first has work for it, and leaves when none has had any for a while. Who finds the team
/// taken by another animator's frame does without it: the machine's cores are at work already. A thread takes some
/// microseconds to wake up, and longer to begin, or for ever where all of Dispatch's threads are blocked. So whoever
/// hands out work does it all if nobody comes in time, and waits for those alone who have begun.
final class HelperTeam: @unchecked Sendable {
  // Sendable because only who has taken the team uses `helpers` and changes `work`, and that only while the door is
  // closed and nobody is inside. Helpers read `work` inside, and only if they found the door open.

  static let shared = HelperTeam()

  /// 1 while a frame has the team to itself.
  private let taken = makeAtomic()
  /// The number of helpers inside, and the marks below.
  private let door = makeAtomic()
  /// The first block that nobody has taken.
  private let next = makeAtomic()
  private let end = DispatchSemaphore(value: 0)
  /// By core, from 1 on: as many as a frame has ever had work for.
  private var helpers: [Helper] = []
  private var work: BlockWork?

  /// Helpers that come in may take part.
  private static var isOpen: Int { 1 << 28 }
  /// The last helper to leave is to say so.
  private static var isAwaited: Int { 1 << 29 }
  private static var inside: Int { isOpen - 1 }
  /// The number of looks at the door before a thread goes to sleep: a few microseconds, in which a share is done.
  /// Going to sleep takes as long as dozens of looks.
  private static var looks: Int { 2000 }

  private init() {}

  /// Has work done on several cores, this one among them, each block by whoever is free.
  ///
  /// - Returns: False, with nothing done, while the team works for somebody else.
  func share(_ work: BlockWork) -> Bool {
    if vk_atomic_exchange(taken, 1) != 0 { return false }
    self.work = work
    vk_atomic_store(next, 0)
    vk_atomic_add_releasing(door, Self.isOpen)
    callHelpers(min(work.cores, work.blocks) - 1)
    takePart(in: work, core: 0)
    vk_atomic_add(door, -Self.isOpen)
    waitForOthers()
    vk_atomic_add_releasing(taken, -1)
    return true
  }

  private func callHelpers(_ count: Int) {
    while helpers.count < count { helpers.append(Helper(of: self, core: helpers.count + 1)) }
    for index in 0..<count { helpers[index].call() }
  }

  private func waitForOthers() {
    for _ in 0..<Self.looks where vk_atomic_load_acquiring(door) & Self.inside == 0 { return }
    var found = vk_atomic_load_acquiring(door)
    while found & Self.inside != 0 {
      if vk_atomic_exchange_if_equal(door, &found, found | Self.isAwaited) { return end.wait() }
    }
  }

  /// What a helper does when it has been called: perhaps too late, or for a frame that has memory for fewer cores.
  fileprivate func visit(core: Int) {
    let found = vk_atomic_add_acquiring(door, 1)
    if found & Self.isOpen != 0, let work, core < work.cores { takePart(in: work, core: core) }
    leave()
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
    let share = max(1, work.blocks / (8 * work.cores))
    while true {
      let first = vk_atomic_add(next, share)
      if first >= work.blocks { return }
      work.move(first..<min(first + share, work.blocks), core: core)
    }
  }
}

/// One of the team, with a thread or, at first and after a while without work, without one.
private final class Helper: Sendable {
  private let team: HelperTeam
  private let core: Int
  /// One after the other, so that who comes doesn't meet who is still leaving.
  private let queue = DispatchQueue(label: "VectorKernels.helper")
  private let begin = DispatchSemaphore(value: 0)
  /// One of the states below. Each signal of `begin` stands for one step from being asleep to being called.
  private nonisolated(unsafe) let state = makeAtomic()

  private static var isAbsent: Int { 0 }
  /// It is yet to look at the door, or to look again.
  private static var isCalled: Int { 1 }
  private static var isAwake: Int { 2 }
  private static var isAsleep: Int { 3 }

  /// How long a helper waits for work before it gives its thread back: longer than between any frames of what is seen
  /// to move, and short for a program that has come to rest. To begin anew takes some tens of microseconds.
  private static var patience: DispatchTimeInterval { .milliseconds(500) }

  init(of team: HelperTeam, core: Int) { (self.team, self.core) = (team, core) }

  func call() {
    switch vk_atomic_exchange(state, Self.isCalled) {
    case Self.isAbsent: queue.async { self.help() }
    case Self.isAsleep: begin.signal()
    default: break
    }
  }

  private func help() {
    while true {
      _ = vk_atomic_exchange(state, Self.isAwake)
      team.visit(core: core)
      // Who has been called in the meantime looks again.
      guard replace(Self.isAwake, by: Self.isAsleep) else { continue }
      if begin.wait(timeout: .now() + Self.patience) == .timedOut {
        if replace(Self.isAsleep, by: Self.isAbsent) { return }
        // It has been called just now: the signal is there, or about to be.
        begin.wait()
      }
    }
  }

  /// - Returns: Whether the state was the old one.
  private func replace(_ old: Int, by new: Int) -> Bool {
    var found = old
    while !vk_atomic_exchange_if_equal(state, &found, new) {
      if found != old { return false }
    }
    return true
  }
}

/// An integer of a thread's own for as long as the process runs, in a cache line that others don't write to: those are 128
/// bytes on some processors, and fetched by pairs on others.
private func makeAtomic() -> UnsafeMutablePointer<vk_atomic> {
  UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
    .initializeMemory(as: vk_atomic.self, repeating: vk_atomic(), count: 1)
}
#endif
