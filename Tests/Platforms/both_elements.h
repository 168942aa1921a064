// Calls of the kernels that there are for both elements. both_elements.c includes this for each of them, with
//
//   number         float or double
//   OF(name)       the kernel's name, or a function's
//   numbers        f32 or f64
//   number_columns f32_columns or f64_columns
//   NUMBER, BITS   the types of results that are computed, and of those that are only moved

static void OF(interpolations)(void) {
  ptrdiff_t n = now.count;
  {
    number *from = numbers(ANY, n), *to = numbers(ANY, n), *out = result(NUMBER, n);
    CALL(OF(lerp), from, to, (number)PICK(in->amounts), out, n);
  }
  {
    number *from = numbers(ANY, n), *to = numbers(ANY, n), *progress = numbers(BEYOND, n), *out = result(NUMBER, n);
    CALL(OF(lerp_each), from, to, progress, out, n);
  }
  {
    number *from = numbers(LARGE, n), *to = numbers(HUE, n), *out = result(NUMBER, n);
    CALL(OF(nearest_angles), from, to, PICK(in->turns), out, n);
  }
  {
    number *turns = numbers(LARGE, n), *sine = result(NUMBER, n), *cosine = fresh(NUMBER, n);
    note("large", 1);
    CALL(OF(sincos), turns, sine, cosine, n);
  }
}

static void OF(elementary)(void) {
  ptrdiff_t n = now.count;
  {
    number *turns = numbers(FREQUENCY, n), *sine = result(NUMBER, n), *cosine = fresh(NUMBER, n);
    CALL(OF(sincos), turns, sine, cosine, n);
  }
  {
    number *powers = numbers(POWER, n), *out = result(NUMBER, n);
    CALL(OF(exp2), powers, out, n);
  }
}

/// The number of values of some components that gives about 1000 numbers, and at least two.
static ptrdiff_t OF(values_of)(ptrdiff_t components) {
  ptrdiff_t most = 1000 / components > 2 ? 1000 / components : 2;
  return now.count < most ? now.count : most;
}

static void OF(interpolation_of_values)(ptrdiff_t components) {
  ptrdiff_t n = OF(values_of)(components);
  number *from = numbers(ANY, n * components), *to = numbers(ANY, n * components), *progress = numbers(BEYOND, n);
  number *out = result(NUMBER, n * components);
  note("components", components);
  note("values", n);
  CALL(OF(lerp_values), from, to, progress, components, out, n);
}

static void OF(interpolations_of_values)(void) {
  for (ptrdiff_t components = 1; components <= 19; components++) OF(interpolation_of_values)(components);
}

/// A progress is repeated by permutations from a table, which holds those of up to 128 to 512 components, or by
/// computed ones; from 4096 components on a value is a column.
static void OF(interpolations_of_long_values)(void) {
  static const ptrdiff_t components[] = {33, 130, 300, 600, 4100};
  for (int k = 0; k < 5; k++) OF(interpolation_of_values)(components[k]);
}

static void OF(blends)(void) {
  static const int columns[] = {ANY, ANY, LARGE, ANY, BEYOND, ANY, ANY};
  ptrdiff_t n = now.count, stride = n + 3;
  for (int k = 1; k <= 7; k++) {
    number *inputs = number_columns(columns, k, stride, n), *weights = shared_numbers(BEYOND, k);
    number *out = fresh(NUMBER, n);
    note("inputs", k);
    CALL(OF(blend), inputs, stride, weights, k, out, n);
  }
}

static void OF(interleavings)(void) {
  static const int columns[] = {[0 ... 18] = ANY};
  for (ptrdiff_t components = 1; components <= 19; components++) {
    ptrdiff_t n = OF(values_of)(components), stride = n + 5;
    {
      number *from = number_columns(columns, components, stride, n), *rows = fresh(BITS, n * components);
      note("components", components);
      note("values", n);
      CALL(OF(interleave), from, stride, components, rows, n);
    }
    {
      number *rows = numbers(ANY, n * components), *to = fresh_columns(BITS, components, stride, n);
      note("components", components);
      note("values", n);
      CALL(OF(deinterleave), rows, components, to, stride, n);
    }
  }
}

/// Nothing decays by less than 0, and no frequency is 0.
static void OF(own_springs)(void) {
  ptrdiff_t n = now.count;
  {
    number *target = numbers(ANY, n), *displacement = numbers(ANY, n), *sine_amplitude = numbers(ANY, n);
    number *decay = numbers(DECAY, n), *frequency = numbers(FREQUENCY, n), *start = numbers(START, n);
    number *out = result(NUMBER, n);
    require_ordinary_numbers();
    CALL(OF(spring), target, displacement, sine_amplitude, decay, frequency, start, PICK(in->times), out, n);
  }
  {
    number *target = numbers(ANY, n), *displacement = numbers(ANY, n), *sine_amplitude = numbers(ANY, n);
    number *decay = numbers(DECAY, n), *frequency = numbers(FREQUENCY, n), *start = numbers(START, n);
    number *positions = result(NUMBER, n), *velocities = result(NUMBER, n);
    require_ordinary_numbers();
    CALL(OF(spring_motion), target, displacement, sine_amplitude, decay, frequency, start, PICK(in->times), positions,
         velocities, n);
  }
  {
    number *displacement = numbers(ANY, n), *velocity = numbers(ANY, n), *decay = numbers(DECAY, n);
    number *frequency = numbers(FREQUENCY, n), *out = result(NUMBER, n);
    require_ordinary_numbers();
    CALL(OF(spring_sine_amplitude), displacement, velocity, decay, frequency, out, n);
  }
  {
    number *decay = numbers(DECAY, n), *frequency = numbers(FREQUENCY, n);
    number *xx = result(NUMBER, n), *xv = result(NUMBER, n), *vx = fresh(NUMBER, n), *vv = fresh(NUMBER, n);
    require_ordinary_numbers();
    CALL(OF(spring_transition), decay, frequency, PICK(in->times) / 100, xx, xv, vx, vv, n);
  }
}

static void OF(shared_springs)(void) {
  ptrdiff_t n = now.count;
  for (int spring = 0; spring < 5; spring++) {
    double shared_decay = in->springs[spring][0], shared_frequency = in->springs[spring][1];
    {
      number *target = numbers(ANY, n), *displacement = numbers(ANY, n), *sine_amplitude = numbers(ANY, n);
      number *start = numbers(START, n), *out = result(NUMBER, n);
      note("spring", spring);
      CALL(OF(spring_shared), target, displacement, sine_amplitude, start, shared_decay, shared_frequency,
           PICK(in->times), out, n);
    }
    {
      number *target = numbers(ANY, n), *displacement = numbers(ANY, n), *sine_amplitude = numbers(ANY, n);
      number *start = numbers(START, n), *positions = result(NUMBER, n), *velocities = result(NUMBER, n);
      note("spring", spring);
      CALL(OF(spring_shared_motion), target, displacement, sine_amplitude, start, shared_decay, shared_frequency,
           PICK(in->times), positions, velocities, n);
    }
    {
      number *displacement = numbers(ANY, n), *velocity = numbers(ANY, n), *out = result(NUMBER, n);
      double rate = shared_frequency < 0 ? -0.693 * shared_frequency : 6.283 * shared_frequency;
      note("spring", spring);
      CALL(OF(spring_shared_sine_amplitude), displacement, velocity, shared_decay, 1 / rate, out, n);
    }
  }
}

static void OF(spring_steps)(void) {
  ptrdiff_t n = now.count;
  for (int m = 0; m < 3; m++) {
    const double *shared = in->matrices[m];
    number matrix[4] = {(number)shared[0], (number)shared[1], (number)shared[2], (number)shared[3]};
    number *target = numbers(ANY, n), *positions = also_result(numbers(ANY, n));
    number *velocities = also_result(numbers(ANY, n));
    note("matrix", m);
    CALL(OF(spring_step), matrix, target, positions, velocities, n);
  }
  number *xx = numbers(ANY, n), *xv = numbers(ANY, n), *vx = numbers(ANY, n), *vv = numbers(ANY, n);
  number *target = numbers(ANY, n), *positions = also_result(numbers(ANY, n));
  number *velocities = also_result(numbers(ANY, n));
  CALL(OF(spring_step_each), xx, xv, vx, vv, target, positions, velocities, n);
}

static void OF(settled_springs)(void) {
  ptrdiff_t n = now.count, bits = (n + 63) / 64;
  number value = (number)PICK(in->limits), velocity = (number)in->limits[now.pick / 2 % 6];
  number *positions = numbers(ANY, n), *velocities = numbers(ANY, n), *target = numbers(ANY, n);
  uint64_t *words = fresh('Q', bits);
  CALL_RETURNING(OF(settled), positions, velocities, target, value, velocity, words, n);
}

static void OF(call_all)(void) {
  in_every_manner(OF(interpolations));
  in_every_manner(OF(elementary));
  in_every_manner(OF(interpolations_of_values));
  in_every_length(OF(interpolations_of_long_values));
  in_every_manner(OF(blends));
  in_every_length(OF(interleavings));
  in_every_manner(OF(own_springs));
  in_every_manner(OF(shared_springs));
  in_every_manner(OF(spring_steps));
  in_every_manner(OF(settled_springs));
}
