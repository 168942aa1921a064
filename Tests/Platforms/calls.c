#include "calls.h"
#include "regions.h"

#define copy_bytes __builtin_memcpy
#define fill_bytes __builtin_memset
#define compare_bytes __builtin_memcmp

manner now;
const inputs *in;

#define VK_NAME(result, name, parameters, arguments) "vk_" #name,
static const char *const kernel_names[KERNELS] = {VK_KERNELS(VK_NAME)};
#undef VK_NAME

/// How often each kernel was called, and with which counts up to 40.
static int64_t calls_of[KERNELS];
static uint64_t short_counts_of[KERNELS];
#define SHORT_COUNTS 41

/// The number of calls of each kernel that failed, and the number of those that are reported.
static int failures_of[KERNELS];
#define EXAMPLES 3
static int failures;
static int kernel_called;

/// Whether there is but one manner, and no long call.
static bool makes_few;

// MARK: - Text

typedef struct {
  char text[512];
  size_t length;
} line;

static void append(line *to, const char *text) {
  while (*text != 0 && to->length < sizeof to->text - 1) to->text[to->length++] = *text++;
  to->text[to->length] = 0;
}

static void append_number(line *to, int64_t number) {
  char digits[24];
  int first = sizeof digits - 1;
  digits[first] = 0;
  uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
  do {
    digits[--first] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0) digits[--first] = '-';
  append(to, &digits[first]);
}

/// The text of the next call's record, after the kernel's name.
static line notes;
/// The whole of it.
static line label;

const char *current_call(void) { return label.text; }

void note(const char *name, int64_t number) {
  append(&notes, ", ");
  append(&notes, name);
  append(&notes, " ");
  append_number(&notes, number);
}

static void set_label(int kernel) {
  static const char *const values[] = {"ordinary", "mixed", "special", "wild", "walked"};
  label.length = 0;
  append(&label, kernel_names[kernel]);
  append(&label, " (count ");
  append_number(&label, now.count);
  append(&label, ", ");
  append(&label, values[now.values]);
  append(&label, " values, shift ");
  append_number(&label, now.shift);
  append(&label, ", over ");
  append_number(&label, now.over);
  append(&label, ", pick ");
  append_number(&label, now.pick);
  if (now.skip > 0) {
    append(&label, ", alone element ");
    append_number(&label, now.skip);
  }
  if (now.values == WALKED) {
    append(&label, ", walker ");
    append_number(&label, now.walker);
    append(&label, ", first ");
    append_number(&label, now.first);
    append(&label, ", step ");
    append_number(&label, now.step);
  }
  append(&label, notes.text);
  append(&label, ")");
}

void fail(const char *what, int64_t number, const char *unit, int memory) {
  failures++;
  if (++failures_of[kernel_called] > EXAMPLES) return;
  line text = {.length = 0};
  append(&text, label.text);
  append(&text, ": ");
  append(&text, what);
  append(&text, " ");
  append_number(&text, number);
  append(&text, unit);
  append(&text, " memory number ");
  append_number(&text, memory);
  append(&text, " of this call");
  report(text.text);
}

// MARK: - Memory

/// For the longest calls: more than 32 MiB together, from which on kernels write past the caches.
#define ARENA_BYTES ((size_t)40 << 20)
#define GUARD_BYTES 256
#define GUARD 0xa5

static _Alignas(64) uint8_t arena[ARENA_BYTES];
/// Its contents before the call.
static uint8_t before[ARENA_BYTES];
static size_t used;

region regions[MAXIMUM_REGIONS];
int region_count;

const uint8_t *before_call(const region *memory) { return before + (memory->start - arena); }

static size_t size_of(char type) {
  switch (type) {
  case 'B':
  case 'b': return 1;
  case 'H':
  case 'h': return 2;
  case 'd':
  case 'q':
  case 'Q': return 8;
  default: return 4;
  }
}

/// Memory for a region, filled with guards.
static region *new_region(char type, ptrdiff_t pieces, ptrdiff_t stride, ptrdiff_t count) {
  size_t size = size_of(type);
  size_t offset = (size_t)(now.shift * (region_count + 1) % 16) * size;
  size_t elements = pieces > 0 ? (size_t)((pieces - 1) * stride + count) : 0;
  size_t start = (used + GUARD_BYTES + 63) / 64 * 64 + offset;
  size_t end = start + elements * size + GUARD_BYTES;
  if (end > ARENA_BYTES || region_count == MAXIMUM_REGIONS) {
    report("calls.c: too many or too large arguments");
    __builtin_trap();
  }
  fill_bytes(arena + used, GUARD, end - used);
  used = end;
  region *found = &regions[region_count++];
  *found = (region){
    .start = arena + start, .size = size, .pieces = pieces, .stride = stride, .count = count, .type = type,
  };
  return found;
}

// MARK: - Arguments

/// Counts the calls, so that each begins elsewhere in the columns.
static int turn;
/// How often each column was an argument of this call, how many arguments of special values there were, and how many
/// columns that may walk.
static int uses[COLUMNS], special_uses, walkers;

void begin_at(int number) { turn = number; }
int turns(void) { return turn; }

/// A column as it is to be read: what is ordinary, special and wild, and where they begin. Places are multiples of
/// four, which keeps rows of four together.
typedef struct {
  const uint8_t *ordinary, *special, *wild;
  size_t size;
  ptrdiff_t place, special_place;
  bool walks;
} source;

/// `skipped` is how many numbers of it are left out.
static source source_of(
  const void *ordinary, const void *special, const void *wild, size_t size, int column, ptrdiff_t skipped
) {
  return (source){
    .ordinary = ordinary, .special = special, .wild = wild, .size = size,
    .place = 4 * (turn * 13 + uses[column]++ * 89) + skipped,
    .special_place = 4 * turn + 619 * special_uses++ + skipped,
  };
}

/// Fills a column with a walk's bits: element i gets the i-th bit pattern of a `float`. A `double` begins with the same
/// bits and takes the rest from a hash.
static void fill_walking(uint8_t *to, size_t size, ptrdiff_t n) {
  if (size == sizeof(uint32_t)) {
    uint32_t *words = (uint32_t *)to;
    for (ptrdiff_t i = 0; i < n; i++) words[i] = now.first + (uint32_t)(i + now.skip) * now.step;
  } else {
    uint64_t *words = (uint64_t *)to;
    for (ptrdiff_t i = 0; i < n; i++) {
      uint32_t high = now.first + (uint32_t)(i + now.skip) * now.step;
      words[i] = (uint64_t)high << 32 | high * 0x9e3779b1u;
    }
  }
}

static const uint8_t *element(const source *from, ptrdiff_t i) {
  size_t special = (size_t)(from->special_place + i) % VALUES;
  int choice = in->choice[special];
  int values = now.values;
  // Not the place that chose: its value would always be the same.
  size_t other = (special + (size_t)choice) % VALUES;
  if (values == MIXED) values = choice % 8 == 0 ? SPECIAL : choice % 8 == 1 ? WILD : ORDINARY;
  switch (values) {
  case SPECIAL: return from->special + other * from->size;
  case WILD: return from->wild + other * from->size;
  default: return from->ordinary + (size_t)(from->place + i) % VALUES * from->size;
  }
}

static void fill(uint8_t *to, const source *from, ptrdiff_t n) {
  if (from->walks) {
    fill_walking(to, from->size, n);
    return;
  }
  if (now.values != ORDINARY && now.values != WALKED) {
    for (ptrdiff_t i = 0; i < n; i++) copy_bytes(to + (size_t)i * from->size, element(from, i), from->size);
    return;
  }
  // Long calls have millions of these.
  size_t place = (size_t)from->place % VALUES, rest = (size_t)n;
  while (rest > 0) {
    size_t count = VALUES - place < rest ? VALUES - place : rest;
    copy_bytes(to, from->ordinary + place * from->size, count * from->size);
    to += count * from->size;
    rest -= count;
    place = 0;
  }
}

/// Numbers of one column. Those that all elements share are never walked over.
static void fill_column(uint8_t *to, size_t size, int column, ptrdiff_t n, bool is_shared) {
  bool is_single = size == sizeof(float);
  const void *ordinary = is_single ? (const void *)in->f32[column] : in->f64[column];
  const void *special = is_single ? (const void *)in->special_f32 : in->special_f64;
  const void *wild = is_single ? (const void *)in->wild_f32 : in->wild_f64;
  // Alone, a call has as many numbers as an element has.
  source from = source_of(ordinary, special, wild, size, column, is_shared ? 0 : now.skip * n);
  from.walks = now.values == WALKED && !is_shared && walkers++ == now.walker;
  fill(to, &from, n);
}

static region *new_argument(char type, ptrdiff_t pieces, ptrdiff_t stride, ptrdiff_t n) {
  region *memory = new_region(type, pieces, stride, n);
  memory->is_argument = true;
  return memory;
}

float *f32_columns(const int *columns, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n) {
  region *memory = new_argument('f', components, stride, n);
  for (ptrdiff_t k = 0; k < components; k++) {
    fill_column(memory->start + (size_t)(k * stride) * sizeof(float), sizeof(float), columns[k], n, false);
  }
  return (float *)memory->start;
}

double *f64_columns(const int *columns, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n) {
  region *memory = new_argument('d', components, stride, n);
  for (ptrdiff_t k = 0; k < components; k++) {
    fill_column(memory->start + (size_t)(k * stride) * sizeof(double), sizeof(double), columns[k], n, false);
  }
  return (double *)memory->start;
}

float *f32(int column, ptrdiff_t n) { return f32_columns(&column, 1, n, n); }
double *f64(int column, ptrdiff_t n) { return f64_columns(&column, 1, n, n); }

float *shared_f32(int column, ptrdiff_t n) {
  region *memory = new_argument('f', 1, n, n);
  memory->is_shared = true;
  fill_column(memory->start, sizeof(float), column, n, true);
  return (float *)memory->start;
}

double *shared_f64(int column, ptrdiff_t n) {
  region *memory = new_argument('d', 1, n, n);
  memory->is_shared = true;
  fill_column(memory->start, sizeof(double), column, n, true);
  return (double *)memory->start;
}

static region *new_integers(size_t size, ptrdiff_t n, ptrdiff_t skipped) {
  region *memory = new_argument(size == 1 ? 'B' : size == 2 ? 'H' : 'i', 1, n, n);
  size_t place = (size_t)(turn * 52 + region_count * 356) + (size_t)skipped * size;
  for (size_t i = 0; i < (size_t)n * size; i++) memory->start[i] = in->bytes[(place + i) % sizeof in->bytes];
  return memory;
}

void *integers(size_t size, ptrdiff_t n) { return new_integers(size, n, now.skip * n)->start; }

void *walking_pixels(ptrdiff_t n) {
  region *memory = new_argument('B', 1, 4 * n, 4 * n);
  uint32_t *pixels = (uint32_t *)memory->start;
  fill_walking(memory->start, sizeof(uint32_t), n);
  // The colours are walked over, and each has one of the alphas.
  for (ptrdiff_t i = 0; i < n; i++) pixels[i] ^= (pixels[i] * 0x9e3779b1u) & 0xff000000u;
  return pixels;
}

static int32_t *limited(region *memory, int32_t limit) {
  int32_t *numbers = (int32_t *)memory->start;
  for (ptrdiff_t i = 0; i < memory->count; i++) numbers[i] = (int32_t)((uint32_t)numbers[i] % (uint32_t)limit);
  return numbers;
}

int32_t *integers_below(int32_t limit, ptrdiff_t n) {
  return limited(new_integers(sizeof(int32_t), n, now.skip * n), limit);
}

int32_t *shared_integers_below(int32_t limit, ptrdiff_t n) {
  region *memory = new_integers(sizeof(int32_t), n, 0);
  memory->is_shared = true;
  return limited(memory, limit);
}

int32_t *integers_of(const int32_t *values, ptrdiff_t n) {
  region *memory = new_argument('i', 1, n, n);
  int32_t *numbers = (int32_t *)memory->start;
  for (ptrdiff_t i = 0; i < n; i++) numbers[i] = values[(size_t)(turn * 52 + now.skip * n + i) % VALUES];
  return numbers;
}

// MARK: - Results

void *fresh_columns(char type, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n) {
  region *memory = new_region(type, components, stride, n);
  memory->is_result = true;
  return memory->start;
}

void *fresh(char type, ptrdiff_t n) { return fresh_columns(type, 1, n, n); }

void *result_columns(char type, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n) {
  // The arguments that it may lie over, beginning with the one that the manner says.
  for (int k = 0; now.over > 0 && k < region_count; k++) {
    region *memory = &regions[(now.over - 1 + k) % region_count];
    bool has_shape = memory->type == type && memory->pieces == components && memory->stride == stride &&
                     memory->count == n;
    if (memory->is_argument && !memory->is_result && has_shape) {
      memory->is_result = true;
      return memory->start;
    }
  }
  return fresh_columns(type, components, stride, n);
}

void *result(char type, ptrdiff_t n) { return result_columns(type, 1, n, n); }

void *also_result(void *argument) {
  for (int k = 0; k < region_count; k++) {
    if (regions[k].start == argument) regions[k].is_result = true;
  }
  return argument;
}

// MARK: - Records

static void write_number(uint32_t number) { write_records(&number, sizeof number); }

/// The number of elements from which on records hold a number for each block of them instead.
#define LONG_RESULT 100000
#define WALK_RESULT 20000
#define DIGEST_BLOCK 4096

/// FNV-1a over words, every fourth one in turn, so that four are computed at a time.
static uint64_t digest(const uint8_t *bytes, size_t count) {
  static const uint64_t prime = 0x100000001b3;
  uint64_t hashes[4] = {0xcbf29ce484222325, 1, 2, 3};
  size_t at = 0;
  for (; at + 16 <= count; at += 16) {
    uint32_t words[4];
    copy_bytes(words, bytes + at, sizeof words);
    for (int k = 0; k < 4; k++) hashes[k] = (hashes[k] ^ words[k]) * prime;
  }
  uint64_t hash = hashes[0];
  for (int k = 1; k < 4; k++) hash = (hash ^ hashes[k]) * prime;
  for (; at < count; at++) hash = (hash ^ bytes[at]) * prime;
  return hash;
}

/// Gives all NaN the same bits: a digest would tell them apart.
static void unify_nans(const region *memory) {
  for (ptrdiff_t i = 0; i < memory->pieces * memory->stride; i++) {
    if (i % memory->stride >= memory->count) continue;
    if (memory->type == 'f') {
      uint32_t *word = (uint32_t *)memory->start + i;
      if ((*word & 0x7fffffff) > 0x7f800000) *word = 0x7fc00000;
    } else {
      uint64_t *word = (uint64_t *)memory->start + i, infinity = (uint64_t)0x7ff << 52;
      if (*word << 1 > infinity << 1) *word = infinity + 1;
    }
  }
}

static void record_region(const region *memory) {
  size_t bytes = (size_t)memory->count * memory->size;
  size_t elements = (size_t)(memory->count * memory->pieces);
  bool is_long = elements >= (now.values == WALKED ? WALK_RESULT : LONG_RESULT);
  // A walk whose results differ is repeated in shorter calls.
  size_t block = now.values == WALKED ? bytes : DIGEST_BLOCK * memory->size;
  if (is_long) {
    if (now.values == WALKED && has_nans(memory)) unify_nans(memory);
    size_t blocks = (bytes + block - 1) / block;
    write_number('Q');
    write_number((uint32_t)(blocks * (size_t)memory->pieces));
  } else {
    write_number((uint32_t)memory->type);
    write_number((uint32_t)elements);
  }
  for (ptrdiff_t piece = 0; piece < memory->pieces; piece++) {
    const uint8_t *start = memory->start + (size_t)(piece * memory->stride) * memory->size;
    if (!is_long) {
      write_records(start, bytes);
      continue;
    }
    for (size_t at = 0; at < bytes; at += block) {
      size_t rest = bytes - at < block ? bytes - at : block;
      uint64_t hash = digest(start + at, rest);
      write_records(&hash, sizeof hash);
    }
  }
}

static void write_record(const int64_t *returned) {
  int results = returned != NULL ? 1 : 0;
  for (int k = 0; k < region_count; k++) results += regions[k].is_result ? 1 : 0;
  write_number((uint32_t)label.length);
  write_records(label.text, label.length);
  write_number((uint32_t)results);
  for (int k = 0; k < region_count; k++) {
    if (regions[k].is_result) record_region(&regions[k]);
  }
  if (returned != NULL) {
    write_number('q');
    write_number(1);
    write_records(returned, sizeof *returned);
  }
}

// MARK: - Calls

void begin_call(int kernel) {
  set_label(kernel);
  kernel_called = kernel;
  calls_of[kernel]++;
  if (now.count < SHORT_COUNTS) short_counts_of[kernel] |= (uint64_t)1 << now.count;
  copy_bytes(before, arena, used);
}

/// Which region a byte of memory is in or behind.
static int region_at(const uint8_t *byte) {
  int k = region_count - 1;
  while (k > 0 && regions[k].start > byte) k--;
  return k;
}

/// Everything but the results has to be as it was.
static void check_memory(void) {
  for (int k = 0; k < region_count; k++) {
    const region *memory = &regions[k];
    for (ptrdiff_t piece = 0; memory->is_result && piece < memory->pieces; piece++) {
      uint8_t *start = memory->start + (size_t)(piece * memory->stride) * memory->size;
      copy_bytes(before + (start - arena), start, (size_t)memory->count * memory->size);
    }
  }
  if (compare_bytes(arena, before, used) == 0) return;
  size_t at = 0;
  while (arena[at] == before[at]) at++;
  int k = region_at(arena + at);
  fail("wrote outside of its results,", arena + at - regions[k].start, " bytes from the start of", k + 1);
}

static void finish_call(const int64_t *returned) {
  check_nans();
  check_memory();
  // Calls for elements alone are compared at once.
  if (!compare_alone()) write_record(returned);
  used = 0;
  region_count = 0;
  special_uses = 0;
  walkers = 0;
  fill_bytes(uses, 0, sizeof uses);
  notes.length = 0;
  notes.text[0] = 0;
  turn++;
}

void end_call(void) { finish_call(NULL); }
void end_call_returning(int64_t returned) { finish_call(&returned); }

// MARK: - Manners

void in_manner(manner how, void (*calls)(void)) {
  now = how;
  calls();
}

/// About multiples of registers, of pairs of them, of a word's 64 bits, and of the blocks that kernels work in.
static const ptrdiff_t lengths[] = {
  47, 48, 49, 63, 64, 65, 66, 95, 96, 97, 127, 128, 129, 130, 191, 193, 255, 256, 257,
};

#define LENGTHS (ptrdiff_t)(sizeof lengths / sizeof *lengths)
#define LONG_COUNT 1003
#define SHORTER_COUNT 101
#define PICKS 12

void in_every_length(void (*calls)(void)) {
  if (makes_few) {
    in_manner((manner){.count = SHORTER_COUNT, .values = MIXED}, calls);
    return;
  }
  for (ptrdiff_t k = 0; k < SHORT_COUNTS + LENGTHS; k++) {
    ptrdiff_t count = k < SHORT_COUNTS ? k : lengths[k - SHORT_COUNTS];
    in_manner((manner){
      .count = count, .values = k % 3 == 2 ? MIXED : ORDINARY, .shift = (int)(count * 3 % 16), .over = (int)(k % 4),
      .pick = (int)(k % PICKS),
    }, calls);
  }
  for (int k = 0; k < 3; k++) {
    in_manner((manner){.count = LONG_COUNT, .values = WILD, .shift = 5 * k % 16, .over = k, .pick = k}, calls);
  }
}

/// Elements of a batch whose calls are repeated for each element: more than two registers, or than four of doubles.
#define BATCH_COUNT 35

/// Bit patterns of a walk in every manner, and how far they are from one another: odd, so that they aren't all even.
#define SAMPLE_COUNT 2039
#define SAMPLE_STEP (UINT32_MAX / SAMPLE_COUNT | 1)
#define WALKERS 4

void in_every_manner(void (*calls)(void)) {
  in_every_length(calls);
  if (makes_few) return;
  for (int values = ORDINARY; values <= WILD; values++) {
    manner how = {
      .count = BATCH_COUNT, .values = values, .shift = values, .over = values % 2, .pick = 3 * values,
    };
    in_batch_and_alone(how, calls);
  }
  for (int walker = 0; walker < WALKERS; walker++) {
    in_manner((manner){
      .count = SAMPLE_COUNT, .values = WALKED, .shift = walker, .pick = walker, .walker = walker, .step = SAMPLE_STEP,
    }, calls);
  }
  for (int values = ORDINARY; values <= WILD; values++) {
    in_manner((manner){
      .count = LONG_COUNT, .values = values, .shift = values, .over = values, .pick = values,
    }, calls);
    for (int pick = 0; pick < PICKS; pick++) {
      in_manner((manner){
        .count = SHORTER_COUNT, .values = values, .shift = 3 * pick % 16, .over = (pick + values) % 6, .pick = pick,
      }, calls);
    }
  }
}

// MARK: - All calls

static bool every_kernel_was_called(void) {
  bool is_complete = true;
  for (int kernel = 0; kernel < KERNELS; kernel++) {
    bool has_short_counts = short_counts_of[kernel] == ((uint64_t)1 << SHORT_COUNTS) - 1;
    if (calls_of[kernel] > 0 && (has_short_counts || makes_few)) continue;
    line text = {.length = 0};
    append(&text, kernel_names[kernel]);
    append(&text, calls_of[kernel] == 0 ? " is never called: add a call to Tests/Platforms"
                                        : " isn't called with every count of 0...40");
    report(text.text);
    is_complete = false;
  }
  return is_complete;
}

static void call_all(void) {
  call_both_elements();
  call_curves();
  call_progress();
  call_keyframes();
  call_packing();
  call_colors();
  call_rotations();
  if (!makes_few) call_long();
}

/// Makes calls. False if there were failures.
static bool is_right(const inputs *inputs, void (*calls)(void)) {
  in = inputs;
  uint64_t first_digest = digest((const uint8_t *)in, sizeof *in);
  calls();
  if (digest((const uint8_t *)in, sizeof *in) != first_digest) {
    report("a kernel wrote into a table that all share");
    failures++;
  }
  for (int kernel = 0; kernel < KERNELS; kernel++) {
    if (failures_of[kernel] <= EXAMPLES) continue;
    line text = {.length = 0};
    append(&text, kernel_names[kernel]);
    append(&text, ": ");
    append_number(&text, failures_of[kernel]);
    append(&text, " failures");
    report(text.text);
  }
  return failures == 0;
}

bool make_all_calls(const inputs *inputs) {
  bool is_without_failure = is_right(inputs, call_all);
  return every_kernel_was_called() && is_without_failure;
}

bool make_a_few_calls(const inputs *inputs) {
  makes_few = true;
  return make_all_calls(inputs);
}

static itinerary itinerary_now;

static void walk_all(void) {
  for (uint32_t call = 0; call < itinerary_now.calls; call++) {
    // The same columns beside what walks, wherever it is.
    begin_at(0);
    now = (manner){
      .count = itinerary_now.count, .values = WALKED, .step = itinerary_now.step,
      .first = itinerary_now.first + call * (uint32_t)itinerary_now.count * itinerary_now.step,
    };
    if (itinerary_now.is_of_pixels) {
      walk_colors();
      walk_unpacking();
    } else {
      walk_elementary();
      walk_curves();
      walk_progress();
      walk_keyframes();
      walk_packing();
      walk_curves_of_colors();
    }
  }
}

bool walk(const inputs *inputs, itinerary way) {
  itinerary_now = way;
  return is_right(inputs, walk_all);
}
