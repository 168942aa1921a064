internal import CVectorKernels

/// The tables of the kernel for keyframes in `Double`.
final class DoubleKeyframeTables: @unchecked Sendable {
  // Sendable because only the initialiser writes to the memory.

  private let memory: UnsafeMutableRawPointer
  private let track = UnsafeMutablePointer<vk_double_keyframes>.allocate(capacity: 1)

  /// Creates tables.
  ///
  /// - Parameters:
  ///   - ends: The ends of the pieces, ascending to `Double`'s greatest number.
  ///   - rows: A row for each component of each piece.
  ///   - componentCount: The number of components.
  ///   - degree: The highest degree, 3 or 5.
  init(ends: [Double], rows: [Double], componentCount: Int, degree: Int) {
    let (count, width, terms) = (ends.count, keyframeRowWidth(degree), degree + 1)
    let padding = max(32, count.roundedUpToPowerOfTwo) - count + 1
    let padded = ends + [Double](repeating: .greatestFiniteMagnitude, count: padding)
    let (first, scale) = pieceBuckets(over: padded, count)
    let buckets = first.flatMap { piece in
      [Double(bitPattern: UInt64(piece * componentCount * width))] + bucketEnds(padded, from: piece, count)
    }
    // The same numbers by component and coefficient, unless there are too many pieces.
    var table = [Double](repeating: 0, count: count <= 32 ? componentCount * terms * 32 : 0)
    for index in table.indices where index % 32 < count {
      let (component, k) = (index / 32 / terms, index / 32 % terms)
      table[index] = rows[(index % 32 * componentCount + component) * width + k]
    }
    // A row of eight numbers is one cache line.
    memory = .allocate(
      byteCount: MemoryLayout<Double>.stride * (rows.count + table.count + buckets.count + padded.count), alignment: 64)
    var next = memory
    func copy(_ numbers: [Double]) -> UnsafePointer<Double>? {
      if numbers.isEmpty { return nil }
      let start = next.initializeMemory(as: Double.self, from: numbers, count: numbers.count)
      next += MemoryLayout<Double>.stride * numbers.count
      return UnsafePointer(start)
    }
    let (copiedRows, copiedTable, copiedBuckets) = (copy(rows), copy(table), copy(buckets))
    track.initialize(
      to: vk_double_keyframes(
        ends: copy(padded)!, buckets: copiedBuckets, rows: copiedRows!, table: copiedTable, count: count,
        components: componentCount, scale: scale, last_bucket: Double(first.count - 1), degree: Int32(degree)))
  }

  deinit {
    memory.deallocate()
    track.deallocate()
  }

  /// Returns the tables of the polynomials' derivatives.
  func velocityTables() -> DoubleKeyframeTables {
    let (track, degree) = (track.pointee, Int(track.pointee.degree))
    let ends = Array(UnsafeBufferPointer(start: track.ends, count: track.count))
    let size = track.count * track.components * keyframeRowWidth(degree)
    let rows = derivatives(
      of: Array(UnsafeBufferPointer(start: track.rows, count: size)), components: track.components,
      width: keyframeRowWidth(degree), degree: degree, ends: ends)
    return DoubleKeyframeTables(ends: ends, rows: rows, componentCount: track.components, degree: degree)
  }

  /// Computes the values of n instances at the times `time + direction * column[i]`.
  func evaluate(
    _ column: UnsafePointer<Double>, direction: Double, _ time: Double, _ out: UnsafeMutablePointer<Double>,
    stride: Int, _ n: Int
  ) {
    withExtendedLifetime(self) { vk_keyframes_f64(track, column, direction, time, out, stride, n) }
  }
}
