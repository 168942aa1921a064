internal import CVectorKernels

// The kernels that `Float` and `Double` have in common, for generic code. Specialised code calls one of the two
// directly, so a program contains only the kernels that it calls.

extension BatchElement {
  /// The sines and cosines of angles in turns.
  @inline(__always)
  static func sinesAndCosines(
    _ turns: UnsafePointer<Self>, _ sines: UnsafeMutablePointer<Self>, _ cosines: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_sincos_f32(turns.floats, sines.floats, cosines.floats, n)
    case .float64: vk_sincos_f64(turns.doubles, sines.doubles, cosines.doubles, n)
    }
  }

  @inline(__always)
  static func spring(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ sineAmplitude: UnsafePointer<Self>,
    _ decay: UnsafePointer<Self>, _ frequency: UnsafePointer<Self>, _ start: UnsafePointer<Self>, _ time: Double,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_f32(
        target.floats, displacement.floats, sineAmplitude.floats, decay.floats, frequency.floats, start.floats, time,
        out.floats, n)
    case .float64:
      vk_spring_f64(
        target.doubles, displacement.doubles, sineAmplitude.doubles, decay.doubles, frequency.doubles, start.doubles,
        time,
        out.doubles, n)
    }
  }

  @inline(__always)
  static func springMotion(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ sineAmplitude: UnsafePointer<Self>,
    _ decay: UnsafePointer<Self>, _ frequency: UnsafePointer<Self>, _ start: UnsafePointer<Self>, _ time: Double,
    _ positions: UnsafeMutablePointer<Self>, _ velocities: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_motion_f32(
        target.floats, displacement.floats, sineAmplitude.floats, decay.floats, frequency.floats, start.floats, time,
        positions.floats, velocities.floats, n)
    case .float64:
      vk_spring_motion_f64(
        target.doubles, displacement.doubles, sineAmplitude.doubles, decay.doubles, frequency.doubles, start.doubles,
        time,
        positions.doubles, velocities.doubles, n)
    }
  }

  @inline(__always)
  static func springShared(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ sineAmplitude: UnsafePointer<Self>,
    _ start: UnsafePointer<Self>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_shared_f32(
        target.floats, displacement.floats, sineAmplitude.floats, start.floats, decay, frequency, time, out.floats, n)
    case .float64:
      vk_spring_shared_f64(
        target.doubles, displacement.doubles, sineAmplitude.doubles, start.doubles, decay, frequency, time, out.doubles,
        n)
    }
  }

  @inline(__always)
  static func springSharedMotion(
    _ target: UnsafePointer<Self>, _ displacement: UnsafePointer<Self>, _ sineAmplitude: UnsafePointer<Self>,
    _ start: UnsafePointer<Self>, _ decay: Double, _ frequency: Double, _ time: Double,
    _ positions: UnsafeMutablePointer<Self>, _ velocities: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_shared_motion_f32(
        target.floats, displacement.floats, sineAmplitude.floats, start.floats, decay, frequency, time,
        positions.floats,
        velocities.floats, n)
    case .float64:
      vk_spring_shared_motion_f64(
        target.doubles, displacement.doubles, sineAmplitude.doubles, start.doubles, decay, frequency, time,
        positions.doubles, velocities.doubles, n)
    }
  }

  @inline(__always)
  static func springSineAmplitude(
    _ displacement: UnsafePointer<Self>, _ velocity: UnsafePointer<Self>, _ decay: UnsafePointer<Self>,
    _ frequency: UnsafePointer<Self>, _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_sine_amplitude_f32(displacement.floats, velocity.floats, decay.floats, frequency.floats, out.floats, n)
    case .float64:
      vk_spring_sine_amplitude_f64(
        displacement.doubles, velocity.doubles, decay.doubles, frequency.doubles, out.doubles, n)
    }
  }

  @inline(__always)
  static func springSharedSineAmplitude(
    _ displacement: UnsafePointer<Self>, _ velocity: UnsafePointer<Self>, _ decay: Double, _ inverseRate: Double,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_shared_sine_amplitude_f32(displacement.floats, velocity.floats, decay, inverseRate, out.floats, n)
    case .float64:
      vk_spring_shared_sine_amplitude_f64(displacement.doubles, velocity.doubles, decay, inverseRate, out.doubles, n)
    }
  }

  @inline(__always)
  static func springTransition(
    _ decay: UnsafePointer<Self>, _ frequency: UnsafePointer<Self>, _ deltaTime: Double,
    _ xx: UnsafeMutablePointer<Self>, _ xv: UnsafeMutablePointer<Self>, _ vx: UnsafeMutablePointer<Self>,
    _ vv: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_transition_f32(decay.floats, frequency.floats, deltaTime, xx.floats, xv.floats, vx.floats, vv.floats, n)
    case .float64:
      vk_spring_transition_f64(
        decay.doubles, frequency.doubles, deltaTime, xx.doubles, xv.doubles, vx.doubles, vv.doubles, n)
    }
  }

  @inline(__always)
  static func springStep(
    _ matrix: UnsafePointer<Self>, _ target: UnsafePointer<Self>, _ positions: UnsafeMutablePointer<Self>,
    _ velocities: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_spring_step_f32(matrix.floats, target.floats, positions.floats, velocities.floats, n)
    case .float64: vk_spring_step_f64(matrix.doubles, target.doubles, positions.doubles, velocities.doubles, n)
    }
  }

  @inline(__always)
  static func springStepEach(
    _ xx: UnsafePointer<Self>, _ xv: UnsafePointer<Self>, _ vx: UnsafePointer<Self>, _ vv: UnsafePointer<Self>,
    _ target: UnsafePointer<Self>, _ positions: UnsafeMutablePointer<Self>, _ velocities: UnsafeMutablePointer<Self>,
    _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_spring_step_each_f32(
        xx.floats, xv.floats, vx.floats, vv.floats, target.floats, positions.floats, velocities.floats, n)
    case .float64:
      vk_spring_step_each_f64(
        xx.doubles, xv.doubles, vx.doubles, vv.doubles, target.doubles, positions.doubles, velocities.doubles, n)
    }
  }

  @inline(__always)
  static func settled(
    _ positions: UnsafePointer<Self>, _ velocities: UnsafePointer<Self>, _ target: UnsafePointer<Self>,
    _ valueEpsilon: Self, _ velocityEpsilon: Self, _ words: UnsafeMutablePointer<UInt64>, _ n: Int
  ) -> Int {
    switch _format {
    case .float32:
      vk_settled_f32(
        positions.floats, velocities.floats, target.floats, Float(valueEpsilon), Float(velocityEpsilon), words, n)
    case .float64:
      vk_settled_f64(
        positions.doubles, velocities.doubles, target.doubles, Double(valueEpsilon), Double(velocityEpsilon), words, n)
    }
  }

  @inline(__always)
  static func slerp(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ amount: Self, _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_slerp_f32(from.floats, to.floats, Float(amount), out.floats, n)
    case .float64:
      var amount = Double(amount)
      vk_slerp_f64(from.doubles, to.doubles, &amount, 0, out.doubles, n)
    }
  }

  @inline(__always)
  static func slerp(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ amounts: UnsafePointer<Self>,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_slerp_each_f32(from.floats, to.floats, amounts.floats, out.floats, n)
    case .float64: vk_slerp_f64(from.doubles, to.doubles, amounts.doubles, 1, out.doubles, n)
    }
  }

  @inline(__always)
  static func slerpColumns(
    _ from: UnsafePointer<Self>, _ fromStride: Int, _ to: UnsafePointer<Self>, _ toStride: Int, _ amount: Self,
    _ out: UnsafeMutablePointer<Self>, _ outStride: Int, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_slerp_columns_f32(from.floats, fromStride, to.floats, toStride, Float(amount), out.floats, outStride, n)
    case .float64:
      var amount = Double(amount)
      vk_slerp_columns_f64(from.doubles, fromStride, to.doubles, toStride, &amount, 0, out.doubles, outStride, n)
    }
  }

  @inline(__always)
  static func slerpColumns(
    _ from: UnsafePointer<Self>, _ fromStride: Int, _ to: UnsafePointer<Self>, _ toStride: Int,
    _ amounts: UnsafePointer<Self>, _ out: UnsafeMutablePointer<Self>, _ outStride: Int, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_slerp_columns_each_f32(from.floats, fromStride, to.floats, toStride, amounts.floats, out.floats, outStride, n)
    case .float64:
      vk_slerp_columns_f64(
        from.doubles, fromStride, to.doubles, toStride, amounts.doubles, 1, out.doubles, outStride, n)
    }
  }

  @inline(__always)
  static func nlerp(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ amount: Self, _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_nlerp_f32(from.floats, to.floats, Float(amount), out.floats, n)
    case .float64:
      var amount = Double(amount)
      vk_nlerp_f64(from.doubles, to.doubles, &amount, 0, out.doubles, n)
    }
  }

  @inline(__always)
  static func nlerp(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ amounts: UnsafePointer<Self>,
    _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_nlerp_each_f32(from.floats, to.floats, amounts.floats, out.floats, n)
    case .float64: vk_nlerp_f64(from.doubles, to.doubles, amounts.doubles, 1, out.doubles, n)
    }
  }

  @inline(__always)
  static func nlerpColumns(
    _ from: UnsafePointer<Self>, _ fromStride: Int, _ to: UnsafePointer<Self>, _ toStride: Int, _ amount: Self,
    _ out: UnsafeMutablePointer<Self>, _ outStride: Int, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_nlerp_columns_f32(from.floats, fromStride, to.floats, toStride, Float(amount), out.floats, outStride, n)
    case .float64:
      var amount = Double(amount)
      vk_nlerp_columns_f64(from.doubles, fromStride, to.doubles, toStride, &amount, 0, out.doubles, outStride, n)
    }
  }

  @inline(__always)
  static func nlerpColumns(
    _ from: UnsafePointer<Self>, _ fromStride: Int, _ to: UnsafePointer<Self>, _ toStride: Int,
    _ amounts: UnsafePointer<Self>, _ out: UnsafeMutablePointer<Self>, _ outStride: Int, _ n: Int
  ) {
    switch _format {
    case .float32:
      vk_nlerp_columns_each_f32(from.floats, fromStride, to.floats, toStride, amounts.floats, out.floats, outStride, n)
    case .float64:
      vk_nlerp_columns_f64(
        from.doubles, fromStride, to.doubles, toStride, amounts.doubles, 1, out.doubles, outStride, n)
    }
  }

  @inline(__always)
  static func nearestAngles(
    _ from: UnsafePointer<Self>, _ to: UnsafePointer<Self>, _ turn: Double, _ out: UnsafeMutablePointer<Self>, _ n: Int
  ) {
    switch _format {
    case .float32: vk_nearest_angles_f32(from.floats, to.floats, turn, out.floats, n)
    case .float64: vk_nearest_angles_f64(from.doubles, to.doubles, turn, out.doubles, n)
    }
  }
}
