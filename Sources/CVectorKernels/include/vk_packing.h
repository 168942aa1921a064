// The lane shim for packing: numbers of 8 and 16 bits, and memory that is counted in bytes.
//
// Every function gives the same bits on every target.

#ifndef VK_PACKING_H
#define VK_PACKING_H

#include "vk_lanes.h"

typedef uint8_t vk_u8_lanes __attribute__((ext_vector_type(VK_F32_LANES)));
typedef uint8_t vk_u8_lanes_unaligned __attribute__((ext_vector_type(VK_F32_LANES), aligned(1), may_alias));
typedef int32_t vk_i32_bytes __attribute__((ext_vector_type(VK_F32_LANES), aligned(1), may_alias));

// MARK: - To integers

// The integer next to each number, ties to even, for numbers of less than 2^22; NaN and numbers below -2^22 give any
// negative integer on x86-64 and need to be taken out before elsewhere.
#if VK_LEVEL_V4 || VK_LEVEL_V3 || defined(__SSE2__)
VK_INLINE vk_i32 vk_nearest_i32(vk_f32 a) { return vk_integer_f32(a); }
#else
VK_INLINE vk_i32 vk_nearest_i32(vk_f32 a) { return __builtin_convertvector(vk_round_f32(a), vk_i32); }
#endif

// 0...limit, and 0 for NaN.
VK_INLINE vk_f32 vk_saturated_f32(vk_f32 a, vk_f32 limit) { return vk_min_f32(vk_max_f32(a, (vk_f32)0.0f), limit); }

// MARK: - Four numbers of 8 bits in each lane

// Numbers next to r, g, b and a, ties to even, saturated to 0...255, NaN as 0; r in the lowest byte of its lane.
#if VK_LEVEL_V4
typedef short vk_i16_whole __attribute__((ext_vector_type(VK_BYTES / 2)));
typedef char vk_i8_whole __attribute__((ext_vector_type(VK_BYTES)));
VK_INLINE vk_i32 vk_pack_rgba8(vk_f32 r, vk_f32 g, vk_f32 b, vk_f32 a) {
  // What is too large for an integer would become a negative one, as NaN does. Packing saturates the rest.
  const vk_f32 limit = 255.0f;
  const vk_i8_whole order = {0,  4,  8,  12, 1,  5,  9,  13, 2,  6,  10, 14, 3,  7,  11, 15, 0,  4,  8,  12, 1, 5,
                             9,  13, 2,  6,  10, 14, 3,  7,  11, 15, 0,  4,  8,  12, 1,  5,  9,  13, 2,  6,  10, 14,
                             3,  7,  11, 15, 0,  4,  8,  12, 1,  5,  9,  13, 2,  6,  10, 14, 3,  7,  11, 15};
  vk_i32 r0 = vk_integer_f32(vk_min_f32(limit, r)), g0 = vk_integer_f32(vk_min_f32(limit, g));
  vk_i32 b0 = vk_integer_f32(vk_min_f32(limit, b)), a0 = vk_integer_f32(vk_min_f32(limit, a));
  vk_i16_whole rg = (vk_i16_whole)__builtin_ia32_packssdw512(r0, g0);
  vk_i16_whole ba = (vk_i16_whole)__builtin_ia32_packssdw512(b0, a0);
  return (vk_i32)__builtin_ia32_pshufb512(__builtin_ia32_packuswb512(rg, ba), order);
}
#elif VK_LEVEL_V3
typedef short vk_i16_whole __attribute__((ext_vector_type(VK_BYTES / 2)));
typedef char vk_i8_whole __attribute__((ext_vector_type(VK_BYTES)));
VK_INLINE vk_i32 vk_pack_rgba8(vk_f32 r, vk_f32 g, vk_f32 b, vk_f32 a) {
  // What is too large for an integer would become a negative one, as NaN does. Packing saturates the rest.
  const vk_f32 limit = 255.0f;
  const vk_i8_whole order = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
                             0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  vk_i32 r0 = vk_integer_f32(vk_min_f32(limit, r)), g0 = vk_integer_f32(vk_min_f32(limit, g));
  vk_i32 b0 = vk_integer_f32(vk_min_f32(limit, b)), a0 = vk_integer_f32(vk_min_f32(limit, a));
  vk_i16_whole rg = (vk_i16_whole)__builtin_ia32_packssdw256(r0, g0);
  vk_i16_whole ba = (vk_i16_whole)__builtin_ia32_packssdw256(b0, a0);
  return (vk_i32)__builtin_ia32_pshufb256(__builtin_ia32_packuswb256(rg, ba), order);
}
#else
VK_INLINE vk_i32 vk_pack_rgba8(vk_f32 r, vk_f32 g, vk_f32 b, vk_f32 a) {
  const vk_f32 limit = 255.0f;
  return vk_nearest_i32(vk_saturated_f32(r, limit)) | vk_nearest_i32(vk_saturated_f32(g, limit)) << 8 |
         vk_nearest_i32(vk_saturated_f32(b, limit)) << 16 | vk_nearest_i32(vk_saturated_f32(a, limit)) << 24;
}
#endif

// Byte number `channel` of each lane, 0...255.
VK_INLINE vk_f32 vk_channel_f32(vk_i32 pixels, int32_t channel) {
  typedef uint32_t vk_u32 __attribute__((ext_vector_type(VK_F32_LANES)));
  return vk_float_f32((vk_i32)((vk_u32)pixels >> (uint32_t)(8 * channel)) & 255);
}

// MARK: - Memory of any alignment

VK_INLINE vk_i32 vk_load_i32(const void *p) { return *(const vk_i32_bytes *)p; }
VK_INLINE void vk_store_i32(void *p, vk_i32 v) { *(vk_i32_bytes *)p = v; }

// The first `count` lanes (0 ..< lanes), the others being zero; memory beyond them is neither read nor written.
#if VK_LEVEL_V4 || VK_LEVEL_V3
VK_INLINE vk_i32 vk_load_first_i32(const void *p, ptrdiff_t count) {
  return vk_bits_f32(vk_load_first_f32((const float *)p, count));
}
VK_INLINE void vk_store_first_i32(void *p, vk_i32 v, ptrdiff_t count) {
  vk_store_first_f32((float *)p, vk_from_bits_f32(v), count);
}
#else
typedef int32_t vk_i32_unaligned_scalar __attribute__((aligned(1), may_alias));
VK_INLINE vk_i32 vk_load_first_i32(const void *p, ptrdiff_t count) {
  const vk_i32_unaligned_scalar *lanes = (const vk_i32_unaligned_scalar *)p;
  vk_i32 v = 0;
  if (count > 0) v[0] = lanes[0];
  if (count > 1) v[1] = lanes[1];
  if (count > 2) v[2] = lanes[2];
  VK_KEEP_VECTOR(v);
  return v;
}
VK_INLINE void vk_store_first_i32(void *p, vk_i32 v, ptrdiff_t count) {
  vk_i32_unaligned_scalar *lanes = (vk_i32_unaligned_scalar *)p;
  VK_KEEP_VECTOR(v);
  if (count > 0) lanes[0] = v[0];
  if (count > 1) lanes[1] = v[1];
  if (count > 2) lanes[2] = v[2];
}
#endif

#endif
