// Plays the scene of Engine.swift on a machine with a C library: engine RECORDS

#include "engine.h"

#include <stdio.h>

static FILE *records;

void write_records(const void *bytes, size_t count) {
  if (fwrite(bytes, 1, count, records) != count) perror("writing records");
}

int main(int argc, char **argv) {
  if (argc != 2 || (records = fopen(argv[1], "wb")) == NULL) {
    perror("one argument, where the records go");
    return 1;
  }
  int failed = play_engine(record_floats);
  return fclose(records) != 0 || failed != 0;
}
