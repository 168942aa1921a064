internal import CVectorKernels

/// What the keyframe kernels read, by address: several cores that evaluate the same keyframes would wait for each other
/// to count references.
struct KeyframeTables: @unchecked Sendable {
  // Sendable because nobody writes to tables once they are made. Who uses them keeps their storage.

  let index: UnsafePointer<vk_keyframe_index>
  /// For each component.
  let pieces: UnsafePointer<vk_keyframe_pieces>
  let componentCount: Int

  /// The memory of tables, which lie there as long as it does. All are equal.
  struct Storage: Hashable, @unchecked Sendable {
    // Sendable because its memory is written to by the initializer alone.

    private let memory: Memory
    let tables: KeyframeTables

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private final class Memory {
    let numbers: UnsafeMutablePointer<Float>
    let index = UnsafeMutablePointer<vk_keyframe_index>.allocate(capacity: 1)
    let pieces: UnsafeMutablePointer<vk_keyframe_pieces>

    init(numbers: Int, components: Int) {
      self.numbers = .allocate(capacity: numbers)
      pieces = .allocate(capacity: components)
    }

    deinit {
      numbers.deallocate()
      index.deallocate()
      pieces.deallocate()
    }
  }
}

extension KeyframeTables.Storage {
  /// - Parameters:
  ///   - ends: When each piece ends, padded.
  ///   - buckets: Four numbers each; empty where there are none.
  ///   - bucketScale: Buckets per second.
  ///   - rows: For each component a row for each piece.
  ///   - byCoefficient: For each component the same by coefficient; empty where there are too many pieces.
  ///   - pieceCount: How many pieces there are.
  ///   - degree: 3 or 5.
  init(
    ends: [Float], buckets: [Float], bucketScale: Float, rows: [[Float]], byCoefficient: [[Float]], pieceCount: Int,
    degree: Int
  ) {
    let columns = [ends, buckets] + rows + byCoefficient
    memory = KeyframeTables.Memory(numbers: columns.reduce(0) { $0 + $1.count }, components: rows.count)
    var next = memory.numbers
    let addresses = columns.map { column -> UnsafePointer<Float>? in
      if column.isEmpty { return nil }
      next.initialize(from: column, count: column.count)
      defer { next += column.count }
      return UnsafePointer(next)
    }
    memory.index.initialize(
      to: vk_keyframe_index(
        ends: addresses[0]!, buckets: addresses[1], count: pieceCount, scale: bucketScale,
        last_bucket: Float(buckets.count / 4 - 1)))
    for component in rows.indices {
      (memory.pieces + component).initialize(
        to: vk_keyframe_pieces(
          rows: addresses[2 + component]!, table: addresses[2 + rows.count + component], count: pieceCount,
          degree: Int32(degree)))
    }
    tables = KeyframeTables(index: memory.index, pieces: memory.pieces, componentCount: rows.count)
  }
}

extension KeyframeTables {
  /// Values of n instances, block by block, so that what one kernel finds is still at hand for the next. All of them are
  /// of one level.
  func evaluate(
    _ column: UnsafePointer<Float>, direction: Float, _ time: Double, _ out: UnsafeMutablePointer<Float>, stride: Int,
    _ n: Int
  ) {
    let level = vk_level_in_use()
    KeyframeBlock.forEach(n) { block, start, count in
      vk_keyframes_locate_f32_at(
        level, index, column + start, direction, time, block.pieces, block.offsets, count)
      for component in 0..<componentCount {
        vk_keyframes_values_f32_at(
          level, pieces + component, block.pieces, block.offsets, out + (component * stride + start), count)
      }
    }
  }
}
