/* Spin locks: the library's own state, as for mutexes. */
#include "inside.h"

/* On x86, 1 means free. */
static int can_lock(const struct rw_thread *thread) {
  return *(const volatile int *)thread->object == 1;
}

int pthread_spin_lock(pthread_spinlock_t *lock) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pthread_spin_lock)(lock);
  const struct rw_what what = {.kind = RW_EV_LOCK,
                               .site = rw_call_site(),
                               .address = (const void *)lock,
                               .test = can_lock,
                               .object = (const void *)lock};
  rw_step(self, &what);
  return RW_REAL(pthread_spin_trylock)(lock);
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pthread_spin_trylock)(lock);
  const struct rw_what what = {.kind = RW_EV_LOCK,
                               .flags = RW_ATTEMPT,
                               .site = rw_call_site(),
                               .address = (const void *)lock};
  struct rw_event *const event = rw_step(self, &what);
  const int error = RW_REAL(pthread_spin_trylock)(lock);
  if (error)
    event->kind = RW_EV_TRYLOCK;
  return error;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
  if (rw_self)
    rw_call(rw_self, RW_EV_UNLOCK, (const void *)lock);
  return RW_REAL(pthread_spin_unlock)(lock);
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  if (rw_self)
    rw_objects_changed();
  return RW_REAL(pthread_spin_init)(lock, shared);
}
