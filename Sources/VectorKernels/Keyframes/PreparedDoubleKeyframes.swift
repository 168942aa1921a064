/// A track of a timeline, prepared for many instances in `Double`: for coordinates and times that `Float` can't hold,
/// such as places on a map and the hours of a recording.
///
/// It is ``PreparedKeyframes`` with more digits; animators and clips play those. Lines and cubic keyframes are kept as
/// they are: their results are within 4 ulp of the sum of the value, three times the change, and twice the velocities
/// times the duration. Timing curves, springs and paced curves are cut into quintics, about four times as many as in
/// `Float`, each with an error, measured at 24 points, of at most 1e-10 of its component's range. Their results are
/// within 3e-10 of the component's range, plus 8 ulp of its largest magnitude, of the exact value; where a curve is
/// vertical, of the exact value at a time that is at most 8 ulp of the keyframe's end away.
///
/// Instants are exact. The instant at which two keyframes meet belongs to the earlier one; that of a step, or of a jump
/// at either end of the track, to what follows. A keyframe that lasts less than 2 ulp of its end is a jump.
public struct PreparedDoubleKeyframes: Sendable {
  /// The duration, in seconds.
  public let duration: Double
  /// The number of components of each instance.
  public let componentCount: Int
  /// The largest error of the fitted polynomials, as a fraction of its component's range, without what rounding adds; 0
  /// if there are only lines and cubics.
  public let measuredError: Double
  /// The number of polynomials, including those for before and after the track. Up to 32 are the fastest.
  public let pieceCount: Int

  private let tables: DoubleKeyframeTables
  private let deferredVelocityTables = Deferred<DoubleKeyframeTables>()

  init<Data: ComponentVector>(_ track: KeyframeSegments<Data>) throws(KeyframePreparationError) {
    let pieces = try KeyframePieces<Double>(of: track, relativeTo: .zero)
    duration = track.duration
    componentCount = Data.componentCount
    measuredError = pieces.error
    pieceCount = pieces.count
    let degree = pieces.degree <= 3 ? 3 : 5
    let width = keyframeRowWidth(degree)
    var rows = [Double](repeating: 0, count: pieces.count * componentCount * width)
    for piece in 0..<pieceCount {
      for component in 0..<componentCount {
        let polynomial = pieces.polynomial(of: piece, component: component)
        for power in 0...degree { rows[(piece * componentCount + component) * width + power] = polynomial[power] }
      }
    }
    tables = DoubleKeyframeTables(ends: pieces.ends, rows: rows, componentCount: componentCount, degree: degree)
  }

  func evaluate(
    _ column: UnsafePointer<Double>, direction: Double, _ time: Double, _ out: UnsafeMutablePointer<Double>,
    stride: Int, _ n: Int
  ) {
    tables.evaluate(column, direction: direction, time, out, stride: stride, n)
  }

  func differentiate(
    _ column: UnsafePointer<Double>, direction: Double, _ time: Double, _ out: UnsafeMutablePointer<Double>,
    stride: Int, _ n: Int
  ) {
    deferredVelocityTables.withValue({ tables.velocityTables() }) {
      $0.evaluate(column, direction: direction, time, out, stride: stride, n)
    }
  }
}

extension PreparedDoubleKeyframes: CustomStringConvertible {
  public var description: String {
    "PreparedDoubleKeyframes(\(pieceCount) pieces of \(componentCount) components, \(duration) s)"
  }
}

#if !hasFeature(Embedded)
extension KeyframeTimeline {
  /// Returns the last track for the part at a key path, prepared for batches in `Double`. If there is none, the result
  /// always has the initial value.
  ///
  /// - Throws: ``KeyframePreparationError`` if the track takes too many pieces, or holds a number that isn't finite.
  /// - Complexity: Up to a few hundred evaluations for each piece; keep the result.
  public func prepared<Part: Animatable>(
    _ keyPath: KeyPath<Value, Part>, as _: Double.Type
  ) throws(KeyframePreparationError) -> PreparedDoubleKeyframes where Part.AnimatableData: ComponentVector {
    try PreparedDoubleKeyframes(preparableSegments(of: keyPath))
  }
}

extension KeyframeTimeline where Value: Animatable, Value.AnimatableData: ComponentVector {
  /// Returns the last track for the whole value, prepared for batches in `Double`. If there is none, the result always
  /// has the initial value.
  ///
  /// - Throws: ``KeyframePreparationError`` if the track takes too many pieces, or holds a number that isn't finite.
  /// - Complexity: Up to a few hundred evaluations for each piece; keep the result.
  public func prepared(as _: Double.Type) throws(KeyframePreparationError) -> PreparedDoubleKeyframes {
    try prepared(\.self, as: Double.self)
  }
}
#endif
