internal import CVectorKernels

extension UnitCurve {
  /// `(2^(10 x) - 1) / 1023`: Penner's `2^(10 (x - 1))`, which jumps by 0.001 at 0, made continuous.
  public static var exponentialEaseIn: UnitCurve { UnitCurve(.exponential, .easeIn) }
  /// ``exponentialEaseIn`` mirrored.
  public static var exponentialEaseOut: UnitCurve { UnitCurve(.exponential, .easeOut) }
  /// Half an ``exponentialEaseIn``, then half an ``exponentialEaseOut``.
  public static var exponentialEaseInOut: UnitCurve { UnitCurve(.exponential, .easeInOut) }
}

extension EasingFamily {
  /// (2^(10 u) - 1) / 1023
  ///
  /// Penner's exponential and elastic ease in jump by 2^-10 at their start. Here 2^(10 (u - 1)) is shifted and scaled
  /// to leave 0 continuously, which moves them by less than 0.001.
  static let exponential = EasingFamily(
    "exponential",
    value: { u, _, _ in (vk_exp2(10 * u) - 1) / 1023 },
    velocity: { u, _, _ in exponentialRate * vk_exp2(10 * u) / 1023 },
    inverse: .formula { y, _, _ in vk_log2(1 + 1023 * y) / 10 },
    kernel: EasingKernel(vk_ease_exponential_f32_at, inDouble: .exponential),
    inverseKernel: EasingKernel(vk_ease_exponential_inverse_f32_at, inDouble: .exponentialInverse),
    velocities: { u, _, _ in
      u.apply(vk_ease_exponential_f32_at)
      u.applyLines { $0.append(at: 0, exponentialRate / 1023, slope: exponentialRate) }
    })

  /// The derivative of 2^(10 u), divided by it.
  static let exponentialRate = 10 * vk_log(2)
}
