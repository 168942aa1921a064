#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// Values that move along one tabulated curve, each since its own start:
//
//   y = curve(clamp(rate * (time - start) + offset, 0...1));  value = lerp(from, to, y), for each component
//
// The offset makes up for the rounding of the time to an element; with own rates, `rest` does. Error (Float): of the
// progress 2e-7, then the curve's and the interpolation's own. Bytes per element and component, read + written: 8 + 4,
// and 4 read for all components, or 8 with rates of their own. There is at least one component.

@inline(__always)
private func tween(
  _ curve: UnsafePointer<vk_baked_curve>, _ from: UnsafePointer<Float>, _ stride: Int, _ to: UnsafePointer<Float>,
  _ toStride: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ streams: Int32, _ n: Int,
  progress: (LanePosition) -> BakedCurveLanes.V
) {
  BakedCurveLanes.withValues(curve) { values in
    lerpColumns(from, stride, to, toStride, out, outStride, components, n, streams: streams != 0) {
      values(progress($0))
    }
  }
}

@c @implementation
func vk_tween_baked_f32(
  _ curve: UnsafePointer<vk_baked_curve>, _ rate: Float, _ offset: Float, _ time: Float, _ start: UnsafePointer<Float>,
  _ from: UnsafePointer<Float>, _ stride: Int, _ to: UnsafePointer<Float>, _ toStride: Int,
  _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ streams: Int32, _ n: Int
) {
  typealias V = BakedCurveLanes.V
  let (rate, offset, time) = (V(repeating: rate), V(repeating: offset), V(repeating: time))
  tween(curve, from, stride, to, toStride, out, outStride, components, streams, n) {
    V.fma(rate, time - V.load(start, $0), offset)
  }
}

@c @implementation
func vk_tween_baked_each_f32(
  _ curve: UnsafePointer<vk_baked_curve>, _ rate: UnsafePointer<Float>, _ time: Float, _ rest: Float,
  _ start: UnsafePointer<Float>, _ from: UnsafePointer<Float>, _ stride: Int, _ to: UnsafePointer<Float>,
  _ toStride: Int, _ out: UnsafeMutablePointer<Float>, _ outStride: Int, _ components: Int, _ streams: Int32,
  _ n: Int
) {
  typealias V = BakedCurveLanes.V
  let (time, rest) = (V(repeating: time), V(repeating: rest))
  tween(curve, from, stride, to, toStride, out, outStride, components, streams, n) { place in
    let rate = V.load(rate, place)
    return V.fma(rate, time - V.load(start, place), rate * rest)
  }
}

#endif
