/*
 * A thousand cards fly to their places, one after the other, and change their colour on the way.
 *
 *     cc -O2 cards.c $(pkg-config --cflags --libs vectorkernels) -o cards && ./cards
 */

#include <stdio.h>
#include <stdlib.h>
#include <vectorkernels.h>

enum { count = 1000 };

static void try(vkn_status status) {
  if (status == VKN_OK) return;
  fprintf(stderr, "%s\n", vkn_error_message());
  exit(1);
}

int main(void) {
  static float heap[2 * count], places[2 * count];
  static vkn_property cards[count];
  static uint8_t from[4 * count], to[4 * count], pixels[4 * count];
  for (int card = 0; card < count; card++) {
    places[2 * card] = (float)(card % 40 * 10);
    places[2 * card + 1] = (float)(card / 40 * 10);
    try(vkn_color_parse("skyblue", from + 4 * card));
    try(vkn_color_parse("coral", to + 4 * card));
  }
  vkn_color_mix *colors;
  vkn_curve *ease;
  vkn_animator *animator;
  try(vkn_color_mix_create(from, to, count, &colors));
  try(vkn_curve_create_css("ease-in-out", &ease));
  try(vkn_animator_create(2, count, &animator));
  try(vkn_animator_add(animator, heap, count, cards));

  vkn_animation spring = {.duration = 0.5, .bounce = 0.3, .stagger = 0.0005};
  try(vkn_animator_animate(animator, cards, count, places, &spring));
  size_t arrived = 0;
  for (int frame = 1; frame <= 240; frame++) {
    try(vkn_animator_advance(animator, 1.0 / 120));
    const float *x, *y;
    size_t size, ended;
    try(vkn_animator_column(animator, 0, &x, &size));
    try(vkn_animator_column(animator, 1, &y, &size));
    double amount;
    try(vkn_curve_value(ease, frame / 240.0, &amount));
    try(vkn_color_mix_colors(colors, (float)amount, pixels, count));
    /* Draw `size` cards at x and y in the colours of pixels. */
    try(vkn_animator_completions(animator, NULL, 0, &ended));
    arrived += ended;
    if (frame % 60 == 0) {
      printf("%.1f s: card 999 at %.1f, %.1f, #%02x%02x%02x, %zu arrived\n", frame / 120.0, x[999], y[999],
             pixels[3996], pixels[3997], pixels[3998], arrived);
    }
  }
  vkn_animator_destroy(animator);
  vkn_curve_destroy(ease);
  vkn_color_mix_destroy(colors);
  return 0;
}

/* Prints:
 * 0.5 s: card 999 at 0.0, 0.0, #9ec6d9, 1 arrived
 * 1.0 s: card 999 at 395.6, 243.5, #d0ada3, 1 arrived
 * 1.5 s: card 999 at 390.0, 240.0, #f48d69, 226 arrived
 * 2.0 s: card 999 at 390.0, 240.0, #ff7f50, 995 arrived
 */
