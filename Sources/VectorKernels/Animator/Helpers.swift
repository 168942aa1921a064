#if canImport(Dispatch)
  import Dispatch
  import Synchronization

  /// Threads that wait to evaluate their share of a frame's blocks, until they are dismissed. Handing them work
  /// allocates nothing.
  final class Helpers: @unchecked Sendable {
    // Sendable because what isn't atomic changes only while no helper is at work, which the semaphores see to.

    private let count: Int
    private let begin = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)
    /// The first block that nobody has taken.
    private let next = Atomic<Int>(0)
    /// Nil when the helpers may go.
    private var work: BlockWork?

    init(count: Int) {
      self.count = count
      for helper in 1...count {
        DispatchQueue(label: "VectorKernels.helper").async { [self] in
          while true {
            begin.wait()
            guard let work else { return }
            takePart(in: work, core: helper)
            end.signal()
          }
        }
      }
    }

    /// Has work done on all cores, this one among them, each block by whoever is free.
    func share(_ work: BlockWork) {
      self.work = work
      next.store(0, ordering: .relaxed)
      for _ in 0..<count { begin.signal() }
      takePart(in: work, core: 0)
      // Nobody is waited for who hasn't begun when nothing is left to do.
      var others = count
      while others > 0, begin.wait(timeout: .now()) == .success { others -= 1 }
      for _ in 0..<others { end.wait() }
      self.work = nil
    }

    func dismiss() {
      for _ in 0..<count { begin.signal() }
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
