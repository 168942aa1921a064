// Writes the inputs of all kernels into a file: inputs.c FILE [SEED].
//
// Numbers are random, the same for the same seed. Tables are made as the package makes them, less what makes those
// accurate: they have to be valid, not good.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inputs.h"

static inputs in;

// MARK: - Random numbers

static uint64_t state = 0x9e3779b97f4a7c15;

/// xorshift64*
static uint64_t random_bits(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545f4914f6cdd1d;
}

static double uniform(double least, double most) {
  return least + (most - least) * (double)(random_bits() >> 11) * 0x1p-53;
}

static int32_t below(int32_t limit) { return (int32_t)((random_bits() >> 33) % (uint64_t)limit); }

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// A number itself, or one of its neighbours.
static float nearby(float value) {
  switch (below(3)) {
  case 0: return nextafterf(value, -INFINITY);
  case 1: return nextafterf(value, INFINITY);
  default: return value;
  }
}

// MARK: - Columns

static void set_f32(int column, int i, double value) {
  in.f32[column][i] = (float)value;
  in.f64[column][i] = value;
}

static void set_plain_columns(void) {
  static const double places[] = {
    0, 1, 0.5, 0.25, 0x1p-149, 1 - 0x1p-24, 0.5 - 0x1p-25, 0.5 + 0x1p-24, -0.0, 0.5 + 0x1p-30,
  };
  static const double passes[] = {1, 2, 3, 6, 1.5, 0.25, INFINITY};
  for (int i = 0; i < VALUES; i++) {
    set_f32(ANY, i, uniform(-1, 1));
    set_f32(PROGRESS, i, below(8) == 0 ? places[below(10)] : uniform(0, 1));
    set_f32(BEYOND, i, below(16) == 0 ? places[below(10)] : below(16) == 0 ? uniform(-8, 9) : uniform(-0.5, 1.5));
    set_f32(DECAY, i, below(16) == 0 ? 0 : below(4) == 0 ? uniform(0, 20) : uniform(0, 1));
    set_f32(FREQUENCY, i, below(16) == 0 ? uniform(-1e-6, 1e-6) : uniform(-10, 10));
    set_f32(START, i, uniform(0, 3));
    set_f32(SECONDS, i, uniform(-1, 12));
    set_f32(RATE, i, uniform(0.1, 5));
    set_f32(PASSES, i, passes[below(7)] * (below(2) == 0 ? 1 : -1));
    set_f32(PACE, i, below(2) == 0 ? 1 : uniform(1, 2));
    set_f32(FLAG, i, below(2));
    set_f32(LARGE, i, below(4) == 0 ? below(600000) / 2.0 - 150000 : uniform(-3e5, 3e5));
    in.f32[POWER][i] = (float)uniform(-160, 160);
    in.f64[POWER][i] = uniform(-1100, 1100);
    set_f32(LIGHT, i, below(16) == 0 ? below(3) / 2.0 : uniform(-0.3, 1.3));
    set_f32(HUE, i, below(8) == 0 ? 60 * below(13) - 360 : uniform(-800, 800));
    set_f32(PERCENT, i, below(16) == 0 ? 50 * below(3) : uniform(-20, 120));
    set_f32(SQUARED_ANGLE, i, uniform(0, 2.4));
  }
}

static void set_quaternions(void) {
  for (int row = 0; row < VALUES; row++) {
    double q[4], square = 0;
    for (int k = 0; k < 4; k++) {
      q[k] = uniform(-1, 1);
      square += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++) {
      set_f32(QUATERNION_X + k, row, q[k] / sqrt(square));
      if (row < VALUES / 4) set_f32(QUATERNIONS, 4 * row + k, q[k] / sqrt(square));
    }
  }
}

/// Returns a number halfway between two numbers to which packing rounds.
static void set_halfway_columns(void) {
  static const int largest[] = {255, 127, 65535, 32767};
  for (int i = 0; i < VALUES; i++) {
    for (int k = 0; k < 4; k++) {
      double sign = k % 2 == 1 && below(2) == 0 ? -1 : 1;
      float value = (float)(sign * (below(largest[k]) + 0.5) / largest[k]);
      in.f32[OF_255 + k][i] = nearby(value);
    }
    // 113 and 143 are the exponents where numbers of 16 bits begin to be normal, and end.
    uint32_t exponent = (uint32_t)(101 + below(43)), kept = (uint32_t)below(1 << 11);
    int32_t dropped = exponent < 113 ? 12 + 113 - (int32_t)exponent : 12;
    uint32_t mantissa = ((kept << 12 | 0x1000) >> 12 << dropped) & 0x7fffff;
    in.f32[OF_HALVES][i] = nearby(float_of((uint32_t)below(2) << 31 | exponent << 23 | mantissa));
    int32_t doublings = below(33);
    float integer = (float)(floor(uniform(-1, 1) * pow(2, doublings)) + 0.5);
    in.f32[OF_INTEGERS][i] = nearby(below(16) == 0 ? copysignf(0x1p31f, integer) : integer);
    for (int column = OF_255; column <= OF_INTEGERS; column++) in.f64[column][i] = in.f32[column][i];
  }
}

static void set_special_values(void) {
  static const uint32_t bits_f32[] = {
    0x7fc00000, 0xffc00000, 0x7fc12345, 0xffedcba9, 0x7fa00001, 0xff812345, // NaN, the last two signalling
    0x7f800000, 0xff800000, 0, 0x80000000, 0x7f7fffff, 0xff7fffff,
    1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
  };
  static const uint64_t bits_f64[] = {
    0x7ff8000000000000, 0xfff8000000000000, 0x7ff8123456789abc, 0xfffdcba987654321, 0x7ff4000000000001,
    0xfff0123456789abc,
    0x7ff0000000000000, 0xfff0000000000000, 0, 0x8000000000000000, 0x7fefffffffffffff, 0xffefffffffffffff,
    1, 0x8000000000000001, 0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000,
  };
  // Where something ends: progress, rounding, integers, numbers of 16 bits, exponents, turns.
  static const double edges[] = {
    1, 0.5, 1.5, 2.5, 0.25, 0x1p22, 0x1p22 + 0.5, 0x1p23, 0x1p23 - 0.5, 0x1p24, 0x1p30, 0x1p31, 0x1p32, 0x1p51, 0x1p52,
    0x1p53, 0x1p63, 0x1p-14, 0x1p-24, 0x1p-25, 65504, 65519, 65520, 65535.5, 32767.5, 255.5, 127.5, 126, 127, 128, 1022,
    1023, 1024, 90, 180, 360, 1e30, 1e-30, 1e300, 1e-300,
  };
  for (int i = 0; i < VALUES; i++) {
    int which = below(2 * 18 + 40);
    if (which < 2 * 18) {
      in.special_f32[i] = float_of(bits_f32[which % 18]);
      memcpy(&in.special_f64[i], &bits_f64[which % 18], sizeof(double));
    } else {
      double edge = copysign(edges[which - 2 * 18], below(2) - 0.5);
      in.special_f32[i] = nearby((float)edge);
      in.special_f64[i] = below(2) == 0 ? edge : nextafter(edge, below(2) == 0 ? 0 : INFINITY);
    }
    in.wild_f32[i] = float_of((uint32_t)random_bits());
    uint64_t wild = random_bits();
    memcpy(&in.wild_f64[i], &wild, sizeof wild);
    in.integers[i] = (int32_t)random_bits();
    in.choice[i] = (uint8_t)(random_bits() >> 40);
  }
  for (int i = 0; i < 4 * VALUES; i++) in.bytes[i] = (uint8_t)(random_bits() >> 40);
}

// MARK: - What elements share

static void set_shared_numbers(void) {
  static const float amounts[12] = {
    0.3f, 0.9f, 0, 1, 0.5f, 0x1.fffffep-2f, -0.5f, 1.7f, 1e30f, -0x1p-149f, INFINITY, NAN,
  };
  static const double times[12] = {
    1.7, 2.5000001, 4.1, 0.3, 0, -3, 40.3, 100000.125, 1e30, -1e300, INFINITY, NAN,
  };
  static const double turns[4] = {6.283185307179586, 360, 1, 4};
  static const float limits[6] = {0.5f, 0.001f, 0, 1e30f, INFINITY, NAN};
  static const double springs[5][2] = {{0.31, 2.7}, {3.1, -1.2}, {0, 1}, {8, -1e-7}, {1e5, 3e4}};
  static const double matrices[3][4] = {
    {-0.0123, 0.0077, -2.9, -0.21}, {0, 0.008, 0, -1}, {-1, 0, 0, -1},
  };
  memcpy(in.amounts, amounts, sizeof amounts);
  memcpy(in.times, times, sizeof times);
  memcpy(in.turns, turns, sizeof turns);
  memcpy(in.limits, limits, sizeof limits);
  memcpy(in.springs, springs, sizeof springs);
  memcpy(in.matrices, matrices, sizeof matrices);
}

// MARK: - Curves

/// The polynomial of at most degree 6 that meets a function at one place more, between `least` and `most`, by rising
/// powers: Newton's divided differences, multiplied out.
static void fit(int degree, double least, double most, double (*f)(double), double *coefficients) {
  double x[7], difference[7];
  for (int k = 0; k <= degree; k++) {
    x[k] = least + (most - least) * k / degree;
    difference[k] = f(x[k]);
  }
  for (int order = 1; order <= degree; order++) {
    for (int k = degree; k >= order; k--) difference[k] = (difference[k] - difference[k - 1]) / (x[k] - x[k - order]);
  }
  for (int k = 0; k <= degree; k++) coefficients[k] = 0;
  for (int k = degree; k >= 0; k--) {
    for (int power = degree; power >= 1; power--) {
      coefficients[power] = coefficients[power - 1] - x[k] * coefficients[power];
    }
    coefficients[0] = difference[k] - x[k] * coefficients[0];
  }
}

/// A polynomial's knot, and whether the curve runs over a root.
static int knot;
static bool is_over_root;

/// A curve that overshoots.
static double baked_value(double place) {
  double q = (knot + place) / 15;
  double x = is_over_root ? q * q : q;
  return x * (1 + 2 * (1 - x) * sin(7 * x));
}

/// Over x with polynomials of degree 5 and 6, and over both roots.
static void set_baked_curves(void) {
  for (int c = 0; c < 4; c++) {
    vk_baked_curve *curve = &in.baked[c];
    curve->degree = c == 0 ? 5 : 6;
    curve->takes_root = c > 1;
    curve->scale = c == 3 ? -1 : 1;
    curve->offset = c == 3 ? 1 : 0;
    is_over_root = c > 1;
    for (knot = 0; knot < 16; knot++) {
      double coefficients[7] = {0};
      fit(curve->degree, -0.5, 0.5, baked_value, coefficients);
      for (int k = 0; k < 7; k++) {
        curve->by_coefficient[k][knot] = (float)coefficients[k];
        curve->by_segment[knot][k] = (float)coefficients[k];
      }
    }
  }
}

static vk_bezier bezier(float x1, float y1, float x2, float y2) {
  return (vk_bezier){
    .x_c = {3 * x1, 3 - 3 * x2}, .y_c = {3 * y1, 3 - 3 * y2}, .x_d = 3 * (x1 - x2), .y_d = 3 * (y1 - y2),
    .middle = 0.125f + 0.375f * (x1 + x2),
  };
}

static vk_double_bezier double_bezier(double x1, double y1, double x2, double y2) {
  return (vk_double_bezier){
    .x_c = {3 * x1, 3 - 3 * x2}, .y_c = {3 * y1, 3 - 3 * y2}, .x_d = 3 * (x1 - x2), .y_d = 3 * (y1 - y2),
    .middle = 0.125 + 0.375 * (x1 + x2),
  };
}

static void set_beziers_and_steps(void) {
  in.beziers[0] = bezier(0.42f, 0, 0.58f, 1);
  in.beziers[1] = bezier(0.9f, -0.5f, 0.2f, 1.4f);
  in.beziers[2] = bezier(1, 0, 0, 1);
  in.double_beziers[0] = double_bezier(0.42, 0, 0.58, 1);
  in.double_beziers[1] = double_bezier(0.9, -0.5, 0.2, 1.4);
  in.double_beziers[2] = double_bezier(1, 0, 0, 1);
  in.steps[0] = (vk_steps){.steps = 5, .jumps = 5, .first = 0, .before = 0};
  in.steps[1] = (vk_steps){.steps = 5, .jumps = 5, .first = 1, .before = 1};
  in.steps[2] = (vk_steps){.steps = 7, .jumps = 6, .first = 0, .before = 0};
  in.steps[3] = (vk_steps){.steps = 7, .jumps = 8, .first = 1, .before = 1};
  in.steps[4] = (vk_steps){.steps = 1, .jumps = 1, .first = 0, .before = 1};
  in.steps[5] = (vk_steps){.steps = 0x1p22f, .jumps = 0x1p22f, .first = 1, .before = 0};
}

static void set_easings(void) {
  static const double families[EASINGS][6] = {
    [SQUARE_ROOT] = {0, 1, 0, 1, 0}, [CIRCULAR_INVERSE] = {0, 1, -1, 2, 0},
    [BOUNCE_INVERSE] = {1, -1 / 2.75, 0, 1, 1},
    [ELASTIC] = {1, 2 / 0.3, 0.5, 0, 0, 0.925}, [ELASTIC_WIDE] = {2, 4, 1 / 6.0, 0, 0, 0.79},
    [CUBE_ROOT] = {1 / 3.0}, [FIFTH_ROOT] = {0.2}, [BACK] = {1.70158, 0, 0, 0, 0, 0.62984},
    [QUARTIC] = {1, 0}, [QUINTIC] = {0, 1},
  };
  for (int family = 0; family < EASINGS; family++) {
    // In, out and both.
    in.easings[family][0] = (vk_easing){.turn = 2, .scale = 1, .unscale = 1};
    in.easings[family][1] = (vk_easing){.turn = -1, .scale = 1, .unscale = 1};
    in.easings[family][2] = (vk_easing){.turn = 0.5, .scale = 2, .unscale = 0.5};
    for (int d = 0; d < 3; d++) memcpy(in.easings[family][d].p, families[family], sizeof families[family]);
  }
}

static void set_timings(void) {
  vk_timing once = {.rate = 1.37, .total = 0.73, .progress_per_pass = 1, .limit = 1, .end = 1};
  for (int k = 0; k < 8; k++) in.timings[k] = once;
  in.timings[1].offset = 0.25;
  in.timings[1].least_progress = 0.1f;
  in.timings[1].progress_per_pass = 1.5f;
  // A spring's own time goes on.
  in.timings[2].total = INFINITY;
  in.timings[2].limit = INFINITY;
  in.timings[3].end = 64;
  in.timings[3].rate = 1e10;
  for (int k = 4; k < 8; k++) {
    in.timings[k].repeats = 1;
    in.timings[k].autoreverses = k % 2;
    in.timings[k].total = k < 6 ? 6.1 : INFINITY;
    in.timings[k].offset = k < 6 ? 0 : 0.9;
    in.timings[k].progress_per_pass = k < 6 ? 1 : 1.25f;
  }
}

// MARK: - Lines

static void set_polylines(void) {
  static const struct { int32_t size, lines; } shapes[POLYLINES] = {{16, 1}, {16, 13}, {64, 61}, {128, 65}, {256, 256}};
  for (int p = 0; p < POLYLINES; p++) {
    int32_t size = in.polylines[p].size = shapes[p].size;
    for (int32_t line = 0; line < size; line++) {
      bool is_there = line < shapes[p].lines;
      // Some lines begin where others do.
      double place = floor((line + 0.4) / 1.5) / shapes[p].lines * 1.5;
      in.polylines[p].table[line] = is_there ? (float)place : INFINITY;
      in.polylines[p].table[size + line] = is_there ? (float)uniform(-1, 1) : 0;
      in.polylines[p].table[2 * size + line] = is_there ? (float)uniform(-4, 4) : 0;
    }
  }
}

static int32_t line_bucket(const bucketed_polyline *line, float x) {
  float place = (x - line->first) * line->scale;
  return (int32_t)rintf(fminf(fmaxf(place, 0), (float)(line->count - 1)));
}

static void set_bucketed_polylines(void) {
  static const struct { int32_t buckets, lines; } shapes[BUCKETED_POLYLINES] = {{16, 16}, {256, 100}, {4096, 1500}};
  for (int p = 0; p < BUCKETED_POLYLINES; p++) {
    bucketed_polyline *line = &in.bucketed[p];
    int32_t lines = shapes[p].lines;
    line->count = shapes[p].buckets;
    line->first = -0.25f;
    line->scale = (float)(line->count - 1) / 1.5f;
    float first[3] = {line->first, (float)uniform(-1, 1), (float)uniform(-1, 1)};
    float before[3], current[3];
    memcpy(before, first, sizeof first);
    memcpy(current, first, sizeof first);
    int32_t next = 1;
    for (int32_t bucket = 0; bucket < line->count; bucket++) {
      float knot_of_next = line->first + 1.5f * (float)next / (float)(lines - 1);
      if (next < lines && line_bucket(line, knot_of_next) == bucket) {
        memcpy(before, current, sizeof current);
        current[0] = knot_of_next;
        current[1] = (float)uniform(-1, 1);
        current[2] = (float)uniform(-4, 4);
        next++;
      }
      memcpy(&line->rows[8 * bucket], current, sizeof current);
      memcpy(&line->rows[8 * bucket + 4], before, sizeof before);
    }
    if (next != lines) {
      fprintf(stderr, "inputs.c: polyline %d: two lines in one bucket\n", p);
      exit(1);
    }
  }
}

static void set_knots(void) {
  for (int i = 0; i < VALUES; i++) {
    float value = (float)uniform(-0.5, 1.5);
    if (below(3) == 0) {
      const polyline *line = &in.polylines[below(POLYLINES)];
      value = nearby(line->table[below(line->size)]);
    } else if (below(2) == 0) {
      const bucketed_polyline *line = &in.bucketed[below(BUCKETED_POLYLINES)];
      value = nearby(line->rows[8 * below(line->count)]);
    }
    in.f32[KNOTS][i] = value;
    in.f64[KNOTS][i] = value;
  }
}

// MARK: - Keyframes

/// How many of a track's ends are below a time.
static int32_t piece_at(const keyframe_track *track, float time) {
  int32_t piece = 0;
  while (piece < track->pieces - 1 && track->ends[piece] < time) piece++;
  return piece;
}

/// Fills a number of buckets, if none of them holds more than two ends.
static bool fill_buckets(keyframe_track *track, int32_t count) {
  track->scale = (float)(count - 1) / track->ends[track->pieces - 2];
  if (!(track->scale >= 0x1p-126f && track->scale < INFINITY)) return false;
  for (int32_t bucket = 0; bucket < count; bucket++) {
    // A time's bucket is rounded twice, and so begins and ends a little beyond the halves.
    float number = (float)bucket;
    float start = (number - 0.5f) / track->scale * (1 - 4 * 0x1p-23f);
    float end = (number + 0.5f) / track->scale * (1 + 4 * 0x1p-23f);
    int32_t low = bucket == 0 ? 0 : piece_at(track, start);
    int32_t high = bucket == count - 1 ? track->pieces - 1 : piece_at(track, end);
    if (high - low > 2) return false;
    float *row = &track->bucket_rows[4 * bucket];
    memcpy(row, &low, sizeof low);
    for (int32_t k = 0; k < 3; k++) {
      row[1 + k] = track->ends[low + k < track->pieces - 1 ? low + k : track->pieces - 1];
    }
  }
  track->buckets = count;
  return true;
}

static void set_tracks(void) {
  static const int32_t pieces[TRACKS] = {1, 2, 3, 8, 9, 16, 17, 32, 33, 200, 40};
  for (int t = 0; t < TRACKS; t++) {
    keyframe_track *track = &in.tracks[t];
    track->pieces = pieces[t];
    track->degree = t % 2 == 0 ? 3 : 5;
    double time = 0;
    for (int32_t piece = 0; piece < MAXIMUM_PIECES; piece++) {
      // The last track's lengths differ too much for buckets.
      bool is_short = t == TRACKS - 1 && piece % 4 != 3;
      time += is_short ? 1e-5 : uniform(0.6, 1.4) * 10 / track->pieces;
      track->ends[piece] = piece < track->pieces - 1 ? (float)time : 0x1.fffffep127f;
    }
    for (int32_t count = 1; track->pieces > 2 && track->buckets == 0 && count <= MAXIMUM_BUCKETS; count *= 2) {
      if (count >= track->pieces) fill_buckets(track, count);
    }
    int32_t width = track->degree == 3 ? 4 : 8;
    for (int32_t piece = 0; piece < track->pieces; piece++) {
      for (int32_t k = 0; k <= track->degree; k++) {
        float coefficient = (float)uniform(-1, 1);
        track->rows[width * piece + k] = coefficient;
        if (piece < 32) track->table[32 * k + piece] = coefficient;
      }
    }
  }
}

static void set_clip(void) {
  keyframe_clip *clip = &in.clip;
  int32_t first[TRACKS], length = 0, most = 0;
  for (int t = 0; t < TRACKS; t++) {
    // Below every time.
    clip->ends[length++] = -0x1.fffffep127f;
    first[t] = length;
    for (int32_t piece = 0; piece < in.tracks[t].pieces; piece++) clip->ends[length++] = in.tracks[t].ends[piece];
    if (in.tracks[t].pieces > most) most = in.tracks[t].pieces;
  }
  // Ends are read four at a time.
  for (int k = 0; k < 4; k++) clip->ends[length++] = 0x1.fffffep127f;
  while (1 << clip->halvings < most) clip->halvings++;
  for (int i = 0; i < VALUES; i++) {
    int t = below(TRACKS);
    clip->first[i] = first[t];
    clip->count[i] = in.tracks[t].pieces;
  }
  for (int i = 0; i < VALUES; i++) {
    const keyframe_track *track = &in.tracks[below(TRACKS)];
    float value = below(2) == 0 ? nearby(track->ends[below(track->pieces)]) : (float)uniform(-1, 12);
    in.f32[ENDS][i] = value;
    in.f64[ENDS][i] = value;
  }
}

// MARK: - Colours

static double decoded(double x) { return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4); }
static double decoded_byte(double byte) { return decoded(byte / 255); }
static double encoded_byte(double scaled) {
  double x = scaled / in.srgb_light_scale;
  return 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055);
}

/// See SRGB8Tables.swift.
static void set_srgb_tables(void) {
  in.srgb_light_scale = 0x1p-8 / 0.0031308;
  for (int number = 0; number < 32; number++) {
    double coefficients[5] = {0, decoded_byte(1), 0, 0, 0};
    double first = 8 * number - 5;
    if (number >= 2) fit(4, first, number < 31 ? first + 7 : 255, decoded_byte, coefficients);
    for (int k = 0; k < 5; k++) {
      in.srgb_decoding.by_coefficient[k][number] = (float)coefficients[k];
      in.srgb_decoding.by_segment[number][k] = (float)coefficients[k];
    }
  }
  for (int number = 0; number < 16; number++) {
    double coefficients[6] = {0, 255 * 12.92 / in.srgb_light_scale, 0, 0, 0, 0};
    double start = ldexp(1, number - 15);
    if (number >= 7) fit(5, start, fmin(in.srgb_light_scale, 2 * start), encoded_byte, coefficients);
    for (int k = 0; k < 6; k++) {
      in.srgb_encoding.by_coefficient[k][number] = (float)coefficients[k];
      in.srgb_encoding.by_segment[number][k] = (float)coefficients[k];
    }
  }
  for (int byte = 0; byte < 256; byte++) {
    const float *quartic = in.srgb_decoding.by_segment[(byte + 5 < 255 ? byte + 5 : 255) / 8];
    float light = quartic[4];
    for (int k = 3; k >= 0; k--) light = fmaf(light, (float)byte, quartic[k]);
    in.srgb_lights[byte] = light;
  }
}

static void invert(const double m[9], double inverse[9]) {
  double cofactors[9];
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) {
      int r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3, c2 = (column + 2) % 3;
      cofactors[3 * row + column] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    }
  }
  double determinant = m[0] * cofactors[0] + m[1] * cofactors[1] + m[2] * cofactors[2];
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) inverse[3 * row + column] = cofactors[3 * column + row] / determinant;
  }
}

static void set_matrices(void) {
  static const double rgb_to_xyz[9] = {
    506752 / 1228815.0, 87881 / 245763.0, 12673 / 70218.0,
    87098 / 409605.0, 175762 / 245763.0, 12673 / 175545.0,
    7918 / 409605.0, 87881 / 737289.0, 1001167 / 1053270.0,
  };
  static const double xyz_to_cones[9] = {
    0.8190224379967030, 0.3619062600528904, -0.1288737815209879,
    0.0329836539323885, 0.9292868615863434, 0.0361446663506424,
    0.0481771893596242, 0.2642395317527308, 0.6335478284694309,
  };
  static const double from_roots[9] = {
    0.2104542683093140, 0.7936177747023054, -0.0040720430116193,
    1.9779985324311684, -2.4285922420485799, 0.4505937096174110,
    0.0259040424655478, 0.7827717124575296, -0.8086757549230774,
  };
  memcpy(in.rgb_to_xyz.entries, rgb_to_xyz, sizeof rgb_to_xyz);
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) sum += xyz_to_cones[3 * row + k] * rgb_to_xyz[3 * k + column];
      in.rgb_to_cones.entries[3 * row + column] = sum;
    }
  }
  invert(in.rgb_to_cones.entries, in.cones_to_rgb.entries);
  memcpy(in.from_roots.entries, from_roots, sizeof from_roots);
  invert(from_roots, in.to_roots.entries);
}

/// sRGB's, a pure power, and ProPhoto RGB's.
static void set_transfer_functions(void) {
  in.decoders[0] = (vk_transfer){.limit = 0.04045, .slope = 1 / 12.92, 1 / 1.055, 0.055 / 1.055, 2.4};
  in.encoders[0] = (vk_transfer){.limit = 0.0031308, .slope = 12.92, 1.055, -0.055, 1 / 2.4};
  in.decoders[1] = (vk_transfer){.limit = -1, .slope = 0, 1, 0, 563 / 256.0};
  in.encoders[1] = (vk_transfer){.limit = -1, .slope = 0, 1, 0, 256 / 563.0};
  in.decoders[2] = (vk_transfer){.limit = 16 / 512.0, .slope = 1 / 16.0, 1, 0, 1.8};
  in.encoders[2] = (vk_transfer){.limit = 1 / 512.0, .slope = 16, 1, 0, 1 / 1.8};
}

static void set_gradients(void) {
  static const int32_t segments[GRADIENTS] = {1, 2, 8, 33, 34, MAXIMUM_SEGMENTS};
  for (int g = 0; g < GRADIENTS; g++) {
    gradient_table *gradient = &in.gradients[g];
    gradient->segments = segments[g];
    for (int32_t k = 0; k < segments[g]; k++) {
      gradient->starts[k] = k == 0 ? 0 : gradient->ends[k - 1];
      gradient->ends[k] = (float)((k + uniform(0.6, 1)) / segments[g]);
      gradient->scales[k] = 1 / (gradient->ends[k] - gradient->starts[k]);
      for (int component = 0; component < 8; component++) {
        gradient->rows[8 * k + component] = (float)(component < 4 ? uniform(0, 1) : uniform(-0.4, 0.4));
      }
    }
  }
  for (int i = 0; i < VALUES; i++) {
    const gradient_table *gradient = &in.gradients[below(GRADIENTS)];
    float value = below(2) == 0 ? nearby(gradient->ends[below(gradient->segments)]) : (float)uniform(-0.2, 1.2);
    in.f32[STOPS][i] = value;
    in.f64[STOPS][i] = value;
  }
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "one argument, the file to write, or two, with a seed\n");
    return 1;
  }
  // Never 0, of which xorshift makes nothing else.
  if (argc == 3) state ^= strtoull(argv[2], NULL, 10) << 1;
  set_plain_columns();
  set_quaternions();
  set_halfway_columns();
  set_special_values();
  set_shared_numbers();
  set_baked_curves();
  set_beziers_and_steps();
  set_easings();
  set_timings();
  set_polylines();
  set_bucketed_polylines();
  set_knots();
  set_tracks();
  set_clip();
  set_srgb_tables();
  set_matrices();
  set_transfer_functions();
  set_gradients();
  FILE *file = fopen(argv[1], "wb");
  if (file == NULL || fwrite(&in, sizeof in, 1, file) != 1 || fclose(file) != 0) {
    perror(argv[1]);
    return 1;
  }
  return 0;
}
