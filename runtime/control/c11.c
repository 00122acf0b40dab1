/* The threads of C11. In the library they are those of POSIX under other names, but its internal
 * calls cannot be intercepted. */
#include "inside.h"

#include <errno.h>
#include <limits.h>
#include <threads.h>

static int result_of(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

/* -- threads ----------------------------------------------------------------------------------- */

struct c11_start {
  int (*function)(void *);
  void *argument;
};
static struct c11_start starts[RW_MOST_THREADS];
static unsigned start_count;

static void *start_c11(void *at) {
  const struct c11_start *start = at;
  return (void *)(intptr_t)start->function(start->argument);
}

int thrd_create(thrd_t *handle, int (*function)(void *), void *argument) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(thrd_create)(handle, function, argument);
  if (start_count == RW_MOST_THREADS)
    rw_end(RW_REFUSED, "the program creates more than %d threads", RW_MOST_THREADS);
  struct c11_start *const start = &starts[start_count++];
  start->function = function;
  start->argument = argument;
  const struct rw_start whole = {start_c11, start, (const void *)function};
  return result_of(rw_create(self, handle, 0, whole));
}

void thrd_exit(int result) {
  pthread_exit((void *)(intptr_t)result);
}

int thrd_join(thrd_t handle, int *result) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(thrd_join)(handle, result);
  void *value = 0;
  const int error = rw_join(self, handle, result ? &value : 0);
  if (!error && result)
    *result = (int)(intptr_t)value;
  return result_of(error);
}

/* -- mutexes ----------------------------------------------------------------------------------- */

int mtx_lock(mtx_t *mutex) {
  return rw_self ? result_of(rw_lock(rw_self, (pthread_mutex_t *)mutex, 0))
                 : RW_REAL(mtx_lock)(mutex);
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until) {
  return rw_self ? result_of(rw_lock(rw_self, (pthread_mutex_t *)mutex,
                                     rw_read_deadline(CLOCK_REALTIME, until)))
                 : RW_REAL(mtx_timedlock)(mutex, until);
}

int mtx_trylock(mtx_t *mutex) {
  return rw_self ? result_of(rw_trylock(rw_self, (pthread_mutex_t *)mutex))
                 : RW_REAL(mtx_trylock)(mutex);
}

int mtx_unlock(mtx_t *mutex) {
  return rw_self ? result_of(rw_unlock(rw_self, (pthread_mutex_t *)mutex))
                 : RW_REAL(mtx_unlock)(mutex);
}

int mtx_init(mtx_t *mutex, int type) {
  if (rw_self)
    rw_objects_changed();
  return RW_REAL(mtx_init)(mutex, type);
}

/* -- condition variables ----------------------------------------------------------------------- */

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return rw_self
             ? result_of(rw_wait(rw_self, (pthread_cond_t *)condition, (pthread_mutex_t *)mutex, 0))
             : RW_REAL(cnd_wait)(condition, mutex);
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict until) {
  return rw_self ? result_of(rw_wait(rw_self, (pthread_cond_t *)condition, (pthread_mutex_t *)mutex,
                                     rw_read_deadline(CLOCK_REALTIME, until)))
                 : RW_REAL(cnd_timedwait)(condition, mutex, until);
}

int cnd_signal(cnd_t *condition) {
  if (!rw_self)
    return RW_REAL(cnd_signal)(condition);
  rw_signal(rw_self, (pthread_cond_t *)condition, 1);
  return thrd_success;
}

int cnd_broadcast(cnd_t *condition) {
  if (!rw_self)
    return RW_REAL(cnd_broadcast)(condition);
  rw_signal(rw_self, (pthread_cond_t *)condition, UINT_MAX);
  return thrd_success;
}
