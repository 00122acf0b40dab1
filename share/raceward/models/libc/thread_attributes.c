// Attributes of threads and of what they share, and properties of running threads (<pthread.h>).
//
// An attribute is an object of the program. Its first int is what the machine looks at (whether a
// thread is detached, the kind of a mutex), so that setters write what is behind it; an attribute
// that is one int only is written with its own value. Getters give any value, as a
// guess: what was set is not kept.
#include "system.h"

#include <pthread.h>
#include <sched.h>

static void setsPart(pthread_attr_t *attributes) {
  raceward_writes((char *)attributes + sizeof(int), sizeof *attributes - sizeof(int));
}

static void getsFrom(const void *attributes, size_t bytes) {
  raceward_reads(attributes, bytes);
}

/// 0 or an error number.
static int anyStatus(void) {
  return model_any_error() & -(int)raceward_any_bool();
}

// -- attributes of threads ---------------------------------------------------------------------

#define GETS_NUMBER(FUNCTION, ATTRIBUTES, TYPE)                                                    \
  int FUNCTION(const ATTRIBUTES *attributes, TYPE *to) {                                           \
    getsFrom(attributes, sizeof *attributes);                                                      \
    raceward_guess_bytes(to, sizeof *to);                                                             \
    return 0;                                                                                      \
  }
GETS_NUMBER(pthread_attr_getguardsize, pthread_attr_t, size_t)
GETS_NUMBER(pthread_attr_getstacksize, pthread_attr_t, size_t)
GETS_NUMBER(pthread_attr_getinheritsched, pthread_attr_t, int)
GETS_NUMBER(pthread_attr_getschedpolicy, pthread_attr_t, int)
GETS_NUMBER(pthread_attr_getscope, pthread_attr_t, int)
GETS_NUMBER(pthread_attr_getschedparam, pthread_attr_t, struct sched_param)
GETS_NUMBER(pthread_barrierattr_getpshared, pthread_barrierattr_t, int)
GETS_NUMBER(pthread_condattr_getclock, pthread_condattr_t, clockid_t)
GETS_NUMBER(pthread_condattr_getpshared, pthread_condattr_t, int)
GETS_NUMBER(pthread_mutexattr_getprioceiling, pthread_mutexattr_t, int)
GETS_NUMBER(pthread_mutexattr_getprotocol, pthread_mutexattr_t, int)
GETS_NUMBER(pthread_mutexattr_getpshared, pthread_mutexattr_t, int)
GETS_NUMBER(pthread_rwlockattr_getkind_np, pthread_rwlockattr_t, int)
GETS_NUMBER(pthread_rwlockattr_getpshared, pthread_rwlockattr_t, int)

int pthread_attr_getaffinity_np(const pthread_attr_t *attributes, size_t bytes, cpu_set_t *to) {
  getsFrom(attributes, sizeof *attributes);
  raceward_guess_bytes(to, bytes);
  return 0;
}

static char state_of_stacks;

/// The stack is memory of the program only if the program gave it. That of a running thread is any
/// address, with which programs compare.
static void *stackOf(void) {
  if (__atomic_load_n(&state_of_stacks, __ATOMIC_RELAXED) == 0)
    return (void *)raceward_any_size();
  raceward_not_executed("a stack that the program gave to the attributes of a thread is read back, "
                        "which is not followed: keep its address in a variable");
  return raceward_kept();
}
int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *bytes) {
  getsFrom(attributes, sizeof *attributes);
  *stack = stackOf();
  *bytes = raceward_guess_size();
  return 0;
}
int pthread_attr_getstackaddr(const pthread_attr_t *attributes, void **stack) {
  getsFrom(attributes, sizeof *attributes);
  *stack = stackOf();
  return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t bytes, const cpu_set_t *from) {
  raceward_reads(from, bytes);
  setsPart(attributes);
  return anyStatus();
}
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *from) {
  raceward_reads(from, sizeof *from);
  setsPart(attributes);
  return anyStatus();
}
static void givesStack(void *stack) {
  raceward_keeps(stack);
  __atomic_store_n(&state_of_stacks, 1, __ATOMIC_RELAXED);
}

/// A thread that runs in memory which the program gave keeps its variables there, where the program
/// may touch them afterwards; they are objects of their own here.
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t bytes) {
  setsPart(attributes);
  givesStack(stack);
  return anyStatus();
}
int pthread_attr_setstackaddr(pthread_attr_t *attributes, void *stack) {
  setsPart(attributes);
  givesStack(stack);
  return anyStatus();
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling) {
  int *kind = (int *)(void *)attributes;
  *kind = *kind + 0;
  return anyStatus();
}

// -- running threads ---------------------------------------------------------------------------

/// Of the first thread, the system may not tell the stack.
int pthread_getattr_np(pthread_t thread, pthread_attr_t *to) {
  pthread_attr_init(to);
  model_error_number();
  return anyStatus();
}
int pthread_getattr_default_np(pthread_attr_t *to) {
  return pthread_attr_init(to);
}
int pthread_setattr_default_np(const pthread_attr_t *from) {
  raceward_reads(from, sizeof *from);
  return anyStatus();
}

/// Whether the program has been told the processors of a thread or its policy, or has set them.
static char state_of_threads;

int pthread_getaffinity_np(pthread_t thread, size_t bytes, cpu_set_t *to) {
  model_tells(&state_of_threads, to, bytes);
  return anyStatus();
}
int pthread_setaffinity_np(pthread_t thread, size_t bytes, const cpu_set_t *from) {
  raceward_reads(from, bytes);
  model_is_told(&state_of_threads);
  return anyStatus();
}

int pthread_getname_np(pthread_t thread, char *to, size_t bytes) {
  enum { kLongest = 16 };
  if (bytes < kLongest)
    return ERANGE;
  raceward_guess_bytes(to, kLongest);
  to[kLongest - 1] = 0;
  return 0;
}

int pthread_getconcurrency(void) {
  return raceward_guess_int();
}

int pthread_getcpuclockid(pthread_t thread, clockid_t *to) {
  const int status = anyStatus();
  if (status == 0)
    *to = raceward_guess_int();
  return status;
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *to) {
  raceward_guess_bytes(policy, sizeof *policy);
  raceward_guess_bytes(to, sizeof *to);
  return anyStatus();
}
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *from) {
  raceward_reads(from, sizeof *from);
  model_error_number();
  return anyStatus();
}
int pthread_setschedprio(pthread_t thread, int priority) {
  model_error_number();
  return anyStatus();
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *to) {
  raceward_reads(mutex, sizeof *mutex);
  *to = raceward_guess_int();
  return anyStatus();
}
/// It holds the mutex while it changes it.
int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *before) {
  if (raceward_any_bool())
    return EINVAL;
  const int status = pthread_mutex_lock(mutex);
  if (status != 0)
    return status;
  *before = raceward_guess_int();
  return pthread_mutex_unlock(mutex);
}
