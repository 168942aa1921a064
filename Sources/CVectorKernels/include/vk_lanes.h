// The lane shim: operations on vector registers that Swift's SIMD types don't compile to one instruction.
//
// `vk_f32` and `vk_f64` are the widest vectors of the level being compiled (16, 8 or 4 floats), so a kernel is written
// once. Every function is `static inline`, takes vectors by value and gives the same bits on every target that fuses
// multiply-adds; on targets without fused multiply-add (`VK_FUSED` is 0) only rounding differs.

#ifndef VK_LANES_H
#define VK_LANES_H

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
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

// Makes a signalling NaN quiet and keeps every other number, though perhaps not the sign of zero. NEON's minimum and
// maximum, which compilers use for those above, give NaN for a signalling one, where they give the other argument for a
// quiet one.
#if defined(__aarch64__)
VK_INLINE vk_f32 vk_quiet_f32(vk_f32 a) { return a + (vk_f32)0.0f; }
#else
VK_INLINE vk_f32 vk_quiet_f32(vk_f32 a) { return a; }
#endif

// MARK: - Rounding to the nearest integer, ties to even

#if defined(__SSE4_1__) || defined(__aarch64__) || defined(__wasm_simd128__)
#define VK_DEFINE_ROUND(S, F, LIMIT)                                                                                   \
  VK_INLINE F vk_round_##S(F a) { return __builtin_elementwise_roundeven(a); }
#else
// Without a rounding instruction: adding 2^(bits) with the number's sign pushes the fraction out. Larger numbers have
// none.
#define VK_DEFINE_ROUND(S, F, LIMIT)                                                                                   \
  VK_INLINE F vk_round_##S(F a) {                                                                                      \
    const F limit = LIMIT;                                                                                             \
    F push = vk_copysign_##S(limit, a);                                                                                \
    /* Zero keeps its sign. */                                                                                         \
    return vk_abs_##S(a) < limit ? vk_copysign_##S((a + push) - push, a) : a;                                          \
  }
#endif
VK_DEFINE_ROUND(f32, vk_f32, 0x1p23f)
VK_DEFINE_ROUND(f64, vk_f64, 0x1p52)

// MARK: - The fraction of a product

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

// The integer next to a number, ties to even: of a float below 2^31, and the low 51 bits of that next to a double. Larger
// floats and NaN give the least integer, on every target.
#if VK_LEVEL_V4
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) {
  return (vk_i32)__builtin_ia32_cvtps2dq512_mask(whole, (vk_i32)0, (unsigned short)-1, 4);
}
#elif VK_LEVEL_V3
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) { return (vk_i32)__builtin_ia32_cvtps2dq256(whole); }
#elif defined(__SSE2__)
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) { return (vk_i32)__builtin_ia32_cvtps2dq(whole); }
#else
// NEON and WebAssembly saturate, and give 0 for NaN. The last of these gives 0 where no int32 is near.
#if defined(__aarch64__)
typedef int8_t vk_neon_bytes __attribute__((neon_vector_type(16)));
VK_INLINE vk_i32 vk_saturated_integer(vk_f32 a) { return (vk_i32)__builtin_neon_vcvtnq_s32_v((vk_neon_bytes)a, 34); }
#elif defined(__wasm_simd128__)
VK_INLINE vk_i32 vk_saturated_integer(vk_f32 a) {
  return (vk_i32)__builtin_wasm_trunc_saturate_s_i32x4_f32x4(__builtin_elementwise_roundeven(a));
}
#else
VK_INLINE vk_i32 vk_saturated_integer(vk_f32 a) {
  const vk_f32 limit = 0x1p31f;
  return __builtin_convertvector((vk_i32)(vk_abs_f32(a) < limit) ? vk_round_f32(a) : (vk_f32)0.0f, vk_i32);
}
#endif
VK_INLINE vk_i32 vk_integer_f32(vk_f32 whole) {
  const vk_f32 limit = 0x1p31f;
  return (vk_i32)(vk_abs_f32(whole) < limit) ? vk_saturated_integer(whole) : (vk_i32)INT32_MIN;
}
#endif
VK_INLINE vk_i64 vk_integer_f64(vk_f64 whole) { return (vk_i64)(whole + (vk_f64)0x1.8p52); }

// MARK: - Memory

// Hides from the compiler that lanes are equal or unused, or it would compute on one lane alone.
#if defined(__x86_64__)
#define VK_KEEP_VECTOR(v) __asm__("" : "+v"(v))
#elif defined(__aarch64__)
#define VK_KEEP_VECTOR(v) __asm__("" : "+w"(v))
#else
#define VK_KEEP_VECTOR(v)
#endif

// The same lanes, computed here: the compiler would move their operations into the branches that follow, away from
// those whose waits they fill, or behind others whose results then need more registers than there are.
#if defined(__x86_64__)
#define VK_HOLD_VECTOR(v) __asm__ volatile("" : "+v"(v))
#elif defined(__aarch64__)
#define VK_HOLD_VECTOR(v) __asm__ volatile("" : "+w"(v))
#else
#define VK_HOLD_VECTOR(v)
#endif
VK_INLINE vk_f32 vk_held_f32(vk_f32 v) {
  VK_HOLD_VECTOR(v);
  return v;
}
VK_INLINE vk_f64 vk_held_f64(vk_f64 v) {
  VK_HOLD_VECTOR(v);
  return v;
}

// The same number, about which the compiler knows nothing: a loop that counts with it isn't unrolled, and one that
// compares it isn't split in two.
VK_INLINE ptrdiff_t vk_opaque(ptrdiff_t number) {
#if defined(__x86_64__) || defined(__aarch64__)
  __asm__("" : "+r"(number));
#endif
  return number;
}

// A constant in all lanes. On AVX2 the compiler doesn't know that they are equal, so where registers run out, it keeps the
// whole register in memory, from where an operation reads it. Otherwise it would keep one element, and spread that by an
// instruction of its own before every use. AVX-512 spreads it in the operation.
#if VK_LEVEL_V3
#define VK_KEEP_CONSTANT(v) VK_KEEP_VECTOR(v)
#else
#define VK_KEEP_CONSTANT(v)
#endif
VK_INLINE vk_f32 vk_constant_f32(float number) {
  vk_f32 lanes = number;
  VK_KEEP_CONSTANT(lanes);
  return lanes;
}
VK_INLINE vk_f64 vk_constant_f64(double number) {
  vk_f64 lanes = number;
  VK_KEEP_CONSTANT(lanes);
  return lanes;
}

// Keeps a shuffle as it is written: LLVM turns shuffles of shuffles, and lanes that are stored one by one, into moves of
// single lanes, of which arm64 needs twice as many.
#if defined(__aarch64__)
#define VK_KEEP_SHUFFLE(v) VK_KEEP_VECTOR(v)
#else
#define VK_KEEP_SHUFFLE(v)
#endif

typedef float vk_f32_unaligned __attribute__((ext_vector_type(VK_F32_LANES), aligned(4), may_alias));
typedef double vk_f64_unaligned __attribute__((ext_vector_type(VK_F64_LANES), aligned(8), may_alias));

VK_INLINE vk_f32 vk_load_f32(const float *p) { return *(const vk_f32_unaligned *)p; }
VK_INLINE vk_f64 vk_load_f64(const double *p) { return *(const vk_f64_unaligned *)p; }
VK_INLINE void vk_store_f32(float *p, vk_f32 v) { *(vk_f32_unaligned *)p = v; }
VK_INLINE void vk_store_f64(double *p, vk_f64 v) { *(vk_f64_unaligned *)p = v; }

// Asks for the cache line at an address that will soon be read. There needn't be memory.
VK_INLINE void vk_prefetch_input(const void *address) { __builtin_prefetch(address, 0); }

// Stores past the caches, to an address aligned to a register, which saves reading memory that is overwritten. Only a
// fence orders such stores with others.
VK_INLINE void vk_stream_f32(float *p, vk_f32 v) { __builtin_nontemporal_store(v, (vk_f32 *)p); }
VK_INLINE void vk_stream_f64(double *p, vk_f64 v) { __builtin_nontemporal_store(v, (vk_f64 *)p); }
VK_INLINE void vk_stream_fence(void) {
#if defined(__SSE__)
  __builtin_ia32_sfence();
#endif
}

// The number of bytes, read and written, from which kernels write past the caches, and some go over shorter blocks:
// more than most caches hold.
#define VK_STREAM_BYTES (32 << 20)

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

// A register as pieces of 16 bytes, each `stride` elements after the one before.
#define VK_DEFINE_PIECES(S, T, F)                                                                                      \
  typedef T vk_##S##_piece __attribute__((ext_vector_type(16 / sizeof(T)), aligned(sizeof(T)), may_alias));            \
  VK_INLINE F vk_load_pieces_##S(const T *p, ptrdiff_t stride) {                                                       \
    F v;                                                                                                               \
    for (int i = 0; i < VK_BYTES / 16; i++) ((vk_##S##_piece *)&v)[i] = *(const vk_##S##_piece *)(p + i * stride);     \
    return v;                                                                                                          \
  }                                                                                                                    \
  VK_INLINE void vk_store_pieces_##S(T *p, F v, ptrdiff_t stride) {                                                    \
    for (int i = 0; i < VK_BYTES / 16; i++) *(vk_##S##_piece *)(p + i * stride) = ((vk_##S##_piece *)&v)[i];           \
  }
VK_DEFINE_PIECES(f32, float, vk_f32)
VK_DEFINE_PIECES(f64, double, vk_f64)

// Half a register to p, and the other half `stride` elements after it.
#define VK_DEFINE_HALVES_APART(S, T, F)                                                                                \
  typedef T vk_##S##_apart __attribute__((ext_vector_type(VK_BYTES / 2 / sizeof(T)), aligned(sizeof(T)), may_alias));  \
  VK_INLINE void vk_store_halves_apart_##S(T *p, F v, ptrdiff_t stride) {                                              \
    for (int i = 0; i < 2; i++) *(vk_##S##_apart *)(p + i * stride) = ((vk_##S##_apart *)&v)[i];                       \
  }
VK_DEFINE_HALVES_APART(f32, float, vk_f32)
VK_DEFINE_HALVES_APART(f64, double, vk_f64)

// MARK: - Lanes that a mask chooses, a bit for each

// VK_SPREADS: whether an instruction moves the first lanes to those whose bits are set, in order (`vk_spread_f32`), one
// does the opposite (`vk_unspread_f32`), and loads and stores by such bits are fast. Other lanes then hold anything; the
// load doesn't read their memory, and the store leaves it as it is. AVX2 would need about ten instructions to spread, and
// its masked store isn't fast on all processors. Where VK_SPREADS is 0, nothing calls these.
#if VK_LEVEL_V4
#define VK_SPREADS 1
VK_INLINE vk_f32 vk_spread_f32(vk_f32 v, uint32_t bits) {
  // On Zen 5, the instruction that loads and expands takes twice as long as two.
  VK_KEEP_VECTOR(v);
  return __builtin_ia32_expandsf512_mask(v, (vk_f32)0.0f, (unsigned short)bits);
}
VK_INLINE vk_f32 vk_unspread_f32(vk_f32 v, uint32_t bits) {
  return __builtin_ia32_compresssf512_mask(v, (vk_f32)0.0f, (unsigned short)bits);
}
VK_INLINE vk_f32 vk_load_bits_f32(const float *p, uint32_t bits) {
  return __builtin_ia32_loadups512_mask(p, (vk_f32)0.0f, (unsigned short)bits);
}
VK_INLINE void vk_store_bits_f32(float *p, vk_f32 v, uint32_t bits) {
  __builtin_ia32_storeups512_mask(p, v, (unsigned short)bits);
}
#else
#define VK_SPREADS 0
VK_INLINE vk_f32 vk_spread_f32(vk_f32 v, uint32_t bits) { return v; }
VK_INLINE vk_f32 vk_unspread_f32(vk_f32 v, uint32_t bits) { return v; }
VK_INLINE vk_f32 vk_load_bits_f32(const float *p, uint32_t bits) { return *p; }
VK_INLINE void vk_store_bits_f32(float *p, vk_f32 v, uint32_t bits) {}
#endif

// MARK: - Memory between passes

// Eight rows of a block of elements, with room to align them: Swift has no variables aligned to more than 16 bytes.
#define VK_SCRATCH_ROWS 8
#define VK_ROW_BYTES 1024
#define VK_ROW_ALIGNMENT 64
typedef struct {
  float floats[(VK_SCRATCH_ROWS * VK_ROW_BYTES + VK_ROW_ALIGNMENT) / sizeof(float)];
} vk_scratch_rows;

// Swift would fill them with zeros.
VK_INLINE vk_scratch_rows vk_uninitialized_scratch_rows(void) {
  vk_scratch_rows rows;
  return rows;
}

// MARK: - Lanes moved about

// Lane l of the result is lane (vector * lanes + l) / repeats of `v`: part number `vector` of a row that repeats each
// lane of `v` `repeats` times. With constant arguments this is one shuffle.
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
#elif defined(__wasm_simd128__)
VK_INLINE uint32_t vk_mask_bits_f32(vk_i32 mask) { return (uint32_t)__builtin_wasm_bitmask_i32x4(mask); }
VK_INLINE uint32_t vk_mask_bits_f64(vk_i64 mask) { return (uint32_t)__builtin_wasm_bitmask_i64x2(mask); }
#elif defined(__aarch64__)
VK_INLINE uint32_t vk_mask_bits_f32(vk_i32 mask) {
  const vk_i32 bits = {1, 2, 4, 8};
  return (uint32_t)__builtin_reduce_add(mask & bits);
}
VK_INLINE uint32_t vk_mask_bits_f64(vk_i64 mask) { return (uint32_t)((mask[0] & 1) | (mask[1] & 2)); }
#else
VK_INLINE uint32_t vk_mask_bits_f32(vk_i32 mask) {
  return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
}
VK_INLINE uint32_t vk_mask_bits_f64(vk_i64 mask) { return (uint32_t)((mask[0] & 1) | (mask[1] & 2)); }
#endif

// The same bits, which the compiler doesn't join with those of other registers while they are masks: on x86 that takes
// longer.
VK_INLINE uint64_t vk_bits_alone(uint64_t bits) {
#if defined(__x86_64__)
  __asm__("" : "+r"(bits));
#endif
  return bits;
}

// MARK: - Columns to rows and back

// A row holds one element of each column; an element is a group of lanes. Lane l of register number `vector` of the
// rows is part of the element at VK_POSITION, counted over all rows.
#define VK_POSITION(l, lanes, vector, group) (((vector) * (lanes) + (l)) / (group))
#define VK_LANE(l, lanes, columns, vector, group)                                                                      \
  (VK_POSITION(l, lanes, vector, group) / (columns) * (group) + (l) % (group))
#define VK_COLUMN(l, lanes, columns, vector, group) (VK_POSITION(l, lanes, vector, group) % (columns))
// The index, in the registers of rows, of lane l of a column.
#define VK_SOURCE(l, columns, column, group) ((((l) / (group)) * (columns) + (column)) * (group) + (l) % (group))

// Indices of __builtin_shufflevector: register number `vector` of the rows of two columns; of the rows of three
// columns, first without the third, and then with it, from the result for the first two.
#define VK_ZIP_2(l, lanes, vector, group)                                                                              \
  (VK_COLUMN(l, lanes, 2, vector, group) * (lanes) + VK_LANE(l, lanes, 2, vector, group))
#define VK_ZIP_3(l, lanes, vector, group)                                                                              \
  (VK_COLUMN(l, lanes, 3, vector, group) == 2                                                                          \
       ? -1                                                                                                            \
       : VK_COLUMN(l, lanes, 3, vector, group) * (lanes) + VK_LANE(l, lanes, 3, vector, group))
#define VK_ZIP_LAST_3(l, lanes, vector, group)                                                                         \
  (VK_COLUMN(l, lanes, 3, vector, group) == 2 ? (lanes) + VK_LANE(l, lanes, 3, vector, group) : (l))

// Column number `column` from the two registers of its rows; from the first two of three; and with the third.
#define VK_UNZIP_2(l, lanes, column, group) VK_SOURCE(l, 2, column, group)
#define VK_UNZIP_3(l, lanes, column, group)                                                                            \
  (VK_SOURCE(l, 3, column, group) < 2 * (lanes) ? VK_SOURCE(l, 3, column, group) : -1)
#define VK_UNZIP_LAST_3(l, lanes, column, group)                                                                       \
  (VK_SOURCE(l, 3, column, group) < 2 * (lanes) ? (l) : VK_SOURCE(l, 3, column, group) - (lanes))

#define VK_SHUFFLE_2(a, b, lanes, INDEX, part, group)                                                                  \
  __builtin_shufflevector(a, b, INDEX(0, lanes, part, group), INDEX(1, lanes, part, group))
#define VK_SHUFFLE_4(a, b, lanes, INDEX, part, group)                                                                  \
  __builtin_shufflevector(a, b, INDEX(0, lanes, part, group), INDEX(1, lanes, part, group),                            \
                          INDEX(2, lanes, part, group), INDEX(3, lanes, part, group))
#define VK_SHUFFLE_8(a, b, lanes, INDEX, part, group)                                                                  \
  __builtin_shufflevector(a, b, INDEX(0, lanes, part, group), INDEX(1, lanes, part, group),                            \
                          INDEX(2, lanes, part, group), INDEX(3, lanes, part, group),                                  \
                          INDEX(4, lanes, part, group), INDEX(5, lanes, part, group),                                  \
                          INDEX(6, lanes, part, group), INDEX(7, lanes, part, group))
#define VK_SHUFFLE_16(a, b, lanes, INDEX, part, group)                                                                 \
  __builtin_shufflevector(a, b, INDEX(0, lanes, part, group), INDEX(1, lanes, part, group),                            \
                          INDEX(2, lanes, part, group), INDEX(3, lanes, part, group),                                  \
                          INDEX(4, lanes, part, group), INDEX(5, lanes, part, group),                                  \
                          INDEX(6, lanes, part, group), INDEX(7, lanes, part, group),                                  \
                          INDEX(8, lanes, part, group), INDEX(9, lanes, part, group),                                  \
                          INDEX(10, lanes, part, group), INDEX(11, lanes, part, group),                                \
                          INDEX(12, lanes, part, group), INDEX(13, lanes, part, group),                                \
                          INDEX(14, lanes, part, group), INDEX(15, lanes, part, group))

// A group as wide as a register needs no shuffle. These aren't asked for one, nor for more than eight lanes.
#define VK_SHUFFLE_PART_2(SHUFFLE, a, b, lanes, INDEX, part, group)                                                    \
  ((part) == 0 ? SHUFFLE(a, b, lanes, INDEX, 0, group) : SHUFFLE(a, b, lanes, INDEX, 1, group))
#define VK_SHUFFLE_PART_3(SHUFFLE, a, b, lanes, INDEX, part, group)                                                    \
  ((part) == 0   ? SHUFFLE(a, b, lanes, INDEX, 0, group)                                                               \
   : (part) == 1 ? SHUFFLE(a, b, lanes, INDEX, 1, group)                                                               \
                 : SHUFFLE(a, b, lanes, INDEX, 2, group))
#define VK_WITHIN(group, lanes) ((group) < (lanes) ? (group) : 1)
#define VK_DEFINE_ZIP(name, F, SHUFFLE, PART, lanes, INDEX)                                                            \
  VK_INLINE F name(F a, F b, int32_t part, int32_t group) {                                                            \
    switch (group) {                                                                                                   \
    case 1: return PART(SHUFFLE, a, b, lanes, INDEX, part, 1);                                                         \
    case 2: return PART(SHUFFLE, a, b, lanes, INDEX, part, VK_WITHIN(2, lanes));                                       \
    case 4: return PART(SHUFFLE, a, b, lanes, INDEX, part, VK_WITHIN(4, lanes));                                       \
    default: return PART(SHUFFLE, a, b, lanes, INDEX, part, VK_WITHIN(8, lanes));                                      \
    }                                                                                                                  \
  }
#define VK_DEFINE_ZIPS(S, F, SHUFFLE, lanes)                                                                           \
  VK_DEFINE_ZIP(vk_zip2_##S, F, SHUFFLE, VK_SHUFFLE_PART_2, lanes, VK_ZIP_2)                                           \
  VK_DEFINE_ZIP(vk_zip3_##S, F, SHUFFLE, VK_SHUFFLE_PART_3, lanes, VK_ZIP_3)                                           \
  VK_DEFINE_ZIP(vk_zip3_last_##S, F, SHUFFLE, VK_SHUFFLE_PART_3, lanes, VK_ZIP_LAST_3)                                 \
  VK_DEFINE_ZIP(vk_unzip2_##S, F, SHUFFLE, VK_SHUFFLE_PART_2, lanes, VK_UNZIP_2)                                       \
  VK_DEFINE_ZIP(vk_unzip3_##S, F, SHUFFLE, VK_SHUFFLE_PART_3, lanes, VK_UNZIP_3)                                       \
  VK_DEFINE_ZIP(vk_unzip3_last_##S, F, SHUFFLE, VK_SHUFFLE_PART_3, lanes, VK_UNZIP_LAST_3)
#if VK_BYTES == 64
VK_DEFINE_ZIPS(f32, vk_f32, VK_SHUFFLE_16, 16)
VK_DEFINE_ZIPS(f64, vk_f64, VK_SHUFFLE_8, 8)
#elif VK_BYTES == 32
VK_DEFINE_ZIPS(f32, vk_f32, VK_SHUFFLE_8, 8)
VK_DEFINE_ZIPS(f64, vk_f64, VK_SHUFFLE_4, 4)
#else
VK_DEFINE_ZIPS(f32, vk_f32, VK_SHUFFLE_4, 4)
VK_DEFINE_ZIPS(f64, vk_f64, VK_SHUFFLE_2, 2)
#endif

// The first of the two shuffles with which three registers are zipped or unzipped, as it is: on AVX-512, the compiler would
// replace the two by more of other kinds.
#if VK_LEVEL_V4
#define VK_KEEP_ZIP(v) VK_KEEP_VECTOR(v)
#else
#define VK_KEEP_ZIP(v)
#endif
VK_INLINE vk_f32 vk_kept_zip_f32(vk_f32 two) {
  VK_KEEP_ZIP(two);
  return two;
}
VK_INLINE vk_f64 vk_kept_zip_f64(vk_f64 two) {
  VK_KEEP_ZIP(two);
  return two;
}

// Register `row` of the five that hold rows of five columns: at AVX-512 a chain of shuffles of two registers.
#if VK_LEVEL_V4
#define VK_DEFINE_ZIP_5(S, F, I, PERMUTE, lanes)                                                                       \
  VK_INLINE F vk_zip5_##S(F a, F b, F c, F d, F e, int32_t row) {                                                      \
    I lane = vk_lane_numbers_##S(), place = lane + row * lanes;                                                        \
    I value = place / 5, column = place % 5;                                                                           \
    F r = PERMUTE(a, value + ((column == 1) & lanes), b);                                                              \
    r = PERMUTE(r, column == 2 ? value + lanes : lane, c);                                                             \
    r = PERMUTE(r, column == 3 ? value + lanes : lane, d);                                                             \
    return PERMUTE(r, column == 4 ? value + lanes : lane, e);                                                          \
  }
VK_DEFINE_ZIP_5(f32, vk_f32, vk_i32, __builtin_ia32_vpermi2varps512, 16)
VK_DEFINE_ZIP_5(f64, vk_f64, vk_i64, __builtin_ia32_vpermi2varpd512, 8)
#else
#define VK_DEFINE_ZIP_5(S, F, lanes)                                                                                   \
  VK_INLINE F vk_zip5_##S(F a, F b, F c, F d, F e, int32_t row) {                                                      \
    const F columns[] = {a, b, c, d, e};                                                                               \
    F r;                                                                                                               \
    for (int l = 0; l < lanes; l++) r[l] = columns[(row * lanes + l) % 5][(row * lanes + l) / 5];                      \
    return r;                                                                                                          \
  }
VK_DEFINE_ZIP_5(f32, vk_f32, VK_F32_LANES)
#if VK_LEVEL_V3
// Pairs of numbers first, then pairs of pairs.
VK_INLINE vk_f64 vk_zip5_f64(vk_f64 a, vk_f64 b, vk_f64 c, vk_f64 d, vk_f64 e, int32_t row) {
  vk_f64 ab = __builtin_shufflevector(a, b, 0, 4, 2, 6), cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  vk_f64 bc = __builtin_shufflevector(b, c, 1, 5, 3, 7), de = __builtin_shufflevector(d, e, 1, 5, 3, 7);
  vk_f64 ea = __builtin_shufflevector(e, a, 0, 5, 2, 7);
  switch (row) {
  case 0: return __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  case 1: return __builtin_shufflevector(ea, bc, 0, 1, 4, 5);
  case 2: return __builtin_shufflevector(de, ab, 0, 1, 6, 7);
  case 3: return __builtin_shufflevector(cd, ea, 2, 3, 6, 7);
  default: return __builtin_shufflevector(bc, de, 2, 3, 6, 7);
  }
}
#else
VK_DEFINE_ZIP_5(f64, vk_f64, VK_F64_LANES)
#endif
#endif

// Registers of pieces of 16 bytes, whose rows become columns within each piece: the shuffles that are cheapest
// everywhere.
#if VK_LEVEL_V4
#define VK_WEAVE(a, b, i, j, k, l)                                                                                     \
  __builtin_shufflevector(a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12,    \
                          k + 12, l + 12)
#define VK_WEAVE_2(a, b, i, j) __builtin_shufflevector(a, b, i, j, i + 2, j + 2, i + 4, j + 4, i + 6, j + 6)
#elif VK_LEVEL_V3
#define VK_WEAVE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4)
#define VK_WEAVE_2(a, b, i, j) __builtin_shufflevector(a, b, i, j, i + 2, j + 2)
#else
#define VK_WEAVE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#define VK_WEAVE_2(a, b, i, j) __builtin_shufflevector(a, b, i, j)
#endif
#define VK_SECOND VK_F32_LANES

// Rows and columns of two halves of a piece.
VK_INLINE vk_f32 vk_transposed_halves_f32(vk_f32 r0, vk_f32 r1, int32_t column) {
  return column ? VK_WEAVE(r0, r1, 2, 3, VK_SECOND + 2, VK_SECOND + 3) : VK_WEAVE(r0, r1, 0, 1, VK_SECOND, VK_SECOND + 1);
}
VK_INLINE vk_f64 vk_transposed_halves_f64(vk_f64 r0, vk_f64 r1, int32_t column) {
  return column ? VK_WEAVE_2(r0, r1, 1, VK_F64_LANES + 1) : VK_WEAVE_2(r0, r1, 0, VK_F64_LANES);
}

// Rows and columns of four.
VK_INLINE vk_f32 vk_transposed_f32(vk_f32 r0, vk_f32 r1, vk_f32 r2, vk_f32 r3, int32_t column) {
  vk_f32 low01 = VK_WEAVE(r0, r1, 0, VK_SECOND, 1, VK_SECOND + 1);
  vk_f32 high01 = VK_WEAVE(r0, r1, 2, VK_SECOND + 2, 3, VK_SECOND + 3);
  vk_f32 low23 = VK_WEAVE(r2, r3, 0, VK_SECOND, 1, VK_SECOND + 1);
  vk_f32 high23 = VK_WEAVE(r2, r3, 2, VK_SECOND + 2, 3, VK_SECOND + 3);
  VK_KEEP_SHUFFLE(low01);
  VK_KEEP_SHUFFLE(high01);
  VK_KEEP_SHUFFLE(low23);
  VK_KEEP_SHUFFLE(high23);
  switch (column) {
  case 0: return vk_transposed_halves_f32(low01, low23, 0);
  case 1: return vk_transposed_halves_f32(low01, low23, 1);
  case 2: return vk_transposed_halves_f32(high01, high23, 0);
  default: return vk_transposed_halves_f32(high01, high23, 1);
  }
}

// A column, from two registers of pieces of the rows of two; an element is a group of lanes, at most half a piece.
VK_INLINE vk_f32 vk_unzip2_pieces_f32(vk_f32 p0, vk_f32 p1, int32_t column, int32_t group) {
  if (group == 2) return vk_transposed_halves_f32(p0, p1, column);
  return column ? VK_WEAVE(p0, p1, 1, 3, VK_SECOND + 1, VK_SECOND + 3) : VK_WEAVE(p0, p1, 0, 2, VK_SECOND, VK_SECOND + 2);
}

// Three columns: registers of pieces of their rows, the first of every three, the second and the third, where an element
// is a group of lanes and three pieces hold a whole number of rows; and from these registers a column.
VK_INLINE vk_f32 vk_zip3_pieces_f32(vk_f32 a, vk_f32 b, vk_f32 c, int32_t piece, int32_t group) {
  if (group == 2) {
    switch (piece) {
    case 0: return VK_WEAVE(a, b, 0, 1, VK_SECOND, VK_SECOND + 1);
    case 1: return VK_WEAVE(c, a, 0, 1, VK_SECOND + 2, VK_SECOND + 3);
    default: return VK_WEAVE(b, c, 2, 3, VK_SECOND + 2, VK_SECOND + 3);
    }
  }
  vk_f32 ab = VK_WEAVE(a, b, 0, 2, VK_SECOND, VK_SECOND + 2);
  vk_f32 bc = VK_WEAVE(b, c, 1, 3, VK_SECOND + 1, VK_SECOND + 3);
  vk_f32 ca = VK_WEAVE(c, a, 0, 2, VK_SECOND + 1, VK_SECOND + 3);
  switch (piece) {
  case 0: return VK_WEAVE(ab, ca, 0, 2, VK_SECOND, VK_SECOND + 2);
  case 1: return VK_WEAVE(bc, ab, 0, 2, VK_SECOND + 1, VK_SECOND + 3);
  default: return VK_WEAVE(ca, bc, 1, 3, VK_SECOND + 1, VK_SECOND + 3);
  }
}
VK_INLINE vk_f32 vk_unzip3_pieces_f32(vk_f32 p0, vk_f32 p1, vk_f32 p2, int32_t column, int32_t group) {
  if (group == 2) {
    switch (column) {
    case 0: return VK_WEAVE(p0, p1, 0, 1, VK_SECOND + 2, VK_SECOND + 3);
    case 1: return VK_WEAVE(p0, p2, 2, 3, VK_SECOND, VK_SECOND + 1);
    default: return VK_WEAVE(p1, p2, 0, 1, VK_SECOND + 2, VK_SECOND + 3);
    }
  }
  vk_f32 bc01 = VK_WEAVE(p0, p1, 1, 2, VK_SECOND, VK_SECOND + 1);
  vk_f32 ab23 = VK_WEAVE(p1, p2, 2, 3, VK_SECOND + 1, VK_SECOND + 2);
  switch (column) {
  case 0: return VK_WEAVE(p0, ab23, 0, 3, VK_SECOND, VK_SECOND + 2);
  case 1: return VK_WEAVE(bc01, ab23, 0, 2, VK_SECOND + 1, VK_SECOND + 3);
  default: return VK_WEAVE(bc01, p2, 1, 3, VK_SECOND, VK_SECOND + 3);
  }
}
VK_INLINE vk_f64 vk_zip3_pieces_f64(vk_f64 a, vk_f64 b, vk_f64 c, int32_t piece) {
  switch (piece) {
  case 0: return VK_WEAVE_2(a, b, 0, VK_F64_LANES);
  case 1: return VK_WEAVE_2(c, a, 0, VK_F64_LANES + 1);
  default: return VK_WEAVE_2(b, c, 1, VK_F64_LANES + 1);
  }
}
VK_INLINE vk_f64 vk_unzip3_pieces_f64(vk_f64 p0, vk_f64 p1, vk_f64 p2, int32_t column) {
  switch (column) {
  case 0: return VK_WEAVE_2(p0, p1, 0, VK_F64_LANES + 1);
  case 1: return VK_WEAVE_2(p0, p2, 1, VK_F64_LANES);
  default: return VK_WEAVE_2(p1, p2, 0, VK_F64_LANES + 1);
  }
}

// Four registers of four pieces of `group` lanes: register `row` of those that hold piece `row` of each.
#define VK_DEFINE_JOIN(S, F, group)                                                                                    \
  VK_INLINE F vk_join_pieces_##S(F a, F b, F c, F d, int32_t row) {                                                    \
    F ab = vk_unzip2_##S(a, b, row & 1, group), cd = vk_unzip2_##S(c, d, row & 1, group);                              \
    return vk_unzip2_##S(ab, cd, row >> 1, group);                                                                     \
  }
VK_DEFINE_JOIN(f32, vk_f32, 4)
VK_DEFINE_JOIN(f64, vk_f64, 2)

// Integers as floats.
VK_INLINE vk_f32 vk_float_f32(vk_i32 a) { return __builtin_convertvector(a, vk_f32); }

// MARK: - Tables of floats

// Lane l of the result is entry index[l] of a table of 16 or 64 floats, by permutes of its registers where there are
// any; only the low four or six bits of an index count.
#if VK_LEVEL_V4
VK_INLINE vk_f32 vk_lookup_in16(const float *table, vk_i32 index) { return vk_permute_f32(vk_load_f32(table), index); }
VK_INLINE vk_f32 vk_lookup_in64(const float *table, vk_i32 index) {
  vk_f32 low = __builtin_ia32_vpermi2varps512(vk_load_f32(table), index, vk_load_f32(table + 16));
  vk_f32 high = __builtin_ia32_vpermi2varps512(vk_load_f32(table + 32), index, vk_load_f32(table + 48));
  return vk_select_f32((vk_i32)((index & 32) != 0), high, low);
}
#elif VK_LEVEL_V3
// A blend looks at the highest bit of a mask, so that a bit of the index is moved there.
VK_INLINE vk_f32 vk_blend_by_bit(vk_i32 index, int bit, vk_f32 set, vk_f32 clear) {
  return __builtin_ia32_blendvps256(clear, set, (vk_f32)(index << (31 - bit)));
}
VK_INLINE vk_f32 vk_lookup_in16(const float *table, vk_i32 index) {
  return vk_blend_by_bit(
      index, 3, vk_permute_f32(vk_load_f32(table + 8), index), vk_permute_f32(vk_load_f32(table), index));
}
VK_INLINE vk_f32 vk_lookup_in64(const float *table, vk_i32 index) {
  vk_f32 low = vk_blend_by_bit(index, 4, vk_lookup_in16(table + 16, index), vk_lookup_in16(table, index));
  vk_f32 high = vk_blend_by_bit(index, 4, vk_lookup_in16(table + 48, index), vk_lookup_in16(table + 32, index));
  return vk_blend_by_bit(index, 5, high, low);
}
#else
VK_INLINE vk_f32 vk_lookup_in16(const float *table, vk_i32 index) {
  vk_f32 r;
  for (int32_t l = 0; l < VK_F32_LANES; l++) r[l] = table[index[l] & 15];
  return r;
}
VK_INLINE vk_f32 vk_lookup_in64(const float *table, vk_i32 index) {
  vk_f32 r;
  for (int32_t l = 0; l < VK_F32_LANES; l++) r[l] = table[index[l] & 63];
  return r;
}
#endif

// MARK: - Rows of four floats

// Lane l of the result is table[index[l] * stride + column], for a column of 0...3. For all four together rows of four
// floats are loaded whole and transposed, once: fewer loads than gathering each column.
typedef float vk_four __attribute__((ext_vector_type(4)));
typedef float vk_four_unaligned __attribute__((ext_vector_type(4), aligned(4), may_alias));

#define VK_ROW(l) (*(const vk_four_unaligned *)(table + (ptrdiff_t)index[l] * stride))
#if VK_LEVEL_V4
#define VK_ROWS(l)                                                                                                     \
  __builtin_shufflevector(__builtin_shufflevector(VK_ROW(l), VK_ROW(l + 4), 0, 1, 2, 3, 4, 5, 6, 7),                   \
                          __builtin_shufflevector(VK_ROW(l + 8), VK_ROW(l + 12), 0, 1, 2, 3, 4, 5, 6, 7), 0, 1, 2, 3,  \
                          4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#elif VK_LEVEL_V3
#define VK_ROWS(l) __builtin_shufflevector(VK_ROW(l), VK_ROW(l + 4), 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define VK_ROWS(l) VK_ROW(l)
#endif

#define VK_TRANSPOSE_ROWS return vk_transposed_f32(VK_ROWS(0), VK_ROWS(1), VK_ROWS(2), VK_ROWS(3), column);

VK_INLINE vk_f32 vk_column_at(const float *table, int32_t stride, vk_i32 index, int32_t column) { VK_TRANSPOSE_ROWS }
// The same with the indices in memory, one for each lane.
typedef int32_t vk_place __attribute__((may_alias));
VK_INLINE vk_f32 vk_column_at_each(const float *table, int32_t stride, const vk_place *index, int32_t column) {
  VK_TRANSPOSE_ROWS
}

// MARK: - Rows of two doubles

// Lane l of the result is table[place[l] + column], for a column of 0 or 1. If both are used, each pair of doubles is
// loaded and transposed once.
typedef double vk_two __attribute__((ext_vector_type(2)));
typedef double vk_two_unaligned __attribute__((ext_vector_type(2), aligned(8), may_alias));

#define VK_PAIR(l) ((vk_two)(*(const vk_two_unaligned *)(table + place[l])))
#if VK_LEVEL_V4
#define VK_PAIRS(l)                                                                                                    \
  __builtin_shufflevector(__builtin_shufflevector(VK_PAIR(l), VK_PAIR(l + 2), 0, 1, 2, 3),                             \
                          __builtin_shufflevector(VK_PAIR(l + 4), VK_PAIR(l + 6), 0, 1, 2, 3), 0, 1, 2, 3, 4, 5, 6, 7)
#elif VK_LEVEL_V3
#define VK_PAIRS(l) __builtin_shufflevector(VK_PAIR(l), VK_PAIR(l + 2), 0, 1, 2, 3)
#else
#define VK_PAIRS(l) VK_PAIR(l)
#endif

VK_INLINE vk_f64 vk_column_of_two(const double *table, vk_i64 place, int32_t column) {
  return vk_transposed_halves_f64(VK_PAIRS(0), VK_PAIRS(1), column);
}

// MARK: - A table of 32 polynomials of degree four

// The same coefficients in both orders: by coefficient for registers looked up with a permute, and by segment for targets
// that read each lane's coefficients from memory (padded to eight floats: two segments fill a cache line).
typedef struct {
  float by_coefficient[5][32];
  float by_segment[32][8];
} vk_quartics;

// A register's worth of 32 floats: half of such a table where registers hold 16 lanes, unused elsewhere.
VK_INLINE vk_f32 vk_table_low(const vk_quartics *quartics, int32_t c) {
  return vk_load_f32(quartics->by_coefficient[c]);
}
VK_INLINE vk_f32 vk_table_high(const vk_quartics *quartics, int32_t c) {
  return vk_load_f32(quartics->by_coefficient[c] + 16);
}

// Lane l of the result is quartic number index[l] at u[l]; only the low five bits of an index count. The coefficients
// are in the ten registers where those hold 16 lanes, and read from the table elsewhere.
VK_INLINE vk_f32 vk_quartic(const vk_quartics *quartics, vk_f32 low0, vk_f32 low1, vk_f32 low2, vk_f32 low3,
                            vk_f32 low4, vk_f32 high0, vk_f32 high1, vk_f32 high2, vk_f32 high3, vk_f32 high4,
                            vk_i32 index, vk_f32 u) {
#if VK_LEVEL_V4
  vk_f32 c0 = __builtin_ia32_vpermi2varps512(low0, index, high0);
  vk_f32 c1 = __builtin_ia32_vpermi2varps512(low1, index, high1);
  vk_f32 c2 = __builtin_ia32_vpermi2varps512(low2, index, high2);
  vk_f32 c3 = __builtin_ia32_vpermi2varps512(low3, index, high3);
  vk_f32 c4 = __builtin_ia32_vpermi2varps512(low4, index, high4);
#elif VK_LEVEL_V3
  // Four permutes of eight look the last coefficient up; bits 3 and 4 of the index, as signs, select one of them. The
  // others are read as rows. Their places go through memory, because taking them out of a register would occupy the
  // permutes' unit as long again. Permutes for all five take 1.8 times as long on Golden Cove.
  const float *row = quartics->by_coefficient[4];
  vk_f32 r0 = vk_permute_f32(vk_load_f32(row), index), r1 = vk_permute_f32(vk_load_f32(row + 8), index);
  vk_f32 r2 = vk_permute_f32(vk_load_f32(row + 16), index), r3 = vk_permute_f32(vk_load_f32(row + 24), index);
  vk_f32 bit3 = (vk_f32)(index << 28), bit4 = (vk_f32)(index << 27);
  vk_f32 c4 = __builtin_ia32_blendvps256(__builtin_ia32_blendvps256(r0, r1, bit3),
                                         __builtin_ia32_blendvps256(r2, r3, bit3), bit4);
  vk_i32 places = (index & 31) * 8;
  __asm__("" : "+m"(places));
  const float *rows = (const float *)quartics->by_segment;
  const vk_place *place = (const vk_place *)&places;
  vk_f32 c0 = vk_column_at_each(rows, 1, place, 0), c1 = vk_column_at_each(rows, 1, place, 1);
  vk_f32 c2 = vk_column_at_each(rows, 1, place, 2), c3 = vk_column_at_each(rows, 1, place, 3);
#else
  typedef float four __attribute__((ext_vector_type(4)));
  typedef float four_unaligned __attribute__((ext_vector_type(4), aligned(4), may_alias));
  vk_f32 c0, c1, c2, c3, c4;
  index &= 31;
  VK_KEEP_SHUFFLE(index);
#pragma clang loop unroll(full)
  for (int l = 0; l < VK_F32_LANES; l += 4) {
    // Four lanes' rows of coefficients, transposed.
    const float *p0 = quartics->by_segment[index[l]], *p1 = quartics->by_segment[index[l + 1]];
    const float *p2 = quartics->by_segment[index[l + 2]], *p3 = quartics->by_segment[index[l + 3]];
    four r0 = *(const four_unaligned *)p0, r1 = *(const four_unaligned *)p1;
    four r2 = *(const four_unaligned *)p2, r3 = *(const four_unaligned *)p3;
    four a = __builtin_shufflevector(r0, r1, 0, 4, 1, 5), b = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
    four c = __builtin_shufflevector(r2, r3, 0, 4, 1, 5), d = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
    VK_KEEP_SHUFFLE(a);
    VK_KEEP_SHUFFLE(b);
    VK_KEEP_SHUFFLE(c);
    VK_KEEP_SHUFFLE(d);
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

// MARK: - Tables of 16 polynomials of degree five or six

// The same coefficients in both orders, as above.
typedef struct {
  float by_coefficient[6][16];
  float by_segment[16][8];
} vk_quintics;

// A curve baked into 16 polynomials around 16 knots of q = x, or of the root q = sqrt(scale * x + offset).
typedef struct {
  float by_coefficient[7][16];
  float by_segment[16][8];
  float scale, offset;
  int32_t takes_root, degree;
} vk_baked_curve;

// The coefficients of one degree where registers hold 16 lanes, unused elsewhere.
VK_INLINE vk_f32 vk_baked_row(const vk_baked_curve *curve, int32_t c) { return vk_load_f32(curve->by_coefficient[c]); }

// Lane l of the result is the coefficient c of polynomial number index[l]. It is in the row's register where that holds
// 16 lanes, and read from one of the tables elsewhere. Indices come from `vk_polynomial_index`, for which only the low
// four bits of a number count.
#if VK_LEVEL_V4 || VK_LEVEL_V3
VK_INLINE vk_i32 vk_polynomial_index(vk_i32 index) { return index; }
#else
VK_INLINE vk_i32 vk_polynomial_index(vk_i32 index) {
  index &= 15;
  VK_KEEP_SHUFFLE(index);
  return index;
}
#endif
VK_INLINE vk_f32 vk_coefficient(const float (*by_coefficient)[16], const float (*by_segment)[8], int32_t c, vk_f32 row,
                                vk_i32 index) {
#if VK_LEVEL_V4
  return vk_permute_f32(row, index);
#elif VK_LEVEL_V3
  // Two permutes of eight coefficients each, of which bit 3 of the index selects one. The coefficients are loaded first,
  // because Zen 3 takes twice as long to permute an operand in memory.
  vk_f32 low = vk_load_f32(by_coefficient[c]), high = vk_load_f32(by_coefficient[c] + 8);
  VK_KEEP_VECTOR(low);
  VK_KEEP_VECTOR(high);
  return vk_blend_by_bit(index, 3, vk_permute_f32(high, index), vk_permute_f32(low, index));
#else
  return vk_column_at((const float *)by_segment + c / 4 * 4, 8, index, c % 4);
#endif
}
VK_INLINE vk_f32 vk_baked_coefficient(const vk_baked_curve *curve, int32_t c, vk_f32 row, vk_i32 index) {
  return vk_coefficient(curve->by_coefficient, curve->by_segment, c, row, index);
}
VK_INLINE vk_f32 vk_quintic(const vk_quintics *quintics, vk_f32 row0, vk_f32 row1, vk_f32 row2, vk_f32 row3,
                            vk_f32 row4, vk_f32 row5, vk_i32 index, vk_f32 u) {
  index = vk_polynomial_index(index);
#define VK_COEFFICIENT(c) vk_coefficient(quintics->by_coefficient, quintics->by_segment, c, row##c, index)
  vk_f32 y = vk_fma_f32(VK_COEFFICIENT(5), u, VK_COEFFICIENT(4));
  y = vk_fma_f32(vk_fma_f32(y, u, VK_COEFFICIENT(3)), u, VK_COEFFICIENT(2));
  return vk_fma_f32(vk_fma_f32(y, u, VK_COEFFICIENT(1)), u, VK_COEFFICIENT(0));
#undef VK_COEFFICIENT
}

// MARK: - Tables in memory

typedef int32_t vk_i32_unaligned __attribute__((ext_vector_type(VK_F32_LANES), aligned(4), may_alias));

VK_INLINE vk_i32 vk_min_i32(vk_i32 a, vk_i32 b) { return __builtin_elementwise_min(a, b); }
VK_INLINE vk_i32 vk_max_i32(vk_i32 a, vk_i32 b) { return __builtin_elementwise_max(a, b); }

// Lane l of the result is table[index[l]].
#if VK_LEVEL_V4
VK_INLINE vk_f32 vk_gather_f32(const float *table, vk_i32 index) {
  return __builtin_ia32_gathersiv16sf((vk_f32)0.0f, table, index, (unsigned short)-1, 4);
}
#elif VK_LEVEL_V3
VK_INLINE vk_f32 vk_gather_f32(const float *table, vk_i32 index) {
  return __builtin_ia32_gatherd_ps256((vk_f32)0.0f, table, index, (vk_f32)(vk_i32)-1, 4);
}
#else
VK_INLINE vk_f32 vk_gather_f32(const float *table, vk_i32 index) {
  vk_f32 r = {table[index[0]], table[index[1]], table[index[2]], table[index[3]]};
  return r;
}
#endif

// VK_SELECTION_IS_SLOW: whether a selection takes longer than a permutation. With AVX2 on Intel's processors it is three
// operations.
#if VK_LEVEL_V3
#define VK_SELECTION_IS_SLOW 1
#else
#define VK_SELECTION_IS_SLOW 0
#endif

// VK_SELECTION_IS_FREE: whether one instruction can compute the lanes that a mask chooses and keep the others as they
// are.
#if VK_LEVEL_V4
#define VK_SELECTION_IS_FREE 1
#else
#define VK_SELECTION_IS_FREE 0
#endif

// VK_HAS_REGISTER_TABLES: whether registers hold 16 lanes, so that one or two of them are a table of up to 32 floats.
#if VK_LEVEL_V4
#define VK_HAS_REGISTER_TABLES 1
#else
#define VK_HAS_REGISTER_TABLES 0
#endif

// Lane l of the result is entry index[l] of the table of 32 in two registers of 16 lanes; only the low five bits of an
// index count.
#if VK_LEVEL_V4
VK_INLINE vk_f32 vk_permute_pair_f32(vk_f32 low, vk_f32 high, vk_i32 index) {
  return __builtin_ia32_vpermi2varps512(low, index, high);
}
#else
VK_INLINE vk_f32 vk_permute_pair_f32(vk_f32 low, vk_f32 high, vk_i32 index) { return low; }
#endif

// Lane l of the result is entry index[l] of a table of 16 doubles where registers hold eight; only the low four bits of an
// index count.
#if VK_LEVEL_V4
VK_INLINE vk_f64 vk_lookup_in16_f64(const double *table, vk_i64 index) {
  return __builtin_ia32_vpermi2varpd512(vk_load_f64(table), index, vk_load_f64(table + 8));
}
#else
VK_INLINE vk_f64 vk_lookup_in16_f64(const double *table, vk_i64 index) { return vk_load_f64(table); }
#endif

// The same vector, computed as a whole: operations on its single lanes must not be moved before the computation.
VK_INLINE vk_f32 vk_whole_f32(vk_f32 v) {
  VK_KEEP_VECTOR(v);
  return v;
}
VK_INLINE vk_f64 vk_whole_f64(vk_f64 v) {
  VK_KEEP_VECTOR(v);
  return v;
}

// Lane l of the result is table[index[l] * 8 + column], for a column of 0...7. Registers of 16 lanes take whole rows of
// eight, two each, and transpose columns k and k + 4 together.
#if VK_LEVEL_V4
typedef float vk_eight __attribute__((ext_vector_type(8)));
typedef float vk_eight_unaligned __attribute__((ext_vector_type(8), aligned(4), may_alias));

#define VK_ROW_OF_EIGHT(l) ((vk_eight)(*(const vk_eight_unaligned *)(table + (ptrdiff_t)index[l] * 8)))
#define VK_ROWS_OF_EIGHT(l)                                                                                            \
  __builtin_shufflevector(VK_ROW_OF_EIGHT(l), VK_ROW_OF_EIGHT(l + 4), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,    \
                          14, 15)

// Column k of rows l to l + 7, in the even quarters of a register, and column k + 4 in the odd ones.
VK_INLINE vk_f32 vk_columns_of_eight(const float *table, vk_i32 index, int32_t l, int32_t k) {
  vk_f32 r0 = VK_ROWS_OF_EIGHT(l), r1 = VK_ROWS_OF_EIGHT(l + 1);
  vk_f32 r2 = VK_ROWS_OF_EIGHT(l + 2), r3 = VK_ROWS_OF_EIGHT(l + 3);
  vk_f32 low01 = VK_WEAVE(r0, r1, 0, VK_SECOND, 1, VK_SECOND + 1);
  vk_f32 high01 = VK_WEAVE(r0, r1, 2, VK_SECOND + 2, 3, VK_SECOND + 3);
  vk_f32 low23 = VK_WEAVE(r2, r3, 0, VK_SECOND, 1, VK_SECOND + 1);
  vk_f32 high23 = VK_WEAVE(r2, r3, 2, VK_SECOND + 2, 3, VK_SECOND + 3);
  switch (k) {
  case 0: return vk_transposed_halves_f32(low01, low23, 0);
  case 1: return vk_transposed_halves_f32(low01, low23, 1);
  case 2: return vk_transposed_halves_f32(high01, high23, 0);
  default: return vk_transposed_halves_f32(high01, high23, 1);
  }
}
VK_INLINE vk_f32 vk_column_of_eight(const float *table, vk_i32 index, int32_t column) {
  vk_f32 low = vk_columns_of_eight(table, index, 0, column & 3);
  vk_f32 high = vk_columns_of_eight(table, index, 8, column & 3);
  return column < 4 ? __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
                    : __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
}
#else
VK_INLINE vk_f32 vk_column_of_eight(const float *table, vk_i32 index, int32_t column) {
  return vk_column_at(table + (column & 4), 8, index, column & 3);
}
#endif

#endif
