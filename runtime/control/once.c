/* pthread_once, call_once, and the guards of C++ variables that are initialised once. The state
 * is in the object, in the library's form. */
#include "inside.h"

#include <sched.h>
#include <threads.h>

/* -- once: the first caller locks, the others read-lock -----------------------------------------
 */

enum { kRuns = 1, kDone = 2 };

static int is_not_running(const struct rw_thread *thread) {
  return (*(const volatile int *)thread->object & 3) != kRuns;
}

/* The first caller is known only when the step is taken: until then it counts as a lock. */
static struct rw_event *step_on(struct rw_thread *self, int *once) {
  const struct rw_what what = {.kind = RW_EV_LOCK,
                               .flags = RW_OPEN,
                               .site = rw_call_site(),
                               .address = once,
                               .test = is_not_running,
                               .object = once};
  return rw_step(self, &what);
}

struct once_call {
  struct rw_thread *self;
  int *once;
  const struct rw_site *site;
  int is_done;
};

/* Also if the routine throws: then it counts as not called. */
static void end_once(struct once_call *call) {
  const struct rw_what what = {.kind = RW_EV_UNLOCK, .site = call->site, .address = call->once};
  rw_step(call->self, &what);
  *call->once = call->is_done ? kDone : 0;
}

static void run_once(struct rw_thread *self, int *once, void (*routine)(void)) {
  const struct rw_site *const site = rw_call_site();
  struct rw_event *const event = step_on(self, once);
  if (*once & kDone) {
    event->kind = RW_EV_READ_LOCK;
    rw_call(self, RW_EV_READ_UNLOCK, once);
    return;
  }
  *once = kRuns;
  __attribute__((cleanup(end_once))) struct once_call call = {self, once, site, 0};
  routine();
  call.is_done = 1;
}

int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  if (!rw_self || RW_CALLER_IS_SYSTEM)
    return RW_REAL(pthread_once)(once, routine);
  run_once(rw_self, once, routine);
  return 0;
}

void call_once(once_flag *flag, void (*routine)(void)) {
  if (rw_self)
    run_once(rw_self, (int *)flag, routine);
  else
    RW_REAL(call_once)(flag, routine);
}

/* -- guards: byte 0 says done, which programs read by themselves; byte 1 is the lock -------------
 */

static int is_unlocked(const struct rw_thread *thread) {
  return *(const volatile char *)thread->object == 0;
}

/* Uncontrolled, or in a program with libstdc++ linked statically: no futex, but the same states. */
static void lock_by_spinning(char *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}

int __cxa_guard_acquire(uint64_t *guard) {
  char *const bytes = (char *)guard;
  if (__atomic_load_n(&bytes[0], __ATOMIC_ACQUIRE))
    return 0;
  if (!rw_self) {
    lock_by_spinning(&bytes[1]);
    if (!__atomic_load_n(&bytes[0], __ATOMIC_ACQUIRE))
      return 1;
    __atomic_store_n(&bytes[1], 0, __ATOMIC_RELEASE);
    return 0;
  }
  const struct rw_what what = {.kind = RW_EV_LOCK,
                               .site = rw_call_site(),
                               .address = &bytes[1],
                               .test = is_unlocked,
                               .object = &bytes[1]};
  rw_step(rw_self, &what);
  bytes[1] = 1;
  if (!bytes[0])
    return 1;
  rw_call(rw_self, RW_EV_UNLOCK, &bytes[1]);
  bytes[1] = 0;
  return 0;
}

static void unlock_guard(char *lock) {
  if (rw_self)
    rw_call(rw_self, RW_EV_UNLOCK, lock);
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

void __cxa_guard_release(uint64_t *guard) {
  char *const bytes = (char *)guard;
  if (rw_self) {
    const struct rw_what what = {.kind = RW_EV_ATOMIC_WRITE,
                                 .order = RW_RELEASE,
                                 .site = rw_call_site(),
                                 .address = bytes,
                                 .bytes = 1};
    rw_step(rw_self, &what);
  }
  __atomic_store_n(&bytes[0], 1, __ATOMIC_RELEASE);
  unlock_guard(&bytes[1]);
}

void __cxa_guard_abort(uint64_t *guard) {
  unlock_guard((char *)guard + 1);
}
