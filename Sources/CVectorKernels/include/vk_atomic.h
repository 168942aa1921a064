// Integers that several threads change at once. Swift's own (`Synchronization`) would ask for macOS 15 and iOS 18.

#ifndef VK_ATOMIC_H
#define VK_ATOMIC_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// An integer, 0 at first. What happens before a releasing operation is seen after an acquiring one that finds its
/// result.
typedef struct {
  ptrdiff_t value;
} vk_atomic;

#define VK_ATOMIC_INLINE static inline __attribute__((always_inline, unused))

VK_ATOMIC_INLINE ptrdiff_t vk_atomic_load_acquiring(vk_atomic *atomic) {
  return __atomic_load_n(&atomic->value, __ATOMIC_ACQUIRE);
}
VK_ATOMIC_INLINE void vk_atomic_store(vk_atomic *atomic, ptrdiff_t value) {
  __atomic_store_n(&atomic->value, value, __ATOMIC_RELAXED);
}

/// Adds a number and returns what was there before.
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_add(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_fetch_add(&atomic->value, number, __ATOMIC_RELAXED);
}
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_add_acquiring(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_fetch_add(&atomic->value, number, __ATOMIC_ACQUIRE);
}
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_add_releasing(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_fetch_add(&atomic->value, number, __ATOMIC_RELEASE);
}

/// Acquiring and releasing, puts a number in the place of what was there, and returns that.
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_exchange(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_exchange_n(&atomic->value, number, __ATOMIC_ACQ_REL);
}

/// Acquiring and releasing, replaces `found` by `desired` and returns true. Puts what is there into `found` and returns
/// false where that is something else, and now and then without a reason.
VK_ATOMIC_INLINE bool vk_atomic_exchange_if_equal(vk_atomic *atomic, ptrdiff_t *found, ptrdiff_t desired) {
  return __atomic_compare_exchange_n(&atomic->value, found, desired, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

#pragma clang assume_nonnull end

#endif
