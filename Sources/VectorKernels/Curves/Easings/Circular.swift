internal import CVectorKernels

extension UnitCurve {
  /// A quarter circle that starts horizontally: `1 - sqrt(1 - x^2)`.
  public static var circularEaseIn: UnitCurve { UnitCurve(.circular, .easeIn) }
  /// A quarter circle that ends horizontally: `sqrt(1 - (1 - x)^2)`.
  public static var circularEaseOut: UnitCurve { UnitCurve(.circular, .easeOut) }
  /// Two quarter circles that start and end horizontally.
  public static var circularEaseInOut: UnitCurve { UnitCurve(.circular, .easeInOut) }
}

extension EasingFamily {
  /// 1 - sqrt(1 - u^2)
  static let circular = EasingFamily(
    "circular",
    value: { u, _, _ in 1 - ((1 - u) * (1 + u)).squareRoot() },
    velocity: { u, _, _ in u / ((1 - u) * (1 + u)).squareRoot() },
    inverse: .formula { y, _, _ in (y * (2 - y)).squareRoot() },
    isInverseEaseOut: true,
    kernel: EasingKernel(vk_ease_circular_f32_at, inDouble: .circular),
    // sqrt(u (2 - u))
    inverseKernel: EasingKernel(vk_ease_root_f32_at, inDouble: .root) { easing, _, _ in easing.set(0, 1, -1, 2) })
}
