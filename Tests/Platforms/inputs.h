// The kernels' arguments, with the same bits on every platform: inputs.c computes them on one machine and writes
// a file, which all others read. It has no pointers, so its layout is the same everywhere.

#ifndef INPUTS_H
#define INPUTS_H

#include "vk_kernels.h"

/// Numbers in each column. Longer arguments begin again at the first one.
#define VALUES 4096

/// Columns of numbers that mean something to a kernel, in `float` and in `double`.
enum {
  ANY,           // -1...1
  PROGRESS,      // 0...1, both ends and the middle among them
  BEYOND,        // -0.5...1.5, some of them -8...9
  DECAY,         // 0...20 per second
  FREQUENCY,     // -10...10 per second; as many turns
  START,         // 0...3 seconds
  SECONDS,       // -1...12
  RATE,          // 0.1...5 passes per second
  PASSES,        // 1...6 or infinite, negative for those that autoreverse
  PACE,          // 1...2
  FLAG,          // 0 or 1
  LARGE,         // -300 000...300 000, halves among them
  POWER,         // exponents up to and beyond those that a number has
  LIGHT,         // -0.3...1.3
  HUE,           // -800...800 degrees
  PERCENT,       // -20...120
  SQUARED_ANGLE, // 0...2.4
  QUATERNIONS,   // of length 1, in rows of four
  QUATERNION_X,  // the same quaternions, a column for each component
  QUATERNION_Y,
  QUATERNION_Z,
  QUATERNION_W,
  ENDS,          // where pieces of the tracks below end, and next to that
  KNOTS,         // where lines of the polylines below begin, and next to that
  STOPS,         // where segments of the gradients below end, and next to that
  OF_255,        // halfway between 255ths, and next to that
  OF_127,
  OF_65535,
  OF_32767,
  OF_HALVES,     // halfway between two numbers of 16 bits, and next to that
  OF_INTEGERS,   // halfway between two integers, and next to that, up to 2^31 and beyond
  COLUMNS
};

/// The families of easings, with the kernel that computes each.
enum {
  PLAIN,                                         // those without parameters
  SQUARE_ROOT, CIRCULAR_INVERSE, BOUNCE_INVERSE, // ease_root
  ELASTIC, ELASTIC_WIDE,                         // ease_elastic and its inverse
  CUBE_ROOT, FIFTH_ROOT,                         // ease_power_inverse
  BACK,                                          // ease_back and its inverse
  QUARTIC, QUINTIC,                              // ease_quintic_f64
  EASINGS
};

/// A keyframe track: in buckets where `buckets` isn't 0, and its polynomials by coefficient where there are 32 or
/// fewer.
#define TRACKS 11
#define MAXIMUM_PIECES 256
#define MAXIMUM_BUCKETS 1024
typedef struct {
  int32_t pieces, buckets, degree;
  float scale;
  float ends[MAXIMUM_PIECES];
  float bucket_rows[4 * MAXIMUM_BUCKETS];
  float rows[8 * MAXIMUM_PIECES];
  float table[6 * 32];
} keyframe_track;

/// Lines in columns of `size`.
#define POLYLINES 5
#define MAXIMUM_LINES 256
typedef struct {
  int32_t size;
  float table[3 * MAXIMUM_LINES];
} polyline;

/// Lines in buckets.
#define BUCKETED_POLYLINES 3
#define MAXIMUM_LINE_BUCKETS 4096
typedef struct {
  int32_t count;
  float first, scale;
  float rows[8 * MAXIMUM_LINE_BUCKETS];
} bucketed_polyline;

#define GRADIENTS 6
#define MAXIMUM_SEGMENTS 100
typedef struct {
  int32_t segments;
  float ends[MAXIMUM_SEGMENTS], starts[MAXIMUM_SEGMENTS], scales[MAXIMUM_SEGMENTS], rows[8 * MAXIMUM_SEGMENTS];
} gradient_table;

/// Where the tracks of a clip begin in `ends`, how many pieces they have, and how often the longest one is halved.
#define CLIP_ENDS 1024
typedef struct {
  int32_t halvings;
  float ends[CLIP_ENDS];
  int32_t first[VALUES], count[VALUES];
} keyframe_clip;

typedef struct {
  float f32[COLUMNS][VALUES];
  double f64[COLUMNS][VALUES];
  /// NaN, infinite, subnormal, the largest, and those next to where something changes.
  float special_f32[VALUES];
  double special_f64[VALUES];
  /// Random bits.
  float wild_f32[VALUES];
  double wild_f64[VALUES];
  uint8_t bytes[4 * VALUES];
  int32_t integers[VALUES];
  /// Random numbers that choose which of the values above an element has.
  uint8_t choice[VALUES];

  /// Numbers that all elements of a call share.
  float amounts[12];
  double times[12];
  double turns[4];
  float limits[6];
  /// Decay and frequency, or displacement and velocity.
  double springs[5][2];
  double matrices[3][4];

  vk_baked_curve baked[4];
  vk_bezier beziers[3];
  vk_double_bezier double_beziers[3];
  vk_easing easings[EASINGS][3];
  vk_steps steps[6];
  vk_timing timings[8];
  polyline polylines[POLYLINES];
  bucketed_polyline bucketed[BUCKETED_POLYLINES];
  keyframe_track tracks[TRACKS];
  keyframe_clip clip;
  gradient_table gradients[GRADIENTS];

  vk_quartics srgb_decoding;
  vk_quintics srgb_encoding;
  float srgb_lights[256];
  double srgb_light_scale;
  vk_transfer decoders[3], encoders[3];
  vk_matrix rgb_to_xyz, rgb_to_cones, cones_to_rgb, to_roots, from_roots;
} inputs;

#endif
