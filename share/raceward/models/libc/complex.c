// <complex.h>: values from values. Parts, magnitude and angle are exact; the rest is any value.
#include "numbers.h"

#include <complex.h>
#include <math.h>

typedef _Complex float complex_float;
typedef _Complex double complex_double;
typedef _Complex long double complex_longdouble;

#define PLAIN_AND_RESERVED(M, ...)                                                                 \
  MODEL_REAL_TYPES(M, , __VA_ARGS__) MODEL_REAL_TYPES(M, __, __VA_ARGS__)

#define PARTS(suffix, type, own, any, prefix, ...)                                                 \
  type prefix##creal##suffix(complex_##any z) {                                                    \
    return __real__ z;                                                                             \
  }                                                                                                \
  type prefix##cimag##suffix(complex_##any z) {                                                    \
    return __imag__ z;                                                                             \
  }                                                                                                \
  type prefix##cabs##suffix(complex_##any z) {                                                     \
    return hypot##own(__real__ z, __imag__ z);                                                     \
  }                                                                                                \
  type prefix##carg##suffix(complex_##any z) {                                                     \
    return atan2##own(__imag__ z, __real__ z);                                                     \
  }                                                                                                \
  complex_##any prefix##conj##suffix(complex_##any z) {                                            \
    return ~z;                                                                                     \
  }
PLAIN_AND_RESERVED(PARTS, )

#define ANY_ONE(suffix, type, own, any, prefix, name)                                              \
  complex_##any prefix##name##suffix(complex_##any z) {                                            \
    complex_##any result;                                                                          \
    raceward_guess_bytes(&result, sizeof result);                                                    \
    model_range_error();                                                                           \
    return result;                                                                                 \
  }
PLAIN_AND_RESERVED(ANY_ONE, cacos)
PLAIN_AND_RESERVED(ANY_ONE, cacosh)
PLAIN_AND_RESERVED(ANY_ONE, casin)
PLAIN_AND_RESERVED(ANY_ONE, casinh)
PLAIN_AND_RESERVED(ANY_ONE, catan)
PLAIN_AND_RESERVED(ANY_ONE, catanh)
PLAIN_AND_RESERVED(ANY_ONE, ccos)
PLAIN_AND_RESERVED(ANY_ONE, ccosh)
PLAIN_AND_RESERVED(ANY_ONE, cexp)
PLAIN_AND_RESERVED(ANY_ONE, clog)
PLAIN_AND_RESERVED(ANY_ONE, clog10)
PLAIN_AND_RESERVED(ANY_ONE, cproj)
PLAIN_AND_RESERVED(ANY_ONE, csin)
PLAIN_AND_RESERVED(ANY_ONE, csinh)
PLAIN_AND_RESERVED(ANY_ONE, csqrt)
PLAIN_AND_RESERVED(ANY_ONE, ctan)
PLAIN_AND_RESERVED(ANY_ONE, ctanh)

#define ANY_TWO(suffix, type, own, any, prefix, name)                                              \
  complex_##any prefix##name##suffix(complex_##any x, complex_##any y) {                           \
    complex_##any result;                                                                          \
    raceward_guess_bytes(&result, sizeof result);                                                    \
    model_range_error();                                                                           \
    return result;                                                                                 \
  }
PLAIN_AND_RESERVED(ANY_TWO, cpow)
