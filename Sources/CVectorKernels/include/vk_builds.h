// Says whether there are generated kernels for the target's processor and object format. On other targets the kernels'
// Swift source is compiled: Sources/PortableKernels has the same condition as `#if`. C and assembly include this file.
//
// If VECTORKERNELS_FROM_SOURCE is defined, for Swift and C alike, the source is compiled on all targets, so that
// sanitizers see into the kernels.

#ifndef VK_BUILDS_H
#define VK_BUILDS_H

#if defined(__x86_64__) && defined(__LP64__) && !defined(_WIN32) && !defined(VECTORKERNELS_FROM_SOURCE)
#define VK_HAS_X86_64_KERNELS 1
#else
#define VK_HAS_X86_64_KERNELS 0
#endif

#if defined(__aarch64__) && defined(__LP64__) && !defined(__AARCH64EB__) && !defined(_WIN32) && \
    !defined(VECTORKERNELS_FROM_SOURCE)
#define VK_HAS_ARM64_KERNELS 1
#else
#define VK_HAS_ARM64_KERNELS 0
#endif

#endif
