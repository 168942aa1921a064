// Decides which x86-64 levels a processor and its operating system run, from the answers of `cpuid` and `xgetbv`.
//
// It checks each feature that generated code uses: `make kernels-check` assembles the code for these features and no
// others.

#include "vk_cpu.h"

#if VK_HAS_X86_64_KERNELS

#include <cpuid.h>

static bool has(uint32_t registers, int bit) { return (registers >> bit & 1) != 0; }

vk_level vk_level_of(const vk_cpuid *cpu) {
  // The operating system keeps the registers of 32 bytes, and those of 64 with their masks.
  bool keeps_ymm = has(cpu->leaf1_ecx, 27) && (cpu->xcr0 & 0x06) == 0x06;
  bool keeps_zmm = keeps_ymm && (cpu->xcr0 & 0xe0) == 0xe0;
  bool x86_64_v3 = keeps_ymm &&
                   has(cpu->leaf1_ecx, 9) &&        // ssse3
                   has(cpu->leaf1_ecx, 12) &&       // fma
                   has(cpu->leaf1_ecx, 19) &&       // sse4.1
                   has(cpu->leaf1_ecx, 20) &&       // sse4.2
                   has(cpu->leaf1_ecx, 22) &&       // movbe
                   has(cpu->leaf1_ecx, 23) &&       // popcnt
                   has(cpu->leaf1_ecx, 28) &&       // avx
                   has(cpu->leaf1_ecx, 29) &&       // f16c
                   has(cpu->leaf7_ebx, 3) &&        // bmi
                   has(cpu->leaf7_ebx, 5) &&        // avx2
                   has(cpu->leaf7_ebx, 8) &&        // bmi2
                   has(cpu->extended_leaf1_ecx, 5); // lzcnt
  bool x86_64_v4 = keeps_zmm &&
                   has(cpu->leaf7_ebx, 16) && // avx512f
                   has(cpu->leaf7_ebx, 17) && // avx512dq
                   has(cpu->leaf7_ebx, 28) && // avx512cd
                   has(cpu->leaf7_ebx, 30) && // avx512bw
                   has(cpu->leaf7_ebx, 31);   // avx512vl
  vk_level highest = VK_PORTABLE;
#define VK_RISE(level, build, ...) \
  if (!build) return highest;      \
  highest = level;
  VK_X86_64_LEVELS(VK_RISE)
  return highest;
}

vk_cpuid vk_read_cpuid(void) {
  vk_cpuid cpu = {0};
  uint32_t eax, ebx, ecx, edx;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) cpu.leaf1_ecx = ecx;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) cpu.leaf7_ebx = ebx;
  if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) cpu.extended_leaf1_ecx = ecx;
  if (has(cpu.leaf1_ecx, 27)) {
    __asm__ volatile("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    cpu.xcr0 = eax;
#if defined(__APPLE__)
    // Darwin begins to keep a thread's 64-byte registers when it first uses one, and shows no bits for them before.
    if (has(cpu.leaf7_ebx, 16)) cpu.xcr0 |= 0xe0;
#endif
  }
  return cpu;
}

#endif
