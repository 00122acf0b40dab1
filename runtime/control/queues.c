/* Wait queues, first come, first served, for condition variables and futexes. A waiter has an
 * address of its own for each wait, to which the waking thread writes. */
#include "inside.h"

#include <errno.h>

/* Outside of all memory. */
#define RW_WAITERS_AT 0x600000000000ull

static uint64_t tickets;

static const void *waiter_address(const struct rw_thread *thread) {
  return (const void *)(RW_WAITERS_AT + ((uint64_t)thread->arena << 32) + thread->waits * 8);
}

void rw_enqueue(struct rw_thread *self, const void *queue) {
  self->waits_for = queue;
  self->is_woken = 0;
  self->ticket = ++tickets;
  ++self->waits;
}

static int is_woken(const struct rw_thread *thread) {
  return thread->is_woken;
}

int rw_await_wake(struct rw_thread *self, uint64_t deadline) {
  /* A waiter that was chosen to be woken no longer times out. */
  const struct rw_what what = {.kind = RW_EV_AWAIT,
                               .flags = RW_MEETING,
                               .site = rw_call_site(),
                               .address = waiter_address(self),
                               .bytes = 8,
                               .test = is_woken,
                               .deadline = self->waits_for ? deadline : 0,
                               .is_cancellable = 1};
  const struct rw_event *const event = rw_step(self, &what);
  self->waits_for = 0;
  return event->flags & RW_TIMED ? ETIMEDOUT : 0;
}

static struct rw_thread *first_of(const void *queue) {
  struct rw_thread *first = 0;
  for (unsigned t = 0; t < rw_control->thread_count; ++t) {
    struct rw_thread *const thread = rw_threads[t];
    if (thread->waits_for == queue && (!first || thread->ticket < first->ticket))
      first = thread;
  }
  return first;
}

int rw_wake(struct rw_thread *self, const void *queue, unsigned most) {
  /* Chosen together, as if the call were one step; then written one by one. */
  struct rw_thread *chosen[RW_MOST_THREADS];
  unsigned count = 0;
  while (count < most && count < RW_MOST_THREADS && (chosen[count] = first_of(queue))) {
    chosen[count]->waits_for = 0;
    chosen[count]->deadline = RW_NEVER;
    ++count;
  }
  for (unsigned i = 0; i < count; ++i) {
    const struct rw_what what = {.kind = RW_EV_ATOMIC_WRITE,
                                 .order = RW_RELAXED,
                                 .flags = RW_MEETING,
                                 .site = rw_call_site(),
                                 .address = waiter_address(chosen[i]),
                                 .bytes = 8};
    rw_step(self, &what);
    chosen[i]->is_woken = 1;
  }
  return (int)count;
}
