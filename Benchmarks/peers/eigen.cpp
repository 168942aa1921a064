// VectorKernels' loops as expressions over Eigen's arrays, each compiled to one loop.

#include <Eigen/Core>

#include "vk_peer.h"

const char *vk_peer_name(void) { return "eigen"; }
const char *vk_peer_level(void) { return VK_PEER_COMPILED_LEVEL; }

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double ln2 = 0.693147180559945309417;

template <typename T> using Array = Eigen::Array<T, Eigen::Dynamic, 1>;
template <typename T> using In = Eigen::Map<const Array<T>>;
template <typename T> using Out = Eigen::Map<Array<T>>;

/// Columns of values, each with its components one after the other.
template <typename T, int components> using Values = Eigen::Array<T, components, Eigen::Dynamic>;

template <int components, typename T>
void lerpValues(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {
  const Eigen::Map<const Values<T, components>> a(from, components, n), b(to, components, n);
  Eigen::Map<Values<T, components>>(out, components, n) =
      a + (b - a) * In<T>(progress, n).transpose().template replicate<components, 1>();
}

template <typename T>
void lerpValues(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n) {
  switch (components) {
  case 2: return lerpValues<2>(from, to, progress, out, n);
  case 3: return lerpValues<3>(from, to, progress, out, n);
  case 4: return lerpValues<4>(from, to, progress, out, n);
  case 5: return lerpValues<5>(from, to, progress, out, n);
  case 6: return lerpValues<6>(from, to, progress, out, n);
  case 8: return lerpValues<8>(from, to, progress, out, n);
  default:
    const Eigen::Map<const Values<T, Eigen::Dynamic>> a(from, components, n), b(to, components, n);
    Eigen::Map<Values<T, Eigen::Dynamic>>(out, components, n) =
        a + (b - a).rowwise() * In<T>(progress, n).transpose();
  }
}

template <typename T>
void blend(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n) {
  using Columns = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>;
  const Columns columns(inputs, n, k, Eigen::OuterStride<>(stride));
  Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>> sums(out, n);
  sums.noalias() = columns * Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(weights, k);
}

template <typename T> void interleave(const T *columns, ptrdiff_t components, T *out, ptrdiff_t n) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::Map<Matrix>(out, components, n) = Eigen::Map<const Matrix>(columns, n, components).transpose();
}

// MARK: - Springs

/// Elements of a block: intermediate results stay in the first cache.
constexpr ptrdiff_t blockSize = 512;
template <typename T> using Block = Eigen::Array<T, Eigen::Dynamic, 1, 0, blockSize, 1>;

/// The functions D, W, C, S, C' and S' of vk_peer.h, for a block of elements.
template <typename T> struct Basis {
  Block<T> envelope, rate, cosine, sine, cosineSlope, sineSlope;

  template <typename Decay, typename Frequency>
  Basis(const Block<T> &elapsed, const Decay &decay, const Frequency &frequency, bool canBeOverdamped) {
    envelope = (-decay * elapsed).exp();
    if (!canBeOverdamped) {
      rate = T(2 * pi) * frequency;
      cosineSlope = cosine = (rate * elapsed).cos();
      sineSlope = sine = (rate * elapsed).sin();
      return;
    }
    rate = (frequency < T(0)).select(T(-ln2) * frequency, T(2 * pi) * frequency);
    const Block<T> angle = rate * elapsed;
    cosineSlope = (-angle).exp();
    sineSlope = angle.sin();
    cosine = angle.cos();
    sine = (frequency < T(0)).select(1 - cosineSlope, sineSlope);
    cosineSlope = (frequency < T(0)).select(cosineSlope, cosine);
    sineSlope = (frequency < T(0)).select(Block<T>::Zero(angle.size()), sineSlope);
    cosine = (frequency < T(0)).select(Block<T>::Ones(angle.size()), cosine);
  }
};

/// `velocities` may be null. `springs` calls what it is given with a block's decays and frequencies.
template <typename T, typename Springs>
void spring(const T *target, const T *displacement, const T *quadrature, const T *start, double time, Springs springs,
            bool canBeOverdamped, T *positions, T *velocities, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i += blockSize) {
    const ptrdiff_t count = std::min(blockSize, n - i);
    const Block<T> elapsed = (T(time) - In<T>(start + i, count)).max(T(0));
    const In<T> to(target + i, count), d(displacement + i, count), q(quadrature + i, count);
    springs(i, count, [&](const auto &decay, const auto &frequency) {
      const Basis<T> basis(elapsed, decay, frequency, canBeOverdamped);
      Out<T> p(positions + i, count);
      if (!velocities) {
        p = to + basis.envelope * (d * basis.cosine + q * basis.sine);
        return;
      }
      const Block<T> offset = basis.envelope * (d * basis.cosine + q * basis.sine);
      p = to + offset;
      Out<T>(velocities + i, count) =
          basis.envelope * basis.rate * (q * basis.cosineSlope - d * basis.sineSlope) - decay * offset;
    });
  }
}

template <typename T>
void springEach(const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency,
                const T *start, double time, T *positions, T *velocities, ptrdiff_t n) {
  const auto springs = [=](ptrdiff_t i, ptrdiff_t count, auto body) {
    body(In<T>(decay + i, count), In<T>(frequency + i, count));
  };
  spring(target, displacement, quadrature, start, time, springs, true, positions, velocities, n);
}

template <typename T>
void springShared(const T *target, const T *displacement, const T *quadrature, const T *start, double decay,
                  double frequency, double time, T *positions, T *velocities, ptrdiff_t n) {
  const auto springs = [=](ptrdiff_t, ptrdiff_t count, auto body) {
    body(Array<T>::Constant(count, T(decay)), Array<T>::Constant(count, T(frequency)));
  };
  spring(target, displacement, quadrature, start, time, springs, frequency < 0, positions, velocities, n);
}

template <typename T>
void quadratures(const T *displacement, const T *velocity, const T *decay, const T *frequency, T *out, ptrdiff_t n) {
  const In<T> f(frequency, n);
  Out<T>(out, n) = (In<T>(velocity, n) + In<T>(decay, n) * In<T>(displacement, n)) /
                   (f < T(0)).select(T(-ln2) * f, T(2 * pi) * f);
}

template <typename T>
void sharedQuadratures(const T *displacement, const T *velocity, double decay, double frequency, T *out, ptrdiff_t n) {
  const double rate = frequency < 0 ? -ln2 * frequency : 2 * pi * frequency;
  Out<T>(out, n) = In<T>(velocity, n) * T(1 / rate) + In<T>(displacement, n) * T(decay / rate);
}

template <typename T>
void transitions(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i += blockSize) {
    const ptrdiff_t count = std::min(blockSize, n - i);
    const In<T> d(decay + i, count), f(frequency + i, count);
    const Basis<T> basis(Block<T>::Constant(count, T(dt)), d, f, true);
    const Block<T> s = basis.sine / basis.rate;
    const Block<T> square = d * d + (f < T(0)).select(d, basis.rate) * basis.rate;
    Out<T>(xx + i, count) = basis.envelope * (basis.cosine + d * s) - 1;
    Out<T>(xv + i, count) = basis.envelope * s;
    Out<T>(vx + i, count) = -basis.envelope * square * s;
    Out<T>(vv + i, count) = basis.envelope * (basis.cosineSlope - d * s) - 1;
  }
}

/// Positions and velocities depend on each other: block by block, so that one may be overwritten.
template <typename T, typename Matrix>
void step(Matrix matrix, const T *target, T *positions, T *velocities, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i += blockSize) {
    const ptrdiff_t count = std::min(blockSize, n - i);
    Out<T> p(positions + i, count), v(velocities + i, count);
    const Block<T> y = p - In<T>(target + i, count);
    matrix(i, count, [&](const auto &xx, const auto &xv, const auto &vx, const auto &vv) {
      p += xx * y + xv * v;
      v += vx * y + vv * v;
    });
  }
}

} // namespace

#define EXPORT(S, T)                                                                                                   \
  void vk_lerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {                                      \
    Out<T>(out, n) = In<T>(from, n) + progress * (In<T>(to, n) - In<T>(from, n));                                      \
  }                                                                                                                    \
  void vk_lerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {                          \
    Out<T>(out, n) = In<T>(from, n) + In<T>(progress, n) * (In<T>(to, n) - In<T>(from, n));                            \
  }                                                                                                                    \
  void vk_lerp_values_##S(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n) {  \
    lerpValues(from, to, progress, components, out, n);                                                                \
  }                                                                                                                    \
  void vk_blend_##S(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n) {           \
    blend(inputs, stride, weights, k, out, n);                                                                         \
  }                                                                                                                    \
  void vk_interleave_##S(const T *columns, ptrdiff_t components, T *out, ptrdiff_t n) {                                \
    interleave(columns, components, out, n);                                                                           \
  }                                                                                                                    \
  void vk_deinterleave_##S(const T *values, ptrdiff_t components, T *columns, ptrdiff_t n) {                           \
    interleave(values, n, columns, components);                                                                        \
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
    const T xx = matrix[0], xv = matrix[1], vx = matrix[2], vv = matrix[3];                                            \
    step([=](ptrdiff_t, ptrdiff_t, auto body) { body(xx, xv, vx, vv); }, target, positions, velocities, n);            \
  }                                                                                                                    \
  void vk_spring_step_each_##S(const T *xx, const T *xv, const T *vx, const T *vv, const T *target, T *positions,      \
                               T *velocities, ptrdiff_t n) {                                                           \
    const auto matrix = [=](ptrdiff_t i, ptrdiff_t count, auto body) {                                                 \
      body(In<T>(xx + i, count), In<T>(xv + i, count), In<T>(vx + i, count), In<T>(vv + i, count));                    \
    };                                                                                                                 \
    step(matrix, target, positions, velocities, n);                                                                    \
  }

EXPORT(f32, float)
EXPORT(f64, double)

#define EASING(name, formula)                                                                                          \
  EASING_IN(f32, float, name, formula)                                                                                 \
  EASING_IN(f64, double, name, formula)
#define EASING_IN(S, T, name, formula)                                                                                 \
  void vk_easing_##name##_##S(const T *at, T *out, ptrdiff_t n) {                                                      \
    using Number = T;                                                                                                  \
    const In<Number> x(at, n);                                                                                         \
    Out<Number>(out, n) = formula;                                                                                     \
  }

EASING(quadratic, (x < Number(0.5)).select(2 * x.square(), 1 - 2 * (1 - x).square()))
EASING(sine, Number(0.5) - Number(0.5) * (Number(pi) * x).cos())
EASING(exponential, 1 - (((10 - 10 * x) * Number(ln2)).exp() - 1) * Number(1 / 1023.0))
EASING(circular, (x * (2 - x)).sqrt())
EASING(back, 1 - (1 - x).square() * (1 - Number(2.70158) * x))
EASING(elastic, 1 - (((10 - 10 * x) * Number(ln2)).exp() - 1) * Number(1 / 1023.0) *
                        ((x + Number(0.075)) * Number(2 * pi / 0.3)).sin())
EASING(logarithm, (1023 * x).log1p() * Number(0.1 / ln2))

void vk_pack_half_f32(const float *values, uint16_t *out, ptrdiff_t n) {
  Out<Eigen::half>(reinterpret_cast<Eigen::half *>(out), n) = In<float>(values, n).cast<Eigen::half>();
}

void vk_unpack_half_f32(const uint16_t *packed, float *out, ptrdiff_t n) {
  Out<float>(out, n) = In<Eigen::half>(reinterpret_cast<const Eigen::half *>(packed), n).cast<float>();
}

void vk_convert_srgb_linear_to_xyz_d65_f32(const float *a, const float *b, const float *c, float *x, float *y, float *z,
                                           ptrdiff_t n) {
  const In<float> red(a, n), green(b, n), blue(c, n);
  for (ptrdiff_t i = 0; i < n; i += blockSize) {
    const ptrdiff_t count = std::min(blockSize, n - i);
    const Block<float> r = red.segment(i, count), g = green.segment(i, count), b = blue.segment(i, count);
    Out<float>(x + i, count) = 0.41239079926595934f * r + 0.357584339383878f * g + 0.1804807884018343f * b;
    Out<float>(y + i, count) = 0.21263900587151027f * r + 0.715168678767756f * g + 0.07219231536073371f * b;
    Out<float>(z + i, count) = 0.01933081871559182f * r + 0.11919477979462598f * g + 0.9505321522496607f * b;
  }
}
