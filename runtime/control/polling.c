/* Waiting for one of many descriptors. */
#include "outside.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>

static uint64_t after_milliseconds(int length) {
  return length < 0 ? 0 : rw_now() + (uint64_t)length * 1000000 + 1;
}

/* Waits until the call would not block; its own time-out is then 0. */
static void stand(struct rw_thread *self, const struct pollfd *fds, nfds_t count, uint64_t deadline,
                  int never_waits) {
  if (never_waits) {
    rw_outside_touch(self);
    return;
  }
  const struct rw_outside what = {.fds = fds, .count = count, .deadline = deadline};
  rw_outside_step(self, &what);
}

int poll(struct pollfd *fds, nfds_t count, int length) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(poll)(fds, count, length);
  if (count == 0 && length > 0) /* used as a sleep */
    rw_sleep_until(self, after_milliseconds(length));
  else
    stand(self, fds, count, after_milliseconds(length), length == 0);
  return RW_REAL(poll)(fds, count, 0);
}

static int is_zero(const struct timespec *length) {
  return length && length->tv_sec == 0 && length->tv_nsec == 0;
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *length, const sigset_t *mask) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(ppoll)(fds, count, length, mask);
  stand(self, fds, count, length ? rw_after(length) + 1 : 0, is_zero(length));
  static const struct timespec now = {0, 0};
  return RW_REAL(ppoll)(fds, count, &now, mask);
}

int epoll_wait(int fd, struct epoll_event *events, int most, int length) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(epoll_wait)(fd, events, most, length);
  const struct pollfd one = {.fd = fd, .events = POLLIN};
  stand(self, &one, 1, after_milliseconds(length), length == 0);
  return RW_REAL(epoll_wait)(fd, events, most, 0);
}

int epoll_pwait(int fd, struct epoll_event *events, int most, int length, const sigset_t *mask) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(epoll_pwait)(fd, events, most, length, mask);
  const struct pollfd one = {.fd = fd, .events = POLLIN};
  stand(self, &one, 1, after_milliseconds(length), length == 0);
  return RW_REAL(epoll_pwait)(fd, events, most, 0, mask);
}

/* -- select ------------------------------------------------------------------------------------ */

static nfds_t as_list(int end, const fd_set *reads, const fd_set *writes, const fd_set *others,
                      struct pollfd *list) {
  nfds_t count = 0;
  for (int fd = 0; fd < end && fd < FD_SETSIZE; ++fd) {
    short events = 0;
    if (reads && FD_ISSET(fd, reads))
      events |= POLLIN;
    if (writes && FD_ISSET(fd, writes))
      events |= POLLOUT;
    if (others && FD_ISSET(fd, others))
      events |= POLLPRI;
    if (events)
      list[count++] = (struct pollfd){.fd = fd, .events = events};
  }
  return count;
}

int select(int end, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *length) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(select)(end, reads, writes, others, length);
  struct pollfd list[FD_SETSIZE];
  const nfds_t count = as_list(end, reads, writes, others, list);
  const struct timespec precise = {length ? length->tv_sec : 0,
                                   length ? length->tv_usec * 1000 : 0};
  if (count == 0 && length)
    rw_sleep_until(self, rw_after(&precise));
  else
    stand(self, list, count, length ? rw_after(&precise) + 1 : 0, length && is_zero(&precise));
  struct timeval now = {0, 0};
  return RW_REAL(select)(end, reads, writes, others, &now);
}

int pselect(int end, fd_set *reads, fd_set *writes, fd_set *others, const struct timespec *length,
            const sigset_t *mask) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pselect)(end, reads, writes, others, length, mask);
  struct pollfd list[FD_SETSIZE];
  const nfds_t count = as_list(end, reads, writes, others, list);
  if (count == 0 && length)
    rw_sleep_until(self, rw_after(length));
  else
    stand(self, list, count, length ? rw_after(length) + 1 : 0, is_zero(length));
  static const struct timespec now = {0, 0};
  return RW_REAL(pselect)(end, reads, writes, others, &now, mask);
}
