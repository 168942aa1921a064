#include <string.h>

#include "vectorkernels.h"
#include "vkn_error.h"

static _Thread_local char message[512];

void vkn_keep_error_message(const char *bytes, ptrdiff_t count) {
  size_t kept = (size_t)count;
  if (kept >= sizeof message) {
    kept = sizeof message - 1;
    // Characters of several bytes in UTF-8 go on with 10xxxxxx: none is cut.
    while (kept > 0 && (bytes[kept] & 0xC0) == 0x80) kept--;
  }
  memcpy(message, bytes, kept);
  message[kept] = 0;
}

const char *vkn_error_message(void) { return message; }
