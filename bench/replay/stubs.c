/* What the programs expect of a verifier, left to chance. Weak: they may define it themselves. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

static unsigned long long any(void) {
  unsigned long long value = 0;
  (void)!getrandom(&value, sizeof value, 0);
  return value % 4 ? value % 8 : value; /* small ones more often, as in tests */
}

#define NONDET(type, name)                                                                         \
  WEAK type __VERIFIER_nondet_##name(void) {                                                       \
    return (type)any();                                                                            \
  }
NONDET(_Bool, bool)
NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(unsigned long, size_t)
NONDET(void *, pointer)

static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;
WEAK void __VERIFIER_atomic_begin(void) {
  pthread_mutex_lock(&section);
}
WEAK void __VERIFIER_atomic_end(void) {
  pthread_mutex_unlock(&section);
}
WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    _exit(0);
}
WEAK void reach_error(void) {
  _exit(0);
}
WEAK void __VERIFIER_error(void) {
  _exit(0);
}
