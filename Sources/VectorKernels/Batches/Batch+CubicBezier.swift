internal import CVectorKernels

extension Batch {
  /// Evaluates n cubic Bezier timing curves, each with its own control points, at n progresses.
  ///
  /// The rules and the error are those of ``CubicBezier/values(at:into:)-(Span<Float>,_)``. Control points' x outside
  /// 0...1 are clamped to it. Their y isn't clamped: beyond ±1e36 an element's result may be infinite or NaN.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - x1: The n first control points' x, in 0...1.
  ///   - y1: The n first control points' y.
  ///   - x2: The n second control points' x, in 0...1.
  ///   - y2: The n second control points' y.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n); moves 24 bytes per element.
  public static func bezierValues(
    at x: Span<Float>, x1: Span<Float>, y1: Span<Float>, x2: Span<Float>, y2: Span<Float>,
    into out: consuming MutableSpan<Float>
  ) {
    requireControlPoints(x.count, x1.count, y1.count, x2.count, y2.count, out: out.count)
    if x.isEmpty { return }
    vk_bezier_each_f32(
      x.memory, x1.memory, y1.memory, x2.memory, y2.memory, out.memory, x.memory, 0, 0, x.count)
  }

  /// Computes the velocities dy/dx of n cubic Bezier timing curves, each with its own control points, at n progresses.
  ///
  /// The rules and the error are those of ``CubicBezier/velocities(at:into:)-(Span<Float>,_)``. Control points' x
  /// outside 0...1 are clamped to it. Their y isn't clamped: beyond ±1e36 an element's result may be infinite or NaN.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - x1: The n first control points' x, in 0...1.
  ///   - y1: The n first control points' y.
  ///   - x2: The n second control points' x, in 0...1.
  ///   - y2: The n second control points' y.
  ///   - out: Receives the n velocities, per unit of progress.
  /// - Complexity: O(n); moves 24 bytes per element.
  public static func bezierVelocities(
    at x: Span<Float>, x1: Span<Float>, y1: Span<Float>, x2: Span<Float>, y2: Span<Float>,
    into out: consuming MutableSpan<Float>
  ) {
    requireControlPoints(x.count, x1.count, y1.count, x2.count, y2.count, out: out.count)
    if x.isEmpty { return }
    vk_bezier_each_slope_f32(
      x.memory, x1.memory, y1.memory, x2.memory, y2.memory, out.memory, x.count)
  }
}

private func requireControlPoints(
  _ x: Int, _ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, out: Int, in function: StaticString = #function
) {
  requireCount(x1, "x1.count", equals: x, "x.count", in: function)
  requireCount(y1, "y1.count", equals: x, "x.count", in: function)
  requireCount(x2, "x2.count", equals: x, "x.count", in: function)
  requireCount(y2, "y2.count", equals: x, "x.count", in: function)
  requireCount(out, "out.count", equals: x, "x.count", in: function)
}
