internal import CVectorKernels

extension TabulatedBezier {
  /// Computes the curve's y at each of n progresses x.
  ///
  /// x is clamped to 0...1; 0 and 1 give exactly 0 and 1. The error is at most 1e-6, within the bound of
  /// ``TabulatedBezier``.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func values(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    values(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// Computes the values at a level.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    guard isTable else { return curve.values(at: x, into: out, n, level) }
    table.values(at: x, into: out, n, level)
  }

  /// Computes the curve's velocity dy/dx at each of n progresses x.
  ///
  /// The curve is solved, as by ``CubicBezier/velocities(at:into:)-(Span<Float>,_)``, even if there is a table: the
  /// derivative of its polynomials could be off by a thousandth.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n velocities, per unit of progress.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func velocities(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    curve.velocities(at: x, into: out)
  }
}
