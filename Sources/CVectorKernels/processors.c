#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // for sets of processors
#endif

#include "vk_processors.h"

#if defined(_WIN32)

#include <windows.h>

int vk_processor_count(void) {
  DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
  return count > 0 ? (int)count : 1;
}

#elif defined(__unix__) || defined(__APPLE__)

#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

int vk_processor_count(void) {
#if defined(__linux__)
  // Counts the processors to which the process is confined. This fails if there are more than 1024, the capacity of a
  // set.
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}

#else

int vk_processor_count(void) { return 1; }

#endif

#if defined(__linux__)

int vk_current_processor(void) { return sched_getcpu(); }

void vk_avoid_processor(int processor) {
  static _Thread_local int avoided = -1;
  // The processors to which the thread is confined, and those on which it runs while it avoids one of them.
  static _Thread_local cpu_set_t all, others;
  if (processor == avoided) return;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return;
  // If somebody else has confined the thread in the meantime, that holds.
  if (avoided < 0 || !CPU_EQUAL(&set, &others)) all = set;
  others = all;
  avoided = -1;
  if (processor >= 0 && CPU_ISSET(processor, &all) && CPU_COUNT(&all) > 1) {
    CPU_CLR(processor, &others);
    avoided = processor;
  }
  sched_setaffinity(0, sizeof others, &others);
}

#else

int vk_current_processor(void) { return -1; }

void vk_avoid_processor(int processor) { (void)processor; }

#endif
