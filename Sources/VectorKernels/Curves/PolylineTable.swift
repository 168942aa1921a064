/// A chain of lines in the form in which its kernels look them up: by buckets if there are more than 16 lines and
/// buckets separate their knots, otherwise by columns.
struct PolylineTable: Sendable {
  struct Line: Sendable {
    /// The input at which the line begins.
    var knot: Float
    var y: Float
    var slope: Float
  }

  /// The buckets of a chain. Bucket k holds the x for which the integer nearest to `(x - first) * scale` is k.
  struct Buckets: Sendable {
    let first: Float
    let scale: Float
    let count: Int

    /// Returns the bucket of x. It uses the kernel's operations, which round the same way on every machine, so that
    /// both agree on every Float.
    func number(_ x: Float) -> Int {
      Int(min(max((x - first) * scale, 0), Float(count - 1)).rounded(.toNearestOrEven))
    }

    /// Returns whether no bucket holds more than one knot of a chain.
    func separate(_ chain: [Line]) -> Bool {
      var last = -1
      for line in chain {
        let number = number(line.knot)
        if number == last { return false }
        last = number
      }
      return true
    }
  }

  /// The table of `vk_polyline_buckets_f32` if there are buckets, otherwise that of `vk_polyline_f32`.
  let numbers: [Float]
  /// The number of buckets, or of lines including the padding.
  let size: Int
  let buckets: Buckets?

  /// Creates the table of a chain of lines.
  ///
  /// - Parameter lines: The lines, at least one, in ascending order of their knots. Of lines with the same knot, the
  ///   last one begins there; the first one ends there if no other line comes before.
  init(_ lines: [Line]) {
    let ends = lines.indices.filter { $0 == lines.count - 1 || lines[$0].knot < lines[$0 + 1].knot }
    let chain = ends.map { lines[$0] }
    buckets = lines.count <= 16 ? nil : Self.buckets(chain)
    if let buckets {
      numbers = Self.rows(chain, before: lines[0], in: buckets)
      size = buckets.count
    } else {
      numbers = Self.columns(lines)
      size = numbers.count / 3
    }
  }

  /// Returns the fewest buckets that hold no more than one knot each.
  private static func buckets(_ chain: [Line]) -> Buckets? {
    let (first, last) = (chain[0].knot, chain[chain.count - 1].knot)
    var count = 16
    while count < chain.count { count *= 2 }
    while count <= 4096 {
      let scale = Float(count - 1) / (last - first)
      guard scale.isFinite else { return nil }
      let buckets = Buckets(first: first, scale: scale, count: count)
      if buckets.separate(chain) { return buckets }
      count *= 2
    }
    return nil
  }

  private static func rows(_ chain: [Line], before: Line, in buckets: Buckets) -> [Float] {
    // The first line's knot is in bucket 0.
    var (before, line) = (before, chain[0])
    var next = 1
    return [Float](unsafeUninitializedCapacity: buckets.count * 8) { rows, count in
      for bucket in 0..<buckets.count {
        if next < chain.count && buckets.number(chain[next].knot) == bucket {
          (before, line) = (line, chain[next])
          next += 1
        }
        let row = SIMD8(line.knot, line.y, line.slope, 0, before.knot, before.y, before.slope, 0)
        for column in 0..<8 { rows.initializeElement(at: bucket * 8 + column, to: row[column]) }
      }
      count = rows.count
    }
  }

  private static func columns(_ lines: [Line]) -> [Float] {
    var size = lines.count <= 16 ? 16 : 64
    while size < lines.count { size *= 2 }
    let missing = [Float](repeating: 0, count: size - lines.count)
    return lines.map { $0.knot } + missing.map { _ in .infinity } + lines.map { $0.y } + missing
      + lines.map { $0.slope } + missing
  }
}
