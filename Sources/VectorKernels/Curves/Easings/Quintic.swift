internal import CVectorKernels

extension UnitCurve {
  /// `x^5`.
  public static var quinticEaseIn: UnitCurve { UnitCurve(.quintic, .easeIn) }
  /// `1 - (1 - x)^5`.
  public static var quinticEaseOut: UnitCurve { UnitCurve(.quintic, .easeOut) }
  /// Half a ``quinticEaseIn``, then half a ``quinticEaseOut``.
  public static var quinticEaseInOut: UnitCurve { UnitCurve(.quintic, .easeInOut) }
}

extension EasingFamily {
  /// u^5
  static let quintic = EasingFamily(
    "quintic",
    value: { u, _, _ in u * u * u * u * u },
    velocity: { u, _, _ in 5 * (u * u * u * u) },
    inverse: .formula { y, _, _ in vk_pow(y, 1 / 5) },
    kernel: EasingKernel(vk_ease_quintic_f32_at, inDouble: .quintic),
    inverseKernel: EasingKernel(vk_ease_power_inverse_f32_at, inDouble: .powerInverse) { easing, _, _ in
      easing.set(1 / 5)
    },
    velocities: { u, _, _ in u.applyPolynomial(0, 0, 0, 5) })
}
