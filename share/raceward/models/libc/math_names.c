// The further names of the functions of <math.h> that the machine executes itself: glibc has `sin`
// also as `__sin`, `sinf64` and, for -ffinite-math-only, `__sin_finite`. All of them are what the
// function of the type is, so that results are exact.
#include "numbers.h"

#include <math.h>

#define ONE_PLAIN(suffix, type, own, any, name)                                                    \
  type name##suffix(type x) {                                                                      \
    return name##own(x);                                                                           \
  }
#define ONE_RESERVED(suffix, type, own, any, name)                                                 \
  type __##name##suffix(type x) {                                                                  \
    return name##own(x);                                                                           \
  }
#define ONE(name) MODEL_OTHER_TYPES(ONE_PLAIN, name) MODEL_REAL_TYPES(ONE_RESERVED, name)

ONE(acos)
ONE(acosh)
ONE(asin)
ONE(asinh)
ONE(atan)
ONE(atanh)
ONE(cbrt)
ONE(ceil)
ONE(cos)
ONE(cosh)
ONE(erf)
ONE(erfc)
ONE(exp)
ONE(exp2)
ONE(expm1)
ONE(fabs)
ONE(floor)
ONE(log)
ONE(log10)
ONE(log1p)
ONE(log2)
ONE(logb)
ONE(nearbyint)
ONE(rint)
ONE(round)
ONE(sin)
ONE(sinh)
ONE(sqrt)
ONE(tan)
ONE(tanh)
ONE(tgamma)
ONE(trunc)

#define TWO_PLAIN(suffix, type, own, any, name)                                                    \
  type name##suffix(type x, type y) {                                                              \
    return name##own(x, y);                                                                        \
  }
#define TWO_RESERVED(suffix, type, own, any, name)                                                 \
  type __##name##suffix(type x, type y) {                                                          \
    return name##own(x, y);                                                                        \
  }
#define TWO(name) MODEL_OTHER_TYPES(TWO_PLAIN, name) MODEL_REAL_TYPES(TWO_RESERVED, name)

TWO(atan2)
TWO(copysign)
TWO(fdim)
TWO(fmax)
TWO(fmin)
TWO(fmod)
TWO(hypot)
TWO(nextafter)
TWO(pow)
TWO(remainder)

#define FMA_PLAIN(suffix, type, own, any, ...)                                                     \
  type fma##suffix(type x, type y, type z) {                                                       \
    return fma##own(x, y, z);                                                                      \
  }
#define FMA_RESERVED(suffix, type, own, any, ...)                                                  \
  type __fma##suffix(type x, type y, type z) {                                                     \
    return fma##own(x, y, z);                                                                      \
  }
MODEL_OTHER_TYPES(FMA_PLAIN, )
MODEL_REAL_TYPES(FMA_RESERVED, )

#define WHOLE_PLAIN(suffix, type, own, any, result, name)                                          \
  result name##suffix(type x) {                                                                    \
    return name##own(x);                                                                           \
  }
#define WHOLE_RESERVED(suffix, type, own, any, result, name)                                       \
  result __##name##suffix(type x) {                                                                \
    return name##own(x);                                                                           \
  }
#define WHOLE(result, name)                                                                        \
  MODEL_OTHER_TYPES(WHOLE_PLAIN, result, name) MODEL_REAL_TYPES(WHOLE_RESERVED, result, name)

WHOLE(long, lrint)
WHOLE(long, lround)
WHOLE(long long, llrint)
WHOLE(long long, llround)

#define SCALE_PLAIN(suffix, type, own, any, name)                                                  \
  type name##suffix(type x, int power) {                                                           \
    return name##own(x, power);                                                                    \
  }
#define SCALE_RESERVED(suffix, type, own, any, name)                                               \
  type __##name##suffix(type x, int power) {                                                       \
    return name##own(x, power);                                                                    \
  }
#define SCALE(name) MODEL_OTHER_TYPES(SCALE_PLAIN, name) MODEL_REAL_TYPES(SCALE_RESERVED, name)

SCALE(ldexp)
SCALE(scalbn)

#define FREXP_PLAIN(suffix, type, own, any, ...)                                                   \
  type frexp##suffix(type x, int *power) {                                                         \
    return frexp##own(x, power);                                                                   \
  }
#define FREXP_RESERVED(suffix, type, own, any, ...)                                                \
  type __frexp##suffix(type x, int *power) {                                                       \
    return frexp##own(x, power);                                                                   \
  }
MODEL_OTHER_TYPES(FREXP_PLAIN, )
MODEL_REAL_TYPES(FREXP_RESERVED, )

#define MODF_PLAIN(suffix, type, own, any, ...)                                                    \
  type modf##suffix(type x, type *whole) {                                                         \
    return modf##own(x, whole);                                                                    \
  }
#define MODF_RESERVED(suffix, type, own, any, ...)                                                 \
  type __modf##suffix(type x, type *whole) {                                                       \
    return modf##own(x, whole);                                                                    \
  }
MODEL_OTHER_TYPES(MODF_PLAIN, )
MODEL_REAL_TYPES(MODF_RESERVED, )

// Older glibc calls these for -ffinite-math-only. No header declares them any more.
#define FINITE_ONE(suffix, type, own, any, name)                                                   \
  type __##name##suffix##_finite(type x);                                                          \
  type __##name##suffix##_finite(type x) {                                                         \
    return name##own(x);                                                                           \
  }
#define FINITE_TWO(suffix, type, own, any, name)                                                   \
  type __##name##suffix##_finite(type x, type y);                                                  \
  type __##name##suffix##_finite(type x, type y) {                                                 \
    return name##own(x, y);                                                                        \
  }

MODEL_C_TYPES(FINITE_ONE, acos)
MODEL_C_TYPES(FINITE_ONE, acosh)
MODEL_C_TYPES(FINITE_ONE, asin)
MODEL_C_TYPES(FINITE_ONE, atanh)
MODEL_C_TYPES(FINITE_ONE, cosh)
MODEL_C_TYPES(FINITE_ONE, exp)
MODEL_C_TYPES(FINITE_ONE, exp2)
MODEL_C_TYPES(FINITE_ONE, log)
MODEL_C_TYPES(FINITE_ONE, log10)
MODEL_C_TYPES(FINITE_ONE, log2)
MODEL_C_TYPES(FINITE_ONE, sinh)
MODEL_C_TYPES(FINITE_ONE, sqrt)
MODEL_C_TYPES(FINITE_TWO, atan2)
MODEL_C_TYPES(FINITE_TWO, fmod)
MODEL_C_TYPES(FINITE_TWO, hypot)
MODEL_C_TYPES(FINITE_TWO, pow)
MODEL_C_TYPES(FINITE_TWO, remainder)
