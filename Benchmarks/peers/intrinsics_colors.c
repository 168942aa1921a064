// Colours by hand: 8-bit sRGB to Oklab, and mixtures in Oklab to 8-bit sRGB. vk_peer.h has the formulas.
//
// Both go in two passes over blocks that stay in the first cache. In one pass the tables and matrices together take
// more registers than there are, and spilled registers cost more than a block's rows.
//
// sRGB's curve is 32 polynomials of degree four each way: AVX-512 looks five coefficients up with a permutation of two
// registers each. AVX2 has the light of the 256 bytes in memory and gathers it, and selects coefficients from four
// permutations.

#include <immintrin.h>
#include <math.h>
#include <string.h>

#include "vk_peer.h"

#if defined(__AVX512F__) && defined(__AVX512BW__)
#define AVX512 1
#define MM(name) _mm512_##name
enum { LANES = 16 };
typedef __m512 V;
typedef __m512i Bits;
typedef __mmask16 Mask;
#else
#define AVX512 0
#define MM(name) _mm256_##name
enum { LANES = 8 };
typedef __m256 V;
typedef __m256i Bits;
typedef __m256i Mask;
#endif

#define INLINE static inline __attribute__((always_inline, unused))
enum { BLOCK = 256 };

INLINE V all(float x) { return MM(set1_ps)(x); }
INLINE V multiply_add(V a, V b, V c) { return MM(fmadd_ps)(a, b, c); }
INLINE V multiply(V a, V b) { return MM(mul_ps)(a, b); }

#if AVX512
INLINE Bits bits(V v) { return _mm512_castps_si512(v); }
INLINE V floats(Bits b) { return _mm512_castsi512_ps(b); }
INLINE Bits all_bits(int32_t x) { return _mm512_set1_epi32(x); }
INLINE Bits joined(Bits a, Bits b) { return _mm512_or_si512(a, b); }
INLINE Bits both(Bits a, Bits b) { return _mm512_and_si512(a, b); }
INLINE Mask first(ptrdiff_t count) { return count < LANES ? (Mask)((1u << count) - 1) : (Mask)-1; }
INLINE V get(const float *p, Mask m) { return _mm512_maskz_loadu_ps(m, p); }
INLINE void put(float *p, Mask m, V v) { _mm512_mask_storeu_ps(p, m, v); }
INLINE Bits get_bits(const void *p, Mask m) { return _mm512_maskz_loadu_epi32(m, p); }
INLINE void put_bits(void *p, Mask m, Bits b) { _mm512_mask_storeu_epi32(p, m, b); }
#else
INLINE Bits bits(V v) { return _mm256_castps_si256(v); }
INLINE V floats(Bits b) { return _mm256_castsi256_ps(b); }
INLINE Bits all_bits(int32_t x) { return _mm256_set1_epi32(x); }
INLINE Bits joined(Bits a, Bits b) { return _mm256_or_si256(a, b); }
INLINE Bits both(Bits a, Bits b) { return _mm256_and_si256(a, b); }
INLINE Mask first(ptrdiff_t count) {
  return _mm256_cmpgt_epi32(all_bits(count < LANES ? (int)count : LANES), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
INLINE V get(const float *p, Mask m) { return _mm256_maskload_ps(p, m); }
INLINE void put(float *p, Mask m, V v) { _mm256_maskstore_ps(p, m, v); }
INLINE Bits get_bits(const void *p, Mask m) { return _mm256_maskload_epi32(p, m); }
INLINE void put_bits(void *p, Mask m, Bits b) { _mm256_maskstore_epi32(p, m, b); }
#endif

// MARK: - sRGB's curve

/// 32 polynomials of degree four: by coefficient.
typedef float Quartics[5][32] __attribute__((aligned(64)));
static Quartics decoding, encoding;
static float lights[256] __attribute__((aligned(64)));
static int32_t knee;

static double decoded(double x) { return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4); }
static double light_of_byte(double k) { return decoded(k / 255); }
static double byte_of_light(double x) {
  return 255 * (x <= 0.0031308 ? x * 12.92 : 1.055 * pow(x, 1 / 2.4) - 0.055);
}

/// The polynomial that meets f at five Chebyshev nodes.
static void fit(Quartics table, int number, double low, double high, double (*f)(double)) {
  double x[5], d[5], c[5] = {0};
  for (int k = 0; k < 5; k++) {
    x[k] = (low + high + (high - low) * cos(3.14159265358979 * (k + 0.5) / 5)) / 2;
    d[k] = f(x[k]);
  }
  for (int order = 1; order < 5; order++) {
    for (int k = 4; k >= order; k--) d[k] = (d[k] - d[k - 1]) / (x[k] - x[k - order]);
  }
  for (int k = 4; k >= 0; k--) {
    for (int power = 4; power > 0; power--) c[power] = c[power - 1] - x[k] * c[power];
    c[0] = d[k] - x[k] * c[0];
  }
  for (int power = 0; power < 5; power++) table[power][number] = (float)c[power];
}

static float number_of_bits(int32_t b) {
  float x;
  memcpy(&x, &b, sizeof x);
  return x;
}

__attribute__((noinline)) static void fit_tables(void) {
  const float start = 0.0031308f;
  memcpy(&knee, &start, sizeof knee);
  for (int k = 0; k < 256; k++) lights[k] = (float)light_of_byte(k);
  for (int s = 0; s < 32; s++) {
    decoding[1][s] = (float)light_of_byte(1);
    if (s > 1) fit(decoding, s, 8 * s - 5, s < 31 ? 8 * s + 2 : 255, light_of_byte);
    const float low = number_of_bits(knee + (s << 22)), high = number_of_bits(knee + ((s + 1) << 22));
    encoding[1][s] = 255 * 12.92f;
    if (low < 1) fit(encoding, s, low, high < 1 ? high : 1, byte_of_light);
  }
}

// A library is loaded on any processor, also on one without the instructions that it is compiled for.
__attribute__((constructor)) static void make_tables(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports(VK_PEER_COMPILED_LEVEL)) fit_tables();
}

#if AVX512
typedef struct {
  V low[5], high[5];
} Table;

INLINE Table table_of(const Quartics quartics) {
  Table t;
  for (int k = 0; k < 5; k++) {
    t.low[k] = _mm512_load_ps(quartics[k]);
    t.high[k] = _mm512_load_ps(quartics[k] + 16);
  }
  return t;
}

INLINE V quartic(const Table *t, Bits number, V x) {
  V y = _mm512_permutex2var_ps(t->low[4], number, t->high[4]);
  for (int k = 3; k >= 0; k--) y = multiply_add(y, x, _mm512_permutex2var_ps(t->low[k], number, t->high[k]));
  return y;
}
#else
typedef struct {
  const float (*rows)[32];
} Table;

INLINE Table table_of(const Quartics quartics) { return (Table){quartics}; }

INLINE V coefficient(const float row[32], Bits number, V bit3, V bit4) {
  const V a = _mm256_permutevar8x32_ps(_mm256_load_ps(row), number);
  const V b = _mm256_permutevar8x32_ps(_mm256_load_ps(row + 8), number);
  const V c = _mm256_permutevar8x32_ps(_mm256_load_ps(row + 16), number);
  const V d = _mm256_permutevar8x32_ps(_mm256_load_ps(row + 24), number);
  return _mm256_blendv_ps(_mm256_blendv_ps(a, b, bit3), _mm256_blendv_ps(c, d, bit3), bit4);
}

INLINE V quartic(const Table *t, Bits number, V x) {
  const V bit3 = floats(_mm256_slli_epi32(number, 28)), bit4 = floats(_mm256_slli_epi32(number, 27));
  V y = coefficient(t->rows[4], number, bit3, bit4);
  for (int k = 3; k >= 0; k--) y = multiply_add(y, x, coefficient(t->rows[k], number, bit3, bit4));
  return y;
}
#endif

// MARK: - To Oklab

/// By magnitude the exponent's third, and what that lacks of a cube root as a polynomial.
INLINE V cube_root(V x) {
  const V third = multiply_add(MM(cvtepi32_ps)(bits(x)), all(-1.0f / 3), all(1419900032.0f));
  const V r = floats(MM(cvtps_epi32)(third)), y = multiply(x, multiply(r, r));
  const V e = MM(fnmadd_ps)(y, r, all(1));
  V p = multiply_add(all(0x1.b7deb2p-2f), e, all(0x1.d4f2f6p-2f));
  p = multiply_add(p, e, all(0x1.f9a4c6p-2f));
  p = multiply_add(p, e, all(0x1.1c6ff4p-1f));
  p = multiply_add(p, e, all(0x1.555556p-1f));
  return multiply_add(multiply(y, e), p, y);
}

INLINE V row_times(const float row[3], V x, V y, V z) {
  return multiply_add(x, all(row[0]), multiply_add(y, all(row[1]), multiply(z, all(row[2]))));
}

static const float light_to_cones[3][3] = {{0.41222147f, 0.53633254f, 0.051445993f},
                                           {0.2119035f, 0.68069955f, 0.10739696f},
                                           {0.088302463f, 0.28171884f, 0.6299787f}};
static const float roots_to_oklab[3][3] = {{0.21045426f, 0.79361778f, -0.0040720468f},
                                           {1.9779985f, -2.4285922f, 0.45059371f},
                                           {0.025904037f, 0.78277177f, -0.80867577f}};

void vk_oklab_from_rgba8_f32(const uint8_t *rgba8, float *lightness, float *a, float *b, float *alpha, ptrdiff_t n) {
#if AVX512
  const Table table = table_of(decoding);
#endif
  float rows[3][BLOCK] __attribute__((aligned(64)));
  for (ptrdiff_t start = 0; start < n; start += BLOCK) {
    const ptrdiff_t count = n - start < BLOCK ? n - start : BLOCK;
    for (ptrdiff_t i = 0; i < count; i += LANES) {
      const Mask m = first(count - i);
      const Bits pixels = get_bits(rgba8 + 4 * (start + i), m), byte = all_bits(255);
#if AVX512
      const Bits numbers = _mm512_adds_epu8(pixels, _mm512_set1_epi8(5));
      const V red = quartic(&table, MM(srli_epi32)(numbers, 3), MM(cvtepi32_ps)(both(pixels, byte)));
      const V green = quartic(&table, MM(srli_epi32)(numbers, 11),
                              MM(cvtepi32_ps)(both(MM(srli_epi32)(pixels, 8), byte)));
      const V blue = quartic(&table, MM(srli_epi32)(numbers, 19),
                             MM(cvtepi32_ps)(both(MM(srli_epi32)(pixels, 16), byte)));
#else
      const V red = _mm256_i32gather_ps(lights, both(pixels, byte), 4);
      const V green = _mm256_i32gather_ps(lights, both(_mm256_srli_epi32(pixels, 8), byte), 4);
      const V blue = _mm256_i32gather_ps(lights, both(_mm256_srli_epi32(pixels, 16), byte), 4);
#endif
      for (int k = 0; k < 3; k++) MM(store_ps)(rows[k] + i, row_times(light_to_cones[k], red, green, blue));
      put(alpha + start + i, m, multiply(MM(cvtepi32_ps)(MM(srli_epi32)(pixels, 24)), all(1 / 255.0f)));
    }
    for (ptrdiff_t i = 0; i < count; i += LANES) {
      const Mask m = first(count - i);
      const V l = cube_root(MM(load_ps)(rows[0] + i)), c = cube_root(MM(load_ps)(rows[1] + i));
      const V s = cube_root(MM(load_ps)(rows[2] + i));
      put(lightness + start + i, m, row_times(roots_to_oklab[0], l, c, s));
      put(a + start + i, m, row_times(roots_to_oklab[1], l, c, s));
      put(b + start + i, m, row_times(roots_to_oklab[2], l, c, s));
    }
  }
}

// MARK: - From mixtures in Oklab

static const float oklab_to_roots[3][2] = {
    {0.39633778f, 0.21580376f}, {-0.10556135f, -0.063854173f}, {-0.089484178f, -1.2914855f}};
static const float cones_to_light[3][3] = {{4.0767417f, -3.3077116f, 0.23096993f},
                                           {-1.268438f, 2.6097574f, -0.3413194f},
                                           {-0.0041960863f, -0.7034186f, 1.7076147f}};

INLINE Bits byte_of(const Table *table, V light) {
  const V x = MM(min_ps)(MM(max_ps)(light, all(0x1p-15f)), all(1));
  const Bits number = MM(srli_epi32)(MM(sub_epi32)(bits(x), all_bits(knee)), 22);
  return MM(cvtps_epi32)(quartic(table, number, x));
}

/// One over alpha, and one where it is no normal number above 0.
INLINE V unpremultiplier(V alpha) {
#if AVX512
  const __mmask16 is_visible = _mm512_cmp_ps_mask(alpha, all(0x1p-126f), _CMP_NLT_UQ);
  return _mm512_mask_div_ps(all(1), is_visible, all(1), alpha);
#else
  const V is_visible = _mm256_cmp_ps(alpha, all(0x1p-126f), _CMP_NLT_UQ);
  return _mm256_div_ps(all(1), _mm256_blendv_ps(all(1), alpha, is_visible));
#endif
}

INLINE void light_of_mixture(const V c[4], float (*rows)[BLOCK], ptrdiff_t i) {
  const V scale = unpremultiplier(c[3]);
  const V lightness = multiply(c[0], scale), a = multiply(c[1], scale), b = multiply(c[2], scale);
  V cones[3];
  for (int k = 0; k < 3; k++) {
    const V inner = multiply_add(b, all(oklab_to_roots[k][1]), lightness);
    const V root = multiply_add(a, all(oklab_to_roots[k][0]), inner);
    cones[k] = multiply(multiply(root, root), root);
  }
  for (int k = 0; k < 3; k++)
    MM(store_ps)(rows[k] + i, row_times(cones_to_light[k], cones[0], cones[1], cones[2]));
  MM(store_ps)(rows[3] + i, c[3]);
}

INLINE void pack(const Table *table, float (*rows)[BLOCK], uint8_t *rgba8, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i += LANES) {
    const Bits r = byte_of(table, MM(load_ps)(rows[0] + i)), g = byte_of(table, MM(load_ps)(rows[1] + i));
    const Bits b = byte_of(table, MM(load_ps)(rows[2] + i));
    const V alpha = MM(min_ps)(MM(max_ps)(MM(load_ps)(rows[3] + i), MM(setzero_ps)()), all(1));
    const Bits a = MM(cvtps_epi32)(multiply(alpha, all(255)));
    const Bits low = joined(r, MM(slli_epi32)(g, 8)), high = joined(MM(slli_epi32)(b, 16), MM(slli_epi32)(a, 24));
    put_bits(rgba8 + 4 * i, first(count - i), joined(low, high));
  }
}

void vk_oklab_mix_rgba8_f32(const float *from, ptrdiff_t from_stride, const float *to, ptrdiff_t to_stride,
                            float progress, uint8_t *rgba8, ptrdiff_t n) {
  const Table table = table_of(encoding);
  float rows[4][BLOCK] __attribute__((aligned(64)));
  const int is_first_half = progress < 0.5f;
  const float *near = is_first_half ? from : to, *far = is_first_half ? to : from;
  const ptrdiff_t near_stride = is_first_half ? from_stride : to_stride;
  const ptrdiff_t far_stride = is_first_half ? to_stride : from_stride;
  const V s = all(is_first_half ? progress : 1 - progress);
  for (ptrdiff_t start = 0; start < n; start += BLOCK) {
    const ptrdiff_t count = n - start < BLOCK ? n - start : BLOCK;
    for (ptrdiff_t i = 0; i < count; i += LANES) {
      const Mask m = first(count - i);
      V c[4];
      for (int k = 0; k < 4; k++) {
        const V base = get(near + k * near_stride + start + i, m);
        c[k] = multiply_add(s, MM(sub_ps)(get(far + k * far_stride + start + i, m), base), base);
      }
      light_of_mixture(c, rows, i);
    }
    pack(&table, rows, rgba8 + 4 * start, count);
  }
}

void vk_oklab_mix_each_rgba8_f32(const float *from, ptrdiff_t from_stride, const float *to, ptrdiff_t to_stride,
                                 const float *progress, uint8_t *rgba8, ptrdiff_t n) {
  const Table table = table_of(encoding);
  float rows[4][BLOCK] __attribute__((aligned(64)));
  for (ptrdiff_t start = 0; start < n; start += BLOCK) {
    const ptrdiff_t count = n - start < BLOCK ? n - start : BLOCK;
    for (ptrdiff_t i = 0; i < count; i += LANES) {
      const Mask m = first(count - i);
      const V t = get(progress + start + i, m);
#if AVX512
      const __mmask16 is_second_half = _mm512_cmp_ps_mask(t, all(0.5f), _CMP_NLT_UQ);
      const V s = _mm512_mask_sub_ps(t, is_second_half, t, all(1));
#else
      const V is_second_half = _mm256_cmp_ps(t, all(0.5f), _CMP_NLT_UQ);
      const V s = _mm256_sub_ps(t, _mm256_and_ps(is_second_half, all(1)));
#endif
      V c[4];
      for (int k = 0; k < 4; k++) {
        const V p = get(from + k * from_stride + start + i, m), q = get(to + k * to_stride + start + i, m);
#if AVX512
        const V base = _mm512_mask_mov_ps(p, is_second_half, q);
#else
        const V base = _mm256_blendv_ps(p, q, is_second_half);
#endif
        c[k] = multiply_add(s, MM(sub_ps)(q, p), base);
      }
      light_of_mixture(c, rows, i);
    }
    pack(&table, rows, rgba8 + 4 * start, count);
  }
}
