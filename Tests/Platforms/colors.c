// Conversions of colours: from each shape and curve to each, from every source, to columns and to bytes.

#include "calls.h"

enum { FROM_COLUMNS, FROM_OPAQUE_COLUMNS, FROM_BYTES, FROM_PAIRS, FROM_OWN_PAIRS, FROM_GRADIENT, SOURCES };
/// Only to columns of such numbers.
enum { FROM_DOUBLES = SOURCES, FROM_OPAQUE_DOUBLES, FROM_DOUBLE_PAIRS, FROM_OWN_DOUBLE_PAIRS, ALL_SOURCES };
enum { TO_COLUMNS, TO_OPAQUE_COLUMNS, TO_BYTES, SINKS };
enum { TO_DOUBLES = SINKS, TO_OPAQUE_DOUBLES };

/// The meanings of a shape's components.
static const int columns_of[][3] = {
  [VK_SHAPE_RECTANGULAR] = {LIGHT, LIGHT, LIGHT},
  [VK_SHAPE_POLAR] = {LIGHT, LIGHT, HUE},
  [VK_SHAPE_HSL] = {HUE, PERCENT, PERCENT},
  [VK_SHAPE_HWB] = {HUE, PERCENT, PERCENT},
  [VK_SHAPE_HSB] = {BEYOND, BEYOND, BEYOND},
};

/// Which of them is a hue; -1 if none is.
static const int hue_of[] = {
  [VK_SHAPE_RECTANGULAR] = -1, [VK_SHAPE_POLAR] = 2, [VK_SHAPE_HSL] = 0, [VK_SHAPE_HWB] = 0,
  [VK_SHAPE_HSB] = 0,
};

static vk_gradient gradient;

/// Lays out a source of colours.
static vk_color_source source_of(int kind, int shape) {
  ptrdiff_t n = now.count;
  vk_color_source source = {.kind = VK_FROM_COLUMNS};
  const int *columns = columns_of[shape];
  switch (kind) {
  case FROM_DOUBLES:
  case FROM_OPAQUE_DOUBLES:
    source.kind = VK_FROM_DOUBLES;
    for (int k = 0; k < 3; k++) source.doubles[k] = f64(columns[k], n);
    if (kind == FROM_DOUBLES) source.doubles[3] = f64(BEYOND, n);
    return source;
  case FROM_DOUBLE_PAIRS:
  case FROM_OWN_DOUBLE_PAIRS:
    source.kind = VK_FROM_DOUBLE_PAIRS;
    require_ordinary_numbers();
    source.double_amount = PICK(in->amounts);
    if (kind == FROM_OWN_DOUBLE_PAIRS) source.double_amount_each = f64(BEYOND, n);
    for (int k = 0; k < 4; k++) {
      source.doubles[k] = f64(k < 3 ? columns[k] : BEYOND, n);
      source.to_doubles[k] = f64(k < 3 ? columns[k] : BEYOND, n);
    }
    return source;
  case FROM_BYTES:
    source.kind = VK_FROM_RGBA8;
    source.rgba8 = now.values == WALKED ? walking_pixels(n) : integers(1, 4 * n);
    return source;
  case FROM_GRADIENT: {
    const gradient_table *table = &in->gradients[now.pick % GRADIENTS];
    gradient = (vk_gradient){
      .ends = table->ends, .starts = table->starts, .scales = table->scales, .rows = table->rows,
      .segments = table->segments,
    };
    source.kind = VK_FROM_GRADIENT;
    source.gradient = &gradient;
    source.amount_each = f32(STOPS, n);
    return source;
  }
  case FROM_PAIRS:
  case FROM_OWN_PAIRS:
    source.kind = VK_FROM_PAIRS;
    // Premultiplied: a component is no larger than alpha.
    require_ordinary_numbers();
    source.amount = PICK(in->amounts);
    if (kind == FROM_OWN_PAIRS) source.amount_each = f32(BEYOND, n);
    for (int k = 0; k < 3; k++) source.to[k] = f32(columns[k], n);
    source.to[3] = f32(BEYOND, n);
    break;
  }
  for (int k = 0; k < 3; k++) source.from[k] = f32(columns[k], n);
  if (kind != FROM_OPAQUE_COLUMNS) source.from[3] = f32(BEYOND, n);
  return source;
}

static vk_color_sink sink_of(int kind) {
  ptrdiff_t n = now.count;
  vk_color_sink sink = {.rgba8 = NULL};
  if (kind == TO_BYTES) {
    sink.rgba8 = result('B', 4 * n);
    return sink;
  }
  if (kind >= TO_DOUBLES) {
    for (int k = 0; k < (kind == TO_DOUBLES ? 4 : 3); k++) sink.doubles[k] = result('d', n);
    return sink;
  }
  for (int k = 0; k < (kind == TO_COLUMNS ? 4 : 3); k++) sink.columns[k] = result('f', n);
  return sink;
}

static vk_color_conversion conversion_of(int from_shape, int decoding, int encoding, int to_shape) {
  vk_color_conversion conversion = {
    .from_shape = from_shape, .decoding = decoding, .encoding = encoding, .to_shape = to_shape,
    .hue = hue_of[from_shape], .decoder = in->decoders[now.pick % 3], .encoder = in->encoders[now.pick / 3 % 3],
    .matrix = decoding != encoding ? &in->rgb_to_xyz : NULL, .to_roots = &in->to_roots, .from_roots = &in->from_roots,
  };
  return conversion;
}

static void convert(int from_shape, int decoding, int encoding, int to_shape, int source_kind, int sink_kind) {
  vk_color_conversion conversion = conversion_of(from_shape, decoding, encoding, to_shape);
  // The hue of a space that stays itself, which has no shape then, may be its first or its last component.
  if (from_shape == VK_SHAPE_RECTANGULAR && to_shape == VK_SHAPE_RECTANGULAR && now.pick % 2 == 1) {
    conversion.hue = now.pick % 4 == 1 ? 0 : 2;
  }
  vk_color_source source = source_of(source_kind, from_shape);
  vk_color_sink sink = sink_of(sink_kind);
  note("from shape", from_shape);
  note("decoding", decoding);
  note("encoding", encoding);
  note("to shape", to_shape);
  note("hue", conversion.hue);
  note("source", source_kind);
  note("sink", sink_kind);
  CALL(color_convert_f32, &conversion, &source, &sink, now.count);
}

/// Every combination of shapes, curves and sources.
static void every_conversion(void) {
  int number = 0;
  for (int source = FROM_COLUMNS; source < SOURCES; source++) {
    for (int from_shape = VK_SHAPE_RECTANGULAR; from_shape <= VK_SHAPE_HSB; from_shape++) {
      for (int to_shape = VK_SHAPE_RECTANGULAR; to_shape <= VK_SHAPE_HSB; to_shape++) {
        for (int decoding = VK_CURVE_NONE; decoding <= VK_CURVE_OKLAB; decoding++) {
          for (int encoding = VK_CURVE_NONE; encoding <= VK_CURVE_OKLAB; encoding++) {
            now.pick = number++;
            convert(from_shape, decoding, encoding, to_shape, source, number % 4 == 0 ? TO_BYTES : TO_COLUMNS);
            if (source != FROM_COLUMNS) continue;
            for (int doubles = FROM_DOUBLES; doubles < ALL_SOURCES; doubles++) {
              convert(from_shape, decoding, encoding, to_shape, doubles, TO_DOUBLES);
            }
          }
        }
      }
    }
  }
}

/// Some of them in every manner.
static void conversions(void) {
  for (int source = FROM_DOUBLES; source < ALL_SOURCES; source++) {
    convert(VK_SHAPE_RECTANGULAR, VK_CURVE_TRANSFER, VK_CURVE_OKLAB, VK_SHAPE_POLAR, source, TO_DOUBLES);
    convert(VK_SHAPE_POLAR, VK_CURVE_LAB, VK_CURVE_TRANSFER, VK_SHAPE_HSL, source, TO_OPAQUE_DOUBLES);
    for (int sink = TO_DOUBLES; sink <= TO_OPAQUE_DOUBLES; sink++) {
      vk_color_conversion matrix =
        conversion_of(VK_SHAPE_RECTANGULAR, VK_CURVE_NONE, VK_CURVE_NONE, VK_SHAPE_RECTANGULAR);
      matrix.matrix = &in->rgb_to_xyz;
      vk_color_source colors = source_of(source, VK_SHAPE_RECTANGULAR);
      vk_color_sink out = sink_of(sink);
      CALL(color_convert_f32, &matrix, &colors, &out, now.count);
    }
  }
  for (int source = FROM_COLUMNS; source < SOURCES; source++) {
    int sink = source % SINKS;
    convert(VK_SHAPE_RECTANGULAR, VK_CURVE_TRANSFER, VK_CURVE_OKLAB, VK_SHAPE_POLAR, source, sink);
    convert(VK_SHAPE_POLAR, VK_CURVE_LAB, VK_CURVE_TRANSFER, VK_SHAPE_HSL, source, (sink + 1) % SINKS);
    convert(VK_SHAPE_RECTANGULAR, VK_CURVE_NONE, VK_CURVE_NONE, VK_SHAPE_RECTANGULAR, source, (sink + 2) % SINKS);
    for (sink = 0; sink < SINKS; sink++) {
      vk_color_conversion matrix =
        conversion_of(VK_SHAPE_RECTANGULAR, VK_CURVE_NONE, VK_CURVE_NONE, VK_SHAPE_RECTANGULAR);
      matrix.matrix = &in->rgb_to_xyz;
      vk_color_source colors = source_of(source, VK_SHAPE_RECTANGULAR);
      vk_color_sink out = sink_of(sink);
      note("source", source);
      note("sink", sink);
      CALL(color_convert_f32, &matrix, &colors, &out, now.count);
    }
  }
}

/// The short way between Oklab and 8 bits of sRGB.
static void oklab_and_bytes(void) {
  static vk_srgb8_tables tables;
  tables.decoding = in->srgb_decoding;
  tables.encoding = in->srgb_encoding;
  tables.light_scale = in->srgb_light_scale;
  tables.lights = in->srgb_lights;
  vk_color_conversion from_bytes = conversion_of(VK_SHAPE_RECTANGULAR, VK_CURVE_TRANSFER, VK_CURVE_OKLAB, 0);
  from_bytes.matrix = &in->rgb_to_cones;
  {
    vk_color_source source = source_of(FROM_BYTES, VK_SHAPE_RECTANGULAR);
    vk_color_sink sink = sink_of(TO_COLUMNS);
    CALL(color_oklab_from_rgba8_f32, &from_bytes, &tables, &source, &sink, now.count);
  }
  for (int shape = VK_SHAPE_RECTANGULAR; shape <= VK_SHAPE_POLAR; shape++) {
    vk_color_conversion to_bytes = conversion_of(shape, VK_CURVE_OKLAB, VK_CURVE_TRANSFER, VK_SHAPE_RECTANGULAR);
    to_bytes.matrix = &in->cones_to_rgb;
    for (int kind = FROM_COLUMNS; kind < SOURCES; kind++) {
      if (kind == FROM_BYTES) continue;
      vk_color_source source = source_of(kind, shape);
      vk_color_sink sink = sink_of(TO_BYTES);
      note("shape", shape);
      note("source", kind);
      CALL(color_oklab_to_rgba8_f32, &to_bytes, &tables, &source, &sink, now.count);
    }
  }
}

/// The curves of all spaces, each alone in its direction, and gradients.
void walk_curves_of_colors(void) {
  for (int space = 0; space < 3; space++) {
    // A curve each from the list of both directions.
    now.pick = space * 4;
    convert(VK_SHAPE_RECTANGULAR, VK_CURVE_TRANSFER, VK_CURVE_NONE, VK_SHAPE_RECTANGULAR, FROM_OPAQUE_COLUMNS,
            TO_OPAQUE_COLUMNS);
    convert(VK_SHAPE_RECTANGULAR, VK_CURVE_NONE, VK_CURVE_TRANSFER, VK_SHAPE_RECTANGULAR, FROM_OPAQUE_COLUMNS,
            TO_OPAQUE_COLUMNS);
  }
  now.pick = 0;
  for (int curve = VK_CURVE_LAB; curve <= VK_CURVE_OKLAB; curve++) {
    convert(VK_SHAPE_RECTANGULAR, curve, VK_CURVE_NONE, VK_SHAPE_RECTANGULAR, FROM_OPAQUE_COLUMNS, TO_OPAQUE_COLUMNS);
    convert(VK_SHAPE_RECTANGULAR, VK_CURVE_NONE, curve, VK_SHAPE_RECTANGULAR, FROM_OPAQUE_COLUMNS, TO_OPAQUE_COLUMNS);
  }
  for (now.pick = 0; now.pick < GRADIENTS; now.pick++) {
    convert(VK_SHAPE_RECTANGULAR, VK_CURVE_NONE, VK_CURVE_NONE, VK_SHAPE_RECTANGULAR, FROM_GRADIENT, TO_COLUMNS);
  }
  now.pick = 0;
}

/// Colours of 8 bits in the components of every curve and shape, and Oklab's own way.
void walk_colors(void) {
  for (int to_shape = VK_SHAPE_RECTANGULAR; to_shape <= VK_SHAPE_HSB; to_shape++) {
    for (int encoding = VK_CURVE_NONE; encoding <= VK_CURVE_OKLAB; encoding++) {
      for (now.pick = 0; now.pick < (encoding == VK_CURVE_TRANSFER ? 9 : 1); now.pick += 3) {
        convert(VK_SHAPE_RECTANGULAR, VK_CURVE_TRANSFER, encoding, to_shape, FROM_BYTES, TO_COLUMNS);
      }
    }
  }
  now.pick = 0;
  oklab_and_bytes();
}

void call_colors(void) {
  in_manner((manner){.count = 67, .values = ORDINARY}, every_conversion);
  in_manner((manner){.count = 37, .values = MIXED, .shift = 1}, every_conversion);
  in_manner((manner){.count = 16, .values = SPECIAL, .shift = 3, .over = 1}, every_conversion);
  in_manner((manner){.count = 16, .values = WILD, .shift = 5, .over = 2}, every_conversion);
  in_every_manner(conversions);
  in_every_manner(oklab_and_bytes);
  in_manner((manner){.count = VALUES, .values = ORDINARY}, oklab_and_bytes);
}
