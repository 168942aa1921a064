#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

extension vk_f32 {
  /// Returns the weights of both ends at an amount of the arc of an angle, given by its square.
  @inline(__always)
  static func slerpWeights(squaredAngle z: Self, _ progress: Self) -> (from: Self, to: Self) {
    let rest = Self(repeating: 1) - progress
    let whole = sinc(squared: z)
    return (
      rest * (sinc(squared: rest * rest * z) / whole),
      progress * (sinc(squared: progress * progress * z) / whole)
    )
  }

  /// Returns `sin(x) / x` for `x^2`.
  @inline(__always)
  private static func sinc(squared z: Self) -> Self {
    var p = Self(repeating: -0x1.809f7cp-26)
    p = fma(p, z, Self(repeating: 0x1.6f8b18p-19))
    p = fma(p, z, Self(repeating: -0x1.9ffd84p-13))
    p = fma(p, z, Self(repeating: 0x1.111070p-7))
    p = fma(p, z, Self(repeating: -0x1.555550p-3))
    return fma(p, z, Self(repeating: 1))
  }
}

#endif
