/* Inputs with the values of the schedule, and the functions of verification tools. Weak: a
 * program may define them itself. */
#define _GNU_SOURCE
#include "raceward_runtime.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#define RW_WEAK __attribute__((weak))

unsigned long long rw_input(const char *source) {
  const struct raceward_schedule *s = &raceward_schedule;
  struct rw_thread *self = rw_self();
  if (!self)
    return 0;
  for (unsigned i = self->next_input; i < s->input_count; ++i)
    if (s->inputs[i].thread == self->number && rw_same(s->inputs[i].source, source)) {
      self->next_input = i + 1;
      return s->inputs[i].value;
    }
  return 0;
}

void rw_give_standard_input(void) {
  const struct raceward_schedule *s = &raceward_schedule;
  const int fd = memfd_create("input", 0);
  if (fd < 0)
    return;
  (void)!write(fd, s->standard_input, s->standard_input_bytes);
  lseek(fd, 0, SEEK_SET);
  dup2(fd, 0);
  close(fd);
}

#define RW_NONDET(type, name)                                                                      \
  RW_WEAK type __VERIFIER_nondet_##name(void) {                                                    \
    return (type)rw_input("__VERIFIER_nondet_" #name);                                             \
  }
#define RW_ANY(type, name)                                                                         \
  RW_WEAK type raceward_any_##name(void) {                                                         \
    return (type)rw_input("raceward_any_" #name);                                                  \
  }

RW_NONDET(_Bool, bool)
RW_NONDET(_Bool, _Bool)
RW_NONDET(char, char)
RW_NONDET(signed char, schar)
RW_NONDET(unsigned char, uchar)
RW_NONDET(short, short)
RW_NONDET(unsigned short, ushort)
RW_NONDET(int, int)
RW_NONDET(unsigned, uint)
RW_NONDET(unsigned, unsigned)
RW_NONDET(unsigned, unsigned_int)
RW_NONDET(long, long)
RW_NONDET(unsigned long, ulong)
RW_NONDET(long long, longlong)
RW_NONDET(unsigned long long, ulonglong)
RW_NONDET(size_t, size_t)
RW_NONDET(long, loff_t)
RW_NONDET(unsigned long, sector_t)
RW_NONDET(unsigned long, pthread_t)
RW_NONDET(void *, pointer)
RW_NONDET(char *, pchar)
RW_NONDET(const char *, const_char_pointer)
RW_NONDET(unsigned char, u8)
RW_NONDET(unsigned short, u16)
RW_NONDET(unsigned, u32)
RW_NONDET(unsigned, U32)
RW_NONDET(float, float)
RW_NONDET(double, double)

RW_ANY(_Bool, bool)
RW_ANY(char, char)
RW_ANY(signed char, schar)
RW_ANY(unsigned char, uchar)
RW_ANY(short, short)
RW_ANY(unsigned short, ushort)
RW_ANY(int, int)
RW_ANY(unsigned, uint)
RW_ANY(long, long)
RW_ANY(unsigned long, ulong)
RW_ANY(long long, longlong)
RW_ANY(unsigned long long, ulonglong)
RW_ANY(size_t, size)

/* Each byte is an input of the function that the program calls. */
static void rw_fill(const char *source, unsigned char *to, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    to[i] = (unsigned char)rw_input(source);
}
RW_WEAK void __VERIFIER_nondet_memory(void *memory, size_t bytes) {
  rw_fill("__VERIFIER_nondet_memory", memory, bytes);
}
RW_WEAK void raceward_any_bytes(void *memory, size_t bytes) {
  rw_fill("raceward_any_bytes", memory, bytes);
}

/* Of a driver for functions (--entry): memory with any content, of which nothing was seen, and what
 * the machine leaves out. */
RW_WEAK void *raceward_new(size_t bytes) {
  return __real_malloc(bytes);
}
RW_WEAK void raceward_writes(void *memory, size_t bytes) {
  (void)memory, (void)bytes;
}
RW_WEAK int raceward_more(const char *why) {
  (void)why;
  return 0;
}
RW_WEAK void raceward_gap(const char *why) {
  (void)why;
  rw_hold();
}

/* If an assumption fails, the thread stops; the others continue. */
RW_WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    rw_hold();
}
RW_WEAK void raceward_assume(_Bool condition) {
  __VERIFIER_assume(condition);
}
RW_WEAK void assume_abort_if_not(int condition) {
  __VERIFIER_assume(condition);
}

/* The end of the process comes last. */
RW_WEAK void __VERIFIER_error(void) {
  rw_hold();
}
RW_WEAK void reach_error(void) {
  rw_hold();
}
RW_WEAK void raceward_check_failed(const char *condition, const char *file, int line) {
  (void)condition, (void)file, (void)line;
  rw_hold();
}
RW_WEAK void __VERIFIER_assert(int condition) {
  if (!condition)
    rw_hold();
}

RW_WEAK void __VERIFIER_atomic_begin(void) {
  rw_section_begins(RW_PC);
}
RW_WEAK void __VERIFIER_atomic_end(void) {
  rw_section_ends();
}

/* Random numbers and clocks are inputs as well. */
enum { kLargestRandom = 0x7fffffff };

int __wrap_rand(void) {
  return (int)(rw_input("rand") & kLargestRandom);
}
long __wrap_random(void) {
  return (long)(rw_input("random") & kLargestRandom);
}
long __wrap_lrand48(void) {
  return (long)(rw_input("lrand48") & kLargestRandom);
}
long __wrap_mrand48(void) {
  return (int)rw_input("mrand48");
}
int __wrap_rand_r(unsigned *seed) {
  *seed = (unsigned)rw_input("rand_r");
  return (int)(rw_input("rand_r") & kLargestRandom);
}
void __wrap_srand(unsigned seed) {
  (void)seed;
}
void __wrap_srandom(unsigned seed) {
  (void)seed;
}
void __wrap_srand48(long seed) {
  (void)seed;
}

/* So are failing allocations, if the check permitted them. Functions that also access memory of
 * the program (realloc, strdup) succeed here. */
static int rw_fails(const char *what) {
  if (!rw_input(what))
    return 0;
  errno = ENOMEM;
  return 1;
}

void *__wrap_malloc(size_t bytes) {
  return rw_fails("malloc fails") ? NULL : __real_malloc(bytes);
}
void *__wrap_calloc(size_t count, size_t bytes) {
  return rw_fails("calloc fails") ? NULL : __real_calloc(count, bytes);
}
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
  return rw_fails("aligned_alloc fails") ? NULL : __real_aligned_alloc(alignment, bytes);
}
