#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Elementary functions that colours take, over `Double` lanes.
//
// Conversions between colour spaces are computed in Double: where a component comes out near 0 as a difference of large
// ones, a transfer function multiplies the error of linear light by up to 16 (ProPhoto RGB), or takes a root of it
// (A98 RGB, Rec. 2020). Float's 6e-8 would become 1e-6 and 5e-4.
//
// log2 x:     x = 2^e * m with m between the roots of 1/2 and 2; e + f * P(f^2), f = (m - 1) / (m + 1). P is a minimax
//             polynomial of degree 7 of the relative error, 1.2e-18.
// x^p:        2^(p * log2 x), for x >= 0: relative error 4e-16 * max(1, abs(p * log2 x)).
// cube root:  y = x * r^2 for r next to x^(-1/3), then y + y * e * (2/3 + 5/9 * e) with e = 1 - y * r, the remaining
//             error. r is a guess from the exponent's third (e within 0.1021) times a polynomial of degree 4 in e
//             (8.2e-9). 4 ulp.
// angle:      atan(t) / t by t^2 for t up to tan(pi/8), in degrees: a minimax polynomial of degree 8, 2.6e-14. Above it
//             atan(t) = 45 degrees + atan((t - 1) / (t + 1)).

/// The lanes of a register of floats, in `Double`.
typealias Wide = RegisterPair<vk_f64>

extension Wide {
  // MARK: From and to Float

  @inline(__always) init(_ v: vk_f32) { self.init(vk_widen_low(v), vk_widen_high(v)) }

  @inline(__always) var narrowed: vk_f32 { vk_narrow(low, high) }

  // MARK: Bits

  @inline(__always)
  private static func shiftedRight(_ a: Bits, _ count: Int32) -> Bits {
    Bits(vk_shift_right_f64(a.low, count), vk_shift_right_f64(a.high, count))
  }

  /// A whole number of 0..<2^52 as an integer, and back.
  @inline(__always)
  private static func number(_ a: Bits) -> Self {
    let unit = Self(repeating: 0x1p52)
    return fromBits(a ^ bits(unit)) - unit
  }

  @inline(__always) static func isNumber(_ a: Self) -> Bits { lessOrEqual(a, a) }
  @inline(__always) static func isZero(_ a: Self) -> Bits { lessOrEqual(abs(a), Self(repeating: 0)) }

  // MARK: Powers

  /// The logarithm to base 2 of numbers above 0. 0 and subnormal numbers give about -1023, and NaN any number.
  @inline(__always)
  static func log2(_ x: Self) -> Self {
    // Exponents count from the root of 1/2, and so that none is negative.
    let shifted = bits(x) &- bits(Self(repeating: 0x1.6a09e667f3bcdp-1)) &+ bits(Self(repeating: 1))
    let biased = shiftedRight(shifted, 52)
    let m = fromBits(bits(x) &- ((biased &- Bits(repeating: 1023)) &<< Bits(repeating: 52)))
    let one = Self(repeating: 1)
    let f = (m - one) / (m + one)
    let z = f * f
    var p = Self.constant(0x1.b599068f395a4p-3)
    p = fma(p, z, Self.constant(0x1.c46d70db9f9dbp-3))
    p = fma(p, z, Self.constant(0x1.0ca163b071cdfp-2))
    p = fma(p, z, Self.constant(0x1.484afb697055cp-2))
    p = fma(p, z, Self.constant(0x1.a61762d6c046fp-2))
    p = fma(p, z, Self.constant(0x1.2776c50ee381bp-1))
    p = fma(p, z, Self.constant(0x1.ec709dc3a047dp-1))
    p = fma(p, z, Self.constant(0x1.71547652b82fep+1))
    return fma(p, f, number(biased) - Self(repeating: 1023))
  }

  /// The exponent of 2 for `x^power`, for x of at least 0. 0 gives a power of 0, or less than 2^-400.
  @inline(__always)
  static func powerExponent(_ x: Self, _ power: Self) -> Exponent<Self> { exponent(power * log2(x)) }

  /// The power by its exponent; NaN or infinite where `x` is.
  @inline(__always)
  static func power(_ x: Self, _ exponent: Exponent<Self>) -> Self {
    select(lessOrEqual(x, Self(repeating: .greatestFiniteMagnitude)), exp2(exponent, keepsNaN: false), x)
  }

  typealias RoughCubeRoot = (guess: Self, error: Self)

  /// The first stage of a cube root: a guess of one over it, and that one's error.
  @inline(__always)
  static func roughCubeRoot(_ x: Self) -> RoughCubeRoot {
    let magnitude = abs(x)
    // 2^(-20) of the bits as an integer, a third of which is taken from what x = 1 has: its exponent is then minus a
    // third of x's. The offset makes e as far from 0 above as below.
    let third = fma(
      number(shiftedRight(bits(magnitude), 20)), Self(repeating: -1 / 3.0), Self(repeating: 0x1.54fba4daaaaabp+42))
    let guess = fromBits(bits(third + Self(repeating: 0x1p52)) &<< Bits(repeating: 20))
    return (guess, fma(negated(magnitude * guess), guess * guess, Self(repeating: 1)))
  }

  /// The cube root, of either sign; infinity gives NaN.
  @inline(__always)
  static func cubeRoot(_ x: Self, _ first: RoughCubeRoot) -> Self {
    let (guess, rough) = first
    let one = Self(repeating: 1)
    let magnitude = abs(x)
    var p = Self.constant(0x1.03776ac57f0c2p-3)
    p = fma(p, rough, Self.constant(0x1.29fc443d68ac6p-3))
    p = fma(p, rough, Self.constant(0x1.61f4e6eb3ab7dp-3))
    p = fma(p, rough, Self.constant(0x1.c71a6bc461f91p-3))
    p = fma(p, rough, Self.constant(0x1.555555d3db4a7p-2))
    let r = fma(guess * rough, p, guess)
    let y = magnitude * (r * r)
    let e = fma(negated(y), r, one)
    let root = fma(y * e, fma(e, Self(repeating: 5 / 9.0), Self(repeating: 2 / 3.0)), y)
    return copysign(root, x)
  }

  // MARK: Angles

  /// The angle of (a, b) from the first axis, in degrees of 0..<360, also when rounded to `Float`. The origin's is 0.
  @inline(__always)
  static func degrees(_ a: Self, _ b: Self, below limit: Self) -> Self {
    let zero = Self(repeating: 0)
    let (width, height) = (abs(a), abs(b))
    let (longer, shorter) = (max(width, height), min(width, height))
    let isSteep = less(longer * Self(repeating: 0.4142135623730950), shorter)
    let numerator = select(isSteep, shorter - longer, shorter)
    let denominator = select(isSteep, shorter + longer, longer)
    let t = numerator / max(Self(repeating: .leastNormalMagnitude), denominator)
    let z = t * t
    var p = Self(repeating: 0x1.c277102d04a25p+0)
    p = fma(p, z, Self(repeating: -0x1.af132064ee0d8p+1))
    p = fma(p, z, Self(repeating: 0x1.1563e48b4e403p+2))
    p = fma(p, z, Self(repeating: -0x1.4ce73e9fef616p+2))
    p = fma(p, z, Self(repeating: 0x1.97691256ba521p+2))
    p = fma(p, z, Self(repeating: -0x1.05ec5291a8e39p+3))
    p = fma(p, z, Self(repeating: 0x1.6eb16741e0fb4p+3))
    p = fma(p, z, Self(repeating: -0x1.3193d66e728abp+4))
    p = fma(p, z, Self(repeating: 0x1.ca5dc1a63c129p+5))
    let acute = fma(p, t, select(isSteep, Self(repeating: 45), zero))
    let quadrant = select(less(width, height), Self(repeating: 90) - acute, acute)
    let half = select(less(a, zero), Self(repeating: 180) - quadrant, quadrant)
    let angle = select(less(b, zero), Self(repeating: 360) - half, half)
    // NaN in b alone would be lost in a comparison.
    return select(isNumber(a + b), wrappedOnce(angle, below: limit), a + b)
  }

  /// Degrees of at most 360, with those that the results have no number for below 360 as 0.
  ///
  /// - Parameter limit: The least of those, in degrees (`hueLimit`).
  @inline(__always)
  static func wrappedOnce(_ angle: Self, below limit: Self) -> Self {
    select(lessOrEqual(limit, angle), Self(repeating: 0), angle)
  }

  /// The degrees from which a hue is 0: 360, or for results in `Float` those that it rounds to 360.
  @inline(__always)
  static func hueLimit(isDouble: Bool) -> Self { Self(repeating: isDouble ? 360 : 360 - 0x1p-16) }
}

extension Lanes {
  /// The largest integer that isn't above a number.
  @inline(__always)
  static func floor(_ x: Self) -> Self {
    let nearest = round(x)
    return select(less(x, nearest), nearest - Self(repeating: 1), nearest)
  }
}

#endif
