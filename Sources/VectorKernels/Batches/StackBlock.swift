internal import CVectorKernels

/// Memory on the stack for a block of values between the kernels of one call.
///
/// Swift would fill a local variable of this size with zeros, and `withUnsafeTemporaryAllocation` may allocate more than
/// a kilobyte.
struct StackBlock {
  /// The most values in a block, and the distance from one column to the next.
  static var count: Int { Int(VK_PACKING_BLOCK) }
  /// The most bytes of a packed value that is assembled in a block.
  static var rowBytes: Int { Int(VK_PACKING_ROW_BYTES) }

  /// The memory of four columns of floats.
  let columns: UnsafeMutablePointer<Float>
  /// The memory of columns of packed numbers, one after the other.
  let packed: UnsafeMutableRawPointer
  /// The memory of rows of packed numbers.
  let rows: UnsafeMutableRawPointer

  /// Runs `body` with a block of uninitialised memory.
  static func lend(_ body: (StackBlock) -> Void) {
    var memory = vk_uninitialized_packing_block()
    withUnsafeMutableBytes(of: &memory) { memory in
      let size = count * rowBytes
      let start = memory.baseAddress!.alignedUp(toMultipleOf: Int(VK_ROW_ALIGNMENT))
      body(
        StackBlock(
          columns: start.bindMemory(to: Float.self, capacity: count * 4), packed: start + size, rows: start + 2 * size))
    }
  }

  /// Runs `body` for every block of `count` values, with the block's memory, the index of its first value and its
  /// length.
  static func forEach(
    _ count: Int, atMost length: Int = StackBlock.count, _ body: (StackBlock, _ start: Int, _ length: Int) -> Void
  ) {
    lend { block in
      for start in Swift.stride(from: 0, to: count, by: length) { body(block, start, min(length, count - start)) }
    }
  }
}
