internal import CVectorKernels

extension UnitCurve {
  /// Returns `x^p`.
  ///
  /// - Parameter exponent: p, clamped to 0.01...100; 3 for NaN. If p is less than 1, the curve starts vertically.
  public static func powerEaseIn(exponent: Double) -> UnitCurve { UnitCurve(.power, .easeIn, exponent) }
  /// Returns `1 - (1 - x)^p`.
  ///
  /// - Parameter exponent: p, clamped to 0.01...100; 3 for NaN. If p is less than 1, the curve ends vertically.
  public static func powerEaseOut(exponent: Double) -> UnitCurve { UnitCurve(.power, .easeOut, exponent) }
  /// Returns half a ``powerEaseIn(exponent:)``, then half a ``powerEaseOut(exponent:)``.
  ///
  /// - Parameter exponent: p, clamped to 0.01...100; 3 for NaN.
  public static func powerEaseInOut(exponent: Double) -> UnitCurve { UnitCurve(.power, .easeInOut, exponent) }
}

extension EasingFamily {
  /// u^p, with p = exponent > 0
  static let power = EasingFamily(
    "power",
    parameters: [Parameter("exponent", in: 0.01...100, default: 3)],
    value: { u, p, _ in vk_pow(u, p) },
    velocity: { u, p, _ in p * vk_pow(u, p - 1) },
    inverse: .formula { y, p, _ in vk_pow(y, 1 / p) },
    kernel: EasingKernel(vk_ease_power_inverse_f32_at, inDouble: .powerInverse) { easing, p, _ in easing.set(p) },
    inverseKernel: EasingKernel(vk_ease_power_inverse_f32_at, inDouble: .powerInverse) { easing, p, _ in
      easing.set(1 / p)
    },
    velocities: { u, p, _ in
      // The kernel has 0 at 0, and nearly so below the smallest normal number, where u^(p - 1) may be anything.
      if p >= 1.2 {
        u.apply(vk_ease_power_inverse_f32_at) { $0.set(p - 1) }
        u.applyPolynomial(p)
      } else {
        // A NaN to the power of 0 would be 1.
        for i in 0..<u.count where !u.numbers[i].isNaN {
          u.numbers[i] = Float(p * vk_pow(Double(u.numbers[i]), p - 1))
        }
      }
    })
}
