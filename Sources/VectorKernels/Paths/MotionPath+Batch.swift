internal import CVectorKernels

extension MotionPath {
  /// Computes the points after n fractions of the length.
  ///
  /// Each is found in `Double`, as ``point(at:)`` does, and rounded.
  ///
  /// - Parameters:
  ///   - amounts: The n fractions, clamped to 0...1. NaN gives a point of NaN.
  ///   - out: Receives the n points.
  /// - Complexity: O(n log k) for k segments: a search and about three evaluations of a rule with eight nodes for each
  ///   point, in scalar code.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func points<Component: BatchElement>(
    at amounts: Span<Component>, into out: inout Columns<Point2D<Component>>
  ) {
    requireCount(out.count, "out.count", equals: amounts.count, "amounts.count")
    out.withColumns { columns, stride in
      for index in amounts.indices {
        let point = point(at: Double(amounts[index]))
        columns[index] = Component(point.x)
        columns[stride + index] = Component(point.y)
      }
    }
  }

  /// Computes the points and the directions after n fractions of the length.
  ///
  /// - Parameters:
  ///   - amounts: The n fractions, clamped to 0...1. NaN gives NaN.
  ///   - out: Receives the n points.
  ///   - tangents: Receives the n directions, of length 1, as ``tangent(at:)`` gives them.
  /// - Complexity: That of ``points(at:into:)``.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func points<Component: BatchElement>(
    at amounts: Span<Component>, into out: inout Columns<Point2D<Component>>,
    tangents: inout Columns<Point2D<Component>>
  ) {
    requireCount(out.count, "out.count", equals: amounts.count, "amounts.count")
    requireCount(tangents.count, "tangents.count", equals: amounts.count, "amounts.count")
    tangents.withColumns { tangents, stride in
      forEachMotion(at: amounts, pointsInto: &out) { index, tangent in
        tangents[index] = Component(tangent.x)
        tangents[stride + index] = Component(tangent.y)
      }
    }
  }

  /// Computes the points and the angles of the directions after n fractions of the length.
  ///
  /// - Parameters:
  ///   - amounts: The n fractions, clamped to 0...1. NaN gives NaN.
  ///   - out: Receives the n points.
  ///   - angles: Receives the n angles, in -pi...pi radians, as ``angle(at:)`` gives them.
  /// - Complexity: That of ``points(at:into:)``, and an arctangent for each point.
  @specialized(where Component == Float)
  @specialized(where Component == Double)
  public func points<Component: BatchElement>(
    at amounts: Span<Component>, into out: inout Columns<Point2D<Component>>,
    angles: consuming MutableSpan<Component>
  ) {
    requireCount(out.count, "out.count", equals: amounts.count, "amounts.count")
    requireCount(angles.count, "angles.count", equals: amounts.count, "amounts.count")
    if amounts.isEmpty { return }
    let angles = angles.memory
    forEachMotion(at: amounts, pointsInto: &out) { angles[$0] = Component(vk_atan2($1.y, $1.x)) }
  }

  /// Writes the points after n fractions of the length, and gives each one's index and tangent to a closure.
  @inline(__always)
  private func forEachMotion<Component: BatchElement>(
    at amounts: Span<Component>, pointsInto out: inout Columns<Point2D<Component>>,
    _ body: (_ index: Int, _ tangent: Point2D<Double>) -> Void
  ) {
    out.withColumns { points, stride in
      for index in amounts.indices {
        let (point, tangent) = motion(at: Double(amounts[index]))
        points[index] = Component(point.x)
        points[stride + index] = Component(point.y)
        body(index, tangent)
      }
    }
  }

  /// Returns the point and the tangent, with one search for both.
  private func motion(at amount: Double) -> (point: Point2D<Double>, tangent: Point2D<Double>) {
    guard !amount.isNaN, let place = lengths.place(at: amount) else {
      return (point(at: amount), tangent(at: amount))
    }
    return (
      lengths.segments[place.segment].point(at: place.parameter),
      lengths.hodographs[place.segment].direction(at: place.parameter)
    )
  }
}
