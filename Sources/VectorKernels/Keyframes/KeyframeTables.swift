internal import CVectorKernels

/// The tables of the keyframe kernels, held by address: if several cores evaluated the same keyframes, they would wait
/// for each other to count references.
struct KeyframeTables: @unchecked Sendable {
  // Sendable because nothing writes to tables after their creation. Their users keep the storage alive.

  let index: UnsafePointer<vk_keyframe_index>
  /// The pieces of each component.
  let pieces: UnsafePointer<vk_keyframe_pieces>
  let componentCount: Int

  /// The memory of tables, which are valid as long as it exists. All storages are equal.
  struct Storage: Hashable, @unchecked Sendable {
    // Sendable because only the initialiser writes to its memory.

    private let memory: Memory
    let tables: KeyframeTables

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    /// Returns the tables of the velocities, which `make` makes for the first caller.
    func velocities(_ make: () -> Self) -> Self { memory.velocities.value(make) }
  }

  private final class Memory {
    let numbers: UnsafeMutablePointer<Float>
    let index = UnsafeMutablePointer<vk_keyframe_index>.allocate(capacity: 1)
    let pieces: UnsafeMutablePointer<vk_keyframe_pieces>
    let velocities = Deferred<Storage>()

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
  /// Creates tables.
  ///
  /// - Parameters:
  ///   - ends: The ends of the pieces, padded.
  ///   - buckets: Four numbers per bucket; empty if there are no buckets.
  ///   - bucketScale: The number of buckets per second.
  ///   - rows: A row for each piece, for each component.
  ///   - byCoefficient: The same numbers in columns by coefficient, for each component; empty if there are too many
  ///     pieces.
  ///   - pieceCount: The number of pieces.
  ///   - degree: The highest degree, 3 or 5.
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
  /// Computes the values of n instances, block by block, so that the results of one kernel are still in the cache for
  /// the next one. All kernels of a call have the same level.
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
