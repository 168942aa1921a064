#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

/// Lanes that find the weights of rotations.
protocol SlerpLanes: Register where Element: BinaryFloatingPoint {
  /// The square of the angle whose cosine is `1 - u`, for u in 0...1.
  static func squaredAngle(_ u: Self) -> Self
  /// `sin(x) / x` for `x^2`.
  static func sinc(squared z: Self) -> Self
}

extension SlerpLanes {
  /// Returns whether the amount in one of the lanes is so far beyond the ends that half turns have to be taken out.
  @inline(__always)
  static func isFar(_ amount: Self) -> Bool {
    maskBits(farLanes(amount)) != 0
  }

  @inline(__always)
  private static func farLanes(_ amount: Self) -> Bits {
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
    let turns = t * angle * Self(repeating: 0x1.45f306dc9c883p-2)
    // The remainder is within -0.3 pi...0.7 pi, or the same with the other sign; 0.7 is the largest for which t stays t.
    let k = round(turns - copysign(Self(repeating: 0.2), turns))
    // The bounds keep the result a number where t is so large that its last bits are turns.
    let near = max(negated(halfTurn), min(halfTurn, fma(negated(k), halfTurn, t)))
    return negated(near * (sinc(squared: near * near * z) / whole), byHalfTurns: integer(k))
  }
}

extension vk_f32: SlerpLanes {
  @inline(__always)
  static func squaredAngle(_ u: Self) -> Self {
    var q = Self.constant(0x1.5026c6p-8)
    q = fma(q, u, Self.constant(-0x1.1fd326p-7))
    q = fma(q, u, Self.constant(0x1.d25a8cp-7))
    q = fma(q, u, Self.constant(0x1.356f2ap-8))
    q = fma(q, u, Self.constant(0x1.eca48cp-6))
    q = fma(q, u, Self.constant(0x1.6b465ep-4))
    q = fma(q, u, Self.constant(0x1.5557f0p-2))
    q = fma(q, u, Self.constant(2))
    return q * u
  }

  @inline(__always)
  static func sinc(squared z: Self) -> Self {
    var p = Self.constant(-0x1.809f7cp-26)
    p = fma(p, z, Self.constant(0x1.6f8b18p-19))
    p = fma(p, z, Self.constant(-0x1.9ffd84p-13))
    p = fma(p, z, Self.constant(0x1.111070p-7))
    p = fma(p, z, Self.constant(-0x1.555550p-3))
    return fma(p, z, Self(repeating: 1))
  }
}

// In Double the even and the odd powers are sums of their own, which don't wait for each other.
extension vk_f64: SlerpLanes {
  @inline(__always)
  static func squaredAngle(_ u: Self) -> Self {
    let square = u * u
    var even = Self.constant(0x1.675ca93a936a5p-16)
    even = fma(even, square, Self.constant(0x1.27264168a9936p-11))
    even = fma(even, square, Self.constant(0x1.e2f48f517aa73p-10))
    even = fma(even, square, Self.constant(0x1.aa14f8bfa9ff5p-10))
    even = fma(even, square, Self.constant(0x1.0b54dfc48c5efp-11))
    even = fma(even, square, Self.constant(0x1.3eb6337c0c85ep-12))
    even = fma(even, square, Self.constant(0x1.8f63b8333d3f7p-10))
    even = fma(even, square, Self.constant(0x1.4ce1ad393db9ep-7))
    even = fma(even, square, Self.constant(0x1.6c16c16c99faap-4))
    even = fma(even, square, Self.constant(2))
    var odd = Self.constant(-0x1.4dca1879f63d4p-13)
    odd = fma(odd, square, Self.constant(-0x1.41abf8d4d6a5bp-10))
    odd = fma(odd, square, Self.constant(-0x1.0541f88a27edfp-9))
    odd = fma(odd, square, Self.constant(-0x1.fbf81fdd5903bp-11))
    odd = fma(odd, square, Self.constant(-0x1.bdaf0f1b27953p-15))
    odd = fma(odd, square, Self.constant(0x1.414fee192ea53p-11))
    odd = fma(odd, square, Self.constant(0x1.f8594dc3f84ddp-9))
    odd = fma(odd, square, Self.constant(0x1.d41d41749ed60p-6))
    odd = fma(odd, square, Self.constant(0x1.55555555550dep-2))
    return fma(odd, u, even) * u
  }

  @inline(__always)
  static func sinc(squared z: Self) -> Self {
    let square = z * z
    var even = Self.constant(0x1.943b9d707592cp-49)
    even = fma(even, square, Self.constant(0x1.6124474473bc8p-33))
    even = fma(even, square, Self.constant(0x1.71de3a53cdb60p-19))
    even = fma(even, square, Self.constant(0x1.1111111111062p-7))
    even = fma(even, square, Self.constant(1))
    var odd = Self.constant(-0x1.1b4e73c70708fp-57)
    odd = fma(odd, square, Self.constant(-0x1.ae78e851fd1cep-41))
    odd = fma(odd, square, Self.constant(-0x1.ae6455fad0688p-26))
    odd = fma(odd, square, Self.constant(-0x1.a01a01a01421dp-13))
    odd = fma(odd, square, Self.constant(-0x1.5555555555553p-3))
    return fma(odd, z, even)
  }
}

#endif
