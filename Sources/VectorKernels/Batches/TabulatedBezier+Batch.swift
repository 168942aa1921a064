internal import CVectorKernels

extension TabulatedBezier {
  /// The curve's y at each x. x is clamped to 0...1; 0 and 1 give exactly 0 and 1. The error is at most 1e-6, as
  /// ``TabulatedBezier`` promises.
  ///
  /// - Parameters:
  ///   - x: n times, in 0...1.
  ///   - out: Receives the n progresses.
  /// - Complexity: O(n); moves 8 bytes per element.
  public func values(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    values(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// The same at a level.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    guard isTable else { return curve.values(at: x, into: out, n, level) }
    withUnsafePointer(to: table) { vk_bezier_baked_f32_at(level, $0, x, out, n) }
  }
}
