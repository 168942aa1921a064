// Integers that several threads change at once. Swift's own (`Synchronization`) would need macOS 15 and iOS 18.

#ifndef VK_ATOMIC_H
#define VK_ATOMIC_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// An integer, 0 at first. Writes before a releasing operation are visible after an acquiring one that finds its
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

/// Adds a number and returns the number before.
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_add(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_fetch_add(&atomic->value, number, __ATOMIC_RELAXED);
}
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_add_acquiring(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_fetch_add(&atomic->value, number, __ATOMIC_ACQUIRE);
}
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_add_releasing(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_fetch_add(&atomic->value, number, __ATOMIC_RELEASE);
}

/// Lets a processor that waits in a loop leave its resources to others for a moment, on x86-64 and arm64.
VK_ATOMIC_INLINE void vk_relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/// Replaces the number and returns the one before, acquiring and releasing.
VK_ATOMIC_INLINE ptrdiff_t vk_atomic_exchange(vk_atomic *atomic, ptrdiff_t number) {
  return __atomic_exchange_n(&atomic->value, number, __ATOMIC_ACQ_REL);
}

/// Replaces `found` by `desired` and returns true, acquiring and releasing. Writes the present number to `found` and
/// returns false if it is another one, and now and then without a reason.
VK_ATOMIC_INLINE bool vk_atomic_exchange_if_equal(vk_atomic *atomic, ptrdiff_t *found, ptrdiff_t desired) {
  return __atomic_compare_exchange_n(&atomic->value, found, desired, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

#pragma clang assume_nonnull end

#endif
