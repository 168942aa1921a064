// Plays the scene of Engine.swift on WebAssembly without a system: engine.mjs provides what there is of one, and the
// functions of <math.h>.

#include "engine.h"

#include <stdbool.h>

#define IMPORT(name) __attribute__((import_module("platform"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

IMPORT("write_records") void import_write_records(const void *bytes, size_t count);

void write_records(const void *bytes, size_t count) { import_write_records(bytes, count); }

EXPORT("play") bool play(void) { return play_engine(record_floats) == 0; }

// MARK: What Embedded Swift takes of a C library

extern uint8_t __heap_base;

enum { PAGE = 65536, CLASSES = 32 };

/// What stands before an allocation.
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
  heap_end += (size_t)1 << class;
  size_t have = (size_t)__builtin_wasm_memory_size(0) * PAGE, need = (size_t)heap_end;
  if (need > have && __builtin_wasm_memory_grow(0, (need - have + PAGE - 1) / PAGE) == (size_t)-1) __builtin_trap();
  return found;
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  size_t needed = size + alignment + sizeof(block) + sizeof(block *);
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
