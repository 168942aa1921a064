internal import CVectorKernels

/// The tables of the keyframe kernels, held by address: if several cores evaluated the same keyframes, they would wait
/// for each other to count references.
struct KeyframeTables: @unchecked Sendable {
  // Sendable because nothing writes to tables after their creation. Their users keep the storage alive.

  let index: UnsafePointer<vk_keyframe_index>
  /// The pieces of each component.
  let pieces: UnsafePointer<vk_keyframe_pieces>
  let componentCount: Int

  /// The memory of tables, which are valid as long as it exists.
  struct Storage: @unchecked Sendable {
    // Sendable because only the initialiser writes to its memory.

    private let memory: Memory
    let tables: KeyframeTables
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
  /// Creates tables.
  ///
  /// - Parameters:
  ///   - ends: The ends of the pieces, padded.
  ///   - rows: A row for each piece, for each component.
  ///   - pieceCount: The number of pieces.
  ///   - degree: The highest degree, 3 or 5.
  init(ends: [Float], rows: [[Float]], _ pieceCount: Int, _ degree: Int) {
    let (firstPieces, bucketScale) = pieceBuckets(over: ends, pieceCount)
    let buckets = firstPieces.flatMap {
      [Float(bitPattern: UInt32($0))] + bucketEnds(ends, from: $0, pieceCount)
    }
    // The same numbers in columns by coefficient, unless there are too many pieces.
    let width = keyframeRowWidth(degree)
    let byCoefficient = rows.map { row in
      var table = [Float](repeating: 0, count: pieceCount <= 32 ? (degree + 1) * 32 : 0)
      for k in 0..<table.count / 32 {
        for piece in 0..<pieceCount { table[k * 32 + piece] = row[piece * width + k] }
      }
      return table
    }
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

/// Returns the length of a row of coefficients: four, or six and two unused numbers.
func keyframeRowWidth(_ degree: Int) -> Int { degree == 3 ? 4 : 8 }

/// Returns the table for finding the piece at a time: the first piece in each of some buckets of equal length, and the
/// number of buckets per second. It is empty if no such table is small enough.
func pieceBuckets<Element: BatchElement>(over ends: [Element], _ pieces: Int) -> (first: [Int], scale: Element) {
  var count = pieces.roundedUpToPowerOfTwo
  while count <= 8192 {
    if let found = pieceBuckets(count, over: ends, pieces) { return found }
    count *= 2
  }
  return ([], 0)
}

/// Returns buckets of equal length, or nil if one would hold more than two ends.
private func pieceBuckets<Element: BatchElement>(
  _ count: Int, over ends: [Element], _ pieces: Int
) -> (first: [Int], scale: Element)? {
  guard pieces > 2 else { return nil }
  let scale = Element(count - 1) / ends[pieces - 2]
  guard scale.isFinite, scale >= .leastNormalMagnitude else { return nil }
  // The kernel rounds time * scale to an Element and then to an integer, so a bucket may start and end slightly beyond
  // the halves.
  func first(_ edge: Element) -> Int { min(ends.partitionPoint { !($0 < edge) }, pieces - 1) }
  var buckets: [Int] = []
  for bucket in 0..<count {
    let number = Element(bucket)
    let low = bucket == 0 ? 0 : first((number - 0.5) / scale * (1 - 4 * .ulpOfOne))
    let high = bucket == count - 1 ? pieces - 1 : first((number + 0.5) / scale * (1 + 4 * .ulpOfOne))
    guard high - low <= 2 else { return nil }
    buckets.append(low)
  }
  return (buckets, scale)
}

/// Returns the numbers of a bucket's row after the first: the ends of its first piece and of the two after it.
func bucketEnds<Element>(_ ends: [Element], from first: Int, _ pieces: Int) -> [Element] {
  (0..<3).map { ends[min(first + $0, pieces - 1)] }
}

extension Int {
  var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}

extension Array {
  /// Returns the first index from which a condition holds, for a condition that doesn't hold before it.
  fileprivate func partitionPoint(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
