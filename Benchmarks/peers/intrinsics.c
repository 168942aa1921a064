// VectorKernels' loops written by hand with AVX-512 or AVX2 and FMA intrinsics: the yardstick for the generated kernels.
//
//   cc -O3 -march=x86-64-v4 -shared -fPIC intrinsics.c -o build/libintrinsics-x86-64-v4.so      (AVX-512)
//   cc -O3 -march=x86-64-v3 -shared -fPIC intrinsics.c -o build/libintrinsics-x86-64-v3.so      (AVX2 and FMA)
//
// vk_peer.h has the formulas. Where both instruction sets have the same instruction, `MM(add)` names it for the register
// and the element being compiled; masks, permutations, tails and table lookups are written for each.
//
// What is the same for float and double is compiled twice: the file includes itself, once for each ELEMENT.

#if !defined(ELEMENT)

#include <immintrin.h>
#include <string.h>

#include "vk_peer.h"

#if defined(__GNUC__) && !defined(__clang__)
// Sums that keep a rounding error must not be fused with the product before them. Useful fusions are spelled out.
#pragma GCC optimize("fp-contract=off")
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define AVX512 1
#define LEVEL "x86-64-v4"
#define BYTES 64
#define PREFIX _mm512_
typedef __m512i Bits;
#elif defined(__AVX2__) && defined(__FMA__)
#define AVX512 0
#define LEVEL "x86-64-v3"
#define BYTES 32
#define PREFIX _mm256_
typedef __m256i Bits;
#else
#error "compile with -march=x86-64-v4 or -march=x86-64-v3"
#endif

#define INLINE static inline __attribute__((always_inline, unused))
#define JOIN_TOKENS(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_TOKENS(a, b, c)

/// The intrinsic of this name for the register and the element being compiled.
#define MM(operation) JOIN(PREFIX, operation, SUFFIX)
/// The AVX-512 comparison of this name, which gives a mask register.
#define MM_MASK(operation) JOIN(PREFIX, operation, JOIN(SUFFIX, _mask, ))
/// This name for the element being compiled.
#define NAME(name) JOIN(name, _, ELEMENT)

// Stands before loops over a few registers, whose bodies are too long for the optimizer to unroll them unasked.
#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

#define TO_NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)

#if !AVX512
// Loaded from index `lanes - count` on, the first `count` lanes are set.
static const int32_t first_lanes_f32[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const int64_t first_lanes_f64[8] = {-1, -1, -1, -1};
#endif

const char *vk_peer_name(void) { return "intrinsics"; }
const char *vk_peer_level(void) { return LEVEL; }

#define ELEMENT f64
#define SUFFIX _pd
#define IS_FLOAT 0
#include "intrinsics.c"

#undef ELEMENT
#undef SUFFIX
#undef IS_FLOAT
#define ELEMENT f32
#define SUFFIX _ps
#define IS_FLOAT 1
#include "intrinsics.c"

#include "/tmp/vkp/bez.h"

#else  // defined(ELEMENT)

// MARK: - The element and its lanes

#undef T
#undef LANES
#undef SIGNIFICAND_BITS
#undef BIAS
#undef SELECT_BITS
#if IS_FLOAT
#define T float
#define LANES (BYTES / 4)
#define SIGNIFICAND_BITS 23
#define BIAS 127
#else
#define T double
#define LANES (BYTES / 8)
#define SIGNIFICAND_BITS 52
#define BIAS 1023
#endif

#define V NAME(V)
#define Place NAME(Place)
#define at_whole NAME(at_whole)
#define at_tail NAME(at_tail)
#define get NAME(get)
#define get_once NAME(get_once)
#define put NAME(put)

#if AVX512 && IS_FLOAT
typedef __m512 V;
#elif AVX512
typedef __m512d V;
#elif IS_FLOAT
typedef __m256 V;
#else
typedef __m256d V;
#endif

/// A register's worth of a column: all lanes from an index on, or only the first of them.
typedef struct {
  ptrdiff_t index;
  int whole;
#if AVX512
  __mmask16 mask;
#else
  Bits mask;
#endif
} Place;

INLINE Place at_whole(ptrdiff_t index) {
  Place place;
  place.index = index;
  place.whole = 1;
  return place;
}

INLINE Place at_tail(ptrdiff_t index, ptrdiff_t count) {
  Place place;
  place.index = index;
  place.whole = 0;
#if AVX512
  place.mask = (__mmask16)_bzhi_u32(~0u, (unsigned)count);
#else
  place.mask = _mm256_loadu_si256((const __m256i *)(NAME(first_lanes) + LANES - count));
#endif
  return place;
}

#if AVX512
INLINE V get(const T *p, Place at) {
  return at.whole ? MM(loadu)(p + at.index) : MM(maskz_loadu)(at.mask, p + at.index);
}
INLINE void put(T *p, Place at, V v) {
  if (at.whole) MM(storeu)(p + at.index, v);
  else MM(mask_storeu)(p + at.index, at.mask, v);
}
#else
INLINE V get(const T *p, Place at) {
  return at.whole ? MM(loadu)(p + at.index) : MM(maskload)(p + at.index, at.mask);
}
INLINE void put(T *p, Place at, V v) {
  if (at.whole) MM(storeu)(p + at.index, v);
  else MM(maskstore)(p + at.index, at.mask, v);
}
#endif

/// The same, loaded into a register of its own: gcc would read memory again for every use.
INLINE V get_once(const T *p, Place at) {
  V v = get(p, at);
  __asm__("" : "+v"(v));
  return v;
}

/// Runs the code for every register's worth of n elements, with `at` its Place: several times per turn of the loop, then
/// once per turn, then for the rest.
#define EACH(n, times, ...)                                                                                            \
  {                                                                                                                    \
    ptrdiff_t i = 0;                                                                                                   \
    for (; i + (times) * LANES <= (n); i += (times) * LANES) {                                                         \
      UNROLLED for (int u = 0; u < (times); u++) {                                                                     \
        const Place at = at_whole(i + u * LANES);                                                                      \
        __VA_ARGS__                                                                                                    \
      }                                                                                                                \
    }                                                                                                                  \
    for (; (times) > 1 && i + LANES <= (n); i += LANES) {                                                              \
      const Place at = at_whole(i);                                                                                    \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
    if (i < (n)) {                                                                                                     \
      const Place at = at_tail(i, (n) - i);                                                                            \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  }

// MARK: - Interpolation

#define lerp NAME(lerp)
#define lerp_components NAME(lerp_components)
#define lerp_value NAME(lerp_value)
#define permuted NAME(permuted)
#define repetition NAME(repetition)

/// Measured from the nearer end, so that both are exact: s, base = p < 1/2 ? (p, from) : (p - 1, to).
INLINE V lerp(V from, V to, V progress) {
  const V half = MM(set1)((T)0.5), one = MM(set1)(1);
#if AVX512
  const __mmask16 is_later = MM_MASK(cmp)(progress, half, _CMP_NLT_UQ);
  const V base = MM(mask_mov)(from, is_later, to);
  const V s = MM(mask_sub)(progress, is_later, progress, one);
#else
  const V is_later = MM(cmp)(progress, half, _CMP_NLT_UQ);
  const V base = MM(blendv)(from, to, is_later);
  const V s = MM(sub)(progress, MM(and)(one, is_later));
#endif
  return MM(fmadd)(s, MM(sub)(to, from), base);
}

void NAME(vk_lerp)(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {
  if (progress < (T)0.5) {
    const V s = MM(set1)(progress);
    EACH(n, 4, {
      const V a = get_once(from, at);
      put(out, at, MM(fmadd)(s, MM(sub)(get(to, at), a), a));
    })
  } else {
    const V s = MM(set1)(progress - 1);
    EACH(n, 4, {
      const V b = get_once(to, at);
      put(out, at, MM(fmadd)(s, MM(sub)(b, get(from, at)), b));
    })
  }
}

void NAME(vk_lerp_each)(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {
  EACH(n, 4, put(out, at, lerp(get_once(from, at), get_once(to, at), get_once(progress, at)));)
}

/// Lane l of the result is lane index[l] of v. With AVX2, indices of doubles name pairs of 32-bit lanes.
INLINE V permuted(V v, Bits index) {
#if AVX512
  return MM(permutexvar)(index, v);
#elif IS_FLOAT
  return _mm256_permutevar8x32_ps(v, index);
#else
  return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(v), index));
#endif
}

/// The permutation that makes register number `number` of the row which repeats each lane `times` times.
INLINE Bits repetition(int number, int times) {
#define LANE(l) ((number * LANES + (l)) / times)
#if AVX512 && IS_FLOAT
  return _mm512_setr_epi32(LANE(0), LANE(1), LANE(2), LANE(3), LANE(4), LANE(5), LANE(6), LANE(7), LANE(8), LANE(9),
                           LANE(10), LANE(11), LANE(12), LANE(13), LANE(14), LANE(15));
#elif AVX512
  return _mm512_setr_epi64(LANE(0), LANE(1), LANE(2), LANE(3), LANE(4), LANE(5), LANE(6), LANE(7));
#elif IS_FLOAT
  return _mm256_setr_epi32(LANE(0), LANE(1), LANE(2), LANE(3), LANE(4), LANE(5), LANE(6), LANE(7));
#else
  return _mm256_setr_epi32(2 * LANE(0), 2 * LANE(0) + 1, 2 * LANE(1), 2 * LANE(1) + 1, 2 * LANE(2), 2 * LANE(2) + 1,
                           2 * LANE(3), 2 * LANE(3) + 1);
#endif
#undef LANE
}

/// A register of progresses at a time, which serves `components` registers of components.
INLINE void lerp_components(const T *from, const T *to, const T *progress, int components, const Bits *repetitions,
                            T *out, ptrdiff_t n) {
  ptrdiff_t value = 0;
  for (; value + LANES <= n; value += LANES) {
    const V progresses = MM(loadu)(progress + value);
    UNROLLED for (int c = 0; c < components; c++) {
      const Place at = at_whole(value * components + c * LANES);
      put(out, at, lerp(get_once(from, at), get_once(to, at), permuted(progresses, repetitions[c])));
    }
  }
  if (value < n) {
    const V progresses = get(progress, at_tail(value, n - value));
    const ptrdiff_t end = n * components;
    ptrdiff_t i = value * components;
    int c = 0;
    for (; i + LANES <= end; i += LANES, c++) {
      const Place at = at_whole(i);
      put(out, at, lerp(get_once(from, at), get_once(to, at), permuted(progresses, repetitions[c])));
    }
    if (i < end) {
      const Place at = at_tail(i, end - i);
      put(out, at, lerp(get_once(from, at), get_once(to, at), permuted(progresses, repetitions[c])));
    }
  }
}

void NAME(vk_lerp_values)(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n) {
#define FIXED(count)                                                                                                   \
  case count: {                                                                                                        \
    Bits repetitions[count];                                                                                           \
    UNROLLED for (int c = 0; c < count; c++) repetitions[c] = repetition(c, count);                                    \
    lerp_components(from, to, progress, count, repetitions, out, n);                                                   \
    return;                                                                                                            \
  }
  enum { LARGEST = 64 };
  switch (components) {
  case 1:
    NAME(vk_lerp_each)(from, to, progress, out, n);
    return;
    FIXED(2)
    FIXED(3)
    FIXED(4)
    FIXED(6)
    FIXED(8)
  default:
    break;
  }
#undef FIXED
  if (components <= LARGEST) {
    Bits repetitions[LARGEST];
    for (int c = 0; c < (int)components; c++) repetitions[c] = repetition(c, (int)components);
    ptrdiff_t value = 0;
    lerp_components(from, to, progress, (int)components, repetitions, out, n);
    (void)value;
  } else {
    // Long enough for each value to be a column of its own.
    for (ptrdiff_t value = 0; value < n; value++) {
      const ptrdiff_t offset = value * components;
      NAME(vk_lerp)(from + offset, to + offset, progress[value], out + offset, components);
    }
  }
}

void NAME(vk_blend)(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n) {
  enum { TIMES = 4 };
  ptrdiff_t i = 0;
  // A weight is read once for several registers, whose sums don't wait for each other.
  for (; i + TIMES * LANES <= n; i += TIMES * LANES) {
    V sums[TIMES];
    UNROLLED for (int u = 0; u < TIMES; u++) sums[u] = MM(setzero)();
    for (ptrdiff_t input = 0; input < k; input++) {
      const V weight = MM(set1)(weights[input]);
      const T *p = inputs + input * stride + i;
      UNROLLED for (int u = 0; u < TIMES; u++) sums[u] = MM(fmadd)(weight, MM(loadu)(p + u * LANES), sums[u]);
    }
    UNROLLED for (int u = 0; u < TIMES; u++) MM(storeu)(out + i + u * LANES, sums[u]);
  }
  for (; i < n; i += LANES) {
    const Place at = i + LANES <= n ? at_whole(i) : at_tail(i, n - i);
    V sum = MM(setzero)();
    for (ptrdiff_t input = 0; input < k; input++)
      sum = MM(fmadd)(MM(set1)(weights[input]), get(inputs + input * stride, at), sum);
    put(out, at, sum);
  }
}

// MARK: - Elementary functions

// Minimax polynomials of the relative error, highest degree first: (2^r - 1) / r for r in -1/2...1/2; with r in quarter
// turns, -1/2...1/2, and z = r^2: sin(r) / r and (cos(r) - 1) / z. `q` is the unit of r in the first one.
#undef EXP2_TERMS
#undef SINE_TERMS
#if IS_FLOAT
#define EXP2_TERMS 6
#define EXP2_COEFFICIENTS(q)                                                                                           \
  {0x1.4308fap-13f * (q) * (q) * (q) * (q) * (q) * (q), 0x1.5f07b4p-10f * (q) * (q) * (q) * (q) * (q),                 \
   0x1.3b2ba0p-7f * (q) * (q) * (q) * (q), 0x1.c6af6ep-5f * (q) * (q) * (q), 0x1.ebfbdep-3f * (q) * (q),               \
   0x1.62e430p-1f * (q)}
static const T NAME(exp2_terms)[] = EXP2_COEFFICIENTS(1);
static const T NAME(exp2_quarter_terms)[] = EXP2_COEFFICIENTS(0.25f);
#undef EXP2_COEFFICIENTS
#define SINE_TERMS 4
static const T NAME(sine_terms)[] = {-0x1.2d9302p-8f, 0x1.465e92p-4f, -0x1.4abbbap-1f, 0x1.921fb6p+0f};
static const T NAME(cosine_terms)[] = {0x1.db5fa8p-11f, -0x1.55cb88p-6f, 0x1.03c1eap-2f, -0x1.3bd3ccp+0f};
#else
#define EXP2_TERMS 11
static const T NAME(exp2_terms)[] = {
    0x1.e8cab8bb705a8p-32, 0x1.e605d28d23566p-28, 0x1.b525a092b3f97p-24, 0x1.62bfd4b4acfe9p-20,
    0x1.ffcbfc1ea3ac5p-17, 0x1.4309130958e7cp-13, 0x1.5d87fe78b211ap-10, 0x1.3b2ab6fba1e40p-7,
    0x1.c6b08d704a08ep-5,  0x1.ebfbdff82c598p-3,  0x1.62e42fefa39efp-1};
static const T NAME(exp2_quarter_terms)[] = {
    0x1.e8cab8bb705a8p-54, 0x1.e605d28d23566p-48, 0x1.b525a092b3f97p-42, 0x1.62bfd4b4acfe9p-36,
    0x1.ffcbfc1ea3ac5p-31, 0x1.4309130958e7cp-25, 0x1.5d87fe78b211ap-20, 0x1.3b2ab6fba1e40p-15,
    0x1.c6b08d704a08ep-11, 0x1.ebfbdff82c598p-7,  0x1.62e42fefa39efp-3};
#define SINE_TERMS 7
static const T NAME(sine_terms)[] = {
    0x1.e3eed5ce53e68p-25,  -0x1.e30063a029a68p-19, 0x1.50782fca38b8dp-13, -0x1.32d2cce2d5360p-8,
    0x1.466bc67758700p-4,   -0x1.4abbce625be41p-1,  0x1.921fb54442d18p+0};
static const T NAME(cosine_terms)[] = {
    -0x1.b2f223df6f17ep-28, 0x1.f9ce1f05eb476p-22,  -0x1.a6d1eeee7653cp-16, 0x1.e1f506868296ep-11,
    -0x1.55d3c7e3cb212p-6,  0x1.03c1f081b5ac0p-2,   -0x1.3bd3cc9be45dep+0};
#endif

#define as_bits NAME(as_bits)
#define from_bits NAME(from_bits)
#define shifted_left NAME(shifted_left)
#define horner NAME(horner)
#define exp2_lanes NAME(exp2_lanes)
#define one_minus_exp2_quarters NAME(one_minus_exp2_quarters)

#if AVX512 && IS_FLOAT
INLINE Bits as_bits(V v) { return _mm512_castps_si512(v); }
INLINE V from_bits(Bits b) { return _mm512_castsi512_ps(b); }
INLINE Bits shifted_left(Bits b, unsigned n) { return _mm512_slli_epi32(b, n); }
#elif AVX512
INLINE Bits as_bits(V v) { return _mm512_castpd_si512(v); }
INLINE V from_bits(Bits b) { return _mm512_castsi512_pd(b); }
INLINE Bits shifted_left(Bits b, unsigned n) { return _mm512_slli_epi64(b, n); }
#elif IS_FLOAT
INLINE Bits as_bits(V v) { return _mm256_castps_si256(v); }
INLINE V from_bits(Bits b) { return _mm256_castsi256_ps(b); }
INLINE Bits shifted_left(Bits b, int n) { return _mm256_slli_epi32(b, n); }
#else
INLINE Bits as_bits(V v) { return _mm256_castpd_si256(v); }
INLINE V from_bits(Bits b) { return _mm256_castsi256_pd(b); }
INLINE Bits shifted_left(Bits b, int n) { return _mm256_slli_epi64(b, n); }
#endif

INLINE V horner(const T *terms, int count, V x) {
  V sum = MM(set1)(terms[0]);
  UNROLLED for (int k = 1; k < count; k++) sum = MM(fmadd)(sum, x, MM(set1)(terms[k]));
  return sum;
}

// A sum with it has no fraction, and its low bits hold the integer.
#undef PUSH
#define PUSH ((T)1.5 * ((int64_t)1 << SIGNIFICAND_BITS))

/// 2^x, 2 ulp; 0 below the normal range.
INLINE V exp2_lanes(V x) {
#if AVX512
  x = MM(max)(MM(set1)(-4 * BIAS), x);
  const V n = MM(roundscale)(x, TO_NEAREST);
  const V r = MM(sub)(x, n);
  return MM(scalef)(MM(fmadd)(horner(NAME(exp2_terms), EXP2_TERMS, r), r, MM(set1)(1)), n);
#else
  // The biased exponent lands in the sum's low bits and is moved up to where exponents are.
  const V push = MM(set1)(PUSH + BIAS);
  x = MM(min)(MM(set1)(BIAS + 1), MM(max)(MM(set1)(-BIAS), x));
  const V shifted = MM(add)(x, push);
  const V r = MM(sub)(x, MM(sub)(shifted, push));
  const V scale = from_bits(shifted_left(as_bits(shifted), SIGNIFICAND_BITS));
  return MM(fmadd)(scale, MM(mul)(horner(NAME(exp2_terms), EXP2_TERMS, r), r), scale);
#endif
}

/// 1 - 2^(x/4), relatively accurate near 0.
INLINE V one_minus_exp2_quarters(V x) {
  // Rounds to multiples of 4.
  const V push = MM(set1)(4 * (PUSH + BIAS));
  x = MM(min)(MM(set1)(4 * (BIAS + 1)), MM(max)(MM(set1)(-4 * BIAS), x));
  const V shifted = MM(add)(x, push);
  const V r = MM(sub)(x, MM(sub)(shifted, push));
  const V scale = from_bits(shifted_left(as_bits(shifted), SIGNIFICAND_BITS));
  const V fraction = MM(mul)(horner(NAME(exp2_quarter_terms), EXP2_TERMS, r), r);
  return MM(fnmadd)(scale, fraction, MM(sub)(MM(set1)(1), scale));
}

// MARK: - Springs

#define Clock NAME(Clock)
#define Elapsed NAME(Elapsed)
#define Angle NAME(Angle)
#define Motion NAME(Motion)
#define clock_at NAME(clock_at)
#define elapsed NAME(elapsed)
#define angle NAME(angle)
#define swing NAME(swing)
#define fall NAME(fall)
#define own_motion NAME(own_motion)
#define shared_motion NAME(shared_motion)

/// A time for all lanes, in quarter seconds: frequencies times it are quarter turns, whose nearest integer is the
/// quadrant. `rest` is what didn't fit into `quarters`.
typedef struct {
  V quarters;
#if IS_FLOAT
  V negated_seconds, rest;
#endif
} Clock;

typedef struct {
  V quarters;
#if IS_FLOAT
  V rest;
#endif
} Elapsed;

INLINE Clock clock_at(double time) {
  Clock now;
  const T head = (T)time;
  now.quarters = MM(set1)(4 * head);
#if IS_FLOAT
  now.negated_seconds = MM(set1)(-head);
  now.rest = MM(set1)((T)(4 * (time - (double)head)));
#endif
  return now;
}

/// From `start` until now, at least 0.
INLINE Elapsed elapsed(Clock now, V start) {
  const V zero = MM(setzero)(), four = MM(set1)(4);
  Elapsed t;
  const V difference = MM(fnmadd)(start, four, now.quarters);
  t.quarters = MM(max)(zero, difference);
#if IS_FLOAT
  // The rounding error of a sum whose larger term is known: (larger - sum) + smaller. Both are negated here.
  const V larger = MM(min)(start, now.negated_seconds);
  const V smaller = MM(max)(start, now.negated_seconds);
  const V error = MM(fmadd)(smaller, four, MM(fmadd)(larger, four, difference));
#if AVX512
  t.rest = MM(maskz_sub)(MM_MASK(cmp)(difference, zero, _CMP_NLT_UQ), now.rest, error);
#else
  t.rest = MM(and)(MM(cmp)(difference, zero, _CMP_NLT_UQ), MM(sub)(now.rest, error));
#endif
#endif
  return t;
}

/// frequency * t turns: the nearest quarter turn and the rest, in quarter turns.
typedef struct {
  Bits quarter;
  V rest;
} Angle;

/// The product is rounded once, after the quarter turns have been taken off it.
INLINE Angle angle(V frequency, Elapsed t) {
  const V product = MM(mul)(frequency, t.quarters);
  Angle a;
#if IS_FLOAT
#if AVX512
  const V whole = MM(roundscale)(product, TO_NEAREST);
  a.quarter = _mm512_cvtps_epi32(product);
#else
  const V whole = MM(round)(product, TO_NEAREST);
  a.quarter = _mm256_cvtps_epi32(product);
#endif
  a.rest = MM(fmadd)(frequency, t.rest, MM(fmsub)(frequency, t.quarters, whole));
#else
  const V push = MM(set1)(PUSH);
  const V shifted = MM(add)(product, push);
  a.quarter = as_bits(shifted);
  a.rest = MM(fmsub)(frequency, t.quarters, MM(sub)(shifted, push));
#endif
  return a;
}

/// A displacement and what takes the place of velocity / W.
typedef struct {
  V y, slope;
} Motion;

/// d * (displacement * C + quadrature * S) and d * (quadrature * C' - displacement * S'), where C + iS is e^(i angle), but
/// S is more by `fallen` and C' less by it.
///
/// The quarter turns are applied to the displacement and the quadrature, which takes fewer operations than applying them
/// to the sine and the cosine.
INLINE Motion swing(V d, Angle a, V fallen, V displacement, V quadrature) {
#if AVX512 && IS_FLOAT
  const __mmask16 is_odd = _mm512_test_epi32_mask(a.quarter, _mm512_set1_epi32(1));
  const V p = MM(mask_mov)(displacement, is_odd, quadrature);
  const V q = MM(mask_sub)(quadrature, is_odd, MM(setzero)(), displacement);
  d = from_bits(_mm512_ternarylogic_epi32(as_bits(d), shifted_left(a.quarter, 30), _mm512_set1_epi32(INT32_MIN), 0x78));
#elif AVX512
  const __mmask8 is_odd = _mm512_test_epi64_mask(a.quarter, _mm512_set1_epi64(1));
  const V p = MM(mask_mov)(displacement, is_odd, quadrature);
  const V q = MM(mask_sub)(quadrature, is_odd, MM(setzero)(), displacement);
  d = from_bits(_mm512_ternarylogic_epi64(as_bits(d), shifted_left(a.quarter, 62), _mm512_set1_epi64(INT64_MIN), 0x78));
#else
  // The lowest bit as a sign: the blends look at nothing else.
  const V is_odd = from_bits(shifted_left(a.quarter, 8 * sizeof(T) - 1));
  const V p = MM(blendv)(displacement, quadrature, is_odd);
  const V q = MM(xor)(MM(blendv)(quadrature, displacement, is_odd), is_odd);
  d = MM(xor)(d, MM(and)(from_bits(shifted_left(a.quarter, 8 * sizeof(T) - 2)), MM(set1)((T)-0.0)));
#endif
  const V z = MM(mul)(a.rest, a.rest);
  const V sine = MM(mul)(horner(NAME(sine_terms), SINE_TERMS, z), a.rest);
  const V cosine = MM(fmadd)(horner(NAME(cosine_terms), SINE_TERMS, z), z, MM(set1)(1));
  Motion m;
  m.y = MM(mul)(d, MM(fmadd)(q, MM(add)(sine, fallen), MM(mul)(p, cosine)));
  m.slope = MM(mul)(d, MM(fmsub)(q, MM(sub)(cosine, fallen), MM(mul)(p, sine)));
  return m;
}

#define MINUS_LOG2_E (-0x1.71547652b82fep+0)
#define LN_2 0x1.62e42fefa39efp-1
#define TWO_PI 0x1.921fb54442d18p+2

/// Parameters of their own for all lanes: a frequency that turns is 0 as one that falls, and the other way round.
INLINE void own_motion(V target, V displacement, V quadrature, V decay, V frequency, V start, Clock now, V *x, V *v) {
  const V zero = MM(setzero)();
  const Elapsed t = elapsed(now, start);
  const V turning = MM(max)(zero, frequency), falling = MM(min)(zero, frequency);
  const V d = exp2_lanes(MM(mul)(MM(mul)(decay, t.quarters), MM(set1)((T)(MINUS_LOG2_E / 4))));
  const V fallen = one_minus_exp2_quarters(MM(mul)(falling, t.quarters));
  const Motion m = swing(d, angle(turning, t), fallen, displacement, quadrature);
  const V rate = MM(fnmadd)(falling, MM(set1)((T)LN_2), MM(mul)(turning, MM(set1)((T)TWO_PI)));
  *x = MM(add)(target, m.y);
  *v = MM(fnmadd)(decay, m.y, MM(mul)(rate, m.slope));
}

void NAME(vk_spring)(const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency,
                     const T *start, double time, T *out, ptrdiff_t n) {
  const Clock now = clock_at(time);
  EACH(n, 2, {
    V x, v;
    own_motion(get(target, at), get(displacement, at), get(quadrature, at), get(decay, at), get(frequency, at),
               get(start, at), now, &x, &v);
    put(out, at, x);
  })
}

void NAME(vk_spring_motion)(const T *target, const T *displacement, const T *quadrature, const T *decay,
                            const T *frequency, const T *start, double time, T *positions, T *velocities,
                            ptrdiff_t n) {
  const Clock now = clock_at(time);
  EACH(n, 2, {
    V x, v;
    own_motion(get(target, at), get(displacement, at), get(quadrature, at), get(decay, at), get(frequency, at),
               get(start, at), now, &x, &v);
    put(positions, at, x);
    put(velocities, at, v);
  })
}

/// One spring for all lanes.
#define Shared NAME(Shared)
#define shared_spring NAME(shared_spring)
#define shared_turning NAME(shared_turning)
#define shared_falling NAME(shared_falling)
typedef struct {
  V decay, exponent, frequency, frequency_rest, rate;
} Shared;

INLINE Shared shared_spring(double decay, double frequency) {
  Shared s;
  s.decay = MM(set1)((T)decay);
  s.exponent = MM(set1)((T)(decay * (MINUS_LOG2_E / 4)));
  s.frequency = MM(set1)((T)frequency);
  s.frequency_rest = MM(set1)((T)(frequency - (double)(T)frequency));
  s.rate = MM(set1)((T)(frequency * (frequency < 0 ? -LN_2 : TWO_PI)));
  return s;
}

INLINE Motion shared_turning(Shared s, Elapsed t, V displacement, V quadrature) {
  Angle a = angle(s.frequency, t);
#if IS_FLOAT
  a.rest = MM(fmadd)(s.frequency_rest, t.quarters, a.rest);
#endif
  return swing(exp2_lanes(MM(mul)(s.exponent, t.quarters)), a, MM(setzero)(), displacement, quadrature);
}

INLINE Motion shared_falling(Shared s, Elapsed t, V displacement, V quadrature) {
  const V d = exp2_lanes(MM(mul)(s.exponent, t.quarters));
  const V fallen = one_minus_exp2_quarters(MM(mul)(s.frequency, t.quarters));
  Motion m;
  m.y = MM(mul)(d, MM(fmadd)(quadrature, fallen, displacement));
  m.slope = MM(mul)(d, MM(fnmadd)(quadrature, fallen, quadrature));
  return m;
}

#define SHARED(motion, ...)                                                                                            \
  EACH(n, 2, {                                                                                                         \
    const Motion m = motion(s, elapsed(now, get(start, at)), get(displacement, at), get(quadrature, at));              \
    const V x = MM(add)(get(target, at), m.y), v = MM(fnmadd)(s.decay, m.y, MM(mul)(s.rate, m.slope));                 \
    (void)v;                                                                                                           \
    __VA_ARGS__                                                                                                        \
  })

void NAME(vk_spring_shared)(const T *target, const T *displacement, const T *quadrature, const T *start, double decay,
                            double frequency, double time, T *out, ptrdiff_t n) {
  const Clock now = clock_at(time);
  const Shared s = shared_spring(decay, frequency);
  if (frequency < 0) SHARED(shared_falling, put(out, at, x);)
  else SHARED(shared_turning, put(out, at, x);)
}

void NAME(vk_spring_shared_motion)(const T *target, const T *displacement, const T *quadrature, const T *start,
                                   double decay, double frequency, double time, T *positions, T *velocities,
                                   ptrdiff_t n) {
  const Clock now = clock_at(time);
  const Shared s = shared_spring(decay, frequency);
  if (frequency < 0) SHARED(shared_falling, put(positions, at, x); put(velocities, at, v);)
  else SHARED(shared_turning, put(positions, at, x); put(velocities, at, v);)
}
#undef SHARED

void NAME(vk_spring_quadrature)(const T *displacement, const T *velocity, const T *decay, const T *frequency, T *out,
                                ptrdiff_t n) {
  const V zero = MM(setzero)();
  EACH(n, 2, {
    const V f = get(frequency, at);
    const V rate = MM(fnmadd)(MM(min)(zero, f), MM(set1)((T)LN_2), MM(mul)(MM(max)(zero, f), MM(set1)((T)TWO_PI)));
    put(out, at, MM(div)(MM(fmadd)(get(decay, at), get(displacement, at), get(velocity, at)), rate));
  })
}

void NAME(vk_spring_transition)(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv,
                                ptrdiff_t n) {
  const Clock clock = clock_at(dt);
  const V zero = MM(setzero)(), one = MM(set1)(1);
  const V exponent = MM(set1)((T)(dt * 4 * MINUS_LOG2_E));
  Elapsed t;
  t.quarters = clock.quarters;
#if IS_FLOAT
  t.rest = clock.rest;
#endif
  EACH(n, 2, {
    const V f = get(frequency, at);
    const V w = get(decay, at);
    const V turning = MM(max)(zero, f), falling = MM(min)(zero, f);
    const V rate = MM(fnmadd)(falling, MM(set1)((T)LN_2), MM(mul)(turning, MM(set1)((T)TWO_PI)));
    const V lost = one_minus_exp2_quarters(MM(mul)(w, exponent));
    const V fallen = one_minus_exp2_quarters(MM(mul)(falling, t.quarters));
    const Angle a = angle(turning, t);
    const V z = MM(mul)(a.rest, a.rest);
    const V near_sine = MM(mul)(horner(NAME(sine_terms), SINE_TERMS, z), a.rest);
    const V near_cosine_less = MM(mul)(horner(NAME(cosine_terms), SINE_TERMS, z), z);
    const V near_cosine = MM(add)(near_cosine_less, one);
    // `sign` has the bit of weight two, that of the next quarter for the cosine, as a sign.
    const V minus_zero = MM(set1)((T)-0.0);
    const Bits sign = shifted_left(a.quarter, 8 * sizeof(T) - 2);
    V sine, cosine_less;
#if AVX512
#if IS_FLOAT
    const __mmask16 is_odd = _mm512_test_epi32_mask(a.quarter, _mm512_set1_epi32(1));
    const __mmask16 is_far = _mm512_test_epi32_mask(a.quarter, _mm512_set1_epi32(3));
    const Bits next_sign = _mm512_add_epi32(sign, _mm512_set1_epi32(1 << 30));
#else
    const __mmask8 is_odd = _mm512_test_epi64_mask(a.quarter, _mm512_set1_epi64(1));
    const __mmask8 is_far = _mm512_test_epi64_mask(a.quarter, _mm512_set1_epi64(3));
    const Bits next_sign = _mm512_add_epi64(sign, _mm512_set1_epi64((int64_t)1 << 62));
#endif
    sine = MM(xor)(MM(mask_mov)(near_sine, is_odd, near_cosine), MM(and)(from_bits(sign), minus_zero));
    const V cosine = MM(xor)(MM(mask_mov)(near_cosine, is_odd, near_sine), MM(and)(from_bits(next_sign), minus_zero));
    cosine_less = MM(mask_sub)(near_cosine_less, is_far, cosine, one);
#else
    const V is_odd = from_bits(shifted_left(a.quarter, 8 * sizeof(T) - 1));
    const V sine_sign = MM(and)(from_bits(sign), minus_zero);
    sine = MM(xor)(MM(blendv)(near_sine, near_cosine, is_odd), sine_sign);
    const V cosine = MM(xor)(MM(blendv)(near_cosine, near_sine, is_odd), MM(xor)(sine_sign, is_odd));
    cosine_less = MM(blendv)(near_cosine_less, MM(sub)(cosine, one), MM(or)(sine_sign, is_odd));
#endif
    const V s = MM(div)(MM(add)(sine, fallen), rate);
    const V d = MM(sub)(one, lost);
    const V d_s = MM(mul)(d, s);
#if AVX512
    const V factor = MM(mask_mov)(rate, MM_MASK(cmp)(f, zero, _CMP_LT_OQ), w);
#else
    const V factor = MM(blendv)(rate, w, f);
#endif
    put(xx, at, MM(fmsub)(d, MM(fmadd)(w, s, cosine_less), lost));
    put(xv, at, d_s);
    put(vx, at, MM(xor)(minus_zero, MM(mul)(d_s, MM(fmadd)(rate, factor, MM(mul)(w, w)))));
    put(vv, at, MM(fmsub)(d, MM(fnmadd)(w, s, MM(sub)(cosine_less, fallen)), lost));
  })
}

void NAME(vk_spring_step)(const T matrix[4], const T *target, T *positions, T *velocities, ptrdiff_t n) {
  const V xx = MM(set1)(matrix[0]), xv = MM(set1)(matrix[1]), vx = MM(set1)(matrix[2]), vv = MM(set1)(matrix[3]);
  EACH(n, 2, {
    const V x = get_once(positions, at), v = get_once(velocities, at), y = MM(sub)(x, get(target, at));
    put(positions, at, MM(fmadd)(xx, y, MM(fmadd)(xv, v, x)));
    put(velocities, at, MM(fmadd)(vx, y, MM(fmadd)(vv, v, v)));
  })
}

void NAME(vk_spring_step_each)(const T *xx, const T *xv, const T *vx, const T *vv, const T *target, T *positions,
                               T *velocities, ptrdiff_t n) {
  EACH(n, 2, {
    const V x = get_once(positions, at), v = get_once(velocities, at), y = MM(sub)(x, get(target, at));
    put(positions, at, MM(fmadd)(get(xx, at), y, MM(fmadd)(get(xv, at), v, x)));
    put(velocities, at, MM(fmadd)(get(vx, at), y, MM(fmadd)(get(vv, at), v, v)));
  })
}

#define settled_lanes NAME(settled_lanes)
#define settled_word NAME(settled_word)

#if AVX512
/// Bit l is set where lane l is within both bounds.
INLINE uint64_t settled_lanes(V position, V velocity, V target, V value_epsilon, V velocity_epsilon) {
  const __mmask16 is_near = MM_MASK(cmp)(MM(abs)(MM(sub)(position, target)), value_epsilon, _CMP_LE_OQ);
  return JOIN(_mm512_mask_cmp, SUFFIX, _mask)(is_near, MM(abs)(velocity), velocity_epsilon, _CMP_LE_OQ);
}
#else
INLINE uint64_t settled_lanes(V position, V velocity, V target, V value_epsilon, V velocity_epsilon) {
  const V sign = MM(set1)((T)-0.0);
  const V is_near = MM(cmp)(MM(andnot)(sign, MM(sub)(position, target)), value_epsilon, _CMP_LE_OQ);
  const V is_slow = MM(cmp)(MM(andnot)(sign, velocity), velocity_epsilon, _CMP_LE_OQ);
  return (uint64_t)(uint32_t)MM(movemask)(MM(and)(is_near, is_slow));
}
#endif

ptrdiff_t NAME(vk_settled)(const T *positions, const T *velocities, const T *target, T value_epsilon,
                           T velocity_epsilon, uint64_t *words, ptrdiff_t n) {
  const V near = MM(set1)(value_epsilon), slow = MM(set1)(velocity_epsilon);
  ptrdiff_t count = 0, i = 0;
  for (; i + 64 <= n; i += 64) {
    uint64_t word = 0;
    UNROLLED for (int bit = 0; bit < 64; bit += LANES) {
      const Place at = at_whole(i + bit);
      word |= settled_lanes(get(positions, at), get(velocities, at), get(target, at), near, slow) << bit;
    }
    words[i / 64] = word;
    count += __builtin_popcountll(word);
  }
  if (i < n) {
    uint64_t word = 0;
    for (ptrdiff_t bit = 0; i + bit < n; bit += LANES) {
      const Place at = i + bit + LANES <= n ? at_whole(i + bit) : at_tail(i + bit, n - i - bit);
      word |= settled_lanes(get(positions, at), get(velocities, at), get(target, at), near, slow) << bit;
    }
    // Lanes behind the last element compare zeros, which are settled.
    word &= ((uint64_t)1 << (n - i)) - 1;
    words[i / 64] = word;
    count += __builtin_popcountll(word);
  }
  return count;
}

#endif
