#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // for the processors of a set
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
