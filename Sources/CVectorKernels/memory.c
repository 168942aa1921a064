#include "vk_memory.h"

#if defined(__linux__)

#include <stdint.h>
#include <sys/mman.h>

void vk_prefer_huge_pages(void *memory, size_t size) {
  // The size of a huge page where pages have 4 KiB, and elsewhere a multiple of a page's size. No huge page is asked
  // for where memory fills only a part of one.
  const uintptr_t alignment = (uintptr_t)2 << 20;
  uintptr_t start = ((uintptr_t)memory + alignment - 1) / alignment * alignment;
  uintptr_t end = ((uintptr_t)memory + size) / alignment * alignment;
  if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
}

#else

void vk_prefer_huge_pages(void *memory, size_t size) {
  (void)memory;
  (void)size;
}

#endif
