// What compilers call by themselves, for WebAssembly without a system.

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count) {
  uint8_t *bytes = to;
  const uint8_t *source = from;
  for (size_t i = 0; i < count; i++) bytes[i] = source[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  uint8_t *bytes = to;
  const uint8_t *source = from;
  if (bytes <= source) return memcpy(to, from, count);
  for (size_t i = count; i > 0; i--) bytes[i - 1] = source[i - 1];
  return to;
}

void *memset(void *to, int value, size_t count) {
  uint8_t *bytes = to;
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)value;
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *first = a, *second = b;
  for (size_t i = 0; i < count; i++) {
    if (first[i] != second[i]) return first[i] < second[i] ? -1 : 1;
  }
  return 0;
}
