internal import CVectorKernels

extension CubicBezier {
  /// Computes the curve's y at each of n progresses x, by solving for the curve's parameter.
  ///
  /// x is clamped to 0...1; 0 and 1 give exactly 0 and 1. The solution s has x(s) within 3e-7 of x, so the error of y
  /// is at most 3e-7 times the curve's largest velocity between x and x(s). Where the velocity is at most 8, y is
  /// within 1e-6 of the exact one, relative to `max(1, abs(y1), abs(y2))`. A curve that rises may step back between
  /// neighbouring x by at most 3e-7 * max(1, velocity). Where a tangent is vertical, the error of y is the curve's rise
  /// within 3e-7 of x, even at an input that has an exact solution: in the middle of (1, 0), (0, 1) it is 2e-4. Control
  /// points' y are clamped to -1e36...1e36.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n); moves 8 bytes per element. For many elements a ``tabulated()`` curve is faster.
  public func values(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    values(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// Computes the values at a level.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    withUnsafePointer(to: prepared) { vk_bezier_f32_at(level, $0, x, out, n) }
  }

  /// Computes the curve's velocity dy/dx at each of n progresses x.
  ///
  /// x is clamped to 0...1. The result is the velocity at a point of the curve within 3e-7 of x, with the few roundings
  /// of a quotient of two sums. At an end whose control point coincides with it, the result is the limit. A vertical
  /// tangent gives a huge number with the sign of dy.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n velocities, per unit of progress.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func velocities(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    velocities(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// Computes the velocities at a level.
  func velocities(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    withUnsafePointer(to: prepared) { vk_bezier_slope_f32_at(level, $0, x, out, n) }
  }

  /// Computes the curve's y at each of n progresses x in `Double`, by solving for the curve's parameter.
  ///
  /// The rules are those of ``values(at:into:)-(Span<Float>,_)``. The solution s has x(s) within 2e-15 of x, and where
  /// the velocity is at most 8, y is within 2e-14 of the exact one, relative to `max(1, abs(y1), abs(y2))`. A curve that
  /// rises may step back between neighbouring x by at most 8e-15 * max(1, velocity). Where a tangent is vertical, the
  /// error of y is the curve's rise within 2e-15 of x: up to 1.2e-5 in the middle of (1, 0), (0, 1).
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n); moves 16 bytes per element. Where a curve is nearly vertical, a block of 128 elements has more
  ///   steps to take.
  public func values(at x: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    withUnsafePointer(to: preparedInDouble) { vk_bezier_f64($0, x.memory, out.memory, x.count) }
  }

  /// Computes the curve's velocity dy/dx at each of n progresses x in `Double`.
  ///
  /// The rules are those of ``velocities(at:into:)-(Span<Float>,_)``, and the result is the velocity at a point of the
  /// curve within 2e-15 of x.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n velocities, per unit of progress.
  /// - Complexity: O(n); moves 16 bytes per element.
  public func velocities(at x: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    withUnsafePointer(to: preparedInDouble) { vk_bezier_slope_f64($0, x.memory, out.memory, x.count) }
  }

  /// The coefficients that the kernels share, measured from both ends.
  var prepared: vk_bezier {
    // The bound keeps the kernels' sums finite, and the differences of these sums too.
    let (y1, y2) = (max(-1e36, min(y1, 1e36)), max(-1e36, min(y2, 1e36)))
    return vk_bezier(
      x_c: (Float(3 * x1), Float(3 - 3 * x2)), y_c: (Float(3 * y1), Float(3 - 3 * y2)), x_d: Float(3 * (x1 - x2)),
      y_d: Float(3 * (y1 - y2)), middle: Float((1 + 3 * x1 + 3 * x2) / 8))
  }

  /// The same for `Double`.
  private var preparedInDouble: vk_double_bezier {
    vk_double_bezier(
      x_c: (3 * x1, 3 - 3 * x2), y_c: (3 * y1, 3 - 3 * y2), x_d: 3 * (x1 - x2), y_d: 3 * (y1 - y2),
      middle: (1 + 3 * x1 + 3 * x2) / 8)
  }
}
