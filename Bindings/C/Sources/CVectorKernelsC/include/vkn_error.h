// What the Swift code of this library needs from C: memory of each thread.

#ifndef VKN_ERROR_H
#define VKN_ERROR_H

#include <stddef.h>

/// Keeps a message as that of this thread's last error, without what exceeds 511 bytes.
__attribute__((visibility("hidden"))) void vkn_keep_error_message(const char *_Nonnull bytes, ptrdiff_t count);

#endif
