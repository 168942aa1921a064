// The part of this library that Swift needs from C: memory of each thread.

#ifndef VKN_ERROR_H
#define VKN_ERROR_H

#include <stddef.h>

/// Stores a message as this thread's last error, cut after 511 bytes.
__attribute__((visibility("hidden"))) void vkn_keep_error_message(const char *_Nonnull bytes, ptrdiff_t count);

#endif
