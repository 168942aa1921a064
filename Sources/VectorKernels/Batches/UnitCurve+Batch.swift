internal import CVectorKernels

extension UnitCurve {
  /// The curve's progress at each fraction of the time.
  ///
  /// Fractions are clamped to 0...1, and NaN stays NaN. The error is at most 3e-7 (6e-7 where multiply-add isn't
  /// fused), times `max(1, overshoot)` for back and `amplitude * (1 + 0.1 / period)` for elastic curves; an inverse may
  /// be off by as much in its progress instead. A Bezier curve keeps ``CubicBezier/values(at:into:)``'s promise, steps
  /// and lines that of ``CSSEasing/values(at:isBefore:into:)``, and a tabulated function is off by the error that its
  /// maker was told. The ends 0 and 1 of a family are exact.
  ///
  /// - Parameters:
  ///   - x: n fractions, in 0...1.
  ///   - out: Receives the n progresses.
  /// - Complexity: O(n), by kernels; moves 8 bytes per element, 16 for steps, lines and tabulated functions. The inverses of back and elastic curves are searched
  ///   for by halving, and take many times as long as the rest.
  public func values(at x: Span<Float>, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: x.count, "x.count")
    if x.isEmpty { return }
    values(at: x.memory, into: out.memory, x.count, vk_level_in_use())
  }

  /// The same at a level.
  func values(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    switch shape {
    case .linear:
      run(vk_ease_polynomial_f32_at, vk_easing(.easeIn, 1), x, out, n, level)
    case .bezier(let curve):
      curve.values(at: x, into: out, n, level)
    case .eased(let easing, let direction, isInverse: false):
      let (kernel, parameters) = easing.lowered(direction)
      run(kernel, parameters, x, out, n, level)
    case .eased(let easing, let direction, isInverse: true):
      let (kernel, parameters) = easing.loweredInverse(direction)
      run(kernel, parameters, x, out, n, level)
    case .steps, .polyline, .tabulated:
      run(vk_ease_polynomial_f32_at, vk_easing(.easeIn, 1), x, out, n, level)
      evaluate(at: out, into: out, n, level)
    }
  }

  /// Writes the values at n fractions within 0...1, which may lie where the values go.
  func evaluate(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    switch shape {
    case .steps(let steps): steps.evaluate(at: x, isBefore: false, into: out, n, level)
    case .polyline(let line): line.evaluate(at: x, into: out, n, level)
    case .tabulated(let curve): vk_bezier_baked_f32_at(level, curve.kernelTable, x, out, n)
    case .linear, .bezier, .eased: values(at: x, into: out, n, level)
    }
  }
}

private typealias Kernel =
  @convention(c) (vk_level, UnsafePointer<vk_easing>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void

private func run(
  _ kernel: Kernel, _ easing: vk_easing, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  _ level: vk_level
) {
  withUnsafePointer(to: easing) { kernel(level, $0, x, out, n) }
}

extension vk_easing {
  fileprivate init(
    _ direction: UnitCurve.Direction, _ p0: Double = 0, _ p1: Double = 0, _ p2: Double = 0, _ p3: Double = 0,
    _ p4: Double = 0, _ p5: Double = 0
  ) {
    let isBoth = direction == .easeInOut
    self.init(
      turn: direction == .easeIn ? 2 : isBoth ? 0.5 : -1, scale: isBoth ? 2 : 1, unscale: isBoth ? 0.5 : 1,
      p: (Float(p0), Float(p1), Float(p2), Float(p3), Float(p4), Float(p5)))
  }

  /// What the elastic kernels take: amplitude, half turns in two parts, phase, and the start of the last rise.
  fileprivate init(elastic easing: Easing, _ amplitude: Double, _ period: Double, _ direction: UnitCurve.Direction) {
    let turning = Float(2 / period)
    self.init(
      direction, amplitude, Double(turning), 2 / period - Double(turning),
      2 / period * Elastic(amplitude, period).shift, 0, easing.lastRise)
  }
}

extension Easing {
  /// The kernel and its parameters.
  fileprivate func lowered(_ direction: UnitCurve.Direction) -> (Kernel, vk_easing) {
    switch self {
    case .power(let degree):
      let coefficients = (1...5).map { $0 == degree ? 1.0 : 0 }
      let easing = vk_easing(
        direction, coefficients[0], coefficients[1], coefficients[2], coefficients[3], coefficients[4])
      return (vk_ease_polynomial_f32_at, easing)
    case .back(let overshoot, let factor):
      return (vk_ease_polynomial_f32_at, vk_easing(direction, 0, 0, 1, 0, 0, overshoot * factor))
    case .sine:
      return (vk_ease_sine_f32_at, vk_easing(direction))
    case .exponential:
      return (vk_ease_exponential_f32_at, vk_easing(direction))
    case .circular:
      // 1 - sqrt(v (2 - v)), with v = 1 - u.
      return (vk_ease_root_f32_at, vk_easing(direction, 1, -1, -1, 2, 1))
    case .elastic(let amplitude, let period):
      return (vk_ease_elastic_f32_at, vk_easing(elastic: self, amplitude, period, direction))
    case .bounce:
      return (vk_ease_bounce_f32_at, vk_easing(direction))
    }
  }

  fileprivate func loweredInverse(_ direction: UnitCurve.Direction) -> (Kernel, vk_easing) {
    switch self {
    case .power(2):
      return (vk_ease_root_f32_at, vk_easing(direction, 0, 1, 0, 1, 0))
    case .power(let degree):
      return (vk_ease_power_inverse_f32_at, vk_easing(direction, 1 / Double(degree)))
    case .back(let overshoot, let factor):
      return (vk_ease_back_inverse_f32_at, vk_easing(direction, overshoot * factor, 0, 0, 0, 0, lastRise))
    case .sine:
      return (vk_ease_sine_inverse_f32_at, vk_easing(direction))
    case .exponential:
      return (vk_ease_exponential_inverse_f32_at, vk_easing(direction))
    case .circular:
      // sqrt(u (2 - u))
      return (vk_ease_root_f32_at, vk_easing(direction, 0, 1, -1, 2, 0))
    case .elastic(let amplitude, let period):
      return (vk_ease_elastic_inverse_f32_at, vk_easing(elastic: self, amplitude, period, direction))
    case .bounce:
      // 1 - sqrt(v / 7.5625)
      return (vk_ease_root_f32_at, vk_easing(direction, 1, -1 / 2.75, 0, 1, 1))
    }
  }
}
