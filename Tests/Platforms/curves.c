// Timing curves: cubic Beziers, easings, steps and lines.

#include "calls.h"

static void shared_beziers(void) {
  ptrdiff_t n = now.count;
  for (int curve = 0; curve < 3; curve++) {
    {
      float *x = f32(BEYOND, n), *out = result('f', n);
      note("curve", curve);
      CALL(bezier_f32, &in->beziers[curve], x, out, n);
    }
    {
      float *x = f32(BEYOND, n), *out = result('f', n);
      note("curve", curve);
      CALL(bezier_slope_f32, &in->beziers[curve], x, out, n);
    }
    {
      double *x = f64(BEYOND, n), *out = result('d', n);
      note("curve", curve);
      CALL(bezier_f64, &in->double_beziers[curve], x, out, n);
    }
    {
      double *x = f64(BEYOND, n), *out = result('d', n);
      note("curve", curve);
      CALL(bezier_slope_f64, &in->double_beziers[curve], x, out, n);
    }
    {
      float *x = f32(BEYOND, n), *out = result('f', n);
      // A slope of 0, or infinite ones, which the package limits.
      float start_slope = curve == 2 ? 0x1.fffffep127f : (float)curve, end_slope = curve == 1 ? 0 : 0.25f;
      note("curve", curve);
      CALL(bezier_extended_f32, &in->beziers[curve], start_slope, end_slope, x, out, n);
    }
  }
  for (int curve = 0; curve < 4; curve++) {
    for (int32_t streams = 0; streams < 2; streams++) {
      float *x = f32(BEYOND, n), *out = result('f', n);
      note("curve", curve);
      CALL(bezier_baked_f32, &in->baked[curve], x, out, streams, n);
    }
  }
}

static void own_beziers(void) {
  ptrdiff_t n = now.count;
  // Asking for columns that the caller reads next, more than are asked for as well, changes no result.
  for (ptrdiff_t columns = 0; columns <= 12; columns += 3) {
    float *x = f32(BEYOND, n), *x1 = f32(PROGRESS, n), *y1 = f32(BEYOND, n), *x2 = f32(PROGRESS, n);
    float *y2 = f32(BEYOND, n), *out = result('f', n);
    note("next columns", columns);
    CALL(bezier_each_f32, x, x1, y1, x2, y2, out, x, n, columns, n);
  }
  {
    float *x = f32(BEYOND, n), *x1 = f32(PROGRESS, n), *y1 = f32(BEYOND, n), *x2 = f32(PROGRESS, n);
    float *y2 = f32(BEYOND, n), *out = result('f', n);
    CALL(bezier_each_slope_f32, x, x1, y1, x2, y2, out, n);
  }
}

/// Columns of results, which may replace an input, which are to be streamed but whose distance forbids it, and which are
/// streamed.
enum { WAYS = 3 };
static ptrdiff_t stride_of_results(ptrdiff_t n, int way) { return way < 2 ? n + 2 : (n + 2 + 15) / 16 * 16; }

static const int tween_columns[] = {ANY, ANY, LARGE, ANY};

// Members may move to the same column in all components.
static ptrdiff_t stride_of_ends(int curve) { return curve == 3 ? 0 : now.count + 2 + curve; }

static void tweens(int curve, int way) {
  ptrdiff_t n = now.count, stride = n + 2, components = curve + 1, to_stride = stride_of_ends(curve);
  ptrdiff_t out_stride = stride_of_results(n, way);
  float *start = f32(START, n), *from = f32_columns(tween_columns, components, stride, n);
  float *to = f32_columns(tween_columns, to_stride > 0 ? components : 1, to_stride, n);
  float *out = result_columns('f', components, out_stride, n);
  float rate = PICK(in->amounts), time = (float)PICK(in->times);
  note("curve", curve);
  CALL(tween_baked_f32, &in->baked[curve], rate, 0.01f, time, start, from, stride, to, to_stride, out, out_stride,
       components, way > 0, n);
}

static void tweens_of_own_rates(int curve, int way) {
  ptrdiff_t n = now.count, stride = n + 2, components = curve + 1, to_stride = stride_of_ends(curve);
  ptrdiff_t out_stride = stride_of_results(n, way);
  float *start = f32(START, n), *rate = f32(RATE, n), *from = f32_columns(tween_columns, components, stride, n);
  float *to = f32_columns(tween_columns, to_stride > 0 ? components : 1, to_stride, n);
  float *out = result_columns('f', components, out_stride, n);
  float time = (float)PICK(in->times);
  note("curve", curve);
  CALL(tween_baked_each_f32, &in->baked[curve], rate, time, 1e-8f, start, from, stride, to, to_stride, out, out_stride,
       components, way > 0, n);
}

static void interpolations_of_columns(int components, int way) {
  static const int columns[] = {ANY, ANY, LARGE, ANY, ANY};
  ptrdiff_t n = now.count, stride = n + 2, to_stride = n + 1, out_stride = stride_of_results(n, way);
  float *amount = f32(BEYOND, n), *from = f32_columns(columns, components, stride, n);
  float *to = f32_columns(columns, components, to_stride, n), *out = result_columns('f', components, out_stride, n);
  note("components", components);
  CALL(lerp_columns_f32, amount, from, stride, to, to_stride, out, out_stride, components, way > 0, n);
}

static void columns_in_all_ways(void) {
  for (int way = 0; way < WAYS; way++) {
    for (int curve = 0; curve < 4; curve++) {
      tweens(curve, way);
      tweens_of_own_rates(curve, way);
    }
    for (int components = 1; components <= 5; components++) interpolations_of_columns(components, way);
  }
}

#define EASE(kernel, family) EASE_IN(float, f32, 'f', kernel, family)
#define EASE_DOUBLE(kernel, family) EASE_IN(double, f64, 'd', kernel, family)
#define EASE_IN(element, column, type, kernel, family)                                                                 \
  do {                                                                                                                 \
    element *x = column(BEYOND, n), *out = result(type, n);                                                            \
    note("family", family);                                                                                            \
    note("direction", direction);                                                                                      \
    CALL(kernel, &in->easings[family][direction], x, out, n);                                                          \
  } while (0)

static void easings(void) {
  ptrdiff_t n = now.count;
  for (int direction = 0; direction < 3; direction++) {
    EASE(ease_quadratic_f32, PLAIN);
    EASE(ease_cubic_f32, PLAIN);
    EASE(ease_quartic_f32, PLAIN);
    EASE(ease_quintic_f32, PLAIN);
    EASE(ease_back_f32, BACK);
    EASE(ease_circular_f32, PLAIN);
    EASE(ease_sine_f32, PLAIN);
    EASE(ease_exponential_f32, PLAIN);
    EASE(ease_bounce_f32, PLAIN);
    EASE(ease_root_f32, SQUARE_ROOT);
    EASE(ease_root_f32, CIRCULAR_INVERSE);
    EASE(ease_root_f32, BOUNCE_INVERSE);
    EASE(ease_elastic_f32, ELASTIC);
    EASE(ease_elastic_f32, ELASTIC_WIDE);
    EASE(ease_power_inverse_f32, CUBE_ROOT);
    EASE(ease_power_inverse_f32, FIFTH_ROOT);
    EASE(ease_sine_inverse_f32, PLAIN);
    EASE(ease_exponential_inverse_f32, PLAIN);
    EASE(ease_back_inverse_f32, BACK);
    EASE(ease_elastic_inverse_f32, ELASTIC);
    EASE(ease_elastic_inverse_f32, ELASTIC_WIDE);
    EASE_DOUBLE(ease_quadratic_f64, PLAIN);
    EASE_DOUBLE(ease_back_f64, BACK);
    EASE_DOUBLE(ease_quintic_f64, QUARTIC);
    EASE_DOUBLE(ease_quintic_f64, QUINTIC);
    EASE_DOUBLE(ease_circular_f64, PLAIN);
    EASE_DOUBLE(ease_sine_f64, PLAIN);
    EASE_DOUBLE(ease_exponential_f64, PLAIN);
    EASE_DOUBLE(ease_bounce_f64, PLAIN);
    EASE_DOUBLE(ease_root_f64, SQUARE_ROOT);
    EASE_DOUBLE(ease_root_f64, CIRCULAR_INVERSE);
    EASE_DOUBLE(ease_root_f64, BOUNCE_INVERSE);
    EASE_DOUBLE(ease_elastic_f64, ELASTIC);
    EASE_DOUBLE(ease_elastic_f64, ELASTIC_WIDE);
    EASE_DOUBLE(ease_power_inverse_f64, CUBE_ROOT);
    EASE_DOUBLE(ease_power_inverse_f64, FIFTH_ROOT);
    EASE_DOUBLE(ease_sine_inverse_f64, PLAIN);
    EASE_DOUBLE(ease_exponential_inverse_f64, PLAIN);
  }
  float *x = f32(BEYOND, n), *out = result('f', n);
  CALL(clamp_f32, x, out, n);
}

static void steps(void) {
  ptrdiff_t n = now.count;
  for (int k = 0; k < 6; k++) {
    float *x = f32(BEYOND, n), *out = result('f', n);
    note("steps", k);
    CALL(steps_f32, &in->steps[k], x, out, n);
  }
}

static void lines(void) {
  ptrdiff_t n = now.count;
  for (int k = 0; k < POLYLINES; k++) {
    const polyline *line = &in->polylines[k];
    float *x = f32(KNOTS, n), *out = result('f', n);
    note("size", line->size);
    CALL(polyline_f32, line->table, line->size, x, out, n);
  }
  for (int k = 0; k < BUCKETED_POLYLINES; k++) {
    const bucketed_polyline *line = &in->bucketed[k];
    float *x = f32(KNOTS, n), *out = result('f', n);
    note("buckets", line->count);
    CALL(polyline_buckets_f32, line->rows, line->count, line->first, line->scale, x, out, n);
  }
}

void walk_curves(void) {
  shared_beziers();
  easings();
  steps();
  lines();
}

void call_curves(void) {
  in_every_manner(shared_beziers);
  in_every_manner(own_beziers);
  in_every_manner(columns_in_all_ways);
  in_every_manner(easings);
  in_every_manner(steps);
  in_every_manner(lines);
}
