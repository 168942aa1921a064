#include <string.h>

#include "vectorkernels.h"
#include "vkn_error.h"

static _Thread_local char message[512];

void vkn_keep_error_message(const char *bytes, ptrdiff_t count) {
  size_t kept = (size_t)count;
  if (kept >= sizeof message) {
    kept = sizeof message - 1;
    // Bytes 10xxxxxx continue a character of UTF-8: the message ends before one that doesn't fit.
    while (kept > 0 && (bytes[kept] & 0xC0) == 0x80) kept--;
  }
  memcpy(message, bytes, kept);
  message[kept] = 0;
}

const char *vkn_error_message(void) { return message; }
