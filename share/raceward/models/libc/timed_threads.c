// Waiting with a clock of one's choice, and joining without waiting for ever (<pthread.h>).
//
// Clocks show any time, so that which one is meant makes no difference.
#include "model.h"

#include <pthread.h>
#include <time.h>

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  return pthread_mutex_timedlock(mutex, until);
}
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  return pthread_cond_timedwait(condition, mutex, until);
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  return pthread_rwlock_timedrdlock(lock, until);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  return pthread_rwlock_timedwrlock(lock, until);
}

// Either the thread has ended, or it has not: a run in which it ends later is the latter.

int pthread_tryjoin_np(pthread_t thread, void **result) {
  return raceward_any_bool() ? EBUSY : pthread_join(thread, result);
}
int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
  if (until != NULL) {
    raceward_reads(until, sizeof *until);
    if (raceward_any_bool())
      return ETIMEDOUT;
  }
  return pthread_join(thread, result);
}
int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                         const struct timespec *until) {
  return pthread_timedjoin_np(thread, result, until);
}
