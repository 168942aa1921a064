#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// From one rotation to another, as unit quaternions x, y, z, w; the second is negated where their dot product c is
// negative.
//
//   slerp   (sin((1 - t) a) * from + sin(t a) * to) / sin(a),  where cos(a) = min(1, |c|)
//   nlerp   q / |q|, where q = (1 - t) * from + t * to; the identity where |q| is 0
//
// With z = a^2, which is u Q(u) of u = 1 - |c|, and sin(x) = x P(x^2), the weights are (1 - t) P((1 - t)^2 z) / P(z)
// and t P(t^2 z) / P(z). So equal rotations need no special case, and both ends are exact. Q is a minimax polynomial of
// degree 7 (relative error 4.1e-8 over 0...1, a third of which affects the weights) and P one of degree 5 (3.7e-9 over
// 0...(3 pi / 4)^2). For amounts outside -0.35...1.35, half turns are subtracted from the angle first, so the weight is
// that of t - k pi / a, with the opposite sign for an odd k. A register without such an amount skips that.
//
// Maximum error of a component, for amount in 0...1: 3e-7, with a length within 4e-7 of 1; beyond, 1e-6 times
// the amount's magnitude, and at least 1e-6.
// The order of the sums is that of the rows, so columns give the same bits.
//
// Bytes per quaternion, read + written: one amount for all 32 + 16, one each 36 + 16. Rows are never separated into
// columns: a row's dot product is a sum of products across its lanes, and its weights are spread over them.

private typealias V = vk_f32

extension vk_f32 {
  /// The square of the angle whose cosine is `1 - u`, for u in 0...1.
  @inline(__always)
  fileprivate static func squaredAngle(_ u: Self) -> Self {
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

  /// A number, negated where another is negative.
  @inline(__always)
  fileprivate static func withSign(of sign: Self, _ value: Self) -> Self {
    select(less(sign, Self(repeating: 0)), negated(value), value)
  }

  /// Returns the factor that brings a quaternion back to length 1, for the square of its length; 0 for a length of 0.
  @inline(__always)
  fileprivate static func normalizing(_ square: Self) -> Self {
    let zero = Self(repeating: 0)
    return select(lessOrEqual(square, zero), zero, Self(repeating: 1) / sqrt(square))
  }
}

/// What slerp or nlerp computes from the dot product of two quaternions: the weights of both at an amount.
private protocol Arc {
  init(dot: V)
  func weights(_ amount: V) -> (from: V, to: V)
  /// Whether the mixtures have to be brought back to length 1.
  static var isNormalized: Bool { get }
}

private struct SlerpArc: Arc {
  let dot: V
  let squaredAngle: V

  @inline(__always) static var isNormalized: Bool { false }

  @inline(__always)
  init(dot: V) {
    self.dot = dot
    squaredAngle = V.squaredAngle(V.max(V(repeating: 0), V(repeating: 1) - V.abs(dot)))
  }

  @inline(__always)
  func weights(_ amount: V) -> (from: V, to: V) { weights(amount, isFar: V.isFar(amount)) }

  @inline(__always)
  func weights(_ amount: V, isFar: Bool) -> (from: V, to: V) {
    let (from, to) = V.slerpWeights(squaredAngle: squaredAngle, amount, isFar: isFar)
    return (from, V.withSign(of: dot, to))
  }
}

private struct NlerpArc: Arc {
  let dot: V

  @inline(__always) static var isNormalized: Bool { true }
  @inline(__always) init(dot: V) { self.dot = dot }

  @inline(__always)
  func weights(_ amount: V) -> (from: V, to: V) { (V(repeating: 1) - amount, V.withSign(of: dot, amount)) }
}

@inline(__always)
private func blendRows<A: Arc>(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  _: A.Type, weights: (A, LanePosition) -> (from: V, to: V)
) {
  @inline(__always) func quaternions(_ memory: UnsafePointer<Float>, _ place: LanePosition) -> (V, V, V, V) {
    let rows = Rows<V>(place, 4)
    return (rows.load(memory, 0), rows.load(memory, 1), rows.load(memory, 2), rows.load(memory, 3))
  }
  V.forEach(n) { place in
    let (a, b) = (quaternions(from, place), quaternions(to, place))
    return A(dot: vk_row_sums_f32(a.0 * b.0, a.1 * b.1, a.2 * b.2, a.3 * b.3))
  } finish: { arc, place in
    let rows = Rows<V>(place, 4)
    let ((a0, a1, a2, a3), (b0, b1, b2, b3)) = (quaternions(from, place), quaternions(to, place))
    let (fromWeight, toWeight) = weights(arc, place)
    let (wa, wb) = (vk_whole_f32(fromWeight), vk_whole_f32(toWeight))
    @inline(__always) func sum(_ a: V, _ b: V, _ k: Int32) -> V {
      V.fma(vk_over_rows_f32(wa, k), a, vk_over_rows_f32(wb, k) * b)
    }
    let (c0, c1, c2, c3) = (sum(a0, b0, 0), sum(a1, b1, 1), sum(a2, b2, 2), sum(a3, b3, 3))
    if A.isNormalized {
      let scale = vk_whole_f32(V.normalizing(vk_row_sums_f32(c0 * c0, c1 * c1, c2 * c2, c3 * c3)))
      @inline(__always) func store(_ c: V, _ k: Int32) {
        let own = vk_over_rows_f32(scale, k)
        rows.store(V.select(V.lessOrEqual(own, V(repeating: 0)), vk_identity_rows_f32(), own * c), out, Int(k))
      }
      store(c0, 0)
      store(c1, 1)
      store(c2, 2)
      store(c3, 3)
    } else {
      rows.store(c0, out, 0)
      rows.store(c1, out, 1)
      rows.store(c2, out, 2)
      rows.store(c3, out, 3)
    }
  }
}

@inline(__always)
private func blendColumns<A: Arc>(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int, _: A.Type,
  weights: (A, LanePosition) -> (from: V, to: V)
) {
  V.forEach(n) { place in
    @inline(__always) func a(_ k: Int) -> V { V.load(from + k &* fromStride, place) }
    @inline(__always) func b(_ k: Int) -> V { V.load(to + k &* toStride, place) }
    @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, out + k &* outStride, place) }
    let (ax, ay, az, aw) = (a(0), a(1), a(2), a(3))
    let (bx, by, bz, bw) = (b(0), b(1), b(2), b(3))
    let (wa, wb) = weights(A(dot: (ax * bx + az * bz) + (ay * by + aw * bw)), place)
    @inline(__always) func sum(_ a: V, _ b: V) -> V { V.fma(wa, a, wb * b) }
    let (x, y, z, w) = (sum(ax, bx), sum(ay, by), sum(az, bz), sum(aw, bw))
    if A.isNormalized {
      let zero = V(repeating: 0)
      let scale = V.normalizing((x * x + z * z) + (y * y + w * w))
      let isZero = V.lessOrEqual(scale, zero)
      store(V.select(isZero, zero, scale * x), 0)
      store(V.select(isZero, zero, scale * y), 1)
      store(V.select(isZero, zero, scale * z), 2)
      store(V.select(isZero, V(repeating: 1), scale * w), 3)
    } else {
      store(x, 0)
      store(y, 1)
      store(z, 2)
      store(w, 3)
    }
  }
}

@c @implementation
func vk_slerp_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: Float, _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  @inline(__always) func blend(isFar: Bool) {
    blendRows(
      from, to, out, n, SlerpArc.self, weights: { arc, _ in arc.weights(V(repeating: amount), isFar: isFar) })
  }
  if V.isFar(V(repeating: amount)) { blend(isFar: true) } else { blend(isFar: false) }
}

@c @implementation
func vk_slerp_each_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  blendRows(
    from, to, out, n, SlerpArc.self, weights: { $0.weights(vk_to_rows_f32(V.load(amount, $1))) })
}

@c @implementation
func vk_slerp_columns_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int, _ amount: Float,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  @inline(__always) func blend(isFar: Bool) {
    blendColumns(
      from, fromStride, to, toStride, out, outStride, n, SlerpArc.self,
      weights: { arc, _ in arc.weights(V(repeating: amount), isFar: isFar) })
  }
  if V.isFar(V(repeating: amount)) { blend(isFar: true) } else { blend(isFar: false) }
}

@c @implementation
func vk_slerp_columns_each_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int,
  _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, SlerpArc.self, weights: { $0.weights(V.load(amount, $1)) })
}

@c @implementation
func vk_nlerp_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: Float, _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  blendRows(
    from, to, out, n, NlerpArc.self, weights: { arc, _ in arc.weights(V(repeating: amount)) })
}

@c @implementation
func vk_nlerp_each_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  blendRows(
    from, to, out, n, NlerpArc.self, weights: { $0.weights(vk_to_rows_f32(V.load(amount, $1))) })
}

@c @implementation
func vk_nlerp_columns_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int, _ amount: Float,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, NlerpArc.self,
    weights: { arc, _ in arc.weights(V(repeating: amount)) })
}

@c @implementation
func vk_nlerp_columns_each_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int,
  _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, NlerpArc.self, weights: { $0.weights(V.load(amount, $1)) })
}

#endif
