// Keyframes: the piece that a time lies in, and the piece's polynomial.

#include "calls.h"

/// How many pieces are looked up in registers where those hold 16 lanes, and have a table for it.
#define TABLE_PIECES 32

static void located(const keyframe_track *track, bool has_buckets) {
  ptrdiff_t n = now.count;
  vk_keyframe_index index = {
    .ends = track->ends, .buckets = has_buckets ? track->bucket_rows : NULL, .count = track->pieces,
    .scale = track->scale, .last_bucket = (float)(track->buckets - 1),
  };
  {
    // Exactly the times in the column: those that lie on the end of a piece, too.
    float *column = f32(ENDS, n), *offsets = result('f', n);
    int32_t *pieces = fresh('i', n);
    note("pieces", track->pieces);
    note("buckets", has_buckets ? track->buckets : 0);
    CALL(keyframes_locate_f32, &index, column, 1, 0, pieces, offsets, n);
  }
  {
    float *column = f32(START, n), *offsets = result('f', n);
    int32_t *pieces = fresh('i', n);
    note("pieces", track->pieces);
    note("buckets", has_buckets ? track->buckets : 0);
    CALL(keyframes_locate_f32, &index, column, -1, PICK(in->times), pieces, offsets, n);
  }
}

static void located_in_both_ways(const keyframe_track *track) {
  located(track, false);
  if (track->buckets > 0) located(track, true);
}

static void locations(void) {
  for (int t = 0; t < TRACKS; t++) located_in_both_ways(&in->tracks[t]);
}

static void values_of(const keyframe_track *track, bool has_table) {
  ptrdiff_t n = now.count;
  vk_keyframe_pieces polynomials = {
    .rows = track->rows, .table = has_table ? track->table : NULL, .count = track->pieces, .degree = track->degree,
  };
  int32_t *pieces = integers_below(track->pieces, n);
  float *offsets = f32(ANY, n), *out = result('f', n);
  note("pieces", track->pieces);
  note("degree", track->degree);
  note("table", has_table);
  CALL(keyframes_values_f32, &polynomials, pieces, offsets, out, n);
}

static void values(void) {
  for (int t = 0; t < TRACKS; t++) {
    const keyframe_track *track = &in->tracks[t];
    values_of(track, false);
    if (track->pieces <= TABLE_PIECES) values_of(track, true);
  }
}

/// A track in double precision, one or two components of it, with the way that `has_buckets` and `has_table` choose.
static void in_double(const keyframe_track *track, ptrdiff_t components, bool has_buckets, bool has_table) {
  static double ends[MAXIMUM_PIECES + 1], buckets[4 * MAXIMUM_BUCKETS], rows[16 * MAXIMUM_PIECES], table[12 * 32];
  ptrdiff_t n = now.count, stride = n + 3, terms = track->degree + 1, width = terms == 4 ? 4 : 8;
  for (ptrdiff_t piece = 0; piece <= MAXIMUM_PIECES; piece++) {
    ends[piece] = piece < track->pieces - 1 ? track->ends[piece] : 0x1.fffffffffffffp1023;
  }
  for (ptrdiff_t k = 0; k < 4 * track->buckets; k++) {
    if (k % 4 == 0) {
      int32_t piece;
      __builtin_memcpy(&piece, &track->bucket_rows[k], sizeof piece);
      int64_t place = piece * components * width;
      __builtin_memcpy(&buckets[k], &place, sizeof place);
    } else {
      float end = track->bucket_rows[k];
      buckets[k] = end < 0x1p127f ? end : 0x1.fffffffffffffp1023;
    }
  }
  for (ptrdiff_t piece = 0; piece < track->pieces; piece++) {
    for (ptrdiff_t component = 0; component < components; component++) {
      for (ptrdiff_t k = 0; k < terms; k++) {
        double coefficient = track->rows[width * piece + k] * (component == 0 ? 1.0 : -3.0);
        rows[(piece * components + component) * width + k] = coefficient;
        if (piece < 32) table[(component * terms + k) * 32 + piece] = coefficient;
      }
    }
  }
  vk_double_keyframes all = {
    .ends = ends, .buckets = has_buckets ? buckets : NULL, .rows = rows, .table = has_table ? table : NULL,
    .count = track->pieces, .components = components, .scale = track->scale,
    .last_bucket = track->buckets - 1, .degree = track->degree,
  };
  for (int backwards = 0; backwards < 2; backwards++) {
    double *column = f64(backwards ? START : ENDS, n), *out = result_columns('d', components, stride, n);
    note("pieces", track->pieces);
    note("degree", track->degree);
    note("components", components);
    note("buckets", has_buckets);
    note("table", has_table);
    CALL(keyframes_f64, &all, column, backwards ? -1 : 1, backwards ? PICK(in->times) : 0, out, stride, n);
  }
}

static void doubled(void) {
  for (int t = 0; t < TRACKS; t++) {
    const keyframe_track *track = &in->tracks[t];
    for (ptrdiff_t components = 1; components <= 2; components++) {
      in_double(track, components, false, false);
      if (track->buckets > 0) in_double(track, components, true, false);
      if (track->pieces <= TABLE_PIECES) in_double(track, components, false, true);
    }
  }
}

/// A cursor of any kind leads to the same piece.
static void followed(void) {
  ptrdiff_t n = now.count;
  for (int k = 0; k < 4; k++) {
    int32_t *first = integers_of(in->clip.first, n), *count = integers_of(in->clip.count, n);
    int32_t *cursors = also_result(now.values < SPECIAL ? integers_below(8, n) : integers(sizeof(int32_t), n));
    int32_t *pieces = fresh('i', n);
    float *offsets = fresh('f', n);
    // Between the first pieces, where cursors may be right, and anywhere.
    double time = k == 0 ? PICK(in->times) : k * 0.4;
    note("time", k);
    CALL(keyframes_follow_f32, in->clip.ends, first, count, in->clip.halvings, time, cursors, pieces, offsets, n);
  }
}

/// Whether instances have left pieces, which begin and end anywhere.
static void stayed(void) {
  ptrdiff_t n = now.count;
  for (int backwards = 0; backwards < 2; backwards++) {
    float *starts = f32(START, n), *ends = f32(SECONDS, n), *column = f32(backwards ? START : ENDS, n);
    float *seconds = fresh('f', n), *rests = fresh('f', n), direction = backwards ? -1.0f : 1.0f;
    uint64_t *left = fresh('Q', (n + 63) / 64);
    note("direction", direction);
    CALL_RETURNING(keyframes_stay_f32, starts, ends, column, direction, PICK(in->times), seconds, rests, left, n);
  }
}

/// Values of lines and of other polynomials in tiles, for one component to five.
static void valued_in_tiles(void) {
  ptrdiff_t n = now.count, stride = n + 3, tiles = (n + VK_TILE_MEMBERS - 1) / VK_TILE_MEMBERS;
  for (ptrdiff_t components = 1; components <= 5; components += 2) {
    for (int32_t degree = 1; degree <= 5; degree += 4) {
      float *coefficients = f32(ANY, tiles * VK_TILE_MEMBERS * VK_TILE_COEFFICIENTS * components);
      float *ends = f32(SECONDS, n), *seconds = f32(SECONDS, n), *rests = f32(ANY, n);
      void *out = fresh_columns('f', components, stride, n);
      note("components", components);
      note("degree", degree);
      CALL(keyframes_own_values_f32, coefficients, degree, ends, seconds, rests, components, out, stride, n);
    }
  }
}

/// Members of walks through one to five and thirteen phases, with few pieces and with many.
static void walked(void) {
  ptrdiff_t n = now.count, stride = n + 3;
  const int columns[] = {ANY, BEYOND, LIGHT, ANY, BEYOND, LIGHT, ANY, BEYOND, LIGHT, ANY, BEYOND, LIGHT, ANY};
  for (ptrdiff_t phases = 1; phases <= 13; phases += phases < 5 ? 1 : 8) {
    ptrdiff_t components = phases == 3 ? 3 : 1;
    int32_t *left = integers_below((int32_t)phases, n);
    float *amounts = f32(BEYOND, n), *values = f32_columns(columns, phases * components, stride, n);
    float *out = result_columns('f', components, stride, n);
    note("phases", phases);
    CALL(mix_phases_f32, left, (int32_t)phases, amounts, values, (int32_t)(components * stride), stride, out, stride,
         components, n);
  }
  static const ptrdiff_t counts[] = {8, 16, 17, 32, 33, 40};
  for (int k = 0; k < 6; k++) {
    ptrdiff_t count = counts[k];
    int32_t *left = shared_integers_below(13, 40), *pieces = integers_below((int32_t)count, n);
    void *out = result('i', n);
    note("pieces", count);
    CALL(phases_of_pieces, left, count, pieces, out, n);
  }
}

/// Ends in a register of each level, in two of them and in memory.
void walk_keyframes(void) {
  for (int t = 0; t < TRACKS; t++) {
    ptrdiff_t pieces = in->tracks[t].pieces;
    if (pieces == 8 || pieces == 16 || pieces == 32 || pieces == 200) located_in_both_ways(&in->tracks[t]);
  }
}

void call_keyframes(void) {
  in_every_manner(locations);
  in_every_manner(values);
  in_every_manner(doubled);
  in_every_manner(followed);
  in_every_manner(stayed);
  in_every_length(valued_in_tiles);
  in_every_manner(walked);
}
