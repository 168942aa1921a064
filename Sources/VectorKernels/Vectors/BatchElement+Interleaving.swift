internal import CVectorKernels

// The kernels between columns and rows, for the memory of `Columns` and for batched calls.

extension BatchElement {
  @inline(__always)
  static func interleave(
    _ columns: UnsafePointer<Self>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_interleave_f32(columns.floats, stride, components, out.floats, n)
    case .float64: vk_interleave_f64(columns.doubles, stride, components, out.doubles, n)
    }
  }

  @usableFromInline
  @specialized(where Self == Float)
  @specialized(where Self == Double)
  static func deinterleave(
    _ rows: UnsafePointer<Self>, _ components: Int, _ columns: UnsafeMutablePointer<Self>, _ stride: Int, _ n: Int
  ) {
    switch _format {
    case .float32: vk_deinterleave_f32(rows.floats, components, columns.floats, stride, n)
    case .float64: vk_deinterleave_f64(rows.doubles, components, columns.doubles, stride, n)
    }
  }
}
