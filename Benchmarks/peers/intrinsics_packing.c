// Packing written by hand with AVX-512 or AVX2 intrinsics. vk_peer.h has the formulas, intrinsics.c the rest.
//
// Each loop has four registers of floats per turn, or what fills a whole register of results. The last turn, which has
// fewer, goes through memory of its own.

#include <immintrin.h>
#include <string.h>

#include "vk_peer.h"

#define INLINE static inline __attribute__((always_inline, unused))

#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

// MARK: - Registers

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define LANES 16
typedef __m512 Floats;
typedef __m512i Bits;
INLINE Floats load(const float *p) { return _mm512_loadu_ps(p); }
INLINE void store(float *p, Floats v) { _mm512_storeu_ps(p, v); }
INLINE Bits load_bits(const void *p) { return _mm512_loadu_si512(p); }
INLINE void store_bits(void *p, Bits v) { _mm512_storeu_si512(p, v); }
INLINE void stream_bits(void *p, Bits v) { _mm512_stream_si512(p, v); }
INLINE Floats all(float x) { return _mm512_set1_ps(x); }
INLINE Floats times(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
INLINE Floats times_plus(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
/// NaN stays.
INLINE Floats at_most(Floats limit, Floats a) { return _mm512_min_ps(limit, a); }
/// 0 for NaN.
INLINE Floats at_least_0(Floats a) { return _mm512_max_ps(a, _mm512_setzero_ps()); }
INLINE Bits nearest(Floats a) { return _mm512_cvtps_epi32(a); }
INLINE Floats from_integer(Bits a) { return _mm512_cvtepi32_ps(a); }
INLINE Bits pack_s16(Bits a, Bits b) { return _mm512_packs_epi32(a, b); }
INLINE Bits pack_u16(Bits a, Bits b) { return _mm512_packus_epi32(a, b); }
INLINE Bits pack_u8(Bits a, Bits b) { return _mm512_packus_epi16(a, b); }
INLINE Bits rows_of_bytes(Bits a) {
  const __m128i order = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(order));
}
INLINE Bits in_order_of_four(Bits a) {
  return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), a);
}
INLINE Bits in_order_of_two(Bits a) { return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), a); }
INLINE Bits byte_of(Bits a, int k) {
  // One shuffle, which leaves zeros where the index is negative.
  const __m128i order = _mm_add_epi8(
      _mm_setr_epi8(0, -128, -128, -128, 4, -128, -128, -128, 8, -128, -128, -128, 12, -128, -128, -128),
      _mm_set1_epi8((char)k));
  return k == 3 ? _mm512_srli_epi32(a, 24) : _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(order));
}
INLINE Bits widen_u16(const uint16_t *p) { return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p)); }
INLINE Floats from_halves(const uint16_t *p) { return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p)); }
INLINE void store_halves(uint16_t *p, Floats a) {
  _mm256_storeu_si256((__m256i *)p, _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT));
}
#else
#define LANES 8
typedef __m256 Floats;
typedef __m256i Bits;
INLINE Floats load(const float *p) { return _mm256_loadu_ps(p); }
INLINE void store(float *p, Floats v) { _mm256_storeu_ps(p, v); }
INLINE Bits load_bits(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
INLINE void store_bits(void *p, Bits v) { _mm256_storeu_si256((__m256i *)p, v); }
INLINE void stream_bits(void *p, Bits v) { _mm256_stream_si256((__m256i *)p, v); }
INLINE Floats all(float x) { return _mm256_set1_ps(x); }
INLINE Floats times(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
INLINE Floats times_plus(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
INLINE Floats at_most(Floats limit, Floats a) { return _mm256_min_ps(limit, a); }
INLINE Floats at_least_0(Floats a) { return _mm256_max_ps(a, _mm256_setzero_ps()); }
INLINE Bits nearest(Floats a) { return _mm256_cvtps_epi32(a); }
INLINE Floats from_integer(Bits a) { return _mm256_cvtepi32_ps(a); }
INLINE Bits pack_s16(Bits a, Bits b) { return _mm256_packs_epi32(a, b); }
INLINE Bits pack_u16(Bits a, Bits b) { return _mm256_packus_epi32(a, b); }
INLINE Bits pack_u8(Bits a, Bits b) { return _mm256_packus_epi16(a, b); }
INLINE Bits rows_of_bytes(Bits a) {
  const __m128i order = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(order));
}
INLINE Bits in_order_of_two(Bits a) { return _mm256_permute4x64_epi64(a, _MM_SHUFFLE(3, 1, 2, 0)); }
INLINE Bits byte_of(Bits a, int k) {
  return _mm256_and_si256(k == 0 ? a : _mm256_srli_epi32(a, 8 * k), _mm256_set1_epi32(255));
}
INLINE Bits widen_u16(const uint16_t *p) { return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)p)); }
INLINE Floats from_halves(const uint16_t *p) { return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p)); }
INLINE void store_halves(uint16_t *p, Floats a) {
  _mm_storeu_si128((__m128i *)p, _mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT));
}
#endif

/// As in intrinsics.c.
enum { STREAM_BYTES = 32 << 20 };

// MARK: - Colours

INLINE Bits packed_rgba8(Floats r, Floats g, Floats b, Floats a) {
  const Floats scale = all(255);
  // Too large a number would become the least integer, as NaN does. Packing saturates everything else.
  Bits rg = pack_s16(nearest(at_most(scale, times(r, scale))), nearest(at_most(scale, times(g, scale))));
  Bits ba = pack_s16(nearest(at_most(scale, times(b, scale))), nearest(at_most(scale, times(a, scale))));
  return rows_of_bytes(pack_u8(rg, ba));
}

INLINE void pack_rgba8(const float *r, const float *g, const float *b, const float *a, uint8_t *out, ptrdiff_t n,
                       int premultiplied) {
  ptrdiff_t i = 0;
#define PACK(p, STORE)                                                                                                 \
  Floats x = load(r + p), y = load(g + p), z = load(b + p), w = load(a + p);                                           \
  if (premultiplied) {                                                                                                 \
    const Floats one = all(1);                                                                                         \
    w = at_most(one, at_least_0(w));                                                                                   \
    /* What is below 0 is 0 in 8 bits, whatever alpha is. */                                                           \
    x = times(at_most(one, x), w), y = times(at_most(one, y), w), z = times(at_most(one, z), w);                       \
  }                                                                                                                    \
  STORE(out + 4 * (p), packed_rgba8(x, y, z, w))
  if (n * 20 >= STREAM_BYTES && ((uintptr_t)out & (4 * LANES - 1)) == 0) {
    for (; i + LANES <= n; i += LANES) { PACK(i, stream_bits); }
    _mm_sfence();
  }
  for (; i + 2 * LANES <= n; i += 2 * LANES) {
    { PACK(i, store_bits); }
    { PACK(i + LANES, store_bits); }
  }
  for (; i + LANES <= n; i += LANES) { PACK(i, store_bits); }
#undef PACK
  if (i < n) {
    float columns[4][LANES] = {{0}};
    uint8_t packed[4 * LANES];
    const float *from[4] = {r, g, b, a};
    for (int k = 0; k < 4; k++) memcpy(columns[k], from[k] + i, (size_t)(n - i) * sizeof(float));
    pack_rgba8(columns[0], columns[1], columns[2], columns[3], packed, LANES, premultiplied);
    memcpy(out + 4 * i, packed, (size_t)(n - i) * 4);
  }
}

void vk_pack_rgba8_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out, ptrdiff_t n) {
  pack_rgba8(r, g, b, a, out, n, 0);
}

void vk_pack_rgba8_premultiplied_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out,
                                     ptrdiff_t n) {
  pack_rgba8(r, g, b, a, out, n, 1);
}

void vk_pack_rgba8_strided_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out,
                               ptrdiff_t stride, ptrdiff_t n) {
  ptrdiff_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    Bits packed = packed_rgba8(load(r + i), load(g + i), load(b + i), load(a + i));
    UNROLLED for (int q = 0; q < LANES / 4; q++) {
#if LANES == 16
      __m128i four = q == 0   ? _mm512_castsi512_si128(packed)
                     : q == 1 ? _mm512_extracti32x4_epi32(packed, 1)
                     : q == 2 ? _mm512_extracti32x4_epi32(packed, 2)
                              : _mm512_extracti32x4_epi32(packed, 3);
#else
      __m128i four = q == 0 ? _mm256_castsi256_si128(packed) : _mm256_extracti128_si256(packed, 1);
#endif
      uint8_t *p = out + (i + 4 * q) * stride;
      _mm_storeu_si32(p, four);
      _mm_storeu_si32(p + stride, _mm_shuffle_epi32(four, 1));
      _mm_storeu_si32(p + 2 * stride, _mm_shuffle_epi32(four, 2));
      _mm_storeu_si32(p + 3 * stride, _mm_shuffle_epi32(four, 3));
    }
  }
  if (i < n) {
    // Twice as many as are left, for compilers that don't see that fewer are.
    uint8_t packed[8 * LANES];
    pack_rgba8(r + i, g + i, b + i, a + i, packed, n - i, 0);
    for (ptrdiff_t k = 0; k < n - i; k++) memcpy(out + (i + k) * stride, packed + 4 * k, 4);
  }
}

void vk_unpack_rgba8_f32(const uint8_t *rows, float *r, float *g, float *b, float *a, ptrdiff_t n) {
  ptrdiff_t i = 0;
  const Floats unit = all(0x1p-8f), rest = all(0x1.010102p-16f);
  for (; i + LANES <= n; i += LANES) {
    Bits v = load_bits(rows + 4 * i);
    Floats x = from_integer(byte_of(v, 0)), y = from_integer(byte_of(v, 1));
    Floats z = from_integer(byte_of(v, 2)), w = from_integer(byte_of(v, 3));
    store(r + i, times_plus(x, unit, times(x, rest)));
    store(g + i, times_plus(y, unit, times(y, rest)));
    store(b + i, times_plus(z, unit, times(z, rest)));
    store(a + i, times_plus(w, unit, times(w, rest)));
  }
  if (i < n) {
    uint8_t packed[4 * LANES] = {0};
    float columns[4][LANES];
    memcpy(packed, rows + 4 * i, (size_t)(n - i) * 4);
    vk_unpack_rgba8_f32(packed, columns[0], columns[1], columns[2], columns[3], LANES);
    float *to[4] = {r, g, b, a};
    for (int k = 0; k < 4; k++) memcpy(to[k] + i, columns[k], (size_t)(n - i) * sizeof(float));
  }
}

// MARK: - Numbers

void vk_pack_half_f32(const float *values, uint16_t *out, ptrdiff_t n) {
  ptrdiff_t i = 0;
  for (; i + 4 * LANES <= n; i += 4 * LANES) {
    UNROLLED for (int k = 0; k < 4; k++) store_halves(out + i + k * LANES, load(values + i + k * LANES));
  }
  for (; i + LANES <= n; i += LANES) store_halves(out + i, load(values + i));
  if (i < n) {
    float rest[LANES] = {0};
    uint16_t packed[LANES];
    memcpy(rest, values + i, (size_t)(n - i) * sizeof(float));
    store_halves(packed, load(rest));
    memcpy(out + i, packed, (size_t)(n - i) * 2);
  }
}

void vk_unpack_half_f32(const uint16_t *packed, float *out, ptrdiff_t n) {
  ptrdiff_t i = 0;
  for (; i + 4 * LANES <= n; i += 4 * LANES) {
    UNROLLED for (int k = 0; k < 4; k++) store(out + i + k * LANES, from_halves(packed + i + k * LANES));
  }
  for (; i + LANES <= n; i += LANES) store(out + i, from_halves(packed + i));
  if (i < n) {
    uint16_t rest[LANES] = {0};
    float values[LANES];
    memcpy(rest, packed + i, (size_t)(n - i) * 2);
    store(values, from_halves(rest));
    memcpy(out + i, values, (size_t)(n - i) * sizeof(float));
  }
}

void vk_pack_unorm16_f32(const float *values, uint16_t *out, ptrdiff_t n) {
  ptrdiff_t i = 0;
  const Floats scale = all(65535);
#define PACK(from)                                                                                                     \
  in_order_of_two(pack_u16(nearest(at_most(scale, times(load(from), scale))),                                          \
                           nearest(at_most(scale, times(load((from) + LANES), scale)))))
  for (; i + 4 * LANES <= n; i += 4 * LANES) {
    store_bits(out + i, PACK(values + i));
    store_bits(out + i + 2 * LANES, PACK(values + i + 2 * LANES));
  }
  while (i < n) {
    ptrdiff_t count = n - i < 2 * LANES ? n - i : 2 * LANES;
    float rest[2 * LANES] = {0};
    uint16_t packed[2 * LANES];
    memcpy(rest, values + i, (size_t)count * sizeof(float));
    store_bits(packed, PACK(rest));
    memcpy(out + i, packed, (size_t)count * 2);
    i += count;
  }
#undef PACK
}

void vk_unpack_unorm16_f32(const uint16_t *packed, float *out, ptrdiff_t n) {
  ptrdiff_t i = 0;
  const Floats unit = all(0x1p-16f), rest = all(0x1.0001p-32f);
  for (; i + 4 * LANES <= n; i += 4 * LANES) {
    UNROLLED for (int k = 0; k < 4; k++) {
      Floats x = from_integer(widen_u16(packed + i + k * LANES));
      store(out + i + k * LANES, times_plus(x, unit, times(x, rest)));
    }
  }
  while (i < n) {
    ptrdiff_t count = n - i < LANES ? n - i : LANES;
    uint16_t last[LANES] = {0};
    float values[LANES];
    memcpy(last, packed + i, (size_t)count * 2);
    Floats x = from_integer(widen_u16(last));
    store(values, times_plus(x, unit, times(x, rest)));
    memcpy(out + i, values, (size_t)count * sizeof(float));
    i += count;
  }
}
