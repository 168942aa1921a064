#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Pairs of decomposed transforms, interpolated and recomposed.
//
// In the plane, with every part on the straight line between its two ends:
//
//   | a c |   | m11 m21 |   | cos -sin |   | scaleX   0    |
//   | b d | = | m12 m22 | * | sin  cos | * |   0    scaleY |,   tx, ty
//
// A pair's columns: translation x and y, scale x and y, quarter turns, m11, m12, m21 and m22 at the start, and the same
// at the end.
//
// In space, with the rotation by `slerp`: the columns x, y and z of its matrix, and of the result
//
//   x' = scaleX * x,  y' = scaleY * (y + xy * x),  z' = scaleZ * (z + yz * y + xz * x),  the translation,
//
// and a last row of the perspective times each, and the perspective's own w for the translation. A pair's columns:
// translation, scale, skew (xy, xz, yz), perspective (x, y, z, w) and rotation at the start, 17, and at the end, with
// the rotation by the shorter way; and the square of the angle between the two as vectors.
//
// Error, for amount in 0...1 and angles up to a turn: in the plane 1e-6 of a column's length, in space 2e-6 of the
// largest product that is summed, each part being as large as at its larger end. Translations have 1 ulp of the larger
// end, 1.5 where multiply-add isn't fused.
//
// Bytes per transform, read + written: in the plane 72 + 24, in space 140 + 64, and 4 more with an amount each. An
// `amountStep` of 0 is for one amount, 1 for an amount each; an `outStride` of 0 is for rows.

private typealias V = vk_f32

/// One of the parts.
@inline(__always)
private func interpolated(
  _ pairs: UnsafePointer<Float>, _ stride: Int, _ k: Int, end: Int, _ amount: V, _ place: LanePosition
) -> V {
  V.lerp(V.load(pairs + k &* stride, place), V.load(pairs + (end &+ k) &* stride, place), amount)
}

/// The amounts of a register of pairs. The step is a parameter of the kernels; were it constant, the compiler would make a
/// loop for each kind of amount.
@inline(__always)
private func amounts(_ amount: UnsafePointer<Float>, _ step: Int, _ place: LanePosition) -> V {
  step == 0 ? V(repeating: amount[0]) : V.load(amount, place)
}

@inline(__always)
private func mix2D(
  _ pairs: UnsafePointer<Float>, _ stride: Int, _ amount: UnsafePointer<Float>, _ amountStep: Int,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  @inline(__always) func mixed(_ place: LanePosition) -> (a: V, b: V, c: V, d: V, tx: V, ty: V) {
    let t = amounts(amount, amountStep, place)
    @inline(__always) func part(_ k: Int) -> V { interpolated(pairs, stride, k, end: 9, t, place) }
    let turns = part(4)
    let whole = V.round(turns)
    let (sine, cosine) = V.sineAndCosine(ReducedAngle(whole: V.integer(whole), rest: turns - whole))
    let (scaleX, scaleY) = (part(2), part(3))
    let (m11, m12, m21, m22) = (part(5), part(6), part(7), part(8))
    return (
      V.fma(m11, cosine, m21 * sine) * scaleX, V.fma(m12, cosine, m22 * sine) * scaleX,
      V.fma(m21, cosine, V.negated(m11 * sine)) * scaleY, V.fma(m22, cosine, V.negated(m12 * sine)) * scaleY,
      part(0), part(1)
    )
  }
  if outStride == 0 {
    V.forEach(n) { place in
      let m = mixed(place)
      let rows = Rows<V>(place, 6)
      let (ab0, ab1) = V.interleaved(m.a, m.b)
      let (cd0, cd1) = V.interleaved(m.c, m.d)
      let (t0, t1) = V.interleaved(m.tx, m.ty)
      let (r0, r1, r2) = V.interleaved(ab0, cd0, t0, 2)
      let (r3, r4, r5) = V.interleaved(ab1, cd1, t1, 2)
      rows.store(r0, out, 0)
      rows.store(r1, out, 1)
      rows.store(r2, out, 2)
      rows.store(r3, out, 3)
      rows.store(r4, out, 4)
      rows.store(r5, out, 5)
    }
  } else {
    V.forEach(n) { place in
      @inline(__always) func store(_ v: V, _ k: Int) { V.store(v, out + k &* outStride, place) }
      let m = mixed(place)
      store(m.a, 0)
      store(m.b, 1)
      store(m.c, 2)
      store(m.d, 3)
      store(m.tx, 4)
      store(m.ty, 5)
    }
  }
}

/// A column of matrices of four rows.
private struct Column {
  var x, y, z, w: V

  @inline(__always) init(_ x: V, _ y: V, _ z: V, _ w: V) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  @inline(__always) static func * (factor: V, v: Column) -> Column {
    Column(factor * v.x, factor * v.y, factor * v.z, factor * v.w)
  }

  /// `v + factor * u`.
  @inline(__always) static func adding(_ factor: V, _ u: Column, to v: Column) -> Column {
    Column(
      V.fma(factor, u.x, v.x), V.fma(factor, u.y, v.y), V.fma(factor, u.z, v.z), V.fma(factor, u.w, v.w))
  }
}

@inline(__always)
private func mix3D(
  _ pairs: UnsafePointer<Float>, _ stride: Int, _ amount: UnsafePointer<Float>, _ amountStep: Int,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  @inline(__always) func mixed(_ place: LanePosition) -> (x: Column, y: Column, z: Column, origin: Column) {
    let t = amounts(amount, amountStep, place)
    @inline(__always) func part(_ k: Int) -> V { interpolated(pairs, stride, k, end: 17, t, place) }
    @inline(__always) func column(_ k: Int) -> V { V.load(pairs + k &* stride, place) }
    let (wa, wb) = V.slerpWeights(squaredAngle: column(34), t, isFar: V.isFar(t))
    @inline(__always) func rotation(_ k: Int) -> V { V.fma(wa, column(13 &+ k), wb * column(30 &+ k)) }
    let (qx, qy, qz, qw) = (rotation(0), rotation(1), rotation(2), rotation(3))
    let (px, py, pz) = (part(9), part(10), part(11))
    /// A column with its place in the last row.
    @inline(__always) func seen(_ x: V, _ y: V, _ z: V) -> Column {
      Column(x, y, z, V.fma(px, x, V.fma(py, y, pz * z)))
    }
    let one = V(repeating: 1)
    let (x2, y2, z2) = (qx + qx, qy + qy, qz + qz)
    let (xx, yy, zz) = (qx * x2, qy * y2, qz * z2)
    let (xy, xz, yz) = (qx * y2, qx * z2, qy * z2)
    let (wx, wy, wz) = (qw * x2, qw * y2, qw * z2)
    let x = seen(one - (yy + zz), xy + wz, xz - wy)
    let y = seen(xy - wz, one - (xx + zz), yz + wx)
    let z = seen(xz + wy, yz - wx, one - (xx + yy))
    var origin = seen(part(0), part(1), part(2))
    origin.w = origin.w + part(12)
    return (
      part(3) * x, part(4) * Column.adding(part(6), x, to: y),
      part(5) * Column.adding(part(7), x, to: Column.adding(part(8), y, to: z)), origin
    )
  }
  if outStride == 0 {
    V.forEach(n) { place in
      let m = mixed(place)
      let rows = Rows<V>(place, 16)
      let (x0, x1, x2, x3) = V.interleaved(m.x.x, m.x.y, m.x.z, m.x.w)
      let (y0, y1, y2, y3) = V.interleaved(m.y.x, m.y.y, m.y.z, m.y.w)
      let (z0, z1, z2, z3) = V.interleaved(m.z.x, m.z.y, m.z.z, m.z.w)
      let (o0, o1, o2, o3) = V.interleaved(m.origin.x, m.origin.y, m.origin.z, m.origin.w)
      @inline(__always) func store(_ x: V, _ y: V, _ z: V, _ origin: V, _ first: Int) {
        let (r0, r1, r2, r3) = V.interleaved(x, y, z, origin, 4)
        rows.store(r0, out, first)
        rows.store(r1, out, first &+ 1)
        rows.store(r2, out, first &+ 2)
        rows.store(r3, out, first &+ 3)
      }
      store(x0, y0, z0, o0, 0)
      store(x1, y1, z1, o1, 4)
      store(x2, y2, z2, o2, 8)
      store(x3, y3, z3, o3, 12)
    }
  } else {
    V.forEach(n) { place in
      let m = mixed(place)
      @inline(__always) func store(_ c: Column, _ k: Int) {
        V.store(c.x, out + k &* outStride, place)
        V.store(c.y, out + (k &+ 1) &* outStride, place)
        V.store(c.z, out + (k &+ 2) &* outStride, place)
        V.store(c.w, out + (k &+ 3) &* outStride, place)
      }
      store(m.x, 0)
      store(m.y, 4)
      store(m.z, 8)
      store(m.origin, 12)
    }
  }
}

@c @implementation
func vk_mix_transforms_2d_f32(
  _ pairs: UnsafePointer<Float>, _ stride: Int, _ amount: UnsafePointer<Float>, _ amountStep: Int,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  mix2D(pairs, stride, amount, amountStep, out, outStride, n)
}

@c @implementation
func vk_mix_transforms_3d_f32(
  _ pairs: UnsafePointer<Float>, _ stride: Int, _ amount: UnsafePointer<Float>, _ amountStep: Int,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ n: Int
) {
  mix3D(pairs, stride, amount, amountStep, out, outStride, n)
}

#endif
