/* Read-write locks: the library's own state. Whether one can be had is tried and undone. */
#include "inside.h"

#include <errno.h>

static int can_read(const struct rw_thread *thread) {
  pthread_rwlock_t *const lock = (pthread_rwlock_t *)thread->object;
  if (RW_REAL(pthread_rwlock_tryrdlock)(lock) != 0)
    return 0;
  RW_REAL(pthread_rwlock_unlock)(lock);
  return 1;
}

static int can_write(const struct rw_thread *thread) {
  pthread_rwlock_t *const lock = (pthread_rwlock_t *)thread->object;
  if (RW_REAL(pthread_rwlock_trywrlock)(lock) != 0)
    return 0;
  RW_REAL(pthread_rwlock_unlock)(lock);
  return 1;
}

static int is_writer(const struct rw_thread *self, const pthread_rwlock_t *lock) {
  return lock->__data.__cur_writer == self->tid;
}

static int read_lock(struct rw_thread *self, pthread_rwlock_t *lock, uint64_t deadline) {
  if (is_writer(self, lock)) {
    rw_call(self, RW_EV_LOCAL, lock);
    return EDEADLK;
  }
  const struct rw_what what = {.kind = RW_EV_READ_LOCK,
                               .site = rw_call_site(),
                               .address = lock,
                               .test = can_read,
                               .object = lock,
                               .deadline = deadline};
  struct rw_event *const event = rw_step(self, &what);
  const int error = event->flags & RW_TIMED ? ETIMEDOUT : RW_REAL(pthread_rwlock_tryrdlock)(lock);
  if (error)
    event->kind = RW_EV_READ_TRYLOCK;
  return error;
}

static int write_lock(struct rw_thread *self, pthread_rwlock_t *lock, uint64_t deadline) {
  if (is_writer(self, lock)) {
    rw_call(self, RW_EV_LOCAL, lock);
    return EDEADLK;
  }
  const struct rw_what what = {.kind = RW_EV_LOCK,
                               .site = rw_call_site(),
                               .address = lock,
                               .test = can_write,
                               .object = lock,
                               .deadline = deadline};
  struct rw_event *const event = rw_step(self, &what);
  const int error = event->flags & RW_TIMED ? ETIMEDOUT : RW_REAL(pthread_rwlock_trywrlock)(lock);
  if (error)
    event->kind = RW_EV_TRYLOCK;
  return error;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  return rw_self ? read_lock(rw_self, lock, 0) : RW_REAL(pthread_rwlock_rdlock)(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  return rw_self ? write_lock(rw_self, lock, 0) : RW_REAL(pthread_rwlock_wrlock)(lock);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return rw_self ? read_lock(rw_self, lock, rw_deadline(CLOCK_REALTIME, until))
                 : RW_REAL(pthread_rwlock_timedrdlock)(lock, until);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return rw_self ? write_lock(rw_self, lock, rw_deadline(CLOCK_REALTIME, until))
                 : RW_REAL(pthread_rwlock_timedwrlock)(lock, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  return rw_self ? read_lock(rw_self, lock, rw_deadline(clock, until))
                 : RW_REAL(pthread_rwlock_clockrdlock)(lock, clock, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  return rw_self ? write_lock(rw_self, lock, rw_deadline(clock, until))
                 : RW_REAL(pthread_rwlock_clockwrlock)(lock, clock, until);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  if (!rw_self)
    return RW_REAL(pthread_rwlock_tryrdlock)(lock);
  const struct rw_what what = {
      .kind = RW_EV_READ_LOCK, .flags = RW_ATTEMPT, .site = rw_call_site(), .address = lock};
  struct rw_event *const event = rw_step(rw_self, &what);
  const int error = RW_REAL(pthread_rwlock_tryrdlock)(lock);
  if (error)
    event->kind = RW_EV_READ_TRYLOCK;
  return error;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  if (!rw_self)
    return RW_REAL(pthread_rwlock_trywrlock)(lock);
  const struct rw_what what = {
      .kind = RW_EV_LOCK, .flags = RW_ATTEMPT, .site = rw_call_site(), .address = lock};
  struct rw_event *const event = rw_step(rw_self, &what);
  const int error = RW_REAL(pthread_rwlock_trywrlock)(lock);
  if (error)
    event->kind = RW_EV_TRYLOCK;
  return error;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (rw_self)
    rw_call(rw_self, is_writer(rw_self, lock) ? RW_EV_UNLOCK : RW_EV_READ_UNLOCK, lock);
  return RW_REAL(pthread_rwlock_unlock)(lock);
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  if (rw_self)
    rw_objects_changed();
  return RW_REAL(pthread_rwlock_init)(lock, attributes);
}
