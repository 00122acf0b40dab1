// What the models of this folder share. Nothing here branches: where a result is any of several,
// the machine follows the ones that the program tells apart, and only then.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "raceward_model.h"

#include <errno.h>
#include <sys/types.h>

/// The number of an error: 1 to 133, which is the last one of Linux. It is computed, as those below.
static inline int model_any_error(void) {
  const unsigned number = raceward_any_uint();
  const unsigned other = -(unsigned)(number - 1 >= EHWPOISON);
  return (int)((number & ~other) | ((1 + (number & 127)) & other));
}

/// -1 with an error number, or 0.
static inline int model_status(void) {
  const int failed = -(int)raceward_any_failure();
  errno = (errno & ~failed) | (model_any_error() & failed);
  return failed;
}

/// -1 with an error number.
static inline int model_failure(void) {
  errno = model_any_error();
  return -1;
}

/// errno may have changed, also if nothing failed.
static inline void model_error_number(void) {
  model_status();
}

/// Reads the path of a system call; 0 for it. The kernel answers EFAULT, if it does not find another
/// mistake before, where there is none: -1 then, and the process goes on.
static inline int model_reads_path(const char *path) {
  if (path != NULL) {
    raceward_reads_text(path);
    return 0;
  }
  const int other = -(int)raceward_any_bool();
  errno = (EFAULT & ~other) | (model_any_error() & other);
  return -1;
}

/// model_status() of a system call that reads a path.
static inline int model_status_of_path(const char *path) {
  return model_reads_path(path) != 0 ? -1 : model_status();
}

/// The same of one that reads two, whichever of them is missing.
static inline int model_status_of_paths(const char *first, const char *second) {
  const int missing = model_reads_path(first);
  return (model_reads_path(second) | missing) != 0 ? -1 : model_status();
}

/// A number from 0 to `most`. It is computed: an assumption about an input would be a branch.
static inline size_t model_up_to(size_t most) {
  const size_t number = raceward_any_size();
  const size_t over = -(size_t)(number > most);
  return (number & ~over) | (most & over);
}

/// A number from `least` to `most`, both included.
static inline int model_number(int least, int most) {
  const int number = raceward_any_int();
  const int under = -(number < least);
  const int over = -(number > most);
  return (number & ~(under | over)) | (least & under) | (most & over & ~under);
}

/// One that the arguments or earlier calls decide, in a way that a model does not compute.
static inline int model_guess(int least, int most) {
  const int number = raceward_guess_int();
  const int under = -(number < least);
  const int over = -(number > most);
  return (number & ~(under | over)) | (least & under) | (most & over & ~under);
}

/// The same from 0 to `most`.
static inline size_t model_guess_up_to(size_t most) {
  const size_t number = raceward_guess_size();
  const size_t over = -(size_t)(number > most);
  return (number & ~over) | (most & over);
}

/// A number from 0 to `most`, or -1 with an error number.
static inline ssize_t model_count(size_t most) {
  const ssize_t failed = model_status();
  return (ssize_t)model_up_to(most) | failed;
}

/// -1 with an error number if the descriptor is -1; returns it.
static inline int model_or_error(int descriptor) {
  const int failed = -(descriptor < 0);
  errno = (errno & ~failed) | (model_any_error() & failed);
  return descriptor;
}

/// Whether this number cannot be that of a descriptor. A system call that looks at it first fails
/// then, and uses nothing else. This is a branch: most programs have looked at the number before.
static inline int model_is_bad(int descriptor) {
  if (descriptor >= 0)
    return 0;
  errno = EBADF;
  return 1;
}

/// A new file descriptor (not a standard stream), or -1 with an error number. What comes through it
/// comes from outside of the program: a file, a socket, a terminal.
static inline int model_descriptor(void) {
  return model_or_error(raceward_new_descriptor(RACEWARD_FILE));
}

/// The same for one through which threads of the program send each other something: a pipe.
static inline int model_channel(void) {
  return model_or_error(raceward_new_descriptor(RACEWARD_CHANNEL));
}

/// Two of them, as the ends of a pipe: 0, or -1 with an error number, which writes nothing.
static inline int model_channels(int *first, int *second) {
  const int one = raceward_new_descriptor(RACEWARD_CHANNEL);
  const int other = raceward_new_descriptor(RACEWARD_CHANNEL);
  const int failed = model_or_error(-((one < 0) | (other < 0)));
  if (failed == 0) {
    *first = one;
    *second = other;
  }
  return failed;
}

/// write(). All of it goes to standard output.
static inline ssize_t model_sends(int descriptor, const void *from, size_t bytes) {
  if (model_is_bad(descriptor))
    return -1;
  raceward_puts(descriptor, from, bytes);
  if ((descriptor == 1) | (descriptor == 2))
    return (ssize_t)bytes;
  return model_count(bytes);
}
