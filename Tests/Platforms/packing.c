// Numbers of fewer bits, rows of bytes, and memory that is only moved: the same bits everywhere, NaN included.

#include "calls.h"

#define PACK(kernel, type, column)                                                                                     \
  do {                                                                                                                 \
    float *values = f32(column, n);                                                                                    \
    void *out = fresh(type, n);                                                                                        \
    note("column", column);                                                                                            \
    CALL(kernel, values, out, n);                                                                                      \
  } while (0)

/// Halfway between two packed numbers.
static void packed_halfway(void) {
  ptrdiff_t n = now.count;
  PACK(pack_unorm8_f32, 'B', OF_255);
  PACK(pack_snorm8_f32, 'b', OF_127);
  PACK(pack_unorm16_f32, 'H', OF_65535);
  PACK(pack_snorm16_f32, 'h', OF_32767);
  PACK(pack_half_f32, 'H', OF_HALVES);
  PACK(pack_int32_f32, 'i', OF_INTEGERS);
}

static void packed(void) {
  ptrdiff_t n = now.count;
  PACK(pack_unorm8_f32, 'B', BEYOND);
  PACK(pack_snorm8_f32, 'b', BEYOND);
  PACK(pack_unorm16_f32, 'H', BEYOND);
  PACK(pack_snorm16_f32, 'h', BEYOND);
  PACK(pack_half_f32, 'H', LARGE);
  PACK(pack_int32_f32, 'i', LARGE);
}

#define UNPACK(kernel, size)                                                                                           \
  do {                                                                                                                 \
    void *packed = integers(size, n);                                                                                  \
    float *out = fresh('I', n);                                                                                        \
    CALL(kernel, packed, out, n);                                                                                      \
  } while (0)

static void unpacked(void) {
  ptrdiff_t n = now.count;
  UNPACK(unpack_unorm8_f32, 1);
  UNPACK(unpack_snorm8_f32, 1);
  UNPACK(unpack_unorm16_f32, 2);
  UNPACK(unpack_snorm16_f32, 2);
  UNPACK(unpack_half_f32, 2);
  UNPACK(unpack_int32_f32, 4);
}

/// All numbers of 16 bits there are.
#define EVERY(kernel)                                                                                                  \
  do {                                                                                                                 \
    uint16_t *packed = integers(2, n);                                                                                 \
    for (ptrdiff_t i = 0; i < n; i++) packed[i] = (uint16_t)i;                                                         \
    float *out = fresh('I', n);                                                                                        \
    CALL(kernel, (void *)packed, out, n);                                                                              \
  } while (0)

static void every_number_unpacked(void) {
  ptrdiff_t n = now.count;
  EVERY(unpack_half_f32);
  EVERY(unpack_unorm16_f32);
  EVERY(unpack_snorm16_f32);
}

static void unpacked_pixels(vk_alpha alpha) {
  ptrdiff_t n = now.count;
  const uint8_t *rows = now.values == WALKED ? walking_pixels(n) : integers(1, 4 * n);
  float *r = fresh('f', n), *g = fresh('f', n), *b = fresh('f', n), *a = fresh('f', n);
  note("alpha", alpha);
  CALL(unpack_rgba8_f32, rows, alpha, r, g, b, a, n);
}

static void pixels(void) {
  static const int columns[] = {OF_255, LIGHT, LIGHT, BEYOND};
  ptrdiff_t n = now.count;
  for (vk_alpha alpha = VK_ALPHA_KEPT; alpha <= VK_ALPHA_QUOTIENT; alpha++) {
    for (ptrdiff_t stride = 4; stride <= 20; stride += 8) {
      float *r = f32(OF_255, n), *g = f32(LIGHT, n), *b = f32(LIGHT, n), *a = f32(BEYOND, n);
      uint8_t *rows = stride == 4 ? fresh('B', 4 * n) : fresh_columns('B', n, stride, 4);
      note("alpha", alpha);
      note("stride", stride);
      CALL(pack_rgba8_f32, r, g, b, a, alpha, rows, stride, n);
    }
    unpacked_pixels(alpha);
    {
      ptrdiff_t stride = n + 6;
      float *from = f32_columns(columns, 4, stride, n), *out = result_columns('f', 4, stride, n);
      note("alpha", alpha);
      CALL(convert_alpha_f32, from, from + stride, from + 2 * stride, from + 3 * stride, alpha, out, stride, n);
    }
  }
}

static void bytes_interleaved(void) {
  for (ptrdiff_t components = 2; components <= 4; components++) {
    ptrdiff_t n = now.count < 1000 / components ? now.count : 1000 / components;
    {
      uint8_t *columns = integers(1, n * components), *rows = fresh('B', n * components);
      note("components", components);
      CALL(interleave_u8, columns, n, components, rows, n);
    }
    {
      uint8_t *rows = integers(1, n * components), *columns = fresh_columns('B', components, n + 3, n);
      note("components", components);
      CALL(deinterleave_u8, rows, components, columns, n + 3, n);
    }
    {
      uint16_t *columns = integers(2, n * components), *rows = fresh('H', n * components);
      note("components", components);
      CALL(interleave_u16, columns, n, components, rows, n);
    }
    {
      uint16_t *rows = integers(2, n * components), *columns = fresh_columns('H', components, n + 3, n);
      note("components", components);
      CALL(deinterleave_u16, rows, components, columns, n + 3, n);
    }
  }
}

static void fields_copied(void) {
  static const ptrdiff_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 16, 17, 20, 31, 32, 33, 48, 100};
  for (int k = 0; k < 20; k++) {
    ptrdiff_t size = sizes[k], n = now.count < 130 ? now.count : 130;
    // Side by side, or with other fields between.
    ptrdiff_t from_stride = size + (k + now.shift) % 3 * 4, to_stride = size + (k + now.pick) % 3 * 5;
    uint8_t *from = integers(1, n * from_stride), *to = fresh_columns('B', n, to_stride, size);
    note("size", size);
    note("from stride", from_stride);
    note("to stride", to_stride);
    CALL(copy_strided, from, from_stride, size, to, to_stride, n);
  }
}

void walk_packing(void) { packed(); }

void walk_unpacking(void) {
  for (vk_alpha alpha = VK_ALPHA_KEPT; alpha <= VK_ALPHA_QUOTIENT; alpha++) unpacked_pixels(alpha);
}

/// Columns whose elements have places of their own: by their numbers and, where these are close together, by bits, too.
static void scattered(void) {
  enum { MOST = 1024, BASE = 5 };
  static int32_t places[MOST];
  static uint64_t words[4 * MOST / 64 + 1];
  ptrdiff_t n = now.count < MOST ? now.count : MOST, components = 1 + n % 3, end = 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) words[i] = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    // Most are neighbours, some are apart, and a few so far that there are registers between them without any.
    end += i % 29 == 28 ? 40 : i % 5 == now.pick % 5 ? 3 : 1;
    places[i] = (int32_t)(BASE + end - 1);
    words[(end - 1) / 64] |= (uint64_t)1 << (end - 1) % 64;
  }
  ptrdiff_t columns = BASE + end, stride = columns + 3, word_count = (end + 63) / 64;
  for (int by_bits = 0; by_bits < 2; by_bits++) {
    {
      float *values = f32_columns((const int[]){ANY, BEYOND, LIGHT}, components, n + 1, n);
      void *out = fresh_columns('I', components, stride, columns);
      note("by bits", by_bits);
      CALL(scatter_columns_f32, values, n + 1, places, words, by_bits ? word_count : 0, BASE, out, stride, components,
           n);
    }
    {
      float *values = f32_columns((const int[]){ANY, BEYOND, LIGHT}, components, stride, columns);
      void *out = fresh_columns('I', components, n + 1, n);
      note("by bits", by_bits);
      CALL(gather_columns_f32, values, stride, places, words, by_bits ? word_count : 0, BASE, out, n + 1, components,
           n);
    }
  }
}

void call_packing(void) {
  in_every_manner(packed_halfway);
  in_every_manner(packed);
  in_every_length(unpacked);
  in_manner((manner){.count = 1 << 16, .shift = 1}, every_number_unpacked);
  in_every_manner(pixels);
  in_every_length(bytes_interleaved);
  in_every_length(fields_copied);
  in_every_length(scattered);
}
