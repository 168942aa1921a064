import Foundation
import VectorKernels

extension ScalarLoops {
  /// The textbook's, with the line where the arc is short.
  @inline(__always)
  static func slerp<T: Element & SIMDBatchElement>(_ a: Quaternion<T>, _ b: Quaternion<T>, _ t: T) -> Quaternion<T> {
    let product = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
    let sign: T = product < 0 ? -1 : 1
    let cosine = product * sign
    var (start, end) = (1 - t, t * sign)
    if cosine < T.longArc {
      let angle = T.arccosine(cosine)
      let sine = (1 - cosine * cosine).squareRoot()
      start = T.sine((1 - t) * angle) / sine
      end = T.sine(t * angle) / sine * sign
    }
    return Quaternion(
      x: start * a.x + end * b.x, y: start * a.y + end * b.y, z: start * a.z + end * b.z, w: start * a.w + end * b.w)
  }

  @inline(__always)
  static func nlerp<T: Element & SIMDBatchElement>(_ a: Quaternion<T>, _ b: Quaternion<T>, _ t: T) -> Quaternion<T> {
    let product = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
    let (start, end) = (1 - t, product < 0 ? -t : t)
    let (x, y) = (start * a.x + end * b.x, start * a.y + end * b.y)
    let (z, w) = (start * a.z + end * b.z, start * a.w + end * b.w)
    let scale = 1 / (x * x + y * y + z * z + w * w).squareRoot()
    return Quaternion(x: x * scale, y: y * scale, z: z * scale, w: w * scale)
  }
}

extension Element {
  /// The cosine up to which the quotients of sines are precise enough for the comparison.
  fileprivate static var longArc: Self { MemoryLayout<Self>.size == 4 ? 0.9995 : 1 - 1e-14 }
}
