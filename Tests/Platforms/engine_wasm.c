// Plays the scene of Engine.swift on WebAssembly without a system: engine.mjs provides what there is of one, and the
// functions of <math.h>.

#include "engine.h"

#include <stdbool.h>

#define IMPORT(name) __attribute__((import_module("platform"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

IMPORT("write_records") void import_write_records(const void *bytes, size_t count);

void write_records(const void *bytes, size_t count) { import_write_records(bytes, count); }

EXPORT("play") bool play(void) { return play_engine(record_floats) == 0; }
