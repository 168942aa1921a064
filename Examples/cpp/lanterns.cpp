// Lanterns rise along keyframes, each after the one before it: objects that C++ destroys, and errors that it throws.
//
//     c++ -O2 lanterns.cpp $(pkg-config --cflags --libs vectorkernels) -o lanterns && ./lanterns

#include <iomanip>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <vector>
#include <vectorkernels.h>

template <auto destroy> struct Destroy {
  template <class Object> void operator()(Object *object) const { destroy(object); }
};
using Curve = std::unique_ptr<vkn_curve, Destroy<vkn_curve_destroy>>;
using Keyframes = std::unique_ptr<vkn_keyframes, Destroy<vkn_keyframes_destroy>>;

static void check(vkn_status status) {
  if (status != VKN_OK) throw std::invalid_argument(vkn_error_message());
}

static Curve curve(const char *text) {
  vkn_curve *curve = nullptr;
  check(vkn_curve_create_css(text, &curve));
  return Curve(curve);
}

// Keyframes of height and brightness.
static Keyframes keyframes(
    const std::vector<double> &times, const std::vector<float> &rows, const std::vector<const vkn_curve *> &curves) {
  if (rows.size() != 2 * times.size() || curves.size() + 1 != times.size()) throw std::length_error("keyframes");
  vkn_keyframes *keyframes = nullptr;
  check(vkn_keyframes_create(2, times.data(), rows.data(), curves.data(), times.size(), &keyframes));
  return Keyframes(keyframes);
}

int main() {
  const Curve rise = curve("ease-in-out"), flicker = curve("steps(4)");
  const Keyframes track = keyframes({0, 2, 3}, {0, 0, 100, 1, 120, 0.5f}, {rise.get(), flicker.get()});
  std::vector<float> starts(5), values(2 * starts.size());
  for (std::size_t i = 0; i < starts.size(); i++) starts[i] = 0.5f * static_cast<float>(i);
  std::cout << std::fixed << std::setprecision(1);
  for (double time : {0.4, 1.4, 2.4}) {
    check(vkn_keyframes_values(track.get(), time, starts.data(), values.data(), starts.size()));
    std::cout << time << " s: heights";
    for (std::size_t i = 0; i < starts.size(); i++) std::cout << ' ' << values[i];
    std::cout << '\n';
  }
  try {
    curve("cubic-bezier(0, 0, 2, 1)");
  } catch (const std::invalid_argument &error) {
    std::cout << error.what() << '\n';
  }
}

// Prints:
// 0.4 s: heights 8.2 0.0 0.0 0.0 0.0
// 1.4 s: heights 81.3 41.4 8.2 0.0 0.0
// 2.4 s: heights 105.0 99.5 81.3 41.4 8.2
// vkn_curve_create_css: text: "2" at offset 19 isn't in 0...1, but a control point's x must be
