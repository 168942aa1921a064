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

bool vk_cpu_runs_x86_64_v3(void) { return __builtin_cpu_supports("x86-64-v3"); }
bool vk_cpu_runs_x86_64_v4(void) { return __builtin_cpu_supports("x86-64-v4"); }

#else

const vk_kernels *vk_kernels_x86_64_v3(void) { return NULL; }
const vk_kernels *vk_kernels_x86_64_v4(void) { return NULL; }
bool vk_cpu_runs_x86_64_v3(void) { return false; }
bool vk_cpu_runs_x86_64_v4(void) { return false; }

#endif

static const vk_kernels *_Atomic active_kernels;

const vk_kernels *vk_active_kernels(void) { return __c11_atomic_load(&active_kernels, __ATOMIC_ACQUIRE); }
void vk_activate_kernels(const vk_kernels *kernels) {
  __c11_atomic_store(&active_kernels, kernels, __ATOMIC_RELEASE);
}

const char *vk_environment(const char *name) { return getenv(name); }
void vk_warn(const char *message) { fputs(message, stderr); }
