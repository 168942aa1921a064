// Columns so long that kernels begin at a multiple of a register and write past the caches. Only kernels that are bound
// by memory at some level do; of the others this is nothing new.

#include "calls.h"

/// The bytes of all columns of a call.
static const ptrdiff_t total = VK_STREAM_BYTES + 12345;

#define LERPS(element, number, type)                                                                                   \
  static void interpolate_##element(void) {                                                                            \
    {                                                                                                                  \
      ptrdiff_t n = total / (3 * (ptrdiff_t)sizeof(number));                                                           \
      number *from = element(ANY, n), *to = element(ANY, n), *out = result(type, n);                                   \
      note("elements", n);                                                                                             \
      CALL(lerp_##element, from, to, (number)PICK(in->amounts), out, n);                                               \
    }                                                                                                                  \
    {                                                                                                                  \
      ptrdiff_t n = total / (4 * (ptrdiff_t)sizeof(number));                                                           \
      number *from = element(ANY, n), *to = element(ANY, n), *amount = element(BEYOND, n), *out = result(type, n);     \
      note("elements", n);                                                                                             \
      CALL(lerp_each_##element, from, to, amount, out, n);                                                             \
    }                                                                                                                  \
    {                                                                                                                  \
      /* The kernel counts amounts as if each component had one. */                                                    \
      ptrdiff_t n = total / (9 * (ptrdiff_t)sizeof(number));                                                           \
      number *from = element(ANY, 3 * n), *to = element(ANY, 3 * n), *amount = element(BEYOND, n);                     \
      number *out = result(type, 3 * n);                                                                               \
      note("elements", n);                                                                                             \
      CALL(lerp_values_##element, from, to, amount, 3, out, n);                                                        \
    }                                                                                                                  \
    for (ptrdiff_t k = 3; k < 5; k++) {                                                                                \
      static const int columns[] = {ANY, LARGE, BEYOND, ANY};                                                          \
      ptrdiff_t n = total / ((k + 1) * (ptrdiff_t)sizeof(number)), stride = n + 16;                                    \
      number *inputs = element##_columns(columns, k, stride, n), *weights = shared_##element(BEYOND, k);               \
      number *out = fresh(type, n);                                                                                    \
      note("elements", n);                                                                                             \
      CALL(blend_##element, inputs, stride, weights, k, out, n);                                                       \
    }                                                                                                                  \
    {                                                                                                                  \
      ptrdiff_t n = total / (3 * (ptrdiff_t)sizeof(number));                                                           \
      number *from = element(LARGE, n), *to = element(HUE, n), *out = result(type, n);                                 \
      note("elements", n);                                                                                             \
      CALL(nearest_angles_##element, from, to, PICK(in->turns), out, n);                                               \
    }                                                                                                                  \
  }

#define MOVES(element, number, type)                                                                                   \
  static void interleave_##element(void) {                                                                             \
    static const ptrdiff_t counts[] = {1, 2, 3, 4, 5, 6, 8, 16};                                                       \
    static const int columns[] = {[0 ... 15] = ANY};                                                                   \
    for (int k = 0; k < 8; k++) {                                                                                      \
      ptrdiff_t components = counts[k], n = total / (2 * components * (ptrdiff_t)sizeof(number)), stride = n + 16;     \
      number *from = element##_columns(columns, components, stride, n), *rows = fresh(type, n * components);           \
      note("elements", n);                                                                                             \
      note("components", components);                                                                                  \
      CALL(interleave_##element, from, stride, components, rows, n);                                                   \
    }                                                                                                                  \
    ptrdiff_t n = total / (2 * (ptrdiff_t)sizeof(number));                                                             \
    number *rows = element(ANY, n), *column = fresh(type, n);                                                          \
    note("elements", n);                                                                                               \
    CALL(deinterleave_##element, rows, 1, column, n, n);                                                               \
  }

#define SPRINGS(element, number, type)                                                                                 \
  static void spring_##element(void) {                                                                                 \
    {                                                                                                                  \
      ptrdiff_t n = total / (5 * (ptrdiff_t)sizeof(number));                                                           \
      number *displacement = element(ANY, n), *velocity = element(ANY, n), *decay = element(DECAY, n);                 \
      number *frequency = element(RATE, n), *out = result(type, n);                                                    \
      note("elements", n);                                                                                             \
      CALL(spring_sine_amplitude_##element, displacement, velocity, decay, frequency, out, n);                         \
    }                                                                                                                  \
    {                                                                                                                  \
      ptrdiff_t n = total / (4 * (ptrdiff_t)sizeof(number));                                                           \
      number *displacement = element(ANY, n), *velocity = element(ANY, n), *out = result(type, n);                     \
      note("elements", n);                                                                                             \
      CALL(spring_shared_sine_amplitude_##element, displacement, velocity, 3.1, 0.06, out, n);                         \
    }                                                                                                                  \
    {                                                                                                                  \
      const double *shared = in->matrices[0];                                                                          \
      number matrix[4] = {(number)shared[0], (number)shared[1], (number)shared[2], (number)shared[3]};                 \
      ptrdiff_t n = total / (5 * (ptrdiff_t)sizeof(number));                                                           \
      number *target = element(ANY, n), *positions = also_result(element(ANY, n));                                     \
      number *velocities = also_result(element(ANY, n));                                                               \
      note("elements", n);                                                                                             \
      CALL(spring_step_##element, matrix, target, positions, velocities, n);                                           \
    }                                                                                                                  \
  }

#define STREAMED_SPRINGS(element, number, type)                                                                        \
  static void streamed_springs_##element(void) {                                                                       \
    {                                                                                                                  \
      ptrdiff_t n = total / (7 * (ptrdiff_t)sizeof(number));                                                           \
      number *target = element(ANY, n), *displacement = element(ANY, n), *sine_amplitude = element(ANY, n);            \
      number *decay = element(DECAY, n), *frequency = element(FREQUENCY, n), *start = element(START, n);               \
      number *out = result(type, n);                                                                                   \
      note("elements", n);                                                                                             \
      CALL(spring_##element, target, displacement, sine_amplitude, decay, frequency, start, PICK(in->times), out, n);  \
    }                                                                                                                  \
    for (int spring = 0; spring < 2; spring++) {                                                                       \
      ptrdiff_t n = total / (5 * (ptrdiff_t)sizeof(number));                                                           \
      number *target = element(ANY, n), *displacement = element(ANY, n), *sine_amplitude = element(ANY, n);            \
      number *start = element(START, n), *out = result(type, n);                                                       \
      note("elements", n);                                                                                             \
      note("spring", spring);                                                                                          \
      CALL(spring_shared_##element, target, displacement, sine_amplitude, start, in->springs[spring][0],               \
           in->springs[spring][1], PICK(in->times), out, n);                                                           \
    }                                                                                                                  \
    for (int spring = 0; spring < 2; spring++) {                                                                       \
      ptrdiff_t n = total / (6 * (ptrdiff_t)sizeof(number));                                                           \
      number *target = element(ANY, n), *displacement = element(ANY, n), *sine_amplitude = element(ANY, n);            \
      number *start = element(START, n), *positions = result(type, n), *velocities = result(type, n);                  \
      note("elements", n);                                                                                             \
      note("spring", spring);                                                                                          \
      CALL(spring_shared_motion_##element, target, displacement, sine_amplitude, start, in->springs[spring][0],        \
           in->springs[spring][1], PICK(in->times), positions, velocities, n);                                         \
    }                                                                                                                  \
    {                                                                                                                  \
      ptrdiff_t n = total / (8 * (ptrdiff_t)sizeof(number));                                                           \
      number *target = element(ANY, n), *displacement = element(ANY, n), *sine_amplitude = element(ANY, n);            \
      number *decay = element(DECAY, n), *frequency = element(FREQUENCY, n), *start = element(START, n);               \
      number *positions = result(type, n), *velocities = result(type, n);                                              \
      note("elements", n);                                                                                             \
      CALL(spring_motion_##element, target, displacement, sine_amplitude, decay, frequency, start, PICK(in->times),    \
           positions, velocities, n);                                                                                  \
    }                                                                                                                  \
    {                                                                                                                  \
      ptrdiff_t n = total / (6 * (ptrdiff_t)sizeof(number));                                                           \
      number *decay = element(DECAY, n), *frequency = element(FREQUENCY, n), *xx = result(type, n);                    \
      number *xv = result(type, n), *vx = fresh(type, n), *vv = fresh(type, n);                                        \
      note("elements", n);                                                                                             \
      CALL(spring_transition_##element, decay, frequency, PICK(in->times) / 100, xx, xv, vx, vv, n);                   \
    }                                                                                                                  \
  }

LERPS(f32, float, 'f')
LERPS(f64, double, 'd')
MOVES(f32, float, 'I')
MOVES(f64, double, 'Q')
SPRINGS(f32, float, 'f')
SPRINGS(f64, double, 'd')
STREAMED_SPRINGS(f32, float, 'f')
STREAMED_SPRINGS(f64, double, 'd')

static void pack(void) {
  {
    ptrdiff_t n = total / (5 * (ptrdiff_t)sizeof(float));
    float *r = f32(LIGHT, n), *g = f32(LIGHT, n), *b = f32(LIGHT, n), *a = f32(BEYOND, n);
    // Rows of four bytes as one integer, so that they may begin at any multiple of four bytes.
    uint8_t *rows = fresh('I', n);
    note("elements", n);
    CALL(pack_rgba8_f32, r, g, b, a, VK_ALPHA_LIMITED_PRODUCT, rows, 4, n);
  }
  {
    ptrdiff_t n = total / (3 * (ptrdiff_t)sizeof(float));
    float *values = f32(BEYOND, n), *reversed = f32(FLAG, n), *out = result('f', n);
    note("elements", n);
    CALL(reverse_f32, values, reversed, out, n);
  }
}

static void baked_curves(void) {
  for (int curve = 0; curve < 4; curve++) {
    ptrdiff_t n = total / (2 * (ptrdiff_t)sizeof(float));
    float *x = f32(BEYOND, n), *out = result('f', n);
    note("elements", n);
    note("curve", curve);
    CALL(bezier_baked_f32, &in->baked[curve], x, out, 1, n);
  }
}

static void long_calls(void) {
  interpolate_f32();
  interpolate_f64();
  interleave_f32();
  interleave_f64();
  spring_f32();
  spring_f64();
  pack();
  baked_curves();
  streamed_springs_f32();
  streamed_springs_f64();
}

void call_long(void) {
  // The count is each call's own. Aligned, and not; in place where kernels then don't write past the caches.
  in_manner((manner){.count = 1 << 20, .values = ORDINARY}, long_calls);
  in_manner((manner){.count = 1 << 20, .values = ORDINARY, .shift = 1, .pick = 2}, long_calls);
  in_manner((manner){.count = 1 << 20, .values = ORDINARY, .shift = 1, .over = 1, .pick = 1}, long_calls);
}
