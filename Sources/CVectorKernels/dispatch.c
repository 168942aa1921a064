#include "vk_dispatch.h"

// Each function is in a section of its own, so a program contains only the functions that it calls. On Mach-O this is
// the default.
#if defined(__ELF__)
#define VK_SECTION(name) __attribute__((section(".text.vk_" #name)))
#else
#define VK_SECTION(name)
#endif

#if VK_HAS_X86_64_KERNELS

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VK_NAME(level, build, name, ...) [level] = name,
static const char *const names[] = {[VK_PORTABLE] = "portable", VK_X86_64_LEVELS(VK_NAME)};

// 0 until it is chosen. Threads that come at once all choose the same.
static vk_level level_in_use;

static vk_level best_level(void) {
  vk_cpuid cpu = vk_read_cpuid();
  return vk_level_of(&cpu);
}

static vk_level choose_level(void) {
  vk_level best = best_level(), level = best;
  const char *name = getenv("VECTORKERNELS_ISA");
  if (name) {
    level = VK_PORTABLE;
    while (level <= best && strcmp(names[level], name) != 0) level++;
    if (level > best) {
      fprintf(stderr, "VectorKernels: VECTORKERNELS_ISA=%s is not available here and ignored; available:", name);
      for (level = VK_PORTABLE; level <= best; level++) {
        fprintf(stderr, "%s %s", level > VK_PORTABLE ? "," : "", names[level]);
      }
      fputc('\n', stderr);
      level = best;
    }
  }
  // Unless somebody has asked for another one in the meantime.
  vk_level chosen = 0;
  __atomic_compare_exchange_n(&level_in_use, &chosen, level, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return chosen ? chosen : level;
}

static inline __attribute__((always_inline)) vk_level level(void) {
  vk_level level = __atomic_load_n(&level_in_use, __ATOMIC_RELAXED);
  return __builtin_expect(level != 0, 1) ? level : choose_level();
}

vk_level vk_level_in_use(void) { return level(); }
void vk_use_level(vk_level level) { __atomic_store_n(&level_in_use, level, __ATOMIC_RELAXED); }
bool vk_runs_level(vk_level level) { return level <= best_level(); }

#define VK_DECLARE_BUILD(level, build, text, result, name, parameters, ...) result vk_##name##_##build parameters;
#define VK_JUMP(level, build, text, result, name, parameters, arguments)                                               \
  case level: __attribute__((musttail)) return vk_##name##_##build arguments;
#define VK_CALL(level, build, text, result, name, parameters, arguments)                                               \
  case level: return vk_##name##_##build arguments;

#define VK_DEFINE(result, name, parameters, arguments)                                                                 \
  result vk_##name##_x86_64_v1 parameters;                                                                             \
  VK_X86_64_LEVELS(VK_DECLARE_BUILD, result, name, parameters, arguments)                                              \
  VK_SECTION(name) result vk_##name parameters {                                                                       \
    switch (level()) {                                                                                                 \
      VK_X86_64_LEVELS(VK_JUMP, result, name, parameters, arguments)                                                   \
    default: __attribute__((musttail)) return vk_##name##_x86_64_v1 arguments;                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  VK_SECTION(name##_at) result vk_##name##_at VK_LEVEL_FIRST parameters {                                              \
    switch (level) {                                                                                                   \
      VK_X86_64_LEVELS(VK_CALL, result, name, parameters, arguments)                                                   \
    default: return vk_##name##_x86_64_v1 arguments;                                                                   \
    }                                                                                                                  \
  }
VK_KERNELS(VK_DEFINE)

#else

#if VK_HAS_ARM64_KERNELS
static const vk_level only_level = VK_ARM64;
#else
static const vk_level only_level = VK_PORTABLE;
#endif

vk_level vk_level_in_use(void) { return only_level; }
void vk_use_level(vk_level level) {}
bool vk_runs_level(vk_level level) { return level == only_level; }

#define VK_DEFINE_AT(result, name, parameters, arguments)                                                              \
  VK_SECTION(name##_at) result vk_##name##_at VK_LEVEL_FIRST parameters { return vk_##name arguments; }
VK_KERNELS(VK_DEFINE_AT)

#endif
