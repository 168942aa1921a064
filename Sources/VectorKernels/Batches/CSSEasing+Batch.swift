internal import CVectorKernels

extension CSSEasing {
  /// Computes the amounts at n progresses, by the rules of ``value(at:isBefore:)``.
  ///
  /// A cubic Bezier keeps the error of ``CubicBezier/values(at:into:)`` in 0...1, and outside is within a few ulp of
  /// its tangent. Steps are exact except for the rounding of the quotient, for up to 2^22 steps. The error of lines is
  /// at most 2.4e-7 of the sum of two magnitudes: the line's outputs at the input and at its stop.
  ///
  /// - Parameters:
  ///   - x: The n progresses.
  ///   - isBefore: CSS's before flag, shared by all progresses.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n), by kernels; moves 8 bytes per element. Up to 4000 stops of ``linear(_:)`` take the same time
  ///   if neighbouring stops are either at the same input or at least a 4000th of the whole span apart. Otherwise the
  ///   time for more than 16 stops is logarithmic in their number.
  public func values(at x: Span<Float>, isBefore: Bool = false, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    switch form {
    case .keyword(.linear):
      out.memory.update(from: x.memory, count: x.count)
    case .keyword(let keyword):
      keyword.curve.extendedValues(at: x, into: out)
    case .cubicBezier(let curve):
      curve.extendedValues(at: x, into: out)
    case .steps(let steps):
      steps.evaluate(at: x.memory, isBefore: isBefore, into: out.memory, x.count, vk_level_in_use())
    case .linear(let line): line.evaluate(at: x.memory, into: out.memory, x.count, vk_level_in_use())
    }
  }
}

extension Steps {
  /// Writes the amounts at n progresses. `out` may be the memory of `x`.
  func evaluate(
    at x: UnsafePointer<Float>, isBefore: Bool, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    let parameters = vk_steps(
      steps: Float(count), jumps: Float(jumps), first: Float(first), before: isBefore ? 1 : 0)
    withUnsafePointer(to: parameters) { vk_steps_f32_at(level, $0, x, out, n) }
  }
}

extension Polyline {
  /// Writes the amounts at n progresses. `out` may be the memory of `x`.
  func evaluate(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    table.numbers.withUnsafeBufferPointer {
      let (numbers, size) = ($0.baseAddress!, table.size)
      if let buckets = table.buckets {
        vk_polyline_buckets_f32_at(level, numbers, size, buckets.first, buckets.scale, x, out, n)
      } else {
        vk_polyline_f32_at(level, numbers, size, x, out, n)
      }
    }
  }
}

extension CubicBezier {
  fileprivate func extendedValues(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    let limit = Double(Float.greatestFiniteMagnitude)
    let (start, end) = extensionSlopes
    withUnsafePointer(to: prepared) {
      vk_bezier_extended_f32(
        $0, Float(min(limit, max(-limit, start))), Float(min(limit, max(-limit, end))), x.memory, out.memory, x.count)
    }
  }
}
