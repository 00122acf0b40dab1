/* Locks, semaphores, barriers and the like, in a table of our own.
 *
 * The objects of the C library are not used: in a program that was preprocessed for another
 * machine they are too small, an attempt must fail where the schedule says so, and the runtime
 * must know which thread waits for which. ThreadSanitizer is informed of exactly the order that
 * each operation creates. */
#define _GNU_SOURCE
#include "raceward_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

enum {
  kMostLocks = 1 << 13,
  kMostReaders = 64,
  kMutexBytes = 24 /* of a mutex on any machine */
};

struct rw_lock {
  const void *address;
  int kind; /* PTHREAD_MUTEX_NORMAL … */
  struct rw_thread *owner;
  unsigned depth; /* how often the owner has locked it */
  struct {
    struct rw_thread *thread;
    unsigned depth;
  } readers[kMostReaders];
  unsigned reader_count;
  unsigned value;           /* of a semaphore; for a barrier, the number of arrivals per round */
  unsigned arrived, rounds; /* at a barrier */
  int is_done;              /* a function to be called once was called */
  /* Addresses that identify them to ThreadSanitizer. */
  char by_writers, by_readers;
  char by_round[2];
};

static struct rw_lock locks[kMostLocks];
static struct rw_lock section;

/* With the runtime's lock held. */
static struct rw_lock *lock_at(const void *address) {
  size_t slot = ((size_t)address * 0x9e3779b97f4a7c15ull) >> 51;
  for (size_t tried = 0; tried < kMostLocks; ++tried, slot = (slot + 1) % kMostLocks) {
    if (!locks[slot].address)
      locks[slot].address = address;
    if (locks[slot].address == address)
      return &locks[slot];
  }
  rw_end("diverged", "because the program has too many locks");
  return 0;
}

static struct rw_lock *find(const void *address) {
  rw_enter();
  struct rw_lock *lock = lock_at(address);
  rw_leave();
  return lock;
}

static int reset(const void *address, int kind, unsigned value) {
  rw_enter();
  struct rw_lock *lock = lock_at(address);
  rw_clear(lock, sizeof *lock);
  lock->address = address;
  lock->kind = kind;
  lock->value = value;
  rw_leave();
  return 0;
}

static int is_initialised_recursive(const void *mutex) {
  static const pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  return rw_equal(mutex, &recursive, kMutexBytes);
}

static int is_initialised_checking(const void *mutex) {
  static const pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  return rw_equal(mutex, &checking, kMutexBytes);
}

static struct rw_lock *find_mutex(const void *mutex) {
  struct rw_lock *lock = find(mutex);
  if (lock->kind == 0 && is_initialised_recursive(mutex))
    lock->kind = PTHREAD_MUTEX_RECURSIVE;
  if (lock->kind == 0 && is_initialised_checking(mutex))
    lock->kind = PTHREAD_MUTEX_ERRORCHECK;
  return lock;
}

/* -- availability ------------------------------------------------------------------------------ */

static int is_free_for_writer(struct rw_thread *thread) {
  const struct rw_lock *lock = thread->wanted;
  return !lock->owner && lock->reader_count == 0;
}

static int is_free_for_reader(struct rw_thread *thread) {
  return !((const struct rw_lock *)thread->wanted)->owner;
}

static int is_above_zero(struct rw_thread *thread) {
  return ((const struct rw_lock *)thread->wanted)->value > 0;
}

static void take(struct rw_lock *lock) {
  rw_wait_until(is_free_for_writer, lock, RW_WANTS);
  lock->owner = rw_self();
  lock->depth = 1;
}

static void own(struct rw_lock *lock) {
  rw_enter();
  take(lock);
  rw_leave();
  __tsan_acquire(&lock->by_writers);
  __tsan_acquire(&lock->by_readers);
}

static int try_own(struct rw_lock *lock) {
  rw_enter();
  const int is_free = !lock->owner && lock->reader_count == 0;
  if (is_free) {
    lock->owner = rw_self();
    lock->depth = 1;
  }
  rw_leave();
  if (is_free) {
    __tsan_acquire(&lock->by_writers);
    __tsan_acquire(&lock->by_readers);
  }
  return is_free;
}

static void disown(struct rw_lock *lock) {
  __tsan_release(&lock->by_writers);
  rw_enter();
  lock->owner = 0;
  lock->depth = 0;
  rw_changed();
  rw_leave();
}

static unsigned *reading_of(struct rw_lock *lock, struct rw_thread *thread) {
  for (unsigned i = 0; i < kMostReaders; ++i)
    if (lock->readers[i].thread == thread && lock->readers[i].depth > 0)
      return &lock->readers[i].depth;
  return 0;
}

static void note_reader(struct rw_lock *lock) {
  for (unsigned i = 0; i < kMostReaders; ++i)
    if (lock->readers[i].depth == 0) {
      lock->readers[i].thread = rw_self();
      lock->readers[i].depth = 1;
      ++lock->reader_count;
      return;
    }
  rw_end("diverged", "because a lock has too many readers");
}

static int start_reading(struct rw_lock *lock, int waits) {
  rw_enter();
  const int is_free = waits || !lock->owner;
  if (waits)
    rw_wait_until(is_free_for_reader, lock, RW_WANTS);
  if (is_free)
    note_reader(lock);
  rw_leave();
  if (is_free)
    __tsan_acquire(&lock->by_writers);
  return is_free;
}

/* -- mutexes -------------------------------------------------------------------------------- */

/* The result if it neither waits nor changes hands; otherwise -1. */
static int lock_again(struct rw_lock *lock) {
  if (lock->owner != rw_self())
    return -1;
  if (lock->kind == PTHREAD_MUTEX_RECURSIVE) {
    ++lock->depth;
    return 0;
  }
  return lock->kind == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : -1;
}

static int do_lock(void *mutex, const char *call, void *pc) {
  struct rw_lock *lock = find_mutex(mutex);
  const int again = lock_again(lock);
  if (again >= 0)
    return again;
  const unsigned step = rw_arrive(RW_LOCK, call, pc, 0, 0);
  own(lock);
  rw_done(step);
  return 0;
}

static int do_try_lock(void *mutex, const char *call, void *pc, int busy) {
  struct rw_lock *lock = find_mutex(mutex);
  if (lock->owner == rw_self() && lock->kind == PTHREAD_MUTEX_RECURSIVE)
    return lock_again(lock);
  const unsigned step = rw_arrive(RW_LOCK | RW_FAILED_LOCK, call, pc, 0, 0);
  const int has_it = rw_action_of(step) != RW_FAILED_LOCK && try_own(lock);
  rw_done(step);
  return has_it ? 0 : busy;
}

static int do_unlock(void *mutex, const char *call, void *pc) {
  struct rw_lock *lock = find(mutex);
  if (lock->owner == rw_self() && lock->depth > 1) {
    --lock->depth;
    return 0;
  }
  if (lock->owner != rw_self() && lock->kind != PTHREAD_MUTEX_NORMAL)
    return EPERM;
  const unsigned step = rw_arrive(RW_UNLOCK, call, pc, 0, 0);
  disown(lock);
  rw_done(step);
  return 0;
}

#define RW_SAME(name, parameters, call)                                                            \
  int __wrap_##name parameters {                                                                   \
    return call;                                                                                   \
  }

int __wrap_pthread_mutex_init(void *mutex, const pthread_mutexattr_t *attributes) {
  int kind = PTHREAD_MUTEX_NORMAL;
  if (attributes)
    pthread_mutexattr_gettype(attributes, &kind);
  rw_clear(mutex, kMutexBytes);
  return reset(mutex, kind, 0);
}
RW_SAME(pthread_mutex_destroy, (void *mutex), reset(mutex, 0, 0))
RW_SAME(pthread_mutex_lock, (void *mutex), do_lock(mutex, "pthread_mutex_lock", RW_PC))
RW_SAME(pthread_mutex_trylock, (void *mutex),
        do_try_lock(mutex, "pthread_mutex_trylock", RW_PC, EBUSY))
RW_SAME(pthread_mutex_timedlock, (void *mutex, const void *until),
        ((void)until, do_try_lock(mutex, "pthread_mutex_timedlock", RW_PC, ETIMEDOUT)))
RW_SAME(pthread_mutex_unlock, (void *mutex), do_unlock(mutex, "pthread_mutex_unlock", RW_PC))

/* A spin lock is too small to record how it was initialised. */
static int do_spin(void *spin, const char *call, void *pc) {
  struct rw_lock *lock = find(spin);
  const unsigned step = rw_arrive(RW_LOCK, call, pc, 0, 0);
  own(lock);
  rw_done(step);
  return 0;
}

static int do_try_spin(void *spin, const char *call, void *pc) {
  const unsigned step = rw_arrive(RW_LOCK | RW_FAILED_LOCK, call, pc, 0, 0);
  const int has_it = rw_action_of(step) != RW_FAILED_LOCK && try_own(find(spin));
  rw_done(step);
  return has_it ? 0 : EBUSY;
}

RW_SAME(pthread_spin_init, (void *spin, int shared), ((void)shared, reset(spin, 0, 0)))
RW_SAME(pthread_spin_destroy, (void *spin), reset(spin, 0, 0))
RW_SAME(pthread_spin_lock, (void *spin), do_spin(spin, "pthread_spin_lock", RW_PC))
RW_SAME(pthread_spin_trylock, (void *spin), do_try_spin(spin, "pthread_spin_trylock", RW_PC))
RW_SAME(pthread_spin_unlock, (void *spin), do_unlock(spin, "pthread_spin_unlock", RW_PC))

RW_SAME(mtx_init, (void *mutex, int type),
        (rw_clear(mutex, kMutexBytes),
         reset(mutex, type &mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL, 0)))
void __wrap_mtx_destroy(void *mutex) {
  reset(mutex, 0, 0);
}
RW_SAME(mtx_lock, (void *mutex), do_lock(mutex, "mtx_lock", RW_PC) == 0 ? thrd_success : thrd_error)
RW_SAME(mtx_trylock, (void *mutex), do_try_lock(mutex, "mtx_trylock", RW_PC, thrd_busy))
RW_SAME(mtx_timedlock, (void *mutex, const void *until),
        ((void)until, do_try_lock(mutex, "mtx_timedlock", RW_PC, thrd_timedout)))
RW_SAME(mtx_unlock, (void *mutex),
        do_unlock(mutex, "mtx_unlock", RW_PC) == 0 ? thrd_success : thrd_error)

/* -- conditions: a wait may end at any time, so that it is an unlock and a lock -------------------
 */

static int do_wait(void *mutex, const char *call, void *pc) {
  struct rw_lock *lock = find(mutex);
  const unsigned depth = lock->depth;
  const unsigned unlock = rw_arrive(RW_UNLOCK, call, pc, 0, 0);
  disown(lock);
  rw_done(unlock);
  const unsigned step = rw_arrive(RW_LOCK, call, pc, 0, 0);
  own(lock);
  lock->depth = depth;
  rw_done(step);
  return 0;
}

static int no_condition(void) {
  return 0;
}

RW_SAME(pthread_cond_init, (void *condition, const void *attributes),
        ((void)condition, (void)attributes, no_condition()))
RW_SAME(pthread_cond_destroy, (void *condition), ((void)condition, no_condition()))
RW_SAME(pthread_cond_signal, (void *condition), ((void)condition, no_condition()))
RW_SAME(pthread_cond_broadcast, (void *condition), ((void)condition, no_condition()))
RW_SAME(pthread_cond_wait, (void *condition, void *mutex),
        ((void)condition, do_wait(mutex, "pthread_cond_wait", RW_PC)))
RW_SAME(pthread_cond_timedwait, (void *condition, void *mutex, const void *until),
        ((void)condition, (void)until, do_wait(mutex, "pthread_cond_timedwait", RW_PC),
         rw_input("time-out") ? ETIMEDOUT : 0))
RW_SAME(cnd_init, (void *condition), ((void)condition, no_condition()))
void __wrap_cnd_destroy(void *condition) {
  (void)condition;
}
RW_SAME(cnd_signal, (void *condition), ((void)condition, no_condition()))
RW_SAME(cnd_broadcast, (void *condition), ((void)condition, no_condition()))
RW_SAME(cnd_wait, (void *condition, void *mutex),
        ((void)condition, do_wait(mutex, "cnd_wait", RW_PC)))
RW_SAME(cnd_timedwait, (void *condition, void *mutex, const void *until),
        ((void)condition, (void)until, do_wait(mutex, "cnd_timedwait", RW_PC),
         rw_input("time-out") ? thrd_timedout : thrd_success))

/* -- read-write locks ------------------------------------------------------------------------ */

static int do_write_lock(void *address, const char *call, void *pc) {
  struct rw_lock *lock = find(address);
  if (lock->owner == rw_self())
    return EDEADLK;
  const unsigned step = rw_arrive(RW_LOCK, call, pc, 0, 0);
  own(lock);
  rw_done(step);
  return 0;
}

static int do_try_write_lock(void *address, const char *call, void *pc, int busy) {
  const unsigned step = rw_arrive(RW_LOCK | RW_FAILED_LOCK, call, pc, 0, 0);
  const int has_it = rw_action_of(step) != RW_FAILED_LOCK && try_own(find(address));
  rw_done(step);
  return has_it ? 0 : busy;
}

/* `busy` 0: it waits. */
static int do_read_lock(void *address, const char *call, void *pc, int busy) {
  struct rw_lock *lock = find(address);
  unsigned *reading = reading_of(lock, rw_self());
  if (reading) {
    ++*reading;
    return 0;
  }
  const unsigned step = rw_arrive(
      busy ? (unsigned)RW_READ_LOCK | RW_FAILED_READ_LOCK : (unsigned)RW_READ_LOCK, call, pc, 0, 0);
  const int has_it = rw_action_of(step) != RW_FAILED_READ_LOCK && start_reading(lock, !busy);
  rw_done(step);
  return has_it ? 0 : busy;
}

static int do_read_write_unlock(void *address, const char *call, void *pc) {
  struct rw_lock *lock = find(address);
  unsigned *reading = reading_of(lock, rw_self());
  if (!reading) {
    const unsigned step = rw_arrive(RW_UNLOCK, call, pc, 0, 0);
    disown(lock);
    rw_done(step);
    return 0;
  }
  if (*reading > 1) {
    --*reading;
    return 0;
  }
  const unsigned step = rw_arrive(RW_READ_UNLOCK, call, pc, 0, 0);
  __tsan_release(&lock->by_readers);
  rw_enter();
  *reading = 0;
  --lock->reader_count;
  rw_changed();
  rw_leave();
  rw_done(step);
  return 0;
}

RW_SAME(pthread_rwlock_init, (void *lock, const void *attributes),
        ((void)attributes, reset(lock, 0, 0)))
RW_SAME(pthread_rwlock_destroy, (void *lock), reset(lock, 0, 0))
RW_SAME(pthread_rwlock_wrlock, (void *lock), do_write_lock(lock, "pthread_rwlock_wrlock", RW_PC))
RW_SAME(pthread_rwlock_trywrlock, (void *lock),
        do_try_write_lock(lock, "pthread_rwlock_trywrlock", RW_PC, EBUSY))
RW_SAME(pthread_rwlock_timedwrlock, (void *lock, const void *until),
        ((void)until, do_try_write_lock(lock, "pthread_rwlock_timedwrlock", RW_PC, ETIMEDOUT)))
RW_SAME(pthread_rwlock_rdlock, (void *lock), do_read_lock(lock, "pthread_rwlock_rdlock", RW_PC, 0))
RW_SAME(pthread_rwlock_tryrdlock, (void *lock),
        do_read_lock(lock, "pthread_rwlock_tryrdlock", RW_PC, EBUSY))
RW_SAME(pthread_rwlock_timedrdlock, (void *lock, const void *until),
        ((void)until, do_read_lock(lock, "pthread_rwlock_timedrdlock", RW_PC, ETIMEDOUT)))
RW_SAME(pthread_rwlock_unlock, (void *lock),
        do_read_write_unlock(lock, "pthread_rwlock_unlock", RW_PC))

/* -- semaphores ----------------------------------------------------------------------------- */

static int try_down(struct rw_lock *semaphore) {
  rw_enter();
  const int has_it = semaphore->value > 0;
  if (has_it)
    --semaphore->value;
  rw_leave();
  if (has_it)
    __tsan_acquire(&semaphore->by_writers);
  return has_it;
}

static int do_try_wait(void *address, const char *call, void *pc, int error) {
  const unsigned step = rw_arrive(RW_WAIT | RW_FAILED_WAIT, call, pc, 0, 0);
  const int has_it = rw_action_of(step) != RW_FAILED_WAIT && try_down(find(address));
  rw_done(step);
  if (has_it)
    return 0;
  errno = error;
  return -1;
}

RW_SAME(sem_init, (void *semaphore, int shared, unsigned value),
        ((void)shared, reset(semaphore, 0, value)))
RW_SAME(sem_destroy, (void *semaphore), reset(semaphore, 0, 0))
int __wrap_sem_wait(void *address) {
  struct rw_lock *semaphore = find(address);
  const unsigned step = rw_arrive(RW_WAIT, "sem_wait", RW_PC, 0, 0);
  rw_enter();
  rw_wait_until(is_above_zero, semaphore, RW_WANTS);
  --semaphore->value;
  rw_leave();
  __tsan_acquire(&semaphore->by_writers);
  rw_done(step);
  return 0;
}
RW_SAME(sem_trywait, (void *semaphore), do_try_wait(semaphore, "sem_trywait", RW_PC, EAGAIN))
RW_SAME(sem_timedwait, (void *semaphore, const void *until),
        ((void)until, do_try_wait(semaphore, "sem_timedwait", RW_PC, ETIMEDOUT)))
int __wrap_sem_post(void *address) {
  struct rw_lock *semaphore = find(address);
  const unsigned step = rw_arrive(RW_POST, "sem_post", RW_PC, 0, 0);
  __tsan_release(&semaphore->by_writers);
  rw_enter();
  ++semaphore->value;
  rw_changed();
  rw_leave();
  rw_done(step);
  return 0;
}
int __wrap_sem_getvalue(void *address, int *value) {
  const unsigned step = rw_arrive(RW_LOOK, "sem_getvalue", RW_PC, 0, 0);
  *value = (int)find(address)->value;
  rw_done(step);
  return 0;
}

/* -- barriers ------------------------------------------------------------------------------- */

/* The round that the thread waits for is over: `step` has its number. */
static int round_is_over(struct rw_thread *thread) {
  return ((const struct rw_lock *)thread->wanted)->rounds != thread->step;
}

RW_SAME(pthread_barrier_init, (void *barrier, const void *attributes, unsigned count),
        ((void)attributes, reset(barrier, 0, count)))
RW_SAME(pthread_barrier_destroy, (void *barrier), reset(barrier, 0, 0))
int __wrap_pthread_barrier_wait(void *address) {
  struct rw_lock *barrier = find(address);
  const unsigned arrival = rw_arrive(RW_ARRIVE, "pthread_barrier_wait", RW_PC, 0, 0);
  rw_enter();
  const unsigned round = barrier->rounds;
  rw_leave();
  __tsan_release(&barrier->by_round[round % 2]);
  rw_enter();
  const int is_last = ++barrier->arrived == barrier->value;
  if (is_last) {
    barrier->arrived = 0;
    ++barrier->rounds;
    rw_changed();
  }
  rw_leave();
  rw_done(arrival);
  rw_enter();
  rw_self()->step = round;
  rw_wait_until(round_is_over, barrier, RW_WANTS);
  rw_leave();
  const unsigned pass = rw_arrive(RW_PASS, "pthread_barrier_wait", RW_PC, 0, 0);
  __tsan_acquire(&barrier->by_round[round % 2]);
  rw_done(pass);
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

/* -- once ----------------------------------------------------------------------------------- */

static int do_once(void *control, void (*function)(void), const char *call, void *pc) {
  struct rw_lock *once = find(control);
  const unsigned step = rw_arrive(RW_LOCK | RW_READ_LOCK, call, pc, 0, 0);
  rw_enter();
  if (!once->is_done)
    take(once);
  rw_leave();
  if (once->is_done) { /* now, or while it waited */
    if (once->owner == rw_self())
      disown(once);
    __tsan_acquire(&once->by_writers);
    rw_done(step);
    return 0;
  }
  rw_done(step);
  function();
  const unsigned end = rw_arrive(RW_UNLOCK, call, pc, 0, 0);
  once->is_done = 1;
  disown(once);
  rw_done(end);
  return 0;
}

RW_SAME(pthread_once, (void *control, void (*function)(void)),
        do_once(control, function, "pthread_once", RW_PC))
void __wrap_call_once(void *control, void (*function)(void)) {
  do_once(control, function, "call_once", RW_PC);
}

/* -- atomic sections -------------------------------------------------------------------------- */

/* One at a time, which creates no order for ThreadSanitizer. */
void rw_section_begins(void *pc) {
  struct rw_thread *self = rw_self();
  if (!self || self->section_depth++ > 0)
    return;
  --self->section_depth;
  self->section_step = rw_arrive(RW_SECTION, "", pc, 0, 0);
  rw_enter();
  take(&section);
  ++self->section_depth;
  rw_leave();
}

void rw_section_ends(void) {
  struct rw_thread *self = rw_self();
  if (!self || self->section_depth == 0 || --self->section_depth > 0)
    return;
  rw_enter();
  section.owner = 0;
  rw_changed();
  rw_leave();
  rw_done(self->section_step);
  self->section_step = RW_NO_STEP;
}
