internal import CVectorKernels

/// The tables of the kernel for keyframes in `Double`.
final class DoubleKeyframeTables: @unchecked Sendable {
  // Sendable because only the initialiser writes to the memory.

  let componentCount: Int
  /// The ends of the pieces, padded for the kernel.
  private let ends: [Double]
  /// A row for each component of each piece: four coefficients, or six and two unused numbers.
  private let rows: [Double]
  private let degree: Int
  private let memory: UnsafeMutablePointer<Double>
  private let track = UnsafeMutablePointer<vk_keyframe_track>.allocate(capacity: 1)

  /// Creates tables of the ends of the pieces, ascending to `Double`'s greatest number, and a row for each component of
  /// each piece.
  init(ends: [Double], rows: [Double], componentCount: Int, degree: Int) {
    let (count, width) = (ends.count, degree == 3 ? 4 : 8)
    let padding = max(32, count.roundedUpToPowerOfTwo) - count + 1
    let padded = ends + [Double](repeating: .greatestFiniteMagnitude, count: padding)
    let (first, scale) = pieceBuckets(over: padded, count)
    let buckets = first.flatMap { piece in
      [Double(bitPattern: UInt64(piece * componentCount * width))] + bucketEnds(padded, from: piece, count)
    }
    // The same numbers by component and coefficient, unless there are too many pieces.
    let terms = degree + 1
    var table = [Double](repeating: 0, count: count <= 32 ? componentCount * terms * 32 : 0)
    for place in table.indices where place % 32 < count {
      let (component, k) = (place / 32 / terms, place / 32 % terms)
      table[place] = rows[(place % 32 * componentCount + component) * width + k]
    }
    // A row of eight numbers is one cache line.
    let size = rows.count + table.count + buckets.count + padded.count
    memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * size, alignment: 64)
      .assumingMemoryBound(to: Double.self)
    var next = memory
    func place(_ numbers: [Double]) -> UnsafePointer<Double> {
      defer { next += numbers.count }
      next.initialize(from: numbers, count: numbers.count)
      return UnsafePointer(next)
    }
    let (placedRows, placedTable) = (place(rows), place(table))
    track.initialize(
      to: vk_keyframe_track(
        ends: place(padded), buckets: buckets.isEmpty ? nil : place(buckets), rows: placedRows,
        table: table.isEmpty ? nil : placedTable, count: count, components: componentCount, scale: scale,
        last_bucket: Double(first.count - 1), degree: Int32(degree)))
    (self.ends, self.rows, self.componentCount, self.degree) = (padded, rows, componentCount, degree)
  }

  deinit {
    memory.deallocate()
    track.deallocate()
  }

  /// Returns the tables of the polynomials' derivatives.
  func velocityTables() -> DoubleKeyframeTables {
    DoubleKeyframeTables(
      ends: Array(ends.prefix(track.pointee.count)),
      rows: derivatives(
        of: rows, components: componentCount, width: degree == 3 ? 4 : 8, degree: degree, ends: ends),
      componentCount: componentCount, degree: degree)
  }

  /// Computes the values of n instances at the times `time + direction * column[i]`.
  func evaluate(
    _ column: UnsafePointer<Double>, direction: Double, _ time: Double, _ out: UnsafeMutablePointer<Double>,
    stride: Int, _ n: Int
  ) {
    vk_keyframes_f64(track, column, direction, time, out, stride, n)
  }
}
