// The levels that kernels are built for, and the one that a processor runs.

#ifndef VK_CPU_H
#define VK_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "vk_builds.h"

/// The levels that kernels are built for on x86-64 besides the portable one, lowest first, one for each line. `make
/// kernels` reads them too. X is given a level's name
///
///   - in C and Swift;
///   - as a build: the file of its assembly less `.S`, the end of its functions' names, and the condition in cpu.c;
///   - by users, by VECTORKERNELS_ISA and by the compiler's -march;
///
/// and then the list's additional arguments. The portable build is x86_64_v1.
#define VK_X86_64_LEVELS(X, ...)                       \
  X(VK_X86_64_V3, x86_64_v3, "x86-64-v3", __VA_ARGS__) \
  X(VK_X86_64_V4, x86_64_v4, "x86-64-v4", __VA_ARGS__)

/// A build of the kernels. A processor that runs an x86-64 level runs those below it.
#define VK_ENUMERATOR(level, ...) level,
typedef enum : int32_t { VK_PORTABLE = 1, VK_X86_64_LEVELS(VK_ENUMERATOR) VK_ARM64 } vk_level;
#undef VK_ENUMERATOR

#if VK_HAS_X86_64_KERNELS

/// The answers of `cpuid` in leaves 1, 7 and 0x80000001, and the low half of the extended control register 0.
typedef struct {
  uint32_t leaf1_ecx, leaf7_ebx, extended_leaf1_ecx, xcr0;
} vk_cpuid;

/// Returns this processor's answers.
vk_cpuid vk_read_cpuid(void);

/// Returns the highest level that a processor with these words runs.
vk_level vk_level_of(const vk_cpuid *cpu);

#endif

#endif
