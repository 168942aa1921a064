internal import CVectorKernels

/// What the batched calls compute with, and what vectors are made of: `Float` and `Double`. Generic code asks for it.
///
/// Its requirements are the kernels for the element, by the build in use; other types can't have them.
public protocol BatchElement: BinaryFloatingPoint, ComponentVector, Codable where Component == Self {
  static func _lerp(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ progress: Self, _ out: UnsafeMutablePointer<Self>,
    _ n: Int)
  static func _lerpEach(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ progress: UnsafePointer<Self>,
    _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _lerpValues(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ progress: UnsafePointer<Self>, _ components: Int,
    _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _blend(
    _ inputs: UnsafePointer<Self>, _ stride: Int, _ weights: UnsafePointer<Self>, _ k: Int,
    _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _interleave(
    _ columns: UnsafePointer<Self>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _deinterleave(
    _ rows: UnsafePointer<Self>, _ components: Int, _ columns: UnsafeMutablePointer<Self>, _ stride: Int, _ n: Int)
  static func _spring(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ quadrature: UnsafePointer<Self>,
    _ decay: UnsafePointer<Self>, _ frequency: UnsafePointer<Self>, _ start: UnsafePointer<Self>, _ time: Double,
    _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springMotion(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ quadrature: UnsafePointer<Self>,
    _ decay: UnsafePointer<Self>, _ frequency: UnsafePointer<Self>, _ start: UnsafePointer<Self>, _ time: Double,
    _ positions: UnsafeMutablePointer<Self>, _ velocities: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springShared(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ quadrature: UnsafePointer<Self>,
    _ start: UnsafePointer<Self>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springSharedMotion(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ quadrature: UnsafePointer<Self>,
    _ start: UnsafePointer<Self>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ positions: UnsafeMutablePointer<Self>, _ velocities: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springQuadrature(
    _ displacement: UnsafePointer<Self>, _ velocity: UnsafePointer<Self>, _ decay: UnsafePointer<Self>,
    _ frequency: UnsafePointer<Self>, _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springSharedQuadrature(
    _ displacement: UnsafePointer<Self>, _ velocity: UnsafePointer<Self>, _ decay: Double, _ frequency: Double,
    _ out: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springTransition(
    _ decay: UnsafePointer<Self>, _ frequency: UnsafePointer<Self>, _ deltaTime: Double,
    _ xx: UnsafeMutablePointer<Self>, _ xv: UnsafeMutablePointer<Self>, _ vx: UnsafeMutablePointer<Self>,
    _ vv: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springStep(
    _ matrix: UnsafePointer<Self>, _ target: UnsafePointer<Self>, _ positions: UnsafeMutablePointer<Self>,
    _ velocities: UnsafeMutablePointer<Self>, _ n: Int)
  static func _springStepEach(
    _ xx: UnsafePointer<Self>, _ xv: UnsafePointer<Self>, _ vx: UnsafePointer<Self>, _ vv: UnsafePointer<Self>,
    _ target: UnsafePointer<Self>, _ positions: UnsafeMutablePointer<Self>, _ velocities: UnsafeMutablePointer<Self>,
    _ n: Int)
  static func _settled(
    _ positions: UnsafePointer<Self>, _ velocities: UnsafePointer<Self>, _ target: UnsafePointer<Self>,
    _ valueEpsilon: Self, _ velocityEpsilon: Self, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
  ) -> Int
  static func _nearestAngles(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ turn: Double, _ out: UnsafeMutablePointer<Self>, _ n: Int)
}

/// An element that SIMD vectors, quaternions and transforms of space are made of: `Float` and `Double`.
///
/// Apart from ``BatchElement`` because compilers take ten times as long for a generic declaration that knows of
/// `SIMDScalar`.
public protocol SIMDBatchElement: BatchElement, SIMDScalar
where
  SIMD2Storage: BitwiseCopyable, SIMD4Storage: BitwiseCopyable, SIMD8Storage: BitwiseCopyable,
  SIMD16Storage: BitwiseCopyable
{}

extension BatchElement {
  /// What a value is scaled by. A finite factor stays finite, so that 0 stays 0.
  @inlinable
  static func factor(_ value: Double) -> Self {
    let factor = Self(value)
    guard factor.isInfinite && value.isFinite else { return factor }
    return value < 0 ? -greatestFiniteMagnitude : greatestFiniteMagnitude
  }
}

extension Float: SIMDBatchElement {
  public static func _lerp(
    _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ progress: Float, _ out: UnsafeMutablePointer<Float>,
    _ n: Int
  ) {
    vk_lerp_f32(from, to, progress, out, n)
  }

  public static func _lerpEach(
    _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ progress: UnsafePointer<Float>,
    _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_lerp_each_f32(from, to, progress, out, n)
  }

  public static func _lerpValues(
    _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ progress: UnsafePointer<Float>, _ components: Int,
    _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_lerp_values_f32(from, to, progress, components, out, n)
  }

  public static func _blend(
    _ inputs: UnsafePointer<Float>, _ stride: Int, _ weights: UnsafePointer<Float>, _ k: Int,
    _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_blend_f32(inputs, stride, weights, k, out, n)
  }

  public static func _interleave(
    _ columns: UnsafePointer<Float>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_interleave_f32(columns, stride, components, out, n)
  }

  public static func _deinterleave(
    _ rows: UnsafePointer<Float>, _ components: Int, _ columns: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int
  ) {
    vk_deinterleave_f32(rows, components, columns, stride, n)
  }

  public static func _spring(
    _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ quadrature: UnsafePointer<Float>,
    _ decay: UnsafePointer<Float>, _ frequency: UnsafePointer<Float>, _ start: UnsafePointer<Float>, _ time: Double,
    _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_f32(target, displacement, quadrature, decay, frequency, start, time, out, n)
  }

  public static func _springMotion(
    _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ quadrature: UnsafePointer<Float>,
    _ decay: UnsafePointer<Float>, _ frequency: UnsafePointer<Float>, _ start: UnsafePointer<Float>, _ time: Double,
    _ positions: UnsafeMutablePointer<Float>, _ velocities: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_motion_f32(
      target, displacement, quadrature, decay, frequency, start, time, positions, velocities, n)
  }

  public static func _springShared(
    _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ quadrature: UnsafePointer<Float>,
    _ start: UnsafePointer<Float>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_shared_f32(target, displacement, quadrature, start, decay, frequency, time, out, n)
  }

  public static func _springSharedMotion(
    _ target: UnsafePointer<Float>, _ displacement: UnsafePointer<Float>, _ quadrature: UnsafePointer<Float>,
    _ start: UnsafePointer<Float>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ positions: UnsafeMutablePointer<Float>, _ velocities: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_shared_motion_f32(
      target, displacement, quadrature, start, decay, frequency, time, positions, velocities, n)
  }

  public static func _springQuadrature(
    _ displacement: UnsafePointer<Float>, _ velocity: UnsafePointer<Float>, _ decay: UnsafePointer<Float>,
    _ frequency: UnsafePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_quadrature_f32(displacement, velocity, decay, frequency, out, n)
  }

  public static func _springSharedQuadrature(
    _ displacement: UnsafePointer<Float>, _ velocity: UnsafePointer<Float>, _ decay: Double, _ frequency: Double,
    _ out: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_shared_quadrature_f32(displacement, velocity, decay, frequency, out, n)
  }

  public static func _springTransition(
    _ decay: UnsafePointer<Float>, _ frequency: UnsafePointer<Float>, _ deltaTime: Double,
    _ xx: UnsafeMutablePointer<Float>, _ xv: UnsafeMutablePointer<Float>, _ vx: UnsafeMutablePointer<Float>,
    _ vv: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_transition_f32(decay, frequency, deltaTime, xx, xv, vx, vv, n)
  }

  public static func _springStep(
    _ matrix: UnsafePointer<Float>, _ target: UnsafePointer<Float>, _ positions: UnsafeMutablePointer<Float>,
    _ velocities: UnsafeMutablePointer<Float>, _ n: Int
  ) {
    vk_spring_step_f32(matrix, target, positions, velocities, n)
  }

  public static func _springStepEach(
    _ xx: UnsafePointer<Float>, _ xv: UnsafePointer<Float>, _ vx: UnsafePointer<Float>, _ vv: UnsafePointer<Float>,
    _ target: UnsafePointer<Float>, _ positions: UnsafeMutablePointer<Float>, _ velocities: UnsafeMutablePointer<Float>,
    _ n: Int
  ) {
    vk_spring_step_each_f32(xx, xv, vx, vv, target, positions, velocities, n)
  }

  public static func _settled(
    _ positions: UnsafePointer<Float>, _ velocities: UnsafePointer<Float>, _ target: UnsafePointer<Float>,
    _ valueEpsilon: Float, _ velocityEpsilon: Float, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
  ) -> Int {
    vk_settled_f32(positions, velocities, target, valueEpsilon, velocityEpsilon, words, n)
  }

  public static func _nearestAngles(
    _ from: UnsafePointer<Float>, _ to: UnsafePointer<Float>, _ turn: Double, _ out: UnsafeMutablePointer<Float>,
    _ n: Int
  ) {
    vk_nearest_angles_f32(from, to, turn, out, n)
  }
}

extension Double: SIMDBatchElement {
  public static func _lerp(
    _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ progress: Double, _ out: UnsafeMutablePointer<Double>,
    _ n: Int
  ) {
    vk_lerp_f64(from, to, progress, out, n)
  }

  public static func _lerpEach(
    _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ progress: UnsafePointer<Double>,
    _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_lerp_each_f64(from, to, progress, out, n)
  }

  public static func _lerpValues(
    _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ progress: UnsafePointer<Double>, _ components: Int,
    _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_lerp_values_f64(from, to, progress, components, out, n)
  }

  public static func _blend(
    _ inputs: UnsafePointer<Double>, _ stride: Int, _ weights: UnsafePointer<Double>, _ k: Int,
    _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_blend_f64(inputs, stride, weights, k, out, n)
  }

  public static func _interleave(
    _ columns: UnsafePointer<Double>, _ stride: Int, _ components: Int, _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_interleave_f64(columns, stride, components, out, n)
  }

  public static func _deinterleave(
    _ rows: UnsafePointer<Double>, _ components: Int, _ columns: UnsafeMutablePointer<Double>, _ stride: Int, _ n: Int
  ) {
    vk_deinterleave_f64(rows, components, columns, stride, n)
  }

  public static func _spring(
    _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ quadrature: UnsafePointer<Double>,
    _ decay: UnsafePointer<Double>, _ frequency: UnsafePointer<Double>, _ start: UnsafePointer<Double>, _ time: Double,
    _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_f64(target, displacement, quadrature, decay, frequency, start, time, out, n)
  }

  public static func _springMotion(
    _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ quadrature: UnsafePointer<Double>,
    _ decay: UnsafePointer<Double>, _ frequency: UnsafePointer<Double>, _ start: UnsafePointer<Double>, _ time: Double,
    _ positions: UnsafeMutablePointer<Double>, _ velocities: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_motion_f64(
      target, displacement, quadrature, decay, frequency, start, time, positions, velocities, n)
  }

  public static func _springShared(
    _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ quadrature: UnsafePointer<Double>,
    _ start: UnsafePointer<Double>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_shared_f64(target, displacement, quadrature, start, decay, frequency, time, out, n)
  }

  public static func _springSharedMotion(
    _ target: UnsafePointer<Double>, _ displacement: UnsafePointer<Double>, _ quadrature: UnsafePointer<Double>,
    _ start: UnsafePointer<Double>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ positions: UnsafeMutablePointer<Double>, _ velocities: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_shared_motion_f64(
      target, displacement, quadrature, start, decay, frequency, time, positions, velocities, n)
  }

  public static func _springQuadrature(
    _ displacement: UnsafePointer<Double>, _ velocity: UnsafePointer<Double>, _ decay: UnsafePointer<Double>,
    _ frequency: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_quadrature_f64(displacement, velocity, decay, frequency, out, n)
  }

  public static func _springSharedQuadrature(
    _ displacement: UnsafePointer<Double>, _ velocity: UnsafePointer<Double>, _ decay: Double, _ frequency: Double,
    _ out: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_shared_quadrature_f64(displacement, velocity, decay, frequency, out, n)
  }

  public static func _springTransition(
    _ decay: UnsafePointer<Double>, _ frequency: UnsafePointer<Double>, _ deltaTime: Double,
    _ xx: UnsafeMutablePointer<Double>, _ xv: UnsafeMutablePointer<Double>, _ vx: UnsafeMutablePointer<Double>,
    _ vv: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_transition_f64(decay, frequency, deltaTime, xx, xv, vx, vv, n)
  }

  public static func _springStep(
    _ matrix: UnsafePointer<Double>, _ target: UnsafePointer<Double>, _ positions: UnsafeMutablePointer<Double>,
    _ velocities: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_step_f64(matrix, target, positions, velocities, n)
  }

  public static func _springStepEach(
    _ xx: UnsafePointer<Double>, _ xv: UnsafePointer<Double>, _ vx: UnsafePointer<Double>, _ vv: UnsafePointer<Double>,
    _ target: UnsafePointer<Double>, _ positions: UnsafeMutablePointer<Double>,
    _ velocities: UnsafeMutablePointer<Double>, _ n: Int
  ) {
    vk_spring_step_each_f64(xx, xv, vx, vv, target, positions, velocities, n)
  }

  public static func _settled(
    _ positions: UnsafePointer<Double>, _ velocities: UnsafePointer<Double>, _ target: UnsafePointer<Double>,
    _ valueEpsilon: Double, _ velocityEpsilon: Double, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
  ) -> Int {
    vk_settled_f64(positions, velocities, target, valueEpsilon, velocityEpsilon, words, n)
  }

  public static func _nearestAngles(
    _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ turn: Double, _ out: UnsafeMutablePointer<Double>,
    _ n: Int
  ) {
    vk_nearest_angles_f64(from, to, turn, out, n)
  }
}
