internal import CVectorKernels

extension UnitCurve {
  /// `x^4`.
  public static let quarticEaseIn = UnitCurve(.quartic, .easeIn)
  /// `1 - (1 - x)^4`.
  public static let quarticEaseOut = UnitCurve(.quartic, .easeOut)
  /// Half a ``quarticEaseIn``, then half a ``quarticEaseOut``.
  public static let quarticEaseInOut = UnitCurve(.quartic, .easeInOut)
}

extension EasingFamily {
  /// u^4
  static let quartic = EasingFamily(
    "quartic",
    value: { u, _, _ in u * u * u * u },
    velocity: { u, _, _ in 4 * (u * u * u) },
    inverse: .formula { y, _, _ in vk_pow(y, 1 / 4) },
    kernel: EasingKernel(vk_ease_polynomial_f32_at) { _, _ in vk_easing(0, 0, 0, 1) },
    inverseKernel: EasingKernel(vk_ease_power_inverse_f32_at) { _, _ in vk_easing(1 / 4) })
}
