// Progress from time, and what an animator asks about every frame.

#include "calls.h"

static void shared_timings(void) {
  ptrdiff_t n = now.count;
  for (int timing = 0; timing < 8; timing++) {
    {
      float *start = f32(START, n), *out = result('f', n);
      note("timing", timing);
      CALL(progress_f32, &in->timings[timing], start, PICK(in->times), out, n);
    }
    {
      float *start = f32(START, n), *out = result('f', n), *reversed = fresh('f', n);
      note("timing", timing);
      CALL(progress_reversed_f32, &in->timings[timing], start, PICK(in->times), out, reversed, n);
    }
  }
}

static void own_timings(void) {
  ptrdiff_t n = now.count;
  {
    float *start = f32(START, n), *rate = f32(RATE, n), *passes = f32(PASSES, n), *progress_per_pass = f32(PACE, n);
    float *out = result('f', n);
    CALL(progress_each_f32, start, rate, passes, progress_per_pass, PICK(in->times), out, n);
  }
  {
    float *start = f32(START, n), *rate = f32(RATE, n), *passes = f32(PASSES, n), *progress_per_pass = f32(PACE, n);
    float *out = result('f', n), *reversed = result('f', n);
    CALL(progress_each_reversed_f32, start, rate, passes, progress_per_pass, PICK(in->times), out, reversed, n);
  }
  {
    float *start = f32(START, n), *rate = f32(RATE, n), *offset = f32(PROGRESS, n), *passes = f32(PASSES, n);
    float *progress_per_pass = f32(PACE, n), *least_progress = f32(PROGRESS, n), *out = result('f', n), *reversed = result('f', n);
    CALL(progress_passes_f32, start, rate, offset, passes, progress_per_pass, least_progress, PICK(in->times), out, reversed, n);
  }
  {
    float *start = f32(START, n), *rate = f32(RATE, n), *out = result('f', n);
    CALL(progress_pass_f32, start, rate, (float)PICK(in->times), 1e-8f, out, n);
  }
  {
    float *values = f32(BEYOND, n), *reversed = f32(FLAG, n), *out = result('f', n);
    CALL(reverse_f32, values, reversed, out, n);
  }
  {
    float *values = f32(ANY, n), *others = f32(BEYOND, n), *more = f32(ANY, n), *out = result('f', n);
    CALL(add_f32, values, others, more, out, n);
  }
  {
    float *values = f32(ANY, n);
    double *others = f64(BEYOND, n), *out = result('d', n);
    CALL(add_widened_f64, values, others, out, n);
  }
}

static void comparisons_with_one(void) {
  ptrdiff_t n = now.count;
  float *values = f32(ANY, n);
  uint64_t *words = fresh('Q', (n + 63) / 64);
  CALL_RETURNING(at_most_f32, values, PICK(in->limits), words, n);
}

static void comparisons(void) {
  ptrdiff_t n = now.count, bits = (n + 63) / 64;
  {
    float *start = f32(START, n), *rate = f32(RATE, n);
    uint64_t *words = fresh('Q', bits);
    CALL_RETURNING(passed_f32, start, rate, (float)PICK(in->times), PICK(in->limits), words, n);
  }
  for (int m = 0; m < 3; m++) {
    const double *shared = in->matrices[m];
    float matrix[4] = {(float)shared[0], (float)shared[1], (float)shared[2], (float)shared[3]};
    float *target = f32(ANY, n), *positions = also_result(f32(ANY, n)), *velocities = also_result(f32(ANY, n));
    uint64_t *words = fresh('Q', bits);
    note("matrix", m);
    CALL_RETURNING(spring_step_settled_f32, matrix, target, positions, velocities, PICK(in->limits),
                   in->limits[now.pick / 2 % 6], words, n);
  }
}

void walk_progress(void) {
  shared_timings();
  comparisons_with_one();
}

void call_progress(void) {
  in_every_manner(shared_timings);
  in_every_manner(own_timings);
  in_every_manner(comparisons_with_one);
  in_every_manner(comparisons);
}
