/* Threads, and the end of the process. */
#define _GNU_SOURCE
#include "raceward_runtime.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

void rw_begin(void);

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
void __tsan_write8_pc(void *, void *);

/* -- the life of a thread ---------------------------------------------------------------------- */

/* A thread ends after its key destructors, which are code of the program: ours requests to be
 * called again until the last round but one. */
enum { kRounds = 3 };
static pthread_key_t end_key;
static __thread int rounds;
static __thread int creating;

static void thread_ends(void *self) {
  if (++rounds < kRounds)
    pthread_setspecific(end_key, self);
  else
    rw_thread_ends(self);
}

static void *thread_begins(void *argument) {
  struct rw_thread *self = argument;
  rw_become(self);
  pthread_setspecific(end_key, self);
  return self->start(self->argument);
}

/* The library writes the handle before or after the thread starts. ThreadSanitizer does not see
 * that write: it is informed where the schedule has it as a step. */
static int do_create(unsigned long *handle, void *(*start)(void *), void *argument,
                     const char *call, void *pc) {
  unsigned step = rw_arrive(RW_CREATE | RW_WRITE, call, pc, 0, 0);
  const int is_early = rw_action_of(step) == RW_WRITE;
  if (is_early) {
    __tsan_write8_pc(handle, pc);
    rw_done(step);
    step = rw_arrive(RW_CREATE, call, pc, 0, 0);
  }
  struct rw_thread *child = rw_new_thread();
  child->start = start;
  child->argument = argument;
  if (step != RW_NO_STEP)
    child->number = raceward_schedule.steps[step].target;
  pthread_t created = 0;
  __real___tsan_func_entry(pc);
  creating = 1;
  const int error = __real_pthread_create(&created, 0, thread_begins, child);
  creating = 0;
  __real___tsan_func_exit();
  if (error)
    rw_end("diverged", "because a thread cannot be created");
  child->handle = created;
  rw_done(step);
  const unsigned write = is_early ? RW_NO_STEP : rw_arrive(RW_WRITE, call, pc, 0, 0);
  if (write != RW_NO_STEP)
    __tsan_write8_pc(handle, pc);
  *handle = created;
  rw_done(write);
  return 0;
}

static int has_ended(struct rw_thread *thread) {
  return ((const struct rw_thread *)thread->wanted)->state == RW_ENDED;
}

static int do_join(unsigned long handle, void **result, const char *call, void *pc) {
  const unsigned step = rw_arrive(RW_JOIN, call, pc, 0, 0);
  rw_enter();
  struct rw_thread *thread = rw_thread_with(handle);
  if (thread)
    rw_wait_until(has_ended, thread, RW_JOINS);
  rw_leave();
  const int error = __real_pthread_join(handle, result);
  rw_done(step);
  return error;
}

int __wrap_pthread_create(unsigned long *handle, const void *attributes, void *(*start)(void *),
                          void *argument) {
  (void)attributes; /* attributes such as the stack size have no effect here */
  return do_create(handle, start, argument, "pthread_create", RW_PC);
}

int __wrap_pthread_join(unsigned long handle, void **result) {
  return do_join(handle, result, "pthread_join", RW_PC);
}

struct c11_start {
  int (*function)(void *);
  void *argument;
};
enum { kMostStarts = 1024 };
static struct c11_start starts[kMostStarts];
static unsigned start_count;

static void *start_c11(void *at) {
  const struct c11_start *start = at;
  return (void *)(intptr_t)start->function(start->argument);
}

int __wrap_thrd_create(unsigned long *handle, int (*function)(void *), void *argument) {
  const unsigned n = __atomic_fetch_add(&start_count, 1, __ATOMIC_RELAXED);
  if (n >= kMostStarts)
    rw_end("diverged", "because the program starts too many threads");
  starts[n].function = function;
  starts[n].argument = argument;
  return do_create(handle, start_c11, &starts[n], "thrd_create", RW_PC) == 0 ? thrd_success
                                                                             : thrd_error;
}

int __wrap_thrd_join(unsigned long handle, int *result) {
  void *returned = 0;
  const int error = do_join(handle, &returned, "thrd_join", RW_PC);
  if (result)
    *result = (int)(intptr_t)returned;
  return error ? thrd_error : thrd_success;
}

int __wrap_thrd_detach(unsigned long handle) {
  return pthread_detach(handle) ? thrd_error : thrd_success;
}

void __wrap_thrd_exit(int result) {
  pthread_exit((void *)(intptr_t)result);
}

/* Attributes: in a program that was preprocessed for another machine they are too small.
 * ThreadSanitizer uses some of its own when it creates a thread. */
int __real_pthread_attr_init(void *);
int __real_pthread_attr_destroy(void *);
int __real_pthread_attr_setstacksize(void *, unsigned long);

int __wrap_pthread_attr_init(void *attributes) {
  return creating ? __real_pthread_attr_init(attributes) : 0;
}
int __wrap_pthread_attr_destroy(void *attributes) {
  return creating ? __real_pthread_attr_destroy(attributes) : 0;
}
int __wrap_pthread_attr_setstacksize(void *attributes, unsigned long bytes) {
  return creating ? __real_pthread_attr_setstacksize(attributes, bytes) : 0;
}
#define RW_IGNORED(name)                                                                           \
  int __wrap_pthread_attr_##name(void *attributes, unsigned long value) {                          \
    (void)attributes, (void)value;                                                                 \
    return 0;                                                                                      \
  }
RW_IGNORED(setdetachstate)
RW_IGNORED(setscope)
RW_IGNORED(setinheritsched)
RW_IGNORED(setschedpolicy)
RW_IGNORED(setguardsize)
RW_IGNORED(setschedparam)

/* -- time: no thread waits for it -------------------------------------------------------------- */

unsigned __wrap_sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}
int __wrap_usleep(unsigned microseconds) {
  (void)microseconds;
  return 0;
}
int __wrap_nanosleep(const void *time, void *left) {
  (void)time, (void)left;
  return 0;
}
int __wrap_thrd_sleep(const void *time, void *left) {
  (void)time, (void)left;
  return 0;
}

/* -- the process ------------------------------------------------------------------------------ */

/* Handlers that the program registers are registered later, and run before this one. */
static void process_ends(void) {
  rw_hold();
}

/* Constructors of the program run after this one. */
__attribute__((constructor(101))) static void begin(void) {
  pthread_key_create(&end_key, thread_ends);
  atexit(process_ends);
  rw_give_standard_input();
  rw_begin();
  pthread_setspecific(end_key, rw_self());
}

/* The end of the process comes last, and so never: the run ends with the race. */
void __real_exit(int) __attribute__((noreturn));
void __wrap_exit(int status) {
  static char ends;
  if (__atomic_test_and_set(&ends, __ATOMIC_ACQ_REL))
    rw_hold();
  rw_pass_by();
  __real_exit(status);
}
void __wrap__exit(int status) {
  (void)status;
  rw_hold();
}
void __wrap_quick_exit(int status) {
  (void)status;
  rw_hold();
}
void __wrap_abort(void) {
  rw_hold();
}
void __wrap___assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function) {
  (void)assertion, (void)file, (void)line, (void)function;
  rw_hold();
}
