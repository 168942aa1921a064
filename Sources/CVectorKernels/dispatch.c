// Which generated builds exist in this object, which the CPU runs, and which is in use.

#include "vk_kernels.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__) && defined(__ELF__)

#define VK_DECLARE_V3(result, name, parameters) result vk_##name##_x86_64_v3 parameters;
#define VK_DECLARE_V4(result, name, parameters) result vk_##name##_x86_64_v4 parameters;
#define VK_ENTRY_V3(result, name, parameters) .name = vk_##name##_x86_64_v3,
#define VK_ENTRY_V4(result, name, parameters) .name = vk_##name##_x86_64_v4,

VK_KERNELS(VK_DECLARE_V3)
VK_KERNELS(VK_DECLARE_V4)

const vk_kernels *vk_kernels_x86_64_v3(void) {
  static const vk_kernels kernels = {VK_KERNELS(VK_ENTRY_V3)};
  return &kernels;
}

const vk_kernels *vk_kernels_x86_64_v4(void) {
  static const vk_kernels kernels = {VK_KERNELS(VK_ENTRY_V4)};
  return &kernels;
}

// Feature by feature: the compiler knows the levels by name, but asks a table for them that older runtime libraries
// lack.
bool vk_cpu_runs_x86_64_v3(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c") && __builtin_cpu_supports("popcnt");
}
bool vk_cpu_runs_x86_64_v4(void) {
  return vk_cpu_runs_x86_64_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

#else

const vk_kernels *vk_kernels_x86_64_v3(void) { return NULL; }
const vk_kernels *vk_kernels_x86_64_v4(void) { return NULL; }
bool vk_cpu_runs_x86_64_v3(void) { return false; }
bool vk_cpu_runs_x86_64_v4(void) { return false; }

#endif

const vk_kernels *vk_active_kernels_pointer;

const char *vk_environment(const char *name) { return getenv(name); }
void vk_warn(const char *message) { fputs(message, stderr); }
