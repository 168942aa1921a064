// The memory of a call, for what checks it.

#ifndef REGIONS_H
#define REGIONS_H

#include "calls.h"

/// An argument or a result: pieces of the same number of elements, `stride` elements apart.
typedef struct {
  uint8_t *start;
  size_t size;
  ptrdiff_t pieces, stride, count;
  char type;
  bool is_argument, is_result;
  /// Whether all elements of the call share it.
  bool is_shared;
} region;

#define MAXIMUM_REGIONS 16
extern region regions[MAXIMUM_REGIONS];
extern int region_count;

/// A region's contents before the call.
const uint8_t *before_call(const region *memory);

/// Where columns begin depends on how many calls were made: this makes the next one such a number.
void begin_at(int number);
int turns(void);

/// Reports what is wrong with a call, with a number of something in one of its regions.
void fail(const char *what, int64_t number, const char *unit, int memory);

/// Whether there is NaN anywhere in a region of floats.
bool has_nans(const region *memory);

/// Reports NaN in results of numbers that aren't.
void check_nans(void);

/// Compares the results of an element alone with those in its batch, and keeps those of the batch; false where the call
/// is neither.
bool compare_alone(void);

#endif
