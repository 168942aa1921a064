// Hints about memory, which affect only the time of accesses.

#ifndef VK_MEMORY_H
#define VK_MEMORY_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Asks for the cache line at an address that will soon be written.
static inline __attribute__((always_inline, unused)) void vk_prefetch(const void *address) {
  __builtin_prefetch(address, 1);
}

/// Asks the system to put memory of `size` bytes on huge pages. Memory that has been written may stay where it is.
/// Systems other than Linux ignore the call.
void vk_prefer_huge_pages(void *memory, size_t size);

#pragma clang assume_nonnull end

#endif
