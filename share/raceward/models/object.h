// Objects of libraries behind pointers: what functions do to one, as far as threads can see it.
//
// Such an object starts with a byte that stands for all that the library keeps in it. What follows
// are the parts that models look at: functions to call back, pointers that the program gave.
#pragma once

#include "text.h"

#include <stdlib.h>
#include <string.h>

/// By a function that needs the object for itself: two threads must not be in it at once.
static inline void model_changes(void *object) {
  raceward_writes(object, 1);
}

/// By a function that may run beside others of its kind.
static inline void model_looks_at(const void *object) {
  raceward_reads(object, 1);
}

/// A new one, whose parts are null.
static inline void *model_object(size_t bytes) {
  void *object = raceward_new(bytes);
  memset(object, 0, bytes);
  return object;
}

/// A number from `least` to `most`, both included.
static inline int model_number(int least, int most) {
  const int number = raceward_any_int();
  raceward_assume((number >= least) & (number <= most));
  return number;
}

static inline void model_reads_text_if_given(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}
