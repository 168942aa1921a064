// VectorKernels' work on points, colours and quaternions with GLM, a value at a time.

#define GLM_FORCE_INLINE
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/glm.hpp>
#include <glm/gtc/color_space.hpp>
#include <glm/gtc/packing.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtx/easing.hpp>

#include "vk_peer.h"

const char *vk_peer_name(void) { return "glm"; }
const char *vk_peer_level(void) { return VK_PEER_COMPILED_LEVEL; }

#define EACH _Pragma("GCC ivdep") for (ptrdiff_t i = 0; i < n; i++)

namespace {

template <typename Vector, typename T>
void mixValues(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {
  const auto *a = reinterpret_cast<const Vector *>(from), *b = reinterpret_cast<const Vector *>(to);
  auto *c = reinterpret_cast<Vector *>(out);
  EACH c[i] = glm::mix(a[i], b[i], progress[i]);
}

/// GLM has vectors of up to four components.
template <typename T>
void lerpValues(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n) {
  switch (components) {
  case 2: return mixValues<glm::vec<2, T>>(from, to, progress, out, n);
  case 3: return mixValues<glm::vec<3, T>>(from, to, progress, out, n);
  case 4: return mixValues<glm::vec<4, T>>(from, to, progress, out, n);
  default:
    for (ptrdiff_t i = 0; i < n; i++) {
      for (ptrdiff_t k = i * components; k < (i + 1) * components; k++) out[k] = glm::mix(from[k], to[k], progress[i]);
    }
  }
}

static_assert(sizeof(glm::quat) == 16, "four floats");

/// In memory x, y, z, w.
template <typename T> glm::qua<T> quaternion(const T *p) { return glm::qua<T>(p[3], p[0], p[1], p[2]); }

template <typename T> void store(const glm::qua<T> &q, T *p) {
  p[0] = q.x;
  p[1] = q.y;
  p[2] = q.z;
  p[3] = q.w;
}

/// glm::lerp takes no turn of its own.
template <typename T> glm::qua<T> nlerp(const glm::qua<T> &a, const glm::qua<T> &b, T t) {
  const T sign = glm::dot(a, b) < 0 ? -1 : 1;
  return glm::normalize(a * (1 - t) + b * (t * sign));
}

} // namespace

#define EXPORT(S, T)                                                                                                   \
  void vk_lerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {                                      \
    EACH out[i] = glm::mix(from[i], to[i], progress);                                                                  \
  }                                                                                                                    \
  void vk_lerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {                          \
    EACH out[i] = glm::mix(from[i], to[i], progress[i]);                                                               \
  }                                                                                                                    \
  void vk_lerp_values_##S(const T *from, const T *to, const T *progress, ptrdiff_t components, T *out, ptrdiff_t n) {  \
    lerpValues(from, to, progress, components, out, n);                                                                \
  }

EXPORT(f32, float)
EXPORT(f64, double)

#define EASING(name, function)                                                                                         \
  void vk_easing_##name##_f32(const float *x, float *out, ptrdiff_t n) { EACH out[i] = glm::function(x[i]); }

EASING(quadratic, quadraticEaseInOut)
EASING(quintic, quinticEaseInOut)
EASING(sine, sineEaseInOut)
EASING(exponential, exponentialEaseOut)
EASING(circular, circularEaseOut)
EASING(back, backEaseOut)
EASING(elastic, elasticEaseOut)
EASING(bounce, bounceEaseOut)

#define ROTATIONS(S, T)                                                                                                \
  void vk_slerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {                                     \
    EACH store(glm::slerp(quaternion(from + 4 * i), quaternion(to + 4 * i), progress), out + 4 * i);                   \
  }                                                                                                                    \
  void vk_slerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {                         \
    EACH store(glm::slerp(quaternion(from + 4 * i), quaternion(to + 4 * i), progress[i]), out + 4 * i);                \
  }                                                                                                                    \
  void vk_nlerp_##S(const T *from, const T *to, T progress, T *out, ptrdiff_t n) {                                     \
    EACH store(nlerp(quaternion(from + 4 * i), quaternion(to + 4 * i), progress), out + 4 * i);                        \
  }                                                                                                                    \
  void vk_nlerp_each_##S(const T *from, const T *to, const T *progress, T *out, ptrdiff_t n) {                         \
    EACH store(nlerp(quaternion(from + 4 * i), quaternion(to + 4 * i), progress[i]), out + 4 * i);                     \
  }
ROTATIONS(f32, float)
ROTATIONS(f64, double)

void vk_pack_rgba8_f32(const float *r, const float *g, const float *b, const float *a, uint8_t *out, ptrdiff_t n) {
  auto *pixels = reinterpret_cast<glm::uint *>(out);
  EACH pixels[i] = glm::packUnorm4x8(glm::vec4(r[i], g[i], b[i], a[i]));
}

void vk_unpack_rgba8_f32(const uint8_t *rows, float *r, float *g, float *b, float *a, ptrdiff_t n) {
  const auto *pixels = reinterpret_cast<const glm::uint *>(rows);
  EACH {
    const glm::vec4 color = glm::unpackUnorm4x8(pixels[i]);
    r[i] = color.r;
    g[i] = color.g;
    b[i] = color.b;
    a[i] = color.a;
  }
}

void vk_pack_half_f32(const float *values, uint16_t *out, ptrdiff_t n) { EACH out[i] = glm::packHalf1x16(values[i]); }

void vk_unpack_half_f32(const uint16_t *packed, float *out, ptrdiff_t n) {
  EACH out[i] = glm::unpackHalf1x16(packed[i]);
}

void vk_pack_unorm16_f32(const float *values, uint16_t *out, ptrdiff_t n) {
  EACH out[i] = glm::packUnorm1x16(values[i]);
}

void vk_unpack_unorm16_f32(const uint16_t *packed, float *out, ptrdiff_t n) {
  EACH out[i] = glm::unpackUnorm1x16(packed[i]);
}

void vk_convert_srgb_to_srgb_linear_f32(const float *a, const float *b, const float *c, float *x, float *y, float *z,
                                        ptrdiff_t n) {
  EACH {
    const glm::vec3 light = glm::convertSRGBToLinear(glm::vec3(a[i], b[i], c[i]));
    x[i] = light.x;
    y[i] = light.y;
    z[i] = light.z;
  }
}
