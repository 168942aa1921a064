// The parameters of kernels besides their columns: curves, keyframes, timing, easings.

#ifndef VK_PARAMETERS_H
#define VK_PARAMETERS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A cubic Bezier that all elements share, whose coordinates are s ((1 - s) (c - s d) + s^2): c as seen from the start of
/// the curve and as seen from its end, d, and `x` at the middle of the curve.
typedef struct {
  float x_c[2], y_c[2];
  float x_d, y_d;
  float middle;
} vk_bezier;

/// The same for columns of `double`.
typedef struct {
  double x_c[2], y_c[2];
  double x_d, y_d;
  double middle;
} vk_double_bezier;

/// The positions in time of a keyframe track's pieces.
///
/// `ends` holds the ends of the pieces, ascending. The last one is beyond every time, and copies of it fill the table
/// to 32 entries, or to the next power of two.
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

/// A keyframe track in `Double`: `ends`, `buckets`, `scale` and `last_bucket` as in `vk_keyframe_index`, but a bucket
/// begins with the place of its first piece's row, counted in doubles, as the bits of an integer. A piece has a row of
/// `components` times four coefficients (degree 3) or eight (degree 5, the last two unused); where there are no more than
/// 32 pieces, `table` has the same by component and coefficient, 32 pieces each. Copies of the last end fill the table to
/// 32 entries or to the next power of two, and one more, because ends are read in pairs.
typedef struct {
  const double *ends;
  const double *_Nullable buckets;
  const double *rows;
  const double *_Nullable table;
  ptrdiff_t count;
  ptrdiff_t components;
  double scale;
  double last_bucket;
  int32_t degree;
} vk_double_keyframes;

/// The timing of n animations that share their modifiers: see ProgressKernels.swift. `rate` is in passes per second, `offset`
/// in passes and less than two, `total` in seconds or infinite; `limit` and `end` are the most progress there is before
/// and after the end.
typedef struct {
  double rate, offset, total;
  float progress_per_pass, least_progress, limit, end;
  int32_t repeats, autoreverses;
} vk_timing;

/// An ease in, and its direction: the argument is `scale` times x, or times 1 - x where x is beyond `turn`.
typedef struct {
  double turn, scale, unscale;
  /// The family's own parameters, as its kernel names them.
  double p[6];
} vk_easing;

// Polynomials of each member's own are in tiles of this many members, each with this many coefficients.
#define VK_TILE_MEMBERS 16
#define VK_TILE_COEFFICIENTS 6

/// The parameters of `steps()`: the number of steps, of jumps between them, and of jumps at the start.
typedef struct {
  float steps, jumps, first;
  int32_t before;
} vk_steps;

/// The change of colours by alpha: none; a product with alpha, of colours limited to 0...1 or not; or a quotient.
typedef int32_t vk_alpha;
#define VK_ALPHA_KEPT 0
#define VK_ALPHA_LIMITED_PRODUCT 1
#define VK_ALPHA_PRODUCT 2
#define VK_ALPHA_QUOTIENT 3

#pragma clang assume_nonnull end

#endif
