internal import CVectorKernels

/// A track of a timeline, prepared for many instances: polynomials of the time, in `Float`.
///
/// Lines and cubic keyframes are kept as they are. Timing curves, springs and paced curves are cut into quintics. Each
/// quintic is about as long as it can be with an error, measured at 24 points, of at most 3e-7 of its component's
/// range. The results are within 1e-6 of the component's range, plus 4 ulp of its largest magnitude, of the exact
/// value; where a curve is vertical, of the exact value at a time within 8 ulp.
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
  /// The number of polynomials, including those for before and after the track. Up to 32 are the fastest on AVX-512, and
  /// up to 8 on AVX2, where up to 16 are still faster than more.
  public let pieceCount: Int

  /// The highest degree: 3 or 5.
  let degree: Int
  /// The ends of the pieces, padded for the kernels.
  let ends: [Float]
  /// A row for each piece, for each component: four coefficients, or six and two unused numbers.
  let rows: [[Float]]
  /// The hash of the ends of the pieces and the values there. Many properties may play the same keyframes, which are
  /// looked up at each start.
  private let fingerprint: Int
  /// The kernels' tables, for values and for velocities.
  private let deferredTables = Deferred<KeyframeTables.Storage>()
  private let deferredVelocityTables = Deferred<KeyframeTables.Storage>()

  init<Data: ComponentVector>(_ track: KeyframeSegments<Data>) throws(KeyframePreparationError) {
    self.init(
      try KeyframePieces(of: track, relativeTo: .zero), components: Data.componentCount, duration: track.duration)
  }

  init(_ pieces: KeyframePieces<Float>, components: Int, duration: Double) {
    let degree = pieces.degree <= 3 ? 3 : 5
    self.init(
      duration: duration, measuredError: pieces.error, degree: degree, ends: pieces.ends,
      coefficients: (0..<components).map { component in
        var coefficients: [Float] = []
        coefficients.reserveCapacity(pieces.count * (degree + 1))
        for piece in 0..<pieces.count {
          let polynomial = pieces.polynomial(of: piece, component: component)
          for power in 0...degree { coefficients.append(Float(polynomial[power])) }
        }
        return coefficients
      })
  }

  /// Creates prepared keyframes from the ends of the pieces, ascending to Float's greatest, and the coefficients of
  /// each component, from the lowest degree, piece by piece.
  init(duration: Double, measuredError: Double, degree: Int, ends: [Float], coefficients: [[Float]]) {
    self.duration = duration
    self.measuredError = measuredError
    self.degree = degree
    componentCount = coefficients.count
    pieceCount = ends.count

    let padding = max(32, ends.count.roundedUpToPowerOfTwo) - ends.count
    self.ends = ends + [Float](repeating: .greatestFiniteMagnitude, count: padding)
    let (terms, width, count) = (degree + 1, keyframeRowWidth(degree), ends.count)
    var hasher = Hasher()
    for end in ends { hasher.combine(end) }
    rows = coefficients.map { coefficients in
      var row = [Float](repeating: 0, count: count * width)
      for piece in 0..<count {
        for k in 0..<terms { row[piece * width + k] = coefficients[piece * terms + k] }
        hasher.combine(row[piece * width])
      }
      return row
    }
    fingerprint = hasher.finalize()
  }

  /// Calls `body` with the kernels' tables, which the first call makes.
  func withTables<Result>(_ body: (KeyframeTables) -> Result) -> Result {
    deferredTables.withValue({ KeyframeTables.Storage(ends: ends, rows: rows, pieceCount, degree) }) {
      body($0.tables)
    }
  }

  /// Calls `body` with the kernels' tables for velocities, which the first call makes.
  func withVelocityTables<Result>(_ body: (KeyframeTables) -> Result) -> Result {
    deferredVelocityTables.withValue({
      KeyframeTables.Storage(ends: ends, rows: velocityRows, pieceCount, degree)
    }) { body($0.tables) }
  }
}

extension PreparedKeyframes: Hashable {
  /// Compares all numbers except those that follow from others.
  public static func == (a: PreparedKeyframes, b: PreparedKeyframes) -> Bool {
    a.duration == b.duration && a.measuredError == b.measuredError && a.degree == b.degree && a.ends == b.ends
      && a.rows == b.rows
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension PreparedKeyframes: CustomStringConvertible {
  public var description: String {
    "PreparedKeyframes(\(pieceCount) pieces of \(componentCount) components, \(duration) s)"
  }
}

#if !hasFeature(Embedded)
extension KeyframeTimeline {
  /// Returns the last track for the part at a key path, prepared for batches. If there is none, the result always has
  /// the initial value.
  ///
  /// - Throws: ``KeyframePreparationError`` if the track takes too many pieces.
  /// - Complexity: Up to a few hundred evaluations for each piece; keep the result.
  public func prepared<Part: Animatable>(
    _ keyPath: KeyPath<Value, Part>
  ) throws(KeyframePreparationError) -> PreparedKeyframes where Part.AnimatableData: ComponentVector {
    try PreparedKeyframes(preparableSegments(of: keyPath))
  }

  /// Returns the last track for the part at a key path, or one that always has the initial value.
  func preparableSegments<Part: Animatable>(of keyPath: KeyPath<Value, Part>) -> KeyframeSegments<Part.AnimatableData> {
    segments(of: keyPath) ?? KeyframeSegments(initial: initialValue[keyPath: keyPath].animatableData, segments: [])
  }
}

extension KeyframeTimeline where Value: Animatable, Value.AnimatableData: ComponentVector {
  /// Returns the last track for the whole value, prepared for batches. If there is none, the result always has the
  /// initial value.
  ///
  /// - Throws: ``KeyframePreparationError`` if the track takes too many pieces.
  /// - Complexity: Up to a few hundred evaluations for each piece; keep the result.
  public func prepared() throws(KeyframePreparationError) -> PreparedKeyframes {
    try prepared(\.self)
  }
}
#endif
