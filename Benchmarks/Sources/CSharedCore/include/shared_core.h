// A loop whose time tells how many of the core's integer units the thread has to itself.

#ifndef SHARED_CORE_H
#define SHARED_CORE_H

#include <stdint.h>

/// Adds integers in so many rounds, four at a time that don't wait for one another. Alone, a thread keeps the integer
/// units busy; beside another thread on the same core, it has to share them.
void shared_core_add(int64_t rounds);

#endif
