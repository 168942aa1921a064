internal import CVectorKernels

extension CSSEasing {
  /// Computes the amounts at n progresses, by the rules of ``value(at:isBefore:)``. Where lines or a cubic Bezier
  /// go on beyond their ends, an infinite progress may count as the largest finite one.
  ///
  /// A cubic Bezier keeps the error of ``CubicBezier/values(at:into:)-(Span<Float>,_)`` in 0...1, and outside is within
  /// a few ulp of its tangent. Steps are exact except for the rounding of the quotient, for up to 2^22 steps. The error
  /// of lines is at most 2.4e-7 of the sum of two magnitudes: the line's outputs at the input and at its stop.
  ///
  /// - Parameters:
  ///   - x: The n progresses.
  ///   - isBefore: CSS's before flag, shared by all progresses.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n), by kernels; moves 8 bytes per element. Up to 4000 stops of ``linear(_:)`` take the same time
  ///   if neighbouring stops are either at the same input or at least a 4000th of the whole span apart. Otherwise the
  ///   time for more than 16 stops is logarithmic in their number. A ``linear(_:)`` that jumps at its first stop is
  ///   computed one by one while the before flag is set.
  public func values(at x: Span<Float>, isBefore: Bool = false, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    values(at: x.memory, isBefore: isBefore, into: out.memory, x.count, vk_level_in_use())
  }

  /// Writes the amounts at n progresses. `out` may be the memory of `x`.
  func values(
    at x: UnsafePointer<Float>, isBefore: Bool, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    switch form {
    case .keyword(.linear): out.update(from: x, count: n)
    case .keyword(let keyword): keyword.curve.extendedValues(at: x, into: out, n, level)
    case .cubicBezier(let curve): curve.extendedValues(at: x, into: out, n, level)
    case .steps(let steps): steps.evaluate(at: x, isBefore: isBefore, into: out, n, level)
    case .linear(let line) where isBefore && line.jumpsAtFirst:
      for i in 0..<n { out[i] = Float(value(at: Double(x[i]), isBefore: true)) }
    case .linear(let line): line.evaluate(at: x, into: out, n, level)
    }
  }

  /// Computes the velocities dy/dx at n progresses, by the rules of ``velocity(at:)``.
  ///
  /// The error is that of ``UnitCurve/velocities(at:into:)-(Span<Float>,_)``. Where a curve is vertical, the velocity
  /// is a huge number with the sign of dy.
  ///
  /// - Parameters:
  ///   - x: The n progresses.
  ///   - out: Receives the n velocities, per unit of progress.
  /// - Complexity: O(n), by kernels, and O(m) for m stops of ``linear(_:)``.
  public func velocities(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    let level = vk_level_in_use()
    switch form {
    case .keyword(.linear):
      LineTable.evaluate(at: x.memory, into: out.memory, x.count, level) { $0.append(at: 0, 1, slope: 0) }
    case .keyword(let keyword):
      keyword.curve.extendedVelocities(at: x.memory, into: out.memory, x.count, level)
    case .cubicBezier(let curve):
      curve.extendedVelocities(at: x.memory, into: out.memory, x.count, level)
    case .steps:
      LineTable.evaluate(at: x.memory, into: out.memory, x.count, level) { $0.append(at: 0, 0, slope: 0) }
    case .linear(let line):
      line.evaluateVelocities(at: x.memory, into: out.memory, x.count, level)
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

// Inlined, these would make programs larger by kilobytes.
extension Polyline {
  /// Writes the amounts at n progresses. `out` may be the memory of `x`.
  @inline(never)
  func evaluate(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    withTable { table in
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

  /// Writes the velocities at n progresses. `out` may be the memory of `x`.
  @inline(never)
  func evaluateVelocities(
    at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    // The same table, of level lines whose heights are the slopes.
    withTable { table in
      let (numbers, size) = (table.numbers, table.size)
      withUnsafeTemporaryAllocation(of: Float.self, capacity: numbers.count) { memory in
        let flat = memory.baseAddress!
        numbers.withUnsafeBufferPointer { flat.initialize(from: $0.baseAddress!, count: $0.count) }
        if let buckets = table.buckets {
          for first in stride(from: 0, to: numbers.count, by: 4) {
            (flat[first + 1], flat[first + 2]) = (flat[first + 2], 0)
          }
          vk_polyline_buckets_f32_at(level, flat, size, buckets.first, buckets.scale, x, out, n)
        } else {
          for line in 0..<size { (flat[size + line], flat[2 * size + line]) = (flat[2 * size + line], 0) }
          vk_polyline_f32_at(level, flat, size, x, out, n)
        }
      }
    }
  }
}

extension CubicBezier {
  fileprivate func extendedValues(
    at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    let limit = Double(Float.greatestFiniteMagnitude)
    let (start, end) = extensionSlopes
    withUnsafePointer(to: prepared) {
      vk_bezier_extended_f32_at(
        level, $0, Float(min(limit, max(-limit, start))), Float(min(limit, max(-limit, end))), x, out, n)
    }
  }

  fileprivate func extendedVelocities(
    at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    let limit = Double(Float.greatestFiniteMagnitude)
    let slopes = extensionSlopes
    let (start, end) = (Float(min(limit, max(-limit, slopes.start))), Float(min(limit, max(-limit, slopes.end))))
    // The velocities may take the place of the progresses.
    let length = 256
    withUnsafeTemporaryAllocation(of: Float.self, capacity: length) { memory in
      let progresses = memory.baseAddress!
      for first in stride(from: 0, to: n, by: length) {
        let count = min(length, n - first)
        progresses.initialize(from: x + first, count: count)
        velocities(at: progresses, into: out + first, count, level)
        for i in 0..<count {
          if progresses[i] < 0 { out[first + i] = start } else if progresses[i] > 1 { out[first + i] = end }
        }
      }
    }
  }
}
