internal import CVectorKernels

extension UnitCurve {
  /// `1 - cos(pi x / 2)`.
  public static var sineEaseIn: UnitCurve { UnitCurve(.sine, .easeIn) }
  /// `sin(pi x / 2)`.
  public static var sineEaseOut: UnitCurve { UnitCurve(.sine, .easeOut) }
  /// `(1 - cos(pi x)) / 2`.
  public static var sineEaseInOut: UnitCurve { UnitCurve(.sine, .easeInOut) }
}

extension EasingFamily {
  /// 1 - cos(pi u / 2)
  static let sine = EasingFamily(
    "sine",
    value: { u, _, _ in
      let s = vk_sin(.pi / 4 * u)
      return 2 * s * s
    },
    velocity: { u, _, _ in .pi / 2 * vk_sin(.pi / 2 * u) },
    inverse: .formula { y, _, _ in min(1, 4 / .pi * vk_asin((y / 2).squareRoot())) },
    kernel: EasingKernel(vk_ease_sine_f32_at, inDouble: .sine),
    inverseKernel: EasingKernel(vk_ease_sine_inverse_f32_at, inDouble: .sineInverse),
    velocities: { u, _, _ in
      // The sine, as the ease out.
      u.apply(vk_ease_sine_f32_at, isFromEnd: true)
      u.applyPolynomial(.pi / 2)
    })
}
