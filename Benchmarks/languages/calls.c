/* What calls take from C, as `bench calls` says it for Swift. */

#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vectorkernels.h>

static vkn_curve *curve;
static vkn_animator *animator;
static float *from, *to, *progress, *out;
static size_t count;

static void try(vkn_status status) {
  if (status == VKN_OK) return;
  fprintf(stderr, "%s\n", vkn_error_message());
  exit(1);
}

static void interpolation(void) { try(vkn_interpolate_f32(from, to, 0.25f, out, count)); }
static void curve_values(void) { try(vkn_curve_values(curve, progress, out, count)); }
static void frame(void) { try(vkn_animator_advance(animator, 1.0 / 120)); }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The least time of a call in nanoseconds, of ten batches of at least two milliseconds. */
static double least(void (*call)(void)) {
  size_t calls = 1;
  double best = 0;
  while (best == 0) {
    double start = now();
    for (size_t i = 0; i < calls; i++) call();
    double passed = now() - start;
    if (passed >= 2e6)
      best = passed / (double)calls;
    else
      calls *= 2;
  }
  for (int batch = 0; batch < 9; batch++) {
    double start = now();
    for (size_t i = 0; i < calls; i++) call();
    double time = (now() - start) / (double)calls;
    if (time < best) best = time;
  }
  return best;
}

int main(void) {
  enum { most = 16384, cards = 10000 };
  static float columns[4][most], home[2 * cards], places[2 * cards];
  static vkn_property properties[cards];
  from = columns[0], to = columns[1], progress = columns[2], out = columns[3];
  try(vkn_curve_create_css("ease-in-out", &curve));
  printf("{");
  for (count = 1; count <= most; count = count == 1 ? 1024 : 16 * count) {
    for (size_t i = 0; i < count; i++) {
      from[i] = (float)i, to[i] = (float)(2 * i), progress[i] = (float)i / (float)count;
    }
    printf("\"interpolation %zu\": %.4g, ", count, least(interpolation));
    printf("\"curve %zu\": %.4g, ", count, least(curve_values));
  }
  for (size_t i = 0; i < cards; i++) places[2 * i] = 1, places[2 * i + 1] = 2;
  vkn_animation spring = {.duration = 1000, .bounce = 0.5};
  try(vkn_animator_create(2, cards, &animator));
  try(vkn_animator_add(animator, home, cards, properties));
  try(vkn_animator_animate(animator, properties, cards, places, &spring));
  printf("\"frame %d\": %.4g}\n", cards, least(frame));
  vkn_animator_destroy(animator);
  vkn_curve_destroy(curve);
  return 0;
}
