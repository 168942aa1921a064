#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Robert Penner's families of easing functions, and their inverses.
//
// Each is an easing in f(u) with f(0) = 0 and f(1) = 1. Where x, clamped to 0...1, is beyond `turn` the curve is seen
// from its end, and `scale` times as large:
//
//   u = scale x,  y = f(u) / scale    or beyond    u = scale (1 - x),  y = 1 - f(u) / scale
//
// Functions that are steep near 1 are computed from v = 1 - u, which is x itself where u = 1 - x. Ease in has turn 2
// and scale 1, ease out turn -1 and scale 1, and ease in-out turn 1/2 and scale 2.
//
// The families, by their parameters p, and the largest error found over 400,000 Floats in 0...1 (fused; either end):
//
//   polynomial           u (p0 + u (p1 + p5 (u - 1) + u (p2 + u (p3 + u p4))))               2.3e-7 max(1, p5)
//   sine                 1 - cos(pi u / 2) = 2 sin^2(pi u / 4)                               2.7e-7
//   exponential          (1024 2^(-10 v) - 1) / 1023                                         1.1e-7
//   root                 p0 + p1 sqrt(w (p2 w + p3)), w = v if p4 > 0, or u                  7.3e-8
//   elastic              p0 (1024 2^(-10 v) - 1) / 1023 sin(pi ((p1 + p2) v + p3))           1.5e-7 amplitudes
//   bounce               1 - (7.5625 (v - c)^2 + h)                                          1.1e-7
//   power inverse        u^p0                                                                6.9e-8
//     p0 = 1/3           the cube root                                                       6.4e-8
//   sine inverse         2/pi acos(1 - u) = 4/pi asin(sqrt(u / 2))                           1.6e-7
//   exponential inverse  log2(1 + 1023 u) / 10                                               6.3e-8
//   back and elastic inverse: by 24 halvings of the last rise, which begins at p5; 1.2e-7 of u or of the f above
//
// Bytes per element, read + written: 4 + 4.

@inline(__always)
private func ease<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>,
  _ n: Int, f: (_ u: V, _ fromEnd: V) -> V
) where V.Element == Float {
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  let turn = V(repeating: easing.pointee.turn)
  let isAlwaysTurned = V.less(turn, zero)
  let scale = V(repeating: easing.pointee.scale)
  let unscale = V(repeating: easing.pointee.unscale)
  V.forEach(n) { place in
    let clamped = V.min(one, V.max(zero, V.load(x, place)))
    let isTurned = V.less(turn, clamped)
    let u = V.select(isTurned, one - clamped, clamped) * scale
    let y = f(u, V.select(isAlwaysTurned, clamped, one - u)) * unscale
    V.store(V.select(isTurned, one - y, y), out, place)
  }
}

/// The same, with a loop of its own for ease in, in which nothing turns.
@inline(__always)
private func easeShortly(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  f: (_ u: vk_f32) -> vk_f32
) {
  typealias V = vk_f32
  if easing.pointee.turn > 1 {
    V.forEach(n) { place in
      V.store(f(V.min(V(repeating: 1), V.max(V(repeating: 0), V.load(x, place)))), out, place)
    }
  } else {
    ease(V.self, easing, x, out, n) { u, _ in f(u) }
  }
}

@c @implementation
func vk_ease_polynomial_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let p = easing.pointee.p
  let (p0, p1, p2) = (V(repeating: p.0), V(repeating: p.1), V(repeating: p.2))
  let (p3, p4, overshoot) = (V(repeating: p.3), V(repeating: p.4), V(repeating: p.5))
  let one = V(repeating: 1)
  ease(V.self, easing, x, out, n) { u, _ in
    // The overshoot is 0 at 1, so that the end is exact.
    let inner = V.fma(u, V.fma(u, V.fma(u, p4, p3), p2), V.fma(overshoot, u - one, p1))
    return u * V.fma(u, inner, p0)
  }
}

extension Lanes where Element == Float {
  /// The sine of u quarter turns, for u in 0...1/2.
  @inline(__always)
  fileprivate static func sine(_ u: Self) -> Self { sinePolynomial(u * u) * u }

  /// (2^(10 u) - 1) / 1023 by 1 - u. It is exact at both ends: 1/1023 as a Float is so near that its product with 1023
  /// rounds to 1.
  @inline(__always)
  fileprivate static func growth(_ fromEnd: Self) -> Self {
    fma(
      exp2(fromEnd * Self(repeating: -10), mayBePositive: false), Self(repeating: 1024 / 1023),
      Self(repeating: -1 / 1023))
  }

  /// Exactly 1 at the end; NaN stays.
  @inline(__always)
  fileprivate static func endingAtOne(_ fromEnd: Self, _ value: Self) -> Self {
    select(lessOrEqual(fromEnd, Self(repeating: 0)), Self(repeating: 1), value)
  }
}

@c @implementation
func vk_ease_sine_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  ease(V.self, easing, x, out, n) { u, fromEnd in
    let s = V.sine(u * V(repeating: 0.5))
    return V.endingAtOne(fromEnd, (s + s) * s)
  }
}

@c @implementation
func vk_ease_exponential_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  ease(V.self, easing, x, out, n) { _, fromEnd in V.growth(fromEnd) }
}

@c @implementation
func vk_ease_root_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let p = easing.pointee.p
  let (p0, p1, p2, p3) = (V(repeating: p.0), V(repeating: p.1), V(repeating: p.2), V(repeating: p.3))
  let isFromEnd = V.less(V(repeating: 0), V(repeating: p.4))
  ease(V.self, easing, x, out, n) { u, fromEnd in
    let w = V.select(isFromEnd, fromEnd, u)
    return V.fma(p1, V.sqrt(w * V.fma(p2, w, p3)), p0)
  }
}

/// An elastic easing in, but for its end.
private struct ElasticLanes<V: Lanes> where V.Element == Float {
  let amplitude: V
  /// Half turns from 1 to 0, in two parts, and at 1.
  let turning: V
  let turningRest: V
  let phase: V

  @inline(__always)
  init(_ easing: vk_easing) {
    amplitude = V(repeating: easing.p.0)
    turning = V(repeating: easing.p.1)
    turningRest = V(repeating: easing.p.2)
    phase = V(repeating: easing.p.3)
  }

  @inline(__always)
  func value(_ fromEnd: V) -> V {
    amplitude * V.growth(fromEnd) * sine(V.fma(fromEnd, turning, V.fma(fromEnd, turningRest, phase)))
  }

  /// The sine of half turns, fewer than 2^22. Their rounding counts little: many of them are where the growth is small.
  @inline(__always)
  private func sine(_ halves: V) -> V {
    let push = V(repeating: V.format.push)
    let shifted = halves + push
    let r = halves - (shifted - push)
    let z = r * r
    // sin(pi r) / r by r^2 in 0...1/4: a minimax polynomial of degree 4 of the relative error, 5.3e-9.
    var p = V(repeating: 0x1.3daff6p-4)
    p = V.fma(p, z, V(repeating: -0x1.324ccap-1))
    p = V.fma(p, z, V(repeating: 0x1.4668b0p+1))
    p = V.fma(p, z, V(repeating: -0x1.4abbc2p+2))
    p = V.fma(p, z, V(repeating: 0x1.921fb6p+1))
    // An odd number of half turns negates it: the lowest bit becomes the sign.
    let sign = V.bits(shifted) &<< V.Bits(repeating: 31)
    return V.fromBits(V.bits(p * r) ^ sign)
  }
}

@c @implementation
func vk_ease_elastic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let elastic = ElasticLanes<V>(easing.pointee)
  ease(V.self, easing, x, out, n) { _, fromEnd in V.endingAtOne(fromEnd, elastic.value(fromEnd)) }
}

@c @implementation
func vk_ease_bounce_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  let (first, second, third) = (V(repeating: 1 / 2.75), V(repeating: 2 / 2.75), V(repeating: 2.5 / 2.75))
  ease(V.self, easing, x, out, n) { u, t in
    let (isFirst, isSecond, isThird) = (V.less(t, first), V.less(t, second), V.less(t, third))
    let center = V.select(
      isFirst, zero,
      V.select(
        isSecond, V(repeating: 1.5 / 2.75), V.select(isThird, V(repeating: 2.25 / 2.75), V(repeating: 2.625 / 2.75))))
    let height = V.select(
      isFirst, zero,
      V.select(isSecond, V(repeating: 0.75), V.select(isThird, V(repeating: 0.9375), V(repeating: 0.984375))))
    let w = t - center
    let y = one - V.fma(w * V(repeating: 7.5625), w, height)
    return V.select(V.lessOrEqual(u, zero), zero, y)
  }
}

@c @implementation
func vk_ease_power_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let power = V(repeating: easing.pointee.p.0)
  if easing.pointee.p.0 == 1 / 3 {
    // Without the sign of zero.
    easeShortly(easing, x, out, n) { u in vk_f32.cubeRoot(vk_f32.abs(u)) }
    return
  }
  let least = V(repeating: .leastNormalMagnitude)
  ease(V.self, easing, x, out, n) { u, _ in
    V.select(V.less(u, least), u, V.exp2(V.log2(u) * power))
  }
}

@c @implementation
func vk_ease_sine_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  ease(V.self, easing, x, out, n) { u, fromEnd in
    // 4/pi asin(s) / s by s^2 in 0...1/2: a minimax polynomial of degree 7 of the relative error, 1.5e-8.
    let z = u * V(repeating: 0.5)
    var p = V(repeating: 0x1.27d4c6p-3)
    p = V.fma(p, z, V(repeating: -0x1.f805bep-4))
    p = V.fma(p, z, V(repeating: 0x1.a1449ap-4))
    p = V.fma(p, z, V(repeating: 0x1.3d8f92p-6))
    p = V.fma(p, z, V(repeating: 0x1.e7886cp-5))
    p = V.fma(p, z, V(repeating: 0x1.86685ep-4))
    p = V.fma(p, z, V(repeating: 0x1.b29bbap-3))
    p = V.fma(p, z, V(repeating: 0x1.45f306p+0))
    return V.endingAtOne(fromEnd, p * V.sqrt(z))
  }
}

@c @implementation
func vk_ease_exponential_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  easeShortly(easing, x, out, n) { u in V.tenthOfLog2(V.fma(u, V(repeating: 1023), V(repeating: 1))) }
}

/// Returns the input at which a function reaches y. The inputs with values of at least y form an interval that ends
/// with 1.
@inline(__always)
private func halved<V: Lanes>(_ y: V, from start: Float, _ f: (V) -> V) -> V where V.Element == Float {
  var step = V(repeating: (1 - start) / 2)
  var u = V(repeating: 1) - step
  for _ in 0..<24 {
    step = step * V(repeating: 0.5)
    u = u - V.copysign(step, f(u) - y)
  }
  return u + V(repeating: 0) * y
}

@c @implementation
func vk_ease_back_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<RegisterPair<vk_f32>>
  let overshoot = V(repeating: easing.pointee.p.0)
  let start = easing.pointee.p.5
  ease(V.self, easing, x, out, n) { y, _ in
    halved(y, from: start) { u in u * u * V.fma(overshoot, u - V(repeating: 1), u) }
  }
}

@c @implementation
func vk_ease_elastic_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let elastic = ElasticLanes<V>(easing.pointee)
  let start = easing.pointee.p.5
  ease(V.self, easing, x, out, n) { y, _ in halved(y, from: start) { u in elastic.value(V(repeating: 1) - u) } }
}

#endif
