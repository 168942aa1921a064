// VectorKernels' loops with Google's Highway and its mathematics, compiled for one target: the processor's.

#define HWY_COMPILE_ONLY_STATIC
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cstring>

#include "vk_peer.h"

const char *vk_peer_name(void) { return "highway"; }
const char *vk_peer_level(void) { return VK_PEER_COMPILED_LEVEL; }

HWY_BEFORE_NAMESPACE();
namespace peer {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T> using Tag = hn::ScalableTag<T>;
template <typename T> using Lanes = hn::Vec<Tag<T>>;
using F = Lanes<float>;

constexpr double pi = 3.14159265358979323846;
constexpr double ln2 = 0.693147180559945309417;

/// Where a register's worth of the columns is. The last ones are masked.
template <typename T> struct Whole {
  size_t i;
  HWY_INLINE Lanes<T> load(const T *p) const { return hn::LoadU(Tag<T>(), p + i); }
  HWY_INLINE void store(Lanes<T> v, T *p) const { hn::StoreU(v, Tag<T>(), p + i); }
};

template <typename T> struct Partial {
  size_t i, count;
  HWY_INLINE Lanes<T> load(const T *p) const {
    return hn::MaskedLoad(hn::FirstN(Tag<T>(), count), Tag<T>(), p + i);
  }
  HWY_INLINE void store(Lanes<T> v, T *p) const {
    hn::BlendedStore(v, hn::FirstN(Tag<T>(), count), Tag<T>(), p + i);
  }
};

template <typename T, typename Body> HWY_INLINE void each(ptrdiff_t count, Body body) {
  const size_t n = size_t(count), lanes = hn::Lanes(Tag<T>());
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    body(Whole<T>{i});
    body(Whole<T>{i + lanes});
    body(Whole<T>{i + 2 * lanes});
    body(Whole<T>{i + 3 * lanes});
  }
  for (; i + lanes <= n; i += lanes) body(Whole<T>{i});
  if (i < n) body(Partial<T>{i, n - i});
}

template <typename T> HWY_INLINE Lanes<T> all(double value) { return hn::Set(Tag<T>(), T(value)); }

template <typename V> HWY_INLINE V mixed(V from, V to, V progress) {
  return hn::MulAdd(progress, hn::Sub(to, from), from);
}

// MARK: - Interpolation

template <typename T> void lerp(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {
  const auto t = all<T>(progress);
  each<T>(n, [=](auto at) HWY_ATTR { at.store(mixed(at.load(from), at.load(to), t), out); });
}

template <typename T> void lerpEach(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {
  each<T>(n, [=](auto at) HWY_ATTR { at.store(mixed(at.load(from), at.load(to), at.load(progress)), out); });
}

/// A register of progress goes to the values' components by a permutation for each register of them.
template <typename T>
void lerpValues(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n) {
  const Tag<T> d;
  const hn::RebindToSigned<Tag<T>> di;
  using Index = hn::TFromD<decltype(di)>;
  const ptrdiff_t lanes = ptrdiff_t(hn::Lanes(d));
  ptrdiff_t value = 0;
  if (components <= 8) {
    Index places[8 * HWY_MAX_BYTES / sizeof(T)];
    for (ptrdiff_t k = 0; k < components * lanes; k++) places[k] = Index(k / components);
    for (; value + lanes <= n; value += lanes) {
      const auto t = hn::LoadU(d, progress + value);
      for (ptrdiff_t k = 0; k < components; k++) {
        const ptrdiff_t i = value * components + k * lanes;
        const auto own = hn::TableLookupLanes(t, hn::IndicesFromVec(d, hn::LoadU(di, places + k * lanes)));
        hn::StoreU(mixed(hn::LoadU(d, from + i), hn::LoadU(d, to + i), own), d, out + i);
      }
    }
  }
  for (; value < n; value++) {
    for (ptrdiff_t i = value * components; i < (value + 1) * components; i++) {
      out[i] = from[i] + progress[value] * (to[i] - from[i]);
    }
  }
}

template <typename T>
void blend(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n) {
  each<T>(n, [=](auto at) HWY_ATTR {
    auto sum = all<T>(0);
    for (ptrdiff_t j = 0; j < k; j++) sum = hn::MulAdd(all<T>(weights[j]), at.load(inputs + j * stride), sum);
    at.store(sum, out);
  });
}

// MARK: - Springs

/// The functions D, W, C, S, C' and S' of vk_peer.h.
template <typename T> struct Basis {
  Lanes<T> envelope, rate, cosine, sine, cosineSlope, sineSlope;

  static HWY_INLINE Basis of(Lanes<T> elapsed, Lanes<T> decay, Lanes<T> frequency) {
    const Tag<T> d;
    const auto zero = hn::Zero(d), one = all<T>(1);
    const auto isOverdamped = hn::Lt(frequency, zero);
    Basis basis;
    basis.rate = hn::Mul(frequency, hn::IfThenElse(isOverdamped, all<T>(-ln2), all<T>(2 * pi)));
    basis.envelope = hn::Exp(d, hn::Neg(hn::Mul(decay, elapsed)));
    const auto angle = hn::Mul(basis.rate, elapsed);
    const auto cosine = hn::Cos(d, angle), sine = hn::Sin(d, angle), second = hn::Exp(d, hn::Neg(angle));
    basis.cosine = hn::IfThenElse(isOverdamped, one, cosine);
    basis.sine = hn::IfThenElse(isOverdamped, hn::Sub(one, second), sine);
    basis.cosineSlope = hn::IfThenElse(isOverdamped, second, cosine);
    basis.sineSlope = hn::IfThenElse(isOverdamped, zero, sine);
    return basis;
  }

  /// Where none is overdamped.
  static HWY_INLINE Basis oscillating(Lanes<T> elapsed, Lanes<T> decay, Lanes<T> frequency) {
    const Tag<T> d;
    Basis basis;
    basis.rate = hn::Mul(frequency, all<T>(2 * pi));
    basis.envelope = hn::Exp(d, hn::Neg(hn::Mul(decay, elapsed)));
    const auto angle = hn::Mul(basis.rate, elapsed);
    basis.cosineSlope = basis.cosine = hn::Cos(d, angle);
    basis.sineSlope = basis.sine = hn::Sin(d, angle);
    return basis;
  }
};

/// `velocities` may be null. `springs` gives a Basis and the decay at a place.
template <typename T, typename Springs>
HWY_INLINE void spring(const T *target, const T *displacement, const T *quadrature, const T *start, double time,
                       Springs springs, T *positions, T *velocities, ptrdiff_t n) {
  each<T>(n, [=](auto at) HWY_ATTR {
    const auto elapsed = hn::Max(hn::Zero(Tag<T>()), hn::Sub(all<T>(time), at.load(start)));
    Lanes<T> decay;
    const Basis<T> basis = springs(at, elapsed, decay);
    const auto d = at.load(displacement), q = at.load(quadrature), to = at.load(target);
    const auto offset = hn::Mul(basis.envelope, hn::MulAdd(d, basis.cosine, hn::Mul(q, basis.sine)));
    at.store(hn::Add(to, offset), positions);
    if (!velocities) return;
    const auto turn = hn::MulSub(q, basis.cosineSlope, hn::Mul(d, basis.sineSlope));
    at.store(hn::MulSub(hn::Mul(basis.envelope, basis.rate), turn, hn::Mul(decay, offset)), velocities);
  });
}

template <typename T>
void springEach(const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency,
                const T *start, double time, T *positions, T *velocities, ptrdiff_t n) {
  const auto springs = [=](auto at, Lanes<T> elapsed, Lanes<T> &own) HWY_ATTR {
    own = at.load(decay);
    return Basis<T>::of(elapsed, own, at.load(frequency));
  };
  spring(target, displacement, quadrature, start, time, springs, positions, velocities, n);
}

template <typename T>
void springShared(const T *target, const T *displacement, const T *quadrature, const T *start, double decay,
                  double frequency, double time, T *positions, T *velocities, ptrdiff_t n) {
  const auto d = all<T>(decay), f = all<T>(frequency);
  if (frequency < 0) {
    const auto springs = [=](auto, Lanes<T> elapsed, Lanes<T> &own) HWY_ATTR {
      own = d;
      return Basis<T>::of(elapsed, d, f);
    };
    spring(target, displacement, quadrature, start, time, springs, positions, velocities, n);
  } else {
    const auto springs = [=](auto, Lanes<T> elapsed, Lanes<T> &own) HWY_ATTR {
      own = d;
      return Basis<T>::oscillating(elapsed, d, f);
    };
    spring(target, displacement, quadrature, start, time, springs, positions, velocities, n);
  }
}

template <typename T>
void quadratures(const T *displacement, const T *velocity, const T *decay, const T *frequency, T *out, ptrdiff_t n) {
  each<T>(n, [=](auto at) HWY_ATTR {
    const auto f = at.load(frequency);
    const auto scale = hn::IfThenElse(hn::Lt(f, hn::Zero(Tag<T>())), all<T>(-ln2), all<T>(2 * pi));
    const auto sum = hn::MulAdd(at.load(decay), at.load(displacement), at.load(velocity));
    at.store(hn::Div(sum, hn::Mul(f, scale)), out);
  });
}

template <typename T>
void sharedQuadratures(const T *displacement, const T *velocity, double decay, double frequency, T *out, ptrdiff_t n) {
  const double rate = frequency < 0 ? -ln2 * frequency : 2 * pi * frequency;
  const auto a = all<T>(1 / rate), b = all<T>(decay / rate);
  each<T>(n, [=](auto at) HWY_ATTR {
    at.store(hn::MulAdd(at.load(displacement), b, hn::Mul(at.load(velocity), a)), out);
  });
}

template <typename T>
void transitions(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv, ptrdiff_t n) {
  each<T>(n, [=](auto at) HWY_ATTR {
    const auto d = at.load(decay), f = at.load(frequency), one = all<T>(1);
    const auto basis = Basis<T>::of(all<T>(dt), d, f);
    const auto s = hn::Div(basis.sine, basis.rate);
    const auto other = hn::IfThenElse(hn::Lt(f, hn::Zero(Tag<T>())), d, basis.rate);
    const auto square = hn::MulAdd(d, d, hn::Mul(other, basis.rate));
    at.store(hn::MulSub(basis.envelope, hn::MulAdd(d, s, basis.cosine), one), xx);
    at.store(hn::Mul(basis.envelope, s), xv);
    at.store(hn::Neg(hn::Mul(basis.envelope, hn::Mul(square, s))), vx);
    at.store(hn::MulSub(basis.envelope, hn::NegMulAdd(d, s, basis.cosineSlope), one), vv);
  });
}

template <typename T> void step(const T matrix[4], const T *target, T *positions, T *velocities, ptrdiff_t n) {
  const auto xx = all<T>(matrix[0]), xv = all<T>(matrix[1]), vx = all<T>(matrix[2]), vv = all<T>(matrix[3]);
  each<T>(n, [=](auto at) HWY_ATTR {
    const auto position = at.load(positions), velocity = at.load(velocities);
    const auto y = hn::Sub(position, at.load(target));
    at.store(hn::MulAdd(xx, y, hn::MulAdd(xv, velocity, position)), positions);
    at.store(hn::MulAdd(vx, y, hn::MulAdd(vv, velocity, velocity)), velocities);
  });
}

template <typename T>
void stepEach(const T *xx, const T *xv, const T *vx, const T *vv, const T *target, T *positions, T *velocities,
              ptrdiff_t n) {
  each<T>(n, [=](auto at) HWY_ATTR {
    const auto position = at.load(positions), velocity = at.load(velocities);
    const auto y = hn::Sub(position, at.load(target));
    at.store(hn::MulAdd(at.load(xx), y, hn::MulAdd(at.load(xv), velocity, position)), positions);
    at.store(hn::MulAdd(at.load(vx), y, hn::MulAdd(at.load(vv), velocity, velocity)), velocities);
  });
}

template <typename T>
ptrdiff_t settled(const T *positions, const T *velocities, const T *target, T valueEpsilon, T velocityEpsilon,
                  uint64_t *words, ptrdiff_t n) {
  const Tag<T> d;
  const auto value = all<T>(valueEpsilon), velocity = all<T>(velocityEpsilon);
  std::memset(words, 0, size_t((n + 63) / 64) * sizeof(uint64_t));
  ptrdiff_t total = 0;
  each<T>(n, [=, &total](auto at) HWY_ATTR {
    const auto near = hn::Le(hn::Abs(hn::Sub(at.load(positions), at.load(target))), value);
    auto is = hn::And(near, hn::Le(hn::Abs(at.load(velocities)), velocity));
    if (n - ptrdiff_t(at.i) < ptrdiff_t(hn::Lanes(d))) is = hn::And(is, hn::FirstN(d, size_t(n) - at.i));
    uint8_t bits[8] = {};
    hn::StoreMaskBits(d, is, bits);
    uint64_t word;
    std::memcpy(&word, bits, sizeof(word));
    // A register's bits never cross a word's end, being a power of two.
    words[at.i / 64] |= word << at.i % 64;
    total += ptrdiff_t(hn::CountTrue(d, is));
  });
  return total;
}

// MARK: - Curves

/// A cubic in t without a constant term, and its derivative.
struct Cubic {
  F a, b, c;

  static HWY_INLINE Cubic through(F first, F second) {
    const auto three = all<float>(3), difference = hn::Sub(first, second);
    return {hn::MulAdd(three, difference, all<float>(1)), hn::Mul(all<float>(-3), hn::Add(difference, first)),
            hn::Mul(three, first)};
  }
  HWY_INLINE F value(F t) const { return hn::Mul(hn::MulAdd(hn::MulAdd(a, t, b), t, c), t); }
  HWY_INLINE F slope(F t) const {
    return hn::MulAdd(hn::MulAdd(hn::Mul(all<float>(3), a), t, hn::Add(b, b)), t, c);
  }
};

/// Newton's method within a bracket, halving it where a step would leave it, until all lanes are there.
HWY_INLINE F parameter(const Cubic &curve, F x) {
  const Tag<float> d;
  F low = hn::Zero(d), high = all<float>(1), t = x;
  for (int step = 0; step < 16; step++) {
    const F error = hn::Sub(curve.value(t), x);
    if (hn::AllTrue(d, hn::Le(hn::Abs(error), all<float>(2e-7)))) break;
    const auto isBelow = hn::Lt(error, hn::Zero(d));
    low = hn::IfThenElse(isBelow, t, low);
    high = hn::IfThenElse(isBelow, high, t);
    const F next = hn::Sub(t, hn::Div(error, curve.slope(t)));
    const auto isInside = hn::And(hn::Ge(next, low), hn::Le(next, high));
    t = hn::IfThenElse(isInside, next, hn::Mul(all<float>(0.5), hn::Add(low, high)));
  }
  return t;
}

HWY_INLINE F clamped(F x) { return hn::Min(all<float>(1), hn::Max(hn::Zero(Tag<float>()), x)); }

void bezier(const double points[4], const float *x, float *out, ptrdiff_t n, bool wantsSlope) {
  const Cubic across = Cubic::through(all<float>(points[0]), all<float>(points[2]));
  const Cubic up = Cubic::through(all<float>(points[1]), all<float>(points[3]));
  each<float>(n, [=](auto at) HWY_ATTR {
    const F t = parameter(across, clamped(at.load(x)));
    at.store(wantsSlope ? hn::Div(up.slope(t), across.slope(t)) : up.value(t), out);
  });
}

void bezierEach(const float *x, const float *x1, const float *y1, const float *x2, const float *y2, float *out,
                ptrdiff_t n, bool wantsSlope) {
  each<float>(n, [=](auto at) HWY_ATTR {
    const Cubic across = Cubic::through(clamped(at.load(x1)), clamped(at.load(x2)));
    const Cubic up = Cubic::through(at.load(y1), at.load(y2));
    const F t = parameter(across, clamped(at.load(x)));
    at.store(wantsSlope ? hn::Div(up.slope(t), across.slope(t)) : up.value(t), out);
  });
}

// MARK: - Packing and rotations, whose rows have a type of their own

/// Runs the body on whole registers, and once more on a padded copy of the rest.
///
/// - Parameters:
///   - inputs, outputs: the columns, each with its number of bytes per element.
template <int inputCount, typename Body>
HWY_INLINE void wholeOnly(ptrdiff_t n, const void *const (&inputs)[inputCount], const int (&sizes)[inputCount],
                          void *output, int outputSize, Body body) {
  const ptrdiff_t lanes = ptrdiff_t(hn::Lanes(Tag<float>()));
  ptrdiff_t i = 0;
  const uint8_t *in[inputCount];
  for (; i + lanes <= n; i += lanes) {
    for (int k = 0; k < inputCount; k++) in[k] = static_cast<const uint8_t *>(inputs[k]) + i * sizes[k];
    body(in, static_cast<uint8_t *>(output) + i * outputSize);
  }
  if (i == n) return;
  constexpr int room = 4 * HWY_MAX_BYTES;
  alignas(64) uint8_t copies[inputCount][room] = {};
  alignas(64) uint8_t result[room];
  for (int k = 0; k < inputCount; k++) {
    std::memcpy(copies[k], static_cast<const uint8_t *>(inputs[k]) + i * sizes[k], size_t((n - i) * sizes[k]));
    in[k] = copies[k];
  }
  body(in, result);
  std::memcpy(static_cast<uint8_t *>(output) + i * outputSize, result, size_t((n - i) * outputSize));
}

HWY_INLINE F floats(const uint8_t *p) { return hn::LoadU(Tag<float>(), reinterpret_cast<const float *>(p)); }

void packRGBA8(const float *r, const float *g, const float *b, const float *a, uint8_t *out, ptrdiff_t n,
               bool isPremultiplied) {
  const hn::RebindToSigned<Tag<float>> di;
  const auto scale = all<float>(255);
  wholeOnly<4>(n, {r, g, b, a}, {4, 4, 4, 4}, out, 4, [=](const uint8_t *const *in, uint8_t *out) HWY_ATTR {
    F c[4];
    for (int k = 0; k < 4; k++) c[k] = clamped(floats(in[k]));
    if (isPremultiplied) {
      for (int k = 0; k < 3; k++) c[k] = hn::Mul(c[k], c[3]);
    }
    const auto red = hn::NearestInt(hn::Mul(c[0], scale)), green = hn::NearestInt(hn::Mul(c[1], scale));
    const auto blue = hn::NearestInt(hn::Mul(c[2], scale)), alpha = hn::NearestInt(hn::Mul(c[3], scale));
    const auto low = hn::Or(red, hn::ShiftLeft<8>(green)), high = hn::Or(blue, hn::ShiftLeft<8>(alpha));
    hn::StoreU(hn::Or(low, hn::ShiftLeft<16>(high)), di, reinterpret_cast<int32_t *>(out));
  });
}

void packHalf(const float *values, uint16_t *out, ptrdiff_t n) {
  const hn::Rebind<hwy::float16_t, Tag<float>> dh;
  wholeOnly<1>(n, {values}, {4}, out, 2, [=](const uint8_t *const *in, uint8_t *out) HWY_ATTR {
    hn::StoreU(hn::DemoteTo(dh, floats(in[0])), dh, reinterpret_cast<hwy::float16_t *>(out));
  });
}

void unpackHalf(const uint16_t *packed, float *out, ptrdiff_t n) {
  const hn::Rebind<hwy::float16_t, Tag<float>> dh;
  wholeOnly<1>(n, {packed}, {2}, out, 4, [=](const uint8_t *const *in, uint8_t *out) HWY_ATTR {
    const auto halves = hn::LoadU(dh, reinterpret_cast<const hwy::float16_t *>(in[0]));
    hn::StoreU(hn::PromoteTo(Tag<float>(), halves), Tag<float>(), reinterpret_cast<float *>(out));
  });
}

void packUnorm16(const float *values, uint16_t *out, ptrdiff_t n) {
  const hn::Rebind<uint16_t, Tag<float>> du;
  wholeOnly<1>(n, {values}, {4}, out, 2, [=](const uint8_t *const *in, uint8_t *out) HWY_ATTR {
    const auto steps = hn::NearestInt(hn::Mul(clamped(floats(in[0])), all<float>(65535)));
    hn::StoreU(hn::DemoteTo(du, steps), du, reinterpret_cast<uint16_t *>(out));
  });
}

void unpackUnorm16(const uint16_t *packed, float *out, ptrdiff_t n) {
  const hn::Rebind<uint16_t, Tag<float>> du;
  const hn::RebindToSigned<Tag<float>> di;
  wholeOnly<1>(n, {packed}, {2}, out, 4, [=](const uint8_t *const *in, uint8_t *out) HWY_ATTR {
    const auto steps = hn::PromoteTo(di, hn::LoadU(du, reinterpret_cast<const uint16_t *>(in[0])));
    const auto values = hn::Div(hn::ConvertTo(Tag<float>(), steps), all<float>(65535));
    hn::StoreU(values, Tag<float>(), reinterpret_cast<float *>(out));
  });
}

/// Rows become columns on the way in, and rows again on the way out. `progress` has a number for each where
/// `sharedProgress` is null.
void rotations(const float *from, const float *to, const float *progress, const float *sharedProgress, float *out,
               ptrdiff_t n, bool isSlerp) {
  const Tag<float> d;
  const F shared = all<float>(sharedProgress ? *sharedProgress : 0);
  const bool hasOwn = sharedProgress == nullptr;
  const int progressSize = hasOwn ? 4 : 0;
  wholeOnly<3>(n, {from, to, hasOwn ? progress : sharedProgress}, {16, 16, progressSize}, out, 16,
               [=](const uint8_t *const *in, uint8_t *out) HWY_ATTR {
    F a[4], b[4];
    hn::LoadInterleaved4(d, reinterpret_cast<const float *>(in[0]), a[0], a[1], a[2], a[3]);
    hn::LoadInterleaved4(d, reinterpret_cast<const float *>(in[1]), b[0], b[1], b[2], b[3]);
    const F t = hasOwn ? floats(in[2]) : shared;
    const auto one = all<float>(1);
    const F dot = hn::MulAdd(a[0], b[0], hn::MulAdd(a[1], b[1], hn::MulAdd(a[2], b[2], hn::Mul(a[3], b[3]))));
    F first = hn::Sub(one, t), second = t;
    if (isSlerp) {
      const F cosine = hn::Min(one, hn::Abs(dot));
      const auto isNear = hn::Gt(cosine, all<float>(0.9995));
      const F angle = hn::Acos(d, cosine);
      const F scale = hn::Div(one, hn::Sqrt(hn::NegMulAdd(cosine, cosine, one)));
      first = hn::IfThenElse(isNear, first, hn::Mul(hn::Sin(d, hn::Mul(first, angle)), scale));
      second = hn::IfThenElse(isNear, second, hn::Mul(hn::Sin(d, hn::Mul(second, angle)), scale));
    }
    second = hn::CopySign(second, dot);
    F c[4];
    for (int k = 0; k < 4; k++) c[k] = hn::MulAdd(first, a[k], hn::Mul(second, b[k]));
    if (!isSlerp) {
      const F square = hn::MulAdd(c[0], c[0], hn::MulAdd(c[1], c[1], hn::MulAdd(c[2], c[2], hn::Mul(c[3], c[3]))));
      const F scale = hn::Div(one, hn::Sqrt(square));
      for (int k = 0; k < 4; k++) c[k] = hn::Mul(c[k], scale);
    }
    hn::StoreInterleaved4(c[0], c[1], c[2], c[3], d, reinterpret_cast<float *>(out));
  });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace peer
HWY_AFTER_NAMESPACE();

using namespace peer::HWY_NAMESPACE;

#define EXPORT(S, T)                                                                                                   \
  void vk_lerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n) { lerp(from, to, progress, out, n); }  \
  void vk_lerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {                          \
    lerpEach(from, to, progress, out, n);                                                                              \
  }                                                                                                                    \
  void vk_lerp_values_##S(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n) {  \
    lerpValues(from, to, progress, components, out, n);                                                                \
  }                                                                                                                    \
  void vk_blend_##S(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n) {           \
    blend(inputs, stride, weights, k, out, n);                                                                         \
  }                                                                                                                    \
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
  void vk_spring_quadrature_##S(const T *displacement, const T *velocity, const T *decay, const T *frequency, T *out,  \
                                ptrdiff_t n) {                                                                         \
    quadratures(displacement, velocity, decay, frequency, out, n);                                                     \
  }                                                                                                                    \
  void vk_spring_shared_quadrature_##S(const T *displacement, const T *velocity, double decay, double frequency,       \
                                       T *out, ptrdiff_t n) {                                                          \
    sharedQuadratures(displacement, velocity, decay, frequency, out, n);                                               \
  }                                                                                                                    \
  void vk_spring_transition_##S(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv,             \
                                ptrdiff_t n) {                                                                         \
    transitions(decay, frequency, dt, xx, xv, vx, vv, n);                                                              \
  }                                                                                                                    \
  void vk_spring_step_##S(const T matrix[4], const T *target, T *positions, T *velocities, ptrdiff_t n) {              \
    step(matrix, target, positions, velocities, n);                                                                    \
  }                                                                                                                    \
  void vk_spring_step_each_##S(const T *xx, const T *xv, const T *vx, const T *vv, const T *target, T *positions,      \
                               T *velocities, ptrdiff_t n) {                                                           \
    stepEach(xx, xv, vx, vv, target, positions, velocities, n);                                                        \
  }                                                                                                                    \
  ptrdiff_t vk_settled_##S(const T *positions, const T *velocities, const T *target, T valueEpsilon,                   \
                           T velocityEpsilon, uint64_t *words, ptrdiff_t n) {                                          \
    return settled(positions, velocities, target, valueEpsilon, velocityEpsilon, words, n);                            \
  }

EXPORT(f32, float)
EXPORT(f64, double)

void vk_bezier_f32(const double points[4], const float *x, float *out, ptrdiff_t n) { bezier(points, x, out, n, false); }

void vk_bezier_slope_f32(const double points[4], const float *x, float *out, ptrdiff_t n) {
  bezier(points, x, out, n, true);
}

void vk_bezier_each_f32(const float *x, const float *x1, const float *y1, const float *x2, const float *y2, float *out,
                        ptrdiff_t n) {
  bezierEach(x, x1, y1, x2, y2, out, n, false);
}

void vk_bezier_each_slope_f32(const float *x, const float *x1, const float *y1, const float *x2, const float *y2,
                              float *out, ptrdiff_t n) {
  bezierEach(x, x1, y1, x2, y2, out, n, true);
}

void vk_pack_rgba8_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out, ptrdiff_t n) {
  packRGBA8(r, g, b, a, out, n, false);
}

void vk_pack_rgba8_premultiplied_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out,
                                     ptrdiff_t n) {
  packRGBA8(r, g, b, a, out, n, true);
}

void vk_pack_half_f32(const float *values, uint16_t *out, ptrdiff_t n) { packHalf(values, out, n); }
void vk_unpack_half_f32(const uint16_t *packed, float *out, ptrdiff_t n) { unpackHalf(packed, out, n); }
void vk_pack_unorm16_f32(const float *values, uint16_t *out, ptrdiff_t n) { packUnorm16(values, out, n); }
void vk_unpack_unorm16_f32(const uint16_t *packed, float *out, ptrdiff_t n) { unpackUnorm16(packed, out, n); }

void vk_slerp_f32(const float *from, const float *to, float progress, float *out, ptrdiff_t n) {
  rotations(from, to, nullptr, &progress, out, n, true);
}

void vk_slerp_each_f32(const float *from, const float *to, const float *progress, float *out, ptrdiff_t n) {
  rotations(from, to, progress, nullptr, out, n, true);
}

void vk_nlerp_f32(const float *from, const float *to, float progress, float *out, ptrdiff_t n) {
  rotations(from, to, nullptr, &progress, out, n, false);
}

void vk_nlerp_each_f32(const float *from, const float *to, const float *progress, float *out, ptrdiff_t n) {
  rotations(from, to, progress, nullptr, out, n, false);
}
