// What the models of the system's functions share.
#pragma once

#include "model.h"

#include <sys/uio.h>

/// 0, or an error number; errno is left alone.
static inline int model_error(void) {
  return model_any_error() & -(int)raceward_any_bool();
}

/// A number that is not negative, or -1 with an error number.
static inline int model_natural(void) {
  return (raceward_any_int() & 0x7fffffff) | model_status();
}

/// What the outside decides, which is told once: whether a call was told it before, or has changed
/// it. Asking orders no accesses.
static inline int model_is_told(char *told) {
  return __atomic_exchange_n(told, 1, __ATOMIC_RELAXED);
}

/// Bytes of that kind: any at first, and then what is known. It is not kept here.
static inline void model_tells(char *told, void *to, size_t bytes) {
  if (model_is_told(told))
    raceward_guess_bytes(to, bytes);
  else
    raceward_writes(to, bytes);
}

/// Any text that fits.
static inline void model_text(char *to, size_t bytes) {
  if (bytes == 0)
    return;
  raceward_writes(to, bytes);
  to[bytes - 1] = 0;
}

/// Texts up to a null pointer, as of execv().
static inline void model_reads_texts(char *const *texts) {
  for (; *texts != NULL; ++texts)
    raceward_reads_text(*texts);
}

static inline size_t model_reads_parts(const struct iovec *parts, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; ++i) {
    raceward_reads(parts[i].iov_base, parts[i].iov_len);
    bytes += parts[i].iov_len;
  }
  return bytes;
}

static inline size_t model_writes_parts(const struct iovec *parts, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; ++i) {
    raceward_writes(parts[i].iov_base, parts[i].iov_len);
    bytes += parts[i].iov_len;
  }
  return bytes;
}

/// What a request does that is not known: anything to the memory that it is given, and to what
/// pointers in there point to. That is too much for a run: raceward_not_executed() comes before it.
static inline void model_reaches(void *memory) {
  if (memory == NULL)
    return;
  raceward_reads_all(memory);
  void *inner = ((void **)memory)[raceward_any_size()];
  if (inner != NULL) {
    raceward_reads_all(inner);
    void *innermost = ((void **)inner)[raceward_any_size()];
    if (innermost != NULL) {
      raceward_reads_all(innermost);
      raceward_writes_all(innermost);
    }
    raceward_writes_all(inner);
  }
  raceward_writes_all(memory);
}
