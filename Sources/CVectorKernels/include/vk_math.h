// The C library's functions for preparation and single values, by the compiler's own names for them, so the Swift
// target needn't name any platform's C library. No kernel calls them.

#ifndef VK_MATH_H
#define VK_MATH_H

/// The natural logarithm.
static inline __attribute__((always_inline, unused)) double vk_log(double x) { return __builtin_log(x); }

/// The logarithm to base 2.
static inline __attribute__((always_inline, unused)) double vk_log2(double x) { return __builtin_log2(x); }

/// e to a power, less 1.
static inline __attribute__((always_inline, unused)) double vk_expm1(double x) { return __builtin_expm1(x); }

/// 2 to a power.
static inline __attribute__((always_inline, unused)) double vk_exp2(double x) { return __builtin_exp2(x); }

/// A number to a power.
static inline __attribute__((always_inline, unused)) double vk_pow(double x, double power) {
  return __builtin_pow(x, power);
}

/// The cube root, of either sign.
static inline __attribute__((always_inline, unused)) double vk_cbrt(double x) { return __builtin_cbrt(x); }

/// The angle of a point, in radians.
static inline __attribute__((always_inline, unused)) double vk_atan2(double y, double x) {
  return __builtin_atan2(y, x);
}

/// Sine, cosine, arcsine and arccosine, in radians.
static inline __attribute__((always_inline, unused)) double vk_sin(double x) { return __builtin_sin(x); }
static inline __attribute__((always_inline, unused)) double vk_cos(double x) { return __builtin_cos(x); }
static inline __attribute__((always_inline, unused)) double vk_asin(double x) { return __builtin_asin(x); }
static inline __attribute__((always_inline, unused)) double vk_acos(double x) { return __builtin_acos(x); }

#endif
