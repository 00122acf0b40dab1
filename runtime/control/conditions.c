/* Condition variables; raceward_control.h describes the steps of a wait and of a signal. Only
 * the clock is read from the library's object. */
#include "inside.h"

#include <limits.h>

static void touch(struct rw_thread *self, const pthread_cond_t *condition) {
  const struct rw_what what = {.kind = RW_EV_ATOMIC_UPDATE,
                               .order = RW_RELAXED,
                               .flags = RW_MEETING,
                               .site = rw_call_site(),
                               .address = condition,
                               .bytes = 1};
  rw_step(self, &what);
}

int rw_wait(struct rw_thread *self, pthread_cond_t *condition, pthread_mutex_t *mutex,
            uint64_t deadline) {
  touch(self, condition);
  rw_enqueue(self, condition);
  const int refused = rw_unlock(self, mutex);
  if (refused) {
    self->waits_for = 0;
    return refused;
  }
  const int result = rw_await_wake(self, deadline);
  const int error = rw_lock(self, mutex, 0);
  rw_test_cancel(self);
  return error ? error : result;
}

void rw_signal(struct rw_thread *self, pthread_cond_t *condition, unsigned most) {
  touch(self, condition);
  rw_wake(self, condition, most);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return rw_self ? rw_wait(rw_self, condition, mutex, 0)
                 : RW_REAL(pthread_cond_wait)(condition, mutex);
}

/* The clock is an attribute, which the library keeps in this bit. */
static clockid_t clock_of(const pthread_cond_t *condition) {
  return condition->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until) {
  return rw_self ? rw_wait(rw_self, condition, mutex, rw_read_deadline(clock_of(condition), until))
                 : RW_REAL(pthread_cond_timedwait)(condition, mutex, until);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  return rw_self ? rw_wait(rw_self, condition, mutex, rw_read_deadline(clock, until))
                 : RW_REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
}

int pthread_cond_signal(pthread_cond_t *condition) {
  if (!rw_self)
    return RW_REAL(pthread_cond_signal)(condition);
  rw_signal(rw_self, condition, 1);
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  if (!rw_self)
    return RW_REAL(pthread_cond_broadcast)(condition);
  rw_signal(rw_self, condition, UINT_MAX);
  return 0;
}
