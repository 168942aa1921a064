internal import CVectorKernels
#if canImport(Dispatch)
  import Dispatch
#endif

/// Evaluates blocks of members, on several cores where there are many, with scratch memory for each core.
final class BlockPool {
  private let cores: Int
  private let components: Int
  private let scratch: UnsafeMutablePointer<Float>
  private let words: UnsafeMutablePointer<UInt64>

  private static var blockSize: Int { PropertyGroup.blockSize }
  /// Amounts or what springs start from, and the results of a block.
  private let columns: Int
  /// Below so many components waking another core takes longer than it saves.
  private static var threshold: Int { 1 << 16 }

  init(cores: Int, components: Int) {
    self.components = components
    columns = 2 + components
    #if canImport(Dispatch)
      self.cores = cores
    #else
      self.cores = 1
    #endif
    scratch = .allocate(capacity: self.cores * columns * Self.blockSize)
    words = .allocate(capacity: self.cores * Self.blockSize / 64)
  }

  deinit {
    scratch.deallocate()
    words.deallocate()
  }

  /// What evaluating members on a core needs.
  func frame(
    _ core: Int, _ kernels: UnsafePointer<vk_kernels>, _ results: UnsafeMutablePointer<Float>, stride: Int
  ) -> Frame {
    Frame(
      kernels: kernels, results: results, stride: stride, scratch: scratch + core * columns * Self.blockSize,
      words: words + core * (Self.blockSize / 64))
  }

  /// Evaluates all members of groups that move.
  func evaluate(
    _ groups: [PropertyGroup], at now: Double, _ kernels: UnsafePointer<vk_kernels>,
    _ results: UnsafeMutablePointer<Float>, stride: Int
  ) {
    var (blocks, members) = (0, 0)
    for group in groups where group.speed != 0 {
      if group.isSequential {
        let frame = frame(0, kernels, results, stride: stride)
        for block in 0..<group.blockCount { group.evaluate(block: block, at: group.speed * now, frame) }
      } else {
        blocks += group.blockCount
        members += group.count
      }
    }
    #if canImport(Dispatch)
      if cores > 1 && blocks > 1 && members * components >= Self.threshold {
        nonisolated(unsafe) let (groups, kernels, results, pool) = (groups, kernels, results, self)
        let (blocks, share) = (blocks, (blocks + cores - 1) / cores)
        DispatchQueue.concurrentPerform(iterations: cores) { core in
          pool.evaluate(
            min(blocks, core * share)..<min(blocks, (core + 1) * share), of: groups, at: now,
            pool.frame(core, kernels, results, stride: stride))
        }
        return
      }
    #endif
    evaluate(0..<blocks, of: groups, at: now, frame(0, kernels, results, stride: stride))
  }

  /// Evaluates blocks, counted over all groups that move and may be evaluated anywhere.
  private func evaluate(_ range: Range<Int>, of groups: [PropertyGroup], at now: Double, _ frame: Frame) {
    var first = 0
    for group in groups where group.speed != 0 && !group.isSequential {
      let blocks = group.blockCount
      for block in max(first, range.lowerBound)..<max(first, range.lowerBound, min(first + blocks, range.upperBound)) {
        group.evaluate(block: block - first, at: group.speed * now, frame)
      }
      first += blocks
      if first >= range.upperBound { break }
    }
  }
}
