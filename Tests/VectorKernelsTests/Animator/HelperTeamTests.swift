import CVectorKernels
import Dispatch
import Foundation
import Testing
import VectorKernels

/// The threads that animators share: they are there for large frames alone, and never in anybody's way.
@Suite(.seeded) struct HelperTeamTests {
  /// An animator is created, used and kept by the hundred, and somebody else's queue has its turn within a second.
  @Test func hundredsOfAnimatorsLeaveThreadsToOthers() async {
    // In a process of its own, whose threads are all free.
    await #expect(processExitsWith: .success) {
      let before = threadCount
      // Each is so large that it calls helpers: 67,200 components.
      let owners = (0..<300).map { _ in Owner(to: SIMD16<Float>.one, count: 4200, uncappedCores: 4) }
      for _ in 0..<2 {
        for owner in owners { owner.frame() }
        // Three helpers and the foreign queue need four threads; Dispatch may keep as many that have just ended.
        #expect(threadCount <= before + 8)
        let turn = DispatchSemaphore(value: 0)
        DispatchQueue(label: "foreign").async { turn.signal() }
        #expect(turn.wait(timeout: .now() + 1) == .success)
      }
    }
  }

  /// Memory and threads are for those that the machine has.
  @Test func moreCoresThanThereAreCountAsThose() throws {
    var animator = Animator<Float>(cores: .max)
    let handles = animator.add(0, count: largeCount)
    try animator.animate(handles, to: 1, using: .linear(duration: 1))
    animator.advance(by: 0.5)
    #expect(animator[handles[0]] == 0.5 && animator[handles[largeCount - 1]] == 0.5)
  }

  /// Helpers come with a large frame, leave after it, and come again.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task")))
  func idleHelpersGiveTheirThreadsBack() async {
    await #expect(processExitsWith: .success) {
      let before = threadCount
      let owner = Owner(to: Float(1), count: largeCount, uncappedCores: 8)
      #expect(threadCount == before)
      for _ in 0..<2 {
        owner.frame()
        #expect(waits { threadCount > before })
        #expect(waits { threadCount <= before })
      }
    }
  }

  /// Frames of several animators at the same time, one of which has helpers: all have the values that they have on one
  /// core.
  @Test func framesAtTheSameTimeDoNotDisturbEachOther() async {
    let alone = Owner(to: Float(1), count: largeCount, uncappedCores: 1)
    for _ in 0..<20 { alone.frame() }
    let expected = alone.values
    await withTaskGroup(of: [UInt32].self) { group in
      for thread in 0..<4 {
        group.addTask {
          let owner = Owner(to: Float(1), count: largeCount, uncappedCores: 2 + thread % 3)
          for _ in 0..<20 { owner.frame() }
          return owner.values
        }
      }
      for await values in group { #expect(values == expected) }
    }
  }

  /// Frames as far apart as helpers wait for work, so that some are called while they leave.
  @Test func helpersMayBeCalledWhileTheyLeave() {
    let (alone, shared) = (
      Owner(to: Float(1), count: largeCount, uncappedCores: 1), Owner(to: Float(1), count: largeCount, uncappedCores: 3)
    )
    for frame in 0..<6 {
      alone.frame()
      shared.frame()
      usleep(UInt32(499_500 + 200 * frame))
    }
    #expect(alone.values == shared.values)
  }
}

extension HelperTeamTests {
  /// A thread stays off the processor that it avoids, if it may run on others, until it avoids another one or none.
  @Test(.enabled(if: !processors(of: "thread-self").isEmpty))
  func threadsAvoidAProcessor() {
    let all = processors(of: "thread-self")
    defer { vk_avoid_processor(-1) }
    #expect(all.contains(Int(vk_current_processor())))
    for processor in all {
      vk_avoid_processor(Int32(processor))
      #expect(processors(of: "thread-self") == (all.count > 1 ? all.subtracting([processor]) : all))
      #expect(all.count == 1 || Int(vk_current_processor()) != processor)
    }
    for none in [Int32.max, -1, .min] {
      vk_avoid_processor(Int32(all.first!))
      vk_avoid_processor(none)
      #expect(processors(of: "thread-self") == all)
    }
  }

  /// Helpers leave the caller's processor to the caller, and give their threads back as they were.
  @Test(.enabled(if: processors(of: "thread-self").count > 1))
  func helpersAvoidTheCallersProcessor() async {
    await #expect(processExitsWith: .success) {
      let all = processors(of: "thread-self")
      var confined: Int {
        threads.count { thread in
          let set = processors(of: "self/task/\(thread)")
          return set.count == all.count - 1 && set.isSubset(of: all)
        }
      }
      let owner = Owner(to: Float(1), count: largeCount, uncappedCores: 2)
      owner.frame()
      #expect(waits { confined == 1 })
      #expect(waits { confined == 0 })
    }
  }

  /// Frames wake helpers by the time that the last one took.
  @Test func framesAreTimed() async {
    await #expect(processExitsWith: .success) {
      let owner = Owner(to: Float(1), count: largeCount, uncappedCores: 2, wakingTime: .infinity)
      let before = threadCount
      // Other work on the machine may disturb some frames, but not all of them.
      let isTimed = (0..<100).contains { _ in
        let previous = owner.componentTime
        let start = DispatchTime.now().uptimeNanoseconds
        owner.frame()
        let time = Double(DispatchTime.now().uptimeNanoseconds - start)
        let estimated = Double(largeCount) * owner.componentTime
        return owner.componentTime != previous && estimated > time / 10 && estimated <= time
      }
      #expect(isTimed)
      #expect(threadCount == before)
    }
  }
}

/// Waits for at most 15 seconds. A helper waits half a second, and then Dispatch keeps its thread for five.
private func waits(until isOver: () -> Bool) -> Bool {
  for _ in 0..<1500 {
    if isOver() { return true }
    usleep(10_000)
  }
  return false
}

/// The processors on which a thread may run, whose folder in /proc this is: Cpus_allowed_list, such as `0-3,8`.
private func processors(of thread: String) -> Set<Int> {
  let status = (try? String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8)) ?? ""
  let list = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }?.split(separator: "\t").last
  return Set(
    (list ?? "").split(separator: ",").flatMap { range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      return ends.isEmpty ? [] : Array(ends[0]...ends[ends.count - 1])
    })
}

/// From 65,536 components on, cores share a frame.
private let largeCount = 70_000

/// This process's threads, or none where the system doesn't list them.
private var threads: [String] { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] }
private var threadCount: Int { threads.count }

private final class Owner<Value: ComponentVector> where Value.Component == Float {
  private var animator: Animator<Value>

  init(to target: Value, count: Int, uncappedCores: Int, wakingTime: Double = 0) {
    animator = Animator(uncappedCores: uncappedCores, wakingTime: wakingTime)
    let handles = animator.add(.zero, count: count)
    try! animator.animate(handles, to: target, using: .easeInOut(duration: 1), stagger: 1e-5)
  }

  func frame() { animator.advance(by: 1 / 120) }

  var componentTime: Double { animator.componentTime }

  var values: [UInt32] {
    var values = [Float](repeating: 0, count: animator.columnCount * Value.componentCount)
    animator.copyValues(into: values.mutableSpan)
    return values.map(\.bitPattern)
  }
}
