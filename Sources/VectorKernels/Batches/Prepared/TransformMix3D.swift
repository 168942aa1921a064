internal import CVectorKernels

/// Pairs of transforms of space, prepared so that a frame only interpolates their parts and recomposes the matrices.
///
/// ```swift
/// let mix = TransformMix3D(from: poses, to: nextPoses)
/// mix.transforms(by: 0.25, into: matrices.mutableSpan)  // an array of Transform3D<Float>, as a renderer takes them
/// ```
///
/// Each pair is mixed in `Float` by the rule of ``Transform3D/mix(with:by:)``, which is CSS's. The error within 0...1
/// is 2e-6 of the largest product in a sum, and 1 ulp of the larger end for translations. Other amounts extrapolate:
/// each part along its line, and rotations by more than a turn if the amount is large enough, with an error of 4e-6
/// times the amount's magnitude. Matrices that are almost singular may have parts that `Float` can't hold; these give
/// infinite or NaN results.
public struct TransformMix3D: Sendable {
  private var pairs: TransformPairs<TransformParts3D>

  /// Creates prepared pairs of matrices.
  ///
  /// The matrices are decomposed as in CSS: rotations go the shorter way, and a pair with a matrix that can't be
  /// decomposed jumps in the middle. If a component isn't finite, the results are NaN.
  ///
  /// - Parameters:
  ///   - from: The n transforms at an amount of 0.
  ///   - to: The n transforms at an amount of 1.
  /// - Complexity: O(n); a few trigonometric functions for each pair.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init<Component: BatchElement>(from: Span<Transform3D<Component>>, to: Span<Transform3D<Component>>) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    pairs = TransformPairs(capacity: from.count)
    for i in from.indices {
      switch TransformEnds3D(Transform3D<Double>(from[i]), Transform3D<Double>(to[i])) {
      case .decomposed(let start, let end): pairs.append(TransformParts3D(start, end))
      case .discrete: pairs.append(jumpFrom: Transform3D(from[i]), to: Transform3D(to[i]))
      case .undefined: pairs.append(jumpFrom: .undefined, to: .undefined)
      }
    }
  }

  /// Creates prepared pairs of decomposed transforms.
  ///
  /// They are mixed by the rule of ``Transform3D/Decomposition/mix(with:by:)``, so a scale may pass through 0.
  /// Rotations are normalised to length 1 first.
  ///
  /// - Parameters:
  ///   - from: The n transforms' parts at an amount of 0.
  ///   - to: The n transforms' parts at an amount of 1.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init<Component: BatchElement>(
    from: Span<Transform3D<Component>.Decomposition>, to: Span<Transform3D<Component>.Decomposition>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    pairs = TransformPairs(capacity: from.count)
    for i in from.indices {
      pairs.append(
        TransformParts3D(
          Transform3D<Double>.Decomposition(from[i]), Transform3D<Double>.Decomposition(to[i])))
    }
  }

  /// The number of pairs.
  public var count: Int { pairs.count }

  /// Mixes all pairs by one amount.
  ///
  /// - Parameters:
  ///   - amount: The amount shared by all pairs, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 204 bytes per transform.
  public func transforms(by amount: Float, into out: consuming MutableSpan<Transform3D<Float>>) {
    pairs.mix(by: amount, into: out)
  }

  /// Mixes each pair by its own amount.
  ///
  /// - Parameters:
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 208 bytes per transform.
  public func transforms(by amounts: Span<Float>, into out: consuming MutableSpan<Transform3D<Float>>) {
    pairs.mix(by: amounts, into: out)
  }

  /// Mixes all pairs by one amount. Gives the same bits as in memory order.
  ///
  /// - Parameters:
  ///   - amount: The amount shared by all pairs, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 204 bytes per transform.
  public func transforms(by amount: Float, into out: inout Columns<Transform3D<Float>>) {
    pairs.mix(by: amount, into: &out)
  }

  /// Mixes each pair by its own amount. Gives the same bits as in memory order.
  ///
  /// - Parameters:
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 208 bytes per transform.
  public func transforms(by amounts: Span<Float>, into out: inout Columns<Transform3D<Float>>) {
    pairs.mix(by: amounts, into: &out)
  }
}

/// The parts of a pair in the layout that its kernel takes (`TransformKernels.swift`).
private struct TransformParts3D: TransformParts {
  typealias Component = Float
  typealias Transform = Transform3D<Float>

  static var kernel: TransformKernel { vk_mix_transforms_3d_f32 }

  private var start: Transform3D<Float>.Decomposition
  private var end: Transform3D<Float>.Decomposition
  /// The square of the angle, in radians, between the two rotations as vectors.
  private var squaredAngle: Float

  init(_ start: Transform3D<Double>.Decomposition, _ end: Transform3D<Double>.Decomposition) {
    let from = start.rotation.normalized
    let to = end.rotation.normalized.nearest(to: from)
    self.start = Transform3D<Float>.Decomposition(start)
    self.end = Transform3D<Float>.Decomposition(end)
    self.start.rotation = Quaternion(from)
    self.end.rotation = Quaternion(to)
    let angle = from.distance(to: to)
    squaredAngle = Float(angle * angle)
  }
}

extension Transform3D: UndefinedTransform where Component == Float {}
