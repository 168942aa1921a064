// VectorKernels' loops as plain C++, for a compiler to vectorise: -O3 -march=native -ffast-math, which lets gcc take exp,
// sin and the like from glibc's vector library, to 4 ulp. With these flags NaN isn't kept in its slot, and sums may be
// reordered.
//
// The compiler gets every hint that it needs: loops carry nothing from one element to the next (`ivdep`; outputs may be
// inputs, so `restrict` would be wrong), branches are selections, and sine and cosine of one angle stand in loops of
// their own, since gcc would make a single scalar call of the two.

#include <algorithm>
#include <cmath>
#include <cstring>

#include "vk_peer.h"

const char *vk_peer_name(void) { return "plain C++"; }
const char *vk_peer_level(void) { return VK_PEER_COMPILED_LEVEL; }

#define EACH _Pragma("GCC ivdep") for (ptrdiff_t i = 0; i < n; i++)

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double ln2 = 0.693147180559945309417;

/// Elements that are treated together where a loop has to be split: their intermediate results stay in the first cache.
constexpr ptrdiff_t blockSize = 512;

template <typename Body> void inBlocks(ptrdiff_t n, Body body) {
  for (ptrdiff_t start = 0; start < n; start += blockSize) body(start, std::min(blockSize, n - start));
}

// MARK: - Interpolation

template <typename T> void lerp(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {
  EACH out[i] = from[i] + progress * (to[i] - from[i]);
}

template <typename T> void lerpEach(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {
  EACH out[i] = from[i] + progress[i] * (to[i] - from[i]);
}

template <int components, typename T>
void lerpValues(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {
  EACH {
    for (int k = 0; k < components; k++) {
      const ptrdiff_t place = i * components + k;
      out[place] = from[place] + progress[i] * (to[place] - from[place]);
    }
  }
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
    for (ptrdiff_t i = 0; i < n; i++) {
      lerp(from + i * components, to + i * components, progress[i], out + i * components, components);
    }
  }
}

template <typename T>
void blend(const T *inputs, ptrdiff_t stride, const T *weights, ptrdiff_t k, T *out, ptrdiff_t n) {
  if (k == 4) {
    const T a = weights[0], b = weights[1], c = weights[2], d = weights[3];
    EACH out[i] = a * inputs[i] + b * inputs[stride + i] + c * inputs[2 * stride + i] + d * inputs[3 * stride + i];
    return;
  }
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    T sums[blockSize] = {};
    for (ptrdiff_t j = 0; j < k; j++) { EACH sums[i] += weights[j] * inputs[j * stride + start + i]; }
    std::memcpy(out + start, sums, n * sizeof(T));
  });
}

template <int components, typename T> void interleave(const T *columns, T *out, ptrdiff_t n) {
  EACH {
    for (int k = 0; k < components; k++) out[i * components + k] = columns[k * n + i];
  }
}

template <int components, typename T> void deinterleave(const T *values, T *columns, ptrdiff_t n) {
  for (int k = 0; k < components; k++) { EACH columns[k * n + i] = values[i * components + k]; }
}

#define BY_COMPONENTS(function)                                                                                        \
  template <typename T> void function(const T *from, ptrdiff_t components, T *to, ptrdiff_t n) {                       \
    switch (components) {                                                                                              \
    case 2: return function<2>(from, to, n);                                                                           \
    case 3: return function<3>(from, to, n);                                                                           \
    case 4: return function<4>(from, to, n);                                                                           \
    case 5: return function<5>(from, to, n);                                                                           \
    case 6: return function<6>(from, to, n);                                                                           \
    case 8: return function<8>(from, to, n);                                                                           \
    case 16: return function<16>(from, to, n);                                                                         \
    }                                                                                                                  \
  }
BY_COMPONENTS(interleave)
BY_COMPONENTS(deinterleave)

// MARK: - Springs

/// The functions D, W, C, S, C' and S' of vk_peer.h, for a block of elements.
template <typename T> struct Basis {
  T envelope[blockSize], rate[blockSize];
  T cosine[blockSize], sine[blockSize], cosineSlope[blockSize], sineSlope[blockSize];

  /// `decay` and `frequency` are functions of an element's index.
  template <typename Elapsed, typename Decay, typename Frequency>
  void compute(Elapsed elapsed, Decay decay, Frequency frequency, ptrdiff_t n) {
    T angle[blockSize];
    EACH {
      const T t = elapsed(i), f = frequency(i);
      rate[i] = f < 0 ? T(-ln2) * f : T(2 * pi) * f;
      angle[i] = rate[i] * t;
      envelope[i] = std::exp(-decay(i) * t);
    }
    EACH cosine[i] = std::cos(angle[i]);
    EACH sine[i] = std::sin(angle[i]);
    EACH cosineSlope[i] = std::exp(-angle[i]);
    EACH {
      const bool isOverdamped = frequency(i) < 0;
      const T second = cosineSlope[i];
      cosineSlope[i] = isOverdamped ? second : cosine[i];
      sineSlope[i] = isOverdamped ? T(0) : sine[i];
      cosine[i] = isOverdamped ? T(1) : cosine[i];
      sine[i] = isOverdamped ? 1 - second : sine[i];
    }
  }

  /// The same where all springs are one that oscillates.
  template <typename Elapsed> void computeShared(Elapsed elapsed, T decay, T frequency, ptrdiff_t n) {
    T angle[blockSize];
    EACH {
      const T t = elapsed(i);
      rate[i] = T(2 * pi) * frequency;
      angle[i] = rate[i] * t;
      envelope[i] = std::exp(-decay * t);
    }
    EACH cosineSlope[i] = cosine[i] = std::cos(angle[i]);
    EACH sineSlope[i] = sine[i] = std::sin(angle[i]);
  }
};

/// `velocities` may be null.
template <typename T, typename Compute, typename Decay>
void spring(const T *target, const T *displacement, const T *quadrature, Compute compute, Decay decay, T *positions,
            T *velocities, ptrdiff_t n) {
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    Basis<T> basis;
    compute(basis, start, n);
    const T *to = target + start, *d = displacement + start, *q = quadrature + start;
    T *p = positions + start;
    if (!velocities) {
      EACH p[i] = to[i] + basis.envelope[i] * (d[i] * basis.cosine[i] + q[i] * basis.sine[i]);
      return;
    }
    T *v = velocities + start;
    EACH {
      const T offset = basis.envelope[i] * (d[i] * basis.cosine[i] + q[i] * basis.sine[i]);
      const T turn = q[i] * basis.cosineSlope[i] - d[i] * basis.sineSlope[i];
      p[i] = to[i] + offset;
      v[i] = basis.envelope[i] * basis.rate[i] * turn - decay(start + i) * offset;
    }
  });
}

template <typename T>
void springEach(const T *target, const T *displacement, const T *quadrature, const T *decay, const T *frequency,
                const T *start, double time, T *positions, T *velocities, ptrdiff_t n) {
  const auto compute = [=](Basis<T> &basis, ptrdiff_t first, ptrdiff_t n) {
    basis.compute([=](ptrdiff_t i) { return std::max(T(0), T(time) - start[first + i]); },
                  [=](ptrdiff_t i) { return decay[first + i]; }, [=](ptrdiff_t i) { return frequency[first + i]; }, n);
  };
  spring(target, displacement, quadrature, compute, [=](ptrdiff_t i) { return decay[i]; }, positions, velocities, n);
}

template <typename T>
void springShared(const T *target, const T *displacement, const T *quadrature, const T *start, double decay,
                  double frequency, double time, T *positions, T *velocities, ptrdiff_t n) {
  const T d = T(decay), f = T(frequency);
  const auto compute = [=](Basis<T> &basis, ptrdiff_t first, ptrdiff_t n) {
    const auto elapsed = [=](ptrdiff_t i) { return std::max(T(0), T(time) - start[first + i]); };
    if (f < 0) {
      basis.compute(elapsed, [=](ptrdiff_t) { return d; }, [=](ptrdiff_t) { return f; }, n);
    } else {
      basis.computeShared(elapsed, d, f, n);
    }
  };
  spring(target, displacement, quadrature, compute, [=](ptrdiff_t) { return d; }, positions, velocities, n);
}

template <typename T>
void quadratures(const T *displacement, const T *velocity, const T *decay, const T *frequency, T *out, ptrdiff_t n) {
  EACH {
    const T rate = frequency[i] < 0 ? T(-ln2) * frequency[i] : T(2 * pi) * frequency[i];
    out[i] = (velocity[i] + decay[i] * displacement[i]) / rate;
  }
}

template <typename T>
void sharedQuadratures(const T *displacement, const T *velocity, double decay, double frequency, T *out, ptrdiff_t n) {
  const double rate = frequency < 0 ? -ln2 * frequency : 2 * pi * frequency;
  const T a = T(1 / rate), b = T(decay / rate);
  EACH out[i] = velocity[i] * a + displacement[i] * b;
}

template <typename T>
void transitions(const T *decay, const T *frequency, double dt, T *xx, T *xv, T *vx, T *vv, ptrdiff_t n) {
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    Basis<T> basis;
    basis.compute([=](ptrdiff_t) { return T(dt); }, [=](ptrdiff_t i) { return decay[start + i]; },
                  [=](ptrdiff_t i) { return frequency[start + i]; }, n);
    EACH {
      const T d = decay[start + i], rate = basis.rate[i], envelope = basis.envelope[i];
      const T s = basis.sine[i] / rate;
      const T square = d * d + (frequency[start + i] < 0 ? d : rate) * rate;
      xx[start + i] = envelope * (basis.cosine[i] + d * s) - 1;
      xv[start + i] = envelope * s;
      vx[start + i] = -envelope * square * s;
      vv[start + i] = envelope * (basis.cosineSlope[i] - d * s) - 1;
    }
  });
}

template <typename T> void step(const T matrix[4], const T *target, T *positions, T *velocities, ptrdiff_t n) {
  const T xx = matrix[0], xv = matrix[1], vx = matrix[2], vv = matrix[3];
  EACH {
    const T y = positions[i] - target[i], velocity = velocities[i];
    positions[i] += xx * y + xv * velocity;
    velocities[i] += vx * y + vv * velocity;
  }
}

template <typename T>
void stepEach(const T *xx, const T *xv, const T *vx, const T *vv, const T *target, T *positions, T *velocities,
              ptrdiff_t n) {
  EACH {
    const T y = positions[i] - target[i], velocity = velocities[i];
    positions[i] += xx[i] * y + xv[i] * velocity;
    velocities[i] += vx[i] * y + vv[i] * velocity;
  }
}

template <typename T>
ptrdiff_t settled(const T *positions, const T *velocities, const T *target, T valueEpsilon, T velocityEpsilon,
                  uint64_t *words, ptrdiff_t n) {
  ptrdiff_t total = 0;
  for (ptrdiff_t start = 0; start < n; start += 64) {
    uint8_t is[64] = {};
    const ptrdiff_t count = std::min<ptrdiff_t>(64, n - start);
    for (ptrdiff_t i = 0; i < count; i++) {
      is[i] = (std::abs(positions[start + i] - target[start + i]) <= valueEpsilon) &
              (std::abs(velocities[start + i]) <= velocityEpsilon);
    }
    uint64_t word = 0;
    for (int i = 0; i < 64; i++) word |= uint64_t(is[i]) << i;
    words[start / 64] = word;
    total += __builtin_popcountll(word);
  }
  return total;
}

// MARK: - Curves

/// A cubic in t without a constant term, and its derivative.
template <typename T> struct Cubic {
  T a, b, c;

  Cubic(T first, T second) : a(1 + 3 * (first - second)), b(3 * (second - 2 * first)), c(3 * first) {}
  T operator()(T t) const { return ((a * t + b) * t + c) * t; }
  T slope(T t) const { return (3 * a * t + 2 * b) * t + c; }
};

template <typename T> T clamped(T x) { return std::min(T(1), std::max(T(0), x)); }

/// Newton's method within a bracket, halving it where a step would leave it: step by step over a block,
/// since gcc vectorises no inner loop that ends where it is done.
///
/// `curve` gives an element's curve, and `use` takes its parameter.
template <typename T, typename Curve, typename Use> void solve(const T *x, Curve curve, Use use, ptrdiff_t n) {
  const T tolerance = sizeof(T) == sizeof(float) ? T(2e-7) : T(1e-15);
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    T at[blockSize], t[blockSize], low[blockSize], high[blockSize];
    EACH {
      at[i] = t[i] = clamped(x[start + i]);
      low[i] = 0;
      high[i] = 1;
    }
    T largest = 1;
    for (int step = 0; step < 16 && largest > tolerance; step++) {
      largest = 0;
      EACH {
        const Cubic<T> cubic = curve(start + i);
        const T error = cubic(t[i]) - at[i];
        largest = std::max(largest, std::abs(error));
        low[i] = error < 0 ? t[i] : low[i];
        high[i] = error < 0 ? high[i] : t[i];
        const T next = t[i] - error / cubic.slope(t[i]);
        const T middle = T(0.5) * (low[i] + high[i]);
        t[i] = (next >= low[i]) & (next <= high[i]) ? next : middle;
      }
    }
    EACH use(start + i, t[i]);
  });
}

// MARK: - Colours

/// The linear light of each 8-bit number.
struct Decoded {
  float light[256];

  Decoded() {
    for (int k = 0; k < 256; k++) {
      const double x = k / 255.0;
      light[k] = float(x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4));
    }
  }
};
const Decoded decoded;

template <typename T> T linear(T x) {
  const T size = std::abs(x);
  return std::copysign(size <= T(0.04045) ? size / T(12.92) : std::pow((size + T(0.055)) / T(1.055), T(2.4)), x);
}

template <typename T> T encoded(T light) {
  const T size = std::abs(light), power = T(1.055) * std::pow(size, 1 / T(2.4)) - T(0.055);
  return std::copysign(size <= T(0.0031308) ? T(12.92) * size : power, light);
}

template <typename T> void oklab(T r, T g, T b, T &lightness, T &greenRed, T &blueYellow) {
  const T l = std::cbrt(T(0.4122214708) * r + T(0.5363325363) * g + T(0.0514459929) * b);
  const T m = std::cbrt(T(0.2119034982) * r + T(0.6806995451) * g + T(0.1073969566) * b);
  const T s = std::cbrt(T(0.0883024619) * r + T(0.2817188376) * g + T(0.6299787005) * b);
  lightness = T(0.2104542553) * l + T(0.7936177850) * m - T(0.0040720468) * s;
  greenRed = T(1.9779984951) * l - T(2.4285922050) * m + T(0.4505937099) * s;
  blueYellow = T(0.0259040371) * l + T(0.7827717662) * m - T(0.8086757660) * s;
}

template <typename T> void light(T lightness, T a, T b, T &red, T &green, T &blue) {
  const T l = lightness + T(0.3963377774) * a + T(0.2158037573) * b;
  const T m = lightness - T(0.1055613458) * a - T(0.0638541728) * b;
  const T s = lightness - T(0.0894841775) * a - T(1.2914855480) * b;
  const T l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  red = T(4.0767416621) * l3 - T(3.3077115913) * m3 + T(0.2309699292) * s3;
  green = -T(1.2684380046) * l3 + T(2.6097574011) * m3 - T(0.3413193965) * s3;
  blue = -T(0.0041960863) * l3 - T(0.7034186147) * m3 + T(1.7076147010) * s3;
}

inline uint32_t byteOf(float x) { return uint32_t(int(clamped(x) * 255 + 0.5f)); }

inline uint32_t rgba8(float lightness, float a, float b, float alpha) {
  const float scale = 1 / alpha;
  float red, green, blue;
  light(lightness * scale, a * scale, b * scale, red, green, blue);
  return byteOf(encoded(red)) | byteOf(encoded(green)) << 8 | byteOf(encoded(blue)) << 16 | byteOf(alpha) << 24;
}

template <typename Progress>
void mix(const float *from, ptrdiff_t fromStride, const float *to, ptrdiff_t toStride, Progress progress, uint8_t *out,
         ptrdiff_t n) {
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    uint32_t pixels[blockSize];
    EACH {
      float mixed[4];
      for (int k = 0; k < 4; k++) {
        const float a = from[k * fromStride + start + i], b = to[k * toStride + start + i];
        mixed[k] = a + progress(start + i) * (b - a);
      }
      pixels[i] = rgba8(mixed[0], mixed[1], mixed[2], mixed[3]);
    }
    std::memcpy(out + 4 * start, pixels, 4 * n);
  });
}

template <typename T, typename Progress>
void mixColumns(const T *from, const T *to, ptrdiff_t stride, Progress progress, T *red, T *green, T *blue, T *alpha,
                ptrdiff_t n) {
  EACH {
    const auto mixed = [=](ptrdiff_t k) {
      const T start = from[k * stride + i], end = to[k * stride + i];
      return start + progress(i) * (end - start);
    };
    const T a = mixed(3), scale = 1 / a;
    T r, g, b;
    light(mixed(0) * scale, mixed(1) * scale, mixed(2) * scale, r, g, b);
    red[i] = encoded(r);
    green[i] = encoded(g);
    blue[i] = encoded(b);
    alpha[i] = a;
  }
}

// MARK: - Rotations

/// The weights come from `weigh`, given the cosine of the angle between the two.
template <typename T, typename Progress, typename Weigh>
void rotations(const T *from, const T *to, Progress progress, T *out, ptrdiff_t n, Weigh weigh, bool isNormalized) {
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    const T *a = from + 4 * start, *b = to + 4 * start;
    T *c = out + 4 * start;
    T cosine[blockSize], first[blockSize], second[blockSize];
    EACH {
      cosine[i] = a[4 * i] * b[4 * i] + a[4 * i + 1] * b[4 * i + 1] + a[4 * i + 2] * b[4 * i + 2] +
                  a[4 * i + 3] * b[4 * i + 3];
    }
    EACH {
      weigh(std::min(T(1), std::abs(cosine[i])), progress(start + i), first[i], second[i]);
      second[i] = std::copysign(second[i], cosine[i]);
    }
    if (isNormalized) {
      // The square of the sum's length; both have length 1.
      EACH {
        const T square = first[i] * first[i] + second[i] * second[i] + 2 * first[i] * second[i] * cosine[i];
        const T scale = 1 / std::sqrt(square);
        first[i] *= scale;
        second[i] *= scale;
      }
    }
    EACH {
      for (int k = 0; k < 4; k++) c[4 * i + k] = first[i] * a[4 * i + k] + second[i] * b[4 * i + k];
    }
  });
}

const auto sphericalWeights = [](auto cosine, auto t, auto &first, auto &second) {
  using T = decltype(cosine);
  const T angle = std::acos(cosine);
  const T scale = 1 / std::sqrt(1 - cosine * cosine);
  const T firstArc = std::sin((1 - t) * angle) * scale, secondArc = std::sin(t * angle) * scale;
  const bool isNear = cosine > (sizeof(T) == 4 ? T(0.9995) : 1 - T(1e-14));
  first = isNear ? 1 - t : firstArc;
  second = isNear ? t : secondArc;
};

const auto linearWeights = [](auto, auto t, auto &first, auto &second) {
  first = 1 - t;
  second = t;
};

} // namespace

// MARK: - The interface

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
  void vk_interleave_##S(const T *columns, ptrdiff_t components, T *out, ptrdiff_t n) {                                \
    interleave(columns, components, out, n);                                                                           \
  }                                                                                                                    \
  void vk_deinterleave_##S(const T *values, ptrdiff_t components, T *columns, ptrdiff_t n) {                           \
    deinterleave(values, components, columns, n);                                                                      \
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

#define EXPORT_BEZIER(S, T)                                                                                            \
  void vk_bezier_##S(const double points[4], const T *x, T *out, ptrdiff_t n) {                                        \
    const Cubic<T> across(points[0], points[2]), up(points[1], points[3]);                                             \
    solve(x, [=](ptrdiff_t) { return across; }, [=](ptrdiff_t i, T t) { out[i] = up(t); }, n);                         \
  }                                                                                                                    \
                                                                                                                       \
  void vk_bezier_slope_##S(const double points[4], const T *x, T *out, ptrdiff_t n) {                                  \
    const Cubic<T> across(points[0], points[2]), up(points[1], points[3]);                                             \
    const auto use = [=](ptrdiff_t i, T t) { out[i] = up.slope(t) / across.slope(t); };                                \
    solve(x, [=](ptrdiff_t) { return across; }, use, n);                                                               \
  }

EXPORT_BEZIER(f32, float)
EXPORT_BEZIER(f64, double)

/// Lines between a thousand points of the curve.
void vk_bezier_baked_f32(const double points[4], const float *x, float *out, ptrdiff_t n) {
  constexpr int lines = 1024;
  static thread_local double known[4] = {-1};
  static thread_local float table[lines + 2];
  if (std::memcmp(known, points, sizeof(known)) != 0) {
    for (int k = 0; k <= lines; k++) table[k] = float(k) / lines;
    vk_bezier_f32(points, table, table, lines + 1);
    table[lines + 1] = table[lines];
    std::memcpy(known, points, sizeof(known));
  }
  const float *knots = table;
  EACH {
    const float place = clamped(x[i]) * lines;
    const int line = int(place);
    out[i] = knots[line] + (place - float(line)) * (knots[line + 1] - knots[line]);
  }
}

void vk_bezier_each_f32(const float *x, const float *x1, const float *y1, const float *x2, const float *y2, float *out,
                        ptrdiff_t n) {
  const auto across = [=](ptrdiff_t i) { return Cubic<float>(clamped(x1[i]), clamped(x2[i])); };
  solve(x, across, [=](ptrdiff_t i, float t) { out[i] = Cubic<float>(y1[i], y2[i])(t); }, n);
}

void vk_bezier_each_slope_f32(const float *x, const float *x1, const float *y1, const float *x2, const float *y2,
                              float *out, ptrdiff_t n) {
  const auto across = [=](ptrdiff_t i) { return Cubic<float>(clamped(x1[i]), clamped(x2[i])); };
  solve(x, across, [=](ptrdiff_t i, float t) { out[i] = Cubic<float>(y1[i], y2[i]).slope(t) / across(i).slope(t); }, n);
}

#define EASING(name, formula)                                                                                          \
  EASING_IN(f32, float, name, formula)                                                                                 \
  EASING_IN(f64, double, name, formula)
#define EASING_IN(S, T, name, formula)                                                                                 \
  void vk_easing_##name##_##S(const T *at, T *out, ptrdiff_t n) {                                                      \
    using Number = T;                                                                                                  \
    EACH {                                                                                                             \
      const Number x = at[i];                                                                                          \
      out[i] = formula;                                                                                                \
    }                                                                                                                  \
  }

namespace {

template <typename T> T fifth(T x) { return x * x * (x * x) * x; }

/// Past 0 at the end that a family starts from, 1 there.
template <typename T> T decline(T x) { return (std::exp2(10 - 10 * x) - 1) * T(1 / 1023.0); }

template <typename T> T bounce(T x) {
  const T s = x * T(2.75);
  const T center = s < 1 ? T(0) : s < 2 ? T(1.5) : s < T(2.5) ? T(2.25) : T(2.625);
  const T height = s < 1 ? T(0) : s < 2 ? T(0.75) : s < T(2.5) ? T(0.9375) : T(0.984375);
  const T t = x - center * T(1 / 2.75);
  return T(7.5625) * t * t + height;
}

} // namespace

EASING(quadratic, x < Number(0.5) ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x))
EASING(quintic, x < Number(0.5) ? 16 * fifth(x) : 1 - 16 * fifth(1 - x))
EASING(sine, Number(0.5) - Number(0.5) * std::cos(Number(pi) * x))
EASING(exponential, 1 - decline(x))
EASING(circular, std::sqrt(x * (2 - x)))
EASING(back, 1 - (1 - x) * (1 - x) * (1 - Number(2.70158) * x))
EASING(elastic, 1 - decline(x) * std::sin((x + Number(0.075)) * Number(2 * pi / 0.3)))
EASING(bounce, bounce(x))
EASING(cube_root, std::cbrt(x))
EASING(arcsine, std::asin(std::sqrt(Number(0.5) * x)) * Number(4 / pi))
EASING(logarithm, std::log2(1 + 1023 * x) * Number(0.1))

void vk_pack_rgba8_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out, ptrdiff_t n) {
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    uint32_t pixels[blockSize];
    const float *red = r + start, *green = g + start, *blue = b + start, *alpha = a + start;
    EACH {
      const auto number = [](float x) { return uint32_t(int(std::nearbyint(clamped(x) * 255))); };
      pixels[i] = number(red[i]) | number(green[i]) << 8 | number(blue[i]) << 16 | number(alpha[i]) << 24;
    }
    std::memcpy(out + 4 * start, pixels, 4 * n);
  });
}

void vk_pack_rgba8_premultiplied_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out,
                                     ptrdiff_t n) {
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    uint32_t pixels[blockSize];
    const float *red = r + start, *green = g + start, *blue = b + start, *alpha = a + start;
    EACH {
      const float limited = clamped(alpha[i]);
      const auto number = [](float x) { return uint32_t(int(std::nearbyint(x * 255))); };
      pixels[i] = number(clamped(red[i]) * limited) | number(clamped(green[i]) * limited) << 8 |
                  number(clamped(blue[i]) * limited) << 16 | number(limited) << 24;
    }
    std::memcpy(out + 4 * start, pixels, 4 * n);
  });
}

void vk_unpack_rgba8_f32(const uint8_t *rows, float *r, float *g, float *b, float *a, ptrdiff_t n) {
  EACH {
    uint32_t pixel;
    std::memcpy(&pixel, rows + 4 * i, 4);
    r[i] = float(int(pixel & 255)) / 255;
    g[i] = float(int(pixel >> 8 & 255)) / 255;
    b[i] = float(int(pixel >> 16 & 255)) / 255;
    a[i] = float(int(pixel >> 24)) / 255;
  }
}

void vk_pack_unorm16_f32(const float *values, uint16_t *out, ptrdiff_t n) {
  EACH out[i] = uint16_t(int(std::nearbyint(clamped(values[i]) * 65535)));
}

void vk_unpack_unorm16_f32(const uint16_t *packed, float *out, ptrdiff_t n) { EACH out[i] = float(packed[i]) / 65535; }

#define ROTATIONS(S, T)                                                                                                \
  void vk_slerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {                                     \
    rotations(from, to, [=](ptrdiff_t) { return progress; }, out, n, sphericalWeights, false);                         \
  }                                                                                                                    \
  void vk_slerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {                         \
    rotations(from, to, [=](ptrdiff_t i) { return progress[i]; }, out, n, sphericalWeights, false);                    \
  }                                                                                                                    \
  void vk_nlerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {                                     \
    rotations(from, to, [=](ptrdiff_t) { return progress; }, out, n, linearWeights, true);                             \
  }                                                                                                                    \
  void vk_nlerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {                         \
    rotations(from, to, [=](ptrdiff_t i) { return progress[i]; }, out, n, linearWeights, true);                        \
  }
ROTATIONS(f32, float)
ROTATIONS(f64, double)

void vk_oklab_from_rgba8_f32(const uint8_t *rgba8, float *lightness, float *a, float *b, float *alpha, ptrdiff_t n) {
  const float *table = decoded.light;
  EACH {
    uint32_t pixel;
    std::memcpy(&pixel, rgba8 + 4 * i, 4);
    oklab(table[pixel & 255], table[pixel >> 8 & 255], table[pixel >> 16 & 255], lightness[i], a[i], b[i]);
    alpha[i] = float(int(pixel >> 24)) / 255;
  }
}

void vk_oklab_mix_rgba8_f32(const float *from, ptrdiff_t fromStride, const float *to, ptrdiff_t toStride,
                            float progress, uint8_t *rgba8, ptrdiff_t n) {
  mix(from, fromStride, to, toStride, [=](ptrdiff_t) { return progress; }, rgba8, n);
}

void vk_oklab_mix_each_rgba8_f32(const float *from, ptrdiff_t fromStride, const float *to, ptrdiff_t toStride,
                                 const float *progress, uint8_t *rgba8, ptrdiff_t n) {
  mix(from, fromStride, to, toStride, [=](ptrdiff_t i) { return progress[i]; }, rgba8, n);
}

#define MIX(S, T)                                                                                                      \
  void vk_oklab_mix_srgb_##S(const T *from, const T *to, ptrdiff_t stride, const T *each, double progress, T *red,     \
                             T *green, T *blue, T *alpha, ptrdiff_t n) {                                               \
    if (each) {                                                                                                        \
      mixColumns(from, to, stride, [=](ptrdiff_t i) { return each[i]; }, red, green, blue, alpha, n);                  \
    } else {                                                                                                           \
      mixColumns(from, to, stride, [=](ptrdiff_t) { return T(progress); }, red, green, blue, alpha, n);                \
    }                                                                                                                  \
  }
MIX(f32, float)
MIX(f64, double)

void vk_gradient_oklab_rgba8_f32(const float *stops, ptrdiff_t count, const float *locations, uint8_t *out,
                                 ptrdiff_t n) {
  inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {
    uint32_t pixels[blockSize];
    EACH {
      const float place = clamped(locations[start + i]) * float(count - 1);
      const int stop = std::min(int(count) - 2, int(place));
      const float part = place - float(stop);
      float mixed[4];
      for (int k = 0; k < 4; k++) {
        const float a = stops[4 * stop + k], b = stops[4 * stop + 4 + k];
        mixed[k] = a + part * (b - a);
      }
      pixels[i] = rgba8(mixed[0], mixed[1], mixed[2], mixed[3]);
    }
    std::memcpy(out + 4 * start, pixels, 4 * n);
  });
}

// MARK: - Keyframes

/// Each halving of the segments is a loop of its own, which gcc turns into gathers.
#define KEYFRAMES(S, T, Index)                                                                                         \
  void vk_keyframes_##S(const T *ends, const T *coefficients, ptrdiff_t size, const T *starts, double time, T *out,    \
                        ptrdiff_t n) {                                                                                 \
    inBlocks(n, [=](ptrdiff_t start, ptrdiff_t n) {                                                                    \
      T t[blockSize];                                                                                                  \
      Index piece[blockSize];                                                                                          \
      EACH {                                                                                                           \
        t[i] = T(time) - starts[start + i];                                                                            \
        piece[i] = 0;                                                                                                  \
      }                                                                                                                \
      for (Index step = Index(size / 2); step > 0; step /= 2) {                                                        \
        EACH piece[i] += ends[piece[i] + step - 1] < t[i] ? step : 0;                                                  \
      }                                                                                                                \
      EACH {                                                                                                           \
        const T *c = coefficients + piece[i];                                                                          \
        const T u = t[i] - ends[piece[i]];                                                                             \
        out[start + i] = c[0] + u * (c[size] + u * (c[2 * size] + u * c[3 * size]));                                   \
      }                                                                                                                \
    });                                                                                                                \
  }
KEYFRAMES(f32, float, int32_t)
KEYFRAMES(f64, double, int64_t)

// MARK: - Conversions of colours

/// `T` is the type of the columns.
#define CONVERSION(name, ...)                                                                                          \
  void vk_convert_##name##_f32(const float *a, const float *b, const float *c, float *x, float *y, float *z,           \
                               ptrdiff_t n) {                                                                          \
    using T = float;                                                                                                   \
    __VA_ARGS__                                                                                                        \
  }                                                                                                                    \
  void vk_convert_##name##_f64(const double *a, const double *b, const double *c, double *x, double *y, double *z,     \
                               ptrdiff_t n) {                                                                          \
    using T = double;                                                                                                  \
    __VA_ARGS__                                                                                                        \
  }

CONVERSION(srgb_to_oklab, EACH oklab(linear(a[i]), linear(b[i]), linear(c[i]), x[i], y[i], z[i]);)

CONVERSION(oklab_to_srgb, EACH {
  T red, green, blue;
  light(a[i], b[i], c[i], red, green, blue);
  x[i] = encoded(red);
  y[i] = encoded(green);
  z[i] = encoded(blue);
})

CONVERSION(srgb_to_srgb_linear, EACH x[i] = linear(a[i]); EACH y[i] = linear(b[i]); EACH z[i] = linear(c[i]);)

CONVERSION(srgb_linear_to_xyz_d65, EACH {
  const T red = a[i], green = b[i], blue = c[i];
  x[i] = T(0.41239079926595934) * red + T(0.357584339383878) * green + T(0.1804807884018343) * blue;
  y[i] = T(0.21263900587151027) * red + T(0.715168678767756) * green + T(0.07219231536073371) * blue;
  z[i] = T(0.01933081871559182) * red + T(0.11919477979462598) * green + T(0.9505321522496607) * blue;
})
