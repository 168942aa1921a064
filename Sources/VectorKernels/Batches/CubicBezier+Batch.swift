internal import CVectorKernels

extension CubicBezier {
  /// The curve's y at each x, solved.
  ///
  /// x is clamped to 0...1; 0 and 1 give exactly 0 and 1. With s the solution, x(s) is within 3e-7 of x, and so y is off
  /// by up to 3e-7 times the slopes on the way; where the slope is at most 8 it is within 1e-6 of the true one, relative
  /// to `max(1, abs(y1), abs(y2))`. A curve that rises may step back between neighbouring x by at most
  /// 3e-7 * max(1, slope). Control points' y count as 1e36 at most, with their sign.
  ///
  /// - Parameters:
  ///   - x: n times, in 0...1.
  ///   - out: Receives the n progresses.
  /// - Complexity: O(n); moves 8 bytes per element. For many elements a ``tabulated()`` curve is faster.
  public func values(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    values(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// The same at a level.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    withUnsafePointer(to: prepared) { vk_bezier_f32_at(level, $0, x, out, n) }
  }

  /// The curve's slope dy/dx at each x.
  ///
  /// x is clamped to 0...1. It is the slope at a point of the curve within 3e-7 of x, with the few roundings of a
  /// quotient of two sums; at an end whose control point coincides with it, the limit. A vertical tangent gives a huge
  /// number with the sign of dy.
  ///
  /// - Parameters:
  ///   - x: n times, in 0...1.
  ///   - out: Receives the n slopes.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func velocities(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    withUnsafePointer(to: prepared) {
      vk_bezier_slope_f32($0, x.memory, out.memory, x.count)
    }
  }

  /// The curve as the kernels share it, seen from both ends.
  var prepared: vk_bezier {
    // So that none of the kernels' sums is infinite, nor a difference of two that are.
    let (y1, y2) = (max(-1e36, min(y1, 1e36)), max(-1e36, min(y2, 1e36)))
    return vk_bezier(
      x1: (Float(x1), Float(1 - x2)), y1: (Float(y1), Float(1 - y2)), x_difference: Float(x1 - x2),
      y_difference: Float(y1 - y2), middle: Float((1 + 3 * x1 + 3 * x2) / 8))
  }
}
