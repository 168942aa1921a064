// The levels that kernels are built for, and the one that a processor runs.

#ifndef VK_CPU_H
#define VK_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "vk_builds.h"

/// A build of the kernels. A processor that runs an x86-64 level runs those below it.
typedef int32_t vk_level;
#define VK_PORTABLE 1
#define VK_X86_64_V3 2
#define VK_X86_64_V4 3
#define VK_ARM64 4

#if VK_HAS_X86_64_KERNELS

/// What `cpuid` has in leaves 1, 7 and 0x80000001, and the low half of the extended control register 0.
typedef struct {
  uint32_t leaf1_ecx, leaf7_ebx, extended_leaf1_ecx, xcr0;
} vk_cpuid;

/// Returns what this processor says of itself.
vk_cpuid vk_read_cpuid(void);

/// Returns the highest level that a processor with these words runs.
vk_level vk_level_of(const vk_cpuid *cpu);

#endif

#endif
