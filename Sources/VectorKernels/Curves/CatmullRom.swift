/// Cubics through values at evenly spaced progresses: a uniform Catmull-Rom spline.
final class CatmullRom: Sendable {
  /// The values, at least one, within ±`limit`.
  let values: [Double]

  /// The tables for the kernels. `ends` has the padded ends of the cubics; the first end is 0, where a constant ends.
  /// Each cubic has four coefficients for its values and four for its velocities, from the lowest degree, in the
  /// progress since its end. If there are at most 32 cubics, the coefficients are also in columns of 32.
  let ends: [Float]
  let rows: [Float]
  let velocityRows: [Float]
  let columns: [Float]
  let velocityColumns: [Float]

  /// The largest magnitude of a value, with which coefficients stay finite in `Float`.
  static let limit = 1e15
  /// The most values.
  static let mostValues = 65_536

  init(_ values: [Double]) {
    self.values = values
    // A constant is a cubic too.
    let values = values.count == 1 ? [values[0], values[0]] : values
    let segments = values.count - 1
    let scale = Double(segments)
    var (ends, rows, velocityRows): ([Float], [Float], [Float]) = ([0], [Float(values[0]), 0, 0, 0], [0, 0, 0, 0])
    for segment in 0..<segments {
      let end = Float(Double(segment + 1) / scale)
      // The cubic in u = 0...1, around the place in it of the rounded end.
      let c = Self.cubic(values, segment)
      let u = Double(end) * scale - Double(segment)
      let (c1, c2, c3) = (
        scale * (c.1 + u * (2 * c.2 + u * 3 * c.3)), scale * scale * (c.2 + u * 3 * c.3), scale * scale * scale * c.3
      )
      let value = segment == segments - 1 ? values[segments] : c.0 + u * (c.1 + u * (c.2 + u * c.3))
      ends.append(end)
      rows += [Float(value), Float(c1), Float(c2), Float(c3)]
      velocityRows += [Float(c1), Float(2 * c2), Float(3 * c3), 0]
    }
    velocityRows[0] = Float(scale * Self.cubic(values, 0).1)
    let count = ends.count
    // The number of halvings that find any of them.
    let size = max(32, 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount))
    self.ends = ends + [Float](repeating: .greatestFiniteMagnitude, count: size - count)
    self.rows = rows
    self.velocityRows = velocityRows
    func byCoefficient(_ rows: [Float]) -> [Float] {
      if count > 32 { return [] }
      return (0..<4).flatMap { k in (0..<32).map { $0 < count ? rows[4 * $0 + k] : 0 } }
    }
    columns = byCoefficient(rows)
    velocityColumns = byCoefficient(velocityRows)
  }

  /// The number of cubics, with the constant before them.
  var pieceCount: Int { max(2, values.count) }

  /// Returns the coefficients of the cubic from a value to the next one, in u = 0...1. Its derivative at a value is
  /// half the change from the value before to the one after, and at the ends the change to the neighbour.
  private static func cubic(_ values: [Double], _ segment: Int) -> (Double, Double, Double, Double) {
    let (from, to) = (values[segment], values[segment + 1])
    let start = segment == 0 ? to - from : (to - values[segment - 1]) / 2
    let end = segment + 2 == values.count ? to - from : (values[segment + 2] - from) / 2
    return (from, start, 3 * (to - from) - 2 * start - end, start + end - 2 * (to - from))
  }

  /// Returns the segment of a progress in 0...1, and the place in it, 0...1.
  private func position(of x: Double) -> (segment: Int, u: Double) {
    let scaled = x * Double(values.count - 1)
    let segment = min(Int(scaled), values.count - 2)
    return (segment, scaled - Double(segment))
  }

  /// Returns the value at x.
  ///
  /// - Parameter x: The progress, in 0...1, or NaN.
  func value(at x: Double) -> Double {
    if x.isNaN { return x }
    if values.count == 1 || x == 0 { return values[0] }
    if x == 1 { return values[values.count - 1] }
    let (segment, u) = position(of: x)
    let c = Self.cubic(values, segment)
    return c.0 + u * (c.1 + u * (c.2 + u * c.3))
  }

  /// Returns the velocity at x.
  ///
  /// - Parameter x: The progress, in 0...1, or NaN.
  func velocity(at x: Double) -> Double {
    if x.isNaN { return x }
    if values.count == 1 { return 0 }
    let (segment, u) = position(of: x)
    let c = Self.cubic(values, segment)
    return Double(values.count - 1) * (c.1 + u * (2 * c.2 + u * 3 * c.3))
  }
}

extension CatmullRom: Hashable {
  static func == (a: CatmullRom, b: CatmullRom) -> Bool { a === b || a.values == b.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension UnitCurve {
  /// Creates a smooth curve through values at evenly spaced progresses: a uniform Catmull-Rom spline.
  ///
  /// The velocity at a value is that of the straight line from the value before it to the one after it, and at an end
  /// that of the line to its neighbour. Core Animation's cubic keyframes have the same curve for even key times.
  /// Between values that don't rise evenly, the curve may overshoot them. ``init(samples:)`` goes straight from one to
  /// the next.
  ///
  /// ```swift
  /// let curve = UnitCurve.catmullRom(through: [0, 0.8, 0.7, 1])
  /// curve.value(at: 1.0 / 3)  // 0.8
  /// curve.velocity(at: 0)     // 2.4
  /// ```
  ///
  /// - Parameter values: The amounts, 1...65,536 of them; a single one makes a constant curve. NaN counts as 0, and
  ///   values beyond ±1e15 are clamped to it.
  /// - Complexity: O(n) for n values; keep the result.
  public static func catmullRom(through values: [Double]) -> UnitCurve {
    guard 1...CatmullRom.mostValues ~= values.count else {
      fatalError("\(#function): values.count is \(values.count), but must be in 1...\(CatmullRom.mostValues)")
    }
    let limit = CatmullRom.limit
    return UnitCurve(.catmullRom(CatmullRom(values.map { $0.isNaN ? 0 : min(limit, max(-limit, $0)) })))
  }
}
