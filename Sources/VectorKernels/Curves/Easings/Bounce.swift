internal import CVectorKernels

extension UnitCurve {
  /// `1 - b(1 - x)`, with b the ``bounceEaseOut``.
  public static var bounceEaseIn: UnitCurve { UnitCurve(.bounce, .easeIn) }
  /// A fall to 1 that bounces off it three times: four parabolas of `7.5625 x^2`.
  public static var bounceEaseOut: UnitCurve { UnitCurve(.bounce, .easeOut) }
  /// Half a ``bounceEaseIn``, then half a ``bounceEaseOut``.
  public static var bounceEaseInOut: UnitCurve { UnitCurve(.bounce, .easeInOut) }
}

extension EasingFamily {
  /// 1 - b(1 - u), where b bounces: parabolas 7.5625 (t - c)^2 + d.
  static let bounce = EasingFamily(
    "bounce",
    value: { u, _, _ in
      let bounce = Bounce(at: 1 - u)
      let t = 1 - u - bounce.center
      return 1 - (Bounce.steepness * t * t + bounce.height)
    },
    velocity: { u, _, _ in 2 * Bounce.steepness * (1 - u - Bounce(at: 1 - u).center) },
    inverse: .formula { y, _, _ in 1 - ((1 - y) / Bounce.steepness).squareRoot() },
    kernel: EasingKernel(vk_ease_bounce_f32_at, inDouble: .bounce),
    // 1 - sqrt(v / 7.5625)
    inverseKernel: EasingKernel(vk_ease_root_f32_at, inDouble: .root) { easing, _, _ in
      easing.set(1, -1 / 2.75, 0, 1, 1)
    },
    velocities: { u, _, _ in
      u.applyLines { lines in
        // Appends a line for each parabola, from the time of its end.
        for t in [1, 2.5 / 2.75, 2 / 2.75, 1 / 2.75] {
          lines.append(
            at: 1 - t, 2 * Bounce.steepness * (t - Bounce(at: t.nextDown).center), slope: -2 * Bounce.steepness)
        }
      }
    })
}

/// The parabola of a bounce at a time after the first impact, counted from the end of easing in: its lowest point.
private struct Bounce {
  static let steepness = 7.5625

  let center: Double
  let height: Double

  init(at t: Double) {
    (center, height) =
      switch t {
      case ..<(1 / 2.75): (0, 0)
      case ..<(2 / 2.75): (1.5 / 2.75, 0.75)
      case ..<(2.5 / 2.75): (2.25 / 2.75, 0.9375)
      default: (2.625 / 2.75, 0.984375)
      }
  }
}
