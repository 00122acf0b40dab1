/* Values from outside, drawn at random, and the other functions that verifiers know. Weak: a
 * program may define them itself. */
#include "attack.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

enum { kAssumptionFailed = 77 };

/* Small numbers most of the time: they are what programs compare with. */
static unsigned long long value(void) {
  static const unsigned long long edges[] = {-1ull,    INT_MAX,  (unsigned long long)INT_MIN,
                                             UINT_MAX, LONG_MAX, (unsigned long long)LONG_MIN,
                                             CHAR_MAX, 255,      SHRT_MAX,
                                             -2ull,    100,      1000};
  switch (falsify_random() % 8) {
  case 0:
  case 1:
    return falsify_random() % 2;
  case 2:
  case 3:
    return falsify_random() % 5;
  case 4:
  case 5:
    return falsify_random() % 17;
  case 6:
    return edges[falsify_random() % (sizeof edges / sizeof *edges)];
  default:
    return falsify_random();
  }
}

#define NONDET(type, name)                                                                         \
  WEAK type __VERIFIER_nondet_##name(void) {                                                       \
    return (type)value();                                                                          \
  }
#define ANY(type, name)                                                                            \
  WEAK type raceward_any_##name(void) {                                                            \
    return (type)value();                                                                          \
  }

NONDET(_Bool, bool)
NONDET(_Bool, _Bool)
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(unsigned char, u8)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(unsigned short, u16)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(unsigned, unsigned_int)
NONDET(unsigned, u32)
NONDET(unsigned, U32)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long, loff_t)
NONDET(unsigned long, sector_t)
NONDET(size_t, size_t)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(float, float)
NONDET(double, double)

ANY(_Bool, bool)
ANY(char, char)
ANY(signed char, schar)
ANY(unsigned char, uchar)
ANY(short, short)
ANY(unsigned short, ushort)
ANY(int, int)
ANY(unsigned, uint)
ANY(long, long)
ANY(unsigned long, ulong)
ANY(long long, longlong)
ANY(unsigned long long, ulonglong)
ANY(size_t, size)

WEAK void *__VERIFIER_nondet_pointer(void) {
  return NULL;
}
WEAK void __VERIFIER_nondet_memory(void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    ((unsigned char *)memory)[i] = (unsigned char)value();
}
WEAK void raceward_any_bytes(void *memory, size_t bytes) {
  __VERIFIER_nondet_memory(memory, bytes);
}

/* A run in which it does not hold does not count, nor does a race that came before. */
WEAK void __VERIFIER_assume(int condition) {
  if (condition)
    return;
  falsify_note("an assumption does not hold");
  _exit(kAssumptionFailed);
}
WEAK void raceward_assume(_Bool condition) {
  __VERIFIER_assume(condition);
}
WEAK void assume_abort_if_not(int condition) {
  __VERIFIER_assume(condition);
}

WEAK void __VERIFIER_error(void) {
  abort();
}
WEAK void reach_error(void) {
  abort();
}
WEAK void raceward_check_failed(const char *condition, const char *file, int line) {
  (void)condition;
  (void)file;
  (void)line;
  abort();
}
