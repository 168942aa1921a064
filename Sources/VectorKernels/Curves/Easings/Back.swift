internal import CVectorKernels

extension UnitCurve {
  /// Returns `x^2 ((s + 1) x - s)`, which moves backwards before it moves forwards.
  ///
  /// - Parameter overshoot: s, clamped to 0...1000; Penner's 1.70158, which NaN gives too, moves back by a tenth.
  public static func backEaseIn(overshoot: Double = 1.70158) -> UnitCurve {
    UnitCurve(.back, .easeIn, overshoot)
  }
  /// Returns ``backEaseIn(overshoot:)`` mirrored, which goes past the end and returns.
  ///
  /// - Parameter overshoot: s, clamped to 0...1000; Penner's 1.70158, which NaN gives too, overshoots by a tenth.
  public static func backEaseOut(overshoot: Double = 1.70158) -> UnitCurve {
    UnitCurve(.back, .easeOut, overshoot)
  }
  /// Returns half a ``backEaseIn(overshoot:)``, then half a ``backEaseOut(overshoot:)``, with an overshoot 1.525 times
  /// as large, as in Penner's.
  ///
  /// - Parameter overshoot: s, clamped to 0...1000 before it is multiplied; 1.70158 for NaN.
  public static func backEaseInOut(overshoot: Double = 1.70158) -> UnitCurve {
    UnitCurve(.back, .easeInOut, overshoot)
  }
}

extension EasingFamily {
  /// u^2 ((s + 1) u - s), with s = overshoot >= 0: a cubic.
  static let back = EasingFamily(
    "back",
    parameters: [Parameter("overshoot", in: 0...1000, default: 1.70158, bothFactor: 1.525)],
    value: { u, s, _ in u * u * (u + s * (u - 1)) },
    velocity: { u, s, _ in u * (3 * (s + 1) * u - 2 * s) },
    inverse: .search { s, _ in s / (s + 1) },
    kernel: EasingKernel(vk_ease_back_f32_at, inDouble: .cubic) { easing, s, _ in easing.set(s) },
    inverseKernel: EasingKernel(vk_ease_back_inverse_f32_at, inDouble: nil) { easing, s, _ in
      easing.set(s, 0, 0, 0, 0, s / (s + 1))
    },
    velocities: { u, s, _ in u.applyPolynomial(-2 * s, 3 * (s + 1)) })
}
