/* raceward.h: inputs, assumptions and checks for programs that Raceward looks at.
 *
 *   int n = raceward_any_int();        any value: Raceward considers all of them
 *   raceward_assume(n >= 0 && n < 8);  runs in which this does not hold do not count
 *   raceward_check(table[n] != 0);     Raceward looks for a run in which this is false
 *
 * Copy this file into your project if you like; it needs nothing else.
 *
 * The same program can be compiled and run as usual, to repeat what Raceward found: it takes
 * its inputs from the environment variable RACEWARD_INPUTS, in the order in which it asks for
 * them, and 0 when there are no more. Numbers are separated by commas or spaces and may be
 * negative, hexadecimal (0xff) or octal (017); raceward_any_bytes() takes one for each byte.
 *
 *   RACEWARD_INPUTS="7, -1, 0x10" ./program
 *
 * A run in which an assumption does not hold then ends with a message and exit status 77 (the
 * customary one for a test that was skipped); one in which a check fails, with a message and
 * abort(). When several threads ask for inputs, the system decides who gets which.
 *
 * Raceward defines __RACEWARD__ when it reads C files. If you compile to LLVM IR for it
 * yourself, add -D__RACEWARD__.
 */
#ifndef RACEWARD_H
#define RACEWARD_H

#include <stddef.h>

#ifdef __cplusplus
#define RACEWARD_BOOL bool
extern "C" {
#else
#define RACEWARD_BOOL _Bool
#endif

/* Ends the run as a failure of the program unless the condition holds. Like assert(), but
 * NDEBUG does not switch it off. */
#define raceward_check(condition)                                                                  \
  ((condition) ? (void)0 : raceward_check_failed(#condition, __FILE__, __LINE__))

#ifdef __RACEWARD__

/* Raceward knows these; they have no definition. */
RACEWARD_BOOL raceward_any_bool(void);
char raceward_any_char(void);
signed char raceward_any_schar(void);
unsigned char raceward_any_uchar(void);
short raceward_any_short(void);
unsigned short raceward_any_ushort(void);
int raceward_any_int(void);
unsigned raceward_any_uint(void);
long raceward_any_long(void);
unsigned long raceward_any_ulong(void);
long long raceward_any_longlong(void);
unsigned long long raceward_any_ulonglong(void);
size_t raceward_any_size(void);
/* Fills `bytes` bytes with any content. */
void raceward_any_bytes(void *memory, size_t bytes);
/* A condition of any type: pointers and wide integers are not cut off. */
void raceward_assume(RACEWARD_BOOL condition);
void raceward_check_failed(const char *condition, const char *file, int line)
    __attribute__((noreturn));

#else /* an ordinary build */

#include <stdio.h>
#include <stdlib.h>

/* Weak, so that all files of a program share one: inputs are taken in one order. */
__attribute__((weak)) unsigned long long raceward_next_input(void) {
  static const char *rest;
  static char taken;
  unsigned long long value = 0;
  while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) {
  }
  if (!rest)
    rest = getenv("RACEWARD_INPUTS");
  if (!rest)
    rest = "";
  while (*rest == ' ' || *rest == ',')
    ++rest;
  if (*rest) {
    char *end;
    value = strtoull(rest, &end, 0); /* negative numbers wrap, and fit again when converted */
    if (end == rest || (*end && *end != ' ' && *end != ',')) {
      fprintf(stderr, "raceward.h: not a number in RACEWARD_INPUTS: %s\n", rest);
      _Exit(2);
    }
    rest = end;
  }
  __atomic_clear(&taken, __ATOMIC_RELEASE);
  return value;
}

#define RACEWARD_INPUT(type, name)                                                                 \
  static inline __attribute__((unused)) type raceward_any_##name(void) {                           \
    return (type)raceward_next_input();                                                            \
  }
RACEWARD_INPUT(RACEWARD_BOOL, bool)
RACEWARD_INPUT(char, char)
RACEWARD_INPUT(signed char, schar)
RACEWARD_INPUT(unsigned char, uchar)
RACEWARD_INPUT(short, short)
RACEWARD_INPUT(unsigned short, ushort)
RACEWARD_INPUT(int, int)
RACEWARD_INPUT(unsigned, uint)
RACEWARD_INPUT(long, long)
RACEWARD_INPUT(unsigned long, ulong)
RACEWARD_INPUT(long long, longlong)
RACEWARD_INPUT(unsigned long long, ulonglong)
RACEWARD_INPUT(size_t, size)
#undef RACEWARD_INPUT

static inline __attribute__((unused)) void raceward_any_bytes(void *memory, size_t bytes) {
  size_t i;
  for (i = 0; i < bytes; ++i)
    ((unsigned char *)memory)[i] = (unsigned char)raceward_next_input();
}

static inline __attribute__((unused)) void raceward_assume(RACEWARD_BOOL condition) {
  if (!condition) {
    fprintf(stderr, "raceward.h: an assumption does not hold for these inputs\n");
    _Exit(77);
  }
}

static inline __attribute__((unused, noreturn)) void
raceward_check_failed(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: raceward_check(%s) failed\n", file, line, condition);
  abort();
}

#endif

#ifdef __cplusplus
}
#endif

#endif
