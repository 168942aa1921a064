// The lane shim for packing: numbers of 8 and 16 bits, and memory that is counted in bytes.
//
// Every function gives the same bits on every target, NaN included.

#ifndef VK_PACKING_H
#define VK_PACKING_H

#include "vk_lanes.h"

typedef uint32_t vk_u32 __attribute__((ext_vector_type(VK_F32_LANES)));
typedef uint16_t vk_u16_lanes __attribute__((ext_vector_type(VK_F32_LANES)));
typedef uint8_t vk_u8_lanes __attribute__((ext_vector_type(VK_F32_LANES)));
typedef uint16_t vk_u16_whole __attribute__((ext_vector_type(VK_BYTES / 2)));
typedef uint8_t vk_u8_whole __attribute__((ext_vector_type(VK_BYTES)));
#if VK_LEVEL_V4 || VK_LEVEL_V3
typedef int64_t vk_i64_whole __attribute__((ext_vector_type(VK_BYTES / 8)));
typedef short vk_i16_packing __attribute__((ext_vector_type(VK_BYTES / 2)));
typedef char vk_i8_packing __attribute__((ext_vector_type(VK_BYTES)));
#endif
#if VK_LEVEL_V4
#define VK_PACK(builtin, a, b) __builtin_ia32_##builtin##512(a, b)
#elif VK_LEVEL_V3
#define VK_PACK(builtin, a, b) __builtin_ia32_##builtin##256(a, b)
#endif

// MARK: - To integers

// Within -limit...limit or 0...limit, and 0 for NaN.
VK_INLINE vk_f32 vk_within_f32(vk_f32 a, vk_f32 limit) {
  return vk_min_f32(vk_max_f32((vk_i32)(a == a) ? a : (vk_f32)0.0f, -limit), limit);
}
VK_INLINE vk_f32 vk_saturated_f32(vk_f32 a, vk_f32 limit) { return vk_min_f32(vk_max_f32(a, (vk_f32)0.0f), limit); }

// The integer next to a number below 2^22, ties to even.
#if VK_LEVEL_V4 || VK_LEVEL_V3 || defined(__SSE2__)
VK_INLINE vk_i32 vk_nearest_i32(vk_f32 a) { return vk_integer_f32(a); }
#else
VK_INLINE vk_i32 vk_nearest_i32(vk_f32 a) { return vk_saturated_integer(a); }
#endif

// The same for any number: a number that is too large gives the nearest integer, and NaN gives 0.
#if VK_LEVEL_V4 || VK_LEVEL_V3 || defined(__SSE2__)
VK_INLINE vk_i32 vk_nearest_any_i32(vk_f32 a) {
  // The processor has the least integer for all of these; its complement is the greatest.
  return (vk_integer_f32(a) ^ (vk_i32)(a >= (vk_f32)0x1p31f)) & (vk_i32)(a == a);
}
#elif defined(__aarch64__) || defined(__wasm_simd128__)
VK_INLINE vk_i32 vk_nearest_any_i32(vk_f32 a) { return vk_saturated_integer(a); }
#else
VK_INLINE vk_i32 vk_nearest_any_i32(vk_f32 a) {
  vk_i32 above = (vk_i32)(a >= (vk_f32)0x1p31f), least = (vk_i32)(a <= (vk_f32)-0x1p31f);
  return vk_saturated_integer(a) | (above & INT32_MAX) | (least & INT32_MIN);
}
#endif

// MARK: - Registers of numbers packed into one

// Integers next to the numbers of four registers, ties to even, in 8 bits each: saturated to 0...255, or to -127...127;
// NaN gives 0. In the registers' order, or as rows, r in the lowest byte of each lane.
#if VK_LEVEL_V4 || VK_LEVEL_V3
// A number too large for an integer would become the least one, as NaN does; packing saturates all others.
VK_INLINE vk_i32 vk_integer_below(vk_f32 a, vk_f32 limit) { return vk_integer_f32(vk_min_f32(limit, a)); }
// Packing leaves each quarter or half of a register in place.
#if VK_LEVEL_V4
#define VK_IN_ORDER_OF_FOUR(v)                                                                                         \
  __builtin_shufflevector((vk_i32)(v), (vk_i32)(v), 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
#define VK_IN_ORDER_OF_TWO(v)                                                                                          \
  (vk_i32) __builtin_shufflevector((vk_i64_whole)(v), (vk_i64_whole)(v), 0, 2, 4, 6, 1, 3, 5, 7)
#define VK_ROWS_OF_BYTES                                                                                               \
  {0,  4, 8,  12, 1,  5, 9,  13, 2,  6, 10, 14, 3,  7, 11, 15, 0,  4, 8,  12, 1,  5, 9,  13, 2,  6, 10, 14,            \
   3,  7, 11, 15, 0,  4, 8,  12, 1,  5, 9,  13, 2,  6, 10, 14, 3,  7, 11, 15, 0,  4, 8,  12, 1,  5, 9,  13,            \
   2,  6, 10, 14, 3,  7, 11, 15}
#else
#define VK_IN_ORDER_OF_FOUR(v) __builtin_shufflevector((vk_i32)(v), (vk_i32)(v), 0, 4, 1, 5, 2, 6, 3, 7)
#define VK_IN_ORDER_OF_TWO(v)                                                                                          \
  (vk_i32) __builtin_shufflevector((vk_i64_whole)(v), (vk_i64_whole)(v), 0, 2, 1, 3)
#define VK_ROWS_OF_BYTES                                                                                               \
  {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}
#endif
VK_INLINE vk_i8_packing vk_pack_quarters_u8(vk_f32 a, vk_f32 b, vk_f32 c, vk_f32 d) {
  const vk_f32 limit = 255.0f;
  vk_i16_packing ab = VK_PACK(packssdw, vk_integer_below(a, limit), vk_integer_below(b, limit));
  vk_i16_packing cd = VK_PACK(packssdw, vk_integer_below(c, limit), vk_integer_below(d, limit));
  return VK_PACK(packuswb, ab, cd);
}
VK_INLINE vk_i32 vk_pack_rgba8(vk_f32 r, vk_f32 g, vk_f32 b, vk_f32 a) {
  const vk_i8_packing rows = VK_ROWS_OF_BYTES;
  return (vk_i32)VK_PACK(pshufb, vk_pack_quarters_u8(r, g, b, a), rows);
}
VK_INLINE vk_i32 vk_pack_u8(vk_f32 a, vk_f32 b, vk_f32 c, vk_f32 d) {
  return VK_IN_ORDER_OF_FOUR(vk_pack_quarters_u8(a, b, c, d));
}
VK_INLINE vk_i32 vk_pack_s8(vk_f32 a, vk_f32 b, vk_f32 c, vk_f32 d) {
  const vk_f32 limit = 127.0f;
  vk_i16_packing ab = VK_PACK(
      packssdw, vk_integer_f32(vk_within_f32(a, limit)), vk_integer_f32(vk_within_f32(b, limit)));
  vk_i16_packing cd = VK_PACK(
      packssdw, vk_integer_f32(vk_within_f32(c, limit)), vk_integer_f32(vk_within_f32(d, limit)));
  return VK_IN_ORDER_OF_FOUR(VK_PACK(packsswb, ab, cd));
}
#else
VK_INLINE vk_i32 vk_pack_rgba8(vk_f32 r, vk_f32 g, vk_f32 b, vk_f32 a) {
  const vk_f32 limit = 255.0f;
  return vk_nearest_i32(vk_saturated_f32(r, limit)) | vk_nearest_i32(vk_saturated_f32(g, limit)) << 8 |
         vk_nearest_i32(vk_saturated_f32(b, limit)) << 16 | vk_nearest_i32(vk_saturated_f32(a, limit)) << 24;
}
VK_INLINE vk_i32 vk_low_bytes(vk_i32 a, vk_i32 b, vk_i32 c, vk_i32 d) {
  vk_u16_whole ab = __builtin_shufflevector((vk_u16_whole)a, (vk_u16_whole)b, 0, 2, 4, 6, 8, 10, 12, 14);
  vk_u16_whole cd = __builtin_shufflevector((vk_u16_whole)c, (vk_u16_whole)d, 0, 2, 4, 6, 8, 10, 12, 14);
  return (vk_i32)__builtin_shufflevector((vk_u8_whole)ab, (vk_u8_whole)cd, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22,
                                         24, 26, 28, 30);
}
VK_INLINE vk_i32 vk_pack_u8(vk_f32 a, vk_f32 b, vk_f32 c, vk_f32 d) {
  const vk_f32 limit = 255.0f;
  return vk_low_bytes(vk_nearest_i32(vk_saturated_f32(a, limit)), vk_nearest_i32(vk_saturated_f32(b, limit)),
                      vk_nearest_i32(vk_saturated_f32(c, limit)), vk_nearest_i32(vk_saturated_f32(d, limit)));
}
VK_INLINE vk_i32 vk_pack_s8(vk_f32 a, vk_f32 b, vk_f32 c, vk_f32 d) {
  const vk_f32 limit = 127.0f;
  return vk_low_bytes(vk_nearest_i32(vk_within_f32(a, limit)), vk_nearest_i32(vk_within_f32(b, limit)),
                      vk_nearest_i32(vk_within_f32(c, limit)), vk_nearest_i32(vk_within_f32(d, limit)));
}
#endif

// The same for two registers in 16 bits each: saturated to 0...65535, or to -32767...32767.
#if VK_LEVEL_V4 || VK_LEVEL_V3
VK_INLINE vk_i32 vk_pack_u16(vk_f32 a, vk_f32 b) {
  const vk_f32 limit = 65535.0f;
  return VK_IN_ORDER_OF_TWO(VK_PACK(packusdw, vk_integer_below(a, limit), vk_integer_below(b, limit)));
}
VK_INLINE vk_i32 vk_pack_s16(vk_f32 a, vk_f32 b) {
  const vk_f32 limit = 32767.0f;
  return VK_IN_ORDER_OF_TWO(VK_PACK(
      packssdw, vk_integer_f32(vk_within_f32(a, limit)), vk_integer_f32(vk_within_f32(b, limit))));
}
#else
VK_INLINE vk_i32 vk_low_halves(vk_i32 a, vk_i32 b) {
  return (vk_i32)__builtin_shufflevector((vk_u16_whole)a, (vk_u16_whole)b, 0, 2, 4, 6, 8, 10, 12, 14);
}
VK_INLINE vk_i32 vk_pack_u16(vk_f32 a, vk_f32 b) {
  const vk_f32 limit = 65535.0f;
  return vk_low_halves(vk_nearest_i32(vk_saturated_f32(a, limit)), vk_nearest_i32(vk_saturated_f32(b, limit)));
}
VK_INLINE vk_i32 vk_pack_s16(vk_f32 a, vk_f32 b) {
  const vk_f32 limit = 32767.0f;
  return vk_low_halves(vk_nearest_i32(vk_within_f32(a, limit)), vk_nearest_i32(vk_within_f32(b, limit)));
}
#endif

// MARK: - IEEE 754 binary16

// To the nearest, ties to even, infinite from 65520 on; NaN is quiet and keeps the upper bits of its payload.
#if VK_LEVEL_V4
VK_INLINE vk_u16_lanes vk_half_f32(vk_f32 a) {
  typedef short vk_i16_lanes __attribute__((ext_vector_type(16)));
  vk_u16_lanes halves = (vk_u16_lanes)__builtin_ia32_vcvtps2ph512_mask(a, 0, (vk_i16_lanes)0, (unsigned short)-1);
  // Otherwise the compiler would convert into memory, which takes longer than to convert and then to store.
  VK_KEEP_VECTOR(halves);
  return halves;
}
VK_INLINE vk_f32 vk_from_half_f32(vk_u16_lanes a) {
  typedef short vk_i16_lanes __attribute__((ext_vector_type(16)));
  return __builtin_ia32_vcvtph2ps512_mask((vk_i16_lanes)a, (vk_f32)0.0f, (unsigned short)-1, 4);
}
#elif VK_LEVEL_V3 && defined(__F16C__)
VK_INLINE vk_u16_lanes vk_half_f32(vk_f32 a) {
  vk_u16_lanes halves = (vk_u16_lanes)__builtin_ia32_vcvtps2ph256(a, 0);
  VK_KEEP_VECTOR(halves);  // As above.
  return halves;
}
VK_INLINE vk_f32 vk_from_half_f32(vk_u16_lanes a) {
  typedef _Float16 vk_f16_lanes __attribute__((ext_vector_type(VK_F32_LANES)));
  return __builtin_convertvector((vk_f16_lanes)a, vk_f32);
}
#elif defined(__aarch64__)
VK_INLINE vk_u16_lanes vk_half_f32(vk_f32 a) {
  typedef _Float16 vk_f16_lanes __attribute__((ext_vector_type(VK_F32_LANES)));
  return (vk_u16_lanes)__builtin_convertvector(a, vk_f16_lanes);
}
VK_INLINE vk_f32 vk_from_half_f32(vk_u16_lanes a) {
  typedef _Float16 vk_f16_lanes __attribute__((ext_vector_type(VK_F32_LANES)));
  return __builtin_convertvector((vk_f16_lanes)a, vk_f32);
}
#else
VK_INLINE vk_u16_lanes vk_half_f32(vk_f32 a) {
  vk_i32 sign = (vk_i32)a & INT32_MIN, magnitude = (vk_i32)a ^ sign;
  // The exponent's bias changes from 127 to 15. Rounding the dropped bits carries upwards, into the exponent too.
  vk_i32 normal = (magnitude - (112 << 23) + 0xfff + ((magnitude >> 13) & 1)) >> 13;
  // Adding 1/2 leaves a subnormal number's bits as the sum's last ones, rounded.
  vk_i32 subnormal = (vk_i32)((vk_f32)magnitude + (vk_f32)0.5f) - 0x3f000000;
  vk_i32 nan = ((magnitude >> 13) & 0x3ff) | 0x7e00;
  vk_i32 special = magnitude > 0x7f800000 ? nan : (vk_i32)0x7c00;
  vk_i32 bits = magnitude < (113 << 23) ? subnormal : normal;
  bits = magnitude >= (143 << 23) ? special : bits;
  return __builtin_convertvector(bits | (vk_i32)((vk_u32)sign >> 16), vk_u16_lanes);
}
VK_INLINE vk_f32 vk_from_half_f32(vk_u16_lanes a) {
  vk_i32 bits = __builtin_convertvector(a, vk_i32);
  vk_i32 magnitude = (bits & 0x7fff) << 13, sign = (bits & 0x8000) << 16;
  vk_i32 finite = (vk_i32)((vk_f32)magnitude * (vk_f32)0x1p112f);
  vk_i32 quiet = magnitude > (0x7c00 << 13) ? (vk_i32)0x7fc00000 : (vk_i32)0x7f800000;
  return (vk_f32)((magnitude >= (0x7c00 << 13) ? magnitude | quiet : finite) | sign);
}
#endif

// MARK: - Memory counted in bytes, of any alignment

typedef int32_t vk_i32_in_memory __attribute__((ext_vector_type(VK_F32_LANES), aligned(1), may_alias));
typedef uint16_t vk_u16_in_memory __attribute__((ext_vector_type(VK_F32_LANES), aligned(1), may_alias));
typedef uint8_t vk_u8_in_memory __attribute__((ext_vector_type(VK_F32_LANES), aligned(1), may_alias));
typedef uint64_t vk_word_64 __attribute__((aligned(1), may_alias));
typedef uint32_t vk_word_32 __attribute__((aligned(1), may_alias));
typedef uint16_t vk_word_16 __attribute__((aligned(1), may_alias));

// A register.
VK_INLINE vk_i32 vk_load_i32(const void *p) { return *(const vk_i32_in_memory *)p; }
VK_INLINE void vk_store_i32(void *p, vk_i32 v) { *(vk_i32_in_memory *)p = v; }
VK_INLINE void vk_stream_i32(void *p, vk_i32 v) { vk_stream_f32((float *)p, vk_from_bits_f32(v)); }

// A register of numbers of 8 or 16 bits, one for each lane; higher bits are dropped.
VK_INLINE vk_i32 vk_load_u8(const void *p) {
  return __builtin_convertvector((vk_u8_lanes) * (const vk_u8_in_memory *)p, vk_i32);
}
VK_INLINE vk_u16_lanes vk_load_halves_u16(const void *p) { return *(const vk_u16_in_memory *)p; }
VK_INLINE vk_i32 vk_load_u16(const void *p) { return __builtin_convertvector(vk_load_halves_u16(p), vk_i32); }
VK_INLINE void vk_store_u8(void *p, vk_i32 v) { *(vk_u8_in_memory *)p = __builtin_convertvector(v, vk_u8_lanes); }
VK_INLINE void vk_store_halves_u16(void *p, vk_u16_lanes v) { *(vk_u16_in_memory *)p = v; }
VK_INLINE void vk_store_u16(void *p, vk_i32 v) { *(vk_u16_in_memory *)p = __builtin_convertvector(v, vk_u16_lanes); }

// The first `bytes` (0 ..< 8) of eight, the others being zero: two words that overlap.
VK_INLINE uint64_t vk_load_first_word(const uint8_t *p, ptrdiff_t bytes) {
  if (bytes >= 4) {
    return *(const vk_word_32 *)p | (uint64_t)*(const vk_word_32 *)(p + bytes - 4) << (8 * (bytes - 4));
  }
  if (bytes >= 2) {
    return *(const vk_word_16 *)p | (uint64_t)*(const vk_word_16 *)(p + bytes - 2) << (8 * (bytes - 2));
  }
  return bytes > 0 ? *p : 0;
}
VK_INLINE void vk_store_first_word(uint8_t *p, uint64_t word, ptrdiff_t bytes) {
  if (bytes >= 4) {
    *(vk_word_32 *)p = (uint32_t)word;
    *(vk_word_32 *)(p + bytes - 4) = (uint32_t)(word >> (8 * (bytes - 4)));
  } else if (bytes >= 2) {
    *(vk_word_16 *)p = (uint16_t)word;
    *(vk_word_16 *)(p + bytes - 2) = (uint16_t)(word >> (8 * (bytes - 2)));
  } else if (bytes > 0) {
    *p = (uint8_t)word;
  }
}

// The first `bytes` of a register, 0 ..< VK_BYTES. Nothing beyond them is read or written.
typedef uint64_t vk_words __attribute__((ext_vector_type(VK_BYTES / 8)));
#if VK_LEVEL_V4
VK_INLINE vk_i32 vk_load_first_bytes(const void *p, ptrdiff_t bytes) {
  return (vk_i32)__builtin_ia32_loaddquqi512_mask((const vk_i8_packing *)p, (vk_i8_packing)0, (1ull << bytes) - 1);
}
VK_INLINE void vk_store_first_bytes(void *p, vk_i32 v, ptrdiff_t bytes) {
  __builtin_ia32_storedquqi512_mask((vk_i8_packing *)p, (vk_i8_packing)v, (1ull << bytes) - 1);
}
#else
VK_INLINE vk_i32 vk_load_first_bytes(const void *p, ptrdiff_t bytes) {
  const uint8_t *from = (const uint8_t *)p;
  vk_words v = 0;
#pragma clang loop unroll(full)
  for (int k = 0; k < VK_BYTES / 8; k++) {
    ptrdiff_t rest = bytes - 8 * k;
    v[k] = rest >= 8 ? *(const vk_word_64 *)(from + 8 * k) : vk_load_first_word(from + 8 * k, rest);
  }
  return (vk_i32)v;
}
VK_INLINE void vk_store_first_bytes(void *p, vk_i32 v, ptrdiff_t bytes) {
  uint8_t *to = (uint8_t *)p;
  vk_words words = (vk_words)v;
#pragma clang loop unroll(full)
  for (int k = 0; k < VK_BYTES / 8; k++) {
    ptrdiff_t rest = bytes - 8 * k;
    if (rest >= 8) {
      *(vk_word_64 *)(to + 8 * k) = words[k];
    } else {
      vk_store_first_word(to + 8 * k, words[k], rest);
    }
  }
}
#endif

// The first `count` lanes, 0 ..< lanes, of 32, 16 or 8 bits.
VK_INLINE vk_i32 vk_load_first_i32(const void *p, ptrdiff_t count) { return vk_load_first_bytes(p, 4 * count); }
VK_INLINE void vk_store_first_i32(void *p, vk_i32 v, ptrdiff_t count) { vk_store_first_bytes(p, v, 4 * count); }
VK_INLINE vk_u16_lanes vk_load_first_halves_u16(const void *p, ptrdiff_t count) {
  return ((vk_u16_whole)vk_load_first_bytes(p, 2 * count)).lo;
}
VK_INLINE vk_i32 vk_load_first_u16(const void *p, ptrdiff_t count) {
  return __builtin_convertvector(vk_load_first_halves_u16(p, count), vk_i32);
}
VK_INLINE vk_i32 vk_load_first_u8(const void *p, ptrdiff_t count) {
  return __builtin_convertvector(((vk_u8_whole)vk_load_first_bytes(p, count)).lo.lo, vk_i32);
}
VK_INLINE void vk_store_first_halves_u16(void *p, vk_u16_lanes v, ptrdiff_t count) {
  vk_u16_whole whole = 0;
  whole.lo = v;
  vk_store_first_bytes(p, (vk_i32)whole, 2 * count);
}
VK_INLINE void vk_store_first_u16(void *p, vk_i32 v, ptrdiff_t count) {
  vk_store_first_halves_u16(p, __builtin_convertvector(v, vk_u16_lanes), count);
}
VK_INLINE void vk_store_first_u8(void *p, vk_i32 v, ptrdiff_t count) {
  vk_u8_whole whole = 0;
  whole.lo.lo = __builtin_convertvector(v, vk_u8_lanes);
  vk_store_first_bytes(p, (vk_i32)whole, count);
}

// MARK: - Memory with something in between

// A register's lanes, or the first `count` of them, each `stride` bytes after the one before.
VK_INLINE void vk_store_strided_i32(void *p, ptrdiff_t stride, vk_i32 v) {
  VK_KEEP_SHUFFLE(v);
#pragma clang loop unroll(full)
  for (int l = 0; l < VK_F32_LANES; l++) *(vk_word_32 *)((uint8_t *)p + l * stride) = (uint32_t)v[l];
}
VK_INLINE void vk_store_first_strided_i32(void *p, ptrdiff_t stride, vk_i32 v, ptrdiff_t count) {
#pragma clang loop unroll(full)
  for (int l = 0; l < VK_F32_LANES; l++) {
    if (l < count) *(vk_word_32 *)((uint8_t *)p + l * stride) = (uint32_t)v[l];
  }
}

// n pieces of the given number of bits, each `..._stride` bytes after the one before.
typedef uint64_t vk_word_128 __attribute__((ext_vector_type(2), aligned(1), may_alias));
#define VK_DEFINE_MOVE(bits, T, U)                                                                                     \
  VK_INLINE void vk_move_##bits(const uint8_t *from, ptrdiff_t from_stride, uint8_t *to, ptrdiff_t to_stride,          \
                                ptrdiff_t n) {                                                                         \
    for (; n >= 4; n -= 4, from += 4 * from_stride, to += 4 * to_stride) {                                             \
      U a = *(const T *)from, b = *(const T *)(from + from_stride);                                                    \
      U c = *(const T *)(from + 2 * from_stride), d = *(const T *)(from + 3 * from_stride);                            \
      *(T *)to = a;                                                                                                    \
      *(T *)(to + to_stride) = b;                                                                                      \
      *(T *)(to + 2 * to_stride) = c;                                                                                  \
      *(T *)(to + 3 * to_stride) = d;                                                                                  \
    }                                                                                                                  \
    for (; n > 0; n--, from += from_stride, to += to_stride) *(T *)to = *(const T *)from;                              \
  }
VK_DEFINE_MOVE(8, uint8_t, uint8_t)
VK_DEFINE_MOVE(16, vk_word_16, uint16_t)
VK_DEFINE_MOVE(32, vk_word_32, uint32_t)
VK_DEFINE_MOVE(64, vk_word_64, uint64_t)
VK_DEFINE_MOVE(128, vk_word_128, vk_word_128)

// Columns to rows of two to four numbers and back, in loops that compilers vectorise well.
#define VK_DEFINE_INTERLEAVE(S, T)                                                                                     \
  VK_INLINE void vk_rows_of_columns_##S(const T *restrict a, const T *restrict b, const T *restrict c,                 \
                                        const T *restrict d, T *restrict rows, int32_t components, ptrdiff_t n) {      \
    for (ptrdiff_t i = 0; i < n; i++, rows += components) {                                                            \
      rows[0] = a[i];                                                                                                  \
      rows[1] = b[i];                                                                                                  \
      if (components > 2) rows[2] = c[i];                                                                              \
      if (components > 3) rows[3] = d[i];                                                                              \
    }                                                                                                                  \
  }                                                                                                                    \
  VK_INLINE void vk_columns_of_rows_##S(const T *restrict rows, T *restrict a, T *restrict b, T *restrict c,           \
                                        T *restrict d, int32_t components, ptrdiff_t n) {                              \
    for (ptrdiff_t i = 0; i < n; i++, rows += components) {                                                            \
      a[i] = rows[0];                                                                                                  \
      b[i] = rows[1];                                                                                                  \
      if (components > 2) c[i] = rows[2];                                                                              \
      if (components > 3) d[i] = rows[3];                                                                              \
    }                                                                                                                  \
  }
VK_DEFINE_INTERLEAVE(u8, uint8_t)
VK_DEFINE_INTERLEAVE(u16, uint16_t)

// MARK: - Parts of a lane

// `width` bits of each lane from bit number `first` on.
VK_INLINE vk_i32 vk_field_i32(vk_i32 v, int32_t first, int32_t width) {
  return (vk_i32)(((vk_u32)v >> (uint32_t)first) & (uint32_t)((1ull << width) - 1));
}
// Byte number `channel` of each lane as a number, 0...255.
VK_INLINE vk_f32 vk_channel_f32(vk_i32 v, int32_t channel) { return vk_float_f32(vk_field_i32(v, 8 * channel, 8)); }
// The lowest `width` bits of each lane as a signed integer.
VK_INLINE vk_i32 vk_signed_i32(vk_i32 v, int32_t width) { return v << (32 - width) >> (32 - width); }
VK_INLINE vk_i32 vk_or_shifted_i32(vk_i32 a, vk_i32 b, int32_t shift) { return a | b << shift; }

// MARK: - Memory between the steps of packing

// Memory for a block of 256 values: four columns of floats, columns of their packed numbers, rows of packed values of
// up to 16 bytes each, and room to align them.
#define VK_PACKING_BLOCK 256
#define VK_PACKING_ROW_BYTES 16
typedef struct {
  float floats[(3 * VK_PACKING_BLOCK * VK_PACKING_ROW_BYTES + VK_ROW_ALIGNMENT) / sizeof(float)];
} vk_packing_block;

// Swift would fill it with zeros.
VK_INLINE vk_packing_block vk_uninitialized_packing_block(void) {
  vk_packing_block block;
  return block;
}

#endif
