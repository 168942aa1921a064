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
// and scale 1, ease out turn -1 and scale 1, and ease in-out turn 1/2 and scale 2. Most have a loop for each of
// the three.
//
// The families, by their parameters p, and the largest errors found over 400,000 Floats in 0...1 (fused; either end),
// and over 120,000 Doubles, against formulas with 113 significant bits:
//
//                                                                              Float     Double    in units of
//   quadratic to quintic u^2, u^3, u^4, u^5                                    2.3e-7    4.2e-16
//   back                 u^2 (u - p0 v)                                        2.3e-7    1.6e-16   max(1, p0)
//   sine                 1 - cos(pi u / 2) = 2 sin^2(pi u / 4)                 2.7e-7    5.0e-16
//   exponential          (1024 2^(-10 v) - 1) / 1023                           1.1e-7    1.4e-16
//   circular             1 - sqrt(v (2 - v))                                   7.4e-8    1.4e-16
//   root                 p0 + p1 sqrt(w (p2 w + p3)), w = v if p4 > 0, or u    7.3e-8    1.4e-16
//   elastic              p0 (1024 2^(-10 v) - 1) / 1023 sin(pi (p1 v + p2))    1.5e-7    5.2e-16   amplitudes
//   bounce               1 - the least of s^2 and three (s - c)^2 + h,         1.1e-7    1.9e-16
//                        s = 2.75 v
//   power inverse        u^p0                                                  6.9e-8    3.4e-16   max(1, p0 / 6)
//     p0 = 1/3           the cube root                                         6.4e-8    1.3e-16
//   sine inverse         2/pi acos(1 - u) = 4/pi asin(sqrt(u / 2))             1.6e-7    2.6e-16
//   exponential inverse  log2(1 + 1023 u) / 10                                 6.3e-8    2.0e-16
//   back and elastic inverse: by 24 halvings of the last rise, which begins at p5; 1.2e-7 of u or of the f above
//
// Below the smallest normal number powers, but for the cube root, are u itself.
//
// Bytes per element, read + written: 4 + 4, in Double 8 + 8.

/// An easing's direction. Which lanes are measured from the end is found out twice, before f and after it: in two stages
/// a mask that is kept costs more.
private struct DirectionLanes<V: Lanes> {
  let turn: V
  let isAlwaysTurned: V.Bits
  let scale: V
  let unscale: V

  @inline(__always)
  init(_ easing: vk_easing) {
    turn = V(repeating: V.Element(easing.turn))
    isAlwaysTurned = V.less(turn, V(repeating: 0))
    scale = V(repeating: V.Element(easing.scale))
    unscale = V(repeating: V.Element(easing.unscale))
  }

  @inline(__always)
  private func clamped(_ x: V) -> V { V.min(V(repeating: 1), V.max(V(repeating: 0), x)) }

  @inline(__always)
  func arguments(_ x: V) -> (u: V, fromEnd: V) {
    let one = V(repeating: 1)
    let x = clamped(x)
    let u = V.select(V.less(turn, x), one - x, x) * scale
    return (u, V.select(isAlwaysTurned, x, one - u))
  }

  @inline(__always)
  func value(_ f: V, at x: V) -> V {
    let y = f * unscale
    return V.select(V.less(turn, clamped(x)), V(repeating: 1) - y, y)
  }
}

/// Eases by f(u) in one loop for all directions, which is slower and less code.
@inline(__always)
private func easeInOneLoop<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int, f: (_ u: V, _ fromEnd: V) -> V
) {
  let direction = DirectionLanes<V>(easing.pointee)
  V.forEach(n, isLong: true) { place in
    let x = V.load(x, place)
    let (u, fromEnd) = direction.arguments(x)
    V.store(direction.value(f(u, fromEnd), at: x), out, place)
  }
}

/// The same in two stages.
@inline(__always)
private func easeInOneLoop<V: Lanes, State>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int, begin: (_ u: V, _ fromEnd: V) -> State, finish: (State) -> V
) {
  let direction = DirectionLanes<V>(easing.pointee)
  V.forEach(n) { place in
    let (u, fromEnd) = direction.arguments(V.load(x, place))
    return begin(u, fromEnd)
  } finish: { state, place in
    V.store(direction.value(finish(state), at: V.load(x, place)), out, place)
  }
}

/// Maps n numbers, a register at a time. The loops aren't unrolled: the larger code would cost more
/// than it saves.
@inline(__always)
private func map<V: Lanes>(
  _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>, _ n: Int, _ f: (V) -> V
) {
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

/// Eases in a loop for each direction. `easeInOut` gives f(u) / 2, or past the middle 1 - f(u) / 2, by half of u.
@inline(__always)
private func ease<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int,
  easeIn: (_ u: V, _ fromEnd: V) -> V, easeOut: (_ u: V, _ fromEnd: V) -> V,
  easeInOut: (_ half: V, _ isPastMiddle: V.Bits) -> V
) {
  let (zero, middle, one) = (V(repeating: 0), V(repeating: 0.5), V(repeating: 1))
  let turn = easing.pointee.turn
  if turn > 1 {
    map(x, out, n) { (x: V) in
      let u = V.min(one, V.max(zero, x))
      return easeIn(u, one - u)
    }
  } else if turn < 0 {
    map(x, out, n) { (x: V) in
      let fromEnd = V.min(one, V.max(zero, x))
      return easeOut(one - fromEnd, fromEnd)
    }
  } else {
    map(x, out, n) { (x: V) in
      let isPastMiddle = V.less(middle, x)
      // The distance from the nearer end.
      let half = V.max(zero, VK_SELECTION_IS_FREE != 0 ? V.select(isPastMiddle, one - x, x) : V.min(one - x, x))
      return easeInOut(half, isPastMiddle)
    }
  }
}

/// Eases by f(u) = a b. One factor is a multiple of h, and the other doesn't depend on it: h is u for f itself, half of
/// u for half of f, and minus half of u for minus half of f.
@inline(__always)
private func ease<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int,
  factors: (_ u: V, _ h: V, _ fromEnd: V) -> (a: V, b: V)
) {
  let one = V(repeating: 1)
  ease(V.self, easing, x, out, n) { u, fromEnd in
    let (a, b) = factors(u, u, fromEnd)
    return a * b
  } easeOut: { u, fromEnd in
    let (a, b) = factors(u, u, fromEnd)
    return V.fma(V.negated(a), b, one)
  } easeInOut: { half, isPastMiddle in
    let u = half + half
    if VK_SELECTION_IS_FREE != 0 {
      let (a, b) = factors(u, V.select(isPastMiddle, V.negated(half), half), one - u)
      return V.fma(a, b, onePastMiddle(isPastMiddle))
    }
    let (a, b) = factors(u, half, one - u)
    return V.select(isPastMiddle, V.fma(V.negated(a), b, one), a * b)
  }
}

/// 1 past the middle, and -0 elsewhere, which changes no product to which it is added: 0 would change the sign of -0.
@inline(__always)
private func onePastMiddle<V: Lanes>(_ isPastMiddle: V.Bits) -> V {
  V.select(isPastMiddle, V(repeating: 1), V(repeating: -0.0))
}

/// Eases by rest(v) = 1 - f(1 - v), which is ease out itself.
@inline(__always)
private func ease<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int,
  rest: (_ fromEnd: V) -> V
) {
  let (half, one) = (V(repeating: 0.5), V(repeating: 1))
  ease(V.self, easing, x, out, n) { _, fromEnd in
    one - rest(fromEnd)
  } easeOut: { _, fromEnd in
    rest(fromEnd)
  } easeInOut: { distance, isPastMiddle in
    V.fma(V.select(isPastMiddle, half, V.negated(half)), rest(one - (distance + distance)), half)
  }
}

/// Eases by f(u), which is a long chain of operations in two stages, in a loop for each direction.
@inline(__always)
private func ease<V: Lanes, State>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int,
  begin: (_ u: V, _ fromEnd: V) -> State, finish: (State) -> V
) {
  // Three loops of Double would be much code without multiply-add and selections.
  if VK_FUSED == 0 && !V.isNarrowerThanDouble {
    easeInOneLoop(V.self, easing, x, out, n, begin: begin, finish: finish)
    return
  }
  let (zero, middle) = (V(repeating: 0), V(repeating: 0.5))
  // Hides the constant: otherwise the compiler splits 1 - x into single lanes.
  let one = V.whole(V(repeating: 1))
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

@inline(__always)
private func easeQuadratic<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int
) {
  let one = V(repeating: 1)
  // On Zen, minima, maxima and sums share two units, which limit this loop, and products have two others. Held, because
  // the compiler would make the product a sum.
  let two = V.held(V(repeating: 2))
  ease(V.self, easing, x, out, n) { u, _ in
    u * u
  } easeOut: { u, _ in
    V.fma(V.negated(u), u, one)
  } easeInOut: { half, isPastMiddle in
    if VK_SELECTION_IS_FREE != 0 {
      return V.fma(half * V.select(isPastMiddle, V.negated(two), two), half, onePastMiddle(isPastMiddle))
    }
    let u = half * two
    return V.select(isPastMiddle, V.fma(V.negated(u), half, one), half * u)
  }
}

@c @implementation
func vk_ease_quadratic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  easeQuadratic(vk_f32.self, easing, x, out, n)
}

@c @implementation
func vk_ease_cubic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ease(vk_f32.self, easing, x, out, n, factors: { u, h, _ in (u * u, h) })
}

@c @implementation
func vk_ease_quartic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ease(vk_f32.self, easing, x, out, n, factors: { u, h, _ in (u * u, u * h) })
}

@c @implementation
func vk_ease_quintic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  ease(
    vk_f32.self, easing, x, out, n,
    factors: { u, h, _ in
      let square = u * u
      return (square * square, h)
    })
}

/// The overshoot is 0 at 1, so that the end is exact.
@inline(__always)
private func easeBack<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int
) {
  let minusOvershoot = V(repeating: V.Element(-easing.pointee.p.0))
  ease(V.self, easing, x, out, n, factors: { u, h, fromEnd in (u * h, V.fma(minusOvershoot, fromEnd, u)) })
}

@c @implementation
func vk_ease_back_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  easeBack(vk_f32.self, easing, x, out, n)
}

@inline(__always)
private func easeCircular<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int
) {
  // Hides the constant: otherwise the compiler splits 2 - (1 - x) into single lanes.
  let two = V.whole(V(repeating: 2))
  ease(V.self, easing, x, out, n, rest: { fromEnd in V.sqrt(fromEnd * (two - fromEnd)) })
}

@c @implementation
func vk_ease_circular_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  easeCircular(vk_f32.self, easing, x, out, n)
}

@inline(__always)
private func easeBounce<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int
) {
  ease(V.self, easing, x, out, n, rest: { fromEnd in V.bounce(fromEnd) })
}

@c @implementation
func vk_ease_bounce_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  easeBounce(vk_f32.self, easing, x, out, n)
}

extension Lanes {
  /// The sine of u quarter turns, for u in 0...1/2.
  @inline(__always)
  fileprivate static func sine(_ u: Self) -> Self { sinePolynomial(u * u) * u }

  /// (2^(10 u) - 1) / 1023 by the exponent that belongs to 1 - u. It is exact at both ends: 1/1023 as an element is so
  /// near that its product with 1023 rounds to 1.
  @inline(__always)
  fileprivate static func growth(_ exponent: Exponent<Self>, keepsNaN: Bool = true) -> Self {
    let least = Self(repeating: Element(-1.0 / 1023))
    return fma(exp2(exponent, keepsNaN: keepsNaN), Self(repeating: Element(1024.0 / 1023)), least)
  }

  @inline(__always)
  fileprivate static func growthExponent(_ fromEnd: Self) -> Exponent<Self> {
    exponent(fromEnd * Self(repeating: -10), mayBePositive: false)
  }

  /// A bounce's height. Each parabola is the least of the four between its own two impacts, where it is 1, and their
  /// numbers are exact.
  @inline(__always)
  fileprivate static func bounce(_ fromEnd: Self) -> Self {
    let rate = Self(repeating: 2.75)
    let s = fromEnd * rate
    let s1 = fma(fromEnd, rate, Self(repeating: -1.5))
    let s2 = fma(fromEnd, rate, Self(repeating: -2.25))
    let s3 = fma(fromEnd, rate, Self(repeating: -2.625))
    return min(
      min(s * s, fma(s1, s1, Self(repeating: 0.75))),
      min(fma(s2, s2, Self(repeating: 0.9375)), fma(s3, s3, Self(repeating: 0.984375))))
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
  ease(V.self, easing, x, out, n) { u, fromEnd in
    (u * V(repeating: 0.5), fromEnd)
  } finish: { half, fromEnd in
    let s = V.sine(half)
    return V.endingAtOne(fromEnd, (s + s) * s)
  }
}

@inline(__always)
private func easeExponential<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int
) {
  ease(V.self, easing, x, out, n) { _, fromEnd in
    V.growthExponent(fromEnd)
  } finish: {
    V.growth($0)
  }
}

@c @implementation
func vk_ease_exponential_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  easeExponential(vk_f32.self, easing, x, out, n)
}

/// An easing in by a square root.
private struct RootLanes<V: Lanes> {
  let constant: V
  let factor: V
  let quadratic: V
  let linear: V
  let isFromEnd: V.Bits

  @inline(__always)
  init(_ easing: vk_easing) {
    constant = V(repeating: V.Element(easing.p.0))
    factor = V(repeating: V.Element(easing.p.1))
    quadratic = V(repeating: V.Element(easing.p.2))
    linear = V(repeating: V.Element(easing.p.3))
    isFromEnd = V.less(V(repeating: 0), V(repeating: V.Element(easing.p.4)))
  }

  @inline(__always)
  func square(_ u: V, _ fromEnd: V) -> V {
    let w = V.select(isFromEnd, fromEnd, u)
    return w * V.fma(quadratic, w, linear)
  }

  @inline(__always)
  func value(_ square: V) -> V { V.fma(factor, V.sqrt(square), constant) }
}

@c @implementation
func vk_ease_root_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  let root = RootLanes<V>(easing.pointee)
  ease(vk_f32.self, easing, x, out, n) { u, fromEnd in
    root.square(u, fromEnd)
  } finish: { square in
    root.value(square)
  }
}

/// An elastic easing in, but for its end.
private struct ElasticLanes<V: Lanes> {
  let amplitude: V
  /// Half turns from 1 to 0, in two parts, and at 1.
  let turning: V
  let turningRest: V
  let start: V

  @inline(__always)
  init(_ easing: vk_easing) {
    let head = V.Element(easing.p.1)
    amplitude = V(repeating: V.Element(easing.p.0))
    turning = V(repeating: head)
    turningRest = V(repeating: V.Element(easing.p.1 - Double(head)))
    start = V(repeating: V.Element(easing.p.2))
  }

  /// The growth's exponent, and the angle of fewer than 2^22 half turns. Their rounding counts little: many of them are
  /// where the growth is small.
  @inline(__always)
  func phase(_ fromEnd: V) -> (growth: Exponent<V>, angle: ReducedAngle<V>) {
    let rest = V.isNarrowerThanDouble ? V.fma(fromEnd, turningRest, start) : start
    let halves = V.fma(fromEnd, turning, rest)
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

@inline(__always)
private func easeElastic<V: Lanes>(
  _: V.Type, _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<V.Element>, _ out: UnsafeMutablePointer<V.Element>,
  _ n: Int
) {
  let elastic = ElasticLanes<V>(easing.pointee)
  ease(V.self, easing, x, out, n) { _, fromEnd in
    (elastic.phase(fromEnd), fromEnd)
  } finish: { phase, fromEnd in
    V.endingAtOne(fromEnd, elastic.value(phase))
  }
}

@c @implementation
func vk_ease_elastic_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  easeElastic(vk_f32.self, easing, x, out, n)
}

@c @implementation
func vk_ease_power_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = vk_f32
  let exponent = Float(easing.pointee.p.0)
  if exponent == 1 / 3 {
    // Without the sign of zero.
    ease(vk_f32.self, easing, x, out, n) { u, _ in
      V.roughCubeRoot(V.abs(u))
    } finish: {
      V.cubeRoot($0)
    }
    return
  }
  let power = V(repeating: exponent)
  let least = V(repeating: .leastNormalMagnitude)
  easeInOneLoop(vk_f32.self, easing, x, out, n) { u, _ in
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
  ease(vk_f32.self, easing, x, out, n) { u, fromEnd in
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
  ease(vk_f32.self, easing, x, out, n) { u, _ in
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
  let overshoot = V(repeating: Float(easing.pointee.p.0))
  let start = Float(easing.pointee.p.5)
  easeInOneLoop(V.self, easing, x, out, n) { y, _ in
    halved(y, from: start) { u in u * u * V.fma(overshoot, u - V(repeating: 1), u) }
  }
}

@c @implementation
func vk_ease_elastic_inverse_f32(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let elastic = ElasticLanes<V>(easing.pointee)
  let start = Float(easing.pointee.p.5)
  easeInOneLoop(V.self, easing, x, out, n) { y, _ in
    halved(y, from: start) { u in elastic.value(elastic.phase(V(repeating: 1) - u)) }
  }
}

// MARK: - Double

/// Quadratic curves.
@c @implementation
func vk_ease_quadratic_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  easeQuadratic(vk_f64.self, easing, x, out, n)
}

/// Cubic curves, too: those without an overshoot.
@c @implementation
func vk_ease_back_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  easeBack(vk_f64.self, easing, x, out, n)
}

/// Quartic curves, with p0 = 1 and p1 = 0, and quintic ones the other way round.
@c @implementation
func vk_ease_quintic_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  let (p0, p1) = (vk_f64(repeating: easing.pointee.p.0), vk_f64(repeating: easing.pointee.p.1))
  ease(vk_f64.self, easing, x, out, n, factors: { u, h, _ in (u * u * vk_f64.fma(p1, u, p0), u * h) })
}

@c @implementation
func vk_ease_circular_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  easeCircular(vk_f64.self, easing, x, out, n)
}

@c @implementation
func vk_ease_bounce_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  easeBounce(vk_f64.self, easing, x, out, n)
}

@c @implementation
func vk_ease_sine_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  typealias V = vk_f64
  ease(V.self, easing, x, out, n) { u, fromEnd in
    (u * V(repeating: 0.5), fromEnd)
  } finish: { half, fromEnd in
    let s = V.sine(half)
    return V.endingAtOne(fromEnd, (s + s) * s)
  }
}

@c @implementation
func vk_ease_exponential_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  easeExponential(vk_f64.self, easing, x, out, n)
}

@c @implementation
func vk_ease_root_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  let root = RootLanes<vk_f64>(easing.pointee)
  easeInOneLoop(vk_f64.self, easing, x, out, n) { u, fromEnd in root.value(root.square(u, fromEnd)) }
}

@c @implementation
func vk_ease_elastic_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  easeElastic(vk_f64.self, easing, x, out, n)
}

@c @implementation
func vk_ease_power_inverse_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  if easing.pointee.p.0 == 1 / 3.0 {
    // Without the sign of zero.
    ease(Wide.self, easing, x, out, n) { u, _ in
      (Wide.abs(u), Wide.roughCubeRoot(u))
    } finish: { u, rough in
      Wide.cubeRoot(u, rough)
    }
    return
  }
  let power = Wide(repeating: easing.pointee.p.0)
  let least = Wide(repeating: .leastNormalMagnitude)
  easeInOneLoop(Wide.self, easing, x, out, n) { u, _ in
    (u, Wide.powerExponent(u, power))
  } finish: { u, exponent in
    Wide.select(Wide.lessOrEqual(least, u), Wide.exp2(exponent, keepsNaN: false), u)
  }
}

@c @implementation
func vk_ease_sine_inverse_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  typealias V = vk_f64
  ease(V.self, easing, x, out, n) { u, fromEnd in
    (u * V(repeating: 0.5), fromEnd)
  } finish: { z, fromEnd in
    // 4/pi asin(s) / s by s^2 in 0...1/2: a minimax polynomial of degree 18 of the relative error, 1.6e-17.
    var p = V.constant(0x1.2e80584a8a15ep+0)
    p = V.fma(p, z, V.constant(-0x1.195da4c32a5dbp+2))
    p = V.fma(p, z, V.constant(0x1.f2570db477aabp+2))
    p = V.fma(p, z, V.constant(-0x1.0ffe18268f60ep+3))
    p = V.fma(p, z, V.constant(0x1.991088e3c40cdp+2))
    p = V.fma(p, z, V.constant(-0x1.bb5b90a6a969fp+1))
    p = V.fma(p, z, V.constant(0x1.6a41c59f87c1ap+0))
    p = V.fma(p, z, V.constant(-0x1.b0979dbccff92p-2))
    p = V.fma(p, z, V.constant(0x1.c942cb49844d3p-4))
    p = V.fma(p, z, V.constant(-0x1.6a8dbb3f04062p-8))
    p = V.fma(p, z, V.constant(0x1.187f25444b4fbp-6))
    p = V.fma(p, z, V.constant(0x1.1f5f7a90d98cep-6))
    p = V.fma(p, z, V.constant(0x1.6a4702888027fp-6))
    p = V.fma(p, z, V.constant(0x1.d2af8a2798f14p-6))
    p = V.fma(p, z, V.constant(0x1.3ce53a22a8e3cp-5))
    p = V.fma(p, z, V.constant(0x1.d1a4529ecdc9bp-5))
    p = V.fma(p, z, V.constant(0x1.8723a1d5fb70ap-4))
    p = V.fma(p, z, V.constant(0x1.b2995e7b7b217p-3))
    p = V.fma(p, z, V.constant(0x1.45f306dc9c883p+0))
    return V.endingAtOne(fromEnd, p * V.sqrt(z))
  }
}

@c @implementation
func vk_ease_exponential_inverse_f64(
  _ easing: UnsafePointer<vk_easing>, _ x: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  ease(Wide.self, easing, x, out, n) { u, _ in
    Wide.fma(u, Wide(repeating: 1023), Wide(repeating: 1))
  } finish: { power in
    Wide.select(Wide.isNumber(power), Wide.log2(power) * Wide(repeating: 0.1), power)
  }
}

#endif
