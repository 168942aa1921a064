// The scene of Engine.swift, and how its values are recorded: as the results of calls are, in calls.h.

#ifndef ENGINE_H
#define ENGINE_H

#include <stddef.h>
#include <stdint.h>

/// Plays the scene. Returns 0, or 1 if a step of it failed.
int32_t play_engine(void (*record)(const char *label, const float *floats, intptr_t count));

/// Writes bytes of a record; the platform provides it.
void write_records(const void *bytes, size_t count);

/// Writes one record: the label, and floats as its only result.
static void record_floats(const char *label, const float *floats, intptr_t count) {
  uint32_t length = 0;
  while (label[length] != 0) length++;
  write_records(&length, sizeof length);
  write_records(label, length);
  uint32_t header[] = {1, 'f', (uint32_t)count};
  write_records(header, sizeof header);
  write_records(floats, (size_t)count * sizeof *floats);
}

#endif
