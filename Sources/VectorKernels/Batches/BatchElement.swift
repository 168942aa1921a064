import CVectorKernels

/// What the batched calls compute with: `Float` and `Double`.
public protocol BatchElement: BinaryFloatingPoint, Sendable {
  static var _kernels: _ElementKernels<Self> { get }
}

extension Float: BatchElement {
  public static let _kernels = _ElementKernels<Float>(
    lerp: { Kernels.active.pointee.lerp_f32($0, $1, $2, $3, $4) },
    lerpEach: { Kernels.active.pointee.lerp_each_f32($0, $1, $2, $3, $4) },
    lerpValues: { Kernels.active.pointee.lerp_values_f32($0, $1, $2, $3, $4, $5) },
    blend: { Kernels.active.pointee.blend_f32($0, $1, $2, $3, $4, $5) },
    spring: { Kernels.active.pointee.spring_f32($0, $1, $2, $3, $4, $5, $6, $7, $8) },
    springMotion: { Kernels.active.pointee.spring_motion_f32($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) },
    springShared: { Kernels.active.pointee.spring_shared_f32($0, $1, $2, $3, $4, $5, $6, $7, $8) },
    springSharedMotion: { Kernels.active.pointee.spring_shared_motion_f32($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) },
    springQuadrature: { Kernels.active.pointee.spring_quadrature_f32($0, $1, $2, $3, $4, $5) },
    springSharedQuadrature: { Kernels.active.pointee.spring_shared_quadrature_f32($0, $1, $2, $3, $4, $5) },
    springTransition: { Kernels.active.pointee.spring_transition_f32($0, $1, $2, $3, $4, $5, $6, $7) },
    springStep: { Kernels.active.pointee.spring_step_f32($0, $1, $2, $3, $4) },
    springStepEach: { Kernels.active.pointee.spring_step_each_f32($0, $1, $2, $3, $4, $5, $6, $7) },
    settled: { Kernels.active.pointee.settled_f32($0, $1, $2, $3, $4, $5, $6) })
}

extension Double: BatchElement {
  public static let _kernels = _ElementKernels<Double>(
    lerp: { Kernels.active.pointee.lerp_f64($0, $1, $2, $3, $4) },
    lerpEach: { Kernels.active.pointee.lerp_each_f64($0, $1, $2, $3, $4) },
    lerpValues: { Kernels.active.pointee.lerp_values_f64($0, $1, $2, $3, $4, $5) },
    blend: { Kernels.active.pointee.blend_f64($0, $1, $2, $3, $4, $5) },
    spring: { Kernels.active.pointee.spring_f64($0, $1, $2, $3, $4, $5, $6, $7, $8) },
    springMotion: { Kernels.active.pointee.spring_motion_f64($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) },
    springShared: { Kernels.active.pointee.spring_shared_f64($0, $1, $2, $3, $4, $5, $6, $7, $8) },
    springSharedMotion: { Kernels.active.pointee.spring_shared_motion_f64($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) },
    springQuadrature: { Kernels.active.pointee.spring_quadrature_f64($0, $1, $2, $3, $4, $5) },
    springSharedQuadrature: { Kernels.active.pointee.spring_shared_quadrature_f64($0, $1, $2, $3, $4, $5) },
    springTransition: { Kernels.active.pointee.spring_transition_f64($0, $1, $2, $3, $4, $5, $6, $7) },
    springStep: { Kernels.active.pointee.spring_step_f64($0, $1, $2, $3, $4) },
    springStepEach: { Kernels.active.pointee.spring_step_each_f64($0, $1, $2, $3, $4, $5, $6, $7) },
    settled: { Kernels.active.pointee.settled_f64($0, $1, $2, $3, $4, $5, $6) })
}

/// The kernels for one type of element, by the build in use. Only this module makes one, so only its types conform to
/// `BatchElement`.
public struct _ElementKernels<Element>: Sendable {
  typealias Input = UnsafePointer<Element>
  typealias Output = UnsafeMutablePointer<Element>

  let lerp: @Sendable (Input, Input, Element, Output, Int) -> Void
  let lerpEach: @Sendable (Input, Input, Input, Output, Int) -> Void
  let lerpValues: @Sendable (Input, Input, Input, Int, Output, Int) -> Void
  let blend: @Sendable (Input, Int, Input, Int, Output, Int) -> Void
  let spring: @Sendable (Input, Input, Input, Input, Input, Input, Double, Output, Int) -> Void
  let springMotion: @Sendable (Input, Input, Input, Input, Input, Input, Double, Output, Output, Int) -> Void
  let springShared: @Sendable (Input, Input, Input, Input, Double, Double, Double, Output, Int) -> Void
  let springSharedMotion: @Sendable (Input, Input, Input, Input, Double, Double, Double, Output, Output, Int) -> Void
  let springQuadrature: @Sendable (Input, Input, Input, Input, Output, Int) -> Void
  let springSharedQuadrature: @Sendable (Input, Input, Double, Double, Output, Int) -> Void
  let springTransition: @Sendable (Input, Input, Double, Output, Output, Output, Output, Int) -> Void
  let springStep: @Sendable (Input, Input, Output, Output, Int) -> Void
  let springStepEach: @Sendable (Input, Input, Input, Input, Input, Output, Output, Int) -> Void
  let settled: @Sendable (Input, Input, Input, Element, Element, UnsafeMutablePointer<UInt64>, Int) -> Int
}
