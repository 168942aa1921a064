/*
 * VectorKernels for C: SwiftUI's animation arithmetic, many values per call.
 *
 * - Every function returns a status, except vkn_error_message and those that destroy. The latter return nothing and
 *   accept NULL. VKN_OK is 0; after any other status, vkn_error_message() names the argument and its value, and the
 *   call has changed nothing. No argument stops the program, except a pointer to invalid memory and an object that has
 *   been destroyed. When memory runs out, as for the capacity of an animator, the program stops.
 * - Arrays are a pointer and a count of elements. With a count of 0, the pointer may be NULL. Pointers are aligned as C
 *   aligns their type. An output may be the same array as an input; it may not overlap an input in part.
 * - Values of several components lie in rows, one value after the other, where a call takes them (x0, y0, x1, y1), and
 *   in columns, one component after the other, where it gives them (x0, x1, y0, y1).
 * - Times are in seconds. NaN in one element gives NaN in that element only.
 * - vkn_interpolate..., vkn_curve_value..., vkn_spring... and vkn_pack... allocate no memory. Others allocate at first:
 *   vkn_keyframes_values in the first call for each object, vkn_color_mix_colors... and vkn_oklab... in the first call
 *   of the process, and an animator in its first frames. A call that fails may allocate for its message.
 * - Curves, colour mixes and keyframes never change, so all threads may use them. An animator belongs to one thread at
 *   a time.
 */

#ifndef VECTORKERNELS_H
#define VECTORKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ---- */

/** The outcome of a call: 0, or the kind of its error. */
typedef int32_t vkn_status;

enum {
  VKN_OK = 0,
  /** A pointer that must not be NULL is NULL. */
  VKN_NULL_POINTER = 1,
  /** A count is too large, or isn't that of an object. */
  VKN_BAD_COUNT = 2,
  /** A number is outside its range, or isn't finite. */
  VKN_BAD_NUMBER = 3,
  /** A text can't be parsed. */
  VKN_BAD_TEXT = 4,
  /**
   * A property has been removed, or isn't this animator's. That isn't always noticed: another animator's property may
   * have the same number.
   */
  VKN_STALE_PROPERTY = 5,
};

/**
 * Returns the message of the last error on this thread, such as "vkn_interpolate_f32: to is NULL, but count is 8".
 * Before the first error it is empty. It stays until the next error on this thread.
 */
const char *vkn_error_message(void);

/* ---- Interpolation ---- */

/**
 * Interpolates count elements by one amount: from + amount * (to - from).
 *
 * An amount of 0 gives from exactly and 1 gives to exactly; amounts outside 0...1 extrapolate. Within 0...1 the error
 * is at most 1 ulp of the larger end (1.5 ulp on processors that don't fuse multiply-add).
 */
vkn_status vkn_interpolate_f32(const float *from, const float *to, float amount, float *out, size_t count);
vkn_status vkn_interpolate_f64(const double *from, const double *to, double amount, double *out, size_t count);

/** Interpolates count elements, each by its own amount. */
vkn_status vkn_interpolate_own_f32(
    const float *from, const float *to, const float *amounts, float *out, size_t count);
vkn_status vkn_interpolate_own_f64(
    const double *from, const double *to, const double *amounts, double *out, size_t count);

/* ---- Curves ---- */

/** A timing curve, which maps a progress in 0...1 to an amount. */
typedef struct vkn_curve vkn_curve;

/** Families of easings. */
enum {
  VKN_QUADRATIC = 0,
  VKN_CUBIC = 1,
  VKN_QUARTIC = 2,
  VKN_QUINTIC = 3,
  VKN_SINE = 4,
  VKN_EXPONENTIAL = 5,
  VKN_CIRCULAR = 6,
  /** Overshoots by a tenth. */
  VKN_BACK = 7,
  VKN_ELASTIC = 8,
  VKN_BOUNCE = 9,
};

/** Directions of easings. */
enum {
  VKN_EASE_IN = 0,
  VKN_EASE_OUT = 1,
  VKN_EASE_IN_OUT = 2,
};

/**
 * Creates a cubic Bezier curve, tabulated if that is as exact.
 *
 * x1 and x2 are in 0...1, y1 and y2 any finite numbers.
 */
vkn_status vkn_curve_create_bezier(double x1, double y1, double x2, double y2, vkn_curve **curve);

/**
 * Creates a curve from a CSS easing function: "ease-out", "cubic-bezier(.2, 0, 0, 1)", "steps(4)", "linear(0, .4, 1)".
 * A cubic Bezier curve is tabulated, as by vkn_curve_create_bezier.
 */
vkn_status vkn_curve_create_css(const char *text, vkn_curve **curve);

/**
 * Creates a curve from a family of easings, VKN_QUADRATIC to VKN_BOUNCE, and a direction, VKN_EASE_IN to
 * VKN_EASE_IN_OUT.
 */
vkn_status vkn_curve_create_easing(int32_t family, int32_t direction, vkn_curve **curve);

/** Computes the amount at one progress, in double. */
vkn_status vkn_curve_value(const vkn_curve *curve, double progress, double *amount);

/** Computes the amounts at count progresses. Progresses are clamped to 0...1. */
vkn_status vkn_curve_values(const vkn_curve *curve, const float *progress, float *amounts, size_t count);

void vkn_curve_destroy(vkn_curve *curve);

/* ---- Springs ---- */

/** A damped spring. */
typedef struct vkn_spring {
  /** The undamped period, in seconds, 6.3e-7...6.2e6. */
  double duration;
  /** 0 doesn't bounce, 1 bounces for ever, and below 0, down to -1, the spring creeps. */
  double bounce;
} vkn_spring;

/**
 * Computes the numbers that vkn_spring_positions_f32 needs for start velocities, once for each start.
 *
 * Displacements are start values minus targets; velocities are per second.
 */
vkn_status vkn_spring_sine_amplitudes_f32(
    vkn_spring spring, const float *displacements, const float *velocities, float *sine_amplitudes, size_t count);

/**
 * Computes the positions of count values that a spring moves, each since its own start, in closed form.
 *
 * Before its start a value waits. Floats resolve 1 ms for 4 hours only, so count times from a recent moment. The error
 * is at most 2e-6 of the amplitude for bounces up to 0.95.
 */
vkn_status vkn_spring_positions_f32(
    vkn_spring spring, double time, const float *targets, const float *displacements, const float *sine_amplitudes,
    const float *starts, float *positions, size_t count);

/**
 * Advances count values, and their velocities per second, by a step of a spring, in place.
 *
 * A step of any length is exact, and targets may change between steps.
 */
vkn_status vkn_spring_step_f32(
    vkn_spring spring, double delta_time, float *positions, float *velocities, const float *targets, size_t count);

/* ---- Colours ---- */

/** Parses a colour of CSS, such as "tomato", "#ff6347" or "oklch(.7 .2 30)", to 8-bit sRGB: red, green, blue, alpha. */
vkn_status vkn_color_parse(const char *text, uint8_t rgba8[4]);

/** Pairs of colours, prepared to be mixed in Oklab. */
typedef struct vkn_color_mix vkn_color_mix;

/**
 * Creates pairs from count colours and count others, of 4 bytes each: red, green and blue, not premultiplied, and
 * alpha.
 */
vkn_status vkn_color_mix_create(const uint8_t *from, const uint8_t *to, size_t count, vkn_color_mix **mix);

/** Mixes all pairs by one amount, into 4 bytes each. The count is that of the pairs. */
vkn_status vkn_color_mix_colors(const vkn_color_mix *mix, float amount, uint8_t *rgba8, size_t count);

/** Mixes each pair by its own amount, into 4 bytes each. The count is that of the pairs. */
vkn_status vkn_color_mix_colors_own(const vkn_color_mix *mix, const float *amounts, uint8_t *rgba8, size_t count);

void vkn_color_mix_destroy(vkn_color_mix *mix);

/** Converts count colours of 4 bytes each to columns of Oklab, which an animator of 4 components can move. */
vkn_status vkn_oklab_from_rgba8(
    const uint8_t *rgba8, float *lightness, float *a, float *b, float *alpha, size_t count);

/** Converts columns of Oklab to count colours of 4 bytes each. Components that sRGB lacks are clipped. */
vkn_status vkn_oklab_to_rgba8(
    const float *lightness, const float *a, const float *b, const float *alpha, uint8_t *rgba8, size_t count);

/** Packs columns of sRGB components in 0...1 into count colours of 4 bytes each, clipped and rounded. NaN gives 0. */
vkn_status vkn_pack_rgba8(
    const float *red, const float *green, const float *blue, const float *alpha, uint8_t *rgba8, size_t count);

/* ---- Keyframes ---- */

/** Keyframes of values of 1 to 4 floats, prepared for many instances. */
typedef struct vkn_keyframes vkn_keyframes;

/**
 * Creates keyframes from count times, at least 1, and as many values, in rows.
 *
 * Times ascend in 0...1e9; at two equal times the value jumps. From each value to the next the way is straight, with
 * one of count - 1 curves; curves may be NULL, and each of them too, for steady motion. The results are within 1e-6 of
 * a component's range, plus 4 ulp, of the exact ones. There may be 4096 pieces at most: a straight way is one, and a
 * curve takes a few dozen; the values before the first time and after the last one are one each, as is a wait for the
 * first.
 */
vkn_status vkn_keyframes_create(
    size_t components, const double *times, const float *values, const vkn_curve *const *curves, size_t count,
    vkn_keyframes **keyframes);

/** Gives the time of the last keyframe, in seconds. */
vkn_status vkn_keyframes_duration(const vkn_keyframes *keyframes, double *duration);

/**
 * Computes the values of count instances at a time, each since its own start, in columns: component c of instance i is
 * values[c * count + i].
 *
 * Before the first keyframe and after the last, their values hold. Floats resolve 1 ms for 4 hours only, so count times
 * from a recent moment.
 */
vkn_status vkn_keyframes_values(
    const vkn_keyframes *keyframes, double time, const float *starts, float *values, size_t count);

void vkn_keyframes_destroy(vkn_keyframes *keyframes);

/* ---- Many properties ---- */

/** Many properties of 1 to 4 floats, all evaluated by one call per frame. */
typedef struct vkn_animator vkn_animator;

/** The handle of an animator's property. It is never reused, and never 0. */
typedef uint64_t vkn_property;

/** A motion of properties to their targets. Members that an initialiser leaves out are 0. */
typedef struct vkn_animation {
  /** The curve that they follow, or NULL for a spring, which keeps their velocities. */
  const vkn_curve *curve;
  /** The duration, in seconds: of a curve at least 0, of a spring its undamped period, 6.3e-7...6.2e6. */
  double duration;
  /** The spring's bounce, -1...1. Not used with a curve. */
  double bounce;
  /** The seconds until the first property begins, at least 0. */
  double delay;
  /** The seconds from one property's beginning to the next one's, at least 0. */
  double stagger;
} vkn_animation;

/** The ways in which a run of a property ends. */
enum {
  /** It came to its end. */
  VKN_FINISHED = 0,
  /** Another run replaced it. */
  VKN_REPLACED = 1,
  /** Its property was removed. */
  VKN_REMOVED = 2,
  /** The property was set. */
  VKN_STOPPED = 3,
};

/** The end of a run. */
typedef struct vkn_completion {
  vkn_property property;
  /** VKN_FINISHED to VKN_STOPPED. */
  int32_t reason;
} vkn_completion;

/**
 * Creates an animator.
 *
 * Values have 1 to 4 components. Memory is reserved for capacity properties, at most 2^31 - 1; more may be added.
 */
vkn_status vkn_animator_create(size_t components, size_t capacity, vkn_animator **animator);

/** Destroys an animator and its columns. */
void vkn_animator_destroy(vkn_animator *animator);

/** Adds count properties at rest at their own values, in rows, and gives their handles. Their places are adjacent. */
vkn_status vkn_animator_add(vkn_animator *animator, const float *values, size_t count, vkn_property *properties);

/** Removes properties. Their handles are stale from now on. */
vkn_status vkn_animator_remove(vkn_animator *animator, const vkn_property *properties, size_t count);

/** Sets each property to its own value at once, in rows, and stops its run. */
vkn_status vkn_animator_set(
    vkn_animator *animator, const vkn_property *properties, size_t count, const float *values);

/**
 * Animates each property to its own target, in rows, from where it is.
 *
 * A run in flight is replaced. A property whose target or value isn't finite is at its target in the next frame.
 */
vkn_status vkn_animator_animate(
    vkn_animator *animator, const vkn_property *properties, size_t count, const float *targets,
    const vkn_animation *animation);

/**
 * Plays keyframes once on each property, each property stagger seconds, at least 0, after the one before it.
 *
 * A run in flight is replaced. Keyframes have the animator's number of components.
 */
vkn_status vkn_animator_play(
    vkn_animator *animator, const vkn_property *properties, size_t count, const vkn_keyframes *keyframes,
    double stagger);

/** Advances all properties by seconds, to the next frame. A number that isn't finite changes nothing. */
vkn_status vkn_animator_advance(vkn_animator *animator, double seconds);

/**
 * Lends one component of all properties, by place.
 *
 * The address is that of the animator's own memory, at a multiple of 64 bytes. It holds until a property is added, or
 * the animator destroyed; vkn_animator_advance and the other calls change the numbers there. Read only. Without any
 * property, it may be NULL.
 */
vkn_status vkn_animator_column(
    const vkn_animator *animator, size_t component, const float **values, size_t *count);

/** Gives the place of a property in the columns. It stays the same while the property exists. */
vkn_status vkn_animator_place(const vkn_animator *animator, vkn_property property, size_t *place);

/** Says whether a property has a run, which may still wait for its delay. */
vkn_status vkn_animator_is_animating(const vkn_animator *animator, vkn_property property, bool *is_animating);

/** Says whether nothing moves, so that no frame is needed until something is animated or set. */
vkn_status vkn_animator_is_at_rest(const vkn_animator *animator, bool *is_at_rest);

/**
 * Gives the runs that the last frame reports: those that have ended since the frame before it.
 *
 * At most capacity of them are written; count receives their total. With a capacity of 0, completions may be NULL.
 */
vkn_status vkn_animator_completions(
    const vkn_animator *animator, vkn_completion *completions, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
