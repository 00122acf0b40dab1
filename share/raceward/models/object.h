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

static inline void model_reads_text_if_given(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}

static inline void model_no_function(void) {}

/// Provers want to know a function behind every pointer that is called. Where the program may not
/// have given one, this is there, which is never called.
#define MODEL_GIVEN(POINTER)                                                                       \
  ((POINTER) != NULL ? (POINTER) : (__typeof__(POINTER))(void *)model_no_function)

/// Calls a function that the program may have given, or not.
#define MODEL_CALL(POINTER, ...)                                                                   \
  do {                                                                                             \
    __typeof__(POINTER) given = MODEL_GIVEN(POINTER);                                              \
    if (given != (__typeof__(POINTER))(void *)model_no_function)                                   \
      given(__VA_ARGS__);                                                                          \
  } while (0)
