#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// The shorter arc between two angles.
//
//   result = to - turn * round((to - from) / turn)
//
// The same direction as `to`, within half a turn of `from`; an angle that is there already keeps its bits. A whole turn
// has the bits of two elements, so that for 2 pi, too, the error is one rounding of the result and half an ulp of `to`,
// as long as the turns between the two are few: 2^-48 of a turn for each of them (Float).
//
// Bytes per element, read + written (Float): 8 + 4.

@inline(__always)
private func nearestAngles<V: Lanes>(
  _: V.Type, _ from: UnsafePointer<V.Element>, _ to: UnsafePointer<V.Element>, _ turn: Double,
  _ out: UnsafeMutablePointer<V.Element>, _ n: Int
) {
  let high = V.Element(turn)
  let low = V.Element(turn - Double(high))
  let (turnHigh, turnLow, perTurn) = (V(repeating: high), V(repeating: low), V(repeating: V.Element(1 / turn)))
  V.forEach(n, columns: 3, into: out, isNew: false) { place in
    let angle = V.load(to, place)
    let turns = V.negated(V.round((angle - V.load(from, place)) * perTurn))
    V.store(V.fma(turns, turnLow, V.fma(turns, turnHigh, angle)), out, place)
  }
}

@c @implementation
func vk_nearest_angles_f32(
  _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ turn: Double, _ out: UnsafeMutablePointer<Float>,
  _ n: Int
) {
  nearestAngles(vk_f32.self, from, to, turn, out, n)
}

@c @implementation
func vk_nearest_angles_f64(
  _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ turn: Double, _ out: UnsafeMutablePointer<Double>,
  _ n: Int
) {
  nearestAngles(vk_f64.self, from, to, turn, out, n)
}

#endif
