// The C interface of a peer: another implementation of VectorKernels' loops, built as a shared library and measured by
// `bench kernels` beside the package's own. README.md in this directory says how to build one and what is expected.
//
// Every function is optional but the first two; functions that a library doesn't define are left out of the comparison.
//
// For all of them:
// - Columns are contiguous, of any count including 0 and of any alignment that suits their elements.
// - An output may be the very buffer of an input. Otherwise outputs overlap nothing.
// - An element's result depends on that element alone: not on its position, nor on its neighbours. NaN in a slot
//   gives NaN in that slot; infinite and huge inputs never trap and never reach a neighbour.
// - Nothing outside the columns is read or written, and nothing is allocated.

#ifndef VK_PEER_H
#define VK_PEER_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define VK_PEER_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define VK_PEER_EXPORT __attribute__((visibility("default")))
#endif

/// The name under which results are reported, such as "intrinsics".
VK_PEER_EXPORT const char *vk_peer_name(void);

/// The level whose build of the package this library is compared with: "x86-64-v3", "x86-64-v4" or "portable"; or ""
/// for the highest one measured. A library is loaded on any processor to be asked for its name and level, so what runs when
/// it is loaded needs no more than a plain processor has; all other functions are only called where its level runs.
VK_PEER_EXPORT const char *vk_peer_level(void);

/// Defined, with any result, by a library that keeps all the promises below: results that are too far from the package's
/// are then a fault and end the run with exit status 1. Results of other libraries are shown with their error, or as
/// wrong.
VK_PEER_EXPORT int vk_peer_keeps_promises(void);

/// The level of the package that has the instructions this library is being compiled for.
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) &&                 \
    defined(__AVX512VL__)
#define VK_PEER_COMPILED_LEVEL "x86-64-v4"
#elif defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__)
#define VK_PEER_COMPILED_LEVEL "x86-64-v3"
#elif defined(__x86_64__)
#define VK_PEER_COMPILED_LEVEL "portable"
#else
#define VK_PEER_COMPILED_LEVEL ""
#endif

/// The functions that exist for both element types: S is f32 with T float, and f64 with T double.
#define VK_PEER_DECLARE(S, T)                                                                                          \
  /* out = from + progress * (to - from), measured from the nearer end, so that progress 0 gives `from` exactly and */ \
  /* 1 gives `to`; outside 0...1 it extrapolates. */                                                                   \
  VK_PEER_EXPORT void vk_lerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n);                        \
                                                                                                                       \
  /* The same with a progress for each element. */                                                                     \
  VK_PEER_EXPORT void vk_lerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n);            \
                                                                                                                       \
  /* The same for n values of `components` (at least 1) elements each, one after the other in memory, and a         */ \
  /* progress for each value.                                                                                       */ \
  VK_PEER_EXPORT void vk_lerp_values_##S(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out,  \
                                         ptrdiff_t n);                                                                 \
                                                                                                                       \
  /* out[i] = the sum over j < k of weights[j] * inputs[j * stride + i]; zeros for k = 0. */                           \
  VK_PEER_EXPORT void vk_blend_##S(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out,           \
                                   ptrdiff_t n);                                                                       \
                                                                                                                       \
  /* out[value * components + component] = columns[component * n + value], and back. */                                \
  VK_PEER_EXPORT void vk_interleave_##S(const T *columns, ptrdiff_t components, T *out, ptrdiff_t n);                  \
  VK_PEER_EXPORT void vk_deinterleave_##S(const T *values, ptrdiff_t components, T *columns, ptrdiff_t n);             \
                                                                                                                       \
  /* Damped springs in closed form, at `time` seconds. t = max(0, time - start), D = e^(-decay t), and              */ \
  /*                                                                                                                */ \
  /*   position = target + D (displacement C + quadrature S)                                                        */ \
  /*   velocity = -decay (position - target) + D W (quadrature C' - displacement S')                                */ \
  /*                                                                                                                */ \
  /* frequency >= 0, in turns per second: W = 2 pi frequency, C = C' = cos W t, S = S' = sin W t.                   */ \
  /* frequency < 0, overdamped, in octaves per second: W = -ln(2) frequency, C = 1, S = 1 - e^(-W t),               */ \
  /* C' = e^(-W t), S' = 0; S is relatively accurate near 0.                                                        */ \
  /* t keeps what the rounding of time and of time - start lost, and the phase what that of frequency * t           */ \
  /* lost, for a million turns; a spring never leaves its amplitude however many have passed.                       */ \
  VK_PEER_EXPORT void vk_spring_##S(const T *target, const T *displacement, const T *quadrature, const T *decay,       \
                                    const T *frequency, const T *start, double time, T *out, ptrdiff_t n);             \
  VK_PEER_EXPORT void vk_spring_motion_##S(const T *target, const T *displacement, const T *quadrature,                \
                                           const T *decay, const T *frequency, const T *start, double time,            \
                                           T *positions, T *velocities, ptrdiff_t n);                                  \
                                                                                                                       \
  /* The same with one spring for all. */                                                                              \
  VK_PEER_EXPORT void vk_spring_shared_##S(const T *target, const T *displacement, const T *quadrature,                \
                                           const T *start, double decay, double frequency, double time, T *out,        \
                                           ptrdiff_t n);                                                               \
  VK_PEER_EXPORT void vk_spring_shared_motion_##S(const T *target, const T *displacement, const T *quadrature,         \
                                                  const T *start, double decay, double frequency, double time,         \
                                                  T *positions, T *velocities, ptrdiff_t n);                           \
                                                                                                                       \
  /* out = (velocity + decay * displacement) / W. */                                                                   \
  VK_PEER_EXPORT void vk_spring_quadrature_##S(const T *displacement, const T *velocity, const T *decay,               \
                                               const T *frequency, T *out, ptrdiff_t n);                               \
  VK_PEER_EXPORT void vk_spring_shared_quadrature_##S(const T *displacement, const T *velocity, double decay,          \
                                                      double frequency, T *out, ptrdiff_t n);                          \
                                                                                                                       \
  /* The exact step over dt seconds as a matrix less the identity, with s = S / W:                                  */ \
  /*                                                                                                                */ \
  /*   xx = D (C + decay s) - 1       xv = D s                                                                      */ \
  /*   vx = -D w0^2 s                 vv = D (C' - decay s) - 1                                                     */ \
  /*                                                                                                                */ \
  /* w0^2 = decay^2 + W^2, or decay^2 + decay W where overdamped. Small entries keep their precision.               */ \
  VK_PEER_EXPORT void vk_spring_transition_##S(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx,     \
                                               T *vv, ptrdiff_t n);                                                    \
                                                                                                                       \
  /* One step, in place: y = position - target; position += xx y + xv velocity, velocity += vx y + vv velocity. */     \
  /* `matrix` is xx, xv, vx, vv. */                                                                                    \
  VK_PEER_EXPORT void vk_spring_step_##S(const T matrix[4], const T *target, T *positions, T *velocities,              \
                                         ptrdiff_t n);                                                                 \
  VK_PEER_EXPORT void vk_spring_step_each_##S(const T *xx, const T *xv, const T *vx, const T *vv, const T *target,     \
                                              T *positions, T *velocities, ptrdiff_t n);                               \
                                                                                                                       \
  /* Bit i % 64 of words[i / 64] says whether abs(position - target) <= value_epsilon and                           */ \
  /* abs(velocity) <= velocity_epsilon; bits behind the last element are 0. Returns how many are set.               */ \
  VK_PEER_EXPORT ptrdiff_t vk_settled_##S(const T *positions, const T *velocities, const T *target, T value_epsilon,   \
                                          T velocity_epsilon, uint64_t *words, ptrdiff_t n);

VK_PEER_DECLARE(f32, float)
VK_PEER_DECLARE(f64, double)

/// The cubic Bezier timing curve through (0, 0), (x1, y1), (x2, y2) and (1, 1): y at x, x being clamped to 0...1. x1
/// and x2 are in 0...1; `points` is x1, y1, x2, y2. Exactly 0 at 0 and 1 at 1. The residual abs(x(s) - x) of the
/// solution is at most 3e-7, and y, relative to max(1, abs(y1), abs(y2)), is within 1e-6 where the slope is at most 8
/// and within 1e-6 * slope / 8 where it is more.
VK_PEER_EXPORT void vk_bezier_f32(const double points[4], const float *x, float *out, ptrdiff_t n);

/// The slope dy/dx of that curve; where both derivatives vanish, at an end, its limit.
VK_PEER_EXPORT void vk_bezier_slope_f32(const double points[4], const float *x, float *out, ptrdiff_t n);

/// Both in `double`: the residual is at most 2e-15, and y within 2e-14.
VK_PEER_EXPORT void vk_bezier_f64(const double points[4], const double *x, double *out, ptrdiff_t n);
VK_PEER_EXPORT void vk_bezier_slope_f64(const double points[4], const double *x, double *out, ptrdiff_t n);

/// The curve's y from a table made beforehand, where that keeps the promise of `vk_bezier_f32`. Preparing the table
/// isn't measured: a library keeps the tables of the curves it has seen.
VK_PEER_EXPORT void vk_bezier_baked_f32(const double points[4], const float *x, float *out, ptrdiff_t n);

/// `vk_bezier_f32` and `vk_bezier_slope_f32` with a curve for each element; x1 and x2 are clamped to 0...1.
VK_PEER_EXPORT void vk_bezier_each_f32(const float *x, const float *x1, const float *y1, const float *x2,
                                       const float *y2, float *out, ptrdiff_t n);
VK_PEER_EXPORT void vk_bezier_each_slope_f32(const float *x, const float *x1, const float *y1, const float *x2,
                                             const float *y2, float *out, ptrdiff_t n);

// MARK: - Easing
//
// x is in 0...1. `in_out` ones are out(x) mirrored: f(x) = g(2 x) / 2 in the first half, 1 - f(1 - x) in the second.

/// In `float` and in `double`.
#define VK_PEER_EASING(name)                                                                                           \
  VK_PEER_EXPORT void vk_easing_##name##_f32(const float *x, float *out, ptrdiff_t n);                                 \
  VK_PEER_EXPORT void vk_easing_##name##_f64(const double *x, double *out, ptrdiff_t n);

/// in and out, g(x) = x^2; g(x) = x^5; (1 - cos(pi x)) / 2.
VK_PEER_EASING(quadratic)
VK_PEER_EASING(quintic)
VK_PEER_EASING(sine)

/// out: 1 - (2^(10 - 10 x) - 1) / 1023; sqrt(x (2 - x)); 1 - (1 - x)^2 (1 - 2.70158 x).
VK_PEER_EASING(exponential)
VK_PEER_EASING(circular)
VK_PEER_EASING(back)

/// out: 1 - (2^(10 - 10 x) - 1) / 1023 * sin(2 pi (x + 0.075) / 0.3).
VK_PEER_EASING(elastic)

/// out: four parabolas 7.5625 (x - c / 2.75)^2 + h, with c and h 0 and 0 up to x = 1 / 2.75, 1.5 and 0.75 up to
/// 2 / 2.75, 2.25 and 0.9375 up to 2.5 / 2.75, and 2.625 and 0.984375.
VK_PEER_EASING(bounce)

/// cbrt(x); asin(sqrt(x / 2)) * 4 / pi; log2(1 + 1023 x) / 10.
VK_PEER_EASING(cube_root)
VK_PEER_EASING(arcsine)
VK_PEER_EASING(logarithm)

// MARK: - Packing

/// Four columns to rows of 8-bit numbers: the integer next to x * 255, ties to even, saturated to 0...255, NaN as 0.
/// The premultiplied one limits all four to 0...1 and multiplies the first three by the fourth before. The strided one
/// writes a row every `stride` bytes and nothing in between.
VK_PEER_EXPORT void vk_pack_rgba8_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out,
                                      ptrdiff_t n);
VK_PEER_EXPORT void vk_pack_rgba8_premultiplied_f32(const float *r, const float *g, const float *b, const float *a,
                                                    uint8_t *out, ptrdiff_t n);
VK_PEER_EXPORT void vk_pack_rgba8_strided_f32(const float *r, const float *g, const float *b, const float *a,
                                              uint8_t *out, ptrdiff_t stride, ptrdiff_t n);

/// Back: k / 255, correctly rounded.
VK_PEER_EXPORT void vk_unpack_rgba8_f32(const uint8_t *rows, float *r, float *g, float *b, float *a, ptrdiff_t n);

/// IEEE 754 binary16, to the nearest, ties to even; and back.
VK_PEER_EXPORT void vk_pack_half_f32(const float *values, uint16_t *out, ptrdiff_t n);
VK_PEER_EXPORT void vk_unpack_half_f32(const uint16_t *packed, float *out, ptrdiff_t n);

/// The integer next to x * 65535, ties to even, saturated to 0...65535, NaN as 0; and k / 65535, correctly rounded.
VK_PEER_EXPORT void vk_pack_unorm16_f32(const float *values, uint16_t *out, ptrdiff_t n);
VK_PEER_EXPORT void vk_unpack_unorm16_f32(const uint16_t *packed, float *out, ptrdiff_t n);

// MARK: - Rotations
//
// Unit quaternions in rows: x, y, z, w. The second is negated where the dot product c of the two is negative. n counts
// quaternions.

/// (sin((1 - t) a) * from + sin(t a) * to) / sin(a), where cos(a) = min(1, abs(c)), t being the progress; exactly
/// `from` at 0 and `to` or its negative at 1. In float within 3e-7 for progress in 0...1, at any angle.
#define VK_PEER_DECLARE_ROTATIONS(S, T)                                                                                \
  VK_PEER_EXPORT void vk_slerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n);                       \
  VK_PEER_EXPORT void vk_slerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n);           \
                                                                                                                       \
  /* q / abs(q), where q = (1 - t) * from + t * to; the identity where q is 0. */                                      \
  VK_PEER_EXPORT void vk_nlerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n);                       \
  VK_PEER_EXPORT void vk_nlerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n);

VK_PEER_DECLARE_ROTATIONS(f32, float)
VK_PEER_DECLARE_ROTATIONS(f64, double)

// MARK: - Colours

/// 8-bit sRGB with alpha, rows of four bytes, to columns of Oklab (Ottosson) and alpha: within 5e-7.
VK_PEER_EXPORT void vk_oklab_from_rgba8_f32(const uint8_t *rgba8, float *lightness, float *a, float *b, float *alpha,
                                            ptrdiff_t n);

/// Colours between two, which are columns of Oklab multiplied by alpha, and alpha, each `stride` elements after the one
/// before: interpolated as `vk_lerp` does, divided by the alpha that results unless that is below 2^-126, and written
/// as 8-bit sRGB with alpha, rows of four bytes. Each byte is the integer next to 255 times the component, or within
/// 0.005 of halfway between two either of these; numbers outside 0...1 are clipped and NaN is 0.
VK_PEER_EXPORT void vk_oklab_mix_rgba8_f32(const float *from, ptrdiff_t from_stride, const float *to,
                                           ptrdiff_t to_stride, float progress, uint8_t *rgba8, ptrdiff_t n);

/// The same with a progress for each colour.
VK_PEER_EXPORT void vk_oklab_mix_each_rgba8_f32(const float *from, ptrdiff_t from_stride, const float *to,
                                                ptrdiff_t to_stride, const float *progress, uint8_t *rgba8,
                                                ptrdiff_t n);

/// The same, to columns of sRGB and alpha, not multiplied: at one progress, or each at its own where there are any.
#define VK_PEER_DECLARE_MIX(S, T)                                                                                      \
  VK_PEER_EXPORT void vk_oklab_mix_srgb_##S(const T *from, const T *to, ptrdiff_t stride, const T *each,               \
                                            double progress, T *red, T *green, T *blue, T *alpha, ptrdiff_t n);
VK_PEER_DECLARE_MIX(f32, float)
VK_PEER_DECLARE_MIX(f64, double)

/// Evenly spread stops at 0...1, `count` (at least 2) rows of Oklab multiplied by alpha, and alpha: interpolated at
/// each location, divided and written as above.
VK_PEER_EXPORT void vk_gradient_oklab_rgba8_f32(const float *stops, ptrdiff_t count, const float *locations,
                                                uint8_t *rgba8, ptrdiff_t n);

/// A track of keyframes at `time - starts[i]`: cubics in the seconds since the end of their segment, one after the
/// other. `ends` holds the ends of the segments, fewer than `size`, a power of two, and then the greatest number;
/// `coefficients` a column of `size` numbers for each of four coefficients, from the lowest.
#define VK_PEER_DECLARE_KEYFRAMES(S, T)                                                                                \
  VK_PEER_EXPORT void vk_keyframes_##S(const T *ends, const T *coefficients, ptrdiff_t size, const T *starts,          \
                                       double time, T *out, ptrdiff_t n);
VK_PEER_DECLARE_KEYFRAMES(f32, float)
VK_PEER_DECLARE_KEYFRAMES(f64, double)

/// Three columns of one colour space to three of another's, as CSS Color 4 has them. Negative numbers keep their sign.
#define VK_PEER_DECLARE_CONVERSION(FROM, TO)                                                                           \
  VK_PEER_EXPORT void vk_convert_##FROM##_to_##TO##_f32(const float *a, const float *b, const float *c, float *x,      \
                                                        float *y, float *z, ptrdiff_t n);                              \
  VK_PEER_EXPORT void vk_convert_##FROM##_to_##TO##_f64(const double *a, const double *b, const double *c, double *x,  \
                                                        double *y, double *z, ptrdiff_t n);
VK_PEER_DECLARE_CONVERSION(srgb, oklab)
VK_PEER_DECLARE_CONVERSION(oklab, srgb)
VK_PEER_DECLARE_CONVERSION(srgb, srgb_linear)
VK_PEER_DECLARE_CONVERSION(srgb_linear, xyz_d65)

#endif
