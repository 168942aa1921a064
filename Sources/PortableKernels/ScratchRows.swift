#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

/// Memory in which one pass of a kernel leaves its results for the next: a row of a block's elements for each number.
///
/// If every step of an element waits for the one before, a single loop of all steps leaves the processor idle: its
/// window holds too few elements to fill the waits. A pass of a few steps over a whole block has enough elements, and
/// the rows stay in the nearest cache.
struct ScratchRows<V: Lanes> {
  /// Aligned to a register's bytes.
  let memory: UnsafeMutablePointer<V.Element>

  /// Elements per row.
  @inline(__always) static var length: Int { Int(VK_ROW_BYTES) / MemoryLayout<V.Element>.size }

  /// The length of blocks whose passes read or write much memory of the caller's: they do so at such short intervals
  /// that the processor goes on reading ahead, which it doesn't between longer blocks.
  @inline(__always) static var shortLength: Int { 64 }

  /// Lends the memory, uninitialised.
  @inline(__always)
  static func lend(_ body: (_ rows: ScratchRows) -> Void) {
    var memory = vk_uninitialized_scratch_rows()
    withUnsafeMutableBytes(of: &memory) { memory in
      let aligned = memory.baseAddress.unsafelyUnwrapped.alignedUp(toMultipleOf: Int(VK_ROW_ALIGNMENT))
      body(ScratchRows(memory: aligned.assumingMemoryBound(to: V.Element.self)))
    }
  }

  /// Runs `body` for every block of `count` elements: those from `start` to `end`.
  ///
  /// - Parameter length: The most elements in a block: at most a row's, and a multiple of the lanes.
  @inline(__always)
  static func forEachBlock(
    _ count: Int, atMost length: Int = ScratchRows.length,
    _ body: (_ rows: ScratchRows, _ start: Int, _ end: Int) -> Void
  ) {
    lend { rows in
      var start = 0
      while start < count {
        let end = Swift.min(count, start &+ length)
        body(rows, start, end)
        start = end
      }
    }
  }

  /// The number of registers in all rows together.
  @inline(__always) static var registers: Int { Int(VK_SCRATCH_ROWS) &* length / V.lanes }

  /// One of all registers, for kernels that keep something other than rows.
  @inline(__always)
  subscript(register register: Int) -> V {
    get { V.load(memory + register &* V.lanes) }
    nonmutating set { V.store(newValue, memory + register &* V.lanes) }
  }

  /// The register of a row from the block's element number `offset` on, a multiple of the lanes.
  @inline(__always)
  subscript<Row: RawRepresentable>(row: Row, offset: Int) -> V where Row.RawValue == Int {
    get { V.load(memory + (row.rawValue &* ScratchRows.length &+ offset)) }
    nonmutating set { V.store(newValue, memory + (row.rawValue &* ScratchRows.length &+ offset)) }
  }

  /// Runs `body` for the offset of every register's worth of a block, the last one whole too.
  @inline(__always)
  func forEach(from start: Int, to end: Int, _ body: (Int) -> Void) {
    var offset = 0
    while offset < end &- start {
      body(offset)
      offset &+= V.lanes
    }
  }

  /// Replaces each of the first `count` numbers of the first rows by a function of itself, which is a long chain of
  /// operations in two stages: see `Lanes.forEach(_:begin:finish:)`.
  @inline(__always)
  func map<State>(rows: Int, _ count: Int, begin: (V) -> State, finish: (State, V) -> V) {
    let end = (count &+ V.lanes &- 1) / V.lanes
    if end <= 0 { return }
    for row in 0..<rows {
      let first = row &* ScratchRows.length / V.lanes
      var state = begin(self[register: first])
      for k in 1..<end {
        let next = begin(self[register: first &+ k])
        self[register: first &+ k &- 1] = finish(state, self[register: first &+ k &- 1])
        state = next
      }
      self[register: first &+ end &- 1] = finish(state, self[register: first &+ end &- 1])
    }
  }
}

#endif
