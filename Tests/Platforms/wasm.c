// Makes all calls on WebAssembly without a system: run.mjs provides what there is of one.

#include "calls.h"

#define IMPORT(name) __attribute__((import_module("platform"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

IMPORT("write_records") void import_write_records(const void *bytes, size_t count);
IMPORT("report") void import_report(const char *line);

void write_records(const void *bytes, size_t count) { import_write_records(bytes, count); }
void report(const char *line) { import_report(line); }

static inputs numbers;

EXPORT("inputs_address") void *inputs_address(void) { return &numbers; }
EXPORT("inputs_size") size_t inputs_size(void) { return sizeof numbers; }
EXPORT("current_call") const char *exported_current_call(void) { return current_call(); }
EXPORT("run") bool run(void) { return make_all_calls(&numbers); }
EXPORT("walk") bool run_walk(bool is_of_pixels, uint32_t first, uint32_t step, uint32_t calls, uint32_t count) {
  itinerary way = {.first = first, .step = step, .calls = calls, .count = count, .is_of_pixels = is_of_pixels};
  return walk(&numbers, way);
}

// What compilers call by themselves.

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
