/* Calls every function of the library: values, each error with its message, and allocations. */

#include <allocations.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vectorkernels.h>

static int failures;

#define EXPECT(condition) expect(condition, #condition, __LINE__)
#define EXPECT_NEAR(value, wanted, tolerance) expect_near(value, wanted, tolerance, #value, __LINE__)
#define EXPECT_OK(call) expect_status(call, VKN_OK, "", #call, __LINE__)
/* The message is that of the function, and says what follows. */
#define EXPECT_ERROR(call, status, text) expect_status(call, status, text, #call, __LINE__)

static void expect(bool holds, const char *what, int line) {
  if (holds) return;
  printf("check.c:%d: %s doesn't hold\n", line, what);
  failures += 1;
}

static void expect_near(double value, double wanted, double tolerance, const char *what, int line) {
  if (fabs(value - wanted) <= tolerance) return;
  printf("check.c:%d: %s is %.9g, not %.9g\n", line, what, value, wanted);
  failures += 1;
}

static void expect_status(vkn_status found, vkn_status wanted, const char *text, const char *call, int line) {
  char message[512] = "";
  if (wanted != VKN_OK) {
    snprintf(message, sizeof message, "%.*s: %s", (int)strcspn(call, "("), call, text);
  }
  const char *said = found == VKN_OK ? "" : vkn_error_message();
  if (found == wanted && strcmp(said, message) == 0) return;
  printf("check.c:%d: %s is %d \"%s\", not %d \"%s\"\n", line, call, found, said, wanted, message);
  failures += 1;
}

/* A count that no memory has. */
static const size_t too_many = (size_t)-1;

static void check_interpolation(void) {
  float from[3] = {0, 10, -2}, to[3] = {1, 20, -4}, amounts[3] = {0, 0.5f, NAN}, out[3] = {0};
  EXPECT_OK(vkn_interpolate_f32(from, to, 0.5f, out, 3));
  /* Powers of two: exact. */
  EXPECT(out[0] == 0.5f && out[1] == 15 && out[2] == -3);
  EXPECT_OK(vkn_interpolate_own_f32(from, to, amounts, out, 3));
  EXPECT(out[0] == 0 && out[1] == 15 && isnan(out[2]));
  EXPECT_OK(vkn_interpolate_f32(from, to, 0.5f, from, 3));
  EXPECT(from[1] == 15);
  EXPECT_OK(vkn_interpolate_f32(NULL, NULL, 0.5f, NULL, 0));

  double from64[2] = {0, 1e9}, to64[2] = {1, 1e9 + 2}, amounts64[2] = {1, 0.25}, out64[2];
  EXPECT_OK(vkn_interpolate_f64(from64, to64, 0.5, out64, 2));
  EXPECT(out64[0] == 0.5 && out64[1] == 1e9 + 1);
  EXPECT_OK(vkn_interpolate_own_f64(from64, to64, amounts64, out64, 2));
  EXPECT(out64[0] == 1 && out64[1] == 1e9 + 0.5);

  EXPECT_ERROR(vkn_interpolate_f32(NULL, to, 0, out, 3), VKN_NULL_POINTER, "from is NULL, but count is 3");
  EXPECT_ERROR(vkn_interpolate_f32(from, NULL, 0, out, 3), VKN_NULL_POINTER, "to is NULL, but count is 3");
  EXPECT_ERROR(vkn_interpolate_f32(from, to, 0, NULL, 3), VKN_NULL_POINTER, "out is NULL, but count is 3");
  EXPECT_ERROR(
      vkn_interpolate_own_f32(from, to, NULL, out, 3), VKN_NULL_POINTER, "amounts is NULL, but count is 3");
  EXPECT_ERROR(
      vkn_interpolate_own_f64(from64, NULL, amounts64, out64, 2), VKN_NULL_POINTER, "to is NULL, but count is 2");
  EXPECT_ERROR(
      vkn_interpolate_f32(from, to, 0, out, too_many), VKN_BAD_COUNT,
      "count is 18446744073709551615, but must be at most 2305843009213693951");
  EXPECT_ERROR(
      vkn_interpolate_f64(from64, to64, 0, out64, too_many / 2), VKN_BAD_COUNT,
      "count is 9223372036854775807, but must be at most 1152921504606846975");
}

static void check_curves(void) {
  vkn_curve *curve = NULL;
  double amount;
  float progress[4] = {-1, 0.5f, 1, NAN}, amounts[4];
  EXPECT_OK(vkn_curve_create_bezier(0.42, 0, 0.58, 1, &curve));
  EXPECT_OK(vkn_curve_values(curve, progress, amounts, 4));
  /* By symmetry; the error of a curve is at most 1e-6. */
  EXPECT(amounts[0] == 0 && amounts[2] == 1 && isnan(amounts[3]));
  EXPECT_NEAR(amounts[1], 0.5, 1e-6);
  EXPECT_OK(vkn_curve_value(curve, 0.5, &amount));
  EXPECT_NEAR(amount, 0.5, 1e-12);
  EXPECT_ERROR(vkn_curve_value(NULL, 0.5, &amount), VKN_NULL_POINTER, "curve is NULL");
  EXPECT_ERROR(vkn_curve_value(curve, 0.5, NULL), VKN_NULL_POINTER, "amount is NULL");
  EXPECT_ERROR(vkn_curve_values(NULL, progress, amounts, 4), VKN_NULL_POINTER, "curve is NULL");
  EXPECT_ERROR(vkn_curve_values(curve, NULL, amounts, 4), VKN_NULL_POINTER, "progress is NULL, but count is 4");
  EXPECT_ERROR(vkn_curve_values(curve, progress, NULL, 4), VKN_NULL_POINTER, "amounts is NULL, but count is 4");
  /* CSS's text gives the same curve, bit for bit where solvers differ. */
  vkn_curve *text = NULL;
  float places[8] = {0.1f, 0.2f, 0.3f, 0.45f, 0.62f, 0.7f, 0.8f, 0.9f}, same[8], expected[8];
  EXPECT_OK(vkn_curve_create_css("ease-in-out", &text));
  EXPECT_OK(vkn_curve_values(text, places, same, 8));
  EXPECT_OK(vkn_curve_values(curve, places, expected, 8));
  EXPECT(memcmp(same, expected, sizeof same) == 0);
  vkn_curve_destroy(text);
  vkn_curve_destroy(curve);
  vkn_curve_destroy(NULL);

  EXPECT_OK(vkn_curve_create_css("steps(4, jump-end)", &curve));
  EXPECT_OK(vkn_curve_values(curve, progress, amounts, 3));
  EXPECT(amounts[0] == 0 && amounts[1] == 0.5f && amounts[2] == 1);
  vkn_curve_destroy(curve);

  /* Penner's formulas at a half and at a quarter; the error of an easing is at most 6e-7. */
  static const double out_at_quarter[] = {0.4375, 0.578125, 0.68359375, 0.7626953125, 0.3826834323650898};
  progress[0] = 0.25f;
  for (int family = VKN_QUADRATIC; family <= VKN_BOUNCE; family++) {
    EXPECT_OK(vkn_curve_create_easing(family, VKN_EASE_IN_OUT, &curve));
    EXPECT_OK(vkn_curve_values(curve, progress, amounts, 2));
    EXPECT_NEAR(amounts[1], 0.5, 6e-7);
    vkn_curve_destroy(curve);
    EXPECT_OK(vkn_curve_create_easing(family, VKN_EASE_OUT, &curve));
    EXPECT_OK(vkn_curve_values(curve, progress, amounts, 2));
    if (family <= VKN_SINE) EXPECT_NEAR(amounts[0], out_at_quarter[family], 6e-7);
    vkn_curve_destroy(curve);
  }
  EXPECT_OK(vkn_curve_create_easing(VKN_QUADRATIC, VKN_EASE_IN, &curve));
  EXPECT_OK(vkn_curve_value(curve, 0.5, &amount));
  EXPECT(amount == 0.25);
  vkn_curve_destroy(curve);

  EXPECT_ERROR(
      vkn_curve_create_bezier(2, 0, 0.58, 1, &curve), VKN_BAD_NUMBER, "x1 is 2.0, but must be in 0...1");
  EXPECT_ERROR(vkn_curve_create_bezier(0, 0, 1, 1, NULL), VKN_NULL_POINTER, "curve is NULL");
  EXPECT_ERROR(vkn_curve_create_css(NULL, &curve), VKN_NULL_POINTER, "text is NULL");
  EXPECT_ERROR(
      vkn_curve_create_css("easy", &curve), VKN_BAD_TEXT,
      "text: \"easy\" at offset 0 is not the name of an easing function");
  EXPECT_ERROR(
      vkn_curve_create_easing(10, VKN_EASE_IN, &curve), VKN_BAD_NUMBER, "family is 10, but must be in 0...9");
  EXPECT_ERROR(
      vkn_curve_create_easing(VKN_SINE, -1, &curve), VKN_BAD_NUMBER, "direction is -1, but must be in 0...2");
}

static void check_springs(void) {
  /* Critically damped: y = d (1 + w t) exp(-w t) from rest. */
  vkn_spring spring = {.duration = 0.5, .bounce = 0};
  float targets[3] = {100, 100, 100}, displacements[3] = {-100, -100, -100}, velocities[3] = {0, 0, 0};
  float starts[3] = {0, 0.1f, 9}, sines[3], positions[3];
  EXPECT_OK(vkn_spring_sine_amplitudes_f32(spring, displacements, velocities, sines, 3));
  EXPECT_OK(vkn_spring_positions_f32(spring, 0.3, targets, displacements, sines, starts, positions, 3));
  double w = 2 * acos(-1) / 0.5;
  for (int i = 0; i < 2; i++) {
    double t = 0.3 - starts[i];
    /* 2e-6 of the amplitude of 100, and half an ulp of 100. */
    EXPECT_NEAR(positions[i], 100 - 100 * (1 + w * t) * exp(-w * t), 2e-4 + 4e-6);
  }
  EXPECT(positions[2] == 0);

  /* Steps of any length arrive at the closed form: 2e-7 of the amplitude for each of 3 steps, and half an ulp. */
  float stepped[3] = {0, 0, 0};
  EXPECT_OK(vkn_spring_step_f32(spring, 0.05, stepped, velocities, targets, 3));
  EXPECT_OK(vkn_spring_step_f32(spring, 0.15, stepped, velocities, targets, 3));
  EXPECT_OK(vkn_spring_step_f32(spring, 0.1, stepped, velocities, targets, 3));
  EXPECT_NEAR(stepped[0], 100 - 100 * (1 + w * 0.3) * exp(-w * 0.3), 3 * 2e-5 + 3 * 4e-6);

  EXPECT_ERROR(
      vkn_spring_step_f32((vkn_spring){0, 0}, 0.1, stepped, velocities, targets, 3), VKN_BAD_NUMBER,
      "spring.duration is 0.0, but must be in 6.3e-07...6200000.0");
  EXPECT_ERROR(
      vkn_spring_step_f32((vkn_spring){1e8, 0}, 0.1, stepped, velocities, targets, 3), VKN_BAD_NUMBER,
      "spring.duration is 100000000.0, but must be in 6.3e-07...6200000.0");
  EXPECT_ERROR(
      vkn_spring_step_f32((vkn_spring){0.5, 1.5}, 0.1, stepped, velocities, targets, 3), VKN_BAD_NUMBER,
      "spring.bounce is 1.5, but must be in -1.0...1.0");
  EXPECT_ERROR(
      vkn_spring_positions_f32((vkn_spring){0.5, NAN}, 0, targets, displacements, sines, starts, positions, 3),
      VKN_BAD_NUMBER, "spring.bounce is nan, but must be in -1.0...1.0");
  EXPECT_ERROR(
      vkn_spring_positions_f32(spring, 0, targets, displacements, NULL, starts, positions, 3), VKN_NULL_POINTER,
      "sine_amplitudes is NULL, but count is 3");
  EXPECT_ERROR(
      vkn_spring_sine_amplitudes_f32(spring, displacements, NULL, sines, 3), VKN_NULL_POINTER,
      "velocities is NULL, but count is 3");
  EXPECT_ERROR(
      vkn_spring_step_f32(spring, 0.1, NULL, velocities, targets, 3), VKN_NULL_POINTER,
      "positions is NULL, but count is 3");
}

static void check_colors(void) {
  uint8_t tomato[4], from[8] = {255, 0, 0, 255, 0, 0, 0, 255}, to[8] = {0, 0, 255, 255, 255, 255, 255, 255}, out[8];
  EXPECT_OK(vkn_color_parse("tomato", tomato));
  EXPECT(tomato[0] == 255 && tomato[1] == 99 && tomato[2] == 71 && tomato[3] == 255);
  EXPECT_ERROR(vkn_color_parse(NULL, tomato), VKN_NULL_POINTER, "text is NULL");
  EXPECT_ERROR(vkn_color_parse("tomato", NULL), VKN_NULL_POINTER, "rgba8 is NULL");
  EXPECT(vkn_color_parse("potato", tomato) == VKN_BAD_TEXT);
  EXPECT(strstr(vkn_error_message(), "vkn_color_parse: text: \"potato\" at offset 0") == vkn_error_message());

  /* CSS: color-mix(in oklab, red, blue) is rgb(140 83 162), and half way from black to white L = 0.5 is rgb(99 99 99). */
  vkn_color_mix *mix = NULL;
  float amounts[2] = {0, 0.5f};
  EXPECT_OK(vkn_color_mix_create(from, to, 2, &mix));
  EXPECT_OK(vkn_color_mix_colors(mix, 0.5f, out, 2));
  EXPECT(out[0] == 140 && out[1] == 83 && out[2] == 162 && out[3] == 255);
  EXPECT(out[4] == 99 && out[5] == 99 && out[6] == 99);
  EXPECT_OK(vkn_color_mix_colors_own(mix, amounts, out, 2));
  EXPECT(out[0] == 255 && out[1] == 0 && out[2] == 0 && out[4] == 99);
  EXPECT_ERROR(vkn_color_mix_colors(mix, 0, out, 3), VKN_BAD_COUNT, "count is 3, but mix has 2 pairs");
  EXPECT_ERROR(vkn_color_mix_colors(NULL, 0, out, 2), VKN_NULL_POINTER, "mix is NULL");
  EXPECT_ERROR(vkn_color_mix_colors(mix, 0, NULL, 2), VKN_NULL_POINTER, "rgba8 is NULL, but count is 2");
  EXPECT_ERROR(vkn_color_mix_colors_own(mix, NULL, out, 2), VKN_NULL_POINTER, "amounts is NULL, but count is 2");
  EXPECT_ERROR(vkn_color_mix_create(from, NULL, 2, &mix), VKN_NULL_POINTER, "to is NULL, but count is 2");
  EXPECT_ERROR(vkn_color_mix_create(from, to, 2, NULL), VKN_NULL_POINTER, "mix is NULL");
  EXPECT_ERROR(
      vkn_color_mix_create(from, to, too_many / 4, &mix), VKN_BAD_COUNT,
      "count is 4611686018427387903, but must be at most 2305843009213693951");
  vkn_color_mix_destroy(mix);
  vkn_color_mix_destroy(NULL);

  float lightness[2], a[2], b[2], alpha[2];
  EXPECT_OK(vkn_oklab_from_rgba8(from, lightness, a, b, alpha, 2));
  /* Oklab of sRGB's red, as Björn Ottosson gives it; black is 0. */
  EXPECT_NEAR(lightness[0], 0.627955, 1e-6);
  EXPECT_NEAR(a[0], 0.224863, 1e-6);
  EXPECT_NEAR(b[0], 0.125846, 1e-6);
  EXPECT(alpha[0] == 1 && fabsf(lightness[1]) <= 1e-6f);
  EXPECT_OK(vkn_oklab_to_rgba8(lightness, a, b, alpha, out, 2));
  EXPECT(memcmp(out, from, 8) == 0);
  EXPECT_ERROR(
      vkn_oklab_from_rgba8(from, lightness, NULL, b, alpha, 2), VKN_NULL_POINTER, "a is NULL, but count is 2");
  EXPECT_ERROR(
      vkn_oklab_to_rgba8(lightness, a, b, NULL, out, 2), VKN_NULL_POINTER, "alpha is NULL, but count is 2");

  float red[2] = {0, 2}, green[2] = {0.5f, -1}, blue[2] = {1, NAN}, opaque[2] = {1, 0};
  EXPECT_OK(vkn_pack_rgba8(red, green, blue, opaque, out, 2));
  EXPECT(out[0] == 0 && out[1] == 128 && out[2] == 255 && out[3] == 255);
  EXPECT(out[4] == 255 && out[5] == 0 && out[6] == 0 && out[7] == 0);
  EXPECT_ERROR(
      vkn_pack_rgba8(red, green, blue, opaque, NULL, 2), VKN_NULL_POINTER, "rgba8 is NULL, but count is 2");
}

static void check_keyframes(void) {
  vkn_keyframes *keyframes = NULL, *line = NULL;
  vkn_curve *step;
  double times[3] = {0, 1, 3}, duration;
  float values[6] = {0, 10, 4, 20, 12, 30}, starts[4] = {0, 2, 9, NAN}, out[8];
  EXPECT_OK(vkn_curve_create_css("step-end", &step));
  const vkn_curve *curves[2] = {NULL, step};
  EXPECT_OK(vkn_keyframes_create(2, times, values, NULL, 3, &keyframes));
  EXPECT_OK(vkn_keyframes_duration(keyframes, &duration));
  EXPECT(duration == 3);
  /* The instances are at 2.5 s, at 0.5 s and before their start. Some ulp of 30. */
  EXPECT_OK(vkn_keyframes_values(keyframes, 2.5, starts, out, 4));
  EXPECT_NEAR(out[0], 10, 1e-5);
  EXPECT_NEAR(out[1], 2, 1e-5);
  EXPECT(out[2] == 0 && isnan(out[3]));
  EXPECT_NEAR(out[4], 27.5, 1e-5);
  EXPECT_NEAR(out[5], 15, 1e-5);
  EXPECT(out[6] == 10 && isnan(out[7]));
  EXPECT_OK(vkn_keyframes_create(1, times, values, curves, 3, &line));
  /* Its own values: 0, 10 and 4; the second way waits until its end. */
  EXPECT_OK(vkn_keyframes_values(line, 2.5, starts, out, 2));
  EXPECT_NEAR(out[0], 10, 1e-5);
  EXPECT_NEAR(out[1], 5, 1e-5);
  vkn_curve_destroy(step);

  vkn_animator *animator;
  vkn_property properties[2];
  const float *x;
  size_t count;
  EXPECT_OK(vkn_animator_create(2, 2, &animator));
  EXPECT_OK(vkn_animator_add(animator, values, 2, properties));
  EXPECT_OK(vkn_animator_play(animator, properties, 2, keyframes, 0.5));
  EXPECT_OK(vkn_animator_advance(animator, 1));
  EXPECT_OK(vkn_animator_column(animator, 0, &x, &count));
  EXPECT_NEAR(x[0], 4, 1e-5);
  EXPECT_NEAR(x[1], 2, 1e-5);
  /* A player keeps what it plays. */
  vkn_keyframes_destroy(keyframes);
  EXPECT_OK(vkn_animator_advance(animator, 10));
  EXPECT(x[0] == 12 && x[1] == 12);

  EXPECT_ERROR(
      vkn_animator_play(animator, properties, 2, line, 0), VKN_BAD_COUNT,
      "keyframes have 1 components, but animator has 2");
  EXPECT_ERROR(vkn_animator_play(animator, properties, 2, NULL, 0), VKN_NULL_POINTER, "keyframes is NULL");
  EXPECT_ERROR(vkn_animator_play(NULL, properties, 2, line, 0), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(
      vkn_animator_play(animator, properties, 2, line, NAN), VKN_BAD_NUMBER,
      "stagger is nan, but must be finite and at least 0");
  EXPECT_ERROR(vkn_keyframes_duration(NULL, &duration), VKN_NULL_POINTER, "keyframes is NULL");
  EXPECT_ERROR(vkn_keyframes_duration(line, NULL), VKN_NULL_POINTER, "duration is NULL");
  EXPECT_ERROR(vkn_keyframes_values(NULL, 0, starts, out, 2), VKN_NULL_POINTER, "keyframes is NULL");
  EXPECT_ERROR(vkn_keyframes_values(line, 0, NULL, out, 2), VKN_NULL_POINTER, "starts is NULL, but count is 2");
  EXPECT_ERROR(vkn_keyframes_values(line, 0, starts, NULL, 2), VKN_NULL_POINTER, "values is NULL, but count is 2");
  vkn_keyframes_destroy(line);
  vkn_keyframes_destroy(NULL);
  vkn_animator_destroy(animator);

  double falling[3] = {0, 2, 1}, wild[3] = {0, 1, INFINITY};
  float huge[3] = {0, NAN, 1};
  EXPECT_ERROR(
      vkn_keyframes_create(0, times, values, NULL, 3, &line), VKN_BAD_COUNT, "components is 0, but must be in 1...4");
  EXPECT_ERROR(
      vkn_keyframes_create(1, times, values, NULL, 0, &line), VKN_BAD_COUNT, "count is 0, but must be at least 1");
  EXPECT_ERROR(
      vkn_keyframes_create(1, NULL, values, NULL, 3, &line), VKN_NULL_POINTER, "times is NULL, but count is 3");
  EXPECT_ERROR(
      vkn_keyframes_create(1, times, NULL, NULL, 3, &line), VKN_NULL_POINTER, "values is NULL, but count is 3");
  EXPECT_ERROR(vkn_keyframes_create(1, times, values, NULL, 3, NULL), VKN_NULL_POINTER, "keyframes is NULL");
  EXPECT_ERROR(
      vkn_keyframes_create(1, falling, values, NULL, 3, &line), VKN_BAD_NUMBER,
      "times[2] is 1.0, but must not be earlier than the one before it, 2.0");
  EXPECT_ERROR(
      vkn_keyframes_create(1, wild, values, NULL, 3, &line), VKN_BAD_NUMBER,
      "times[2] is inf, but must be in 0...1e9");
  EXPECT_ERROR(
      vkn_keyframes_create(1, times, huge, NULL, 3, &line), VKN_BAD_NUMBER, "values[1] is nan, but must be finite");
  /* Straight ways are one piece each, and so are the values before and after them. */
  static double many_times[4096];
  static float many_values[4096];
  for (int i = 0; i < 4096; i++) { many_times[i] = i, many_values[i] = (float)(i % 7); }
  EXPECT_OK(vkn_keyframes_create(1, many_times, many_values, NULL, 4095, &line));
  EXPECT_OK(vkn_keyframes_duration(line, &duration));
  EXPECT(duration == 4094);
  vkn_keyframes_destroy(line);
  EXPECT_ERROR(
      vkn_keyframes_create(1, many_times, many_values, NULL, 4096, &line), VKN_BAD_COUNT,
      "times: keyframe 4095, which lasts 1.0 s, takes the track past 4096 pieces, or 16384 in Double");
}

static void check_animator(void) {
  vkn_animator *animator = NULL;
  vkn_property cards[3], more[1];
  float values[6] = {0, 10, 1, 11, 2, 12}, targets[6] = {100, 110, 101, 111, 102, 112};
  const float *x, *y;
  size_t count, place;
  bool answer;
  vkn_completion ends[4];
  EXPECT_OK(vkn_animator_create(2, 0, &animator));
  EXPECT_OK(vkn_animator_add(animator, values, 3, cards));
  EXPECT(cards[0] != 0 && cards[0] != cards[1]);
  EXPECT_OK(vkn_animator_column(animator, 1, &y, &count));
  EXPECT(count == 3 && y[0] == 10 && y[1] == 11 && y[2] == 12);
  EXPECT_OK(vkn_animator_place(animator, cards[2], &place));
  EXPECT(place == 2);
  EXPECT_OK(vkn_animator_is_at_rest(animator, &answer));
  EXPECT(answer);

  /* A straight way of a second: the first card begins after 0.25 s, each other one 0.25 s later. */
  vkn_curve *linear;
  EXPECT_OK(vkn_curve_create_css("linear", &linear));
  vkn_animation animation = {.curve = linear, .duration = 1, .delay = 0.25, .stagger = 0.25};
  EXPECT_OK(vkn_animator_animate(animator, cards, 3, targets, &animation));
  EXPECT_OK(vkn_animator_advance(animator, 0.75));
  EXPECT_OK(vkn_animator_column(animator, 0, &x, &count));
  /* Some ulp of 100. */
  EXPECT_NEAR(x[0], 50, 4e-5);
  EXPECT_NEAR(x[1], 26, 4e-5);
  EXPECT(x[2] == 2);
  EXPECT_NEAR(y[0], 60, 4e-5);
  EXPECT_OK(vkn_animator_is_animating(animator, cards[2], &answer));
  EXPECT(answer);
  /* A curve belongs to whoever created it, not to the animations that use it. */
  vkn_curve_destroy(linear);
  EXPECT_OK(vkn_animator_completions(animator, NULL, 0, &count));
  EXPECT(count == 0);
  EXPECT_OK(vkn_animator_advance(animator, 0.6));
  EXPECT(x[0] == 100 && y[0] == 110);
  EXPECT_OK(vkn_animator_is_animating(animator, cards[0], &answer));
  EXPECT(!answer);
  EXPECT_OK(vkn_animator_completions(animator, ends, 4, &count));
  EXPECT(count == 1 && ends[0].property == cards[0] && ends[0].reason == VKN_FINISHED);

  /* A spring takes over, is critically damped, and ends at its target exactly. */
  animation = (vkn_animation){.duration = 0.5};
  EXPECT_OK(vkn_animator_animate(animator, cards, 2, values, &animation));
  EXPECT_OK(vkn_animator_set(animator, cards + 2, 1, values));
  EXPECT_OK(vkn_animator_remove(animator, cards + 1, 1));
  EXPECT_OK(vkn_animator_advance(animator, 0.2));
  double w = 2 * acos(-1) / 0.5;
  EXPECT_NEAR(x[0], 100 * (1 + w * 0.2) * exp(-w * 0.2), 2e-4 + 4e-6);
  EXPECT(x[2] == 0 && y[2] == 10);
  EXPECT_OK(vkn_animator_completions(animator, ends, 1, &count));
  EXPECT(count == 3);
  EXPECT_OK(vkn_animator_completions(animator, ends, 4, &count));
  int reasons[4] = {0};
  for (size_t i = 0; i < count; i++) reasons[ends[i].reason] += 1;
  EXPECT(reasons[VKN_REPLACED] == 1 && reasons[VKN_STOPPED] == 1 && reasons[VKN_REMOVED] == 1);
  EXPECT_OK(vkn_animator_advance(animator, 60));
  EXPECT(x[0] == 0 && y[0] == 10);
  /* What isn't a time changes nothing. */
  EXPECT_OK(vkn_animator_advance(animator, NAN));
  EXPECT(x[0] == 0);

  /* A call that fails changes nothing, although the first property is valid. */
  static const char *const stale = "is stale: it has been removed, or isn't a property of animator";
  char text[128];
  snprintf(text, sizeof text, "properties[1] %s", stale);
  EXPECT_ERROR(vkn_animator_set(animator, cards, 2, targets), VKN_STALE_PROPERTY, text);
  EXPECT_ERROR(vkn_animator_animate(animator, cards, 2, targets, &animation), VKN_STALE_PROPERTY, text);
  EXPECT_ERROR(vkn_animator_remove(animator, cards, 2), VKN_STALE_PROPERTY, text);
  EXPECT(x[0] == 0);
  EXPECT_OK(vkn_animator_is_at_rest(animator, &answer));
  EXPECT(answer);
  EXPECT_OK(vkn_animator_place(animator, cards[0], &place));
  snprintf(text, sizeof text, "property %s", stale);
  EXPECT_ERROR(vkn_animator_place(animator, cards[1], &place), VKN_STALE_PROPERTY, text);
  EXPECT_ERROR(vkn_animator_is_animating(animator, cards[1], &answer), VKN_STALE_PROPERTY, text);
  /* The place is taken again, under another name. Bits of any kind name nothing. */
  EXPECT_OK(vkn_animator_add(animator, values, 1, more));
  EXPECT_OK(vkn_animator_place(animator, more[0], &place));
  EXPECT(place == 1 && more[0] != cards[1]);
  vkn_property strange[] = {0, 1, UINT64_MAX, 0x80000000, (uint64_t)1 << 32 | 1000000, 0x17fffffff};
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
    EXPECT_ERROR(vkn_animator_place(animator, strange[i], &place), VKN_STALE_PROPERTY, text);
  }

  EXPECT_ERROR(vkn_animator_create(0, 0, &animator), VKN_BAD_COUNT, "components is 0, but must be in 1...4");
  EXPECT_ERROR(vkn_animator_create(5, 0, &animator), VKN_BAD_COUNT, "components is 5, but must be in 1...4");
  EXPECT_ERROR(vkn_animator_create(1, 0, NULL), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(
      vkn_animator_create(1, (size_t)1 << 31, &animator), VKN_BAD_COUNT,
      "capacity is 2147483648, but must be at most 2147483647");
  EXPECT_ERROR(vkn_animator_add(NULL, values, 1, more), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(vkn_animator_add(animator, NULL, 1, more), VKN_NULL_POINTER, "values is NULL, but count is 1");
  EXPECT_ERROR(vkn_animator_add(animator, values, 1, NULL), VKN_NULL_POINTER, "properties is NULL, but count is 1");
  EXPECT_ERROR(
      vkn_animator_add(animator, values, (size_t)1 << 31, more), VKN_BAD_COUNT,
      "count is 2147483648, but must be at most 2147483644");
  EXPECT_ERROR(
      vkn_animator_animate(animator, cards, 1, targets, NULL), VKN_NULL_POINTER, "animation is NULL");
  EXPECT_ERROR(
      vkn_animator_animate(animator, NULL, 1, targets, &animation), VKN_NULL_POINTER,
      "properties is NULL, but count is 1");
  EXPECT_ERROR(
      vkn_animator_animate(animator, cards, 1, NULL, &animation), VKN_NULL_POINTER,
      "targets is NULL, but count is 1");
  EXPECT_ERROR(vkn_animator_animate(NULL, cards, 1, targets, &animation), VKN_NULL_POINTER, "animator is NULL");
  animation = (vkn_animation){.bounce = 0.3};
  EXPECT_ERROR(
      vkn_animator_animate(animator, cards, 1, targets, &animation), VKN_BAD_NUMBER,
      "animation.duration is 0.0, but must be in 6.3e-07...6200000.0");
  animation = (vkn_animation){.duration = 1, .bounce = -2};
  EXPECT_ERROR(
      vkn_animator_animate(animator, cards, 1, targets, &animation), VKN_BAD_NUMBER,
      "animation.bounce is -2.0, but must be in -1.0...1.0");
  animation = (vkn_animation){.duration = 1, .delay = -1};
  EXPECT_ERROR(
      vkn_animator_animate(animator, cards, 1, targets, &animation), VKN_BAD_NUMBER,
      "animation.delay is -1.0, but must be finite and at least 0");
  animation = (vkn_animation){.duration = 1, .stagger = INFINITY};
  EXPECT_ERROR(
      vkn_animator_animate(animator, cards, 1, targets, &animation), VKN_BAD_NUMBER,
      "animation.stagger is inf, but must be finite and at least 0");
  EXPECT_OK(vkn_curve_create_css("ease", &linear));
  animation = (vkn_animation){.curve = linear, .duration = -1};
  EXPECT_ERROR(
      vkn_animator_animate(animator, cards, 1, targets, &animation), VKN_BAD_NUMBER,
      "animation.duration is -1.0, but must be finite and at least 0");
  vkn_curve_destroy(linear);
  EXPECT_ERROR(vkn_animator_set(animator, cards, 1, NULL), VKN_NULL_POINTER, "values is NULL, but count is 1");
  EXPECT_ERROR(vkn_animator_set(NULL, cards, 1, values), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(vkn_animator_remove(NULL, cards, 1), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(vkn_animator_advance(NULL, 1), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(
      vkn_animator_column(animator, 2, &x, &count), VKN_BAD_NUMBER, "component is 2, but must be below animator's 2");
  EXPECT_ERROR(vkn_animator_column(animator, 0, NULL, &count), VKN_NULL_POINTER, "values is NULL");
  EXPECT_ERROR(vkn_animator_column(animator, 0, &x, NULL), VKN_NULL_POINTER, "count is NULL");
  EXPECT_ERROR(vkn_animator_column(NULL, 0, &x, &count), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(vkn_animator_place(animator, cards[0], NULL), VKN_NULL_POINTER, "place is NULL");
  EXPECT_ERROR(vkn_animator_is_animating(animator, cards[0], NULL), VKN_NULL_POINTER, "is_animating is NULL");
  EXPECT_ERROR(vkn_animator_is_at_rest(animator, NULL), VKN_NULL_POINTER, "is_at_rest is NULL");
  EXPECT_ERROR(vkn_animator_is_at_rest(NULL, &answer), VKN_NULL_POINTER, "animator is NULL");
  EXPECT_ERROR(vkn_animator_completions(animator, ends, 4, NULL), VKN_NULL_POINTER, "count is NULL");
  EXPECT_ERROR(
      vkn_animator_completions(animator, NULL, 4, &count), VKN_NULL_POINTER, "completions is NULL, but capacity is 4");
  EXPECT_ERROR(vkn_animator_completions(NULL, ends, 4, &count), VKN_NULL_POINTER, "animator is NULL");
  vkn_animator_destroy(animator);
  vkn_animator_destroy(NULL);

  /* Rows of each number of components. */
  float rows[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (size_t components = 1; components <= 4; components++) {
    EXPECT_OK(vkn_animator_create(components, 2, &animator));
    EXPECT_OK(vkn_animator_add(animator, rows, 2, cards));
    for (size_t component = 0; component < components; component++) {
      EXPECT_OK(vkn_animator_column(animator, component, &x, &count));
      EXPECT(count == 2 && x[0] == (float)(component + 1) && x[1] == (float)(components + component + 1));
      EXPECT((uintptr_t)x % 64 == 0);
    }
    vkn_animator_destroy(animator);
  }
}

enum { many = 1000 };

/* Frames of an animator in which springs and curves move, begin after delays, and end. */
static void check_frames(void) {
  static float values[2 * many], targets[2 * many];
  static vkn_property properties[many];
  static vkn_completion ends[many];
  vkn_animator *animator;
  vkn_curve *curve;
  const float *x;
  size_t count, place, ended = 0;
  bool answer;
  for (int i = 0; i < 2 * many; i++) targets[i] = 1 + i;
  EXPECT_OK(vkn_curve_create_css("ease-out", &curve));
  EXPECT_OK(vkn_animator_create(2, many, &animator));
  EXPECT_OK(vkn_animator_add(animator, values, many, properties));
  vkn_animation spring = {.duration = 0.4, .bounce = 0.2, .stagger = 1e-4};
  vkn_animation ease = {.curve = curve, .duration = 0.5, .delay = 0.1, .stagger = 1e-3};
  vkn_keyframes *keyframes;
  double times[2] = {0, 0.5};
  EXPECT_OK(vkn_keyframes_create(2, times, values, NULL, 2, &keyframes));
  for (int pass = 0; pass < 2; pass++) {
    EXPECT_OK(vkn_animator_animate(animator, properties, many / 2, pass ? values : targets, &spring));
    EXPECT_OK(vkn_animator_animate(
        animator, properties + many / 2, many / 2, (pass ? values : targets) + many, &ease));
    EXPECT_OK(vkn_animator_play(animator, properties, 1, keyframes, 0));
    /* The frames of the first pass find how much memory is needed. */
    int64_t before = allocations_count();
    for (int i = 0; i < 600; i++) {
      EXPECT_OK(vkn_animator_advance(animator, 1.0 / 120));
      EXPECT_OK(vkn_animator_column(animator, 0, &x, &count));
      EXPECT_OK(vkn_animator_completions(animator, ends, many, &count));
      ended += count;
      EXPECT_OK(vkn_animator_is_animating(animator, properties[i], &answer));
      EXPECT_OK(vkn_animator_place(animator, properties[i], &place));
      EXPECT_OK(vkn_animator_is_at_rest(animator, &answer));
    }
    if (pass == 1) EXPECT(allocations_count() == before);
    EXPECT(answer);
    for (int i = 1; i < many; i++) EXPECT(x[i] == (pass ? values : targets)[2 * i]);
  }
  /* In each pass, keyframes replaced the first one's spring. */
  EXPECT(ended == 2 * (many + 1));
  vkn_keyframes_destroy(keyframes);
  vkn_animator_destroy(animator);
  vkn_curve_destroy(curve);
}

/* What one frame of a program that keeps its own memory may call. */
static void frame(double time, const vkn_curve *curve, const vkn_color_mix *mix, const vkn_keyframes *keyframes) {
  static float from[many], to[many], starts[many], amounts[many], out[many], velocities[many];
  static double from64[many], to64[many];
  static uint8_t rgba8[4 * many];
  vkn_spring spring = {.duration = 0.5, .bounce = 0.3};
  for (int i = 0; i < many; i++) amounts[i] = (float)fmod(time + i * 1e-3, 1);
  EXPECT_OK(vkn_curve_values(curve, amounts, amounts, many));
  EXPECT_OK(vkn_interpolate_f32(from, to, 0.5f, out, many));
  EXPECT_OK(vkn_interpolate_own_f32(from, to, amounts, out, many));
  EXPECT_OK(vkn_interpolate_f64(from64, to64, time, to64, many));
  EXPECT_OK(vkn_interpolate_own_f64(from64, to64, to64, to64, many));
  EXPECT_OK(vkn_spring_sine_amplitudes_f32(spring, from, velocities, out, many));
  EXPECT_OK(vkn_spring_positions_f32(spring, time, to, from, out, starts, out, many));
  EXPECT_OK(vkn_spring_step_f32(spring, 1.0 / 120, out, velocities, to, many));
  EXPECT_OK(vkn_color_mix_colors(mix, (float)time, rgba8, many));
  EXPECT_OK(vkn_color_mix_colors_own(mix, amounts, rgba8, many));
  EXPECT_OK(vkn_oklab_from_rgba8(rgba8, from, to, out, velocities, many));
  EXPECT_OK(vkn_oklab_to_rgba8(from, to, out, velocities, rgba8, many));
  EXPECT_OK(vkn_pack_rgba8(from, to, out, velocities, rgba8, many));
  EXPECT_OK(vkn_keyframes_values(keyframes, time, starts, out, many));
}

static void check_allocations(void) {
  static uint8_t from[4 * many], to[4 * many];
  static const char *const curves[] = {"ease", "steps(3)", "linear(0, 0.2, 1)"};
  vkn_color_mix *mix;
  vkn_keyframes *keyframes;
  double times[2] = {0, 1};
  float values[2] = {0, 1};
  EXPECT_OK(vkn_keyframes_create(1, times, values, NULL, 2, &keyframes));
  int64_t before = allocations_count();
  EXPECT_OK(vkn_color_mix_create(from, to, many, &mix));
  /* The library's allocations are counted, too. */
  EXPECT(allocations_are_counted() && allocations_count() > before);
  for (int c = 0; c < 3; c++) {
    vkn_curve *curve;
    EXPECT_OK(vkn_curve_create_css(curves[c], &curve));
    /* The first calls prepare what is used for good. */
    frame(0, curve, mix, keyframes);
    int64_t count = allocations_count();
    for (int i = 1; i < 100; i++) frame(i / 120.0, curve, mix, keyframes);
    EXPECT(allocations_count() == count);
    vkn_curve_destroy(curve);
  }
  vkn_color_mix_destroy(mix);
  vkn_keyframes_destroy(keyframes);
  /* Whatever is created is released. */
  int64_t bytes = allocations_bytes();
  for (int i = 0; i < 100; i++) {
    vkn_curve *curve;
    EXPECT_OK(vkn_curve_create_css("cubic-bezier(.2, 0, 0, 1)", &curve));
    vkn_curve_destroy(curve);
    EXPECT_OK(vkn_color_mix_create(from, to, many, &mix));
    vkn_color_mix_destroy(mix);
    EXPECT_OK(vkn_keyframes_create(1, times, values, NULL, 2, &keyframes));
    vkn_keyframes_destroy(keyframes);
    vkn_animator *animator;
    vkn_property property;
    float value = 0;
    EXPECT_OK(vkn_animator_create(1, many, &animator));
    EXPECT_OK(vkn_animator_add(animator, &value, 1, &property));
    EXPECT_OK(vkn_animator_animate(animator, &property, 1, &value, &(vkn_animation){.duration = 1}));
    vkn_animator_destroy(animator);
  }
  /* Less than the smallest of them would leave if it stayed. */
  EXPECT(allocations_bytes() - bytes < 1600);
}

static void *fail(void *message) {
  EXPECT(strcmp(vkn_error_message(), "") == 0);
  EXPECT_ERROR(vkn_curve_create_css(NULL, NULL), VKN_NULL_POINTER, "text is NULL");
  /* A text that doesn't fit is cut. */
  static char text[2000];
  memset(text, 'x', sizeof text - 1);
  EXPECT(vkn_curve_create_css(text, message) == VKN_BAD_TEXT);
  EXPECT(strlen(vkn_error_message()) == 511);
  return NULL;
}

/* Each thread has its own message, and calls that succeed leave it. */
static void check_messages(void) {
  pthread_t thread;
  vkn_curve *curve;
  EXPECT_ERROR(vkn_curve_create_css("ease", NULL), VKN_NULL_POINTER, "curve is NULL");
  EXPECT(pthread_create(&thread, NULL, fail, &curve) == 0 && pthread_join(thread, NULL) == 0);
  EXPECT_OK(vkn_curve_create_css("ease", &curve));
  vkn_curve_destroy(curve);
  EXPECT(strcmp(vkn_error_message(), "vkn_curve_create_css: curve is NULL") == 0);
}

int main(void) {
  EXPECT(strcmp(vkn_error_message(), "") == 0);
  check_messages();
  check_interpolation();
  check_curves();
  check_springs();
  check_colors();
  check_keyframes();
  check_animator();
  check_frames();
  check_allocations();
  if (failures > 0) return 1;
  printf("all is as it should be\n");
  return 0;
}

/* Prints:
 * all is as it should be
 */
