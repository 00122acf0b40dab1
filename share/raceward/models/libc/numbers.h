// Floating-point numbers for the models: guesses of a type.
//
// A value that a program computes with is a gap of the machine if it is any value, so models
// compute the exact one where that is a matter of a line.
#pragma once

#include "model.h"

#define MODEL_GUESS_NUMBER(name, type)                                                               \
  static inline type name(void) {                                                                  \
    type value;                                                                                    \
    raceward_guess_bytes(&value, sizeof value);                                                      \
    return value;                                                                                  \
  }

MODEL_GUESS_NUMBER(model_guess_float, float)
MODEL_GUESS_NUMBER(model_guess_double, double)
MODEL_GUESS_NUMBER(model_guess_longdouble, long double)

/// Functions of <math.h> may report an argument or a result that is out of range.
static inline void model_range_error(void) {
  const int failed = -(int)raceward_guess_bool();
  const int number = raceward_guess_bool() ? EDOM : ERANGE;
  errno = (errno & ~failed) | (number & failed);
}

// Calls M(suffix of the name, type, suffix of the type's own function, name of the type) for each
// type of <math.h>. On x86 the types of TS 18661-3 are those of C under other names.
#define MODEL_REAL_TYPES(M, ...)                                                                   \
  M(, double, , double, __VA_ARGS__)                                                               \
  M(f, float, f, float, __VA_ARGS__)                                                               \
  M(l, long double, l, longdouble, __VA_ARGS__)                                                    \
  MODEL_OTHER_TYPES(M, __VA_ARGS__)
#define MODEL_OTHER_TYPES(M, ...)                                                                  \
  M(f32, _Float32, f, float, __VA_ARGS__)                                                          \
  M(f32x, _Float32x, , double, __VA_ARGS__)                                                        \
  M(f64, _Float64, , double, __VA_ARGS__)                                                          \
  M(f64x, _Float64x, l, longdouble, __VA_ARGS__)
#define MODEL_C_TYPES(M, ...)                                                                      \
  M(, double, , double, __VA_ARGS__)                                                               \
  M(f, float, f, float, __VA_ARGS__)                                                               \
  M(l, long double, l, longdouble, __VA_ARGS__)
