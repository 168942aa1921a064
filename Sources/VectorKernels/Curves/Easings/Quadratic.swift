internal import CVectorKernels

extension UnitCurve {
  /// `x^2`.
  public static var quadraticEaseIn: UnitCurve { UnitCurve(.quadratic, .easeIn) }
  /// `1 - (1 - x)^2`.
  public static var quadraticEaseOut: UnitCurve { UnitCurve(.quadratic, .easeOut) }
  /// Half a ``quadraticEaseIn``, then half a ``quadraticEaseOut``.
  public static var quadraticEaseInOut: UnitCurve { UnitCurve(.quadratic, .easeInOut) }
}

extension EasingFamily {
  /// u^2
  static let quadratic = EasingFamily(
    "quadratic",
    value: { u, _, _ in u * u },
    velocity: { u, _, _ in 2 * u },
    inverse: .formula { y, _, _ in y.squareRoot() },
    kernel: EasingKernel(vk_ease_quadratic_f32_at, inDouble: .quadratic),
    inverseKernel: EasingKernel(vk_ease_root_f32_at, inDouble: .root) { easing, _, _ in easing.set(0, 1, 0, 1) },
    velocities: { u, _, _ in u.applyPolynomial(2) })
}
