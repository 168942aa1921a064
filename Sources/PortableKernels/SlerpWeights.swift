#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

extension vk_f32 {
  /// Returns whether the amount in one of the lanes is so far beyond the ends that half turns have to be taken out.
  @inline(__always)
  static func isFar(_ amount: Self) -> Bool {
    maskBits(farLanes(amount)) != 0
  }

  @inline(__always)
  private static func farLanes(_ amount: Self) -> vk_i32 {
    less(Self(repeating: 0.85), abs(amount - Self(repeating: 0.5)))
  }

  /// Returns the weights of both ends at an amount of the arc of an angle, given by its square.
  @inline(__always)
  static func slerpWeights(squaredAngle z: Self, _ amount: Self, isFar: Bool) -> (from: Self, to: Self) {
    let rest = Self(repeating: 1) - amount
    let whole = sinc(squared: z)
    let (from, to) = (
      rest * (sinc(squared: rest * rest * z) / whole),
      amount * (sinc(squared: amount * amount * z) / whole)
    )
    if !isFar { return (from, to) }
    // A lane's result mustn't depend on its neighbours, whatever its numbers are.
    let far = farLanes(amount)
    return (select(far, farWeight(rest, z, whole), from), select(far, farWeight(amount, z, whole), to))
  }

  /// Returns `sin(t a) / sin(a)` for any t, where `z` is the square of a and `whole` is `sin(a) / a`. Where no half turn
  /// is taken out, it has the bits of the short formula.
  @inline(__always)
  private static func farWeight(_ t: Self, _ z: Self, _ whole: Self) -> Self {
    let angle = max(Self(repeating: 1e-15), sqrt(z))
    let halfTurn = Self(repeating: .pi) / angle
    let turns = t * angle * Self(repeating: 0.318309886)
    // The remainder is within -0.3 pi...0.7 pi, or the same with the other sign; 0.7 is the largest for which t stays t.
    let k = round(turns - copysign(Self(repeating: 0.2), turns))
    // The bounds keep the result a number where t is so large that its last bits are turns.
    let near = max(negated(halfTurn), min(halfTurn, fma(negated(k), halfTurn, t)))
    let weight = near * (sinc(squared: near * near * z) / whole)
    return fromBits(bits(weight) ^ (integer(k) &<< vk_i32(repeating: 31)))
  }

  /// Returns `sin(x) / x` for `x^2`.
  @inline(__always)
  private static func sinc(squared z: Self) -> Self {
    var p = Self.constant(-0x1.809f7cp-26)
    p = fma(p, z, Self.constant(0x1.6f8b18p-19))
    p = fma(p, z, Self.constant(-0x1.9ffd84p-13))
    p = fma(p, z, Self.constant(0x1.111070p-7))
    p = fma(p, z, Self.constant(-0x1.555550p-3))
    return fma(p, z, Self(repeating: 1))
  }
}

#endif
