// Integer additions that the compiler can't remove.

#include "shared_core.h"

void shared_core_add(int64_t rounds) {
  int64_t a = 0, b = 0, c = 0, d = 0;
  for (; rounds > 0; rounds--) {
    for (int repetition = 0; repetition < 8; repetition++) {
      a += rounds;
      b += rounds;
      c += rounds;
      d += rounds;
      // The values may be used and changed here, as far as the compiler knows.
      __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    }
  }
}
