// The lane shim for colours, and the kernels' descriptions of colour spaces.

#ifndef VK_COLORS_H
#define VK_COLORS_H

#include <stdbool.h>

#include "vk_lanes.h"
#include "vk_packing.h"

#pragma clang assume_nonnull begin

// MARK: - Conversions

/// One direction of a transfer function, mirrored for negative numbers. Up to `limit` it is `slope * x`; beyond it
/// (scale * x + offset)^power where it decodes, and scale * x^power + offset where it encodes.
typedef struct {
  double limit, slope, scale, offset, power;
} vk_transfer;

// The coordinates that a space's components are.
#define VK_SHAPE_RECTANGULAR 0
#define VK_SHAPE_POLAR 1
#define VK_SHAPE_HSL 2
#define VK_SHAPE_HWB 3
#define VK_SHAPE_HSB 4

// The curve between rectangular components and linear light.
#define VK_CURVE_NONE 0
#define VK_CURVE_TRANSFER 1
#define VK_CURVE_LAB 2
#define VK_CURVE_OKLAB 3

/// Polynomials between 8 bits of sRGB and linear light: see RGBA8Kernels.swift. The encoding's rows suit registers
/// where the tables are aligned to VK_ROW_ALIGNMENT. The encoding is of light times `light_scale`, and `lights` holds
/// the decoded light of each of the 256 bytes.
typedef struct {
  vk_quintics encoding;
  vk_quartics decoding;
  double light_scale;
  const float *lights;
} vk_srgb8_tables;

/// Three rows of three.
typedef struct {
  double entries[9];
} vk_matrix;

/// A conversion from the components of one colour space to those of another: shape, curve, matrix, curve, shape.
/// Conversions share their matrices.
typedef struct {
  int32_t from_shape, decoding, encoding, to_shape;
  /// The index of the component that is a hue, which alpha doesn't multiply; -1 if none is.
  int32_t hue;
  vk_transfer decoder, encoder;
  /// NULL where both spaces have the same linear light.
  const vk_matrix *_Nullable matrix;
  /// Oklab's own, to the cube roots of light and back. Lightness counts 1 in each of them.
  const vk_matrix *_Nullable to_roots, *_Nullable from_roots;
} vk_color_conversion;

/// A gradient of `segments` pieces, at least 1, from one stop to the next. `ends` is where each but the last one ends,
/// ascending; piece k is reached at starts[k], and its row has the four components there, premultiplied, and what is
/// added to them over (location - starts[k]) * scales[k] of 0...1.
typedef struct {
  const float *ends, *starts, *scales, *rows;
  ptrdiff_t segments;
} vk_gradient;

// The kinds of sources of colours. Those from pairs on are mixed, and premultiplied.
#define VK_FROM_COLUMNS 0
#define VK_FROM_DOUBLES 1
#define VK_FROM_RGBA8 2
#define VK_FROM_PAIRS 3
#define VK_FROM_DOUBLE_PAIRS 4
#define VK_FROM_GRADIENT 5

/// Colours to convert, read from one of these:
///
/// - the three components of `from`, and its alpha, which is 1 where there is none;
/// - the three components of `doubles`, and its alpha, if any;
/// - rows of 8-bit sRGB and alpha;
/// - premultiplied colours between `from` and `to`, or between `doubles` and `to_doubles`, at each one's amount or at
///   one amount for all;
/// - the premultiplied colours of a gradient, at the locations in `amount_each`.
///
/// The destination of colours in `double` has to be `doubles`, too.
typedef struct {
  int32_t kind;
  float amount;
  double double_amount;
  const float *_Nullable from[4], *_Nullable to[4];
  const double *_Nullable doubles[4], *_Nullable to_doubles[4];
  const float *_Nullable amount_each;
  const double *_Nullable double_amount_each;
  const uint8_t *_Nullable rgba8;
  const vk_gradient *_Nullable gradient;
} vk_color_source;

/// The destination of colours: columns of `float`, or of `double` where the source is, of which alpha's may be missing;
/// or rows of 8-bit sRGB and alpha.
typedef struct {
  float *_Nullable columns[4];
  double *_Nullable doubles[4];
  uint8_t *_Nullable rgba8;
} vk_color_sink;

// MARK: - Bits

#define VK_DEFINE_SHIFT(S, I, U, L)                                                                                    \
  typedef U vk_unsigned_##S __attribute__((ext_vector_type(L)));                                                       \
  VK_INLINE I vk_shift_right_##S(I a, int32_t count) { return (I)((vk_unsigned_##S)a >> (U)count); }
VK_DEFINE_SHIFT(f32, vk_i32, uint32_t, VK_F32_LANES)
VK_DEFINE_SHIFT(f64, vk_i64, uint64_t, VK_F64_LANES)

// The sum of bytes, at most 255 each.
VK_INLINE vk_i32 vk_add_bytes(vk_i32 a, vk_i32 b) {
  typedef uint8_t bytes __attribute__((ext_vector_type(VK_BYTES)));
  return (vk_i32)__builtin_elementwise_add_sat((bytes)a, (bytes)b);
}

// Four bytes of each lane, from numbers of 0...255.
VK_INLINE vk_i32 vk_join_bytes(vk_i32 r, vk_i32 g, vk_i32 b, vk_i32 a) { return (r | g << 8) | (b << 16 | a << 24); }

// MARK: - Between the elements: the lanes of a register of floats are those of two of doubles

typedef float vk_f32_of_f64 __attribute__((ext_vector_type(VK_F64_LANES)));
#if VK_BYTES == 64
#define VK_FIRST_LANES 0, 1, 2, 3, 4, 5, 6, 7
#define VK_LAST_LANES 8, 9, 10, 11, 12, 13, 14, 15
#elif VK_BYTES == 32
#define VK_FIRST_LANES 0, 1, 2, 3
#define VK_LAST_LANES 4, 5, 6, 7
#else
#define VK_FIRST_LANES 0, 1
#define VK_LAST_LANES 2, 3
#endif
VK_INLINE vk_f64 vk_widen_low(vk_f32 v) {
  return __builtin_convertvector(__builtin_shufflevector(v, v, VK_FIRST_LANES), vk_f64);
}
VK_INLINE vk_f64 vk_widen_high(vk_f32 v) {
  return __builtin_convertvector(__builtin_shufflevector(v, v, VK_LAST_LANES), vk_f64);
}
VK_INLINE vk_f32 vk_narrow(vk_f64 low, vk_f64 high) {
  return __builtin_shufflevector(__builtin_convertvector(low, vk_f32_of_f64),
                                 __builtin_convertvector(high, vk_f32_of_f64), VK_FIRST_LANES, VK_LAST_LANES);
}

// Returns the same table, hidden from the compiler: for a table longer than the registers, it would keep the entries of
// one look-up on the stack for the next.
VK_INLINE const vk_quintics *vk_read_again(const vk_quintics *quintics) {
#if VK_LEVEL_V3
  __asm__ volatile("" : "+r"(quintics));
#endif
  return quintics;
}

// Returns whether a look-up in a table of 32 is one instruction.
VK_INLINE bool vk_has_register_tables(void) { return VK_HAS_REGISTER_TABLES; }

#pragma clang assume_nonnull end

#endif
