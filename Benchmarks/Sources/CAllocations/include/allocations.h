// How much memory a program has asked for, counted where it asks.

#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this program counts: with the GNU C library, and without a sanitizer, which counts itself.
bool allocations_are_counted(void);

/// How often memory has been asked for since the start, and how many bytes are held now.
int64_t allocations_count(void);
int64_t allocations_bytes(void);

#endif
