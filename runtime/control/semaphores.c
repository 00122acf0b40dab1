/* Semaphores: the library's own state. */
#include "inside.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>

static int can_wait(const struct rw_thread *thread) {
  int value = 0;
  RW_REAL(sem_getvalue)((sem_t *)thread->object, &value);
  return value > 0;
}

static int try_wait(struct rw_thread *self, sem_t *semaphore) {
  const struct rw_what what = {
      .kind = RW_EV_WAIT, .flags = RW_ATTEMPT, .site = rw_call_site(), .address = semaphore};
  struct rw_event *const event = rw_step(self, &what);
  const int failed = RW_REAL(sem_trywait)(semaphore);
  if (failed)
    event->kind = RW_EV_LOOK;
  return failed;
}

/* A wait whose deadline has passed already does not wait. */
static int wait_until(struct rw_thread *self, sem_t *semaphore, uint64_t deadline) {
  if (rw_is_over(deadline)) {
    const int failed = try_wait(self, semaphore);
    if (failed && errno == EAGAIN)
      errno = ETIMEDOUT;
    return failed;
  }
  const struct rw_what what = {.kind = RW_EV_WAIT,
                               .site = rw_call_site(),
                               .address = semaphore,
                               .test = can_wait,
                               .object = semaphore,
                               .deadline = deadline,
                               .is_cancellable = 1};
  struct rw_event *const event = rw_step(self, &what);
  if (event->flags & RW_TIMED) {
    event->kind = RW_EV_LOOK;
    errno = ETIMEDOUT;
    return -1;
  }
  const int failed = RW_REAL(sem_trywait)(semaphore);
  rw_test_cancel(self);
  if (failed) { /* cancelled, but cancellation is disabled */
    event->kind = RW_EV_LOOK;
    errno = EINTR;
  }
  return failed;
}

int sem_wait(sem_t *semaphore) {
  return rw_self ? wait_until(rw_self, semaphore, 0) : RW_REAL(sem_wait)(semaphore);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  return rw_self ? wait_until(rw_self, semaphore, rw_read_deadline(CLOCK_REALTIME, until))
                 : RW_REAL(sem_timedwait)(semaphore, until);
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  return rw_self ? wait_until(rw_self, semaphore, rw_read_deadline(clock, until))
                 : RW_REAL(sem_clockwait)(semaphore, clock, until);
}

int sem_trywait(sem_t *semaphore) {
  return rw_self ? try_wait(rw_self, semaphore) : RW_REAL(sem_trywait)(semaphore);
}

int sem_post(sem_t *semaphore) {
  if (rw_self)
    rw_call(rw_self, RW_EV_POST, semaphore);
  return RW_REAL(sem_post)(semaphore);
}

int sem_getvalue(sem_t *semaphore, int *value) {
  if (!rw_self)
    return RW_REAL(sem_getvalue)(semaphore, value);
  rw_call(rw_self, RW_EV_LOOK, semaphore);
  int seen = 0;
  const int failed = RW_REAL(sem_getvalue)(semaphore, &seen);
  rw_access(rw_self, RW_EV_WRITE, 0, value, sizeof *value, rw_call_site());
  *value = seen;
  return failed;
}

sem_t *sem_open(const char *name, int flags, ...) {
  rw_others_may_act = 1;
  va_list list;
  va_start(list, flags);
  const unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
  const unsigned value = flags & O_CREAT ? va_arg(list, unsigned) : 0;
  va_end(list);
  return RW_REAL(sem_open)(name, flags, mode, value);
}

int sem_init(sem_t *semaphore, int shared, unsigned value) {
  if (rw_self)
    rw_objects_changed();
  return RW_REAL(sem_init)(semaphore, shared, value);
}
