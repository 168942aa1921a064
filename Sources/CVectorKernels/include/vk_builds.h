// Whether there are generated kernels for the processor and object format that this is compiled for. Elsewhere the
// kernels' Swift source is compiled: Sources/PortableKernels asks the same by `#if`. C and assembly include this.
//
// Defined for Swift and C alike, VECTORKERNELS_FROM_SOURCE has the source compiled everywhere, for sanitizers to see into.

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
