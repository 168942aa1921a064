#if canImport(Dispatch) && !hasFeature(Embedded)
internal import CVectorKernels
import Dispatch

/// The threads that do their share of large frames, and of calls for many properties. The whole process has one team,
/// for any number of animators. Giving work to the team allocates nothing.
///
/// A helper starts when there is work for it first, and ends when there has been none for a while. If another animator
/// is using the team, a frame or call does without it, because the machine's cores are busy already. A thread takes
/// some microseconds to wake up, a hundred on a virtual machine, and longer to start; if all of Dispatch's threads are
/// blocked, it never starts. So the thread that gives out the work does all of it if no helper comes in time, and waits
/// only for helpers that have begun.
final class HelperTeam: @unchecked Sendable {
  // Sendable because only the thread that has taken the team uses `helpers` and changes `work`, and it does so only
  // while the team is closed and no helper is active. Helpers read `work` only while they are active, and only if they
  // found the team open.

  static let shared = HelperTeam()

  /// 1 while a frame or call uses the team.
  private let taken = makeAtomic()
  /// The number of active helpers, and the flags below.
  private let state = makeAtomic()
  /// The first part that no core has taken.
  private let next = makeAtomic()
  /// The processor of the thread that gave out work last, or -1.
  private let callersProcessor = makeAtomic()
  private let end = DispatchSemaphore(value: 0)
  /// The helpers by core, from 1 on. Their number is the largest for which there was work.
  private var helpers: [Helper] = []
  private var work: SharedWork?

  /// The flag that helpers who join may take part.
  private static var isOpen: Int { 1 << 28 }
  /// The flag that the last helper to leave must signal `end`.
  private static var isAwaited: Int { 1 << 29 }
  private static var activeCount: Int { isOpen - 1 }
  /// The number of times that a thread checks whether it may go on before it goes to sleep. They take about 40 us on
  /// x86-64, as falling asleep and waking up soon does on a virtual machine.
  fileprivate static var relaxationCount: Int { 2500 }

  private init() {}

  /// Does the work on several cores, including this one. Each part goes to the next core that is free.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - wakesHelpers: Whether helpers that sleep are woken. If not, only those that are awake take part.
  /// - Returns: The time in nanoseconds that one core would take, estimated from this thread's parts, or 0 if it has done
  ///   none; nil, with nothing done, if the team is doing other work.
  func share(_ work: SharedWork, wakesHelpers: Bool) -> Double? {
    if vk_atomic_exchange(taken, 1) != 0 { return nil }
    self.work = work
    vk_atomic_store(next, 0)
    vk_atomic_store(callersProcessor, Int(vk_current_processor()))
    vk_atomic_add_releasing(state, Self.isOpen)
    callHelpers(min(work.cores, work.parts) - 1, wakesHelpers: wakesHelpers)
    let start = DispatchTime.now().uptimeNanoseconds
    let parts = takePart(in: work, core: 0)
    let time = Double(DispatchTime.now().uptimeNanoseconds - start)
    vk_atomic_add(state, -Self.isOpen)
    waitForOthers()
    vk_atomic_add_releasing(taken, -1)
    return parts == 0 ? 0 : time * Double(work.parts) / Double(parts)
  }

  private func callHelpers(_ count: Int, wakesHelpers: Bool) {
    if !wakesHelpers {
      for helper in helpers.prefix(count) { helper.callIfAwake() }
      return
    }
    while helpers.count < count { helpers.append(Helper(of: self, core: helpers.count + 1)) }
    for index in 0..<count { helpers[index].call() }
  }

  private func waitForOthers() {
    for _ in 0..<Self.relaxationCount {
      if vk_atomic_load_acquiring(state) & Self.activeCount == 0 { return }
      vk_relax()
    }
    var found = vk_atomic_load_acquiring(state)
    while found & Self.activeCount != 0 {
      if vk_atomic_exchange_if_equal(state, &found, found | Self.isAwaited) { return end.wait() }
    }
  }

  /// Takes part in the work if there is any. A helper may come too late, or when the present work is for fewer
  /// cores.
  ///
  /// The helper avoids the caller's processor. Linux would wake it up there if the others seem to be in use, as those
  /// that sleep do on a virtual machine of KVM. It would begin when the caller has done everything.
  fileprivate func join(core: Int) {
    vk_avoid_processor(Int32(vk_atomic_load_acquiring(callersProcessor)))
    let found = vk_atomic_add_acquiring(state, 1)
    if found & Self.isOpen != 0, let work, core < work.cores { _ = takePart(in: work, core: core) }
    leave()
  }

  private func leave() {
    var found = vk_atomic_load_acquiring(state)
    while true {
      // Only one of the helpers that leave may signal the end.
      let isAwaited = found & Self.activeCount == 1 && found & Self.isAwaited != 0
      // The helper that signals synchronises with all helpers that left before, and so publishes their writes with its
      // own.
      if vk_atomic_exchange_if_equal(state, &found, found - 1 - (isAwaited ? Self.isAwaited : 0)) {
        if isAwaited { end.signal() }
        return
      }
    }
  }

  /// Does parts of the work until there are no more.
  ///
  /// - Returns: The number of these parts.
  private func takePart(in work: SharedWork, core: Int) -> Int {
    let parts = work.parts
    var done = 0
    while true {
      // Shares become smaller, so that all cores finish at about the same time. A caller that waited long for the last
      // one would fall asleep, and Linux might wake it up on the helper's processor.
      let left = parts - vk_atomic_load_acquiring(next)
      let share = max(1, left / (4 * work.cores))
      let first = vk_atomic_add(next, share)
      if first >= parts { return done }
      let bound = min(first + share, parts)
      work.perform(first..<bound, core: core)
      done += bound - first
    }
  }
}

/// A member of the team. It has no thread at first, or after a while without work.
private final class Helper: Sendable {
  private let team: HelperTeam
  private let core: Int
  /// A serial queue, so that a helper that starts doesn't overlap with one that is still ending.
  private let queue = DispatchQueue(label: "VectorKernels.helper", qos: .userInteractive)
  private let begin = DispatchSemaphore(value: 0)
  /// One of the states below. Each signal of `begin` stands for one change from asleep to called.
  private nonisolated(unsafe) let state = makeAtomic()

  private static var isAbsent: Int { 0 }
  /// It has been called and must check the team, perhaps again.
  private static var isCalled: Int { 1 }
  private static var isAwake: Int { 2 }
  private static var isAsleep: Int { 3 }

  /// The time that a helper waits for work before it gives its thread back. It is longer than the interval between
  /// frames of any visible motion, and short for a program that has come to rest. A new start takes some tens of
  /// microseconds.
  private static var idleTimeout: DispatchTimeInterval { .milliseconds(500) }

  init(of team: HelperTeam, core: Int) { (self.team, self.core) = (team, core) }

  func call() {
    switch vk_atomic_exchange(state, Self.isCalled) {
    // A thread would otherwise keep the priority of its first caller, and hold up later ones.
    case Self.isAbsent: queue.async(flags: .enforceQoS) { self.help() }
    case Self.isAsleep: begin.signal()
    default: break
    }
  }

  /// Calls the helper unless it sleeps or has no thread.
  func callIfAwake() { _ = replace(Self.isAwake, by: Self.isCalled) }

  private func help() {
    while true {
      _ = vk_atomic_exchange(state, Self.isAwake)
      team.join(core: core)
      waitAwake()
      // A helper that has been called in the meantime checks again.
      guard replace(Self.isAwake, by: Self.isAsleep) else { continue }
      if begin.wait(timeout: .now() + Self.idleTimeout) == .timedOut {
        if replace(Self.isAsleep, by: Self.isAbsent) {
          vk_avoid_processor(-1)
          return
        }
        // It has been called just now, so the signal has arrived or is about to.
        begin.wait()
      }
    }
  }

  /// Waits for the next call for about as long as falling asleep and waking up take. A program's frame often has work
  /// several times: for batched calls, for layers, and for other animators.
  private func waitAwake() {
    for _ in 0..<HelperTeam.relaxationCount {
      if vk_atomic_load_acquiring(state) != Self.isAwake { return }
      vk_relax()
    }
  }

  /// Replaces the state if it is the old one.
  ///
  /// - Returns: Whether it was.
  private func replace(_ old: Int, by new: Int) -> Bool {
    var found = old
    while !vk_atomic_exchange_if_equal(state, &found, new) {
      if found != old { return false }
    }
    return true
  }
}

/// Creates an integer that lasts as long as the process, in its own cache line, so that threads writing to others
/// don't slow it down. Cache lines have 128 bytes on some processors, and are fetched in pairs of 64 bytes on others.
private func makeAtomic() -> UnsafeMutablePointer<vk_atomic> {
  UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
    .initializeMemory(as: vk_atomic.self, repeating: vk_atomic(), count: 1)
}
#endif
