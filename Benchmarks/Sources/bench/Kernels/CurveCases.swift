import VectorKernels

extension KernelCase {
  static var curves: [KernelCase] {
    let curve = CubicBezier.ease
    let tabulated = curve.tabulated()
    return [
      shared(
        "solved", function: "vk_bezier_f32", tolerance: 1e-4,
        library: { (at: Floats, out) in curve.values(at: at.span, into: out.mutableSpan) },
        scalar: { at, out in ScalarLoops.bezierValues(of: curve, at: at, into: out) }),
      shared(
        "solved", function: "vk_bezier_f64", tolerance: 1e-12,
        library: { (at: Doubles, out) in curve.values(at: at.span, into: out.mutableSpan) },
        scalar: { at, out in ScalarLoops.bezierValues(of: curve, at: at, into: out) }),
      shared(
        "slopes", isSlope: true, function: "vk_bezier_slope_f32", tolerance: 1e-3,
        library: { (at: Floats, out) in curve.velocities(at: at.span, into: out.mutableSpan) },
        scalar: { at, out in ScalarLoops.bezierVelocities(of: curve, at: at, into: out) }),
      shared(
        "slopes", isSlope: true, function: "vk_bezier_slope_f64", tolerance: 1e-11,
        library: { (at: Doubles, out) in curve.velocities(at: at.span, into: out.mutableSpan) },
        scalar: { at, out in ScalarLoops.bezierVelocities(of: curve, at: at, into: out) }),
      shared(
        "baked", function: "vk_bezier_baked_f32", tolerance: 1e-4,
        library: { (at: Floats, out) in tabulated.values(at: at.span, into: out.mutableSpan) },
        scalar: { at, out in ScalarLoops.bezierValues(of: curve, at: at, into: out) }),
      own(
        "own", function: "vk_bezier_each_f32", tolerance: 1e-4,
        library: { at, x1, y1, x2, y2, out in
          Batch.bezierValues(at: at.span, x1: x1.span, y1: y1.span, x2: x2.span, y2: y2.span, into: out.mutableSpan)
        },
        scalar: ScalarLoops.bezierValues(at:x1:y1:x2:y2:into:)),
      own(
        "own-slopes", isSlope: true, function: "vk_bezier_each_slope_f32", tolerance: 1e-3,
        library: { at, x1, y1, x2, y2, out in
          Batch.bezierVelocities(at: at.span, x1: x1.span, y1: y1.span, x2: x2.span, y2: y2.span, into: out.mutableSpan)
        },
        scalar: ScalarLoops.bezierVelocities(at:x1:y1:x2:y2:into:)),
    ]
  }

  private typealias Floats = UnsafeMutableBufferPointer<Float>
  private typealias Doubles = UnsafeMutableBufferPointer<Double>

  /// A case where all elements share the curve.
  private static func shared<T: Element>(
    _ name: String, isSlope: Bool = false, function functionName: String, tolerance: Double,
    library: @escaping (_ at: UnsafeMutableBufferPointer<T>, _ out: UnsafeMutableBufferPointer<T>) -> Void,
    scalar: @escaping (_ at: UnsafeMutableBufferPointer<T>, _ out: UnsafeMutableBufferPointer<T>) -> Void
  ) -> KernelCase {
    KernelCase(name: "bezier/\(name)/\(T.suffix)", bytesPerElement: T.bytes(2), tolerance: tolerance) { work in
      let out = work.output(T.self)
      let at = work.input(in: 0...1 as ClosedRange<T>)
      let curve = CubicBezier.ease
      let points = work.input(count: 4) { [curve.x1, curve.y1, curve.x2, curve.y2][$0] }
      work.exactly(out) { wide, out in
        if isSlope {
          ScalarLoops.bezierVelocities(of: curve, at: wide(at), into: out[0])
        } else {
          ScalarLoops.bezierValues(of: curve, at: wide(at), into: out[0])
        }
      }
      return Contestants(
        library: { library(at, out) },
        scalar: { scalar(at, out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.Out, Int) -> Void
          return peer.function(functionName, as: Function.self).map { function in
            { function(points.start, at.start, out.start, out.count) }
          }
        })
    }
  }

  /// A case where every element has control points of its own.
  private static func own(
    _ name: String, isSlope: Bool = false, function functionName: String, tolerance: Double,
    library: @escaping (_ at: Floats, _ x1: Floats, _ y1: Floats, _ x2: Floats, _ y2: Floats, _ out: Floats) -> Void,
    scalar: @escaping (_ at: Floats, _ x1: Floats, _ y1: Floats, _ x2: Floats, _ y2: Floats, _ out: Floats) -> Void
  ) -> KernelCase {
    KernelCase(name: "bezier/\(name)/f32", bytesPerElement: Float.bytes(6), tolerance: tolerance) { work in
      let out = work.output(Float.self)
      let at = work.input(in: 0...1 as ClosedRange<Float>)
      // Curves as people draw them, nowhere vertical: on those, the scalar loop's residual in x would show in y.
      let x1 = work.input(in: 0.1...0.7 as ClosedRange<Float>)
      let y1 = work.input(in: -0.5...0.5 as ClosedRange<Float>)
      let x2 = work.input(in: 0.3...0.9 as ClosedRange<Float>)
      let y2 = work.input(in: 0.5...1.5 as ClosedRange<Float>)
      work.exactly(out) { wide, out in
        let (at, x1, y1, x2, y2) = (wide(at), wide(x1), wide(y1), wide(x2), wide(y2))
        if isSlope {
          ScalarLoops.bezierVelocities(at: at, x1: x1, y1: y1, x2: x2, y2: y2, into: out[0])
        } else {
          ScalarLoops.bezierValues(at: at, x1: x1, y1: y1, x2: x2, y2: y2, into: out[0])
        }
      }
      return Contestants(
        library: { library(at, x1, y1, x2, y2, out) },
        scalar: { scalar(at, x1, y1, x2, y2, out) },
        peer: { peer in
          typealias Function = @convention(c) (Peer.In, Peer.In, Peer.In, Peer.In, Peer.In, Peer.Out, Int) -> Void
          return peer.function(functionName, as: Function.self).map { function in
            { function(at.start, x1.start, y1.start, x2.start, y2.start, out.start, out.count) }
          }
        })
    }
  }
}
