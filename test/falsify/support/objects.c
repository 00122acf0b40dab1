/* Stands between the program and the thread library: pauses around each call, tells when a call
 * fails that a verdict may assume to succeed, and gives each object of the library room of its own
 * where the program has too little: one that was preprocessed for 32 bits (FALSIFY_SMALL_OBJECTS).
 */
#define _GNU_SOURCE
#include "attack.h"
#include "touched.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifdef FALSIFY_SMALL_OBJECTS

enum { kObjects = 1 << 14, kKindInSmallMutex = 3, kRoom = 128 };

static struct {
  void *object;
  _Alignas(16) char room[kRoom];
} rooms[kObjects];
static char is_taken;

/* The place stays the same for as long as the process lives. */
static void *room_of(void *object, int is_mutex) {
  if (!object)
    return object;
  while (__atomic_test_and_set(&is_taken, __ATOMIC_ACQUIRE)) {
  }
  unsigned long at = ((unsigned long)object >> 2) * 0x9E3779B97F4A7C15u >> 50;
  while (rooms[at].object && rooms[at].object != object)
    at = (at + 1) % kObjects;
  if (!rooms[at].object) {
    rooms[at].object = object;
    if (is_mutex) /* how it was initialised without a call */
      ((pthread_mutex_t *)rooms[at].room)->__data.__kind = ((int *)object)[kKindInSmallMutex];
  }
  __atomic_clear(&is_taken, __ATOMIC_RELEASE);
  return rooms[at].room;
}

#else

static void *room_of(void *object, int is_mutex) {
  (void)is_mutex;
  return object;
}

#endif

#define ROOM(object) room_of((void *)(object), 0)
#define MUTEX(object) room_of((void *)(object), 1)

/* ThreadSanitizer's, where it is there: its stacks have the caller in the program then. */
__attribute__((weak)) void __tsan_func_entry(void *caller);
__attribute__((weak)) void __tsan_func_exit(void);

static void enter(void *caller) {
  if (__tsan_func_entry)
    __tsan_func_entry(caller);
}
static void leave(void) {
  if (__tsan_func_exit)
    __tsan_func_exit();
}

static int locked(int error) {
  if (error != 0 && error != EBUSY && error != ETIMEDOUT)
    falsify_note("a lock failed");
  return error;
}

/* With a pause before and after it. */
#define WRAP(name, parameters, arguments)                                                          \
  int __real_##name parameters REAL_NAME(name);                                                    \
  int __wrap_##name parameters {                                                                   \
    enter(__builtin_return_address(0));                                                            \
    falsify_pause();                                                                               \
    const int result = __real_##name arguments;                                                    \
    falsify_pause();                                                                               \
    leave();                                                                                       \
    return result;                                                                                 \
  }
#define WRAP_LOCK(name, parameters, arguments)                                                     \
  int __real_##name parameters REAL_NAME(name);                                                    \
  int __wrap_##name parameters {                                                                   \
    enter(__builtin_return_address(0));                                                            \
    falsify_pause();                                                                               \
    const int result = locked(__real_##name arguments);                                            \
    falsify_pause();                                                                               \
    leave();                                                                                       \
    return result;                                                                                 \
  }

#define WRAP_MUTEX(name, parameters, arguments)                                                    \
  int __real_##name parameters REAL_NAME(name);                                                    \
  int __wrap_##name parameters {                                                                   \
    enter(__builtin_return_address(0));                                                            \
    falsify_pause();                                                                               \
    const int result = locked(__real_##name arguments);                                            \
    if (result == 0)                                                                               \
      falsify_has_locked(MUTEX(m));                                                                \
    falsify_pause();                                                                               \
    leave();                                                                                       \
    return result;                                                                                 \
  }

WRAP(pthread_mutex_init, (pthread_mutex_t * m, const pthread_mutexattr_t *a), (MUTEX(m), a))
WRAP(pthread_mutex_destroy, (pthread_mutex_t * m), (MUTEX(m)))
WRAP_MUTEX(pthread_mutex_lock, (pthread_mutex_t * m), (MUTEX(m)))
WRAP_MUTEX(pthread_mutex_trylock, (pthread_mutex_t * m), (MUTEX(m)))
WRAP_MUTEX(pthread_mutex_timedlock, (pthread_mutex_t * m, const struct timespec *t), (MUTEX(m), t))

int __real_pthread_mutex_unlock(pthread_mutex_t *mutex) REAL_NAME(pthread_mutex_unlock);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
  enter(__builtin_return_address(0));
  falsify_pause();
  falsify_will_unlock(MUTEX(mutex));
  const int result = __real_pthread_mutex_unlock(MUTEX(mutex));
  falsify_pause();
  leave();
  return result;
}

WRAP(pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *m), (c, MUTEX(m)))
WRAP(pthread_cond_timedwait, (pthread_cond_t * c, pthread_mutex_t *m, const struct timespec *t),
     (c, MUTEX(m), t))
WRAP(pthread_cond_signal, (pthread_cond_t * c), (c))
WRAP(pthread_cond_broadcast, (pthread_cond_t * c), (c))

WRAP(pthread_rwlock_init, (pthread_rwlock_t * l, const pthread_rwlockattr_t *a), (ROOM(l), a))
WRAP(pthread_rwlock_destroy, (pthread_rwlock_t * l), (ROOM(l)))
WRAP_LOCK(pthread_rwlock_rdlock, (pthread_rwlock_t * l), (ROOM(l)))
WRAP_LOCK(pthread_rwlock_tryrdlock, (pthread_rwlock_t * l), (ROOM(l)))
WRAP_LOCK(pthread_rwlock_timedrdlock, (pthread_rwlock_t * l, const struct timespec *t),
          (ROOM(l), t))
WRAP_LOCK(pthread_rwlock_wrlock, (pthread_rwlock_t * l), (ROOM(l)))
WRAP_LOCK(pthread_rwlock_trywrlock, (pthread_rwlock_t * l), (ROOM(l)))
WRAP_LOCK(pthread_rwlock_timedwrlock, (pthread_rwlock_t * l, const struct timespec *t),
          (ROOM(l), t))
WRAP(pthread_rwlock_unlock, (pthread_rwlock_t * l), (ROOM(l)))

WRAP(pthread_barrier_init, (pthread_barrier_t * b, const pthread_barrierattr_t *a, unsigned n),
     (ROOM(b), a, n))
WRAP(pthread_barrier_destroy, (pthread_barrier_t * b), (ROOM(b)))
WRAP(pthread_barrier_wait, (pthread_barrier_t * b), (ROOM(b)))

WRAP(sem_init, (sem_t * s, int shared, unsigned n), (ROOM(s), shared, n))
WRAP(sem_destroy, (sem_t * s), (ROOM(s)))
WRAP(sem_wait, (sem_t * s), (ROOM(s)))
WRAP(sem_trywait, (sem_t * s), (ROOM(s)))
WRAP(sem_timedwait, (sem_t * s, const struct timespec *t), (ROOM(s), t))
WRAP(sem_post, (sem_t * s), (ROOM(s)))
WRAP(sem_getvalue, (sem_t * s, int *n), (ROOM(s), n))

WRAP(pthread_attr_init, (pthread_attr_t * a), (ROOM(a)))
WRAP(pthread_attr_destroy, (pthread_attr_t * a), (ROOM(a)))
WRAP(pthread_attr_setdetachstate, (pthread_attr_t * a, int s), (ROOM(a), s))
WRAP(pthread_attr_getdetachstate, (const pthread_attr_t *a, int *s), (ROOM(a), s))
WRAP(pthread_attr_setstacksize, (pthread_attr_t * a, size_t n), (ROOM(a), n))
WRAP(pthread_attr_setscope, (pthread_attr_t * a, int s), (ROOM(a), s))

WRAP(pthread_join, (pthread_t t, void **r), (t, r))

/* A program that creates threads without end is looked at up to there: what it did by then is the
 * beginning of a run. */
static void end_if_too_many(void) {
  static int created;
  const char *most = getenv("FALSIFY_THREADS");
  if (most && __atomic_add_fetch(&created, 1, __ATOMIC_RELAXED) > atoi(most))
    _exit(0);
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) REAL_NAME(pthread_create);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  enter(__builtin_return_address(0));
  falsify_pause();
  end_if_too_many();
  const int error = __real_pthread_create(thread, ROOM(attributes), start, argument);
  if (error != 0)
    falsify_note("a thread was not created");
  falsify_pause();
  leave();
  return error;
}

/* Sleeping orders nothing, and takes the time of the attack. */
unsigned __wrap_sleep(unsigned seconds) {
  (void)seconds;
  falsify_pause();
  return 0;
}
int __wrap_usleep(unsigned microseconds) {
  (void)microseconds;
  falsify_pause();
  return 0;
}
int __wrap_nanosleep(const struct timespec *time, struct timespec *left) {
  (void)time;
  (void)left;
  falsify_pause();
  return 0;
}
