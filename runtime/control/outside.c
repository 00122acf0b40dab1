#include "outside.h"

#include <errno.h>
#include <fcntl.h>

enum {
  kMostDescriptors = 4096,
  kGrace = 100,  /* milliseconds of real waiting while others could run */
  kLookAgain = 1 /* … between polls of conditions without a descriptor */
};

/* Too large for the stacks of some threads. Only the thread with the token is here. */
static struct pollfd fds[kMostDescriptors];

/* -- whether a call would wait ------------------------------------------------------------------
 */

static int is_ready(const struct rw_outside *what) {
  if (what->is_ready)
    return what->is_ready(what->argument);
  const nfds_t count = what->count < kMostDescriptors ? what->count : kMostDescriptors;
  for (nfds_t i = 0; i < count; ++i)
    fds[i] = what->fds[i];
  return RW_REAL(poll)(fds, count, 0) != 0; /* an error does not wait either */
}

static int can_go(const struct rw_thread *thread) {
  const int before = errno;
  const int result = is_ready(thread->object);
  errno = before;
  return result;
}

int rw_is_nonblocking(int fd) {
  const int flags = RW_REAL(fcntl)(fd, F_GETFL);
  return flags < 0 || flags & O_NONBLOCK;
}

/* -- steps ------------------------------------------------------------------------------------- */

int rw_outside_step(struct rw_thread *self, const struct rw_outside *outside) {
  const struct rw_what what = {.kind = RW_EV_OUTSIDE,
                               .order = outside->order,
                               .site = rw_call_site(),
                               .address = (const void *)outside->channel,
                               .test = can_go,
                               .object = outside,
                               .deadline = outside->deadline,
                               .is_cancellable = 1};
  const int gave_up = (rw_step(self, &what)->flags & RW_TIMED) != 0;
  rw_test_cancel(self);
  return gave_up;
}

void rw_outside_touch(struct rw_thread *self) {
  rw_call(self, RW_EV_OUTSIDE, 0);
}

static uint8_t order_of(short events) {
  return events == POLLIN ? RW_ACQUIRE : RW_RELEASE;
}

void rw_outside_at_once(struct rw_thread *self, int fd, short events) {
  const struct rw_what what = {.kind = RW_EV_OUTSIDE,
                               .order = order_of(events),
                               .site = rw_call_site(),
                               .address = (const void *)rw_channel(fd)};
  rw_step(self, &what);
}

void rw_outside_fd(struct rw_thread *self, int fd, short events) {
  if (rw_is_nonblocking(fd)) {
    rw_outside_at_once(self, fd, events);
    return;
  }
  const struct pollfd one = {.fd = fd, .events = events};
  const struct rw_outside what = {
      .fds = &one, .count = 1, .channel = rw_channel(fd), .order = order_of(events)};
  rw_outside_step(self, &what);
}

/* -- waiting ----------------------------------------------------------------------------------- */

static int wait_for(uint64_t threads, uint64_t until, int others_could) {
  nfds_t count = 0;
  int must_look_again = 0;
  for (uint64_t left = threads; left; left &= left - 1) {
    const struct rw_outside *what = rw_threads[__builtin_ctzll(left)]->object;
    must_look_again |= what->is_ready != 0;
    for (nfds_t i = 0; !what->is_ready && i < what->count && count < kMostDescriptors; ++i)
      fds[count++] = what->fds[i];
  }
  int64_t patience = -1; /* milliseconds */
  if (until != RW_NEVER)
    patience = until > rw_now() ? (int64_t)((until - rw_now() + 999999) / 1000000) : 0;
  if (others_could && (patience < 0 || patience > kGrace))
    patience = kGrace;
  for (;;) {
    int slice = patience < 0 || patience > 1000 ? 1000 : (int)patience;
    if (must_look_again && slice > kLookAgain)
      slice = kLookAgain;
    const int ready = RW_REAL(poll)(fds, count, slice);
    if (ready > 0)
      return 1;
    if (ready < 0 && errno == EINTR)
      rw_inner_self->is_interrupted = 1;
    for (uint64_t left = threads; must_look_again && left; left &= left - 1) {
      const struct rw_outside *what = rw_threads[__builtin_ctzll(left)]->object;
      if (what->is_ready && what->is_ready(what->argument))
        return 1;
    }
    if (patience >= 0 && (patience -= slice) <= 0)
      return 0;
  }
}

int rw_wait_for_outside(uint64_t threads, uint64_t until, int others_could) {
  const int before = errno;
  const int result = wait_for(threads, until, others_could);
  errno = before;
  return result;
}
