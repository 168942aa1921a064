// VectorKernels' loops written by hand with AVX-512 or AVX2 and FMA intrinsics: a yardstick for the package's own.
//
//   cc -O3 -march=x86-64-v4 -shared -fPIC intrinsics.c -o build/libintrinsics-x86-64-v4.so      (AVX-512)
//   cc -O3 -march=x86-64-v3 -shared -fPIC intrinsics.c -o build/libintrinsics-x86-64-v3.so      (AVX2 and FMA)
//
// vk_peer.h has the formulas. Where both instruction sets have the same instruction, `MM(add)` names it for the
// register and the element being compiled; masks, permutations, tails and table lookups are written for each.
//
// What is the same for float and double is compiled twice: the file includes itself, once for each ELEMENT, and a last
// time for the CURVES.
//
// Approximate reciprocals, which differ from processor to processor, are not used.

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

// Registers that are treated side by side: enough to cover one's latency with the others' work, as far as the
// processor's registers last.
enum { OWN_SPRINGS = 2, SHARED_SPRINGS = 3, SOLVED_CURVES = 8, BAKED_CURVES = 4 };

/// How a register's worth of a column is read and written.
typedef enum { WHOLE, STREAMED, PARTIAL } Kind;

#if !AVX512
// Loaded from index `lanes - count` on, the first `count` lanes are set.
static const int32_t first_lanes_f32[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const int64_t first_lanes_f64[8] = {-1, -1, -1, -1};
#endif

/// Chooses how to store by size. Results larger than the caches are written past them, unless the same memory was read
/// as well.
INLINE Kind kind_for(ptrdiff_t bytes, int can_stream) {
  return bytes >= 32 << 20 && can_stream ? STREAMED : WHOLE;
}

const char *vk_peer_name(void) { return "intrinsics"; }
const char *vk_peer_level(void) { return LEVEL; }
int vk_peer_keeps_promises(void) { return 1; }

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

// The curves in float, and all that is float only.
#define CURVES
#include "intrinsics.c"

#elif !defined(CURVES)

// MARK: - The element and its lanes

#undef T
#undef LANES
#undef SIGNIFICAND_BITS
#undef BIAS
#undef LOAD_PARTIAL
#undef STORE_PARTIAL
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
#define at_partial NAME(at_partial)
#define get NAME(get)
#define get_once NAME(get_once)
#define blended NAME(blended)
#define unaligned_head NAME(unaligned_head)
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

#define as_bits NAME(as_bits)
#define from_bits NAME(from_bits)
#define shifted_left NAME(shifted_left)

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

/// A register's worth of a column: all lanes from an index on, or only the first of them.
typedef struct {
  ptrdiff_t index;
  Kind kind;
#if AVX512
  __mmask16 mask;
#else
  Bits mask;
#endif
} Place;

INLINE Place at_whole(ptrdiff_t index, Kind kind) {
  Place place;
  place.index = index;
  place.kind = kind;
  return place;
}

INLINE Place at_partial(ptrdiff_t index, ptrdiff_t count) {
  Place place;
  place.index = index;
  place.kind = PARTIAL;
#if AVX512
  place.mask = (__mmask16)_bzhi_u32(~0u, (unsigned)count);
#else
  place.mask = _mm256_loadu_si256((const __m256i *)(NAME(first_lanes) + LANES - count));
#endif
  return place;
}

#if AVX512
#define LOAD_PARTIAL(p, mask) MM(maskz_loadu)(mask, p)
#define STORE_PARTIAL(p, mask, v) MM(mask_storeu)(p, mask, v)
#else
#define LOAD_PARTIAL(p, mask) MM(maskload)(p, mask)
#define STORE_PARTIAL(p, mask, v) MM(maskstore)(p, mask, v)
#endif

INLINE V get(const T *p, Place at) {
  p += at.index;
  if (at.kind == PARTIAL) return LOAD_PARTIAL(p, at.mask);
  return MM(loadu)(p);
}

/// Where the kind is STREAMED, the address has to be aligned.
INLINE void put(T *p, Place at, V v) {
  p += at.index;
  switch (at.kind) {
  case WHOLE:
    MM(storeu)(p, v);
    break;
  case STREAMED:
    MM(stream)(p, v);
    break;
  case PARTIAL:
    STORE_PARTIAL(p, at.mask, v);
    break;
  }
}

/// The same, loaded into a register of its own: gcc would read memory again for every use.
INLINE V get_once(const T *p, Place at) {
  V v = get(p, at);
  __asm__("" : "+v"(v));
  return v;
}

#if !AVX512
/// `yes` where the sign of a mask lane is set, `no` elsewhere. The intrinsic, but for gcc 12's comparing the mask with
/// zero first.
INLINE V blended(V no, V yes, V mask) {
#if defined(__clang__)
  return MM(blendv)(no, yes, mask);
#elif IS_FLOAT
  __asm__("vblendvps %3, %2, %1, %0" : "=x"(no) : "x"(no), "x"(yes), "x"(mask));
  return no;
#else
  __asm__("vblendvpd %3, %2, %1, %0" : "=x"(no) : "x"(no), "x"(yes), "x"(mask));
  return no;
#endif
}
#endif

/// How many elements to do before the stores are aligned: none if they cross no 32 bytes, or are too few to gain from
/// it.
INLINE ptrdiff_t unaligned_head(const T *out, ptrdiff_t n, Kind kind) {
  const uintptr_t address = (uintptr_t)out;
  if (n < 16 * LANES || (address % 32 == 0 && kind != STREAMED)) return 0;
  return (ptrdiff_t)(-address % BYTES / sizeof(T));
}

// How many registers of a loop that does little are best done per turn.
#define LIGHT (AVX512 ? 2 : 4)

/// Runs the code for every register's worth of n elements, with `at` its Place: a partial one that aligns `out`,
/// several per turn of the loop, one per turn, and the rest. `columns` are read or written, and `can_stream` says that
/// the output is not one of those read.
#define EACH(n, times, out, columns, can_stream, ...)                                                                  \
  {                                                                                                                    \
    const Kind kind = kind_for((ptrdiff_t)((columns) * sizeof(T)) * (n), can_stream);                                  \
    ptrdiff_t i = unaligned_head(out, n, kind);                                                                        \
    if (i > 0) {                                                                                                       \
      const Place at = at_partial(0, i);                                                                               \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
    if (kind == STREAMED) {                                                                                            \
      for (; i + LANES <= (n); i += LANES) {                                                                           \
        const Place at = at_whole(i, STREAMED);                                                                        \
        __VA_ARGS__                                                                                                    \
      }                                                                                                                \
      _mm_sfence();                                                                                                    \
    }                                                                                                                  \
    for (; i + (times) * LANES <= (n); i += (times) * LANES) {                                                         \
      UNROLLED for (int u = 0; u < (times); u++) {                                                                     \
        const Place at = at_whole(i + u * LANES, WHOLE);                                                               \
        __VA_ARGS__                                                                                                    \
      }                                                                                                                \
    }                                                                                                                  \
    for (; i + LANES <= (n); i += LANES) {                                                                             \
      const Place at = at_whole(i, WHOLE);                                                                             \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
    if (i < (n)) {                                                                                                     \
      const Place at = at_partial(i, (n) - i);                                                                         \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  }

/// Calls a function with `at`, the Places of `count` registers: one partial register that aligns `out`, many at a time
/// while there are so many, a few at a time, and the last alone. `columns` and `can_stream` as for EACH.
#define BY_REGISTERS(many, few, out, columns, can_stream, call)                                                        \
  {                                                                                                                    \
    const int is_streamed = kind_for((ptrdiff_t)((columns) * sizeof(T)) * n, can_stream) == STREAMED;                  \
    ptrdiff_t i = unaligned_head(out, n, is_streamed ? STREAMED : WHOLE);                                              \
    if (i > 0) {                                                                                                       \
      enum { count = 1 };                                                                                              \
      const Place at[] = {at_partial(0, i)};                                                                           \
      call;                                                                                                            \
    }                                                                                                                  \
    if (is_streamed) {                                                                                                 \
      for (; n - i >= (many) * LANES; i += (many) * LANES) {                                                           \
        enum { count = (many) };                                                                                       \
        Place at[count];                                                                                               \
        UNROLLED for (int u = 0; u < count; u++) at[u] = at_whole(i + u * LANES, STREAMED);                            \
        call;                                                                                                          \
      }                                                                                                                \
      _mm_sfence();                                                                                                    \
    }                                                                                                                  \
    for (; n - i >= (many) * LANES; i += (many) * LANES) {                                                             \
      enum { count = (many) };                                                                                         \
      Place at[count];                                                                                                 \
      UNROLLED for (int u = 0; u < count; u++) at[u] = at_whole(i + u * LANES, WHOLE);                                 \
      call;                                                                                                            \
    }                                                                                                                  \
    while (n - i > LANES) {                                                                                            \
      enum { count = (few) };                                                                                          \
      Place at[count];                                                                                                 \
      UNROLLED for (int u = 0; u < count; u++, i += LANES)                                                             \
        at[u] = n - i >= LANES ? at_partial(i, LANES) : i < n ? at_partial(i, n - i) : at_partial(0, 0);               \
      call;                                                                                                            \
    }                                                                                                                  \
    if (i < n) {                                                                                                       \
      enum { count = 1 };                                                                                              \
      const Place at[] = {at_partial(i, n - i)};                                                                       \
      call;                                                                                                            \
    }                                                                                                                  \
  }

// MARK: - Interpolation

#define lerp NAME(lerp)
#define permuted NAME(permuted)
#define repeated NAME(repeated)
#define Progress NAME(Progress)
#define progress_of NAME(progress_of)
#define lerp_from NAME(lerp_from)
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
  const V base = blended(from, to, is_later);
  const V s = blended(progress, MM(sub)(progress, one), is_later);
#endif
  return MM(fmadd)(s, MM(sub)(to, from), base);
}

void NAME(vk_lerp)(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {
  if (progress < (T)0.5) {
    const V s = MM(set1)(progress);
    EACH(n, LIGHT, out, 3, out != from && out != to, {
      const V a = get_once(from, at);
      put(out, at, MM(fmadd)(s, MM(sub)(get(to, at), a), a));
    })
  } else {
    const V s = MM(set1)(progress - 1);
    EACH(n, LIGHT, out, 3, out != from && out != to, {
      const V b = get_once(to, at);
      put(out, at, MM(fmadd)(s, MM(sub)(b, get(from, at)), b));
    })
  }
}

void NAME(vk_lerp_each)(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {
  EACH(n, LIGHT, out, 4, out != from && out != to && out != progress,
       put(out, at, lerp(get_once(from, at), get_once(to, at), get_once(progress, at)));)
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

// The lane of v that lane l is a copy of in register number `number` of the row that repeats each lane `times` times.
#define SOURCE(l) ((number * LANES + (l)) / times)

/// That register, for constant numbers.
INLINE V repeated(V v, int number, int times) {
#if AVX512 && IS_FLOAT
  return permuted(v, _mm512_setr_epi32(SOURCE(0), SOURCE(1), SOURCE(2), SOURCE(3), SOURCE(4), SOURCE(5), SOURCE(6),
                                       SOURCE(7), SOURCE(8), SOURCE(9), SOURCE(10), SOURCE(11), SOURCE(12), SOURCE(13),
                                       SOURCE(14), SOURCE(15)));
#elif AVX512
  return permuted(v, _mm512_setr_epi64(SOURCE(0), SOURCE(1), SOURCE(2), SOURCE(3), SOURCE(4), SOURCE(5), SOURCE(6),
                                       SOURCE(7)));
#elif IS_FLOAT
  return permuted(v, _mm256_setr_epi32(SOURCE(0), SOURCE(1), SOURCE(2), SOURCE(3), SOURCE(4), SOURCE(5), SOURCE(6),
                                       SOURCE(7)));
#else
  // The instruction wants its pattern as a literal. These are those of 2, 3, 4, 6 and 8 times.
  switch (SOURCE(0) | SOURCE(1) << 2 | SOURCE(2) << 4 | SOURCE(3) << 6) {
#define PATTERN(bits)                                                                                                  \
  case bits:                                                                                                           \
    return _mm256_permute4x64_pd(v, bits);
    PATTERN(0x00)
    PATTERN(0x40)
    PATTERN(0x50)
    PATTERN(0x55)
    PATTERN(0xA5)
    PATTERN(0xAA)
    PATTERN(0xFA)
    PATTERN(0xFE)
    PATTERN(0xFF)
#undef PATTERN
  default:
    return v;
  }
#endif
}
#undef SOURCE

/// The indices with which `permuted` gives that register, for any numbers of which the larger is at most LARGEST.
#define LARGEST 64
INLINE Bits repetition(int number, int times) {
  // The distance of (i + 1/2) / times from an integer is far larger than its rounding error.
#if AVX512
  const __m512i i = _mm512_add_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                     _mm512_set1_epi32(number * LANES));
  const __m512 quotient =
      _mm512_mul_ps(_mm512_add_ps(_mm512_cvtepi32_ps(i), _mm512_set1_ps(0.5f)), _mm512_set1_ps(1.0f / (float)times));
  const __m512i index = _mm512_cvttps_epi32(quotient);
#if IS_FLOAT
  return index;
#else
  return _mm512_cvtepi32_epi64(_mm512_castsi512_si256(index));
#endif
#else
#if IS_FLOAT
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
#else
  const __m256i lane = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
#endif
  const __m256i i = _mm256_add_epi32(lane, _mm256_set1_epi32(number * LANES));
  const __m256 quotient =
      _mm256_mul_ps(_mm256_add_ps(_mm256_cvtepi32_ps(i), _mm256_set1_ps(0.5f)), _mm256_set1_ps(1.0f / (float)times));
  const __m256i index = _mm256_cvttps_epi32(quotient);
#if IS_FLOAT
  return index;
#else
  return _mm256_add_epi32(_mm256_add_epi32(index, index), _mm256_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1));
#endif
#endif
}

/// What of a progress is repeated. AVX2's comparison and selection take longer than another permutation, so they are
/// done
/// before: s as `lerp` has it, and a number that is negative where `from` is the nearer end.
typedef struct {
#if AVX512
  V progress;
#else
  V s, side;
#endif
} Progress;

INLINE Progress progress_of(V p) {
#if AVX512
  return (Progress){p};
#else
  const V side = MM(sub)(p, MM(set1)((T)0.5));
  return (Progress){blended(MM(sub)(p, MM(set1)(1)), p, side), side};
#endif
}

#if AVX512
#define LERP_REPEATED(repeated) lerp(get_once(from, at), get_once(to, at), repeated(p.progress))
#else
#define LERP_REPEATED(repeated) lerp_from(get_once(from, at), get_once(to, at), repeated(p.s), repeated(p.side))
INLINE V lerp_from(V from, V to, V s, V side) {
  return MM(fmadd)(s, MM(sub)(to, from), blended(to, from, side));
}
#endif

/// A register of progresses serves `components` registers of components; `repeated(v)` is v's lanes as register number
/// c wants them. The registers of the last progresses may be fewer, and the last of them partial.
#define LERP_VALUES(unrolled, repeated)                                                                                \
  {                                                                                                                    \
    ptrdiff_t value = 0;                                                                                               \
    if (kind == STREAMED) {                                                                                            \
      LERP_WHOLE_VALUES(unrolled, repeated, STREAMED)                                                                  \
      _mm_sfence();                                                                                                    \
    }                                                                                                                  \
    LERP_WHOLE_VALUES(unrolled, repeated, WHOLE)                                                                       \
    if (value < n) {                                                                                                   \
      const Progress p = progress_of(get(progress, at_partial(value, n - value)));                                     \
      const ptrdiff_t start = value * components, end = n * components;                                                \
      unrolled for (int c = 0; c < components; c++) {                                                                  \
        const ptrdiff_t i = start + c * LANES;                                                                         \
        if (i >= end) break;                                                                                           \
        const Place at = at_partial(i, end - i < LANES ? end - i : LANES);                                             \
        put(out, at, LERP_REPEATED(repeated));                                                                         \
      }                                                                                                                \
    }                                                                                                                  \
  }
#define LERP_WHOLE_VALUES(unrolled, repeated, kind)                                                                    \
  for (; value + LANES <= n; value += LANES) {                                                                         \
    const Progress p = progress_of(MM(loadu)(progress + value));                                                       \
    unrolled for (int c = 0; c < components; c++) {                                                                    \
      const Place at = at_whole(value * components + c * LANES, kind);                                                 \
      put(out, at, LERP_REPEATED(repeated));                                                                           \
    }                                                                                                                  \
  }

void NAME(vk_lerp_values)(const T *from, const T *to, const T *progress, ptrdiff_t count, T *out, ptrdiff_t n) {
  const Kind kind = kind_for((ptrdiff_t)(3 * sizeof(T)) * count * n,
                             (uintptr_t)out % BYTES == 0 && out != from && out != to && out != progress);
// A register that belongs to one value is loaded as such.
#define REPEATED(v)                                                                                                    \
  (AVX512 && components % LANES == 0 ? MM(set1)(progress[value + c * LANES / components]) : repeated(v, c, components))
#define FIXED(number)                                                                                                  \
  case number: {                                                                                                       \
    enum { components = number };                                                                                      \
    LERP_VALUES(UNROLLED, REPEATED)                                                                                    \
    return;                                                                                                            \
  }
  switch (count) {
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
#undef REPEATED
  if (count <= LARGEST) {
    const int components = (int)count;
    Bits repetitions[LARGEST];
    for (int c = 0; c < components; c++) repetitions[c] = repetition(c, components);
#define PERMUTED(v) permuted(v, repetitions[c])
    LERP_VALUES(, PERMUTED)
#undef PERMUTED
  } else {
    // Long enough for each value to be a column of its own.
    for (ptrdiff_t value = 0; value < n; value++) {
      const ptrdiff_t offset = value * count;
      NAME(vk_lerp)(from + offset, to + offset, progress[value], out + offset, count);
    }
  }
}

#define blend NAME(blend)
INLINE void blend(int count, const Place *at, const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k,
                  T *out) {
  // A weight is read once for several registers, whose sums don't wait for each other.
  V sums[4];
  UNROLLED for (int u = 0; u < count; u++) sums[u] = MM(setzero)();
  for (ptrdiff_t input = 0; input < k; input++) {
    const V weight = MM(set1)(weights[input]);
    UNROLLED for (int u = 0; u < count; u++)
      sums[u] = MM(fmadd)(weight, get(inputs + input * stride, at[u]), sums[u]);
  }
  UNROLLED for (int u = 0; u < count; u++) put(out, at[u], sums[u]);
}

void NAME(vk_blend)(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n) {
  enum { TIMES = 4 };
  const Kind kind = kind_for((ptrdiff_t)sizeof(T) * (k + 1) * n, out != inputs);
  ptrdiff_t i = unaligned_head(out, n, kind);
  if (i > 0) {
    const Place at = at_partial(0, i);
    blend(1, &at, inputs, stride, weights, k, out);
  }
  Place at[TIMES];
  if (kind == STREAMED) {
    for (; i + TIMES * LANES <= n; i += TIMES * LANES) {
      UNROLLED for (int u = 0; u < TIMES; u++) at[u] = at_whole(i + u * LANES, STREAMED);
      blend(TIMES, at, inputs, stride, weights, k, out);
    }
    _mm_sfence();
  }
  for (; i + TIMES * LANES <= n; i += TIMES * LANES) {
    UNROLLED for (int u = 0; u < TIMES; u++) at[u] = at_whole(i + u * LANES, WHOLE);
    blend(TIMES, at, inputs, stride, weights, k, out);
  }
  for (; i < n; i += LANES) {
    const Place rest = i + LANES <= n ? at_whole(i, WHOLE) : at_partial(i, n - i);
    blend(1, &rest, inputs, stride, weights, k, out);
  }
}

// MARK: - Elementary functions

// Minimax polynomials of the relative error, highest degree first: (2^r - 1) / r for r in -1/2...1/2; with r in quarter
// turns, -1/2...1/2, and z = r^2: sin(r) / r and (cos(r) - 1) / z.
#undef EXP2_TERMS
#undef SINE_TERMS
#if IS_FLOAT
#define EXP2_TERMS 6
static const T NAME(exp2_terms)[] = {0x1.4308fap-13f, 0x1.5f07b4p-10f, 0x1.3b2ba0p-7f,
                                     0x1.c6af6ep-5f,  0x1.ebfbdep-3f,  0x1.62e430p-1f};
#define SINE_TERMS 4
static const T NAME(sine_terms)[] = {-0x1.2d9302p-8f, 0x1.465e92p-4f, -0x1.4abbbap-1f, 0x1.921fb6p+0f};
static const T NAME(cosine_terms)[] = {0x1.db5fa8p-11f, -0x1.55cb88p-6f, 0x1.03c1eap-2f, -0x1.3bd3ccp+0f};
#else
#define EXP2_TERMS 11
static const T NAME(exp2_terms)[] = {
    0x1.e8cab8bb705a8p-32, 0x1.e605d28d23566p-28, 0x1.b525a092b3f97p-24, 0x1.62bfd4b4acfe9p-20,
    0x1.ffcbfc1ea3ac5p-17, 0x1.4309130958e7cp-13, 0x1.5d87fe78b211ap-10, 0x1.3b2ab6fba1e40p-7,
    0x1.c6b08d704a08ep-5,  0x1.ebfbdff82c598p-3,  0x1.62e42fefa39efp-1};
#define SINE_TERMS 7
static const T NAME(sine_terms)[] = {
    0x1.e3eed5ce53e68p-25,  -0x1.e30063a029a68p-19, 0x1.50782fca38b8dp-13, -0x1.32d2cce2d5360p-8,
    0x1.466bc67758700p-4,   -0x1.4abbce625be41p-1,  0x1.921fb54442d18p+0};
static const T NAME(cosine_terms)[] = {
    -0x1.b2f223df6f17ep-28, 0x1.f9ce1f05eb476p-22,  -0x1.a6d1eeee7653cp-16, 0x1.e1f506868296ep-11,
    -0x1.55d3c7e3cb212p-6,  0x1.03c1f081b5ac0p-2,   -0x1.3bd3cc9be45dep+0};
#endif

#define horner NAME(horner)
#define exp2_lanes NAME(exp2_lanes)
#define one_minus_exp2 NAME(one_minus_exp2)

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

/// 1 - 2^x for x <= BIAS + 1, relatively accurate near 0.
INLINE V one_minus_exp2(V x) {
  // The biased exponent lands in the sum's low bits and is moved up to where exponents are.
  const V push = MM(set1)(PUSH + BIAS);
  x = MM(max)(MM(set1)(-BIAS), x);
  const V shifted = MM(add)(x, push);
  const V r = MM(sub)(x, MM(sub)(shifted, push));
  const V scale = from_bits(shifted_left(as_bits(shifted), SIGNIFICAND_BITS));
  const V fraction = MM(mul)(horner(NAME(exp2_terms), EXP2_TERMS, r), r);
  return MM(fnmadd)(scale, fraction, MM(sub)(MM(set1)(1), scale));
}

// MARK: - Springs

#if defined(__GNUC__) && !defined(__clang__)
// Mixes the independent polynomials before registers are assigned, which gcc by itself does not do on x86.
#pragma GCC push_options
#pragma GCC optimize("schedule-insns", "sched-pressure")
#endif

#define Clock NAME(Clock)
#define Elapsed NAME(Elapsed)
#define Angle NAME(Angle)
#define Motion NAME(Motion)
#define position NAME(position)
#define velocity NAME(velocity)
#define clock_at NAME(clock_at)
#define elapsed NAME(elapsed)
#define angle NAME(angle)
#define swing NAME(swing)
#define own_motion NAME(own_motion)
#define shared_motion NAME(shared_motion)

/// A time for all lanes; `rest` is what didn't fit into `seconds`.
typedef struct {
  V seconds;
#if IS_FLOAT
  V negated, rest;
#endif
} Clock;

typedef struct {
  V seconds;
#if IS_FLOAT
  V rest;
#endif
} Elapsed;

INLINE Clock clock_at(double time) {
  Clock now;
  now.seconds = MM(set1)((T)time);
#if IS_FLOAT
  now.negated = MM(set1)(-(T)time);
  now.rest = MM(set1)((T)(time - (double)(T)time));
#endif
  return now;
}

/// From `start` until now, at least 0.
INLINE Elapsed elapsed(Clock now, V start) {
  const V zero = MM(setzero)();
  const V difference = MM(sub)(now.seconds, start);
  Elapsed t;
#if IS_FLOAT
  // The rounding error of a sum whose larger term is known is (larger - sum) + smaller. Here both are negated.
  const V larger = MM(min)(start, now.negated);
  const V smaller = MM(max)(start, now.negated);
  const V lost = MM(sub)(now.rest, MM(add)(MM(add)(difference, larger), smaller));
  const V sum = MM(add)(difference, lost);
  t.seconds = MM(max)(zero, sum);
  // What didn't fit into the sum, where it counts.
#if AVX512
  t.rest = MM(maskz_sub)(MM_MASK(cmp)(sum, zero, _CMP_NLT_UQ), lost, MM(sub)(sum, difference));
#else
  t.rest = MM(and)(MM(cmp)(sum, zero, _CMP_NLT_UQ), MM(sub)(lost, MM(sub)(sum, difference)));
#endif
#else
  t.seconds = MM(max)(zero, difference);
#endif
  return t;
}

/// An angle: the nearest quarter turn and the rest, in quarter turns.
typedef struct {
  Bits quarter;
  V rest;
} Angle;

/// That of a frequency in quarter turns per second, and of what it lost on becoming an element, if anything. The
/// product is rounded once, after its integer was taken off it.
INLINE Angle angle(V frequency, const V *frequency_rest, Elapsed t) {
  const V product = MM(mul)(frequency, t.seconds);
  Angle a;
#if IS_FLOAT
#if AVX512
  const V whole = MM(roundscale)(product, TO_NEAREST);
#else
  const V whole = MM(round)(product, TO_NEAREST);
#endif
  const V left = MM(fmsub)(frequency, t.seconds, whole);
  V all = MM(fmadd)(frequency, t.rest, left);
  if (frequency_rest) all = MM(fmadd)(*frequency_rest, t.seconds, all);
  // A product of very many turns isn't near an integer, and its rest may be more than a quarter turn.
#if AVX512
  a.rest = MM(sub)(all, MM(roundscale)(all, TO_NEAREST));
  a.quarter = _mm512_add_epi32(_mm512_cvtps_epi32(product), _mm512_cvtps_epi32(all));
#else
  a.rest = MM(sub)(all, MM(round)(all, TO_NEAREST));
  a.quarter = _mm256_add_epi32(_mm256_cvtps_epi32(product), _mm256_cvtps_epi32(all));
#endif
#else
  // As many turns as that doesn't hold for are 1e13. The sum has no fraction, and its low bits count the quarters.
  const V push = MM(set1)(PUSH), one = MM(set1)(1);
  const V shifted = MM(add)(product, push);
  const V left = MM(fmsub)(frequency, t.seconds, MM(sub)(shifted, push));
  (void)frequency_rest;
  a.rest = MM(min)(one, MM(max)(MM(set1)(-1), left));
  a.quarter = as_bits(shifted);
#endif
  return a;
}

/// A motion's displacement from its target is d * y, and its derivative by W t, not counting d's, d * slope.
typedef struct {
  V d, y, slope;
} Motion;

/// y = displacement * C + quadrature * S and slope = quadrature * C' - displacement * S', where C + iS is e^(i angle),
/// but S is more by `fallen` and C' less by it.
///
/// The quarter turns are applied to the displacement and the quadrature, which takes fewer operations than applying
/// them to the sine and the cosine.
INLINE Motion swing(V d, Angle a, V fallen, V displacement, V quadrature) {
#if AVX512 && IS_FLOAT
  const __mmask16 is_odd = _mm512_test_epi32_mask(a.quarter, _mm512_set1_epi32(1));
  const V p = MM(mask_mov)(displacement, is_odd, quadrature);
  const V q = MM(mask_sub)(quadrature, is_odd, MM(setzero)(), displacement);
  // 0x78: d ^ (quarter << 30 & sign)
  d = from_bits(
      _mm512_ternarylogic_epi32(as_bits(d), shifted_left(a.quarter, 30), _mm512_set1_epi32(INT32_MIN), 0x78));
#elif AVX512
  const __mmask8 is_odd = _mm512_test_epi64_mask(a.quarter, _mm512_set1_epi64(1));
  const V p = MM(mask_mov)(displacement, is_odd, quadrature);
  const V q = MM(mask_sub)(quadrature, is_odd, MM(setzero)(), displacement);
  d = from_bits(
      _mm512_ternarylogic_epi64(as_bits(d), shifted_left(a.quarter, 62), _mm512_set1_epi64(INT64_MIN), 0x78));
#else
  // The lowest bit as a sign: the blends look at nothing else.
  const V is_odd = from_bits(shifted_left(a.quarter, 8 * sizeof(T) - 1));
  const V p = blended(displacement, quadrature, is_odd);
  const V q = MM(xor)(blended(quadrature, displacement, is_odd), is_odd);
  d = MM(xor)(d, MM(and)(from_bits(shifted_left(a.quarter, 8 * sizeof(T) - 2)), MM(set1)((T)-0.0)));
#endif
  const V z = MM(mul)(a.rest, a.rest);
  const V sine = MM(mul)(horner(NAME(sine_terms), SINE_TERMS, z), a.rest);
  const V cosine = MM(fmadd)(horner(NAME(cosine_terms), SINE_TERMS, z), z, MM(set1)(1));
  Motion m;
  m.d = d;
  m.y = MM(fmadd)(q, MM(add)(sine, fallen), MM(mul)(p, cosine));
  m.slope = MM(fmsub)(q, MM(sub)(cosine, fallen), MM(mul)(p, sine));
  return m;
}

#define MINUS_LOG2_E (-0x1.71547652b82fep+0)
#define LN_2 0x1.62e42fefa39efp-1
#define TWO_PI 0x1.921fb54442d18p+2

/// W of parameters of which one is 0: a frequency that turns is 0 as one that falls, and the other way round.
#define rate_of NAME(rate_of)
INLINE V rate_of(V turning, V falling) {
  return MM(fnmadd)(falling, MM(set1)((T)LN_2), MM(mul)(turning, MM(set1)((T)TWO_PI)));
}

INLINE V position(V target, Motion m) { return MM(fmadd)(m.d, m.y, target); }
INLINE V velocity(V decay, V rate, Motion m) {
  return MM(mul)(m.d, MM(fmsub)(rate, m.slope, MM(mul)(decay, m.y)));
}

/// Springs of their own for all lanes. Without `velocities`, positions only. All is read before anything is written, so
/// that the compiler, which has to expect that a column overlaps another, can mix the registers' instructions.
INLINE void own_motion(int count, const Place *at, const T *target, const T *displacement, const T *quadrature,
                       const T *decay, const T *frequency, const T *start, Clock now, T *positions, T *velocities) {
  const V zero = MM(setzero)();
  V x[OWN_SPRINGS], v[OWN_SPRINGS];
  UNROLLED for (int u = 0; u < count; u++) {
    const Elapsed t = elapsed(now, get(start, at[u]));
    const V f = get(frequency, at[u]), w = get(decay, at[u]);
    const V turning = MM(max)(zero, f), falling = MM(min)(zero, f);
    const V d = exp2_lanes(MM(mul)(MM(mul)(w, MM(set1)((T)MINUS_LOG2_E)), t.seconds));
    const V fallen = one_minus_exp2(MM(mul)(falling, t.seconds));
    const Angle a = angle(MM(mul)(turning, MM(set1)(4)), NULL, t);
    const Motion m = swing(d, a, fallen, get(displacement, at[u]), get(quadrature, at[u]));
    x[u] = position(get(target, at[u]), m);
    v[u] = velocity(w, rate_of(turning, falling), m);
  }
  UNROLLED for (int u = 0; u < count; u++) {
    put(positions, at[u], x[u]);
    if (velocities) put(velocities, at[u], v[u]);
  }
}

/// Whether outputs become aligned at the same index.
#define are_aligned_alike(a, b) (((uintptr_t)(a) - (uintptr_t)(b)) % BYTES == 0)

void NAME(vk_spring)(const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency,
                     const T *start, double time, T *out, ptrdiff_t n) {
  const Clock now = clock_at(time);
  BY_REGISTERS(OWN_SPRINGS, 1, out, 7, out != target,
               own_motion(count, at, target, displacement, quadrature, decay, frequency, start, now, out, NULL))
}

void NAME(vk_spring_motion)(const T *target, const T *displacement, const T *quadrature, const T *decay,
                            const T *frequency, const T *start, double time, T *positions, T *velocities,
                            ptrdiff_t n) {
  const Clock now = clock_at(time);
  BY_REGISTERS(
      OWN_SPRINGS, 1, positions, 8, positions != target && are_aligned_alike(positions, velocities),
      own_motion(count, at, target, displacement, quadrature, decay, frequency, start, now, positions, velocities))
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
  s.exponent = MM(set1)((T)(decay * MINUS_LOG2_E));
  // In quarter turns, as `angle` wants it, or in octaves.
  const double scaled = frequency < 0 ? frequency : 4 * frequency;
  s.frequency = MM(set1)((T)scaled);
  s.frequency_rest = MM(set1)((T)(scaled - (double)(T)scaled));
  s.rate = MM(set1)((T)(frequency * (frequency < 0 ? -LN_2 : TWO_PI)));
  return s;
}

INLINE Motion shared_turning(Shared s, Elapsed t, V displacement, V quadrature) {
  return swing(exp2_lanes(MM(mul)(s.exponent, t.seconds)), angle(s.frequency, &s.frequency_rest, t), MM(setzero)(),
               displacement, quadrature);
}

INLINE Motion shared_falling(Shared s, Elapsed t, V displacement, V quadrature) {
  const V fallen = one_minus_exp2(MM(mul)(s.frequency, t.seconds));
  Motion m;
  m.d = exp2_lanes(MM(mul)(s.exponent, t.seconds));
  m.y = MM(fmadd)(quadrature, fallen, displacement);
  m.slope = MM(fnmadd)(quadrature, fallen, quadrature);
  return m;
}

INLINE void shared_motion(int count, const Place *at, Shared s, int falls, const T *target, const T *displacement,
                          const T *quadrature, const T *start, Clock now, T *positions, T *velocities) {
  V x[SHARED_SPRINGS], v[SHARED_SPRINGS];
  UNROLLED for (int u = 0; u < count; u++) {
    const Elapsed t = elapsed(now, get(start, at[u]));
    const V y0 = get(displacement, at[u]), q = get(quadrature, at[u]);
    const Motion m = falls ? shared_falling(s, t, y0, q) : shared_turning(s, t, y0, q);
    x[u] = position(get(target, at[u]), m);
    v[u] = velocity(s.decay, s.rate, m);
  }
  UNROLLED for (int u = 0; u < count; u++) {
    put(positions, at[u], x[u]);
    if (velocities) put(velocities, at[u], v[u]);
  }
}

void NAME(vk_spring_shared)(const T *target, const T *displacement, const T *quadrature, const T *start, double decay,
                            double frequency, double time, T *out, ptrdiff_t n) {
  const Clock now = clock_at(time);
  const Shared s = shared_spring(decay, frequency);
  if (frequency < 0) {
    BY_REGISTERS(SHARED_SPRINGS, 1, out, 5, out != target,
                 shared_motion(count, at, s, 1, target, displacement, quadrature, start, now, out, NULL))
  } else {
    BY_REGISTERS(SHARED_SPRINGS, 1, out, 5, out != target,
                 shared_motion(count, at, s, 0, target, displacement, quadrature, start, now, out, NULL))
  }
}

void NAME(vk_spring_shared_motion)(const T *target, const T *displacement, const T *quadrature, const T *start,
                                   double decay, double frequency, double time, T *positions, T *velocities,
                                   ptrdiff_t n) {
  const Clock now = clock_at(time);
  const Shared s = shared_spring(decay, frequency);
  const int can_stream = positions != target && are_aligned_alike(positions, velocities);
  if (frequency < 0) {
    BY_REGISTERS(SHARED_SPRINGS, 1, positions, 6, can_stream,
                 shared_motion(count, at, s, 1, target, displacement, quadrature, start, now, positions, velocities))
  } else {
    BY_REGISTERS(SHARED_SPRINGS, 1, positions, 6, can_stream,
                 shared_motion(count, at, s, 0, target, displacement, quadrature, start, now, positions, velocities))
  }
}

void NAME(vk_spring_quadrature)(const T *displacement, const T *velocity, const T *decay, const T *frequency, T *out,
                                ptrdiff_t n) {
  const V zero = MM(setzero)();
  EACH(n, 2, out, 5, out != displacement && out != velocity, {
    const V f = get(frequency, at);
    const V rate = rate_of(MM(max)(zero, f), MM(min)(zero, f));
    put(out, at, MM(div)(MM(fmadd)(get(decay, at), get(displacement, at), get(velocity, at)), rate));
  })
}

void NAME(vk_spring_shared_quadrature)(const T *displacement, const T *velocity, double decay, double frequency, T *out,
                                       ptrdiff_t n) {
  const V w = MM(set1)((T)decay), rate = MM(set1)((T)(frequency * (frequency < 0 ? -LN_2 : TWO_PI)));
  EACH(n, 2, out, 3, out != displacement && out != velocity, {
    put(out, at, MM(div)(MM(fmadd)(w, get(displacement, at), get(velocity, at)), rate));
  })
}

#define transition NAME(transition)
INLINE void transition(int count, const Place *at, const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx,
                       T *vv) {
  const V zero = MM(setzero)(), one = MM(set1)(1);
  const V exponent = MM(set1)((T)(dt * MINUS_LOG2_E));
  Elapsed t;
  t.seconds = clock_at(dt).seconds;
#if IS_FLOAT
  t.rest = clock_at(dt).rest;
#endif
  V results[4][OWN_SPRINGS];
  UNROLLED for (int u = 0; u < count; u++) {
    const V f = get_once(frequency, at[u]), w = get_once(decay, at[u]);
    const V turning = MM(max)(zero, f), falling = MM(min)(zero, f);
    const V rate = rate_of(turning, falling);
    // A step back in time grows.
    const V most = MM(set1)(BIAS + 1);
    const V lost = one_minus_exp2(MM(min)(most, MM(mul)(w, exponent)));
    const V fallen = one_minus_exp2(MM(min)(most, MM(mul)(falling, t.seconds)));
    const Angle a = angle(MM(mul)(turning, MM(set1)(4)), NULL, t);
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
    sine = MM(xor)(blended(near_sine, near_cosine, is_odd), sine_sign);
    const V cosine = MM(xor)(blended(near_cosine, near_sine, is_odd), MM(xor)(sine_sign, is_odd));
    cosine_less = blended(near_cosine_less, MM(sub)(cosine, one), MM(or)(sine_sign, is_odd));
#endif
    const V s = MM(div)(MM(add)(sine, fallen), rate);
    const V d = MM(sub)(one, lost);
    const V d_s = MM(mul)(d, s);
#if AVX512
    const V factor = MM(mask_mov)(rate, MM_MASK(cmp)(f, zero, _CMP_LT_OQ), w);
#else
    const V factor = blended(rate, w, f);
#endif
    results[0][u] = MM(fmsub)(d, MM(fmadd)(w, s, cosine_less), lost);
    results[1][u] = d_s;
    results[2][u] = MM(xor)(minus_zero, MM(mul)(d_s, MM(fmadd)(rate, factor, MM(mul)(w, w))));
    results[3][u] = MM(fmsub)(d, MM(fnmadd)(w, s, MM(sub)(cosine_less, fallen)), lost);
  }
  UNROLLED for (int u = 0; u < count; u++) {
    put(xx, at[u], results[0][u]);
    put(xv, at[u], results[1][u]);
    put(vx, at[u], results[2][u]);
    put(vv, at[u], results[3][u]);
  }
}

void NAME(vk_spring_transition)(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv,
                                ptrdiff_t n) {
  const int is_alike = are_aligned_alike(xx, xv) && are_aligned_alike(xx, vx) && are_aligned_alike(xx, vv);
  BY_REGISTERS(OWN_SPRINGS, 1, xx, 6, is_alike && xx != decay && xx != frequency,
               transition(count, at, decay, frequency, dt, xx, xv, vx, vv))
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif

void NAME(vk_spring_step)(const T matrix[4], const T *target, T *positions, T *velocities, ptrdiff_t n) {
  const V xx = MM(set1)(matrix[0]), xv = MM(set1)(matrix[1]), vx = MM(set1)(matrix[2]), vv = MM(set1)(matrix[3]);
  EACH(n, 2, positions, 5, 0, {
    const V x = get_once(positions, at), v = get_once(velocities, at), y = MM(sub)(x, get(target, at));
    put(positions, at, MM(fmadd)(xx, y, MM(fmadd)(xv, v, x)));
    put(velocities, at, MM(fmadd)(vx, y, MM(fmadd)(vv, v, v)));
  })
}

void NAME(vk_spring_step_each)(const T *xx, const T *xv, const T *vx, const T *vv, const T *target, T *positions,
                               T *velocities, ptrdiff_t n) {
  EACH(n, 2, positions, 9, 0, {
    const V x = get_once(positions, at), v = get_once(velocities, at), y = MM(sub)(x, get(target, at));
    put(positions, at, MM(fmadd)(get(xx, at), y, MM(fmadd)(get(xv, at), v, x)));
    put(velocities, at, MM(fmadd)(get(vx, at), y, MM(fmadd)(get(vv, at), v, v)));
  })
}

#define settled_lanes NAME(settled_lanes)

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
      const Place at = at_whole(i + bit, WHOLE);
      word |= settled_lanes(get(positions, at), get(velocities, at), get(target, at), near, slow) << bit;
    }
    words[i / 64] = word;
    count += __builtin_popcountll(word);
  }
  if (i < n) {
    uint64_t word = 0;
    for (ptrdiff_t bit = 0; i + bit < n; bit += LANES) {
      const Place at = i + bit + LANES <= n ? at_whole(i + bit, WHOLE) : at_partial(i + bit, n - i - bit);
      word |= settled_lanes(get(positions, at), get(velocities, at), get(target, at), near, slow) << bit;
    }
    // Lanes behind the last element compare zeros, which are settled.
    word &= ((uint64_t)1 << (n - i)) - 1;
    words[i / 64] = word;
    count += __builtin_popcountll(word);
  }
  return count;
}

#if !IS_FLOAT

// MARK: - Cubic Bezier curves in double

// As in float below, with c = 3 p1 and d = 3 (p1 - p2). Ten bisections leave an interval of 1/2048, and two steps of
// Halley's method are enough except where the curve is flat. There, 16 more bisections and another step are taken.

#if AVX512
typedef __mmask8 DoubleTurned;
#else
typedef V DoubleTurned;
#endif

typedef struct {
  V a, b, c, d, target;
} DoubleEquation;

/// From the start and from the end.
typedef struct {
  V x_c[2], y_c[2], x_d, y_d, middle;
} DoubleCurve;

INLINE V double_selected(DoubleTurned which, V yes, V no) {
#if AVX512
  return _mm512_mask_mov_pd(no, which, yes);
#else
  return _mm256_blendv_pd(no, yes, which);
#endif
}

INLINE V double_over_s(V c, V d, V s) {
  const V q = MM(fnmadd)(s, d, c);
  return MM(fmadd)(s, s, MM(fnmadd)(s, q, q));
}

/// The derivative, every term of its own sign.
INLINE V double_slope(V c, V d, V s) {
  const V r = MM(sub)(MM(set1)(1), s);
  const V beyond = MM(sub)(MM(set1)(3), MM(sub)(c, d));
  const V middle = MM(fnmadd)(d, MM(add)(r, r), MM(mul)(beyond, s));
  return MM(fmadd)(middle, s, MM(mul)(MM(mul)(c, r), r));
}

INLINE V double_bisected(const DoubleEquation *e, V s, double step) {
  const V f = MM(fmsub)(MM(fmadd)(MM(fmadd)(e->a, s, e->b), s, e->c), s, e->target);
#if AVX512
  // 0xEA: f & sign | step
  const Bits signed_step =
      _mm512_ternarylogic_epi64(as_bits(f), _mm512_set1_epi64(INT64_MIN), as_bits(_mm512_set1_pd(step)), 0xEA);
  return MM(sub)(s, from_bits(signed_step));
#else
  return MM(sub)(s, MM(or)(MM(and)(f, MM(set1)(-0.0)), MM(set1)(step)));
#endif
}

INLINE V double_excess(const DoubleEquation *e, V s) { return MM(fmsub)(s, double_over_s(e->c, e->d, s), e->target); }

INLINE V double_improved(const DoubleEquation *e, V s, double bound) {
  const V f = double_excess(e, s);
  const V inner = MM(fmadd)(MM(mul)(MM(set1)(3), e->a), s, MM(add)(e->b, e->b));
  const V slope = MM(fmadd)(inner, s, e->c);
  const V divisor = MM(max)(MM(set1)(1e-30), MM(fnmadd)(f, MM(sub)(inner, e->b), MM(mul)(slope, slope)));
  const V step = MM(div)(MM(mul)(f, slope), divisor);
  return MM(sub)(s, MM(min)(MM(set1)(bound), MM(max)(MM(set1)(-bound), step)));
}

/// Whether x(s) isn't the target, in lanes.
INLINE int double_missed(const DoubleEquation *e, V s, DoubleTurned *missed) {
  const V f = double_excess(e, s);
#if AVX512
  *missed = _mm512_cmp_pd_mask(_mm512_abs_pd(f), MM(set1)(1e-15), _CMP_GT_OQ);
  return *missed != 0;
#else
  *missed = _mm256_cmp_pd(MM(andnot)(MM(set1)(-0.0), f), MM(set1)(1e-15), _CMP_GT_OQ);
  return _mm256_movemask_pd(*missed) != 0;
#endif
}

INLINE void double_curve(int count, const Place *at, const DoubleCurve *k, const double *x, double *out,
                         int wants_slope) {
  enum { MOST = 8 };
  DoubleEquation equations[MOST];
  V s[MOST], solved[MOST];
  DoubleTurned turned[MOST], missed[MOST];
  UNROLLED for (int u = 0; u < count; u++) {
    DoubleEquation *e = &equations[u];
    const V target = MM(min)(MM(set1)(1), MM(max)(MM(setzero)(), get(x, at[u])));
#if AVX512
    turned[u] = _mm512_cmp_pd_mask(k->middle, target, _CMP_LT_OQ);
#else
    turned[u] = _mm256_cmp_pd(k->middle, target, _CMP_LT_OQ);
#endif
    e->target = double_selected(turned[u], MM(sub)(MM(set1)(1), target), target);
    e->c = double_selected(turned[u], k->x_c[1], k->x_c[0]);
    e->d = k->x_d;
    e->a = MM(add)(MM(set1)(1), e->d);
    e->b = MM(sub)(MM(setzero)(), MM(add)(e->c, e->d));
    s[u] = MM(set1)(0.25);
  }
  UNROLLED for (int step = 3; step < 13; step++) {
    UNROLLED for (int u = 0; u < count; u++) s[u] = double_bisected(&equations[u], s[u], 1.0 / (1 << step));
  }
  UNROLLED for (int u = 0; u < count; u++) solved[u] = double_improved(&equations[u], s[u], 0x1p-12);
  int are_missed = 0;
  UNROLLED for (int u = 0; u < count; u++) {
    solved[u] = MM(max)(MM(setzero)(), double_improved(&equations[u], solved[u], 0x1p-12));
#if AVX512
    solved[u] = _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(equations[u].target, MM(setzero)(), _CMP_NLE_UQ), solved[u]);
#else
    solved[u] = MM(and)(_mm256_cmp_pd(equations[u].target, MM(setzero)(), _CMP_NLE_UQ), solved[u]);
#endif
    are_missed |= double_missed(&equations[u], solved[u], &missed[u]);
  }
  if (are_missed) {
    for (int u = 0; u < count; u++) {
      for (int step = 13; step < 29; step++) s[u] = double_bisected(&equations[u], s[u], 1.0 / (1 << step));
      solved[u] = double_selected(missed[u], double_improved(&equations[u], s[u], 0x1p-28), solved[u]);
    }
  }
  UNROLLED for (int u = 0; u < count; u++) {
    const V y_c = double_selected(turned[u], k->y_c[1], k->y_c[0]);
    if (wants_slope) {
      const V inside = MM(max)(MM(set1)(1e-18), solved[u]);
      const V across = MM(max)(MM(set1)(1e-37), double_slope(equations[u].c, equations[u].d, inside));
      put(out, at[u], MM(div)(double_slope(y_c, k->y_d, inside), across));
    } else {
      const V value = MM(mul)(solved[u], double_over_s(y_c, k->y_d, solved[u]));
      put(out, at[u], double_selected(turned[u], MM(sub)(MM(set1)(1), value), value));
    }
  }
}

INLINE DoubleCurve double_curve_through(const double points[4]) {
  DoubleCurve k;
  k.x_c[0] = MM(set1)(3 * points[0]);
  k.x_c[1] = MM(set1)(3 - 3 * points[2]);
  k.y_c[0] = MM(set1)(3 * points[1]);
  k.y_c[1] = MM(set1)(3 - 3 * points[3]);
  k.x_d = MM(set1)(3 * (points[0] - points[2]));
  k.y_d = MM(set1)(3 * (points[1] - points[3]));
  k.middle = MM(set1)((1 + 3 * points[0] + 3 * points[2]) / 8);
  return k;
}

void vk_bezier_f64(const double points[4], const double *x, double *out, ptrdiff_t n) {
  const DoubleCurve k = double_curve_through(points);
  BY_REGISTERS(SOLVED_CURVES, SOLVED_CURVES / 2, out, 0, 0, double_curve(count, at, &k, x, out, 0))
}

void vk_bezier_slope_f64(const double points[4], const double *x, double *out, ptrdiff_t n) {
  const DoubleCurve k = double_curve_through(points);
  BY_REGISTERS(SOLVED_CURVES, SOLVED_CURVES / 2, out, 0, 0, double_curve(count, at, &k, x, out, 1))
}

#endif

#else  // defined(CURVES)

// MARK: - Cubic Bezier curves

// A curve is seen from its nearer end: past x(1/2) it is turned by half a turn, x, y, s -> 1 - x, 1 - y, 1 - s, so that
// s is in 0...1/2 and
//
//   x(s) = s (3 (1 - s) (p1 - s (p1 - p2)) + s^2) = ((a s + b) s + c) s
//
// Seven bisections leave an interval of 1/256, and two steps of Halley's method, s -= f f' / (f'^2 - f f''/2), kept
// inside it, the solution. Two more bisections and no square root are faster than Euler's method from five.

enum { BISECTIONS = 7 };

#if AVX512
typedef __mmask16 Turned;
#else
typedef V Turned;
#endif

INLINE V selected(Turned which, V yes, V no) {
#if AVX512
  return _mm512_mask_mov_ps(no, which, yes);
#else
  return blended(no, yes, which);
#endif
}

/// `1 - other` where turned, `v` elsewhere.
INLINE V turned_to(V v, Turned turned, V other) {
  const V one = MM(set1)(1);
#if AVX512
  return _mm512_mask_sub_ps(v, turned, one, other);
#else
  return blended(v, MM(sub)(one, other), turned);
#endif
}

INLINE V clamped(V v) { return MM(min)(MM(set1)(1), MM(max)(MM(setzero)(), v)); }

/// 3 v, correctly rounded, by the adders, which have less to do here than the multipliers.
INLINE V tripled(V v) { return MM(add)(MM(add)(v, v), v); }

/// A coordinate seen from its nearer end: the first control point, and it less the second, the same from either end.
typedef struct {
  V p1, difference;
} Coordinate;

/// x(s), its coefficients as well, and the x that is looked for.
typedef struct {
  Coordinate x;
  V a, b, c, target;
} Equation;

/// The coordinate at s, over s.
INLINE V over_s(Coordinate k, V s) {
  const V q = MM(fnmadd)(s, k.difference, k.p1);
  return MM(fmadd)(MM(set1)(3), MM(fnmadd)(s, q, q), MM(mul)(s, s));
}

/// A third of the derivative, every term of its own sign:
/// (1 - s)^2 p1 + 2 s (1 - s) (p2 - p1) + s^2 (1 - p2).
INLINE V third_of_slope(Coordinate k, V s) {
  const V one = MM(set1)(1), r = MM(sub)(one, s);
  const V beyond = MM(add)(MM(sub)(one, k.p1), k.difference);
  const V middle = MM(fnmadd)(k.difference, MM(add)(r, r), MM(mul)(beyond, s));
  return MM(fmadd)(middle, s, MM(mul)(MM(mul)(k.p1, r), r));
}

INLINE void complete(Equation *e) {
  e->c = tripled(e->x.p1);
  e->a = MM(fmadd)(MM(set1)(3), e->x.difference, MM(set1)(1));
  e->b = MM(fnmsub)(MM(set1)(3), e->x.difference, e->c);
}

/// s moved by `step` towards the solution: down where f is positive.
INLINE V stepped(V s, V f, float step) {
#if AVX512
  // 0xEA: f & sign | step
  const Bits signed_step =
      _mm512_ternarylogic_epi32(as_bits(f), _mm512_set1_epi32(INT32_MIN), as_bits(_mm512_set1_ps(step)), 0xEA);
  return MM(sub)(s, from_bits(signed_step));
#else
  return MM(sub)(s, MM(or)(MM(and)(f, MM(set1)(-0.0f)), MM(set1)(step)));
#endif
}

INLINE V bisected(const Equation *e, V s, float step) {
  const V f = MM(fmsub)(MM(fmadd)(MM(fmadd)(e->a, s, e->b), s, e->c), s, e->target);
  return stepped(s, f, step);
}

/// One step of Halley's method, kept inside the last interval.
INLINE V improved(const Equation *e, V s, V low, V high) {
  const V f = MM(fmsub)(s, over_s(e->x, s), e->target);
  const V inner = MM(fmadd)(tripled(e->a), s, MM(add)(e->b, e->b));
  const V slope = MM(fmadd)(inner, s, e->c);
  const V half_bend = MM(sub)(inner, e->b);
  const V divisor = MM(max)(MM(set1)(1e-30f), MM(fnmadd)(f, half_bend, MM(mul)(slope, slope)));
  const V moved = MM(sub)(s, MM(div)(MM(mul)(f, slope), divisor));
  return MM(min)(high, MM(max)(low, moved));
}

/// The solutions from s after so many bisections. Stage by stage for all registers: a register's own operations all
/// wait for each other, and the processor doesn't look far enough ahead to find the next one's.
INLINE void solve(int count, const Equation *equations, V *s, int bisections) {
  float step = 0.125f;
  for (int k = 0; k < bisections; k++) step /= 2;
  UNROLLED for (int k = bisections; k < BISECTIONS; k++, step /= 2) {
    UNROLLED for (int u = 0; u < count; u++) s[u] = bisected(&equations[u], s[u], step);
  }
  V low[SOLVED_CURVES], high[SOLVED_CURVES];
  UNROLLED for (int u = 0; u < count; u++) {
    low[u] = MM(sub)(s[u], MM(set1)(2 * step));
    high[u] = MM(add)(s[u], MM(set1)(2 * step));
    s[u] = improved(&equations[u], s[u], low[u], high[u]);
  }
  UNROLLED for (int u = 0; u < count; u++) {
    s[u] = improved(&equations[u], s[u], low[u], high[u]);
#if AVX512
    s[u] = _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(equations[u].target, MM(setzero)(), _CMP_NLE_UQ), s[u]);
#else
    s[u] = MM(and)(_mm256_cmp_ps(equations[u].target, MM(setzero)(), _CMP_NLE_UQ), s[u]);
#endif
  }
}

/// y at s or, if wanted, dy/dx.
INLINE V result(V s, Coordinate x, Coordinate y, Turned turned, int wants_slope) {
  if (wants_slope) {
    s = MM(max)(MM(set1)(1e-18f), s);
    return MM(div)(third_of_slope(y, s), MM(max)(MM(set1)(1e-37f), third_of_slope(x, s)));
  }
  const V value = MM(mul)(s, over_s(y, s));
  return turned_to(value, turned, value);
}

INLINE void own_curves(int count, const Place *at, const float *x, const float *x1, const float *y1, const float *x2,
                       const float *y2, float *out, int wants_slope) {
  Equation equations[SOLVED_CURVES];
  V s[SOLVED_CURVES];
  Turned turned[SOLVED_CURVES];
  UNROLLED for (int u = 0; u < count; u++) {
    Equation *e = &equations[u];
    const V target = clamped(get(x, at[u])), p1 = clamped(get(x1, at[u])), p2 = clamped(get(x2, at[u]));
    const V middle = MM(fmadd)(MM(add)(p1, p2), MM(set1)(0.375f), MM(set1)(0.125f));
#if AVX512
    turned[u] = _mm512_cmp_ps_mask(middle, target, _CMP_LT_OQ);
#else
    turned[u] = _mm256_cmp_ps(middle, target, _CMP_LT_OQ);
#endif
    e->target = turned_to(target, turned[u], target);
    e->x.p1 = turned_to(p1, turned[u], p2);
    e->x.difference = MM(sub)(p1, p2);
    complete(e);
    s[u] = MM(set1)(0.25f);
  }
  solve(count, equations, s, 0);
  UNROLLED for (int u = 0; u < count; u++) {
    const V q1 = get(y1, at[u]), q2 = get(y2, at[u]);
    const Coordinate y = {turned_to(q1, turned[u], q2), MM(sub)(q1, q2)};
    put(out, at[u], result(s[u], equations[u].x, y, turned[u], wants_slope));
  }
}

void vk_bezier_each_f32(const float *x, const float *x1, const float *y1, const float *x2, const float *y2, float *out,
                        ptrdiff_t n) {
  BY_REGISTERS(SOLVED_CURVES, SOLVED_CURVES / 2, out, 0, 0, own_curves(count, at, x, x1, y1, x2, y2, out, 0))
}

void vk_bezier_each_slope_f32(const float *x, const float *x1, const float *y1, const float *x2, const float *y2,
                              float *out, ptrdiff_t n) {
  BY_REGISTERS(SOLVED_CURVES, SOLVED_CURVES / 2, out, 0, 0, own_curves(count, at, x, x1, y1, x2, y2, out, 1))
}

// The first bisections of a shared curve look its x up in a register: x(m) at multiples of 1/32 (AVX-512) or 1/8 (AVX2)
// from either end. Adding `to_index` to m leaves m's number in the low bits; where turned, half the table is added.
#if AVX512
enum { TABLE = 32, LOOKUPS = 4 };
#define TO_INDEX 0x1.8p18f
#else
enum { TABLE = 8, LOOKUPS = 2 };
#define TO_INDEX 0x1.8p20f
#endif

typedef struct {
  /// From the start and from the end.
  V x1[2], y1[2], b[2], c[2];
  V a, x_difference, y_difference, middle;
  float table[TABLE] __attribute__((aligned(64)));
} SharedCurve;

INLINE void prepare(SharedCurve *k, const double points[4]) {
  k->x1[0] = MM(set1)((float)points[0]);
  k->x1[1] = MM(set1)((float)(1 - points[2]));
  k->y1[0] = MM(set1)((float)points[1]);
  k->y1[1] = MM(set1)((float)(1 - points[3]));
  k->x_difference = MM(set1)((float)(points[0] - points[2]));
  k->y_difference = MM(set1)((float)(points[1] - points[3]));
  k->middle = MM(set1)((float)((1 + 3 * points[0] + 3 * points[2]) / 8));
  for (int end = 0; end < 2; end++) {
    Equation e;
    e.x = (Coordinate){k->x1[end], k->x_difference};
    complete(&e);
    k->a = e.a;
    k->b[end] = e.b;
    k->c[end] = e.c;
    // Half a table is a register in AVX-512's case, and half of one in AVX2's.
#if AVX512
    const V number = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const V s = _mm512_mul_ps(number, MM(set1)(1.0f / 32));
    _mm512_store_ps(k->table + 16 * end, MM(mul)(s, over_s(e.x, s)));
#else
    const V s = _mm256_setr_ps(0, 0.125f, 0.25f, 0.375f, 0, 0.125f, 0.25f, 0.375f);
    _mm_store_ps(k->table + 4 * end, _mm256_castps256_ps128(MM(mul)(s, over_s(e.x, s))));
#endif
  }
}

INLINE V looked_up(const SharedCurve *k, Bits index) {
#if AVX512
  return _mm512_permutex2var_ps(_mm512_load_ps(k->table), index, _mm512_load_ps(k->table + 16));
#else
  return _mm256_permutevar8x32_ps(_mm256_load_ps(k->table), index);
#endif
}

INLINE void shared_curve(int count, const Place *at, const SharedCurve *k, const float *x, float *out,
                         int wants_slope) {
  Equation equations[SOLVED_CURVES];
  V s[SOLVED_CURVES], to_index[SOLVED_CURVES];
  Turned turned[SOLVED_CURVES];
  Bits middle[SOLVED_CURVES];
  UNROLLED for (int u = 0; u < count; u++) {
    Equation *e = &equations[u];
    const V target = clamped(get(x, at[u]));
#if AVX512
    turned[u] = _mm512_cmp_ps_mask(k->middle, target, _CMP_LT_OQ);
#else
    turned[u] = _mm256_cmp_ps(k->middle, target, _CMP_LT_OQ);
#endif
    e->target = turned_to(target, turned[u], target);
    e->x = (Coordinate){selected(turned[u], k->x1[1], k->x1[0]), k->x_difference};
    e->a = k->a;
    e->b = selected(turned[u], k->b[1], k->b[0]);
    e->c = selected(turned[u], k->c[1], k->c[0]);
    to_index[u] = selected(turned[u], MM(set1)(TO_INDEX + 0.5f), MM(set1)(TO_INDEX));
    middle[u] = as_bits(selected(turned[u], MM(set1)(TO_INDEX + 0.75f), MM(set1)(TO_INDEX + 0.25f)));
  }
  UNROLLED for (int weight = TABLE / 8; weight > 0; weight /= 2) {
    UNROLLED for (int u = 0; u < count; u++) {
#if AVX512
      const __mmask16 is_past = _mm512_cmp_ps_mask(looked_up(k, middle[u]), equations[u].target, _CMP_LE_OQ);
      const Bits below = _mm512_sub_epi32(middle[u], _mm512_set1_epi32(weight));
      middle[u] = _mm512_mask_add_epi32(below, is_past, middle[u], _mm512_set1_epi32(weight));
#else
      const Bits is_past = _mm256_castps_si256(_mm256_cmp_ps(looked_up(k, middle[u]), equations[u].target, _CMP_LE_OQ));
      const Bits below = _mm256_sub_epi32(middle[u], _mm256_set1_epi32(weight));
      middle[u] = _mm256_add_epi32(below, _mm256_and_si256(is_past, _mm256_set1_epi32(2 * weight)));
#endif
    }
  }
  // The last look-up decides on which side of the middle the next one is.
  UNROLLED for (int u = 0; u < count; u++) {
    const V m = MM(sub)(from_bits(middle[u]), to_index[u]);
    s[u] = stepped(m, MM(sub)(looked_up(k, middle[u]), equations[u].target), 0.5f / TABLE);
  }
  solve(count, equations, s, LOOKUPS);
  UNROLLED for (int u = 0; u < count; u++) {
    const Coordinate y = {selected(turned[u], k->y1[1], k->y1[0]), k->y_difference};
    put(out, at[u], result(s[u], equations[u].x, y, turned[u], wants_slope));
  }
}

void vk_bezier_f32(const double points[4], const float *x, float *out, ptrdiff_t n) {
  SharedCurve k;
  prepare(&k, points);
  BY_REGISTERS(SOLVED_CURVES, SOLVED_CURVES / 2, out, 0, 0, shared_curve(count, at, &k, x, out, 0))
}

void vk_bezier_slope_f32(const double points[4], const float *x, float *out, ptrdiff_t n) {
  SharedCurve k;
  prepare(&k, points);
  BY_REGISTERS(SOLVED_CURVES, SOLVED_CURVES / 2, out, 0, 0, shared_curve(count, at, &k, x, out, 1))
}

// A curve baked into polynomials over equal intervals of q = x, or of a root of it, which straightens a curve that sets
// out or arrives like one:
//
//   k = the integer nearest to m q, u = m q - k, y = polynomial number k of u         m = SEGMENTS - 1
//
// At q = 0 and 1, u is 0, so the ends are exact. There are as many polynomials as one permutation can tell apart.
#if AVX512
enum { SEGMENTS = 32, DEGREE = 4 };
#else
enum { SEGMENTS = 8, DEGREE = 8 };
#endif

typedef struct {
  double points[4];
  int is_good, takes_root;
  float scale, offset;
  float terms[DEGREE + 1][SEGMENTS] __attribute__((aligned(64)));
} BakedCurve;

typedef struct {
  double x, y, slope;
} Point;

static Point point_at(const double points[4], double s) {
  const double r = 1 - s, *p = points;
  const double x_slope = p[0] * r * r + 2 * (p[2] - p[0]) * r * s + (1 - p[2]) * s * s;
  const double y_slope = p[1] * r * r + 2 * (p[3] - p[1]) * r * s + (1 - p[3]) * s * s;
  return (Point){s * (3 * r * (p[0] * r + p[2] * s) + s * s), s * (3 * r * (p[1] * r + p[3] * s) + s * s),
                 y_slope / x_slope};
}

/// The curve's point at x, by bisection.
static Point point_over(const double points[4], double x) {
  double low = 0, high = 1;
  for (int k = 0; k < 64; k++) {
    const double middle = (low + high) / 2;
    if (point_at(points, middle).x < x) low = middle;
    else high = middle;
  }
  return point_at(points, (low + high) / 2);
}

static double magnitude(double v) { return v < 0 ? -v : v; }
static double larger_of(double a, double b) { return a > b ? a : b; }

/// The largest error between the nodes, relative to the promise: over 1e-6, it is broken.
static double bake(BakedCurve *baked, int takes_root, int from_end) {
  // Chebyshev-Lobatto points on 0...1, which are (1 - cos(pi k / DEGREE)) / 2.
  static const double nodes_4[] = {0, 0.14644660940672624, 0.5, 0.8535533905932737, 1};
  static const double nodes_8[] = {0, 0.03806023374435663, 0.14644660940672624, 0.3086582838174551, 0.5,
                                   0.6913417161825449, 0.8535533905932737, 0.9619397662556434, 1};
  const double *nodes = DEGREE == 4 ? nodes_4 : nodes_8;
  const double *points = baked->points;
  const double scale = larger_of(1, larger_of(magnitude(points[1]), magnitude(points[3])));
  baked->takes_root = takes_root;
  baked->scale = from_end ? -1 : 1;
  baked->offset = from_end ? 1 : 0;
  double error = 0;
  for (int k = 0; k < SEGMENTS; k++) {
    // The first and the last segment are halves.
    const double low = k == 0 ? 0 : -0.5, width = k == 0 || k == SEGMENTS - 1 ? 0.5 : 1;
    double differences[DEGREE + 1], terms[DEGREE + 1] = {0};
    double u[DEGREE + 1];
    for (int i = 0; i <= DEGREE; i++) {
      u[i] = low + width * nodes[i];
      const double q = (k + u[i]) / (SEGMENTS - 1), x = takes_root ? (from_end ? 1 - q * q : q * q) : q;
      differences[i] = x <= 0 ? 0 : x >= 1 ? 1 : point_over(points, x).y;
    }
    for (int order = 1; order <= DEGREE; order++) {
      for (int i = DEGREE; i >= order; i--)
        differences[i] = (differences[i] - differences[i - 1]) / (u[i] - u[i - order]);
    }
    for (int i = DEGREE; i >= 0; i--) {
      for (int d = DEGREE; d > 0; d--) terms[d] = terms[d - 1] - u[i] * terms[d];
      terms[0] = differences[i] - u[i] * terms[0];
    }
    double largest = 0;
    for (int d = 0; d <= DEGREE; d++) {
      baked->terms[d][k] = (float)terms[d];
      largest = larger_of(largest, magnitude(terms[d]));
    }
    for (int step = 0; step < 16; step++) {
      const double v = low + width * (step + 0.5) / 16;
      const double q = (k + v) / (SEGMENTS - 1), x = takes_root ? (from_end ? 1 - q * q : q * q) : q;
      const Point exact = point_over(points, x);
      double y = 0;
      for (int d = DEGREE; d >= 0; d--) y = y * v + terms[d];
      // Four ulp for the arithmetic in float.
      const double missed = (magnitude(y - exact.y) + 4 * 0x1p-24 * largest) / scale;
      error = larger_of(missed / larger_of(1, magnitude(exact.slope) / 8), error);
    }
  }
  return error;
}

static const BakedCurve *baked_curve(const double points[4]) {
  enum { KEPT = 8 };
  static _Thread_local BakedCurve kept[KEPT];
  static _Thread_local int count;
  for (int k = 0; k < count && k < KEPT; k++) {
    if (memcmp(kept[k].points, points, sizeof kept[k].points) == 0) return &kept[k];
  }
  BakedCurve *baked = &kept[count++ % KEPT];
  memcpy(baked->points, points, sizeof baked->points);
  // The root costs time, so it is taken only where it is needed.
  baked->is_good = bake(baked, 0, 0) <= 1e-6 || bake(baked, 1, 0) <= 1e-6 || bake(baked, 1, 1) <= 1e-6;
  return baked;
}

/// The coefficients of one degree, in registers.
typedef struct {
#if AVX512
  V low, high;
#else
  V all;
#endif
} Terms;

INLINE Terms terms_of(const BakedCurve *k, int degree) {
#if AVX512
  return (Terms){_mm512_load_ps(k->terms[degree]), _mm512_load_ps(k->terms[degree] + 16)};
#else
  return (Terms){_mm256_load_ps(k->terms[degree])};
#endif
}

INLINE V term(Terms terms, Bits index) {
#if AVX512
  return _mm512_permutex2var_ps(terms.low, index, terms.high);
#else
  return _mm256_permutevar8x32_ps(terms.all, index);
#endif
}

INLINE void baked_values(int count, const Place *at, const Terms *terms, const float *x, float *out, int takes_root,
                         V scale, V offset) {
  const V segments = MM(set1)(SEGMENTS - 1), push = MM(set1)(PUSH);
  V u[BAKED_CURVES], y[BAKED_CURVES];
  Bits index[4];
  UNROLLED for (int r = 0; r < count; r++) {
    V q = clamped(get(x, at[r]));
    if (takes_root) q = MM(sqrt)(MM(fmadd)(q, scale, offset));
    const V shifted = MM(fmadd)(q, segments, push);
    u[r] = MM(fmadd)(q, segments, MM(sub)(push, shifted));
    index[r] = as_bits(shifted);
    y[r] = term(terms[DEGREE], index[r]);
  }
  UNROLLED for (int d = DEGREE - 1; d >= 0; d--) {
    UNROLLED for (int r = 0; r < count; r++) y[r] = MM(fmadd)(y[r], u[r], term(terms[d], index[r]));
  }
  UNROLLED for (int r = 0; r < count; r++) put(out, at[r], y[r]);
}

void vk_bezier_baked_f32(const double points[4], const float *x, float *out, ptrdiff_t n) {
  const BakedCurve *k = baked_curve(points);
  if (!k->is_good) {
    vk_bezier_f32(points, x, out, n);
    return;
  }
  const V scale = MM(set1)(k->scale), offset = MM(set1)(k->offset);
  Terms terms[DEGREE + 1];
  UNROLLED for (int d = 0; d <= DEGREE; d++) terms[d] = terms_of(k, d);
  if (k->takes_root) {
    BY_REGISTERS(BAKED_CURVES, 1, out, 2, out != x, baked_values(count, at, terms, x, out, 1, scale, offset))
  } else {
    BY_REGISTERS(BAKED_CURVES, 1, out, 2, out != x, baked_values(count, at, terms, x, out, 0, scale, offset))
  }
}

#endif
