#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Robert Penner's families of easing functions, and their inverses.
//
// Each is an easing in f(u) with f(0) = 0 and f(1) = 1. Where x, clamped to 0...1, is beyond `turn` the curve is
// measured from its end, and `scale` times as large:
//
//   u = scale x,  y = f(u) / scale    or beyond    u = scale (1 - x),  y = 1 - f(u) / scale
//
// Functions that are steep near 1 are computed from v = 1 - u, which is x itself where u = 1 - x. Ease in has turn 2
// and scale 1, ease out turn -1 and scale 1, and ease in-out turn 1/2 and scale 2. All but the inverses by
// halvings have a loop for each of the three.
//
// The families, by their parameters p, and the largest error found over 400,000 Floats in 0...1 (fused; either end):
//
//   quadratic to quintic u^2, u^3, u^4, u^5                                                  2.3e-7
//   back                 u^2 (u - p0 v)                                                      2.3e-7 max(1, p0)
//   sine                 1 - cos(pi u / 2) = 2 sin^2(pi u / 4)                               2.7e-7
//   exponential          (1024 2^(-10 v) - 1) / 1023                                         1.1e-7
//   circular             1 - sqrt(v (2 - v))                                                 7.4e-8
//   root                 p0 + p1 sqrt(w (p2 w + p3)), w = v if p4 > 0, or u                  7.3e-8
//   elastic              p0 (1024 2^(-10 v) - 1) / 1023 sin(pi ((p1 + p2) v + p3))           1.5e-7 amplitudes
//   bounce               1 - the least of s^2 and three (s - c)^2 + h, s = 2.75 v            1.1e-7
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

/// Maps n numbers, a register at a time. The loops aren't unrolled: the larger code would cost more
/// than it saves.
@inline(__always)
private func map(_ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int, _ f: (vk_f32) -> vk_f32) {
  typealias V = vk_f32
  let end = n & ~(V.lanes &- 1)
  var offset = 0
  while offset < end {
    V.store(f(V.load(x + offset)), out + offset)
    offset = vk_opaque(offset &+ V.lanes)
  }
  if end < n {
    V.store(f(V.load(x + end, first: n &- end)), out + end, first: n &- end)
  }
}

/// Eases in a loop for each direction. `easeInOut` gives f(u) / 2 and 1 - f(u) / 2, by half of u.
@inline(__always)
private func ease(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  easeIn: (_ u: vk_f32, _ fromEnd: vk_f32) -> vk_f32, easeOut: (_ u: vk_f32, _ fromEnd: vk_f32) -> vk_f32,
  easeInOut: (_ half: vk_f32, _ u: vk_f32, _ fromEnd: vk_f32) -> (atStart: vk_f32, atEnd: vk_f32)
) {
  typealias V = vk_f32
  let (zero, middle, one) = (V(repeating: 0), V(repeating: 0.5), V(repeating: 1))
  let turn = easing.pointee.turn
  if turn > 1 {
    map(x, out, n) { x in
      let u = V.min(one, V.max(zero, x))
      return easeIn(u, one - u)
    }
  } else if turn < 0 {
    map(x, out, n) { x in
      let fromEnd = V.min(one, V.max(zero, x))
      return easeOut(one - fromEnd, fromEnd)
    }
  } else {
    map(x, out, n) { x in
      // The distance from the nearer end.
      let half = V.max(zero, V.min(one - x, x))
      let u = half + half
      let (atStart, atEnd) = easeInOut(half, u, one - u)
      return V.select(V.less(middle, x), atEnd, atStart)
    }
  }
}

/// Eases by f(u) = a b, of which one is a multiple of h = u: for half of f, h is half of u.
@inline(__always)
private func ease(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  factors: (_ u: vk_f32, _ h: vk_f32, _ fromEnd: vk_f32) -> (a: vk_f32, b: vk_f32)
) {
  typealias V = vk_f32
  let one = V(repeating: 1)
  ease(easing, x, out, n) { u, fromEnd in
    let (a, b) = factors(u, u, fromEnd)
    return a * b
  } easeOut: { u, fromEnd in
    let (a, b) = factors(u, u, fromEnd)
    return V.fma(V.negated(a), b, one)
  } easeInOut: { half, u, fromEnd in
    let (a, b) = factors(u, half, fromEnd)
    return (a * b, V.fma(V.negated(a), b, one))
  }
}

/// Eases by rest(v) = 1 - f(1 - v), which is ease out itself.
@inline(__always)
private func ease(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  rest: (_ fromEnd: vk_f32) -> vk_f32
) {
  typealias V = vk_f32
  let (half, one) = (V(repeating: 0.5), V(repeating: 1))
  ease(easing, x, out, n) { _, fromEnd in
    one - rest(fromEnd)
  } easeOut: { _, fromEnd in
    rest(fromEnd)
  } easeInOut: { _, _, fromEnd in
    let rest = rest(fromEnd)
    return (V.fma(V.negated(half), rest, half), V.fma(half, rest, half))
  }
}

/// Eases by f(u), which is a long chain of operations in two stages, in a loop for each direction.
@inline(__always)
private func ease<State>(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  begin: (_ u: vk_f32, _ fromEnd: vk_f32) -> State, finish: (State) -> vk_f32
) {
  typealias V = vk_f32
  let (zero, middle) = (V(repeating: 0), V(repeating: 0.5))
  // Hides the constant: otherwise the compiler splits 1 - x into single lanes.
  let one = vk_whole_f32(V(repeating: 1))
  @inline(__always) func clamped(_ place: LanePosition) -> V { V.min(one, V.max(zero, V.load(x, place))) }
  let turn = easing.pointee.turn
  if turn > 1 {
    V.forEach(n) { place in
      let u = clamped(place)
      return begin(u, one - u)
    } finish: { state, place in
      V.store(finish(state), out, place)
    }
  } else if turn < 0 {
    V.forEach(n) { place in
      let fromEnd = clamped(place)
      return begin(one - fromEnd, fromEnd)
    } finish: { state, place in
      V.store(one - finish(state), out, place)
    }
  } else {
    V.forEach(n) { place in
      let x = V.load(x, place)
      let half = V.max(zero, V.min(one - x, x))
      let u = half + half
      return begin(u, one - u)
    } finish: { state, place in
      let y = finish(state) * middle
      V.store(V.select(V.less(middle, V.load(x, place)), one - y, y), out, place)
    }
  }
}

/// Clamps n numbers to 0...1.
@c @implementation
func vk_clamp_f32(_ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int) {
  let (zero, one) = (vk_f32(repeating: 0), vk_f32(repeating: 1))
  map(x, out, n) { vk_f32.min(one, vk_f32.max(zero, $0)) }
}

@c @implementation
func vk_ease_quadratic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ease(easing, x, out, n, factors: { u, h, _ in (u, h) })
}

@c @implementation
func vk_ease_cubic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ease(easing, x, out, n, factors: { u, h, _ in (u * u, h) })
}

@c @implementation
func vk_ease_quartic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ease(easing, x, out, n, factors: { u, h, _ in (u * u, u * h) })
}

@c @implementation
func vk_ease_quintic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ease(
    easing, x, out, n,
    factors: { u, h, _ in
      let square = u * u
      return (square * square, h)
    })
}

/// The overshoot is 0 at 1, so that the end is exact.
@c @implementation
func vk_ease_back_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  let minusOvershoot = vk_f32(repeating: -easing.pointee.p.0)
  ease(easing, x, out, n, factors: { u, h, fromEnd in (u * h, vk_f32.fma(minusOvershoot, fromEnd, u)) })
}

@c @implementation
func vk_ease_circular_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  // Hides the constant: otherwise the compiler splits 2 - (1 - x) into single lanes.
  let two = vk_whole_f32(vk_f32(repeating: 2))
  ease(easing, x, out, n, rest: { fromEnd in vk_f32.sqrt(fromEnd * (two - fromEnd)) })
}

/// Each parabola is the least of the four between its own two impacts, where it is 1, and their numbers are exact.
@c @implementation
func vk_ease_bounce_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  let rate = V(repeating: 2.75)
  let (center1, center2, center3) = (V(repeating: -1.5), V(repeating: -2.25), V(repeating: -2.625))
  let (height1, height2, height3) = (V(repeating: 0.75), V(repeating: 0.9375), V(repeating: 0.984375))
  ease(
    easing, x, out, n,
    rest: { fromEnd in
      let s = fromEnd * rate
      let s1 = V.fma(fromEnd, rate, center1)
      let s2 = V.fma(fromEnd, rate, center2)
      let s3 = V.fma(fromEnd, rate, center3)
      return V.min(
        V.min(s * s, V.fma(s1, s1, height1)), V.min(V.fma(s2, s2, height2), V.fma(s3, s3, height3)))
    })
}

extension Lanes where Element == Float {
  /// The sine of u quarter turns, for u in 0...1/2.
  @inline(__always)
  fileprivate static func sine(_ u: Self) -> Self { sinePolynomial(u * u) * u }

  /// (2^(10 u) - 1) / 1023 by the exponent that belongs to 1 - u. It is exact at both ends: 1/1023 as a Float is so near
  /// that its product with 1023 rounds to 1.
  @inline(__always)
  fileprivate static func growth(_ exponent: Exponent<Self>, keepsNaN: Bool = true) -> Self {
    fma(exp2(exponent, keepsNaN: keepsNaN), Self(repeating: 1024 / 1023), Self(repeating: -1 / 1023))
  }

  @inline(__always)
  fileprivate static func growthExponent(_ fromEnd: Self) -> Exponent<Self> {
    exponent(fromEnd * Self(repeating: -10), mayBePositive: false)
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
  typealias V = vk_f32
  ease(easing, x, out, n) { u, fromEnd in
    (u * V(repeating: 0.5), fromEnd)
  } finish: { half, fromEnd in
    let s = V.sine(half)
    return V.endingAtOne(fromEnd, (s + s) * s)
  }
}

@c @implementation
func vk_ease_exponential_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  ease(easing, x, out, n) { _, fromEnd in
    V.growthExponent(fromEnd)
  } finish: {
    V.growth($0)
  }
}

@c @implementation
func vk_ease_root_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  let p = easing.pointee.p
  let (p0, p1, p2, p3) = (V(repeating: p.0), V(repeating: p.1), V(repeating: p.2), V(repeating: p.3))
  let isFromEnd = V.less(V(repeating: 0), V(repeating: p.4))
  ease(easing, x, out, n) { u, fromEnd in
    let w = V.select(isFromEnd, fromEnd, u)
    return w * V.fma(p2, w, p3)
  } finish: { square in
    V.fma(p1, V.sqrt(square), p0)
  }
}

/// An elastic easing in, but for its end.
private struct ElasticLanes<V: Lanes> where V.Element == Float {
  let amplitude: V
  /// Half turns from 1 to 0, in two parts, and at 1.
  let turning: V
  let turningRest: V
  let start: V

  @inline(__always)
  init(_ easing: vk_easing) {
    amplitude = V(repeating: easing.p.0)
    turning = V(repeating: easing.p.1)
    turningRest = V(repeating: easing.p.2)
    start = V(repeating: easing.p.3)
  }

  /// The growth's exponent, and the angle of fewer than 2^22 half turns. Their rounding counts little: many of them are
  /// where the growth is small.
  @inline(__always)
  func phase(_ fromEnd: V) -> (growth: Exponent<V>, angle: ReducedAngle<V>) {
    let halves = V.fma(fromEnd, turning, V.fma(fromEnd, turningRest, start))
    let push = V(repeating: V.format.push)
    let shifted = halves + push
    return (V.growthExponent(fromEnd), ReducedAngle(whole: V.bits(shifted), rest: halves - (shifted - push)))
  }

  @inline(__always)
  func value(_ phase: (growth: Exponent<V>, angle: ReducedAngle<V>)) -> V {
    let angle = phase.angle
    let sine = V.negated(V.halfTurnSinePolynomial(angle.rest * angle.rest) * angle.rest, byHalfTurns: angle.whole)
    return amplitude * V.growth(phase.growth, keepsNaN: false) * sine
  }
}

@c @implementation
func vk_ease_elastic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  let elastic = ElasticLanes<V>(easing.pointee)
  ease(easing, x, out, n) { _, fromEnd in
    (elastic.phase(fromEnd), fromEnd)
  } finish: { phase, fromEnd in
    V.endingAtOne(fromEnd, elastic.value(phase))
  }
}

@c @implementation
func vk_ease_power_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  let power = V(repeating: easing.pointee.p.0)
  if easing.pointee.p.0 == 1 / 3 {
    // Without the sign of zero.
    ease(easing, x, out, n) { u, _ in
      V.roughCubeRoot(V.abs(u))
    } finish: {
      V.cubeRoot($0)
    }
    return
  }
  let least = V(repeating: .leastNormalMagnitude)
  ease(easing, x, out, n) { u, _ in
    (u, V.exponent(V.log2(u) * power))
  } finish: { u, exponent in
    V.select(V.lessOrEqual(least, u), V.exp2(exponent, keepsNaN: false), u)
  }
}

@c @implementation
func vk_ease_sine_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  ease(easing, x, out, n) { u, fromEnd in
    (u * V(repeating: 0.5), fromEnd)
  } finish: { z, fromEnd in
    // 4/pi asin(s) / s by s^2 in 0...1/2: a minimax polynomial of degree 7 of the relative error, 1.5e-8.
    var p = V.constant(0x1.27d4c6p-3)
    p = V.fma(p, z, V.constant(-0x1.f805bep-4))
    p = V.fma(p, z, V.constant(0x1.a1449ap-4))
    p = V.fma(p, z, V.constant(0x1.3d8f92p-6))
    p = V.fma(p, z, V.constant(0x1.e7886cp-5))
    p = V.fma(p, z, V.constant(0x1.86685ep-4))
    p = V.fma(p, z, V.constant(0x1.b29bbap-3))
    p = V.fma(p, z, V.constant(0x1.45f306p+0))
    return V.endingAtOne(fromEnd, p * V.sqrt(z))
  }
}

@c @implementation
func vk_ease_exponential_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  ease(easing, x, out, n) { u, _ in
    V.log2Parts(V.fma(u, V(repeating: 1023), V(repeating: 1)))
  } finish: {
    V.tenthOfLog2($0)
  }
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
  ease(V.self, easing, x, out, n) { y, _ in
    halved(y, from: start) { u in elastic.value(elastic.phase(V(repeating: 1) - u)) }
  }
}

#endif
