/* Mutexes. The state is the library's own, in the object: a free mutex is acquired with the libc
 * trylock, which then neither fails nor waits. So kinds, misuse and copies of initialisers
 * behave as they do outside of control. */
#include "inside.h"

#include <errno.h>
#include <time.h>

enum {
  kRecursive = 1,
  kErrorCheck = 2,
  kKindBits = 3,
  kRobust = 16,
  kInherits = 32,
  kProtects = 64,
  kThreadBits = 0x3fffffff,
  kCeilingBits = (int)0xfff80000
};

static int is_free(const pthread_mutex_t *mutex) {
  const int lock = __atomic_load_n(&mutex->__data.__lock, __ATOMIC_RELAXED);
  const int kind = mutex->__data.__kind;
  if (kind & (kRobust | kInherits))
    return (lock & kThreadBits) == 0;
  if (kind & kProtects)
    return (lock & ~kCeilingBits) == 0;
  return lock == 0;
}

static int is_held_by(const struct rw_thread *thread, const pthread_mutex_t *mutex) {
  return !is_free(mutex) && mutex->__data.__owner == thread->tid;
}

static int is_of_kind(const pthread_mutex_t *mutex, int kind) {
  return (mutex->__data.__kind & kKindBits) == kind;
}

/* Locking a recursive mutex again has no effect that other threads see. */
static int is_nested(const struct rw_thread *self, const pthread_mutex_t *mutex) {
  return is_of_kind(mutex, kRecursive) && is_held_by(self, mutex);
}

static int can_lock(const struct rw_thread *thread) {
  return is_free(thread->object);
}

/* A lock whose deadline has passed already does not wait. */
int rw_lock(struct rw_thread *self, pthread_mutex_t *mutex, uint64_t deadline) {
  if (is_nested(self, mutex)) {
    rw_call(self, RW_EV_LOCAL, mutex);
    return RW_REAL(pthread_mutex_trylock)(mutex);
  }
  if (is_of_kind(mutex, kErrorCheck) && is_held_by(self, mutex)) {
    rw_call(self, RW_EV_LOCAL, mutex);
    return EDEADLK;
  }
  if (rw_is_over(deadline)) {
    const int error = rw_trylock(self, mutex);
    return error == EBUSY ? ETIMEDOUT : error;
  }
  const struct rw_what what = {.kind = RW_EV_LOCK,
                               .site = rw_call_site(),
                               .address = mutex,
                               .test = can_lock,
                               .object = mutex,
                               .deadline = deadline};
  struct rw_event *const event = rw_step(self, &what);
  if (event->flags & RW_TIMED) {
    event->kind = RW_EV_TRYLOCK;
    return ETIMEDOUT;
  }
  const int error = RW_REAL(pthread_mutex_trylock)(mutex);
  if (error && error != EOWNERDEAD)
    event->kind = RW_EV_TRYLOCK;
  return error;
}

int rw_trylock(struct rw_thread *self, pthread_mutex_t *mutex) {
  if (is_nested(self, mutex)) {
    rw_call(self, RW_EV_LOCAL, mutex);
    return RW_REAL(pthread_mutex_trylock)(mutex);
  }
  const struct rw_what what = {
      .kind = RW_EV_LOCK, .flags = RW_ATTEMPT, .site = rw_call_site(), .address = mutex};
  struct rw_event *const event = rw_step(self, &what);
  const int error = RW_REAL(pthread_mutex_trylock)(mutex);
  if (error && error != EOWNERDEAD)
    event->kind = RW_EV_TRYLOCK;
  return error;
}

/* Unlocking a mutex of another thread does what the library does: an error for the kinds that
 * check, otherwise it is unlocked. */
int rw_unlock(struct rw_thread *self, pthread_mutex_t *mutex) {
  const int checks =
      !is_of_kind(mutex, 0) || (mutex->__data.__kind & (kRobust | kInherits | kProtects));
  const int is_refused = checks && !is_of_kind(mutex, 3) && !is_held_by(self, mutex);
  const int stays = is_nested(self, mutex) && mutex->__data.__count > 1;
  rw_call(self, is_refused || stays ? RW_EV_LOCAL : RW_EV_UNLOCK, mutex);
  return RW_REAL(pthread_mutex_unlock)(mutex);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  struct rw_thread *const self = rw_self;
  return self && !RW_CALLER_IS_SYSTEM ? rw_lock(self, mutex, 0)
                                      : RW_REAL(pthread_mutex_lock)(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  struct rw_thread *const self = rw_self;
  return self && !RW_CALLER_IS_SYSTEM ? rw_trylock(self, mutex)
                                      : RW_REAL(pthread_mutex_trylock)(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  struct rw_thread *const self = rw_self;
  return self && !RW_CALLER_IS_SYSTEM ? rw_unlock(self, mutex)
                                      : RW_REAL(pthread_mutex_unlock)(mutex);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
  struct rw_thread *const self = rw_self;
  return self ? rw_lock(self, mutex, rw_read_deadline(CLOCK_REALTIME, until))
              : RW_REAL(pthread_mutex_timedlock)(mutex, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  struct rw_thread *const self = rw_self;
  return self ? rw_lock(self, mutex, rw_read_deadline(clock, until))
              : RW_REAL(pthread_mutex_clocklock)(mutex, clock, until);
}

/* A mutex that is initialised again is free. */
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  if (rw_self)
    rw_objects_changed();
  return RW_REAL(pthread_mutex_init)(mutex, attributes);
}
