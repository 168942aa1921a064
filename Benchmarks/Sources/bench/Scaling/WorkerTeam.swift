import Foundation
import Synchronization

/// Threads that do the same work at the same time, including the calling thread.
///
/// They wait for each other by reading a counter, which takes a microsecond; waking a thread takes fifty. So a team
/// keeps its cores busy for as long as it exists.
final class WorkerTeam: @unchecked Sendable {
  // Sendable because `work` changes only while all workers wait: before `begun` is counted up, and after all of them
  // have counted up `finished`.

  let count: Int

  private let begun = Atomic<Int>(0)
  private let finished = Atomic<Int>(0)
  /// Written before `begun` is counted up and read after: nil ends the threads.
  private var work: ((_ worker: Int) -> Void)?

  init(count: Int) {
    self.count = count
    for worker in 1..<max(1, count) {
      // The thread keeps the team alive until `disband`.
      Thread { [self] in
        var round = 0
        while true {
          round += 1
          wait { begun.load(ordering: .acquiring) >= round }
          guard let work else { break }
          work(worker)
          finished.add(1, ordering: .releasing)
        }
        finished.add(1, ordering: .releasing)
      }.start()
    }
  }

  /// Calls the work once for each worker, `0..<count`, and returns when all have finished.
  func run(_ work: @escaping (_ worker: Int) -> Void) {
    begin(work)
    work(0)
    join()
  }

  /// Runs the work on each worker and returns the results.
  func map<Value>(_ work: @escaping (_ worker: Int) -> Value) -> [Value] {
    nonisolated(unsafe) let values = UnsafeMutableBufferPointer<Value?>.allocate(capacity: count)
    values.initialize(repeating: nil)
    defer {
      values.deinitialize()
      values.deallocate()
    }
    run { values[$0] = work($0) }
    return values.map { $0! }
  }

  /// Ends the threads. The team can't be used after.
  func disband() {
    begin(nil)
    join()
  }

  private func begin(_ work: ((Int) -> Void)?) {
    self.work = work
    finished.store(0, ordering: .relaxed)
    begun.add(1, ordering: .releasing)
  }

  private func join() {
    wait { finished.load(ordering: .acquiring) == count - 1 }
    work = nil
  }

  /// Looks again and again, and lets other threads go first when it takes long: there may be fewer cores than workers.
  private func wait(until isOver: () -> Bool) {
    var attempts = 0
    while !isOver() {
      attempts += 1
      if attempts > 10_000 { sched_yield() }
    }
  }
}
