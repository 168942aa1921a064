// The C library's functions that setting up takes, by the compiler's own names for them: the Swift target needs no
// platform's C library by name. No kernel calls them.

#ifndef VK_MATH_H
#define VK_MATH_H

/// The natural logarithm.
static inline __attribute__((always_inline, unused)) double vk_log(double x) { return __builtin_log(x); }

#endif
