/* The system call futex(), by which libstdc++ waits: futures, atomics, semaphores, latches. */
#include "inside.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The word belongs to the program; its queue has an address outside of all memory. */
static const void *queue_of(const void *word) {
  return (const void *)((uint64_t)word | 1ull << 63);
}

static void touch(struct rw_thread *self, const void *queue) {
  const struct rw_what what = {.kind = RW_EV_ATOMIC_UPDATE,
                               .order = RW_RELAXED,
                               .flags = RW_MEETING,
                               .site = rw_call_site(),
                               .address = queue,
                               .bytes = 1};
  rw_step(self, &what);
}

static long wait_for_word(struct rw_thread *self, const uint32_t *word, uint32_t value,
                          uint64_t deadline) {
  touch(self, queue_of(word));
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) {
    errno = EAGAIN;
    return -1;
  }
  rw_enqueue(self, queue_of(word));
  if (rw_await_wake(self, deadline)) {
    errno = ETIMEDOUT;
    return -1;
  }
  return 0;
}

static long futex(struct rw_thread *self, const long *a) {
  const int operation = (int)a[1];
  const struct timespec *const time = (const struct timespec *)a[3];
  const uint32_t *const word = (const uint32_t *)a[0];
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
    return wait_for_word(self, word, (uint32_t)a[2], time ? rw_after(time) : 0);
  case FUTEX_WAIT_BITSET: {
    const clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    return wait_for_word(self, word, (uint32_t)a[2], time ? rw_deadline(clock, time) : 0);
  }
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    touch(self, queue_of(word));
    return rw_wake(self, queue_of(word), (unsigned)a[2]);
  default:
    rw_end(RW_REFUSED, "the program uses operation %d of futex()", operation & FUTEX_CMD_MASK);
  }
}

long syscall(long number, ...) {
  long a[6];
  va_list list;
  va_start(list, number);
  for (unsigned i = 0; i < 6; ++i)
    a[i] = va_arg(list, long);
  va_end(list);
  struct rw_thread *const self = rw_self;
  if (self && number == SYS_futex)
    return futex(self, a);
  return RW_REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
