// Blocks of memory. memcpy, memmove and memset are instructions of the machine.
#include "library.h"

void *mempcpy(void *to, const void *from, size_t bytes) {
  memcpy(to, from, bytes);
  return (unsigned char *)to + bytes;
}

void bcopy(const void *from, void *to, size_t bytes) {
  memmove(to, from, bytes);
}

void bzero(void *to, size_t bytes) {
  memset(to, 0, bytes);
}

void explicit_bzero(void *to, size_t bytes) {
  memset(to, 0, bytes);
}

void *memccpy(void *to, const void *from, int last, size_t bytes) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < bytes; ++i) {
    target[i] = source[i];
    if (source[i] == (unsigned char)last)
      return target + i + 1;
  }
  return NULL;
}

/// Reads all bytes, as the standard allows: objects that are shorter are misused, wherever they
/// differ. No branch depends on them.
int memcmp(const void *a, const void *b, size_t bytes) {
  const unsigned char *left = a;
  const unsigned char *right = b;
  int result = 0;
  for (size_t i = 0; i < bytes; ++i)
    result |= (left[i] - right[i]) & -(result == 0);
  return result;
}

int bcmp(const void *a, const void *b, size_t bytes) {
  return memcmp(a, b, bytes);
}

/// Stops at the first match: the object may end there (C11 7.24.5.1).
void *memchr(const void *object, int wanted, size_t bytes) {
  const unsigned char *at = object;
  for (size_t i = 0; i < bytes; ++i)
    if (at[i] == (unsigned char)wanted)
      return (void *)(at + i);
  return NULL;
}

void *memrchr(const void *object, int wanted, size_t bytes) {
  const unsigned char *at = object;
  for (size_t i = bytes; i > 0; --i)
    if (at[i - 1] == (unsigned char)wanted)
      return (void *)(at + i - 1);
  return NULL;
}

void *raceward_new(size_t bytes) {
  return malloc(bytes);
}
