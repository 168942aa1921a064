internal import CVectorKernels

/// A track of a timeline, prepared for many instances: polynomials of the time, in `Float`.
///
/// Lines and cubic keyframes are kept as they are. Timing curves, springs and paced curves are cut into quintics. Each
/// quintic is as long as it can be with an error, measured at 24 points, of at most 3e-7 of its component's range. The
/// results are within 1e-6 of the component's range, plus 4 ulp of its largest magnitude, of the exact value; where a
/// curve is vertical, of the exact value at a time within 8 ulp.
///
/// The instant at which two keyframes meet is rounded to `Float`, and a jump there happens within half an ulp of its
/// instant. A keyframe that lasts less than 2 ulp of its time, or less than some microseconds, may be a jump.
public struct PreparedKeyframes: Sendable {
  /// The duration, in seconds.
  public let duration: Double
  /// The number of components of each instance.
  public let componentCount: Int
  /// The largest error of the fitted polynomials, as a fraction of its component's range; 0 if there are only lines and
  /// cubics.
  public let measuredError: Double
  /// The number of polynomials, including those for before and after the track. Up to 32 are the fastest.
  public let pieceCount: Int

  /// The highest degree: 3 or 5.
  let degree: Int
  /// The ends of the pieces, padded for the kernels.
  let ends: [Float]
  /// A row for each piece, for each component: four coefficients, or six and two unused numbers.
  let rows: [[Float]]
  /// The kernels' tables. They follow from the other properties and aren't compared.
  let tables: KeyframeTables.Storage

  init<Data: ComponentVector>(_ track: KeyframeSegments<Data>) throws(KeyframePreparationError) {
    self.init(
      try KeyframePieces(of: track, relativeTo: .zero), components: Data.componentCount, duration: track.duration)
  }

  init(_ prepared: KeyframePieces, components: Int, duration: Double) {
    let pieces = prepared.pieces
    let degree = pieces.allSatisfy { $0.coefficients[0].count <= 4 } ? 3 : 5
    let coefficients = (0..<components).map { component in
      pieces.flatMap { piece in
        let coefficients = piece.coefficients[component].map(Float.init)
        return coefficients + [Float](repeating: 0, count: degree + 1 - coefficients.count)
      }
    }
    self.init(
      duration: duration, measuredError: prepared.error, degree: degree, ends: pieces.map { $0.end },
      coefficients: coefficients)
  }

  /// Creates prepared keyframes from the ends of the pieces, ascending to Float's greatest, and the coefficients of
  /// each component, from the lowest degree, piece by piece.
  init(duration: Double, measuredError: Double, degree: Int, ends: [Float], coefficients: [[Float]]) {
    self.duration = duration
    self.measuredError = measuredError
    self.degree = degree
    componentCount = coefficients.count
    pieceCount = ends.count

    let lookup = PieceLookup(ends: ends)
    self.ends = lookup.ends

    let (terms, width, count) = (degree + 1, degree == 3 ? 4 : 8, ends.count)
    var (rows, byCoefficient): ([[Float]], [[Float]]) = ([], [])
    for coefficients in coefficients {
      var row = [Float](repeating: 0, count: count * width)
      var table = [Float](repeating: 0, count: count <= 32 ? terms * 32 : 0)
      for piece in 0..<count {
        for k in 0..<terms {
          row[piece * width + k] = coefficients[piece * terms + k]
          if count <= 32 { table[k * 32 + piece] = coefficients[piece * terms + k] }
        }
      }
      rows.append(row)
      byCoefficient.append(table)
    }
    self.rows = rows
    tables = KeyframeTables.Storage(
      ends: lookup.ends, buckets: lookup.buckets, bucketScale: lookup.scale, rows: rows, byCoefficient: byCoefficient,
      pieceCount: count, degree: degree)
  }
}

extension PreparedKeyframes: Hashable {
  /// Hashes a few properties that are at hand. Keyframes that agree in these seldom differ.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(duration)
    hasher.combine(componentCount)
    hasher.combine(pieceCount)
    hasher.combine(measuredError)
  }
}

extension PreparedKeyframes: CustomStringConvertible {
  public var description: String {
    "PreparedKeyframes(\(pieceCount) pieces of \(componentCount) components, \(duration) s)"
  }
}

/// The table for finding the piece at a time.
private struct PieceLookup {
  let ends: [Float]
  let buckets: [Float]
  let scale: Float

  init(ends: [Float]) {
    let padding = max(32, ends.count.roundedUpToPowerOfTwo) - ends.count
    self.ends = ends + [Float](repeating: .greatestFiniteMagnitude, count: padding)
    var count = ends.count.roundedUpToPowerOfTwo
    while count <= 8192 {
      if let (buckets, scale) = Self.buckets(count, over: self.ends, ends.count) {
        self.buckets = buckets
        self.scale = scale
        return
      }
      count *= 2
    }
    buckets = []
    scale = 0
  }

  /// Returns buckets of equal length, or nil if one would hold more than two ends.
  private static func buckets(_ count: Int, over ends: [Float], _ pieces: Int) -> (buckets: [Float], scale: Float)? {
    guard pieces > 2 else { return nil }
    let scale = Float(count - 1) / ends[pieces - 2]
    guard scale.isFinite, scale >= .leastNormalMagnitude else { return nil }
    // The kernel rounds time * scale to a Float and then to an integer, so a bucket may start and end slightly beyond
    // the halves.
    func first(_ edge: Float) -> Int { min(ends.partitionPoint { !($0 < edge) }, pieces - 1) }
    var buckets: [Float] = []
    for bucket in 0..<count {
      let number = Float(bucket)
      let low = bucket == 0 ? 0 : first((number - 0.5) / scale * (1 - 4 * .ulpOfOne))
      let high = bucket == count - 1 ? pieces - 1 : first((number + 0.5) / scale * (1 + 4 * .ulpOfOne))
      guard high - low <= 2 else { return nil }
      buckets += [Float(bitPattern: UInt32(low))] + (0..<3).map { ends[min(low + $0, pieces - 1)] }
    }
    return (buckets, scale)
  }
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

extension Int {
  fileprivate var roundedUpToPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}

#if !hasFeature(Embedded)
extension KeyframeTimeline {
  /// Returns the last track for the part at a key path, prepared for batches. If there is none, the result always has
  /// the initial value.
  ///
  /// - Throws: ``KeyframePreparationError`` if a keyframe takes too many pieces.
  /// - Complexity: Up to a few hundred evaluations for each piece; keep the result.
  public func prepared<Part: Animatable>(
    _ keyPath: KeyPath<Value, Part>
  ) throws(KeyframePreparationError) -> PreparedKeyframes where Part.AnimatableData: ComponentVector {
    try PreparedKeyframes(
      segments(of: keyPath)
        ?? KeyframeSegments(initial: initialValue[keyPath: keyPath].animatableData, segments: []))
  }
}

extension KeyframeTimeline where Value: Animatable, Value.AnimatableData: ComponentVector {
  /// Returns the last track for the whole value, prepared for batches. If there is none, the result always has the
  /// initial value.
  ///
  /// - Throws: ``KeyframePreparationError`` if a keyframe takes too many pieces.
  /// - Complexity: Up to a few hundred evaluations for each piece; keep the result.
  public func prepared() throws(KeyframePreparationError) -> PreparedKeyframes {
    try prepared(\.self)
  }
}
#endif
