// Makes calls on a machine with a C library:
//
//   main.c INPUTS RECORDS LEVEL                                  all calls
//   main.c INPUTS RECORDS LEVEL few                              a few of each kernel
//   main.c INPUTS RECORDS LEVEL floats FIRST STEP CALLS COUNT    those of a walk over bit patterns
//   main.c INPUTS RECORDS LEVEL pixels FIRST STEP CALLS COUNT    those of a walk over colours of 8 bits
//
// The level `best` is the one that is chosen without being asked; its name is printed. The exit status is 3 where this
// processor doesn't run the level.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "vk_dispatch.h"

#define NAMED(level, build, name, ...) {name, level},
static const struct {
  const char *name;
  vk_level level;
} levels[] = {{"portable", VK_PORTABLE}, VK_X86_64_LEVELS(NAMED) {"arm64", VK_ARM64}};
#define LEVELS (sizeof levels / sizeof *levels)

static inputs numbers;
static FILE *records;

void write_records(const void *bytes, size_t count) {
  if (fwrite(bytes, 1, count, records) == count) return;
  perror("writing records");
  exit(1);
}

void report(const char *line) { fprintf(stderr, "%s\n", line); }

/// Says in which call the process ends.
static void end(int signal) {
  static const char text[] = ": ended by a signal\n";
  const char *call = current_call();
  bool is_said = write(STDERR_FILENO, call, strlen(call)) >= 0 && write(STDERR_FILENO, text, sizeof text - 1) >= 0;
  _exit(is_said ? 1 : signal);
}

static FILE *opened(const char *path, const char *mode) {
  FILE *file = fopen(path, mode);
  if (file != NULL) return file;
  perror(path);
  exit(1);
}

static itinerary itinerary_of(char **arguments) {
  return (itinerary){
    .is_of_pixels = strcmp(arguments[0], "pixels") == 0,
    .first = (uint32_t)strtoul(arguments[1], NULL, 10), .step = (uint32_t)strtoul(arguments[2], NULL, 10),
    .calls = (uint32_t)strtoul(arguments[3], NULL, 10), .count = strtol(arguments[4], NULL, 10),
  };
}

int main(int argc, char **argv) {
  if (argc != 4 && argc != 5 && argc != 9) {
    report("three arguments, the inputs, where the records go and the level, and what else than all calls is made");
    return 1;
  }
  if (strcmp(argv[3], "best") == 0) {
    for (size_t k = 0; k < LEVELS; k++) {
      if (levels[k].level == vk_level_in_use()) puts(levels[k].name);
    }
  } else {
    size_t level = 0;
    while (level < LEVELS && strcmp(levels[level].name, argv[3]) != 0) level++;
    if (level == LEVELS || !vk_runs_level(levels[level].level)) return 3;
    vk_use_level(levels[level].level);
  }

  FILE *file = opened(argv[1], "rb");
  if (fread(&numbers, sizeof numbers, 1, file) != 1 || fgetc(file) != EOF) {
    report("the inputs have another layout here");
    return 1;
  }
  fclose(file);
  records = opened(argv[2], "wb");
  int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
  for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) signal(signals[k], end);
  bool is_right = argc == 9   ? walk(&numbers, itinerary_of(&argv[4]))
                  : argc == 5 ? make_a_few_calls(&numbers)
                              : make_all_calls(&numbers);
  if (fclose(records) != 0) {
    perror(argv[2]);
    return 1;
  }
  return is_right ? 0 : 1;
}
