/* Threads: creation, end and join. */
#include "arenas.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* A thread ends after its key destructors, which are code of the program: ours requests to be
 * called again until the last round but one. */
enum { kRounds = PTHREAD_DESTRUCTOR_ITERATIONS - 1 };
enum { kOurs = 65536 }; /* bytes of stack for the runtime, in addition to the program's */
static pthread_key_t end_key;

/* pthread_exit() skips the exits of functions, and key destructors are still to run. */
static void forget_frames(void *unused) {
  (void)unused;
  __raceward_here.frame = 0;
  __raceward_here.at = 0;
}

static void thread_ends(void *argument) {
  struct rw_thread *const self = argument;
  if (!rw_self)
    return;
  forget_frames(0);
  if (++self->rounds < kRounds) {
    pthread_setspecific(end_key, self);
    return;
  }
  if (!rw_is_last(self))
    rw_thread_ends(self);
  else /* The library would call it in the thread that is really the last one. */
    exit(0);
}

/* A process that the program forks, by whatever call, is not controlled. */
static void in_forked_process(void) {
  rw_self = 0;
  rw_inner_self = 0;
}

void rw_prepare_threads(void) {
  pthread_key_create(&end_key, thread_ends);
  pthread_atfork(0, 0, in_forked_process);
}

void rw_watch_end(struct rw_thread *self) {
  pthread_setspecific(end_key, self);
}

static void *thread_begins(void *argument) {
  struct rw_thread *const self = argument;
  rw_become(self);
  rw_thread_starts(self);
  rw_watch_end(self);
  __attribute__((cleanup(forget_frames))) char until_the_end = 0;
  (void)until_the_end;
  return self->start(self->argument);
}

/* main() has no wrapper of ours. */
void pthread_exit(void *result) {
  if (rw_self && rw_self->index == 0)
    forget_frames(0);
  RW_REAL(pthread_exit)(result);
  __builtin_unreachable();
}

/* The stack, which includes thread-local variables, has a fixed place in the arena, unless the
 * program provides one. */
static int create_on_own_stack(struct rw_thread *child, const pthread_attr_t *attributes) {
  pthread_attr_t with_stack;
  pthread_attr_init(&with_stack);
  if (attributes)
    with_stack = *attributes;
  void *stack = 0;
  size_t bytes = 0;
  pthread_attr_getstack(&with_stack, &stack, &bytes);
  const int is_given = (uintptr_t)stack + bytes != 0;
  if (!is_given) {
    pthread_attr_getstacksize(&with_stack, &bytes);
    bytes = bytes < RW_STACK_ROOM / 2 ? (bytes + kOurs + 4095) & ~4095ul : RW_STACK_ROOM / 2;
    pthread_attr_setstack(&with_stack, rw_map_stack(child, bytes), bytes);
  }
  return RW_REAL(pthread_create)(&child->handle, &with_stack, thread_begins, child);
}

/* The library writes the handle before the thread can run, so that the write is ordered before
 * everything that the thread does. The thread exists from then on, and counts from CREATE on. */
int rw_create(struct rw_thread *self, pthread_t *handle, const pthread_attr_t *attributes,
              struct rw_start start) {
  rw_access(self, RW_EV_WRITE, 0, handle, sizeof *handle, rw_call_site());
  struct rw_thread *const child = rw_new_thread(self);
  child->start = start.function;
  child->argument = start.argument;
  child->entry = start.entry;
  rw_note_start(start.entry);
  const int error = create_on_own_stack(child, attributes);
  if (error)
    return error;
  *handle = child->handle;
  struct rw_event *const event = rw_call(self, RW_EV_CREATE, 0);
  rw_number_thread(child);
  event->extra = child->number;
  return 0;
}

static struct rw_thread *thread_with(pthread_t handle) {
  for (unsigned t = rw_control->thread_count; t-- > 0;)
    if (pthread_equal(rw_threads[t]->handle, handle))
      return rw_threads[t];
  return 0;
}

static int has_ended(const struct rw_thread *self) {
  return ((const struct rw_thread *)self->object)->has_ended;
}

int rw_join(struct rw_thread *self, pthread_t handle, void **result) {
  struct rw_thread *const other = thread_with(handle);
  /* Not one of ours: the library reports the error. */
  if (!other || other == self)
    return RW_REAL(pthread_join)(handle, result);
  const struct rw_what what = {.kind = RW_EV_JOIN,
                               .site = rw_call_site(),
                               .extra = other->number,
                               .test = has_ended,
                               .object = other};
  rw_step(self, &what);
  other->is_joined = 1;
  void *value = 0;
  const int error = RW_REAL(pthread_join)(handle, &value);
  if (!error && result) {
    rw_access(self, RW_EV_WRITE, 0, result, sizeof *result, rw_call_site());
    *result = value;
  }
  return error;
}

/* A join that does not wait, or not for ever. A failed one has no effect. */
static int join_until(struct rw_thread *self, pthread_t handle, void **result, uint64_t deadline,
                      int is_attempt) {
  struct rw_thread *const other = thread_with(handle);
  if (!other || other == self)
    return other ? EDEADLK : ESRCH;
  const struct rw_what what = {.kind = RW_EV_JOIN,
                               .flags = is_attempt ? RW_ATTEMPT : 0,
                               .site = rw_call_site(),
                               .extra = other->number,
                               .test = is_attempt ? 0 : has_ended,
                               .object = other,
                               .deadline = deadline};
  struct rw_event *const event = rw_step(self, &what);
  if (other->has_ended) {
    other->is_joined = 1;
    return RW_REAL(pthread_join)(handle, result);
  }
  event->kind = RW_EV_LOCAL;
  return is_attempt ? EBUSY : ETIMEDOUT;
}

int pthread_tryjoin_np(pthread_t handle, void **result) {
  return rw_self ? join_until(rw_self, handle, result, 0, 1)
                 : RW_REAL(pthread_tryjoin_np)(handle, result);
}

int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *until) {
  return rw_self ? join_until(rw_self, handle, result, rw_read_deadline(CLOCK_REALTIME, until), 0)
                 : RW_REAL(pthread_timedjoin_np)(handle, result, until);
}

int pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock,
                         const struct timespec *until) {
  return rw_self ? join_until(rw_self, handle, result, rw_read_deadline(clock, until), 0)
                 : RW_REAL(pthread_clockjoin_np)(handle, result, clock, until);
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pthread_create)(handle, attributes, start, argument);
  const struct rw_start whole = {start, argument, (const void *)start};
  return rw_create(self, handle, attributes, whole);
}

int pthread_join(pthread_t handle, void **result) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pthread_join)(handle, result);
  return rw_join(self, handle, result);
}
