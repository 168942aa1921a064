#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// CSS's steps(): with t = x * steps, the step is floor(t), or with the before flag ceil(t) - 1, and one more if the
// first jump is at the start. For x >= 0 it is at least 0, for x <= 1 at most `jumps`. The result is step / jumps.
//
// Error (Float): none but the rounding of the quotient, for up to 2^22 steps. The product's rounding doesn't count,
// because the floor takes its remainder into account.
//
// Bytes per element, read + written: 4 + 4.

@inline(__always)
private func steps<V: Lanes>(
  _: V.Type, _ steps: UnsafePointer<vk_steps>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int,
  isBelow: (V) -> V.Bits
) where V.Element == Float {
  let zero = V(repeating: 0)
  let one = V(repeating: 1)
  let count = V(repeating: steps.pointee.steps)
  let jumps = V(repeating: steps.pointee.jumps)
  let first = V(repeating: steps.pointee.first)
  V.forEach(n, isLong: true) { place in
    let progress = V.load(x, place)
    let nearest = V.round(progress * count)
    let floor = V.select(isBelow(V.remainder(progress, count, nearest)), nearest - one, nearest)
    let step = floor + first
    let fromZero = V.select(V.lessOrEqual(zero, progress), V.max(zero, step), step)
    let upToOne = V.select(V.lessOrEqual(progress, one), V.min(jumps, fromZero), fromZero)
    V.store(upToOne / jumps, out, place)
  }
}

@c @implementation
func vk_steps_f32(
  _ parameters: UnsafePointer<vk_steps>, _ x: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
) {
  typealias V = RegisterPair<vk_f32>
  let zero = V(repeating: 0)
  if parameters.pointee.before != 0 {
    steps(V.self, parameters, x, out, n) { V.lessOrEqual($0, zero) }
  } else {
    steps(V.self, parameters, x, out, n) { V.less($0, zero) }
  }
}

#endif
