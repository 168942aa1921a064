// The functions of a C library that Swift and compilers call, for WebAssembly without a system: memory, and bytes for hashing.

#include <stddef.h>
#include <stdint.h>

extern uint8_t __heap_base;

enum { PAGE = 65536, CLASSES = 32 };

/// The header before an allocation.
typedef struct block {
  struct block *next;
  uint32_t class;
} block;

/// Free blocks of 2^class bytes.
static block *free_blocks[CLASSES];
static uint8_t *heap_end;

static block *take_block(uint32_t class) {
  block *found = free_blocks[class];
  if (found != NULL) {
    free_blocks[class] = found->next;
    return found;
  }
  if (heap_end == NULL) heap_end = (uint8_t *)(((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15);
  found = (block *)heap_end;
  size_t bytes = (size_t)1 << class;
  if (bytes > UINTPTR_MAX - (uintptr_t)heap_end) __builtin_trap();
  heap_end += bytes;
  size_t have = (size_t)__builtin_wasm_memory_size(0) * PAGE, need = (size_t)heap_end;
  if (need > have && __builtin_wasm_memory_grow(0, (need - have + PAGE - 1) / PAGE) == (size_t)-1) __builtin_trap();
  return found;
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  size_t extra = alignment + sizeof(block) + sizeof(block *), most = (size_t)1 << 31;
  // ENOMEM
  if (extra > most || size > most - extra) return 12;
  size_t needed = size + extra;
  uint32_t class = 5;
  while (((size_t)1 << class) < needed) class++;
  block *found = take_block(class);
  found->class = class;
  uintptr_t first = (uintptr_t)(found + 1) + sizeof(block *);
  uintptr_t place = (first + alignment - 1) & ~(uintptr_t)(alignment - 1);
  ((block **)place)[-1] = found;
  *out = (void *)place;
  return 0;
}

void free(void *allocation) {
  if (allocation == NULL) return;
  block *found = ((block **)allocation)[-1];
  found->next = free_blocks[found->class];
  free_blocks[found->class] = found;
}

/// Fills bytes for hashing. Nothing here depends on them.
void arc4random_buf(void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)(i * 151 + 7);
}

// MARK: What compilers call by themselves

void *memcpy(void *to, const void *from, size_t count) {
  uint8_t *bytes = to;
  const uint8_t *source = from;
  for (size_t i = 0; i < count; i++) bytes[i] = source[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  uint8_t *bytes = to;
  const uint8_t *source = from;
  if (bytes <= source) return memcpy(to, from, count);
  for (size_t i = count; i > 0; i--) bytes[i - 1] = source[i - 1];
  return to;
}

void *memset(void *to, int value, size_t count) {
  uint8_t *bytes = to;
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)value;
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *first = a, *second = b;
  for (size_t i = 0; i < count; i++) {
    if (first[i] != second[i]) return first[i] < second[i] ? -1 : 1;
  }
  return 0;
}
