#include <string.h>

#include "vectorkernels.h"
#include "vkn_error.h"

static _Thread_local char message[512];

void vkn_keep_error_message(const char *bytes, ptrdiff_t count) {
  size_t kept = (size_t)count < sizeof message ? (size_t)count : sizeof message - 1;
  memcpy(message, bytes, kept);
  message[kept] = 0;
}

const char *vkn_error_message(void) { return message; }
