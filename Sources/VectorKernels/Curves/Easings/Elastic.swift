internal import CVectorKernels

extension UnitCurve {
  /// Returns `-a E(x) sin(2 pi (x - 1 - s) / p)`, where E is the ``exponentialEaseIn`` and `s = p asin(1 / a) / 2 pi`.
  /// Its swings about the start grow until it reaches the end.
  ///
  /// - Parameters:
  ///   - amplitude: a, clamped to 1...1000; 1 for NaN.
  ///   - period: p, the time of a swing, clamped to 0.01...100; Penner's 0.3 for NaN.
  public static func elasticEaseIn(amplitude: Double = 1, period: Double = 0.3) -> UnitCurve {
    UnitCurve(.elastic, .easeIn, amplitude, period)
  }
  /// Returns ``elasticEaseIn(amplitude:period:)`` mirrored, whose swings about the end shrink.
  ///
  /// - Parameters:
  ///   - amplitude: a, clamped to 1...1000; 1 for NaN.
  ///   - period: p, the time of a swing, clamped to 0.01...100; Penner's 0.3 for NaN.
  public static func elasticEaseOut(amplitude: Double = 1, period: Double = 0.3) -> UnitCurve {
    UnitCurve(.elastic, .easeOut, amplitude, period)
  }
  /// Returns half an ``elasticEaseIn(amplitude:period:)``, then half an ``elasticEaseOut(amplitude:period:)``.
  ///
  /// - Parameters:
  ///   - amplitude: a, clamped to 1...1000; 1 for NaN.
  ///   - period: p, twice the time of a swing, clamped to 0.01...100; Penner's 0.45 for NaN.
  public static func elasticEaseInOut(amplitude: Double = 1, period: Double = 0.45) -> UnitCurve {
    UnitCurve(.elastic, .easeInOut, amplitude, period)
  }
}

extension EasingFamily {
  /// -a (2^(10 u) - 1) / 1023 sin(2 pi (u - 1 - s) / p) with s = p asin(1 / a) / 2 pi, a >= 1 and p > 0: in its last
  /// rise the product of a sine's half turn and a growing exponential.
  static let elastic = EasingFamily(
    "elastic",
    parameters: [
      Parameter("amplitude", in: 1...1000, default: 1), Parameter("period", in: 0.01...100, default: 0.3, both: 0.45),
    ],
    value: { u, amplitude, period in
      -amplitude * (vk_exp2(10 * u) - 1) / 1023 * vk_sin(Elastic(amplitude, period).angle(at: u))
    },
    velocity: { u, amplitude, period in
      let angle = Elastic(amplitude, period).angle(at: u)
      let growth = vk_exp2(10 * u)
      let turning = (growth - 1) * 2 * .pi / period * vk_cos(angle)
      return -amplitude / 1023 * (exponentialRate * growth * vk_sin(angle) + turning)
    },
    inverse: .search { Elastic($0, $1).lastRise },
    kernel: EasingKernel(vk_ease_elastic_f32_at, inDouble: .elastic) { Elastic($1, $2).prepare($0) },
    inverseKernel: EasingKernel(vk_ease_elastic_inverse_f32_at, inDouble: nil) { Elastic($1, $2).prepare($0) })
}

private struct Elastic {
  let amplitude: Double
  let period: Double
  /// The distance from 1 to the sine's zero after it, with which the sine is -1 / amplitude at 1.
  let shift: Double

  init(_ amplitude: Double, _ period: Double) {
    self.amplitude = amplitude
    self.period = period
    shift = period / (2 * .pi) * vk_asin(1 / amplitude)
  }

  /// The sine's argument, in radians.
  func angle(at u: Double) -> Double { 2 * .pi / period * (u - 1 - shift) }

  /// Half a turn before the sine's zero that follows 1.
  var lastRise: Double { max(0, 1 + shift - period / 2) }

  /// Amplitude, half turns, phase, and the start of the last rise.
  func prepare(_ easing: UnsafeMutablePointer<vk_easing>) {
    easing.set(amplitude, 2 / period, 2 / period * shift, 0, 0, lastRise)
  }
}
