// The C interface of another animation library, built as a shared library and measured beside the package's animator.
// `bench scenes` loads `scenes-*.so` and calls the functions for tweens, `bench lottie` loads `lottie-*.so` and calls
// those for files. README.md in this directory says how to build one.

#ifndef VK_ANIMATION_PEER_H
#define VK_ANIMATION_PEER_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define VK_ANIMATION_PEER_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define VK_ANIMATION_PEER_EXPORT __attribute__((visibility("default")))
#endif

/// The name under which results are reported, such as "qt".
VK_ANIMATION_PEER_EXPORT const char *vk_peer_name(void);

/// Creates objects and begins an animation of each, from zero to the object's target.
///
/// - count: The number of objects.
/// - components: The components of an object's value, 1 or 4.
/// - targets: `components` numbers for each object, object by object.
/// - durations: The duration of each animation in seconds.
/// - elapsed: The seconds that each animation has run for already at time 0, in whole milliseconds.
/// - points: The control points x1, y1, x2 and y2 of the timing curve that all have.
///
/// Returns the objects, for the functions below, or NULL if the library has no value with as many components.
VK_ANIMATION_PEER_EXPORT void *vk_tweens_create(
    ptrdiff_t count, ptrdiff_t components, const double *targets, const double *durations, const double *elapsed,
    const double points[4]);

/// Moves all objects to a time in milliseconds.
VK_ANIMATION_PEER_EXPORT void vk_tweens_move(void *tweens, int32_t milliseconds);

/// Writes `components` numbers for each object, as `targets` has them.
VK_ANIMATION_PEER_EXPORT void vk_tweens_copy(const void *tweens, double *values);

/// Gives the objects back.
VK_ANIMATION_PEER_EXPORT void vk_tweens_destroy(void *tweens);

/// Creates instances of a Lottie file.
///
/// Returns the instances, for the functions below, or NULL if the library can't read the file.
VK_ANIMATION_PEER_EXPORT void *vk_lottie_create(const char *path, ptrdiff_t instances);

/// Returns the number of an instance's frames, at least 1.
VK_ANIMATION_PEER_EXPORT ptrdiff_t vk_lottie_frames(const void *instances);

/// Moves each instance to a frame of its own, at least 0 and less than the number of frames.
///
/// Returns the number of things that are then to be drawn, in all instances.
VK_ANIMATION_PEER_EXPORT ptrdiff_t vk_lottie_move(void *instances, const ptrdiff_t *frames);

/// Gives the instances back.
VK_ANIMATION_PEER_EXPORT void vk_lottie_destroy(void *instances);

#endif
