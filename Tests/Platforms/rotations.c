// Rotations in rows and in columns, and pairs of transforms.

#include "calls.h"

// Quaternions are of length 1.

static const int quaternion[] = {QUATERNION_X, QUATERNION_Y, QUATERNION_Z, QUATERNION_W};

#define ROTATE_ROWS(kernel)                                                                                            \
  do {                                                                                                                 \
    float *from = f32(QUATERNIONS, 4 * n), *to = f32(QUATERNIONS, 4 * n), *out = result('f', 4 * n);                   \
    require_ordinary_numbers();                                                                                        \
    CALL(kernel##_f32, from, to, PICK(in->amounts), out, n);                                                           \
  } while (0);                                                                                                         \
  do {                                                                                                                 \
    float *from = f32(QUATERNIONS, 4 * n), *to = f32(QUATERNIONS, 4 * n), *amount = f32(BEYOND, n);                    \
    float *out = result('f', 4 * n);                                                                                   \
    require_ordinary_numbers();                                                                                        \
    CALL(kernel##_each_f32, from, to, amount, out, n);                                                                 \
  } while (0)

#define ROTATE_COLUMNS(kernel)                                                                                         \
  do {                                                                                                                 \
    float *from = f32_columns(quaternion, 4, stride, n), *to = f32_columns(quaternion, 4, other_stride, n);            \
    float *out = result_columns('f', 4, stride, n);                                                                    \
    require_ordinary_numbers();                                                                                        \
    CALL(kernel##_columns_f32, from, stride, to, other_stride, PICK(in->amounts), out, stride, n);                     \
  } while (0);                                                                                                         \
  do {                                                                                                                 \
    float *from = f32_columns(quaternion, 4, stride, n), *to = f32_columns(quaternion, 4, other_stride, n);            \
    float *amount = f32(BEYOND, n), *out = result_columns('f', 4, stride, n);                                          \
    require_ordinary_numbers();                                                                                        \
    CALL(kernel##_columns_each_f32, from, stride, to, other_stride, amount, out, stride, n);                           \
  } while (0)

/// In Double, with one amount and with an own one for each.
#define ROTATE_DOUBLES(kernel)                                                                                         \
  for (ptrdiff_t step = 0; step <= 1; step++) {                                                                        \
    double *from = f64(QUATERNIONS, 4 * n), *to = f64(QUATERNIONS, 4 * n), *out = result('d', 4 * n);                  \
    const double *amount = step == 0 ? shared_f64(BEYOND, 1) : f64(BEYOND, n);                                         \
    note("own amounts", (int)step);                                                                                    \
    require_ordinary_numbers();                                                                                        \
    CALL(kernel##_f64, from, to, amount, step, out, n);                                                                \
  }                                                                                                                    \
  for (ptrdiff_t step = 0; step <= 1; step++) {                                                                        \
    double *from = f64_columns(quaternion, 4, stride, n), *to = f64_columns(quaternion, 4, other_stride, n);           \
    double *out = result_columns('d', 4, stride, n);                                                                   \
    const double *amount = step == 0 ? shared_f64(BEYOND, 1) : f64(BEYOND, n);                                         \
    note("own amounts", (int)step);                                                                                    \
    require_ordinary_numbers();                                                                                        \
    CALL(kernel##_columns_f64, from, stride, to, other_stride, amount, step, out, stride, n);                          \
  }

static void rotations(void) {
  ptrdiff_t n = now.count, stride = n + 1, other_stride = n + 5;
  ROTATE_ROWS(slerp);
  ROTATE_ROWS(nlerp);
  ROTATE_COLUMNS(slerp);
  ROTATE_COLUMNS(nlerp);
  ROTATE_DOUBLES(slerp)
  ROTATE_DOUBLES(nlerp)
}

/// A pair in the plane; angles are in quarter turns.
static const int parts_2d[18] = {
  [0 ... 3] = ANY, [4] = FREQUENCY, [5 ... 12] = ANY, [13] = FREQUENCY, [14 ... 17] = ANY,
};
/// A pair in space.
static const int parts_3d[35] = {
  [0 ... 12] = ANY,
  [13] = QUATERNION_X, [14] = QUATERNION_Y, [15] = QUATERNION_Z, [16] = QUATERNION_W,
  [17 ... 29] = ANY,
  [30] = QUATERNION_X, [31] = QUATERNION_Y, [32] = QUATERNION_Z, [33] = QUATERNION_W,
  [34] = SQUARED_ANGLE,
};

/// As rows, for which the kernels' stride is 0, or as columns.
static float *matrices(ptrdiff_t components, ptrdiff_t stride) {
  return stride == 0 ? fresh('f', components * now.count) : fresh_columns('f', components, stride, now.count);
}

static void transforms(void) {
  ptrdiff_t n = now.count, stride = n + 2;
  for (ptrdiff_t out_stride = 0; out_stride <= n + 4; out_stride += n + 4) {
    for (ptrdiff_t step = 0; step <= 1; step++) {
      float *pairs = f32_columns(parts_2d, 18, stride, n), *out = matrices(6, out_stride);
      const float *amount = step == 0 ? shared_f32(BEYOND, 1) : f32(BEYOND, n);
      note("columns", out_stride > 0);
      note("own amounts", (int)step);
      CALL(mix_transforms_2d_f32, pairs, stride, amount, step, out, out_stride, n);
    }
    for (ptrdiff_t step = 0; step <= 1; step++) {
      float *pairs = f32_columns(parts_3d, 35, stride, n), *out = matrices(16, out_stride);
      const float *amount = step == 0 ? shared_f32(BEYOND, 1) : f32(BEYOND, n);
      note("columns", out_stride > 0);
      note("own amounts", (int)step);
      require_ordinary_numbers();
      CALL(mix_transforms_3d_f32, pairs, stride, amount, step, out, out_stride, n);
    }
  }
}

void call_rotations(void) {
  in_every_manner(rotations);
  in_every_manner(transforms);
}
