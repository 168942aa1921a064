internal import CVectorKernels

extension UnitCurve {
  /// `x^4`.
  public static var quarticEaseIn: UnitCurve { UnitCurve(.quartic, .easeIn) }
  /// `1 - (1 - x)^4`.
  public static var quarticEaseOut: UnitCurve { UnitCurve(.quartic, .easeOut) }
  /// Half a ``quarticEaseIn``, then half a ``quarticEaseOut``.
  public static var quarticEaseInOut: UnitCurve { UnitCurve(.quartic, .easeInOut) }
}

extension EasingFamily {
  /// u^4
  static let quartic = EasingFamily(
    "quartic",
    value: { u, _, _ in u * u * u * u },
    velocity: { u, _, _ in 4 * (u * u * u) },
    inverse: .formula { y, _, _ in vk_pow(y, 1 / 4) },
    kernel: EasingKernel(vk_ease_quartic_f32_at, inDouble: .quartic),
    inverseKernel: EasingKernel(vk_ease_power_inverse_f32_at, inDouble: .powerInverse) { easing, _, _ in
      easing.set(1 / 4)
    },
    velocities: { u, _, _ in u.applyPolynomial(0, 0, 4) })
}
