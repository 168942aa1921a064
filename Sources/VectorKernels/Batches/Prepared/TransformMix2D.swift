internal import CVectorKernels

/// Pairs of transforms of the plane, prepared so that a frame only interpolates their parts and recomposes the
/// matrices.
///
/// ```swift
/// let mix = TransformMix2D(from: poses, to: nextPoses)
/// mix.transforms(by: 0.25, into: matrices.mutableSpan)  // an array of Transform2D<Float>, as a renderer takes them
/// ```
///
/// Each pair is mixed in `Float` by the rule of ``Transform2D/mix(with:by:)``, which is CSS's. The error within 0...1
/// is 1e-6 of the length of a matrix's column, and 1 ulp of the larger end for translations. Matrices that are almost
/// singular may have parts that `Float` can't hold; these give infinite or NaN results.
public struct TransformMix2D: Sendable {
  private var pairs: TransformPairs<TransformParts2D>

  /// Creates prepared pairs of matrices.
  ///
  /// The matrices are decomposed as in CSS: rotations go the shorter way, and a pair with a matrix that isn't
  /// invertible jumps in the middle. If a component isn't finite, the results are NaN.
  ///
  /// - Parameters:
  ///   - from: The n transforms at an amount of 0.
  ///   - to: The n transforms at an amount of 1.
  /// - Complexity: O(n); a few trigonometric functions for each pair.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init<Component: BatchElement>(from: Span<Transform2D<Component>>, to: Span<Transform2D<Component>>) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    pairs = TransformPairs(capacity: from.count)
    for i in from.indices {
      switch TransformEnds2D(Transform2D<Double>(from[i]), Transform2D<Double>(to[i])) {
      case .decomposed(let start, let end): pairs.append(TransformParts2D(start, end))
      case .discrete: pairs.append(jumpFrom: Transform2D(from[i]), to: Transform2D(to[i]))
      case .undefined: pairs.append(jumpFrom: .undefined, to: .undefined)
      }
    }
  }

  /// Creates prepared pairs of decomposed transforms.
  ///
  /// Each part moves on the straight line from one to the other, so whole turns count, and a scale may pass through 0.
  ///
  /// - Parameters:
  ///   - from: The n transforms' parts at an amount of 0.
  ///   - to: The n transforms' parts at an amount of 1.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public init<Component: BatchElement>(
    from: Span<Transform2D<Component>.Decomposition>, to: Span<Transform2D<Component>.Decomposition>
  ) {
    requireCount(to.count, "to.count", equals: from.count, "from.count")
    pairs = TransformPairs(capacity: from.count)
    for i in from.indices {
      pairs.append(
        TransformParts2D(
          Transform2D<Double>.Decomposition(from[i]), Transform2D<Double>.Decomposition(to[i])))
    }
  }

  /// The number of pairs.
  public var count: Int { pairs.count }

  /// Mixes all pairs by one amount.
  ///
  /// - Parameters:
  ///   - amount: The amount shared by all pairs, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 96 bytes per transform.
  public func transforms(by amount: Float, into out: consuming MutableSpan<Transform2D<Float>>) {
    pairs.mix(by: amount, into: out)
  }

  /// Mixes each pair by its own amount.
  ///
  /// - Parameters:
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 100 bytes per transform.
  public func transforms(by amounts: Span<Float>, into out: consuming MutableSpan<Transform2D<Float>>) {
    pairs.mix(by: amounts, into: out)
  }

  /// Mixes all pairs by one amount. Gives the same bits as in memory order.
  ///
  /// - Parameters:
  ///   - amount: The amount shared by all pairs, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 96 bytes per transform.
  public func transforms(by amount: Float, into out: inout Columns<Transform2D<Float>>) {
    pairs.mix(by: amount, into: &out)
  }

  /// Mixes each pair by its own amount. Gives the same bits as in memory order.
  ///
  /// - Parameters:
  ///   - amounts: The n amounts, usually in 0...1.
  ///   - out: Receives the n results.
  /// - Complexity: O(n); moves 100 bytes per transform.
  public func transforms(by amounts: Span<Float>, into out: inout Columns<Transform2D<Float>>) {
    pairs.mix(by: amounts, into: &out)
  }
}

/// The parts of a pair in the layout that its kernel takes (`TransformKernels.swift`).
private struct TransformParts2D: TransformParts {
  typealias Component = Float
  typealias Transform = Transform2D<Float>

  static var kernel: TransformKernel { vk_mix_transforms_2d_f32 }

  private var start: Transform2D<Float>.Decomposition
  private var end: Transform2D<Float>.Decomposition

  init(_ start: Transform2D<Double>.Decomposition, _ end: Transform2D<Double>.Decomposition) {
    self.start = Self.inQuarterTurns(start)
    self.end = Self.inQuarterTurns(end)
  }

  /// Returns the parts with the angle in quarter turns, whose range reduction is exact.
  private static func inQuarterTurns(_ parts: Transform2D<Double>.Decomposition) -> Transform2D<Float>.Decomposition {
    var result = Transform2D<Float>.Decomposition(parts)
    result.radians = Float(parts.radians / (.pi / 2))
    return result
  }
}

extension Transform2D: UndefinedTransform where Component == Float {}
