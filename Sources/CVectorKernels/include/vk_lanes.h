// The lane shim: what the kernels need from a vector register and Swift's SIMD types don't compile to one instruction.
//
// `vk_f32` and `vk_f64` are the widest vectors of the level being compiled (16, 8 or 4 floats), so a kernel is written
// once. Every function is `static inline`, takes vectors by value and gives the same bits on every target that fuses
// multiply-adds; on targets without fused multiply-add (`VK_FUSED` is 0) only rounding differs.

#ifndef VK_LANES_H
#define VK_LANES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define VK_LEVEL_V4 1
#define VK_BYTES 64
#elif defined(__AVX2__) && defined(__FMA__)
#define VK_LEVEL_V3 1
#define VK_BYTES 32
#else
#define VK_BYTES 16
#endif

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__aarch64__)
#define VK_FUSED 1
#else
#define VK_FUSED 0
#endif

#define VK_F32_LANES (VK_BYTES / 4)
#define VK_F64_LANES (VK_BYTES / 8)
#define VK_INLINE static inline __attribute__((always_inline, unused))

typedef float vk_f32 __attribute__((ext_vector_type(VK_F32_LANES)));
typedef int32_t vk_i32 __attribute__((ext_vector_type(VK_F32_LANES)));
typedef double vk_f64 __attribute__((ext_vector_type(VK_F64_LANES)));
typedef int64_t vk_i64 __attribute__((ext_vector_type(VK_F64_LANES)));

// MARK: - Arithmetic, the same for both elements

#define VK_DEFINE_ARITHMETIC(S, F, I)                                                                                  \
  /* a * b + c, rounded once where the target fuses. */                                                                \
  VK_INLINE F vk_fma_##S(F a, F b, F c) { return VK_MULTIPLY_ADD(a, b, c); }                                           \
  VK_INLINE F vk_negated_##S(F a) { return -a; }                                                                       \
  VK_INLINE F vk_sqrt_##S(F a) { return __builtin_elementwise_sqrt(a); }                                               \
  /* The mask lanes are -1 where the comparison holds and 0 elsewhere; a comparison with NaN doesn't hold. */          \
  VK_INLINE I vk_less_##S(F a, F b) { return a < b; }                                                                  \
  VK_INLINE I vk_less_equal_##S(F a, F b) { return (I)(a <= b); }                                                      \
  VK_INLINE I vk_nonzero_##S(I a) { return (I)(a != 0); }                                                              \
  VK_INLINE I vk_less_bits_##S(I a, I b) { return (I)(a < b); }                                                        \
  VK_INLINE F vk_select_##S(I mask, F yes, F no) { return mask ? yes : no; }                                           \
  /* The second argument where either is NaN, so that put second, data keeps its NaN. */                               \
  VK_INLINE F vk_min_##S(F a, F b) { return a < b ? a : b; }                                                           \
  VK_INLINE F vk_max_##S(F a, F b) { return a > b ? a : b; }                                                           \
  VK_INLINE I vk_bits_##S(F a) { return (I)a; }                                                                        \
  VK_INLINE F vk_from_bits_##S(I a) { return (F)a; }                                                                   \
  VK_INLINE F vk_abs_##S(F a) { return __builtin_elementwise_abs(a); }                                                 \
  VK_INLINE F vk_copysign_##S(F magnitude, F sign) { return __builtin_elementwise_copysign(magnitude, sign); }

#if VK_FUSED
#define VK_MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define VK_MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

VK_DEFINE_ARITHMETIC(f32, vk_f32, vk_i32)
VK_DEFINE_ARITHMETIC(f64, vk_f64, vk_i64)

// MARK: - Rounding to the nearest integer, ties to even

#if defined(__SSE4_1__) || defined(__aarch64__) || defined(__wasm_simd128__)
#define VK_DEFINE_ROUND(S, F, PUSH, LIMIT)                                                                             \
  VK_INLINE F vk_round_##S(F a) { return __builtin_elementwise_roundeven(a); }
#else
// Without a rounding instruction: adding 1.5 * 2^(bits) pushes the fraction out. Larger numbers have no fraction.
#define VK_DEFINE_ROUND(S, F, PUSH, LIMIT)                                                                             \
  VK_INLINE F vk_round_##S(F a) {                                                                                      \
    const F push = PUSH, limit = LIMIT;                                                                                \
    return vk_abs_##S(a) < limit ? (a + push) - push : a;                                                              \
  }
#endif
VK_DEFINE_ROUND(f32, vk_f32, 0x1.8p23f, 0x1p22f)
VK_DEFINE_ROUND(f64, vk_f64, 0x1.8p52, 0x1p51)

// MARK: - What is left of a product

// a * b - whole, where whole is the integer next to the product: rounded once, after the integer was taken off.
#if VK_FUSED
#define VK_DEFINE_REMAINDER(S, F, SPLITTER)                                                                            \
  VK_INLINE F vk_remainder_##S(F a, F b, F whole) { return __builtin_elementwise_fma(a, b, -whole); }
#else
// Dekker's product: each factor split into two halves of few enough bits that all four products are exact.
#define VK_DEFINE_REMAINDER(S, F, SPLITTER)                                                                            \
  VK_INLINE F vk_remainder_##S(F a, F b, F whole) {                                                                    \
    const F splitter = SPLITTER;                                                                                       \
    F as = a * splitter, bs = b * splitter, p = a * b;                                                                 \
    F ah = as - (as - a), bh = bs - (bs - b);                                                                          \
    F al = a - ah, bl = b - bh;                                                                                        \
    return (p - whole) + (((ah * bh - p) + ah * bl + al * bh) + al * bl);                                              \
  }
#endif
VK_DEFINE_REMAINDER(f32, vk_f32, 0x1.002p12f)
VK_DEFINE_REMAINDER(f64, vk_f64, 0x1.0000004p27)

// The low bits of a whole number: all 32 of a float below 2^31 on x86-64, 22 of one below 2^22 elsewhere; 51 of a
// double.
#if VK_LEVEL_V4
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) {
  return (vk_i32)__builtin_ia32_cvtps2dq512_mask(whole, (vk_i32)0, (unsigned short)-1, 4);
}
#elif VK_LEVEL_V3
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) { return (vk_i32)__builtin_ia32_cvtps2dq256(whole); }
#elif defined(__SSE2__)
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) { return (vk_i32)__builtin_ia32_cvtps2dq(whole); }
#else
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) { return (vk_i32)(whole + (vk_f32)0x1.8p23f); }
#endif
VK_INLINE vk_i64 vk_integer_f64(vk_f64 whole) { return (vk_i64)(whole + (vk_f64)0x1.8p52); }

// MARK: - Memory

// Hides from the compiler that lanes are equal or unused, or it would compute on one lane alone.
#if defined(__x86_64__)
#define VK_KEEP_VECTOR(v) __asm__("" : "+v"(v))
#else
#define VK_KEEP_VECTOR(v)
#endif

typedef float vk_f32_unaligned __attribute__((ext_vector_type(VK_F32_LANES), aligned(4), may_alias));
typedef double vk_f64_unaligned __attribute__((ext_vector_type(VK_F64_LANES), aligned(8), may_alias));

VK_INLINE vk_f32 vk_load_f32(const float *p) { return *(const vk_f32_unaligned *)p; }
VK_INLINE vk_f64 vk_load_f64(const double *p) { return *(const vk_f64_unaligned *)p; }
VK_INLINE void vk_store_f32(float *p, vk_f32 v) { *(vk_f32_unaligned *)p = v; }
VK_INLINE void vk_store_f64(double *p, vk_f64 v) { *(vk_f64_unaligned *)p = v; }

// The same a half at a time: beyond the caches some AVX-512 processors move 64-byte registers more slowly than pairs of
// 32 bytes. On other levels it is the same as a whole register.
#if VK_LEVEL_V4
typedef float vk_f32_half __attribute__((ext_vector_type(VK_F32_LANES / 2)));
typedef double vk_f64_half __attribute__((ext_vector_type(VK_F64_LANES / 2)));
#define VK_DEFINE_HALVES(S, T, F)                                                                                      \
  typedef T vk_##S##_half_unaligned                                                                                    \
      __attribute__((ext_vector_type(VK_BYTES / 2 / sizeof(T)), aligned(sizeof(T)), may_alias));                       \
  VK_INLINE F vk_load_halves_##S(const T *p) {                                                                         \
    vk_##S##_half low = *(const vk_##S##_half_unaligned *)p;                                                           \
    vk_##S##_half high = *(const vk_##S##_half_unaligned *)(p + VK_BYTES / 2 / sizeof(T));                             \
    /* Or the compiler would join the two. */                                                                          \
    VK_KEEP_VECTOR(low);                                                                                               \
    F v;                                                                                                               \
    v.lo = low;                                                                                                        \
    v.hi = high;                                                                                                       \
    return v;                                                                                                          \
  }                                                                                                                    \
  VK_INLINE void vk_store_halves_##S(T *p, F v) {                                                                      \
    vk_##S##_half high = v.hi;                                                                                         \
    VK_KEEP_VECTOR(high);                                                                                              \
    *(vk_##S##_half_unaligned *)p = v.lo;                                                                              \
    *(vk_##S##_half_unaligned *)(p + VK_BYTES / 2 / sizeof(T)) = high;                                                 \
  }
#else
#define VK_DEFINE_HALVES(S, T, F)                                                                                      \
  VK_INLINE F vk_load_halves_##S(const T *p) { return vk_load_##S(p); }                                                \
  VK_INLINE void vk_store_halves_##S(T *p, F v) { vk_store_##S(p, v); }
#endif
VK_DEFINE_HALVES(f32, float, vk_f32)
VK_DEFINE_HALVES(f64, double, vk_f64)

// Whether halves differ from wholes, and from how many bytes on a kernel that only moves memory uses them.
#if VK_LEVEL_V4
#define VK_HAS_HALVES 1
#else
#define VK_HAS_HALVES 0
#endif
#define VK_HALVES_BYTES (4 << 20)

// The first `count` lanes (0 ..< lanes), the others being zero; memory beyond them is neither read nor written.
#if VK_LEVEL_V4
VK_INLINE vk_f32 vk_load_first_f32(const float *p, ptrdiff_t count) {
  return __builtin_ia32_loadups512_mask((const float *)p, (vk_f32)0.0f, (unsigned short)((1u << count) - 1));
}
VK_INLINE void vk_store_first_f32(float *p, vk_f32 v, ptrdiff_t count) {
  __builtin_ia32_storeups512_mask(p, v, (unsigned short)((1u << count) - 1));
}
VK_INLINE vk_f64 vk_load_first_f64(const double *p, ptrdiff_t count) {
  return __builtin_ia32_loadupd512_mask((const double *)p, (vk_f64)0.0, (unsigned char)((1u << count) - 1));
}
VK_INLINE void vk_store_first_f64(double *p, vk_f64 v, ptrdiff_t count) {
  __builtin_ia32_storeupd512_mask(p, v, (unsigned char)((1u << count) - 1));
}
#elif VK_LEVEL_V3
VK_INLINE vk_i32 vk_first_lanes_f32(ptrdiff_t count) {
  const vk_i32 lane = {0, 1, 2, 3, 4, 5, 6, 7};
  return (vk_i32)(lane < (vk_i32)(int32_t)count);
}
VK_INLINE vk_i64 vk_first_lanes_f64(ptrdiff_t count) {
  const vk_i64 lane = {0, 1, 2, 3};
  return (vk_i64)(lane < (vk_i64)(int64_t)count);
}
VK_INLINE vk_f32 vk_load_first_f32(const float *p, ptrdiff_t count) {
  return __builtin_ia32_maskloadps256((const void *)p, vk_first_lanes_f32(count));
}
VK_INLINE void vk_store_first_f32(float *p, vk_f32 v, ptrdiff_t count) {
  __builtin_ia32_maskstoreps256((void *)p, vk_first_lanes_f32(count), v);
}
VK_INLINE vk_f64 vk_load_first_f64(const double *p, ptrdiff_t count) {
  return __builtin_ia32_maskloadpd256((const void *)p, vk_first_lanes_f64(count));
}
VK_INLINE void vk_store_first_f64(double *p, vk_f64 v, ptrdiff_t count) {
  __builtin_ia32_maskstorepd256((void *)p, vk_first_lanes_f64(count), v);
}
#else
VK_INLINE vk_f32 vk_load_first_f32(const float *p, ptrdiff_t count) {
  vk_f32 v = 0.0f;
  if (count > 0) v[0] = p[0];
  if (count > 1) v[1] = p[1];
  if (count > 2) v[2] = p[2];
  VK_KEEP_VECTOR(v);
  return v;
}
VK_INLINE void vk_store_first_f32(float *p, vk_f32 v, ptrdiff_t count) {
  VK_KEEP_VECTOR(v);
  if (count > 0) p[0] = v[0];
  if (count > 1) p[1] = v[1];
  if (count > 2) p[2] = v[2];
}
VK_INLINE vk_f64 vk_load_first_f64(const double *p, ptrdiff_t count) {
  vk_f64 v = 0.0;
  if (count > 0) v[0] = p[0];
  VK_KEEP_VECTOR(v);
  return v;
}
VK_INLINE void vk_store_first_f64(double *p, vk_f64 v, ptrdiff_t count) {
  VK_KEEP_VECTOR(v);
  if (count > 0) p[0] = v[0];
}
#endif

// MARK: - Memory between passes

// Eight rows of a block of elements, and what aligning them takes: Swift has no variables aligned to more than 16 bytes.
#define VK_ROWS 8
#define VK_ROW_BYTES 1024
#define VK_ROW_ALIGNMENT 64
typedef struct {
  float floats[(VK_ROWS * VK_ROW_BYTES + VK_ROW_ALIGNMENT) / sizeof(float)];
} vk_rows;

// Swift would fill them with zeros.
VK_INLINE vk_rows vk_uninitialized_rows(void) {
  vk_rows rows;
  return rows;
}

// MARK: - Lanes moved about

// Lane l of the result is lane (vector * lanes + l) / repeats of `v`: part number `vector` of the row that repeats each
// lane of `v` so many times. With constant arguments this is one shuffle.
VK_INLINE vk_f32 vk_repeat_f32(vk_f32 v, int32_t repeats, int32_t vector) {
  vk_f32 r;
  for (int32_t l = 0; l < VK_F32_LANES; l++) r[l] = v[(vector * VK_F32_LANES + l) / repeats];
  VK_KEEP_VECTOR(r);
  return r;
}
VK_INLINE vk_f64 vk_repeat_f64(vk_f64 v, int32_t repeats, int32_t vector) {
  vk_f64 r;
  for (int32_t l = 0; l < VK_F64_LANES; l++) r[l] = v[(vector * VK_F64_LANES + l) / repeats];
  VK_KEEP_VECTOR(r);
  return r;
}

// Lane l of the result is lane index[l] of `v`, where the permutation is that of the index; only its low bits count.
VK_INLINE vk_i32 vk_permutation_f32(vk_i32 index) { return index; }
#if VK_LEVEL_V3
// AVX2 permutes nothing wider than 32 bits across halves: doubles move as two.
VK_INLINE vk_i64 vk_permutation_f64(vk_i64 index) {
  return (vk_i64)((vk_i32)(index * 2) + (vk_i32)(index << 33) + (vk_i32){0, 1, 0, 1, 0, 1, 0, 1});
}
#else
VK_INLINE vk_i64 vk_permutation_f64(vk_i64 index) { return index; }
#endif
#if VK_LEVEL_V4
VK_INLINE vk_f32 vk_permute_f32(vk_f32 v, vk_i32 index) { return __builtin_ia32_permvarsf512(v, index); }
VK_INLINE vk_f64 vk_permute_f64(vk_f64 v, vk_i64 index) { return __builtin_ia32_permvardf512(v, index); }
#elif VK_LEVEL_V3
VK_INLINE vk_f32 vk_permute_f32(vk_f32 v, vk_i32 index) { return __builtin_ia32_permvarsf256(v, index); }
VK_INLINE vk_f64 vk_permute_f64(vk_f64 v, vk_i64 permutation) {
  return (vk_f64)__builtin_ia32_permvarsf256((vk_f32)v, (vk_i32)permutation);
}
#else
VK_INLINE vk_f32 vk_permute_f32(vk_f32 v, vk_i32 index) {
  vk_f32 r;
  for (int32_t l = 0; l < VK_F32_LANES; l++) r[l] = v[index[l] & (VK_F32_LANES - 1)];
  return r;
}
VK_INLINE vk_f64 vk_permute_f64(vk_f64 v, vk_i64 index) {
  vk_f64 r;
  for (int32_t l = 0; l < VK_F64_LANES; l++) r[l] = v[index[l] & (VK_F64_LANES - 1)];
  return r;
}
#endif

VK_INLINE vk_i32 vk_lane_numbers_f32(void) {
  vk_i32 r;
  for (int32_t l = 0; l < VK_F32_LANES; l++) r[l] = l;
  return r;
}
VK_INLINE vk_i64 vk_lane_numbers_f64(void) {
  vk_i64 r;
  for (int32_t l = 0; l < VK_F64_LANES; l++) r[l] = l;
  return r;
}

// Bit l is set where mask lane l is -1.
#if VK_LEVEL_V4
VK_INLINE uint32_t vk_mask_bits_f32(vk_i32 mask) { return (uint16_t)__builtin_ia32_cvtd2mask512(mask); }
VK_INLINE uint32_t vk_mask_bits_f64(vk_i64 mask) { return (uint8_t)__builtin_ia32_cvtq2mask512(mask); }
#elif VK_LEVEL_V3
VK_INLINE uint32_t vk_mask_bits_f32(vk_i32 mask) { return (uint32_t)__builtin_ia32_movmskps256((vk_f32)mask); }
VK_INLINE uint32_t vk_mask_bits_f64(vk_i64 mask) { return (uint32_t)__builtin_ia32_movmskpd256((vk_f64)mask); }
#elif defined(__SSE2__)
VK_INLINE uint32_t vk_mask_bits_f32(vk_i32 mask) { return (uint32_t)__builtin_ia32_movmskps((vk_f32)mask); }
VK_INLINE uint32_t vk_mask_bits_f64(vk_i64 mask) { return (uint32_t)__builtin_ia32_movmskpd((vk_f64)mask); }
#else
VK_INLINE uint32_t vk_mask_bits_f32(vk_i32 mask) {
  return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
}
VK_INLINE uint32_t vk_mask_bits_f64(vk_i64 mask) { return (uint32_t)((mask[0] & 1) | (mask[1] & 2)); }
#endif

// MARK: - A table of 32 polynomials of degree four

// A curve baked into 32 quartics around 32 knots of q = x, or of the root q = sqrt(scale * x + offset). The same
// coefficients in both orders: by coefficient for registers looked up with a permute, and by segment for targets that
// read each lane's coefficients from memory (padded to eight floats: two segments fill a cache line).
typedef struct {
  float scale, offset;
  int32_t takes_root;
  float by_coefficient[5][32];
  float by_segment[32][8];
} vk_baked_curve;

// A register's worth of 32 floats: half of such a table where registers hold 16 lanes, unused elsewhere.
VK_INLINE vk_f32 vk_table_low(const vk_baked_curve *curve, int32_t c) { return vk_load_f32(curve->by_coefficient[c]); }
VK_INLINE vk_f32 vk_table_high(const vk_baked_curve *curve, int32_t c) {
  return vk_load_f32(curve->by_coefficient[c] + 16);
}

// Lane l of the result is quartic number index[l] at u[l]; only the low five bits of an index count. The coefficients
// are in the ten registers where those hold 16 lanes, and read from the curve elsewhere.
VK_INLINE vk_f32 vk_quartic(const vk_baked_curve *curve, vk_f32 low0, vk_f32 low1, vk_f32 low2, vk_f32 low3,
                            vk_f32 low4, vk_f32 high0, vk_f32 high1, vk_f32 high2, vk_f32 high3, vk_f32 high4,
                            vk_i32 index, vk_f32 u) {
#if VK_LEVEL_V4
  vk_f32 c0 = __builtin_ia32_vpermi2varps512(low0, index, high0);
  vk_f32 c1 = __builtin_ia32_vpermi2varps512(low1, index, high1);
  vk_f32 c2 = __builtin_ia32_vpermi2varps512(low2, index, high2);
  vk_f32 c3 = __builtin_ia32_vpermi2varps512(low3, index, high3);
  vk_f32 c4 = __builtin_ia32_vpermi2varps512(low4, index, high4);
#elif VK_LEVEL_V3
  // Four permutes of eight coefficients each, of which bits 3 and 4 of the index, as signs, select one.
  vk_f32 bit3 = (vk_f32)(index << 28), bit4 = (vk_f32)(index << 27);
  vk_f32 c[5];
#pragma clang loop unroll(full)
  for (int k = 0; k < 5; k++) {
    const float *row = curve->by_coefficient[k];
    vk_f32 r0 = vk_permute_f32(vk_load_f32(row), index), r1 = vk_permute_f32(vk_load_f32(row + 8), index);
    vk_f32 r2 = vk_permute_f32(vk_load_f32(row + 16), index), r3 = vk_permute_f32(vk_load_f32(row + 24), index);
    c[k] = __builtin_ia32_blendvps256(__builtin_ia32_blendvps256(r0, r1, bit3),
                                      __builtin_ia32_blendvps256(r2, r3, bit3), bit4);
  }
  vk_f32 c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3], c4 = c[4];
#else
  typedef float four __attribute__((ext_vector_type(4)));
  typedef float four_unaligned __attribute__((ext_vector_type(4), aligned(4), may_alias));
  vk_f32 c0, c1, c2, c3, c4;
#pragma clang loop unroll(full)
  for (int l = 0; l < VK_F32_LANES; l += 4) {
    // Four lanes' rows of coefficients, transposed.
    const float *p0 = curve->by_segment[index[l] & 31], *p1 = curve->by_segment[index[l + 1] & 31];
    const float *p2 = curve->by_segment[index[l + 2] & 31], *p3 = curve->by_segment[index[l + 3] & 31];
    four r0 = *(const four_unaligned *)p0, r1 = *(const four_unaligned *)p1;
    four r2 = *(const four_unaligned *)p2, r3 = *(const four_unaligned *)p3;
    four a = __builtin_shufflevector(r0, r1, 0, 4, 1, 5), b = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
    four c = __builtin_shufflevector(r2, r3, 0, 4, 1, 5), d = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
    four k0 = __builtin_shufflevector(a, c, 0, 1, 4, 5), k1 = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    four k2 = __builtin_shufflevector(b, d, 0, 1, 4, 5), k3 = __builtin_shufflevector(b, d, 2, 3, 6, 7);
    four k4 = {p0[4], p1[4], p2[4], p3[4]};
    for (int k = 0; k < 4; k++) {
      c0[l + k] = k0[k];
      c1[l + k] = k1[k];
      c2[l + k] = k2[k];
      c3[l + k] = k3[k];
      c4[l + k] = k4[k];
    }
  }
#endif
  return vk_fma_f32(vk_fma_f32(vk_fma_f32(vk_fma_f32(c4, u, c3), u, c2), u, c1), u, c0);
}

#endif
