// The build of the kernels that this process calls.
//
// Where the kernels are generated for several levels, each function of vk_kernels.h jumps to the build for the level in
// use. Elsewhere there is one build, and the functions are its own.

#ifndef VK_DISPATCH_H
#define VK_DISPATCH_H

#include "vk_cpu.h"
#include "vk_kernels.h"

#pragma clang assume_nonnull begin

/// Returns the level in use. The first call of this function or of a kernel chooses it: the highest that the processor
/// runs, or the one that the environment variable VECTORKERNELS_ISA names.
vk_level vk_level_in_use(void);

/// Makes the process use a level from the next call of a kernel on. This processor must run it.
void vk_use_level(vk_level level);

/// Returns whether kernels were built for a level and this processor runs it.
bool vk_runs_level(vk_level level);

/// Each kernel at a level, `vk_lerp_f32_at` for vk_lerp_f32: for calls of several kernels, which must all be of one
/// level, even if other code activates another level meanwhile. Where there is one build, the level makes no
/// difference.
#define VK_LEVEL_FIRST(...) (vk_level level, __VA_ARGS__)
#define VK_DECLARE_AT(result, name, parameters, arguments) result vk_##name##_at VK_LEVEL_FIRST parameters;
VK_KERNELS(VK_DECLARE_AT)
#undef VK_DECLARE_AT

#pragma clang assume_nonnull end

#endif
