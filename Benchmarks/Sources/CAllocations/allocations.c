// The program's own malloc and its companions, in place of the C library's, which do the work.

#include "allocations.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static _Atomic int64_t count, bytes;

static void *counted(void *memory) {
  if (memory != NULL) {
    __c11_atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
    __c11_atomic_fetch_add(&bytes, (int64_t)malloc_usable_size(memory), __ATOMIC_RELAXED);
  }
  return memory;
}

static void uncounted(void *memory) {
  if (memory != NULL) __c11_atomic_fetch_sub(&bytes, (int64_t)malloc_usable_size(memory), __ATOMIC_RELAXED);
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t n, size_t size) { return counted(__libc_calloc(n, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *found = counted(__libc_memalign(alignment, size));
  if (found == NULL) return ENOMEM;
  *memory = found;
  return 0;
}

void *realloc(void *memory, size_t size) {
  uncounted(memory);
  return counted(__libc_realloc(memory, size));
}

void free(void *memory) {
  uncounted(memory);
  __libc_free(memory);
}

bool allocations_are_counted(void) { return true; }
int64_t allocations_count(void) { return __c11_atomic_load(&count, __ATOMIC_RELAXED); }
int64_t allocations_bytes(void) { return __c11_atomic_load(&bytes, __ATOMIC_RELAXED); }

#else

bool allocations_are_counted(void) { return false; }
int64_t allocations_count(void) { return 0; }
int64_t allocations_bytes(void) { return 0; }

#endif
