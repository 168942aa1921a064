internal import CVectorKernels

// The kernels of interpolation, for generic code. Specialised code calls the kernel of one format directly, so a program
// contains only the kernels that it calls.

extension BatchElement {
  @usableFromInline
  @specialized(where Self == Float)
  @specialized(where Self == Double)
  static func lerp(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ amount: Self, _ out: UnsafeMutablePointer<Self>,
    _ n: Int
  ) {
    switch _format {
    case .float32: vk_lerp_f32(from.floats, to.floats, Float(amount), out.floats, n)
    case .float64: vk_lerp_f64(from.doubles, to.doubles, Double(amount), out.doubles, n)
    }
  }

  @inline(__always)
  static func lerpEach(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ amount: UnsafePointer<Self>,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_lerp_each_f32(from.floats, to.floats, amount.floats, out.floats, n)
    case .float64: vk_lerp_each_f64(from.doubles, to.doubles, amount.doubles, out.doubles, n)
    }
  }

  @usableFromInline
  @specialized(where Self == Float)
  @specialized(where Self == Double)
  static func lerpValues(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ amount: UnsafePointer<Self>, _ components: Int,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_lerp_values_f32(from.floats, to.floats, amount.floats, components, out.floats, n)
    case .float64: vk_lerp_values_f64(from.doubles, to.doubles, amount.doubles, components, out.doubles, n)
    }
  }

  @inline(__always)
  static func blend(
    _ inputs: UnsafePointer<Self>, _ stride: Int, _ weights: UnsafePointer<Self>, _ k: Int,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_blend_f32(inputs.floats, stride, weights.floats, k, out.floats, n)
    case .float64: vk_blend_f64(inputs.doubles, stride, weights.doubles, k, out.doubles, n)
    }
  }
}
