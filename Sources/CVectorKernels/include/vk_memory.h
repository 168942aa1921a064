// Hints about memory, which affect only the time of accesses.

#ifndef VK_MEMORY_H
#define VK_MEMORY_H

#pragma clang assume_nonnull begin

/// Asks for the cache line at an address that will soon be written.
static inline __attribute__((always_inline, unused)) void vk_prefetch(const void *address) {
  __builtin_prefetch(address, 1);
}

#pragma clang assume_nonnull end

#endif
