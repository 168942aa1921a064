// VectorKernels' transcendental loops with the functions of a vector library, and intrinsics for the operations between
// them.
//
// SVML chooses Intel's library, whose functions err by less than 1 ulp. Otherwise it is SLEEF, and ACCURACY is SLEEF's
// suffix: u10 for 1.0 ulp, u35 for 3.5 ulp. Where a function comes only in 1.0 ulp, both have that.

#include <immintrin.h>
#if !defined(SVML)
#include <sleef.h>
#endif

#include <cstring>

#include "vk_peer.h"

#if !defined(ACCURACY)
#define ACCURACY u10
#endif

#define JOIN_TOKENS(a, b, c, d) a##b##c##d
#define JOIN(a, b, c, d) JOIN_TOKENS(a, b, c, d)
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

#if defined(SVML)
const char *vk_peer_name(void) { return "svml"; }
#else
const char *vk_peer_name(void) { return "sleef " TEXT(ACCURACY); }
#endif
const char *vk_peer_level(void) { return VK_PEER_COMPILED_LEVEL; }

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double ln2 = 0.693147180559945309417;

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define MM(operation) _mm512_##operation
#define LANES_F 16
#define LANES_D 8
#define ISA avx512f
using RegisterF = __m512;
using RegisterD = __m512d;
#elif defined(__AVX2__) && defined(__FMA__)
#define MM(operation) _mm256_##operation
#define LANES_F 8
#define LANES_D 4
#define ISA avx2
using RegisterF = __m256;
using RegisterD = __m256d;
#else
#error "compile for a processor with AVX2 and FMA"
#endif

/// An angle's sine and cosine.
template <typename V> struct Turn {
  V sine, cosine;
};

#if defined(SVML)

#define FUNCTION_F(function, accuracy) JOIN(__svml_, function, f, LANES_F)
#define FUNCTION_D(function, accuracy) JOIN(__svml_, function, , LANES_D)

} // namespace

#define DECLARE(function)                                                                                              \
  extern "C" RegisterF FUNCTION_F(function, )(RegisterF);                                                              \
  extern "C" RegisterD FUNCTION_D(function, )(RegisterD);
DECLARE(exp)
DECLARE(expm1)
DECLARE(exp2)
DECLARE(log2)
DECLARE(sin)
DECLARE(cos)
DECLARE(asin)
DECLARE(acos)
DECLARE(cbrt)
extern "C" RegisterF FUNCTION_F(pow, )(RegisterF, RegisterF);

namespace {

/// Intel's sincos returns the cosine in the second register, which C++ can't say. Compile without a red zone, which the
/// call would overwrite.
#define SINCOS(V, function)                                                                                            \
  Turn<V> sincos(V angle) {                                                                                            \
    register V sine asm("xmm0") = angle;                                                                               \
    register V cosine asm("xmm1");                                                                                     \
    asm("call " TEXT(function) "@PLT"                                                                                  \
        : "+v"(sine), "=v"(cosine)                                                                                     \
        :                                                                                                              \
        : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc", "xmm2", "xmm3", "xmm4", "xmm5", \
          "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15" MORE_REGISTERS);        \
    return {sine, cosine};                                                                                             \
  }
#if LANES_F == 16
#define MORE_REGISTERS                                                                                                 \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27",        \
    "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define MORE_REGISTERS
#endif
SINCOS(RegisterF, FUNCTION_F(sincos, ))
SINCOS(RegisterD, FUNCTION_D(sincos, ))

#else

#define FUNCTION_F(function, accuracy) JOIN(Sleef_, function, JOIN(f, LANES_F, _, accuracy), ISA)
#define FUNCTION_D(function, accuracy) JOIN(Sleef_, function, JOIN(d, LANES_D, _, accuracy), ISA)

Turn<RegisterF> sincos(RegisterF angle) {
  const auto turn = FUNCTION_F(sincos, ACCURACY)(angle);
  return {turn.x, turn.y};
}

Turn<RegisterD> sincos(RegisterD angle) {
  const auto turn = FUNCTION_D(sincos, ACCURACY)(angle);
  return {turn.x, turn.y};
}

#endif

/// The same names for both element types.
template <typename T> struct Lanes;

#define LANES(T, Register, suffix, FUNCTION)                                                                           \
  template <> struct Lanes<T> {                                                                                        \
    using V = Register;                                                                                                \
    static constexpr ptrdiff_t count = sizeof(V) / sizeof(T);                                                          \
    static V all(double x) { return MM(set1_##suffix)(T(x)); }                                                         \
    static V load(const T *p) { return MM(loadu_##suffix)(p); }                                                        \
    static void store(T *p, V v) { MM(storeu_##suffix)(p, v); }                                                        \
    static V largest(V a, V b) { return MM(max_##suffix)(a, b); }                                                      \
    static V smallest(V a, V b) { return MM(min_##suffix)(a, b); }                                                     \
    static V root(V a) { return MM(sqrt_##suffix)(a); }                                                                \
    static V expm1(V x) { return FUNCTION(expm1, u10)(x); }                                                            \
    static V exp(V x) { return FUNCTION(exp, u10)(x); }                                                                \
    static V sin(V x) { return FUNCTION(sin, ACCURACY)(x); }                                                           \
    static V cos(V x) { return FUNCTION(cos, ACCURACY)(x); }                                                           \
    static V exp2(V x) { return FUNCTION(exp2, ACCURACY)(x); }                                                         \
    static V cbrt(V x) { return FUNCTION(cbrt, ACCURACY)(x); }                                                         \
    static V asin(V x) { return FUNCTION(asin, ACCURACY)(x); }                                                         \
    static V log2(V x) { return FUNCTION(log2, ACCURACY)(x); }                                                         \
  };
LANES(float, RegisterF, ps, FUNCTION_F)
LANES(double, RegisterD, pd, FUNCTION_D)

using F = Lanes<float>;
using V = RegisterF;

/// Runs the body on whole registers, and once more on padded copies of the rest.
template <typename T, int inputs, int outputs, typename Body>
void each(ptrdiff_t n, const T *const (&in)[inputs], T *const (&out)[outputs], Body body) {
  constexpr ptrdiff_t lanes = Lanes<T>::count;
  typename Lanes<T>::V values[inputs], results[outputs];
  ptrdiff_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (int k = 0; k < inputs; k++) values[k] = Lanes<T>::load(in[k] + i);
    body(values, results);
    for (int k = 0; k < outputs; k++) Lanes<T>::store(out[k] + i, results[k]);
  }
  if (i == n) return;
  const size_t rest = size_t(n - i) * sizeof(T);
  T copy[lanes] = {};
  for (int k = 0; k < inputs; k++) {
    std::memcpy(copy, in[k] + i, rest);
    values[k] = Lanes<T>::load(copy);
  }
  body(values, results);
  for (int k = 0; k < outputs; k++) {
    Lanes<T>::store(copy, results[k]);
    std::memcpy(out[k] + i, copy, rest);
  }
}

// gcc's and clang's registers are vectors with operators; only comparisons and selections differ between element types.
template <typename T> using Register = typename Lanes<T>::V;

/// The functions D, W, C, S, C' and S' of vk_peer.h.
template <typename T> struct Basis {
  Register<T> envelope, rate, cosine, sine, cosineSlope, sineSlope;

  Basis(Register<T> elapsed, Register<T> decay, Register<T> frequency, bool canBeOverdamped) {
    using L = Lanes<T>;
    const Register<T> zero = L::all(0);
    envelope = L::exp(-decay * elapsed);
    if (!canBeOverdamped) {
      rate = frequency * L::all(2 * pi);
      const auto turn = sincos(rate * elapsed);
      cosineSlope = cosine = turn.cosine;
      sineSlope = sine = turn.sine;
      return;
    }
    const auto isOverdamped = frequency < zero;
    rate = frequency * (isOverdamped ? L::all(-ln2) : L::all(2 * pi));
    const Register<T> angle = rate * elapsed;
    const auto turn = sincos(angle);
    const Register<T> fall = L::expm1(-angle);
    cosine = isOverdamped ? L::all(1) : turn.cosine;
    sine = isOverdamped ? -fall : turn.sine;
    cosineSlope = isOverdamped ? fall + L::all(1) : turn.cosine;
    sineSlope = isOverdamped ? zero : turn.sine;
  }
};

template <typename T>
void springEach(const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency,
                const T *start, double time, T *positions, T *velocities, ptrdiff_t n) {
  using L = Lanes<T>;
  const T *const in[] = {target, displacement, quadrature, start, decay, frequency};
  const auto position = [=](const Register<T> *in, Register<T> *out) {
    const Register<T> elapsed = L::largest(L::all(0), L::all(time) - in[3]);
    const Basis<T> basis(elapsed, in[4], in[5], true);
    const Register<T> offset = basis.envelope * (in[1] * basis.cosine + in[2] * basis.sine);
    out[0] = in[0] + offset;
    return basis.envelope * basis.rate * (in[2] * basis.cosineSlope - in[1] * basis.sineSlope) - in[4] * offset;
  };
  if (velocities) {
    T *const out[] = {positions, velocities};
    each<T>(n, in, out, [=](const Register<T> *in, Register<T> *out) { out[1] = position(in, out); });
  } else {
    T *const out[] = {positions};
    each<T>(n, in, out, [=](const Register<T> *in, Register<T> *out) { position(in, out); });
  }
}

template <typename T>
void springShared(const T *target, const T *displacement, const T *quadrature, const T *start, double decay,
                  double frequency, double time, T *positions, T *velocities, ptrdiff_t n) {
  using L = Lanes<T>;
  const T *const in[] = {target, displacement, quadrature, start};
  const auto position = [=](const Register<T> *in, Register<T> *out) {
    const Register<T> elapsed = L::largest(L::all(0), L::all(time) - in[3]);
    const Basis<T> basis(elapsed, L::all(decay), L::all(frequency), frequency < 0);
    const Register<T> offset = basis.envelope * (in[1] * basis.cosine + in[2] * basis.sine);
    out[0] = in[0] + offset;
    return basis.envelope * basis.rate * (in[2] * basis.cosineSlope - in[1] * basis.sineSlope) -
           L::all(decay) * offset;
  };
  if (velocities) {
    T *const out[] = {positions, velocities};
    each<T>(n, in, out, [=](const Register<T> *in, Register<T> *out) { out[1] = position(in, out); });
  } else {
    T *const out[] = {positions};
    each<T>(n, in, out, [=](const Register<T> *in, Register<T> *out) { position(in, out); });
  }
}

template <typename T>
void transitions(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv, ptrdiff_t n) {
  using L = Lanes<T>;
  const T *const in[] = {decay, frequency};
  T *const out[] = {xx, xv, vx, vv};
  each<T>(n, in, out, [=](const Register<T> *in, Register<T> *out) {
    const Register<T> d = in[0], one = L::all(1);
    const Basis<T> basis(L::all(dt), d, in[1], true);
    const Register<T> s = basis.sine / basis.rate;
    const Register<T> other = in[1] < L::all(0) ? d : basis.rate;
    out[0] = basis.envelope * (basis.cosine + d * s) - one;
    out[1] = basis.envelope * s;
    out[2] = -basis.envelope * (d * d + other * basis.rate) * s;
    out[3] = basis.envelope * (basis.cosineSlope - d * s) - one;
  });
}

template <typename T, typename Body> void ease(const T *x, T *out, ptrdiff_t n, Body body) {
  each<T, 1, 1>(n, {x}, {out}, [=](auto &in, auto &result) { result[0] = body(in[0]); });
}

template <typename T> Register<T> easedBySine(Register<T> x) {
  using L = Lanes<T>;
  return L::all(0.5) - L::all(0.5) * L::cos(x * L::all(pi));
}

/// Past 0 at the end that a family starts from, 1 there.
template <typename T> Register<T> decline(Register<T> x) {
  using L = Lanes<T>;
  return (L::exp2(L::all(10) - L::all(10) * x) - L::all(1)) * L::all(1 / 1023.0);
}

template <typename T> Register<T> easedByExponential(Register<T> x) { return Lanes<T>::all(1) - decline<T>(x); }

template <typename T> Register<T> easedByElastic(Register<T> x) {
  using L = Lanes<T>;
  return L::all(1) - decline<T>(x) * L::sin((x + L::all(0.075)) * L::all(2 * pi / 0.3));
}

template <typename T> Register<T> cubeRoot(Register<T> x) { return Lanes<T>::cbrt(x); }

template <typename T> Register<T> arcsine(Register<T> x) {
  using L = Lanes<T>;
  return L::asin(L::root(x * L::all(0.5))) * L::all(4 / pi);
}

template <typename T> Register<T> logarithm(Register<T> x) {
  using L = Lanes<T>;
  return L::log2(L::all(1) + L::all(1023) * x) * L::all(0.1);
}

V absolute(V x) { return x < F::all(0) ? -x : x; }
V withSign(V size, V sign) { return sign < F::all(0) ? -size : size; }

V linear(V x) {
  const V size = absolute(x);
  const V curved = FUNCTION_F(pow, u10)((size + F::all(0.055)) * F::all(1 / 1.055), F::all(2.4));
  return withSign(size <= F::all(0.04045) ? size * F::all(1 / 12.92) : curved, x);
}

V encoded(V light) {
  const V size = absolute(light);
  const V curved = F::all(1.055) * FUNCTION_F(pow, u10)(size, F::all(1 / 2.4)) - F::all(0.055);
  return withSign(size <= F::all(0.0031308) ? size * F::all(12.92) : curved, light);
}

/// Four rows of 16 or 8 floats each hold quaternions; their components become columns by gathers.
void slerp(const float *from, const float *to, const float *progress, bool hasOwn, float *out, ptrdiff_t n) {
  constexpr ptrdiff_t lanes = F::count;
  const V shared = F::all(hasOwn ? 0 : *progress);
  for (ptrdiff_t i = 0; i < n; i += lanes) {
    const ptrdiff_t count = n - i < lanes ? n - i : lanes;
    float cosines[lanes] = {}, times[lanes] = {}, first[lanes], second[lanes];
    for (ptrdiff_t k = 0; k < count; k++) {
      const __m128 a = _mm_loadu_ps(from + 4 * (i + k)), b = _mm_loadu_ps(to + 4 * (i + k));
      cosines[k] = _mm_cvtss_f32(_mm_dp_ps(a, b, 0xF1));
    }
    if (hasOwn) std::memcpy(times, progress + i, size_t(count) * sizeof(float));
    const V t = hasOwn ? F::load(times) : shared, dot = F::load(cosines), one = F::all(1);
    const V cosine = F::smallest(one, absolute(dot));
    const V angle = FUNCTION_F(acos, ACCURACY)(cosine);
    const V scale = one / F::root(one - cosine * cosine);
    const auto isNear = cosine > F::all(0.9995);
    const V a = FUNCTION_F(sin, ACCURACY)((one - t) * angle) * scale, b = FUNCTION_F(sin, ACCURACY)(t * angle) * scale;
    F::store(first, isNear ? one - t : a);
    F::store(second, withSign(isNear ? t : b, dot));
    for (ptrdiff_t k = 0; k < count; k++) {
      const __m128 a = _mm_loadu_ps(from + 4 * (i + k)), b = _mm_loadu_ps(to + 4 * (i + k));
      const __m128 sum = _mm_mul_ps(_mm_set1_ps(second[k]), b);
      _mm_storeu_ps(out + 4 * (i + k), _mm_fmadd_ps(_mm_set1_ps(first[k]), a, sum));
    }
  }
}

} // namespace

#define EXPORT(S, T)                                                                                                   \
  void vk_spring_##S(const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency,  \
                     const T *start, double time, T *out, ptrdiff_t n) {                                               \
    springEach<T>(target, displacement, quadrature, decay, frequency, start, time, out, nullptr, n);                   \
  }                                                                                                                    \
  void vk_spring_motion_##S(const T *target, const T *displacement, const T *quadrature, const T *decay,               \
                            const T *frequency, const T *start, double time, T *positions, T *velocities,              \
                            ptrdiff_t n) {                                                                             \
    springEach(target, displacement, quadrature, decay, frequency, start, time, positions, velocities, n);             \
  }                                                                                                                    \
  void vk_spring_shared_##S(const T *target, const T *displacement, const T *quadrature, const T *start, double decay, \
                            double frequency, double time, T *out, ptrdiff_t n) {                                      \
    springShared<T>(target, displacement, quadrature, start, decay, frequency, time, out, nullptr, n);                 \
  }                                                                                                                    \
  void vk_spring_shared_motion_##S(const T *target, const T *displacement, const T *quadrature, const T *start,        \
                                   double decay, double frequency, double time, T *positions, T *velocities,           \
                                   ptrdiff_t n) {                                                                      \
    springShared(target, displacement, quadrature, start, decay, frequency, time, positions, velocities, n);           \
  }                                                                                                                    \
  void vk_spring_transition_##S(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv,             \
                                ptrdiff_t n) {                                                                         \
    transitions(decay, frequency, dt, xx, xv, vx, vv, n);                                                              \
  }

EXPORT(f32, float)
EXPORT(f64, double)

#define EASING(name, formula)                                                                                          \
  void vk_easing_##name##_f32(const float *x, float *out, ptrdiff_t n) { ease<float>(x, out, n, formula<float>); }     \
  void vk_easing_##name##_f64(const double *x, double *out, ptrdiff_t n) { ease<double>(x, out, n, formula<double>); }

EASING(sine, easedBySine)
EASING(exponential, easedByExponential)
EASING(elastic, easedByElastic)
EASING(cube_root, cubeRoot)
EASING(arcsine, arcsine)
EASING(logarithm, logarithm)

void vk_slerp_f32(const float *from, const float *to, float progress, float *out, ptrdiff_t n) {
  slerp(from, to, &progress, false, out, n);
}

void vk_slerp_each_f32(const float *from, const float *to, const float *progress, float *out, ptrdiff_t n) {
  slerp(from, to, progress, true, out, n);
}

void vk_convert_srgb_to_oklab_f32(const float *a, const float *b, const float *c, float *x, float *y, float *z,
                                  ptrdiff_t n) {
  const float *const in[] = {a, b, c};
  float *const out[] = {x, y, z};
  each<float>(n, in, out, [](const V *in, V *out) {
    const V r = linear(in[0]), g = linear(in[1]), b = linear(in[2]);
    const auto root = [=](double red, double green, double blue) {
      return FUNCTION_F(cbrt, ACCURACY)(F::all(red) * r + F::all(green) * g + F::all(blue) * b);
    };
    const V l = root(0.4122214708, 0.5363325363, 0.0514459929);
    const V m = root(0.2119034982, 0.6806995451, 0.1073969566);
    const V s = root(0.0883024619, 0.2817188376, 0.6299787005);
    out[0] = F::all(0.2104542553) * l + F::all(0.7936177850) * m - F::all(0.0040720468) * s;
    out[1] = F::all(1.9779984951) * l - F::all(2.4285922050) * m + F::all(0.4505937099) * s;
    out[2] = F::all(0.0259040371) * l + F::all(0.7827717662) * m - F::all(0.8086757660) * s;
  });
}

void vk_convert_oklab_to_srgb_f32(const float *a, const float *b, const float *c, float *x, float *y, float *z,
                                  ptrdiff_t n) {
  const float *const in[] = {a, b, c};
  float *const out[] = {x, y, z};
  each<float>(n, in, out, [](const V *in, V *out) {
    const auto cube = [=](double a, double b) {
      const V sum = in[0] + F::all(a) * in[1] + F::all(b) * in[2];
      return sum * sum * sum;
    };
    const V l = cube(0.3963377774, 0.2158037573), m = cube(-0.1055613458, -0.0638541728);
    const V s = cube(-0.0894841775, -1.2914855480);
    out[0] = encoded(F::all(4.0767416621) * l - F::all(3.3077115913) * m + F::all(0.2309699292) * s);
    out[1] = encoded(F::all(-1.2684380046) * l + F::all(2.6097574011) * m - F::all(0.3413193965) * s);
    out[2] = encoded(F::all(-0.0041960863) * l - F::all(0.7034186147) * m + F::all(1.7076147010) * s);
  });
}

void vk_convert_srgb_to_srgb_linear_f32(const float *a, const float *b, const float *c, float *x, float *y, float *z,
                                        ptrdiff_t n) {
  const float *const in[] = {a, b, c};
  float *const out[] = {x, y, z};
  each<float>(n, in, out, [](const V *in, V *out) {
    for (int k = 0; k < 3; k++) out[k] = linear(in[k]);
  });
}
