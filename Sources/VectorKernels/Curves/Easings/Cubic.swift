internal import CVectorKernels

extension UnitCurve {
  /// `x^3`.
  public static var cubicEaseIn: UnitCurve { UnitCurve(.cubic, .easeIn) }
  /// `1 - (1 - x)^3`.
  public static var cubicEaseOut: UnitCurve { UnitCurve(.cubic, .easeOut) }
  /// Half a ``cubicEaseIn``, then half a ``cubicEaseOut``.
  public static var cubicEaseInOut: UnitCurve { UnitCurve(.cubic, .easeInOut) }
}

extension EasingFamily {
  /// u^3
  static let cubic = EasingFamily(
    "cubic",
    value: { u, _, _ in u * u * u },
    velocity: { u, _, _ in 3 * (u * u) },
    inverse: .formula { y, _, _ in vk_pow(y, 1 / 3) },
    kernel: EasingKernel(vk_ease_cubic_f32_at, inDouble: .cubic),
    inverseKernel: EasingKernel(vk_ease_power_inverse_f32_at, inDouble: .powerInverse) { easing, _, _ in
      easing.set(1 / 3)
    },
    velocities: { u, _, _ in u.applyPolynomial(0, 3) })
}
