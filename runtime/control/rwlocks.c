/* Read-write locks: the library's own state. Availability is tested by taking and releasing. */
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

/* The two ways to take a lock: for reading and for writing. */
struct way {
  uint8_t kind;
  uint8_t failed;
  rw_test test;
  int (*take)(pthread_rwlock_t *);
};

static struct way reading(void) {
  return (struct way){RW_EV_READ_LOCK, RW_EV_READ_TRYLOCK, can_read,
                      RW_REAL(pthread_rwlock_tryrdlock)};
}

static struct way writing(void) {
  return (struct way){RW_EV_LOCK, RW_EV_TRYLOCK, can_write, RW_REAL(pthread_rwlock_trywrlock)};
}

static int try_lock(struct rw_thread *self, pthread_rwlock_t *lock, struct way way) {
  const struct rw_what what = {
      .kind = way.kind, .flags = RW_ATTEMPT, .site = rw_call_site(), .address = lock};
  struct rw_event *const event = rw_step(self, &what);
  const int error = way.take(lock);
  if (error)
    event->kind = way.failed;
  return error;
}

/* A lock whose deadline has passed already does not wait. */
static int take_lock(struct rw_thread *self, pthread_rwlock_t *lock, struct way way,
                     uint64_t deadline) {
  if (is_writer(self, lock)) {
    rw_call(self, RW_EV_LOCAL, lock);
    return EDEADLK;
  }
  if (rw_is_over(deadline)) {
    const int error = try_lock(self, lock, way);
    return error == EBUSY ? ETIMEDOUT : error;
  }
  const struct rw_what what = {.kind = way.kind,
                               .site = rw_call_site(),
                               .address = lock,
                               .test = way.test,
                               .object = lock,
                               .deadline = deadline};
  struct rw_event *const event = rw_step(self, &what);
  const int error = event->flags & RW_TIMED ? ETIMEDOUT : way.take(lock);
  if (error)
    event->kind = way.failed;
  return error;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  return rw_self ? take_lock(rw_self, lock, reading(), 0) : RW_REAL(pthread_rwlock_rdlock)(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  return rw_self ? take_lock(rw_self, lock, writing(), 0) : RW_REAL(pthread_rwlock_wrlock)(lock);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return rw_self ? take_lock(rw_self, lock, reading(), rw_read_deadline(CLOCK_REALTIME, until))
                 : RW_REAL(pthread_rwlock_timedrdlock)(lock, until);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return rw_self ? take_lock(rw_self, lock, writing(), rw_read_deadline(CLOCK_REALTIME, until))
                 : RW_REAL(pthread_rwlock_timedwrlock)(lock, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  return rw_self ? take_lock(rw_self, lock, reading(), rw_read_deadline(clock, until))
                 : RW_REAL(pthread_rwlock_clockrdlock)(lock, clock, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until) {
  return rw_self ? take_lock(rw_self, lock, writing(), rw_read_deadline(clock, until))
                 : RW_REAL(pthread_rwlock_clockwrlock)(lock, clock, until);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  return rw_self ? try_lock(rw_self, lock, reading()) : RW_REAL(pthread_rwlock_tryrdlock)(lock);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return rw_self ? try_lock(rw_self, lock, writing()) : RW_REAL(pthread_rwlock_trywrlock)(lock);
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
