/// Memory on the stack in which kernels pass each other the pieces and offsets of a few instances.
struct KeyframeBlock {
  /// The size that the compiler keeps on the stack; it would allocate more.
  static let size = 256

  let pieces: UnsafeMutablePointer<Int32>
  let offsets: UnsafeMutablePointer<Float>

  /// Calls `body` with the first instance and the number of instances of each block.
  static func forEach(_ n: Int, _ body: (KeyframeBlock, _ start: Int, _ count: Int) -> Void) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: size) { pieces in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: size) { offsets in
        let block = KeyframeBlock(pieces: pieces.baseAddress!, offsets: offsets.baseAddress!)
        var start = 0
        while start < n {
          let count = min(size, n - start)
          body(block, start, count)
          start += count
        }
      }
    }
  }
}
