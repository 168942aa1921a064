import CVectorKernelsC
import VectorKernels

// Interpolation of arrays.

@c @implementation
public func vkn_interpolate_f32(
  _ from: UnsafePointer<Float>?, _ to: UnsafePointer<Float>?, _ amount: Float, _ out: UnsafeMutablePointer<Float>?,
  _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in try interpolate(from, to, amount, out, count) }
}

@c @implementation
public func vkn_interpolate_f64(
  _ from: UnsafePointer<Double>?, _ to: UnsafePointer<Double>?, _ amount: Double,
  _ out: UnsafeMutablePointer<Double>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in try interpolate(from, to, amount, out, count) }
}

@c @implementation
public func vkn_interpolate_own_f32(
  _ from: UnsafePointer<Float>?, _ to: UnsafePointer<Float>?, _ amounts: UnsafePointer<Float>?,
  _ out: UnsafeMutablePointer<Float>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in try interpolate(from, to, amounts, out, count) }
}

@c @implementation
public func vkn_interpolate_own_f64(
  _ from: UnsafePointer<Double>?, _ to: UnsafePointer<Double>?, _ amounts: UnsafePointer<Double>?,
  _ out: UnsafeMutablePointer<Double>?, _ count: Int
) -> vkn_status {
  attempt { () throws(Failure) in try interpolate(from, to, amounts, out, count) }
}

@inline(__always)
private func interpolate<Element: BatchElement>(
  _ from: UnsafePointer<Element>?, _ to: UnsafePointer<Element>?, _ amount: Element,
  _ out: UnsafeMutablePointer<Element>?, _ count: Int
) throws(Failure) {
  let (from, to) = (try elements(from, count, "from"), try elements(to, count, "to"))
  let out = try mutableElements(out, count, "out")
  Batch.interpolate(from: from.span, to: to.span, amount: amount, into: out.mutableSpan)
}

@inline(__always)
private func interpolate<Element: BatchElement>(
  _ from: UnsafePointer<Element>?, _ to: UnsafePointer<Element>?, _ amounts: UnsafePointer<Element>?,
  _ out: UnsafeMutablePointer<Element>?, _ count: Int
) throws(Failure) {
  let (from, to) = (try elements(from, count, "from"), try elements(to, count, "to"))
  let amounts = try elements(amounts, count, "amounts")
  let out = try mutableElements(out, count, "out")
  Batch.interpolate(from: from.span, to: to.span, amounts: amounts.span, into: out.mutableSpan)
}
