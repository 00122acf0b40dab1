// <fenv.h>: the floating-point environment of a thread. Numbers are computed in the default mode of
// rounding, so that another one is a gap. Flags are any: whether an operation was exact is not
// known.
#include "numbers.h"

#include <fenv.h>

int feclearexcept(int which) {
  return raceward_guess_bool();
}
int feraiseexcept(int which) {
  return raceward_guess_bool();
}
int fesetexcept(int which) {
  return raceward_guess_bool();
}
int fetestexcept(int which) {
  return raceward_guess_int() & which & FE_ALL_EXCEPT;
}
int fegetexceptflag(fexcept_t *to, int which) {
  raceward_guess_bytes(to, sizeof *to);
  return raceward_guess_bool();
}
int fesetexceptflag(const fexcept_t *from, int which) {
  raceward_reads(from, sizeof *from);
  return raceward_guess_bool();
}
int fetestexceptflag(const fexcept_t *flags, int which) {
  return *flags & which & FE_ALL_EXCEPT;
}

/// A trap ends the process, or calls a handler, which is a gap where it is installed.
int feenableexcept(int which) {
  return raceward_guess_int() & FE_ALL_EXCEPT;
}
int fedisableexcept(int which) {
  return raceward_guess_int() & FE_ALL_EXCEPT;
}
int fegetexcept(void) {
  return raceward_guess_int() & FE_ALL_EXCEPT;
}

int fegetround(void) {
  return FE_TONEAREST;
}
int fesetround(int mode) {
  if (mode == FE_TONEAREST)
    return 0;
  if (mode == FE_UPWARD || mode == FE_DOWNWARD || mode == FE_TOWARDZERO)
    raceward_gap("fesetround: floating-point numbers are computed in the default mode of rounding");
  return 1;
}

static const char kRounding[] =
    "floating-point numbers are computed in the default mode of rounding: fesetenv() may set another";

// The registers of the processor that say how numbers are computed, besides flags and traps.
#if defined(__x86_64__) || defined(__i386__)
enum { kControl = 0xf00, kDefaultControl = 0x300, kMxcsr = 0xe040, kFlagsAndTraps = 0x1fbf };
#define IS_DEFAULT_CONTROL(from) (((from)->__control_word & kControl) == kDefaultControl)
#define SET_CONTROL(to)                                                                            \
  (to)->__control_word = (unsigned short)(kDefaultControl | (raceward_guess_uint() & 0x7f))
#define IS_DEFAULT_MXCSR(from) (((from)->__mxcsr & kMxcsr) == 0)
#define SET_MXCSR(to) (to)->__mxcsr = raceward_guess_uint() & kFlagsAndTraps
#else
#define IS_DEFAULT_CONTROL(from) 0
#define SET_CONTROL(to)
#define IS_DEFAULT_MXCSR(from) 0
#define SET_MXCSR(to)
#endif

static void writes_environment(fenv_t *to) {
  raceward_guess_bytes(to, sizeof *to);
  SET_CONTROL(to);
#ifdef __x86_64__
  SET_MXCSR(to);
#endif
}

int fegetenv(fenv_t *to) {
  writes_environment(to);
  return raceward_guess_bool();
}
int feholdexcept(fenv_t *to) {
  writes_environment(to);
  return raceward_guess_bool();
}
/// The given one may be a constant of the library that is no object (FE_DFL_ENV).
static void reads_environment(const fenv_t *from) {
  if (from == FE_DFL_ENV || from == FE_NOMASK_ENV)
    return;
  raceward_reads(from, sizeof *from);
  int is_default = IS_DEFAULT_CONTROL(from);
#ifdef __x86_64__
  is_default &= IS_DEFAULT_MXCSR(from);
#endif
  if (!is_default)
    raceward_not_executed(kRounding);
}
int fesetenv(const fenv_t *from) {
  reads_environment(from);
  return raceward_guess_bool();
}
int feupdateenv(const fenv_t *from) {
  reads_environment(from);
  return raceward_guess_bool();
}
int fegetmode(femode_t *to) {
  raceward_guess_bytes(to, sizeof *to);
  SET_CONTROL(to);
  SET_MXCSR(to);
  return raceward_guess_bool();
}
int fesetmode(const femode_t *from) {
  if (from != FE_DFL_MODE) {
    raceward_reads(from, sizeof *from);
    if (!(IS_DEFAULT_CONTROL(from) & IS_DEFAULT_MXCSR(from)))
      raceward_not_executed(kRounding);
  }
  return raceward_guess_bool();
}
