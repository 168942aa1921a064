package import CVectorKernels

/// The builds of the kernels, and the one in use.
package enum Kernels {
  /// The build in use. The first call chooses it; later ones are one load.
  package static var active: UnsafePointer<vk_kernels> {
    if let table = vk_active_kernels() { return table }
    // Two threads may both get here, and then choose the same.
    let table = chosen()
    vk_activate_kernels(table)
    return table
  }

  /// The build for a level, or nil where the processor doesn't run it or this build doesn't hold it.
  package static func table(for set: InstructionSet) -> UnsafePointer<vk_kernels>? {
    switch set {
    case .portable: portable
    case .x86_64_v3: vk_cpu_runs_x86_64_v3() ? vk_kernels_x86_64_v3() : nil
    case .x86_64_v4: vk_cpu_runs_x86_64_v4() ? vk_kernels_x86_64_v4() : nil
    }
  }

  private static func chosen() -> UnsafePointer<vk_kernels> {
    let best = InstructionSet.available.last!
    guard let variable = vk_environment("VECTORKERNELS_ISA") else { return table(for: best)! }
    let name = String(cString: variable)
    if let set = InstructionSet(rawValue: name), let table = table(for: set) { return table }
    let names = InstructionSet.available.map(\.rawValue).joined(separator: ", ")
    vk_warn("VectorKernels: VECTORKERNELS_ISA=\(name) is not available here and ignored; available: \(names)\n")
    return table(for: best)!
  }

  nonisolated(unsafe) private static let portable: UnsafePointer<vk_kernels> = {
    let table = UnsafeMutablePointer<vk_kernels>.allocate(capacity: 1)
    table.initialize(
      to: vk_kernels(
        lerp_f32: vk_lerp_f32,
        lerp_each_f32: vk_lerp_each_f32,
        lerp_values_f32: vk_lerp_values_f32,
        blend_f32: vk_blend_f32,
        interleave_f32: vk_interleave_f32,
        deinterleave_f32: vk_deinterleave_f32,
        spring_f32: vk_spring_f32,
        spring_motion_f32: vk_spring_motion_f32,
        spring_shared_f32: vk_spring_shared_f32,
        spring_shared_motion_f32: vk_spring_shared_motion_f32,
        spring_quadrature_f32: vk_spring_quadrature_f32,
        spring_shared_quadrature_f32: vk_spring_shared_quadrature_f32,
        spring_transition_f32: vk_spring_transition_f32,
        spring_step_f32: vk_spring_step_f32,
        spring_step_each_f32: vk_spring_step_each_f32,
        settled_f32: vk_settled_f32,
        exp2_f32: vk_exp2_f32,
        sincos_f32: vk_sincos_f32,
        lerp_f64: vk_lerp_f64,
        lerp_each_f64: vk_lerp_each_f64,
        lerp_values_f64: vk_lerp_values_f64,
        blend_f64: vk_blend_f64,
        interleave_f64: vk_interleave_f64,
        deinterleave_f64: vk_deinterleave_f64,
        spring_f64: vk_spring_f64,
        spring_motion_f64: vk_spring_motion_f64,
        spring_shared_f64: vk_spring_shared_f64,
        spring_shared_motion_f64: vk_spring_shared_motion_f64,
        spring_quadrature_f64: vk_spring_quadrature_f64,
        spring_shared_quadrature_f64: vk_spring_shared_quadrature_f64,
        spring_transition_f64: vk_spring_transition_f64,
        spring_step_f64: vk_spring_step_f64,
        spring_step_each_f64: vk_spring_step_each_f64,
        settled_f64: vk_settled_f64,
        exp2_f64: vk_exp2_f64,
        sincos_f64: vk_sincos_f64,
        at_most_f32: vk_at_most_f32,
        spring_step_settled_f32: vk_spring_step_settled_f32,
        tween_baked_f32: vk_tween_baked_f32,
        progress_f32: vk_progress_f32,
        progress_reversed_f32: vk_progress_reversed_f32,
        progress_each_f32: vk_progress_each_f32,
        progress_each_reversed_f32: vk_progress_each_reversed_f32,
        reverse_f32: vk_reverse_f32,
        bezier_f32: vk_bezier_f32,
        bezier_slope_f32: vk_bezier_slope_f32,
        bezier_baked_f32: vk_bezier_baked_f32,
        bezier_each_f32: vk_bezier_each_f32,
        bezier_each_slope_f32: vk_bezier_each_slope_f32,
        ease_polynomial_f32: vk_ease_polynomial_f32,
        ease_sine_f32: vk_ease_sine_f32,
        ease_exponential_f32: vk_ease_exponential_f32,
        ease_root_f32: vk_ease_root_f32,
        ease_elastic_f32: vk_ease_elastic_f32,
        ease_bounce_f32: vk_ease_bounce_f32,
        ease_power_inverse_f32: vk_ease_power_inverse_f32,
        ease_sine_inverse_f32: vk_ease_sine_inverse_f32,
        ease_exponential_inverse_f32: vk_ease_exponential_inverse_f32,
        ease_back_inverse_f32: vk_ease_back_inverse_f32,
        ease_elastic_inverse_f32: vk_ease_elastic_inverse_f32,
        bezier_extended_f32: vk_bezier_extended_f32,
        steps_f32: vk_steps_f32,
        polyline_f32: vk_polyline_f32,
        polyline_buckets_f32: vk_polyline_buckets_f32,
        keyframes_locate_f32: vk_keyframes_locate_f32,
        keyframes_follow_f32: vk_keyframes_follow_f32,
        keyframes_values_f32: vk_keyframes_values_f32,
        color_convert_f32: vk_color_convert_f32,
        color_oklab_from_rgba8_f32: vk_color_oklab_from_rgba8_f32,
        color_oklab_to_rgba8_f32: vk_color_oklab_to_rgba8_f32,
        pack_unorm8_f32: vk_pack_unorm8_f32,
        pack_snorm8_f32: vk_pack_snorm8_f32,
        pack_unorm16_f32: vk_pack_unorm16_f32,
        pack_snorm16_f32: vk_pack_snorm16_f32,
        pack_half_f32: vk_pack_half_f32,
        pack_int32_f32: vk_pack_int32_f32,
        unpack_unorm8_f32: vk_unpack_unorm8_f32,
        unpack_snorm8_f32: vk_unpack_snorm8_f32,
        unpack_unorm16_f32: vk_unpack_unorm16_f32,
        unpack_snorm16_f32: vk_unpack_snorm16_f32,
        unpack_half_f32: vk_unpack_half_f32,
        unpack_int32_f32: vk_unpack_int32_f32,
        pack_rgba8_f32: vk_pack_rgba8_f32,
        unpack_rgba8_f32: vk_unpack_rgba8_f32,
        convert_alpha_f32: vk_convert_alpha_f32,
        interleave_u8: vk_interleave_u8,
        interleave_u16: vk_interleave_u16,
        deinterleave_u8: vk_deinterleave_u8,
        deinterleave_u16: vk_deinterleave_u16,
        copy_strided: vk_copy_strided,
        slerp_f32: vk_slerp_f32,
        slerp_each_f32: vk_slerp_each_f32,
        slerp_columns_f32: vk_slerp_columns_f32,
        slerp_columns_each_f32: vk_slerp_columns_each_f32,
        nlerp_f32: vk_nlerp_f32,
        nlerp_each_f32: vk_nlerp_each_f32,
        nlerp_columns_f32: vk_nlerp_columns_f32,
        nlerp_columns_each_f32: vk_nlerp_columns_each_f32,
        nearest_angles_f32: vk_nearest_angles_f32,
        nearest_angles_f64: vk_nearest_angles_f64,
        mix_transforms_2d_f32: vk_mix_transforms_2d_f32,
        mix_transforms_2d_each_f32: vk_mix_transforms_2d_each_f32,
        mix_transforms_3d_f32: vk_mix_transforms_3d_f32,
        mix_transforms_3d_each_f32: vk_mix_transforms_3d_each_f32))
    return UnsafePointer(table)
  }()
}
