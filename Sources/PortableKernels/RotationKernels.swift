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
// degree 7, in Double 18 (relative error 8.1e-8 and 9.2e-17 over 0...1, a third of which affects the weights), and P
// one of degree 5, in Double 9 (2.4e-8 and 1.5e-16 over 0...(3 pi / 4)^2), both with rounded coefficients. For amounts
// outside -0.35...1.35, half turns are subtracted from the angle first, so the weight is that of t - k pi / a, with the
// opposite sign for an odd k. A register without such an amount skips that.
//
// Maximum error of a component, for amount in 0...1: 3e-7, with a length within 4e-7 of 1; beyond, 1e-6 times
// the amount's magnitude, and at least 1e-6. In Double: 6e-16, 8e-16 and 2e-15.
// The order of the sums is that of the rows, so columns give the same bits.
//
// Bytes per quaternion, read + written (Float): one amount for all 32 + 16, one each 36 + 16. Rows are never separated
// into columns: a row's dot product is a sum of products across its lanes, and its weights are spread over them.

/// Lanes that mix quaternions: in rows, four registers of them together with a register that has a number for each row.
private protocol RotationLanes: SlerpLanes {
  /// The sums of the rows' four numbers.
  static func rowSums(_ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self) -> Self
  /// The same sum of four columns, in the same order.
  static func sum(_ x: Self, _ y: Self, _ z: Self, _ w: Self) -> Self
  /// The numbers of register k's rows in all lanes of theirs.
  static func overRows(_ numbers: Self, _ k: Int32) -> Self
  /// Numbers in the order of their rows in memory, each to the lane of its row.
  static func toRows(_ numbers: Self) -> Self
  /// Register k of rows that are all the identity.
  static func identityRows(_ k: Int32) -> Self
}

extension vk_f32: RotationLanes {
  @inline(__always)
  fileprivate static func rowSums(_ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self) -> Self {
    vk_row_sums_f32(r0, r1, r2, r3)
  }
  @inline(__always)
  fileprivate static func sum(_ x: Self, _ y: Self, _ z: Self, _ w: Self) -> Self { (x + z) + (y + w) }
  @inline(__always)
  fileprivate static func overRows(_ numbers: Self, _ k: Int32) -> Self { vk_over_rows_f32(numbers, k) }
  @inline(__always)
  fileprivate static func toRows(_ numbers: Self) -> Self { vk_to_rows_f32(numbers) }
  @inline(__always)
  fileprivate static func identityRows(_ k: Int32) -> Self { vk_identity_rows_f32() }
}

extension vk_f64: RotationLanes {
  @inline(__always)
  fileprivate static func rowSums(_ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self) -> Self {
    vk_row_sums_f64(r0, r1, r2, r3)
  }
  @inline(__always)
  fileprivate static func sum(_ x: Self, _ y: Self, _ z: Self, _ w: Self) -> Self { (x + y) + (z + w) }
  @inline(__always)
  fileprivate static func overRows(_ numbers: Self, _ k: Int32) -> Self { vk_over_rows_f64(numbers, k) }
  @inline(__always)
  fileprivate static func toRows(_ numbers: Self) -> Self { vk_to_rows_f64(numbers) }
  @inline(__always)
  fileprivate static func identityRows(_ k: Int32) -> Self { vk_identity_rows_f64(k) }
}

extension Lanes {
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
  associatedtype V: RotationLanes
  init(dot: V)
  func weights(_ amount: V) -> (from: V, to: V)
  /// Whether the mixtures have to be brought back to length 1.
  static var isNormalized: Bool { get }
}

private struct SlerpArc<V: RotationLanes>: Arc {
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

private struct NlerpArc<V: RotationLanes>: Arc {
  let dot: V

  @inline(__always) static var isNormalized: Bool { true }
  @inline(__always) init(dot: V) { self.dot = dot }

  @inline(__always)
  func weights(_ amount: V) -> (from: V, to: V) { (V(repeating: 1) - amount, V.withSign(of: dot, amount)) }
}

@inline(__always)
private func blendRows<A: Arc>(
  _ from: UnsafePointer<A.V.Element>, _ to: UnsafePointer<A.V.Element>, _ out: UnsafeMutablePointer<A.V.Element>,
  _ n: Int, _: A.Type, weights: (A, LanePosition) -> (from: A.V, to: A.V)
) {
  typealias V = A.V
  @inline(__always) func quaternions(_ memory: UnsafePointer<V.Element>, _ place: LanePosition) -> (V, V, V, V) {
    let rows = Rows<V>(place, 4)
    return (rows.load(memory, 0), rows.load(memory, 1), rows.load(memory, 2), rows.load(memory, 3))
  }
  @inline(__always) func begin(_ place: LanePosition) -> A {
    let (a, b) = (quaternions(from, place), quaternions(to, place))
    return A(dot: V.rowSums(a.0 * b.0, a.1 * b.1, a.2 * b.2, a.3 * b.3))
  }
  @inline(__always) func finish(_ arc: A, _ place: LanePosition) {
    let rows = Rows<V>(place, 4)
    let ((a0, a1, a2, a3), (b0, b1, b2, b3)) = (quaternions(from, place), quaternions(to, place))
    let (fromWeight, toWeight) = weights(arc, place)
    // Whole, or the compiler would compute them lane by lane.
    let (wa, wb) = (V.whole(fromWeight), V.whole(toWeight))
    @inline(__always) func sum(_ a: V, _ b: V, _ k: Int32) -> V {
      V.fma(V.overRows(wa, k), a, V.overRows(wb, k) * b)
    }
    let (c0, c1, c2, c3) = (sum(a0, b0, 0), sum(a1, b1, 1), sum(a2, b2, 2), sum(a3, b3, 3))
    if A.isNormalized {
      let scale = V.whole(V.normalizing(V.rowSums(c0 * c0, c1 * c1, c2 * c2, c3 * c3)))
      @inline(__always) func store(_ c: V, _ k: Int32) {
        let own = V.overRows(scale, k)
        rows.store(V.select(V.lessOrEqual(own, V(repeating: 0)), V.identityRows(k), own * c), out, Int(k))
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
  // Two stages in Double would be much code without multiply-add.
  if VK_FUSED == 0 && !V.isNarrowerThanDouble {
    V.forEach(n) { finish(begin($0), $0) }
  } else {
    V.forEach(n, begin: begin, finish: finish)
  }
}

@inline(__always)
private func blendColumns<A: Arc>(
  _ from: UnsafePointer<A.V.Element>, _ fromStride: Int, _ to: UnsafePointer<A.V.Element>, _ toStride: Int,
  _ out: UnsafeMutablePointer<A.V.Element>, _ outStride: Int, _ n: Int, _: A.Type,
  weights: (A, LanePosition) -> (from: A.V, to: A.V)
) {
  typealias V = A.V
  V.forEach(n) { place in
    @inline(__always) func a(_ k: Int) -> V { V.load(from + k &* fromStride, place) }
    @inline(__always) func b(_ k: Int) -> V { V.load(to + k &* toStride, place) }
    @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, out + k &* outStride, place) }
    let (ax, ay, az, aw) = (a(0), a(1), a(2), a(3))
    let (bx, by, bz, bw) = (b(0), b(1), b(2), b(3))
    let (wa, wb) = weights(A(dot: V.sum(ax * bx, ay * by, az * bz, aw * bw)), place)
    @inline(__always) func sum(_ a: V, _ b: V) -> V { V.fma(wa, a, wb * b) }
    let (x, y, z, w) = (sum(ax, bx), sum(ay, by), sum(az, bz), sum(aw, bw))
    if A.isNormalized {
      let zero = V(repeating: 0)
      let scale = V.normalizing(V.sum(x * x, y * y, z * z, w * w))
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
      from, to, out, n, SlerpArc<vk_f32>.self,
      weights: { arc, _ in arc.weights(vk_f32(repeating: amount), isFar: isFar) })
  }
  if vk_f32.isFar(vk_f32(repeating: amount)) { blend(isFar: true) } else { blend(isFar: false) }
}

@c @implementation
func vk_slerp_each_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  blendRows(
    from, to, out, n, SlerpArc<vk_f32>.self, weights: { $0.weights(vk_f32.toRows(vk_f32.load(amount, $1))) })
}

@c @implementation
func vk_slerp_columns_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int, _ amount: Float,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  @inline(__always) func blend(isFar: Bool) {
    blendColumns(
      from, fromStride, to, toStride, out, outStride, n, SlerpArc<vk_f32>.self,
      weights: { arc, _ in arc.weights(vk_f32(repeating: amount), isFar: isFar) })
  }
  if vk_f32.isFar(vk_f32(repeating: amount)) { blend(isFar: true) } else { blend(isFar: false) }
}

@c @implementation
func vk_slerp_columns_each_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int,
  _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, SlerpArc<vk_f32>.self,
    weights: { $0.weights(vk_f32.load(amount, $1)) })
}

@c @implementation
func vk_nlerp_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: Float, _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  blendRows(
    from, to, out, n, NlerpArc<vk_f32>.self, weights: { arc, _ in arc.weights(vk_f32(repeating: amount)) })
}

@c @implementation
func vk_nlerp_each_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  blendRows(
    from, to, out, n, NlerpArc<vk_f32>.self, weights: { $0.weights(vk_f32.toRows(vk_f32.load(amount, $1))) })
}

@c @implementation
func vk_nlerp_columns_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int, _ amount: Float,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, NlerpArc<vk_f32>.self,
    weights: { arc, _ in arc.weights(vk_f32(repeating: amount)) })
}

@c @implementation
func vk_nlerp_columns_each_f32(
  _ from: UnsafePointer<Float>, _ fromStride: Int, _ to: UnsafePointer<Float>, _ toStride: Int,
  _ amount: UnsafePointer<Float>,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, NlerpArc<vk_f32>.self,
    weights: { $0.weights(vk_f32.load(amount, $1)) })
}

// MARK: - Double: with a step of 0, all have the first amount

extension vk_f64 {
  @inline(__always)
  fileprivate static func amounts(
    _ amount: UnsafePointer<Double>, _ step: Int, _ place: LanePosition
  ) -> Self {
    step == 0 ? Self(repeating: amount[0]) : load(amount, place)
  }
}

@c @implementation
func vk_slerp_f64(
  _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ amount: UnsafePointer<Double>, _ amountStep: Int,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  blendRows(
    from, to, out, n, SlerpArc<vk_f64>.self,
    weights: { $0.weights(vk_f64.toRows(vk_f64.amounts(amount, amountStep, $1))) })
}

@c @implementation
func vk_slerp_columns_f64(
  _ from: UnsafePointer<Double>, _ fromStride: Int, _ to: UnsafePointer<Double>, _ toStride: Int,
  _ amount: UnsafePointer<Double>, _ amountStep: Int, _ out: UnsafeMutablePointer<Double>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, SlerpArc<vk_f64>.self,
    weights: { $0.weights(vk_f64.amounts(amount, amountStep, $1)) })
}

@c @implementation
func vk_nlerp_f64(
  _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ amount: UnsafePointer<Double>, _ amountStep: Int,
  _ out: UnsafeMutablePointer<Double>, _ n: Int
) {
  blendRows(
    from, to, out, n, NlerpArc<vk_f64>.self,
    weights: { $0.weights(vk_f64.toRows(vk_f64.amounts(amount, amountStep, $1))) })
}

@c @implementation
func vk_nlerp_columns_f64(
  _ from: UnsafePointer<Double>, _ fromStride: Int, _ to: UnsafePointer<Double>, _ toStride: Int,
  _ amount: UnsafePointer<Double>, _ amountStep: Int, _ out: UnsafeMutablePointer<Double>, _ outStride: Int, _ n: Int
) {
  blendColumns(
    from, fromStride, to, toStride, out, outStride, n, NlerpArc<vk_f64>.self,
    weights: { $0.weights(vk_f64.amounts(amount, amountStep, $1)) })
}

#endif
