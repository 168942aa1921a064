// The usual ways of solving a cubic Bezier timing curve, as plain C++ loops after the published algorithms. `bench
// solvers` measures them against each other, speed against error.

#include <cmath>
#include <cstddef>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// A cubic in t from 0 to 1, without a constant term.
struct Cubic {
  float a, b, c;

  Cubic(double first, double second)
      : a(float(1 - 3 * second + 3 * first)), b(float(3 * second - 6 * first)), c(float(3 * first)) {}
  float operator()(float t) const { return ((a * t + b) * t + c) * t; }
  float slope(float t) const { return 3 * a * t * t + 2 * b * t + c; }
};

/// As the popular port to JavaScript does it (bezier-easing, Gaetan Renaudeau, 2014): the piece of a table of 11
/// samples, then four Newton steps where the curve is steep enough, ten halvings where it isn't.
struct Sampled {
  static constexpr int count = 11, newtonSteps = 4, halvings = 10;
  static constexpr float spacing = 1.0f / (count - 1), leastSlope = 0.001f, precision = 0.0000001f;

  Cubic across, up;
  float samples[count];

  explicit Sampled(const double points[4]) : across(points[0], points[2]), up(points[1], points[3]) {
    for (int i = 0; i < count; i++) samples[i] = across(float(i) * spacing);
  }

  float operator()(float x) const {
    if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
    int piece = 0;
    while (piece + 1 < count - 1 && samples[piece + 1] <= x) piece++;
    const float part = (x - samples[piece]) / (samples[piece + 1] - samples[piece]);
    float t = (float(piece) + part) * spacing;
    const float slope = across.slope(t);
    if (slope >= leastSlope) {
      for (int step = 0; step < newtonSteps; step++) {
        const float slope = across.slope(t);
        if (slope == 0) break;
        t -= (across(t) - x) / slope;
      }
    } else if (slope != 0) {
      float low = float(piece) * spacing, high = low + spacing;
      for (int step = 0; step < halvings; step++) {
        t = low + (high - low) / 2;
        const float error = across(t) - x;
        if (error > 0) high = t;
        else low = t;
        if (std::abs(error) <= precision) break;
      }
    }
    return up(t);
  }
};

/// As browser engines do it (WebKit's UnitBezier, 2008): up to eight Newton steps from x, halving where they fail.
struct UnitBezier {
  static constexpr float precision = 1e-6f;

  Cubic across, up;

  explicit UnitBezier(const double points[4]) : across(points[0], points[2]), up(points[1], points[3]) {}

  float operator()(float x) const {
    float t = x;
    for (int step = 0; step < 8; step++) {
      const float error = across(t) - x;
      if (std::abs(error) < precision) return up(t);
      const float slope = across.slope(t);
      if (std::abs(slope) < 1e-6f) break;
      t -= error / slope;
    }
    float low = 0, high = 1;
    t = x;
    if (t < low) return up(low);
    if (t > high) return up(high);
    while (low < high) {
      const float value = across(t);
      if (std::abs(value - x) < precision) break;
      if (x > value) low = t;
      else high = t;
      const float middle = low + (high - low) / 2;
      // Neighbours, with no number between them.
      if (middle == low && middle == t) break;
      t = middle;
    }
    return up(t);
  }
};

/// Eight Newton steps from x and nothing else.
struct Newton {
  Cubic across, up;

  explicit Newton(const double points[4]) : across(points[0], points[2]), up(points[1], points[3]) {}

  float operator()(float x) const {
    float t = x;
    for (int step = 0; step < 8; step++) {
      const float slope = across.slope(t);
      if (slope == 0) break;
      t -= (across(t) - x) / slope;
    }
    return up(t);
  }
};

/// Halving until x is met to a precision.
template <int digits> struct Bisection {
  Cubic across, up;

  explicit Bisection(const double points[4]) : across(points[0], points[2]), up(points[1], points[3]) {}

  float operator()(float x) const {
    constexpr float precision = digits == 3 ? 1e-3f : 1e-7f;
    float low = 0, high = 1, t = x;
    for (int step = 0; step < 32; step++) {
      const float value = across(t);
      if (std::abs(value - x) <= precision) break;
      if (value < x) low = t;
      else high = t;
      t = (low + high) / 2;
    }
    return up(t);
  }
};

template <typename Solver> void solve(const double points[4], const float *x, float *out, ptrdiff_t n) {
  const Solver solver(points);
  for (ptrdiff_t i = 0; i < n; i++) out[i] = solver(x[i]);
}

using Function = void (*)(const double points[4], const float *x, float *out, ptrdiff_t n);

const struct {
  const char *name;
  Function function;
} solvers[] = {
    {"11 samples + 4 Newton steps", solve<Sampled>}, {"8 Newton steps + bisection", solve<UnitBezier>},
    {"8 Newton steps", solve<Newton>},               {"bisection to 1e-3", solve<Bisection<3>>},
    {"bisection to 1e-7", solve<Bisection<7>>},
};

constexpr int count = sizeof(solvers) / sizeof(solvers[0]);

} // namespace

/// The name of each solver, null behind the last.
EXPORT const char *vk_solver_name(ptrdiff_t index) { return index >= 0 && index < count ? solvers[index].name : nullptr; }

/// y of the curve through (0, 0), (x1, y1), (x2, y2) and (1, 1) at n numbers in 0...1; `points` is x1, y1, x2, y2.
EXPORT void vk_solver_run(ptrdiff_t index, const double points[4], const float *x, float *out, ptrdiff_t n) {
  solvers[index].function(points, x, out, n);
}
