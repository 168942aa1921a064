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
