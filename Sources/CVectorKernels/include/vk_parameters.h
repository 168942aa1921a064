// What kernels are told besides their columns: curves, keyframes, timing, easings.

#ifndef VK_PARAMETERS_H
#define VK_PARAMETERS_H

#include <stddef.h>
#include <stdint.h>

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

#pragma clang assume_nonnull end

#endif
