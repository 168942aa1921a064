// The conditions on the results of every call: an element alone gives what it gives in a batch, and numbers give
// numbers.

#include "regions.h"

#define copy_bytes __builtin_memcpy
#define compare_bytes __builtin_memcmp

static uint64_t bits_at(const uint8_t *bytes, size_t size) {
  uint64_t bits = 0;
  copy_bytes(&bits, bytes, size);
  return bits;
}

static bool is_float(char type) { return type == 'f' || type == 'd'; }

static uint64_t infinity(size_t size) { return size == sizeof(float) ? 0x7f800000 : (uint64_t)0x7ff << 52; }
static uint64_t magnitude(uint64_t bits, size_t size) { return bits & UINT64_MAX >> (size == sizeof(float) ? 33 : 1); }

static bool is_nan(const uint8_t *bytes, size_t size) { return magnitude(bits_at(bytes, size), size) > infinity(size); }
/// Where several numbers meet, their sums and products overflow beyond these, and what is infinite meets its opposite.
static const float largest_f32 = 0x1p20f;
static const double largest_f64 = 0x1p20;

static bool is_number(const uint8_t *bytes, size_t size, bool has_limit) {
  if (magnitude(bits_at(bytes, size), size) >= infinity(size)) return false;
  if (!has_limit) return true;
  float f32;
  double f64;
  if (size == sizeof f32) {
    copy_bytes(&f32, bytes, size);
    return f32 <= largest_f32 && f32 >= -largest_f32;
  }
  copy_bytes(&f64, bytes, size);
  return f64 <= largest_f64 && f64 >= -largest_f64;
}

// MARK: - Elements

/// Runs `body` for each number of one of `count` elements, given where the region's bytes are. Pieces are columns, or
/// rows of an element each, of which there are as many.
#define FOR_EACH_NUMBER(memory, start, element, elements, body)                                                        \
  do {                                                                                                                 \
    bool has_rows = (memory)->pieces == (elements) && (memory)->count != (elements) && (elements) > 1;                 \
    ptrdiff_t width = has_rows ? (memory)->count : (memory)->count / (elements);                                       \
    for (ptrdiff_t piece = 0; piece < (memory)->pieces; piece++) {                                                     \
      if (has_rows && piece != (element)) continue;                                                                    \
      ptrdiff_t first = piece * (memory)->stride + (has_rows ? 0 : (element) * width);                                 \
      for (ptrdiff_t k = 0; k < width; k++) {                                                                          \
        const uint8_t *at = (start) + (size_t)(first + k) * (memory)->size;                                            \
        body;                                                                                                          \
      }                                                                                                                \
    }                                                                                                                  \
  } while (0)

// MARK: - Alone

/// The results of a batch's calls, one after the other, as regions whose memory is in a buffer.
#define MAXIMUM_KEPT 4096
#define KEPT_BYTES ((size_t)16 << 20)
static region kept[MAXIMUM_KEPT];
static uint8_t kept_bytes[KEPT_BYTES];
static int kept_count, next_kept;
static size_t kept_used;
static ptrdiff_t batch_count;
static enum { NEITHER, BATCH, ALONE } phase;

static void keep(const region *memory) {
  size_t bytes = (size_t)((memory->pieces - 1) * memory->stride + memory->count) * memory->size;
  if (kept_count == MAXIMUM_KEPT || kept_used + bytes > KEPT_BYTES) {
    report("checks.c: too many or too large results of a batch");
    __builtin_trap();
  }
  region *copy = &kept[kept_count++];
  *copy = *memory;
  copy->start = kept_bytes + kept_used;
  copy_bytes(copy->start, memory->start, bytes);
  kept_used += (bytes + 7) / 8 * 8;
}

/// Of words, a bit for each element.
static bool has_bits(const region *memory) { return memory->type == 'Q'; }

static void compare_with_batch(const region *batch, const region *alone, int number) {
  bool is_same = true;
  if (has_bits(batch)) {
    uint64_t in_batch = bits_at(batch->start + now.skip / 64 * 8, 8) >> now.skip % 64;
    is_same = ((in_batch ^ bits_at(alone->start, 8)) & 1) == 0;
  } else {
    // The numbers of both, in the same order.
    const uint8_t *next = alone->start;
    ptrdiff_t of_piece = 0, rest = 0;
    FOR_EACH_NUMBER(batch, batch->start, now.skip, batch_count, {
      if (of_piece == alone->count) {
        of_piece = 0;
        next += (size_t)(alone->stride - alone->count) * alone->size;
      }
      bool are_both_nan = is_float(batch->type) && is_nan(at, batch->size) && is_nan(next, batch->size);
      if (compare_bytes(at, next, batch->size) != 0 && !are_both_nan) is_same = false;
      next += alone->size;
      of_piece++;
      rest++;
    });
    is_same = is_same && rest == alone->count * alone->pieces;
  }
  if (!is_same) fail("has another result than in a batch for element", now.skip, " in", number + 1);
}

bool compare_alone(void) {
  if (phase == NEITHER) return false;
  for (int k = 0; k < region_count; k++) {
    if (!regions[k].is_result) continue;
    if (phase == BATCH) {
      keep(&regions[k]);
    } else {
      compare_with_batch(&kept[next_kept++], &regions[k], k);
    }
  }
  return phase == ALONE;
}

void in_batch_and_alone(manner how, void (*calls)(void)) {
  int turn = turns();
  kept_count = 0;
  kept_used = 0;
  batch_count = how.count;
  phase = BATCH;
  in_manner(how, calls);
  int after = turns();
  phase = ALONE;
  manner alone = how;
  alone.count = 1;
  for (alone.skip = 0; alone.skip < how.count; alone.skip++) {
    begin_at(turn);
    next_kept = 0;
    in_manner(alone, calls);
  }
  phase = NEITHER;
  begin_at(after);
}

// MARK: - NaN

/// Shared numbers up to this pick are finite, and no larger than times in days.
#define LAST_FINITE_PICK 7

static bool has_elements(const region *memory) {
  return memory->is_shared || memory->pieces == now.count || (now.count > 0 && memory->count % now.count == 0);
}

static bool is_made_of_numbers(ptrdiff_t element) {
  bool is_so = true;
  ptrdiff_t columns = 0;
  for (int k = 0; k < region_count; k++) columns += regions[k].is_argument ? regions[k].pieces : 0;
  for (int k = 0; k < region_count; k++) {
    const region *memory = &regions[k];
    if (!memory->is_argument || !is_float(memory->type)) continue;
    ptrdiff_t elements = memory->is_shared ? 1 : now.count, which = memory->is_shared ? 0 : element;
    FOR_EACH_NUMBER(memory, before_call(memory), which, elements, {
      if (!is_number(at, memory->size, columns > 1)) is_so = false;
    });
  }
  return is_so;
}

bool has_nans(const region *memory) {
  if (!is_float(memory->type)) return false;
  int32_t has_some = 0;
  for (ptrdiff_t piece = 0; piece < memory->pieces; piece++) {
    const uint8_t *start = memory->start + (size_t)(piece * memory->stride) * memory->size;
    if (memory->type == 'f') {
      const int32_t *words = (const int32_t *)start;
      for (ptrdiff_t i = 0; i < memory->count; i++) has_some |= (words[i] & 0x7fffffff) > 0x7f800000;
    } else {
      const double *numbers = (const double *)start;
      for (ptrdiff_t i = 0; i < memory->count; i++) has_some |= numbers[i] != numbers[i];
    }
  }
  return has_some != 0;
}

static bool requires_ordinary_numbers;

void require_ordinary_numbers(void) { requires_ordinary_numbers = true; }

void check_nans(void) {
  bool may_have_nans = requires_ordinary_numbers && now.values != ORDINARY;
  requires_ordinary_numbers = false;
  if (may_have_nans || now.pick > LAST_FINITE_PICK || now.count == 0) return;
  for (int k = 0; k < region_count; k++) {
    if (is_float(regions[k].type) && !has_elements(&regions[k])) return;
  }
  for (int k = 0; k < region_count; k++) {
    const region *memory = &regions[k];
    if (!memory->is_result || !has_nans(memory)) continue;
    for (ptrdiff_t element = 0; element < now.count; element++) {
      bool has_nan = false;
      FOR_EACH_NUMBER(memory, memory->start, element, now.count, {
        if (is_nan(at, memory->size)) has_nan = true;
      });
      if (has_nan && is_made_of_numbers(element)) {
        fail("has NaN of numbers in element", element, " of", k + 1);
        return;
      }
    }
  }
}
