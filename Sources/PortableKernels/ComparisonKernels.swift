#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Marks the values that are at most a limit: bit `i % 64` of word `i / 64` is set where value i is. The bits behind the
// last value are 0, and so is that of NaN. Bytes per element, read + written (Float): 4 + 1/8.

@inline(__always)
private func atMost<V: Register>(
  _: V.Type, _ values: UnsafePointer<V.Element>, _ limit: V.Element, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  let limit = V(repeating: limit)
  return V.writeBits(n, to: words) { V.lessOrEqual(V.load(values, $0), limit) }
}

@c @implementation
func vk_at_most_f32(
  _ values: UnsafePointer<Float>, _ limit: Float, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  atMost(vk_f32.self, values, limit, words, n)
}

/// Marks the passes that are over at a time: `rate * (time - start) >= limit`.
@c @implementation
func vk_passed_f32(
  _ start: UnsafePointer<Float>, _ rate: UnsafePointer<Float>, _ time: Float, _ limit: Float,
  _ words: UnsafeMutablePointer<UInt64>, _ n: Int
) -> Int {
  typealias V = vk_f32
  let (time, limit) = (V(repeating: time), V(repeating: limit))
  return V.writeBits(n, to: words) { V.lessOrEqual(limit, V.load(rate, $0) * (time - V.load(start, $0))) }
}

#endif
