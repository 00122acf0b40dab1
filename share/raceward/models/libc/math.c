// Functions of <math.h> that the machine does not execute itself. What is a line of other functions
// is exact; the rest returns any value of its type, and may set errno.
//
// The machine computes in the default mode of rounding (fenv.c sees to it that there is no other).
// lgamma() and gamma() write the variable signgam, which all threads share.
#include "numbers.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>

int signgam;

/// Whether a number of 80 bits is written as usual.
int __iscanonicall(long double x) {
  return raceward_guess_bool();
}

#define PLAIN_AND_RESERVED(M, ...)                                                                 \
  MODEL_REAL_TYPES(M, , __VA_ARGS__) MODEL_REAL_TYPES(M, __, __VA_ARGS__)

#define ANY_ONE(suffix, type, own, any, prefix, name)                                              \
  type prefix##name##suffix(type x) {                                                              \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
PLAIN_AND_RESERVED(ANY_ONE, j0)
PLAIN_AND_RESERVED(ANY_ONE, j1)
PLAIN_AND_RESERVED(ANY_ONE, y0)
PLAIN_AND_RESERVED(ANY_ONE, y1)

#define ANY_ORDER(suffix, type, own, any, prefix, name)                                            \
  type prefix##name##suffix(int order, type x) {                                                   \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
PLAIN_AND_RESERVED(ANY_ORDER, jn)
PLAIN_AND_RESERVED(ANY_ORDER, yn)

#define LGAMMA(suffix, type, own, any, prefix, name)                                               \
  type prefix##name##suffix(type x) {                                                              \
    signgam = raceward_guess_bool() ? 1 : -1;                                                        \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
PLAIN_AND_RESERVED(LGAMMA, lgamma)
MODEL_C_TYPES(LGAMMA, , gamma)
MODEL_C_TYPES(LGAMMA, __, gamma)

#define LGAMMA_R(suffix, type, own, any, prefix, ...)                                              \
  type prefix##lgamma##suffix##_r(type x, int *sign) {                                             \
    *sign = raceward_guess_bool() ? 1 : -1;                                                          \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
PLAIN_AND_RESERVED(LGAMMA_R, )

/// pow(10, x) may differ from it in the last digit.
PLAIN_AND_RESERVED(ANY_ONE, exp10)

/// Ties to even, whatever the mode: as rint() in the default mode.
#define ROUNDEVEN(suffix, type, own, any, prefix, ...)                                             \
  type prefix##roundeven##suffix(type x) {                                                         \
    return rint##own(x);                                                                           \
  }
PLAIN_AND_RESERVED(ROUNDEVEN, )

#define NEXT(suffix, type, own, any, prefix, ...)                                                  \
  type prefix##nextup##suffix(type x) {                                                            \
    return nextafter##own(x, (type)__builtin_inf());                                               \
  }                                                                                                \
  type prefix##nextdown##suffix(type x) {                                                          \
    return nextafter##own(x, -(type)__builtin_inf());                                              \
  }
PLAIN_AND_RESERVED(NEXT, )

#define NEXTTOWARD(suffix, type, own, any, prefix)                                                 \
  type prefix##nexttoward##suffix(type x, long double y) {                                         \
    if ((long double)x == y)                                                                       \
      return (type)y;                                                                              \
    if (y != y)                                                                                    \
      return (type)y;                                                                              \
    return nextafter##own(x, (long double)x < y ? (type)__builtin_inf() : -(type)__builtin_inf()); \
  }
MODEL_C_TYPES(NEXTTOWARD, )
MODEL_C_TYPES(NEXTTOWARD, __)

#define DREM(suffix, type, own, any, prefix)                                                       \
  type prefix##drem##suffix(type x, type y) {                                                      \
    return remainder##own(x, y);                                                                   \
  }
MODEL_C_TYPES(DREM, )
MODEL_C_TYPES(DREM, __)

/// The last three bits of the quotient and its sign.
#define REMQUO(suffix, type, own, any, prefix, ...)                                                \
  type prefix##remquo##suffix(type x, type y, int *quotient) {                                     \
    const int before = errno;                                                                      \
    const type rest = remainder##own(x, y);                                                        \
    errno = raceward_guess_bool() ? before : errno; /* unlike remainder() in most versions */        \
    if (rest == rest)                                                                              \
      *quotient = raceward_guess_int();                                                              \
    return rest;                                                                                   \
  }
PLAIN_AND_RESERVED(REMQUO, )

#define SINCOS(suffix, type, own, any, prefix, ...)                                                \
  void prefix##sincos##suffix(type x, type *sine, type *cosine) {                                  \
    *sine = sin##own(x);                                                                           \
    *cosine = cos##own(x);                                                                         \
  }
PLAIN_AND_RESERVED(SINCOS, )

#define SIGNIFICAND(suffix, type, own, any, prefix)                                                \
  type prefix##significand##suffix(type x) {                                                       \
    int power;                                                                                     \
    const type part = frexp##own(x, &power);                                                       \
    model_range_error(); /* versions of glibc differ */                                            \
    return part * 2;                                                                               \
  }
MODEL_C_TYPES(SIGNIFICAND, )
MODEL_C_TYPES(SIGNIFICAND, __)

#define SCALB(suffix, type, own, any, prefix)                                                      \
  type prefix##scalb##suffix(type x, type power) {                                                 \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
MODEL_C_TYPES(SCALB, )
MODEL_C_TYPES(SCALB, __)

/// Powers beyond those of int overflow as the largest int does.
#define SCALBLN(suffix, type, own, any, prefix, ...)                                               \
  type prefix##scalbln##suffix(type x, long power) {                                               \
    const long most = 100000;                                                                      \
    const long bounded = power > most ? most : power < -most ? -most : power;                      \
    return scalbn##own(x, (int)bounded);                                                           \
  }
PLAIN_AND_RESERVED(SCALBLN, )

/// Of zero, an infinity and what is not a number: constants of the type of the result.
#define ILOGB(suffix, type, own, any, prefix, result, name, ofZero, most)                          \
  result prefix##name##suffix(type x) {                                                            \
    if (x == 0) {                                                                                  \
      errno = EDOM;                                                                                \
      return ofZero;                                                                               \
    }                                                                                              \
    if (x != x) {                                                                                  \
      errno = EDOM;                                                                                \
      return ofZero;                                                                               \
    }                                                                                              \
    if (x - x != 0) {                                                                              \
      errno = EDOM;                                                                                \
      return most;                                                                                 \
    }                                                                                              \
    int power;                                                                                     \
    frexp##own(x, &power);                                                                         \
    return power - 1;                                                                              \
  }
PLAIN_AND_RESERVED(ILOGB, int, ilogb, INT_MIN, INT_MAX)
PLAIN_AND_RESERVED(ILOGB, long, llogb, LONG_MIN, LONG_MAX)

/// Without a tag it is the usual one.
#define NAN_OF(suffix, type, own, any, prefix, ...)                                                \
  type prefix##nan##suffix(const char *tag) {                                                      \
    if (*tag == 0)                                                                                 \
      return (type)__builtin_nan("");                                                              \
    raceward_reads_text(tag);                                                                      \
    return model_guess_##any();                                                                      \
  }
PLAIN_AND_RESERVED(NAN_OF, )

// C23: the number that is larger or smaller, with rules for zeroes and what is not a number.
#define CHOICE(suffix, type, own, any, prefix, name)                                               \
  type prefix##name##suffix(type x, type y) {                                                      \
    return model_guess_##any();                                                                      \
  }
PLAIN_AND_RESERVED(CHOICE, fmaximum)
PLAIN_AND_RESERVED(CHOICE, fmaximum_mag)
PLAIN_AND_RESERVED(CHOICE, fmaximum_mag_num)
PLAIN_AND_RESERVED(CHOICE, fmaximum_num)
PLAIN_AND_RESERVED(CHOICE, fmaxmag)
PLAIN_AND_RESERVED(CHOICE, fminimum)
PLAIN_AND_RESERVED(CHOICE, fminimum_mag)
PLAIN_AND_RESERVED(CHOICE, fminimum_mag_num)
PLAIN_AND_RESERVED(CHOICE, fminimum_num)
PLAIN_AND_RESERVED(CHOICE, fminmag)

#define FROMFP(suffix, type, own, any, prefix, result, name)                                       \
  result prefix##name##suffix(type x, int round, unsigned width) {                                 \
    model_range_error();                                                                           \
    result value;                                                                                  \
    raceward_guess_bytes(&value, sizeof value);                                                    \
    return value;                                                                                  \
  }
PLAIN_AND_RESERVED(FROMFP, intmax_t, fromfp)
PLAIN_AND_RESERVED(FROMFP, intmax_t, fromfpx)
PLAIN_AND_RESERVED(FROMFP, uintmax_t, ufromfp)
PLAIN_AND_RESERVED(FROMFP, uintmax_t, ufromfpx)

#define GETPAYLOAD(suffix, type, own, any, prefix, ...)                                            \
  type prefix##getpayload##suffix(const type *x) {                                                 \
    raceward_reads(x, sizeof *x);                                                                  \
    return model_guess_##any();                                                                      \
  }
PLAIN_AND_RESERVED(GETPAYLOAD, )

/// Zero: it is one; the number is then written, and otherwise a zero.
#define SETPAYLOAD(suffix, type, own, any, name)                                                   \
  int name##suffix(type *to, type payload) {                                                       \
    *to = model_guess_##any();                                                                       \
    return raceward_guess_bool();                                                                    \
  }
MODEL_REAL_TYPES(SETPAYLOAD, setpayload)
MODEL_REAL_TYPES(SETPAYLOAD, setpayloadsig)

/// What is not a number becomes a quiet one. A long double may have no meaning, which is an error.
#define CANONICALIZE(suffix, type, own, any, ...)                                                  \
  int canonicalize##suffix(type *to, const type *x) {                                              \
    const type value = *x;                                                                         \
    if (sizeof value > sizeof(double) && raceward_guess_bool())                                      \
      return 1;                                                                                    \
    *to = value != value ? value + value : value;                                                  \
    return 0;                                                                                      \
  }
MODEL_REAL_TYPES(CANONICALIZE, )

#define TOTALORDER(suffix, type, own, any, name)                                                   \
  int name##suffix(const type *x, const type *y) {                                                 \
    raceward_reads(x, sizeof *x);                                                                  \
    raceward_reads(y, sizeof *y);                                                                  \
    return raceward_guess_bool();                                                                    \
  }
MODEL_REAL_TYPES(TOTALORDER, totalorder)
MODEL_REAL_TYPES(TOTALORDER, totalordermag)

#define HELPERS(suffix, type, own, any, ...)                                                       \
  int __iseqsig##suffix(type x, type y) {                                                          \
    model_range_error();                                                                           \
    return x == y;                                                                                 \
  }                                                                                                \
  int __issignaling##suffix(type x) {                                                              \
    return raceward_guess_bool();                                                                    \
  }
MODEL_C_TYPES(HELPERS, )

// A result that is rounded once to a narrower type.
#define NARROW(name, type, from, any)                                                              \
  type name(from x, from y) {                                                                      \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
#define NARROW_ONE(name, type, from, any)                                                          \
  type name(from x) {                                                                              \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
#define NARROW_THREE(name, type, from, any)                                                        \
  type name(from x, from y, from z) {                                                              \
    model_range_error();                                                                           \
    return model_guess_##any();                                                                      \
  }
#define NARROWS(before, after, type, from, any)                                                    \
  NARROW(before##add##after, type, from, any)                                                      \
  NARROW(before##sub##after, type, from, any)                                                      \
  NARROW(before##mul##after, type, from, any)                                                      \
  NARROW(before##div##after, type, from, any)                                                      \
  NARROW_ONE(before##sqrt##after, type, from, any)                                                 \
  NARROW_THREE(before##fma##after, type, from, any)
NARROWS(f, , float, double, float)
NARROWS(f, l, float, long double, float)
NARROWS(d, l, double, long double, double)
NARROWS(f32, f32x, _Float32, _Float32x, float)
NARROWS(f32, f64, _Float32, _Float64, float)
NARROWS(f32, f64x, _Float32, _Float64x, float)
NARROWS(f32x, f64, _Float32x, _Float64, double)
NARROWS(f32x, f64x, _Float32x, _Float64x, double)
NARROWS(f64, f64x, _Float64, _Float64x, double)

// Older glibc calls these for -ffinite-math-only; no header declares them any more.
#define FINITE_LGAMMA(suffix, type, own, any, ...)                                                 \
  type __lgamma##suffix##_r_finite(type x, int *sign);                                             \
  type __lgamma##suffix##_r_finite(type x, int *sign) {                                            \
    return lgamma##suffix##_r(x, sign);                                                            \
  }
MODEL_C_TYPES(FINITE_LGAMMA, )
#define FINITE_EXP10(suffix, type, own, any, ...)                                                  \
  type __exp10##suffix##_finite(type x);                                                           \
  type __exp10##suffix##_finite(type x) {                                                          \
    return exp10##suffix(x);                                                                       \
  }                                                                                                \
  type pow10##suffix(type x);                                                                      \
  type pow10##suffix(type x) {                                                                     \
    return exp10##suffix(x);                                                                       \
  }
MODEL_C_TYPES(FINITE_EXP10, )
