import CVectorKernels

// Elementary functions over lanes.
//
// 2^x:        x = n + r with r in -1/2...1/2; 2^r - 1 = r * P(r), 2^n by its exponent bits.
// sine, cos:  of turns: x = q/4 + r with r in -1/8...1/8, then r * S(r^2) and r^2 * C(r^2), exchanged and negated by q.
//             In turns the reduction is exact.
//
// P, S and C are minimax polynomials of the relative error (Remez exchange over the intervals above):
//
//             Float                       Double
//   P         degree 5, 1.1e-8            degree 10, 1.8e-17
//   S         degree 3, 3.2e-9            degree 6, 3.3e-18
//   C         degree 3, 6.3e-10           degree 6, 4.0e-19
//
// Maximum error, for every Float in the range: 2^x 2 ulp over -126...127.5, 0 below -126.5; sine and cosine 1e-7
// absolute for any number of turns below 2^22. Double: 2 ulp and 2.5e-16.

/// What the elementary functions need to know of an element's format.
struct ElementFormat<Element> {
  /// `1.5 * 2^significandBits`: a sum with it has no fraction, and its low bits hold the integer.
  var push: Element
  var bias: Element
  var significandBits: Int
  var bitWidth: Int
}

extension vk_f32 {
  @inline(__always) static var format: ElementFormat<Float> {
    ElementFormat(push: 0x1.8p23, bias: 127, significandBits: 23, bitWidth: 32)
  }

  @inline(__always)
  static func exp2Polynomial(_ r: Self) -> Self {
    var p = Self(repeating: 0x1.4308fap-13)
    p = fma(p, r, Self(repeating: 0x1.5f07b4p-10))
    p = fma(p, r, Self(repeating: 0x1.3b2ba0p-7))
    p = fma(p, r, Self(repeating: 0x1.c6af6ep-5))
    p = fma(p, r, Self(repeating: 0x1.ebfbdep-3))
    p = fma(p, r, Self(repeating: 0x1.62e430p-1))
    return p
  }

  @inline(__always)
  static func sinePolynomial(_ z: Self) -> Self {
    var p = Self(repeating: -0x1.2d9302p+6)
    p = fma(p, z, Self(repeating: 0x1.465e92p+6))
    p = fma(p, z, Self(repeating: -0x1.4abbbap+5))
    p = fma(p, z, Self(repeating: 0x1.921fb6p+2))
    return p
  }

  @inline(__always)
  static func cosinePolynomial(_ z: Self) -> Self {
    var p = Self(repeating: 0x1.db5fa8p+5)
    p = fma(p, z, Self(repeating: -0x1.55cb88p+6))
    p = fma(p, z, Self(repeating: 0x1.03c1eap+6))
    p = fma(p, z, Self(repeating: -0x1.3bd3ccp+4))
    return p
  }
}

extension vk_f64 {
  @inline(__always) static var format: ElementFormat<Double> {
    ElementFormat(push: 0x1.8p52, bias: 1023, significandBits: 52, bitWidth: 64)
  }

  @inline(__always)
  static func exp2Polynomial(_ r: Self) -> Self {
    var p = Self(repeating: 0x1.e8cab8bb705a8p-32)
    p = fma(p, r, Self(repeating: 0x1.e605d28d23566p-28))
    p = fma(p, r, Self(repeating: 0x1.b525a092b3f97p-24))
    p = fma(p, r, Self(repeating: 0x1.62bfd4b4acfe9p-20))
    p = fma(p, r, Self(repeating: 0x1.ffcbfc1ea3ac5p-17))
    p = fma(p, r, Self(repeating: 0x1.4309130958e7cp-13))
    p = fma(p, r, Self(repeating: 0x1.5d87fe78b211ap-10))
    p = fma(p, r, Self(repeating: 0x1.3b2ab6fba1e40p-7))
    p = fma(p, r, Self(repeating: 0x1.c6b08d704a08ep-5))
    p = fma(p, r, Self(repeating: 0x1.ebfbdff82c598p-3))
    p = fma(p, r, Self(repeating: 0x1.62e42fefa39efp-1))
    return p
  }

  @inline(__always)
  static func sinePolynomial(_ z: Self) -> Self {
    var p = Self(repeating: 0x1.e3eed5ce53e68p+1)
    p = fma(p, z, Self(repeating: -0x1.e30063a029a68p+3))
    p = fma(p, z, Self(repeating: 0x1.50782fca38b8dp+5))
    p = fma(p, z, Self(repeating: -0x1.32d2cce2d5360p+6))
    p = fma(p, z, Self(repeating: 0x1.466bc67758700p+6))
    p = fma(p, z, Self(repeating: -0x1.4abbce625be41p+5))
    p = fma(p, z, Self(repeating: 0x1.921fb54442d18p+2))
    return p
  }

  @inline(__always)
  static func cosinePolynomial(_ z: Self) -> Self {
    var p = Self(repeating: -0x1.b2f223df6f17ep+0)
    p = fma(p, z, Self(repeating: 0x1.f9ce1f05eb476p+2))
    p = fma(p, z, Self(repeating: -0x1.a6d1eeee7653cp+4))
    p = fma(p, z, Self(repeating: 0x1.e1f506868296ep+5))
    p = fma(p, z, Self(repeating: -0x1.55d3c7e3cb212p+6))
    p = fma(p, z, Self(repeating: 0x1.03c1f081b5ac0p+6))
    p = fma(p, z, Self(repeating: -0x1.3bd3cc9be45dep+4))
    return p
  }
}

extension Lanes {
  /// `2^x = scale * (1 + fraction)`: `scale` is a power of two (0 below the normal range, infinite above it) and
  /// `fraction` is `2^r - 1` for the rest `r` in -1/2...1/2.
  @inline(__always)
  static func exp2Parts(_ x: Self) -> (scale: Self, fraction: Self) {
    let bias = format.bias
    let clamped = min(Self(repeating: bias + 1), max(Self(repeating: -bias), x))
    let n = round(clamped)
    let r = clamped - n
    // The biased exponent lands in the low bits of the sum's significand and is moved up to where an exponent lives.
    let exponent = bits(n + Self(repeating: format.push + bias))
    let shift = Bits(repeating: format.significandBits)
    return (fromBits(exponent &<< shift), exp2Polynomial(r) * r)
  }

  /// `2^x`.
  @inline(__always)
  static func exp2(_ x: Self) -> Self {
    let (scale, fraction) = exp2Parts(x)
    // Not a multiply-add: an infinite scale stays infinite this way, and scaling by a power of two is exact.
    return scale * (Self(repeating: 1) + fraction)
  }

  /// `1 - 2^x`, relatively accurate near 0.
  @inline(__always)
  static func oneMinusExp2(_ x: Self) -> Self {
    let (scale, fraction) = exp2Parts(x)
    return fma(negated(scale), fraction, Self(repeating: 1) - scale)
  }

  /// The turns `a * b + rest` less their whole part, as a sum of two; `a * b` keeps its rounding error.
  @inline(__always)
  static func fractionOfTurns(_ a: Self, _ b: Self, rest: Self) -> Turns<Self> {
    let product = a * b
    return Turns(fraction: product - round(product), rest: productError(a, b, product) + rest)
  }

  /// Sine and cosine, both relatively accurate near 0.
  @inline(__always)
  static func sineAndCosine(_ turns: Turns<Self>) -> (sine: Self, cosine: Self) {
    let (q, sine, cosineMinusOne) = reduced(turns)
    return rotated(q, sine, cosineMinusOne + Self(repeating: 1))
  }

  /// Sine and cosine minus one, both relatively accurate near 0.
  @inline(__always)
  static func sineAndCosineMinusOne(_ turns: Turns<Self>) -> (sine: Self, cosineMinusOne: Self) {
    let one = Self(repeating: 1)
    let (q, sine, cosineMinusOne) = reduced(turns)
    let (wholeSine, wholeCosine) = rotated(q, sine, cosineMinusOne + one)
    // In the first quarter around 0 the cosine minus one is known without the cancellation.
    let isNear = less(abs(turns.fraction), Self(repeating: 0.125))
    return (wholeSine, select(isNear, cosineMinusOne, wholeCosine - one))
  }

  /// The nearest quarter turn in the low bits of `quarter`, and sine and cosine minus one of the rest.
  @inline(__always)
  private static func reduced(_ turns: Turns<Self>) -> (quarter: Bits, sine: Self, cosineMinusOne: Self) {
    let push = Self(repeating: format.push)
    let shifted = fma(turns.fraction, Self(repeating: 4), push)
    let r = fma(shifted - push, Self(repeating: -0.25), turns.fraction) + turns.rest
    let z = r * r
    return (bits(shifted), sinePolynomial(z) * r, cosinePolynomial(z) * z)
  }

  /// Sine and cosine turned on by so many quarter turns.
  @inline(__always)
  private static func rotated(_ quarter: Bits, _ sine: Self, _ cosine: Self) -> (sine: Self, cosine: Self) {
    let one = Bits(repeating: 1)
    let two = Bits(repeating: 2)
    let toSign = Bits(repeating: format.bitWidth &- 2)
    let isOdd = isNonzero(quarter & one)
    let sineSign = (quarter & two) &<< toSign
    let cosineSign = ((quarter &+ one) & two) &<< toSign
    return (
      fromBits(bits(select(isOdd, cosine, sine)) ^ sineSign),
      fromBits(bits(select(isOdd, sine, cosine)) ^ cosineSign)
    )
  }
}

/// Turns in -1/2...1/2 as a sum of two: `rest` is what didn't fit into `fraction`.
struct Turns<V> {
  var fraction: V
  var rest: V
}

@inline(__always)
private func exp2<V: Lanes>(
  _: V.Type, _ input: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  V.forEach(n) { place in
    V.store(V.exp2(V.load(input, place)), out, place)
  }
}

@inline(__always)
private func sincos<V: Lanes>(
  _: V.Type, _ turns: UnsafePointer<V.Element>, _ sine: UnsafeMutablePointer<V.Element>,
  _ cosine: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  let zero = V(repeating: 0)
  V.forEach(n) { place in
    let x = V.load(turns, place)
    let (s, c) = V.sineAndCosine(Turns(fraction: x - V.round(x), rest: zero))
    V.store(s, sine, place)
    V.store(c, cosine, place)
  }
}

@c
func vk_exp2_f32(_ input: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  exp2(Pair<vk_f32>.self, input, out, n)
}

@c
func vk_exp2_f64(_ input: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int) {
  exp2(Pair<vk_f64>.self, input, out, n)
}

@c
func vk_sincos_f32(
  _ turns: UnsafePointer<Float>, _ sine: UnsafeMutablePointer<Float>, _ cosine: UnsafeMutablePointer<Float>, _ n: Int
) {
  sincos(Pair<vk_f32>.self, turns, sine, cosine, n)
}

@c
func vk_sincos_f64(
  _ turns: UnsafePointer<Double>, _ sine: UnsafeMutablePointer<Double>, _ cosine: UnsafeMutablePointer<Double>, _ n: Int
) {
  sincos(Pair<vk_f64>.self, turns, sine, cosine, n)
}
