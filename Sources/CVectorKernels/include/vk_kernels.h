// The list of kernels: one line each gives a kernel's name and C signature to every build of it.

#ifndef VK_KERNELS_H
#define VK_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vk_colors.h"
#include "vk_lanes.h"
#include "vk_packing.h"
#include "vk_rotations.h"

#pragma clang assume_nonnull begin

/// A cubic Bezier as every element shares it: the first control point seen from the start of the curve and seen from
/// its end, the first control point less the second, and `x` at the middle of the curve.
typedef struct {
  float x1[2], y1[2];
  float x_difference, y_difference;
  float middle;
} vk_bezier;

/// Where the pieces of a keyframe track lie in time.
///
/// `ends` holds when each piece ends, ascending, the last one beyond every time, and behind it as many more such as
/// make 32, or `count` as a power of two.
///
/// Bucket k, the integer next to time * scale in 0...last_bucket, holds the number of the first piece that a time in it
/// may lie in, as bits, and the ends of that piece and of the two after it; time lies in one of the three. There are no
/// buckets where that can't be had.
typedef struct {
  const float *ends;
  const float *_Nullable buckets;
  ptrdiff_t count;
  float scale;
  float last_bucket;
} vk_keyframe_index;

/// The polynomials of the pieces of a keyframe track for one component, in seconds since the end of the piece: rows of
/// four coefficients (degree 3) or eight (degree 5, the last two unused), and the same by coefficient, 32 pieces each,
/// where there are no more.
typedef struct {
  const float *rows;
  const float *_Nullable table;
  ptrdiff_t count;
  int32_t degree;
} vk_keyframe_pieces;

/// When n animations that share their modifiers run: see ProgressKernels.swift. `rate` is in passes per second, `offset`
/// in passes and less than two, `total` in seconds or infinite; `limit` and `end` are the most progress there is before
/// and after the end.
typedef struct {
  double rate, offset, total;
  float pace, lead, limit, end;
  int32_t repeats, autoreverses;
} vk_timing;

/// An easing in, and how its curve is seen: from the end where x is beyond `turn`, and `scale` times as large.
typedef struct {
  float turn, scale, unscale;
  /// The family's own parameters, as its kernel names them.
  float p[6];
} vk_easing;

/// How `steps()` counts: the steps there are, the jumps between them, and how many jumps are at the start.
typedef struct {
  float steps, jumps, first;
  int32_t before;
} vk_steps;

/// What becomes of colours on their way: nothing; limited to 0...1, or not, and multiplied by alpha; or divided by it.
typedef int32_t vk_alpha;
#define VK_ALPHA_KEPT 0
#define VK_ALPHA_LIMITED_PRODUCT 1
#define VK_ALPHA_PRODUCT 2
#define VK_ALPHA_QUOTIENT 3

#define VK_KERNELS_FOR_ELEMENT(X, S, T)                                                                                \
  X(void, lerp_##S, (const T *from, const T *to, T progress, T *out, ptrdiff_t n))                                     \
  X(void, lerp_each_##S, (const T *from, const T *to, const T *progress, T *out, ptrdiff_t n))                         \
  X(void, lerp_values_##S,                                                                                             \
    (const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n))                        \
  X(void, blend_##S, (const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n))          \
  X(void, interleave_##S, (const T *columns, ptrdiff_t stride, ptrdiff_t components, T *out, ptrdiff_t n))             \
  X(void, deinterleave_##S, (const T *rows, ptrdiff_t components, T *columns, ptrdiff_t stride, ptrdiff_t n))          \
  X(void, spring_##S,                                                                                                  \
    (const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency, const T *start,  \
     double time, T *out, ptrdiff_t n))                                                                                \
  X(void, spring_motion_##S,                                                                                           \
    (const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency, const T *start,  \
     double time, T *positions, T *velocities, ptrdiff_t n))                                                           \
  X(void, spring_shared_##S,                                                                                           \
    (const T *target, const T *displacement, const T *quadrature, const T *start, double decay, double frequency,      \
     double time, T *out, ptrdiff_t n))                                                                                \
  X(void, spring_shared_motion_##S,                                                                                    \
    (const T *target, const T *displacement, const T *quadrature, const T *start, double decay, double frequency,      \
     double time, T *positions, T *velocities, ptrdiff_t n))                                                           \
  X(void, spring_quadrature_##S,                                                                                       \
    (const T *displacement, const T *velocity, const T *decay, const T *frequency, T *out, ptrdiff_t n))               \
  X(void, spring_shared_quadrature_##S,                                                                                \
    (const T *displacement, const T *velocity, double decay, double frequency, T *out, ptrdiff_t n))                   \
  X(void, spring_transition_##S,                                                                                       \
    (const T *decay, const T *frequency, double delta_time, T *xx, T *xv, T *vx, T *vv, ptrdiff_t n))                  \
  X(void, spring_step_##S, (const T *matrix, const T *target, T *positions, T *velocities, ptrdiff_t n))               \
  X(void, spring_step_each_##S,                                                                                        \
    (const T *xx, const T *xv, const T *vx, const T *vv, const T *target, T *positions, T *velocities, ptrdiff_t n))   \
  X(ptrdiff_t, settled_##S,                                                                                            \
    (const T *positions, const T *velocities, const T *target, T value_epsilon, T velocity_epsilon, uint64_t *words,   \
     ptrdiff_t n))                                                                                                     \
  X(void, exp2_##S, (const T *in, T *out, ptrdiff_t n))                                                                \
  X(void, sincos_##S, (const T *turns, T *sine, T *cosine, ptrdiff_t n))

#define VK_CURVE_KERNELS(X)                                                                                            \
  X(ptrdiff_t, at_most_f32, (const float *values, float limit, uint64_t *words, ptrdiff_t n))                          \
  X(ptrdiff_t, spring_step_settled_f32,                                                                                \
    (const float *matrix, const float *target, float *positions, float *velocities, float value_epsilon,               \
     float velocity_epsilon, uint64_t *words, ptrdiff_t n))                                                            \
  X(void, tween_baked_f32,                                                                                             \
    (const vk_baked_curve *curve, float rate, float offset, float time, const float *start, const float *from,         \
     const float *to, ptrdiff_t stride, float *out, ptrdiff_t out_stride, ptrdiff_t components, ptrdiff_t n))          \
  X(void, progress_f32, (const vk_timing *timing, const float *start, double time, float *out, ptrdiff_t n))           \
  X(void, progress_reversed_f32,                                                                                       \
    (const vk_timing *timing, const float *start, double time, float *out, float *reversed, ptrdiff_t n))              \
  X(void, progress_each_f32,                                                                                           \
    (const float *start, const float *rate, const float *passes, const float *pace, double time, float *out,           \
     ptrdiff_t n))                                                                                                     \
  X(void, progress_each_reversed_f32,                                                                                  \
    (const float *start, const float *rate, const float *passes, const float *pace, double time, float *out,           \
     float *reversed, ptrdiff_t n))                                                                                    \
  X(void, reverse_f32, (const float *values, const float *reversed, float *out, ptrdiff_t n))                          \
  X(void, bezier_f32, (const vk_bezier *curve, const float *x, float *out, ptrdiff_t n))                               \
  X(void, bezier_slope_f32, (const vk_bezier *curve, const float *x, float *out, ptrdiff_t n))                         \
  X(void, bezier_baked_f32, (const vk_baked_curve *curve, const float *x, float *out, ptrdiff_t n))                    \
  X(void, bezier_each_f32,                                                                                             \
    (const float *x, const float *x1, const float *y1, const float *x2, const float *y2, float *out, ptrdiff_t n))     \
  X(void, bezier_each_slope_f32,                                                                                       \
    (const float *x, const float *x1, const float *y1, const float *x2, const float *y2, float *out, ptrdiff_t n))     \
  X(void, ease_polynomial_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                     \
  X(void, ease_sine_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                           \
  X(void, ease_exponential_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                    \
  X(void, ease_root_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                           \
  X(void, ease_elastic_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                        \
  X(void, ease_bounce_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                         \
  X(void, ease_power_inverse_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                  \
  X(void, ease_sine_inverse_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                   \
  X(void, ease_exponential_inverse_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))            \
  X(void, ease_back_inverse_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                   \
  X(void, ease_elastic_inverse_f32, (const vk_easing *easing, const float *x, float *out, ptrdiff_t n))                \
  X(void, bezier_extended_f32,                                                                                         \
    (const vk_bezier *curve, float start_slope, float end_slope, const float *x, float *out, ptrdiff_t n))             \
  X(void, steps_f32, (const vk_steps *steps, const float *x, float *out, ptrdiff_t n))                                 \
  X(void, polyline_f32, (const float *table, ptrdiff_t size, const float *x, float *out, ptrdiff_t n))                 \
  X(void, polyline_buckets_f32,                                                                                        \
    (const float *rows, ptrdiff_t count, float first, float scale, const float *x, float *out, ptrdiff_t n))           \
  X(void, keyframes_locate_f32,                                                                                        \
    (const vk_keyframe_index *track, const float *column, float direction, double time, int32_t *pieces,               \
     float *offsets, ptrdiff_t n))                                                                                     \
  X(void, keyframes_follow_f32,                                                                                        \
    (const float *ends, const int32_t *first, const int32_t *count, ptrdiff_t steps, double time, int32_t *cursors,    \
     int32_t *pieces, float *offsets, ptrdiff_t n))                                                                    \
  X(void, keyframes_values_f32,                                                                                        \
    (const vk_keyframe_pieces *track, const int32_t *pieces, const float *offsets, float *out, ptrdiff_t n))

#define VK_PACKING_KERNELS(X)                                                                                          \
  X(void, pack_unorm8_f32, (const float *values, uint8_t *out, ptrdiff_t n))                                           \
  X(void, pack_snorm8_f32, (const float *values, int8_t *out, ptrdiff_t n))                                            \
  X(void, pack_unorm16_f32, (const float *values, uint16_t *out, ptrdiff_t n))                                         \
  X(void, pack_snorm16_f32, (const float *values, int16_t *out, ptrdiff_t n))                                          \
  X(void, pack_half_f32, (const float *values, uint16_t *out, ptrdiff_t n))                                            \
  X(void, pack_int32_f32, (const float *values, int32_t *out, ptrdiff_t n))                                            \
  X(void, unpack_unorm8_f32, (const uint8_t *packed, float *out, ptrdiff_t n))                                         \
  X(void, unpack_snorm8_f32, (const int8_t *packed, float *out, ptrdiff_t n))                                          \
  X(void, unpack_unorm16_f32, (const uint16_t *packed, float *out, ptrdiff_t n))                                       \
  X(void, unpack_snorm16_f32, (const int16_t *packed, float *out, ptrdiff_t n))                                        \
  X(void, unpack_half_f32, (const uint16_t *packed, float *out, ptrdiff_t n))                                          \
  X(void, unpack_int32_f32, (const int32_t *packed, float *out, ptrdiff_t n))                                          \
  X(void, pack_rgba8_f32,                                                                                              \
    (const float *r, const float *g, const float *b, const float *a, vk_alpha alpha, uint8_t *out, ptrdiff_t stride,   \
     ptrdiff_t n))                                                                                                     \
  X(void, unpack_rgba8_f32,                                                                                            \
    (const uint8_t *rows, vk_alpha alpha, float *r, float *g, float *b, float *a, ptrdiff_t n))                        \
  X(void, convert_alpha_f32,                                                                                           \
    (const float *r, const float *g, const float *b, const float *a, vk_alpha alpha, float *out, ptrdiff_t stride,     \
     ptrdiff_t n))                                                                                                     \
  X(void, interleave_u8, (const uint8_t *columns, ptrdiff_t stride, ptrdiff_t components, uint8_t *out, ptrdiff_t n))  \
  X(void, interleave_u16,                                                                                              \
    (const uint16_t *columns, ptrdiff_t stride, ptrdiff_t components, uint16_t *out, ptrdiff_t n))                     \
  X(void, deinterleave_u8,                                                                                             \
    (const uint8_t *rows, ptrdiff_t components, uint8_t *columns, ptrdiff_t stride, ptrdiff_t n))                      \
  X(void, deinterleave_u16,                                                                                            \
    (const uint16_t *rows, ptrdiff_t components, uint16_t *columns, ptrdiff_t stride, ptrdiff_t n))                    \
  X(void, copy_strided,                                                                                                \
    (const uint8_t *from, ptrdiff_t from_stride, ptrdiff_t size, uint8_t *to, ptrdiff_t to_stride, ptrdiff_t n))

#define VK_COLOR_KERNELS(X)                                                                                            \
  X(void, color_convert_f32,                                                                                           \
    (const vk_color_conversion *conversion, const vk_color_source *source, const vk_color_sink *sink, ptrdiff_t n))    \
  X(void, color_oklab_from_rgba8_f32,                                                                                  \
    (const vk_color_conversion *conversion, const vk_color_source *source, const vk_color_sink *sink, ptrdiff_t n))    \
  X(void, color_oklab_to_rgba8_f32,                                                                                    \
    (const vk_color_conversion *conversion, const vk_color_source *source, const vk_color_sink *sink, ptrdiff_t n))

#define VK_ROTATION_KERNELS(X)                                                                                         \
  X(void, slerp_f32, (const float *from, const float *to, float progress, float *out, ptrdiff_t n))                    \
  X(void, slerp_each_f32, (const float *from, const float *to, const float *progress, float *out, ptrdiff_t n))        \
  X(void, slerp_columns_f32,                                                                                           \
    (const float *from, ptrdiff_t from_stride, const float *to, ptrdiff_t to_stride, float progress, float *out,       \
     ptrdiff_t out_stride, ptrdiff_t n))                                                                               \
  X(void, slerp_columns_each_f32,                                                                                      \
    (const float *from, ptrdiff_t from_stride, const float *to, ptrdiff_t to_stride, const float *progress,            \
     float *out, ptrdiff_t out_stride, ptrdiff_t n))                                                                   \
  X(void, nlerp_f32, (const float *from, const float *to, float progress, float *out, ptrdiff_t n))                    \
  X(void, nlerp_each_f32, (const float *from, const float *to, const float *progress, float *out, ptrdiff_t n))        \
  X(void, nlerp_columns_f32,                                                                                           \
    (const float *from, ptrdiff_t from_stride, const float *to, ptrdiff_t to_stride, float progress, float *out,       \
     ptrdiff_t out_stride, ptrdiff_t n))                                                                               \
  X(void, nlerp_columns_each_f32,                                                                                      \
    (const float *from, ptrdiff_t from_stride, const float *to, ptrdiff_t to_stride, const float *progress,            \
     float *out, ptrdiff_t out_stride, ptrdiff_t n))                                                                   \
  X(void, nearest_angles_f32, (const float *from, const float *to, double turn, float *out, ptrdiff_t n))              \
  X(void, nearest_angles_f64, (const double *from, const double *to, double turn, double *out, ptrdiff_t n))           \
  X(void, mix_transforms_2d_f32,                                                                                       \
    (const float *pairs, ptrdiff_t stride, float progress, float *out, ptrdiff_t out_stride, ptrdiff_t n))             \
  X(void, mix_transforms_2d_each_f32,                                                                                  \
    (const float *pairs, ptrdiff_t stride, const float *progress, float *out, ptrdiff_t out_stride,                    \
     ptrdiff_t n))                                                                                                     \
  X(void, mix_transforms_3d_f32,                                                                                       \
    (const float *pairs, ptrdiff_t stride, float progress, float *out, ptrdiff_t out_stride, ptrdiff_t n))             \
  X(void, mix_transforms_3d_each_f32,                                                                                  \
    (const float *pairs, ptrdiff_t stride, const float *progress, float *out, ptrdiff_t out_stride,                    \
     ptrdiff_t n))

#define VK_KERNELS(X)                                                                                                  \
  VK_KERNELS_FOR_ELEMENT(X, f32, float)                                                                                \
  VK_KERNELS_FOR_ELEMENT(X, f64, double)                                                                               \
  VK_CURVE_KERNELS(X)                                                                                                  \
  VK_COLOR_KERNELS(X)                                                                                                  \
  VK_PACKING_KERNELS(X)                                                                                                \
  VK_ROTATION_KERNELS(X)

/// One build of every kernel.
typedef struct {
#define VK_FIELD(result, name, parameters) result(*name) parameters;
  VK_KERNELS(VK_FIELD)
#undef VK_FIELD
} vk_kernels;

/// The generated builds; null where this object was compiled for another architecture.
const vk_kernels *_Nullable vk_kernels_x86_64_v3(void);
const vk_kernels *_Nullable vk_kernels_x86_64_v4(void);

/// Whether this CPU and its operating system run that level.
bool vk_cpu_runs_x86_64_v3(void);
bool vk_cpu_runs_x86_64_v4(void);

/// The build in use by this process: one atomic load, one atomic store; null before the first choice. Inline, because
/// every batched call asks.
extern const vk_kernels *_Nullable vk_active_kernels_pointer;
static inline __attribute__((always_inline, unused)) const vk_kernels *_Nullable vk_active_kernels(void) {
  return __atomic_load_n(&vk_active_kernels_pointer, __ATOMIC_ACQUIRE);
}
static inline __attribute__((always_inline, unused)) void vk_activate_kernels(const vk_kernels *kernels) {
  __atomic_store_n(&vk_active_kernels_pointer, kernels, __ATOMIC_RELEASE);
}

/// An environment variable's value, or null; and a message to standard error. Here so that the Swift target needs no
/// platform's C library by name.
const char *_Nullable vk_environment(const char *name);
void vk_warn(const char *message);

#pragma clang assume_nonnull end

#endif
