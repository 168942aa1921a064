// VectorKernels' rotations written by hand with AVX-512 or AVX2 and FMA intrinsics. Built with intrinsics.c, which says
// what the file is for.
//
// Quaternions stay in rows. Four registers hold as many rows as one has lanes: a dot product is a product and two
// shuffled sums for all of them, and its weight goes back over the rows by a permute within 128 bits. Lane 4 b + k
// belongs to row b of register k. Calls of a few rows are padded in memory.

#include <immintrin.h>
#include <string.h>

#include "vk_peer.h"

#define INLINE static inline __attribute__((always_inline, unused))

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define LANES 16
typedef __m512 V;
#define MM(operation) _mm512_##operation##_ps
INLINE V low_pairs(V a, V b) { return _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(a), _mm512_castps_pd(b))); }
INLINE V high_pairs(V a, V b) { return _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(a), _mm512_castps_pd(b))); }
INLINE V to_rows(V v) {
  return _mm512_permutexvar_ps(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), v);
}
/// `value`, negated where `sign` is negative.
INLINE V with_sign(V value, V sign) {
  __mmask16 negative = _mm512_cmp_ps_mask(sign, _mm512_setzero_ps(), _CMP_LT_OQ);
  return _mm512_mask_xor_ps(value, negative, value, _mm512_set1_ps(-0.0f));
}
INLINE V where_positive(V condition, V yes, V no) {
  return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(condition, _mm512_setzero_ps(), _CMP_LE_OQ), yes, no);
}
#elif defined(__AVX2__) && defined(__FMA__)
#define LANES 8
typedef __m256 V;
#define MM(operation) _mm256_##operation##_ps
INLINE V low_pairs(V a, V b) { return _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b))); }
INLINE V high_pairs(V a, V b) { return _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(b))); }
INLINE V to_rows(V v) { return _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7)); }
INLINE V with_sign(V value, V sign) {
  V negative = _mm256_cmp_ps(sign, _mm256_setzero_ps(), _CMP_LT_OQ);
  return _mm256_xor_ps(value, _mm256_and_ps(negative, _mm256_set1_ps(-0.0f)));
}
INLINE V where_positive(V condition, V yes, V no) {
  return _mm256_blendv_ps(yes, no, _mm256_cmp_ps(condition, _mm256_setzero_ps(), _CMP_LE_OQ));
}
#else
#error "compile with -march=x86-64-v4 or -march=x86-64-v3"
#endif

#define SPREAD(v, k) MM(permute)(v, (k) * 0x55)

INLINE V constant(float value) { return MM(set1)(value); }

INLINE V row_sums(V r0, V r1, V r2, V r3) {
  V s01 = MM(add)(MM(unpacklo)(r0, r1), MM(unpackhi)(r0, r1));
  V s23 = MM(add)(MM(unpacklo)(r2, r3), MM(unpackhi)(r2, r3));
  return MM(add)(low_pairs(s01, s23), high_pairs(s01, s23));
}

/// sin(x) / x from x^2, within 4e-9 up to 135 degrees.
INLINE V sinc_of_square(V z) {
  V p = MM(fmadd)(constant(-0x1.809f7cp-26f), z, constant(0x1.6f8b18p-19f));
  p = MM(fmadd)(p, z, constant(-0x1.9ffd84p-13f));
  p = MM(fmadd)(p, z, constant(0x1.111070p-7f));
  p = MM(fmadd)(p, z, constant(-0x1.555550p-3f));
  return MM(fmadd)(p, z, constant(1));
}

/// The square of the angle whose cosine is 1 - u.
INLINE V squared_angle(V u) {
  V q = MM(fmadd)(constant(0x1.5026c6p-8f), u, constant(-0x1.1fd326p-7f));
  q = MM(fmadd)(q, u, constant(0x1.d25a8cp-7f));
  q = MM(fmadd)(q, u, constant(0x1.356f2ap-8f));
  q = MM(fmadd)(q, u, constant(0x1.eca48cp-6f));
  q = MM(fmadd)(q, u, constant(0x1.6b465ep-4f));
  q = MM(fmadd)(q, u, constant(0x1.5557f0p-2f));
  q = MM(fmadd)(q, u, constant(2));
  return MM(mul)(q, u);
}

/// Four registers of rows.
INLINE void blend(const float *from, const float *to, V t, float *out, int is_slerp) {
  V a0 = MM(loadu)(from), a1 = MM(loadu)(from + LANES);
  V a2 = MM(loadu)(from + 2 * LANES), a3 = MM(loadu)(from + 3 * LANES);
  V b0 = MM(loadu)(to), b1 = MM(loadu)(to + LANES);
  V b2 = MM(loadu)(to + 2 * LANES), b3 = MM(loadu)(to + 3 * LANES);
  V dot = row_sums(MM(mul)(a0, b0), MM(mul)(a1, b1), MM(mul)(a2, b2), MM(mul)(a3, b3));
  V s = MM(sub)(constant(1), t);
  V wa = s, wb = t;
  if (is_slerp) {
    V u = MM(max)(constant(0), MM(sub)(constant(1), MM(andnot)(constant(-0.0f), dot)));
    V z = squared_angle(u);
    V whole = sinc_of_square(z);
    wa = MM(mul)(s, MM(div)(sinc_of_square(MM(mul)(MM(mul)(s, s), z)), whole));
    wb = MM(mul)(t, MM(div)(sinc_of_square(MM(mul)(MM(mul)(t, t), z)), whole));
  }
  wb = with_sign(wb, dot);
  V c0 = MM(fmadd)(SPREAD(wa, 0), a0, MM(mul)(SPREAD(wb, 0), b0));
  V c1 = MM(fmadd)(SPREAD(wa, 1), a1, MM(mul)(SPREAD(wb, 1), b1));
  V c2 = MM(fmadd)(SPREAD(wa, 2), a2, MM(mul)(SPREAD(wb, 2), b2));
  V c3 = MM(fmadd)(SPREAD(wa, 3), a3, MM(mul)(SPREAD(wb, 3), b3));
  if (!is_slerp) {
    V square = row_sums(MM(mul)(c0, c0), MM(mul)(c1, c1), MM(mul)(c2, c2), MM(mul)(c3, c3));
    V scale = where_positive(square, MM(div)(constant(1), MM(sqrt)(square)), constant(0));
    float row[LANES];
    for (int l = 0; l < LANES; l++) row[l] = l % 4 == 3;
    V identity = MM(loadu)(row);
    c0 = where_positive(SPREAD(scale, 0), MM(mul)(SPREAD(scale, 0), c0), identity);
    c1 = where_positive(SPREAD(scale, 1), MM(mul)(SPREAD(scale, 1), c1), identity);
    c2 = where_positive(SPREAD(scale, 2), MM(mul)(SPREAD(scale, 2), c2), identity);
    c3 = where_positive(SPREAD(scale, 3), MM(mul)(SPREAD(scale, 3), c3), identity);
  }
  MM(storeu)(out, c0);
  MM(storeu)(out + LANES, c1);
  MM(storeu)(out + 2 * LANES, c2);
  MM(storeu)(out + 3 * LANES, c3);
}

INLINE void rotations(const float *from, const float *to, const float *progress, int has_own, float *out, ptrdiff_t n,
                      int is_slerp) {
  V shared = constant(has_own ? 0 : *progress);
  ptrdiff_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    blend(from + 4 * i, to + 4 * i, has_own ? to_rows(MM(loadu)(progress + i)) : shared, out + 4 * i, is_slerp);
  }
  if (i < n) {
    float a[4 * LANES] = {0}, b[4 * LANES] = {0}, c[4 * LANES], t[LANES] = {0};
    size_t count = (size_t)(n - i);
    memcpy(a, from + 4 * i, 16 * count);
    memcpy(b, to + 4 * i, 16 * count);
    if (has_own) memcpy(t, progress + i, 4 * count);
    blend(a, b, has_own ? to_rows(MM(loadu)(t)) : shared, c, is_slerp);
    memcpy(out + 4 * i, c, 16 * count);
  }
}

void vk_slerp_f32(const float *from, const float *to, float progress, float *out, ptrdiff_t n) {
  rotations(from, to, &progress, 0, out, n, 1);
}
void vk_slerp_each_f32(const float *from, const float *to, const float *progress, float *out, ptrdiff_t n) {
  rotations(from, to, progress, 1, out, n, 1);
}
void vk_nlerp_f32(const float *from, const float *to, float progress, float *out, ptrdiff_t n) {
  rotations(from, to, &progress, 0, out, n, 0);
}
void vk_nlerp_each_f32(const float *from, const float *to, const float *progress, float *out, ptrdiff_t n) {
  rotations(from, to, progress, 1, out, n, 0);
}
