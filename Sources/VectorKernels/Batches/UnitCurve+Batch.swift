internal import CVectorKernels

extension UnitCurve {
  /// Computes the amounts at n progresses.
  ///
  /// Progresses are clamped to 0...1, and NaN stays NaN. The error is at most 3e-7 (6e-7 where multiply-add isn't
  /// fused), times `max(1, overshoot)` for back, `max(1, exponent / 6)` for power and `amplitude * (1 + 0.1 / period)`
  /// for elastic curves; an inverse may instead have this error in its progress. Powers of less than 0.2, and inverses
  /// of powers of more than 5, are 0 below the smallest normal number. A Bezier curve is as exact as
  /// ``CubicBezier/values(at:into:)-(Span<Float>,_)``, steps and lines are as exact as
  /// ``CSSEasing/values(at:isBefore:into:)``, and a tabulated function has the error that ``tabulated(_:)`` measured. A
  /// Catmull-Rom curve is within 3e-6 of the largest change from a value to the next, plus an ulp. The ends 0 and 1 of
  /// a family are exact.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n), by kernels; moves 8 bytes per element, 16 for steps, lines and tabulated functions. The
  ///   inverses of back and elastic curves are searched for by halving, and take many times as long as the rest.
  public func values(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    values(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// Computes the amounts at n progresses in `Double`, by the rules of ``value(at:)``.
  ///
  /// Progresses are clamped to 0...1, and NaN stays NaN. The error of Penner's families is at most 1e-15 (2e-15 where
  /// multiply-add isn't fused), times the factors of ``UnitCurve/values(at:into:)-(Span<Float>,_)``, and their ends 0
  /// and 1 are exact; an inverse may instead have this error in its progress. Powers of less than 0.05, and inverses of
  /// powers of more than 20, are nearly 0 below the smallest normal number. A Bezier curve is as exact as
  /// ``CubicBezier/values(at:into:)-(Span<Double>,_)``. Other curves, and inverses of back and elastic ones, have the
  /// same bits as ``value(at:)``.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n amounts.
  /// - Complexity: O(n), by kernels; moves 16 bytes per element. Curves with the bits of ``value(at:)`` are computed
  ///   one by one, and take many times as long as the rest.
  public func values(at x: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    switch shape {
    case .bezier(let curve):
      return curve.values(at: x, into: out)
    case .eased(let easing, let isInverse):
      if easing.evaluate(at: x.memory, isInverse: isInverse, into: out.memory, x.count, vk_level_in_use()) { return }
    case .linear, .steps, .polyline, .tabulated, .catmullRom:
      break
    }
    for i in x.indices { out[i] = value(at: x[i]) }
  }

  /// Computes the amounts in `Float` at a level.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    switch shape {
    case .linear:
      vk_clamp_f32_at(level, x, out, n)
    case .bezier(let curve):
      curve.values(at: x, into: out, n, level)
    case .eased(let easing, let isInverse):
      easing.evaluate(at: x, isInverse: isInverse, into: out, n, level)
    case .steps, .polyline, .tabulated, .catmullRom:
      vk_clamp_f32_at(level, x, out, n)
      evaluate(at: out, into: out, n, level)
    }
  }

  /// Writes the amounts at n progresses within 0...1, which may lie in the memory of the amounts.
  func evaluate(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    switch shape {
    case .steps(let steps): steps.evaluate(at: x, isBefore: false, into: out, n, level)
    case .polyline(let line): line.evaluate(at: x, into: out, n, level)
    case .tabulated(let curve): curve.kernelTable.values(at: x, into: out, n, level)
    case .catmullRom(let curve): curve.evaluate(at: x, into: out, n, level)
    case .linear, .bezier, .eased: values(at: x, into: out, n, level)
    }
  }

  /// Computes the velocities dy/dx at n progresses, by the rules of ``velocity(at:)``.
  ///
  /// Progresses are clamped to 0...1, and NaN stays NaN. The error of Penner's families is at most 1e-6 (2e-6 where
  /// multiply-add isn't fused) of the largest velocity of the curve, times `max(1, exponent / 6)` for powers. A Bezier
  /// curve is as exact as ``CubicBezier/velocities(at:into:)-(Span<Float>,_)``, and lines and steps are exact except
  /// for rounding to `Float`. At a corner, within an ulp of its progress, the velocity may be that of the other side. A
  /// tabulated function has the derivative of its polynomials, with an error of up to 800 times that of the values. A
  /// Catmull-Rom curve through n values is within 6e-6 of n times the largest change from a value to the next.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n velocities, per unit of progress.
  /// - Complexity: O(n), by kernels, and O(m) for m lines. Circular and elastic curves, powers of less than 1.2, and
  ///   the inverses of families are computed one by one in `Double`, and take many times as long as the rest.
  public func velocities(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    velocities(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// Computes the velocities dy/dx at n progresses in `Double`, by the rules of ``velocity(at:)``.
  ///
  /// Progresses are clamped to 0...1, and NaN stays NaN. A Bezier curve is as exact as
  /// ``CubicBezier/velocities(at:into:)-(Span<Double>,_)``; where it is vertical, its velocity is a huge number instead
  /// of an infinite one. Other curves have the same bits as ``velocity(at:)``.
  ///
  /// - Parameters:
  ///   - x: The n progresses, in 0...1.
  ///   - out: Receives the n velocities, per unit of progress.
  /// - Complexity: O(n); moves 16 bytes per element. Bezier curves have a kernel; others are computed one by one.
  public func velocities(at x: Span<Double>, into out: consuming MutableSpan<Double>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if case .bezier(let curve) = shape { return curve.velocities(at: x, into: out) }
    for i in x.indices { out[i] = velocity(at: x[i]) }
  }

  /// Computes the velocities in `Float` with the kernels of a level.
  private func velocities(
    at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    switch shape {
    case .linear:
      LineTable.evaluate(at: x, into: out, n, level) { $0.append(at: 0, 1, slope: 0) }
    case .bezier(let curve):
      curve.velocities(at: x, into: out, n, level)
    case .eased(let easing, let isInverse):
      easing.evaluateVelocities(at: x, isInverse: isInverse, into: out, n, level)
    case .steps:
      LineTable.evaluate(at: x, into: out, n, level) { $0.append(at: 0, 0, slope: 0) }
    case .polyline(let line):
      vk_clamp_f32_at(level, x, out, n)
      line.evaluateVelocities(at: out, into: out, n, level)
    case .tabulated(let curve):
      withUnsafePointer(to: curve.kernelTable.curve.pointee.derivative) {
        vk_bezier_baked_f32_at(level, $0, x, out, 0, n)
      }
    case .catmullRom(let curve):
      vk_clamp_f32_at(level, x, out, n)
      curve.evaluateVelocities(at: out, into: out, n, level)
    }
  }
}
