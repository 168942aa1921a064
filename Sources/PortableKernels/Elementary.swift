#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Elementary functions over lanes.
//
// 2^x:        x = n + r with r in -1/2...1/2; 2^r - 1 = r * P(r), 2^n by its exponent bits.
// sine, cos:  of quarter turns: x = q + r with r in -1/2...1/2; sine r * S(r^2), cosine 1 + r^2 * C(r^2), exchanged and
//             negated by q. In turns the reduction is exact. Of half turns: sine r * S2(r^2), cosine 1 + r^2 * C2(r^2),
//             negated by the half turns; a quarter turn's cosine isn't exactly 0 then.
// cube root:  y = x r^2, y + y e Q(e) with e = 1 - y r, for r of 12 bits next to x^(-1/3), by a third of x's bits: r^2
//             is exact, and a third of the rounding error of y remains.
// log2 x:     x = 2^k m with m between the roots of 1/2 and 2; k + (m - 1) L(m - 1).
//
// P, S, C, S2 and C2 are minimax polynomials of the relative error (Remez exchange over the intervals above):
//
//             Float                       Double
//   P         degree 5, 1.1e-8            degree 10, 1.8e-17
//   S         degree 3, 3.2e-9            degree 6, 3.3e-18
//   C         degree 3, 6.3e-10           degree 6, 4.0e-19
//   S2        degree 4, 5.3e-9            degree 7, 1.4e-16
//   C2        degree 4, 7.9e-10           degree 7, 1.4e-17
//   L         degree 8, 2.6e-8; a tenth of the logarithm: degree 7, 1.7e-7
//
// Q is the polynomial of degree 4 with the least error of e Q(e), 1.8e-8, over -0.1022...0.1027.
//
// Maximum error, for every Float in the range: 2^x 2 ulp over -126...126, 2^-126.5 over -127...-126, 0 below and infinite
// from 128 on; sine and cosine 1e-7 absolute for -1/2...1/2 turns and, sampled, up to 2^20. Double: 2 ulp, 2^-1022.5 and
// 2.5e-16. Cube roots 1e-7 of the root (1.3e-7 where multiply-add isn't fused).

/// The constants of an element's format that the elementary functions use.
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
    var p = Self.constant(0x1.4308fap-13)
    p = fma(p, r, Self.constant(0x1.5f07b4p-10))
    p = fma(p, r, Self.constant(0x1.3b2ba0p-7))
    p = fma(p, r, Self.constant(0x1.c6af6ep-5))
    p = fma(p, r, Self.constant(0x1.ebfbdep-3))
    p = fma(p, r, Self.constant(0x1.62e430p-1))
    return p
  }

  @inline(__always)
  static func sinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(-0x1.2d9302p-8)
    p = fma(p, z, Self.constant(0x1.465e92p-4))
    p = fma(p, z, Self.constant(-0x1.4abbbap-1))
    p = fma(p, z, Self.constant(0x1.921fb6p+0))
    return p
  }

  @inline(__always)
  static func cosinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(0x1.db5fa8p-11)
    p = fma(p, z, Self.constant(-0x1.55cb88p-6))
    p = fma(p, z, Self.constant(0x1.03c1eap-2))
    p = fma(p, z, Self.constant(-0x1.3bd3ccp+0))
    return p
  }

  @inline(__always)
  static func halfTurnSinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(0x1.3daff6p-4)
    p = fma(p, z, Self.constant(-0x1.324ccap-1))
    p = fma(p, z, Self.constant(0x1.4668b0p+1))
    p = fma(p, z, Self.constant(-0x1.4abbc2p+2))
    p = fma(p, z, Self.constant(0x1.921fb6p+1))
    return p
  }

  @inline(__always)
  static func halfTurnCosinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(-0x1.934deap-6)
    p = fma(p, z, Self.constant(0x1.e16bacp-3))
    p = fma(p, z, Self.constant(-0x1.55d23ap+0))
    p = fma(p, z, Self.constant(0x1.03c1eep+2))
    p = fma(p, z, Self.constant(-0x1.3bd3ccp+2))
    return p
  }
}

extension vk_f64 {
  @inline(__always) static var format: ElementFormat<Double> {
    ElementFormat(push: 0x1.8p52, bias: 1023, significandBits: 52, bitWidth: 64)
  }

  @inline(__always)
  static func exp2Polynomial(_ r: Self) -> Self {
    var p = Self.constant(0x1.e8cab8bb705a8p-32)
    p = fma(p, r, Self.constant(0x1.e605d28d23566p-28))
    p = fma(p, r, Self.constant(0x1.b525a092b3f97p-24))
    p = fma(p, r, Self.constant(0x1.62bfd4b4acfe9p-20))
    p = fma(p, r, Self.constant(0x1.ffcbfc1ea3ac5p-17))
    p = fma(p, r, Self.constant(0x1.4309130958e7cp-13))
    p = fma(p, r, Self.constant(0x1.5d87fe78b211ap-10))
    p = fma(p, r, Self.constant(0x1.3b2ab6fba1e40p-7))
    p = fma(p, r, Self.constant(0x1.c6b08d704a08ep-5))
    p = fma(p, r, Self.constant(0x1.ebfbdff82c598p-3))
    p = fma(p, r, Self.constant(0x1.62e42fefa39efp-1))
    return p
  }

  @inline(__always)
  static func sinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(0x1.e3eed5ce53e68p-25)
    p = fma(p, z, Self.constant(-0x1.e30063a029a68p-19))
    p = fma(p, z, Self.constant(0x1.50782fca38b8dp-13))
    p = fma(p, z, Self.constant(-0x1.32d2cce2d5360p-8))
    p = fma(p, z, Self.constant(0x1.466bc67758700p-4))
    p = fma(p, z, Self.constant(-0x1.4abbce625be41p-1))
    p = fma(p, z, Self.constant(0x1.921fb54442d18p+0))
    return p
  }

  @inline(__always)
  static func cosinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(-0x1.b2f223df6f17ep-28)
    p = fma(p, z, Self.constant(0x1.f9ce1f05eb476p-22))
    p = fma(p, z, Self.constant(-0x1.a6d1eeee7653cp-16))
    p = fma(p, z, Self.constant(0x1.e1f506868296ep-11))
    p = fma(p, z, Self.constant(-0x1.55d3c7e3cb212p-6))
    p = fma(p, z, Self.constant(0x1.03c1f081b5ac0p-2))
    p = fma(p, z, Self.constant(-0x1.3bd3cc9be45dep+0))
    return p
  }

  @inline(__always)
  static func halfTurnSinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(-0x1.6262646d836eap-16)
    p = fma(p, z, Self.constant(0x1.e89cea035d8e5p-12))
    p = fma(p, z, Self.constant(-0x1.e30623c339fb9p-8))
    p = fma(p, z, Self.constant(0x1.50783249cf3a7p-4))
    p = fma(p, z, Self.constant(-0x1.32d2cce17d324p-1))
    p = fma(p, z, Self.constant(0x1.466bc67751058p+1))
    p = fma(p, z, Self.constant(-0x1.4abbce625bd5ep+2))
    p = fma(p, z, Self.constant(0x1.921fb54442d17p+1))
    return p
  }

  @inline(__always)
  static func halfTurnCosinePolynomial(_ z: Self) -> Self {
    var p = Self.constant(0x1.178b79163947ap-18)
    p = fma(p, z, Self.constant(-0x1.b6a62fd55fb76p-14))
    p = fma(p, z, Self.constant(0x1.f9d2bd7d928e5p-10))
    p = fma(p, z, Self.constant(-0x1.a6d1f11ed233bp-6))
    p = fma(p, z, Self.constant(0x1.e1f50685fe4e4p-3))
    p = fma(p, z, Self.constant(-0x1.55d3c7e3c8d6dp+0))
    p = fma(p, z, Self.constant(0x1.03c1f081b5a9cp+2))
    p = fma(p, z, Self.constant(-0x1.3bd3cc9be45dep+2))
    return p
  }
}

extension Lanes {
  /// The exponent `x` of a power of two. NaN stays in the rest; the whole number is any one then.
  ///
  /// - Parameters:
  ///   - x: The exponent.
  ///   - mayBePositive: Whether `x` can be positive; if not, an operation less.
  ///   - most: The number to which `x` is limited, if it isn't the exponent of infinity.
  @inline(__always)
  static func exponent(_ x: Self, mayBePositive: Bool = true, most: Self? = nil) -> Exponent<Self> {
    let raised = max(Self.constant(-format.bias), x)
    let clamped = mayBePositive ? min(most ?? Self.constant(format.bias + 1), raised) : raised
    // The sum has no fraction, and the whole number in its low bits.
    let push = Self.constant(format.push)
    let shifted = clamped + push
    return Exponent(
      whole: bits(shifted) &<< Bits(repeating: format.significandBits), rest: clamped - (shifted - push))
  }

  /// 2 to the power of an exponent's whole number: 0 for the least one, infinite for the largest.
  @inline(__always)
  private static func scale(_ exponent: Exponent<Self>) -> Self { fromBits(bits(Self.constant(1)) &+ exponent.whole) }

  /// 2 to the power of an exponent. Where NaN need not stay, a multiplication less.
  @inline(__always)
  static func exp2(_ exponent: Exponent<Self>, keepsNaN: Bool = true) -> Self {
    // Between the roots of 1/2 and 2, so the sum of the bits is the product with the scale, but for subnormal numbers.
    let power = fma(exp2Polynomial(exponent.rest), exponent.rest, Self.constant(1))
    return keepsNaN ? power * scale(exponent) : fromBits(bits(power) &+ exponent.whole)
  }

  /// `2^x`.
  @inline(__always)
  static func exp2(_ x: Self) -> Self { exp2(exponent(x)) }

  /// 1 less 2 to the power of an exponent, relatively accurate near 0.
  @inline(__always)
  static func oneMinusExp2(_ exponent: Exponent<Self>) -> Self {
    let scale = scale(exponent)
    return fma(negated(scale), exp2Polynomial(exponent.rest) * exponent.rest, Self.constant(1) - scale)
  }

  /// The angle of `a * b + rest`.
  @inline(__always)
  static func angle(_ a: Self, _ b: Self, rest: Self) -> ReducedAngle<Self> {
    let whole = round(a * b)
    return angle(whole: whole, rest: remainder(a, b, whole) + rest)
  }

  /// The angle of `whole + rest`, where the rest is of any size.
  @inline(__always)
  static func angle(whole: Self, rest: Self) -> ReducedAngle<Self> {
    // A product of many turns isn't next to an integer, and the rest may be a turn itself.
    let more = round(rest)
    return ReducedAngle(whole: integer(whole) &+ integer(more), rest: rest - more)
  }

  /// The angle of `a * b`, where an integer next to the product is known: up to 2^51.
  ///
  /// - Parameter isFused: Whether that integer is found by one operation, which takes a register more.
  @inline(__always)
  static func angle(_ a: Self, _ b: Self, isFused: Bool) -> ReducedAngle<Self> {
    let one = Self(repeating: 1)
    let push = Self(repeating: format.push)
    let shifted = isFused ? fma(a, b, push) : a * b + push
    let left = remainder(a, b, shifted - push)
    // Beyond that, the rest can be any number.
    return ReducedAngle(whole: bits(shifted), rest: min(one, max(negated(one), left)))
  }

  /// Sine and cosine of an angle in quarter turns.
  @inline(__always)
  static func sineAndCosine(_ angle: ReducedAngle<Self>) -> (sine: Self, cosine: Self) {
    let z = angle.rest * angle.rest
    let cosine = cosinePolynomial(z) * z + Self.constant(1)
    return rotated(angle.whole, sinePolynomial(z) * angle.rest, cosine)
  }

  /// Sine and cosine turned on by `quarter` quarter turns.
  @inline(__always)
  private static func rotated(_ quarter: Bits, _ sine: Self, _ cosine: Self) -> (sine: Self, cosine: Self) {
    let one = Bits(repeating: 1)
    let isOdd = isNonzero(quarter & one)
    return (
      signFlipped(select(isOdd, cosine, sine), by: quarter),
      signFlipped(select(isOdd, sine, cosine), by: quarter &+ one)
    )
  }

  /// Negated by half a turn: where bit 1 of the number of quarter turns is set.
  @inline(__always)
  private static func signFlipped(_ value: Self, by quarter: Bits) -> Self {
    let toSign = Bits(repeating: format.bitWidth &- 2)
    return fromBits(bits(value) ^ ((quarter & Bits(repeating: 2)) &<< toSign))
  }

  /// Negated where the number of half turns is odd.
  @inline(__always)
  static func negated(_ value: Self, byHalfTurns count: Bits) -> Self {
    fromBits(bits(value) ^ (count &<< Bits(repeating: format.bitWidth &- 1)))
  }

  /// Returns a mask of odd numbers. Their lowest bit takes the place of a sign, because some processors select by signs
  /// without a comparison.
  @inline(__always)
  static func isOdd(_ number: Bits) -> Bits {
    less(number &<< Bits(repeating: format.bitWidth &- 1), Bits(repeating: 0))
  }
}

/// Lanes of `Float` with the integers that their bits are.
protocol FloatLanes: Lanes where Element == Float {
  /// Returns the numbers nearest to integers.
  static func number(_ a: Bits) -> Self
}

extension vk_f32: FloatLanes {
  @inline(__always) static func number(_ a: Bits) -> Self { vk_float_f32(a) }
}

extension RegisterPair: FloatLanes where V: FloatLanes {
  @inline(__always) static func number(_ a: Bits) -> Self { Self(V.number(a.low), V.number(a.high)) }
}

extension FloatLanes {
  /// The first stage of a cube root: one next to it, and its relative error.
  @inline(__always)
  static func roughCubeRoot(_ x: Self) -> (root: Self, error: Self) {
    // The guess in units of 2^12, which the sum leaves in the low bits; shifting drops those of 1.5 * 2^23.
    let third = fma(number(bits(x)), Self(repeating: -1 / 12288.0), Self(repeating: 0x1.8p23 + 346_655))
    let r = fromBits(bits(third) &<< Bits(repeating: 12))
    let y = x * (r * r)
    return (y, fma(negated(y), r, Self(repeating: 1)))
  }

  @inline(__always)
  static func cubeRoot(_ rough: (root: Self, error: Self)) -> Self {
    let (y, e) = rough
    var p = Self.constant(0x1.b8a9d4p-2)
    p = fma(p, e, Self.constant(0x1.d59b76p-2))
    p = fma(p, e, Self.constant(0x1.f9a1b8p-2))
    p = fma(p, e, Self.constant(0x1.1c6f3cp-1))
    p = fma(p, e, Self.constant(0x1.555558p-1))
    return fma(y * e, p, y)
  }

  /// The cube root of positive 0 and of normal numbers up to 1, exactly 0 and 1 at the ends. Subnormal numbers give less
  /// than 2^-42, and NaN stays.
  @inline(__always)
  static func cubeRoot(_ x: Self) -> Self { cubeRoot(roughCubeRoot(x)) }

  /// The whole part of the logarithm to base 2 of a normal number, times 2^23, and the mantissa that remains, between
  /// the roots of 1/2 and 2, less 1. NaN stays in the mantissa.
  @inline(__always)
  static func log2Parts(_ x: Self) -> (whole: Self, rest: Self) {
    let whole = (bits(x) &- Bits(repeating: 0x3f35_04f3)) & Bits(repeating: -0x80_0000)
    return (number(whole), fma(x, fromBits(Bits(repeating: 0x3f80_0000) &- whole), Self(repeating: -1)))
  }

  /// The logarithm to base 2 of normal numbers. NaN stays.
  @inline(__always)
  static func log2(_ x: Self) -> Self {
    let (whole, r) = log2Parts(x)
    var p = Self.constant(0x1.01b6e8p-3)
    p = fma(p, r, Self.constant(-0x1.a87d18p-3))
    p = fma(p, r, Self.constant(0x1.b9c91ap-3))
    p = fma(p, r, Self.constant(-0x1.e95be4p-3))
    p = fma(p, r, Self.constant(0x1.26d384p-2))
    p = fma(p, r, Self.constant(-0x1.715c4ep-2))
    p = fma(p, r, Self.constant(0x1.ec73d6p-2))
    p = fma(p, r, Self.constant(-0x1.715470p-1))
    p = fma(p, r, Self.constant(0x1.715476p+0))
    return fma(p, r, whole * Self(repeating: 0x1p-23))
  }

  /// A tenth of the logarithm to base 2 by a normal number's parts. NaN stays.
  @inline(__always)
  static func tenthOfLog2(_ parts: (whole: Self, rest: Self)) -> Self {
    let (whole, r) = parts
    var p = Self.constant(-0x1.ddcbbcp-7)
    p = fma(p, r, Self.constant(0x1.7f747ep-6))
    p = fma(p, r, Self.constant(-0x1.97c286p-6))
    p = fma(p, r, Self.constant(0x1.d661ecp-6))
    p = fma(p, r, Self.constant(-0x1.271bbap-5))
    p = fma(p, r, Self.constant(0x1.89f8eap-5))
    p = fma(p, r, Self.constant(-0x1.277752p-4))
    p = fma(p, r, Self.constant(0x1.2776c4p-3))
    return fma(whole, Self(repeating: 0.1 * 0x1p-23), p * r)
  }
}

/// An angle as a whole number of quarter or half turns, of which the low bits count, and a rest of -1/2...1/2 of them.
struct ReducedAngle<V: Lanes> {
  var whole: V.Bits
  var rest: V
}

/// An exponent of a power of two as a whole number, in the place of a number's exponent, and a rest of -1/2...1/2.
struct Exponent<V: Lanes> {
  var whole: V.Bits
  var rest: V
}

@inline(__always)
private func exp2<V: Lanes>(
  _: V.Type, _ input: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  V.forEach(n, isLong: true) { place in
    V.store(V.exp2(V.load(input, place)), out, place)
  }
}

@inline(__always)
private func sincos<V: Lanes>(
  _: V.Type, _ turns: UnsafePointer<V.Element>, _ sine: UnsafeMutablePointer<V.Element>,
  _ cosine: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  V.forEach(n) { place in
    let turns = V.load(turns, place)
    // Whole turns are taken off first, which is exact: a quarter of the largest numbers would overflow.
    return V.angle(turns - V.round(turns), V(repeating: 4), rest: V(repeating: 0))
  } finish: { angle, place in
    let (s, c) = V.sineAndCosine(angle)
    V.store(s, sine, place)
    V.store(c, cosine, place)
  }
}

@c @implementation
func vk_exp2_f32(_ input: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  exp2(RegisterPair<vk_f32>.self, input, out, n)
}

@c @implementation
func vk_exp2_f64(_ input: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int) {
  exp2(RegisterPair<vk_f64>.self, input, out, n)
}

@c @implementation
func vk_sincos_f32(
  _ turns: UnsafePointer<Float>, _ sine: UnsafeMutablePointer<Float>, _ cosine: UnsafeMutablePointer<Float>, _ n: Int
) {
  sincos(vk_f32.self, turns, sine, cosine, n)
}

@c @implementation
func vk_sincos_f64(
  _ turns: UnsafePointer<Double>, _ sine: UnsafeMutablePointer<Double>, _ cosine: UnsafeMutablePointer<Double>, _ n: Int
) {
  sincos(vk_f64.self, turns, sine, cosine, n)
}

#endif
