// Waiting for descriptors: poll, select, epoll. Which of them are ready is up to the environment, but
// for pipes (pipes.h).
#include "pipes.h"
#include "system.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>

// -- poll ----------------------------------------------------------------------------------

/// A wait for a pipe, or for something else.
static void awaitsPolled(const struct pollfd *all, nfds_t count) {
  for (nfds_t i = 0; i < count; ++i) {
    struct model_pipe *const pipe = all[i].events & POLLIN ? model_read_end(all[i].fd) : NULL;
    if (pipe != NULL && raceward_any_bool()) {
      model_awaits(pipe, all[i].fd);
      return;
    }
  }
}

/// Of the events that were asked for; `drawn` if the descriptor is not that of a pipe.
static int eventsOf(const struct pollfd *asked, int drawn) {
  struct model_pipe *const reads = model_read_end(asked->fd);
  if (reads != NULL)
    return asked->events & POLLIN && model_has_sent(reads, asked->fd) ? POLLIN : 0;
  return model_write_end(asked->fd) != NULL ? asked->events & POLLOUT : drawn;
}

/// How many have events. A failure leaves them as they are, or without events; a wait without an
/// end that finds none was interrupted.
static int pollAll(struct pollfd *all, nfds_t count, int isEndless) {
  const int failed = -(int)raceward_any_failure();
  const int follows = raceward_follows_pipes();
  if (follows && isEndless && !failed)
    awaitsPolled(all, count);
  const int left = failed & -(int)raceward_any_bool();
  int found = 0;
  for (nfds_t i = 0; i < count; ++i) {
    const int ignored = -(all[i].fd < 0);
    int events =
        raceward_any_short() & (all[i].events | POLLERR | POLLHUP | POLLNVAL) & ~ignored & ~failed;
    if (follows && !failed)
      events = eventsOf(&all[i], events);
    if (!follows || (model_read_end(all[i].fd) == NULL && model_write_end(all[i].fd) == NULL))
      raceward_receives(all[i].fd);
    all[i].revents = (short)(events | (all[i].revents & left));
    found += (short)events != 0;
  }
  const int none = failed | -((found == 0) & isEndless);
  errno = (errno & ~none) | (model_any_error() & none);
  return found | none;
}

static void readsWait(const struct timespec *time, const sigset_t *mask) {
  if (time != NULL)
    raceward_reads(time, sizeof *time);
  if (mask != NULL)
    raceward_reads(mask, _NSIG / 8);
}

int poll(struct pollfd *all, nfds_t count, int time) {
  return pollAll(all, count, time < 0);
}

int __poll(struct pollfd *all, nfds_t count, int time) {
  return pollAll(all, count, time < 0);
}

int __poll_chk(struct pollfd *all, nfds_t count, int time, size_t room) {
  return pollAll(all, count, time < 0);
}

int ppoll(struct pollfd *all, nfds_t count, const struct timespec *time, const sigset_t *mask) {
  readsWait(time, mask);
  return pollAll(all, count, time == NULL);
}

int __ppoll_chk(struct pollfd *all, nfds_t count, const struct timespec *time, const sigset_t *mask,
                size_t room) {
  readsWait(time, mask);
  return pollAll(all, count, time == NULL);
}

// -- select --------------------------------------------------------------------------------

enum { kBits = 8 * sizeof(unsigned long) };

/// The number of its bits.
static int bitsOf(unsigned long word) {
  unsigned long sums = word - (word >> 1 & ~0ul / 3);
  sums = (sums & ~0ul / 5) + (sums >> 2 & ~0ul / 5);
  sums = (sums + (sums >> 4)) & ~0ul / 17;
  return (int)(sums * (~0ul / 255) >> 8 * (sizeof sums - 1));
}

enum { kNeitherEnd = -1 };
enum { kWords = FD_SETSIZE / (int)kBits };

/// What is left of a word: `drawn`, but for pipes. It asks for the ends that are read from or written
/// to.
static unsigned long readyOf(int word, unsigned long asked, unsigned long drawn, int end) {
  for (int i = 0; i < (int)kBits; ++i) {
    const unsigned long bit = 1ul << i;
    const int descriptor = word * (int)kBits + i;
    struct model_pipe *const reads = asked & bit ? model_read_end(descriptor) : NULL;
    struct model_pipe *const writes = asked & bit ? model_write_end(descriptor) : NULL;
    if (reads == NULL && writes == NULL)
      continue;
    const int isReady = end == RACEWARD_READ_END ? reads != NULL && model_has_sent(reads, descriptor)
                                                 : end == RACEWARD_WRITE_END && writes != NULL;
    drawn = isReady ? drawn | bit : drawn & ~bit;
  }
  return drawn;
}

/// A wait for a pipe, or for something else.
static void awaitsSelected(int count, const fd_set *readable) {
  if (readable == NULL)
    return;
  for (int i = 0; i < count && i < FD_SETSIZE; ++i) {
    struct model_pipe *const pipe = FD_ISSET(i, readable) ? model_read_end(i) : NULL;
    if (pipe != NULL && raceward_any_bool()) {
      model_awaits(pipe, i);
      return;
    }
  }
}

/// A subset is left, or all if the call fails; returns how many. The function looks at numbers below
/// `count` only; the model does so from where the set ends, since a count that depends on the input
/// would make one case of each word.
static int narrow(int count, fd_set *set, unsigned long failed, int end) {
  if ((set == NULL) | (count <= 0))
    return 0;
  int left = 0;
  unsigned long *const words = (unsigned long *)set;
  const int follows = raceward_follows_pipes() && !failed;
  for (int i = 0; i < kWords || i * (int)kBits < count; ++i) {
    const unsigned long asked = words[i];
    unsigned long ready = asked & (raceward_any_ulong() | failed);
    if (follows)
      ready = readyOf(i, asked, ready, end);
    left += bitsOf(words[i] = ready);
  }
  return left;
}

/// A wait without an end fails if it finds nothing: it was interrupted, and the sets are as before.
static int selectAmong(int count, fd_set *readable, fd_set *writable, fd_set *exceptional,
                       int isEndless) {
  raceward_receives(RACEWARD_ANY_OTHER);
  const int failed = model_status();
  const unsigned long all = (unsigned long)(long)failed;
  if (raceward_follows_pipes() && isEndless && !failed)
    awaitsSelected(count, readable);
  int found = narrow(count, readable, all, RACEWARD_READ_END);
  found += narrow(count, writable, all, RACEWARD_WRITE_END);
  found += narrow(count, exceptional, all, kNeitherEnd);
  raceward_assume((found != 0) | (failed != 0) | !isEndless);
  return found | failed;
}

/// Linux writes the time that is left.
int select(int count, fd_set *restrict readable, fd_set *restrict writable,
           fd_set *restrict exceptional, struct timeval *restrict time) {
  if (time != NULL) {
    raceward_reads(time, sizeof *time);
    raceward_writes(time, sizeof *time);
  }
  return selectAmong(count, readable, writable, exceptional, time == NULL);
}

int __select(int count, fd_set *readable, fd_set *writable, fd_set *exceptional,
             struct timeval *time) {
  if (time != NULL) {
    raceward_reads(time, sizeof *time);
    raceward_writes(time, sizeof *time);
  }
  return selectAmong(count, readable, writable, exceptional, time == NULL);
}

int pselect(int count, fd_set *restrict readable, fd_set *restrict writable,
            fd_set *restrict exceptional, const struct timespec *restrict time,
            const sigset_t *restrict mask) {
  readsWait(time, mask);
  return selectAmong(count, readable, writable, exceptional, time == NULL);
}

/// The place of a descriptor in a set, with a check that it has one.
long __fdelt_chk(long descriptor) {
  if ((descriptor < 0) | (descriptor >= FD_SETSIZE))
    abort();
  return descriptor / (long)kBits;
}

long __fdelt_warn(long descriptor) {
  if ((descriptor < 0) | (descriptor >= FD_SETSIZE))
    abort();
  return descriptor / (long)kBits;
}

// -- epoll ---------------------------------------------------------------------------------

int epoll_create(int size) {
  return model_descriptor();
}

int epoll_create1(int flags) {
  return model_descriptor();
}

/// Its data, where a pointer has 32 bits.
struct NarrowEvent {
  unsigned events, pointer, beyond;
};

/// What the program hands over with a descriptor comes back from epoll_wait().
int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  const int failed = model_status();
  if (operation == EPOLL_CTL_DEL) {
    raceward_watches(epoll, operation, descriptor, 0, NULL, 0);
    return failed;
  }
  raceward_reads(event, sizeof *event);
  raceward_keeps(event->data.ptr);
  if (failed == 0)
    raceward_watches(epoll, operation, descriptor, event->events, event->data.ptr,
                     sizeof(void *) < sizeof(uint64_t) ? ((struct NarrowEvent *)event)->beyond : 0);
  return failed;
}

/// What is executed is one event at most; provers know of all that is written.
static int waitForEvents(int epoll, struct epoll_event *events, int most, int isEndless) {
  if (most <= 0)
    return model_failure();
  const int watch = raceward_chooses_watch(epoll);
  if (watch == 0)
    return isEndless ? model_failure() : model_status();
  const unsigned asked = raceward_watch_events(watch) & (EPOLLIN | EPOLLOUT);
  const unsigned some = asked & raceward_any_uint();
  raceward_assume(asked != 0);
  const int count =
      raceward_more("epoll_wait() may report several events") ? model_number(1, most) : 1;
  raceward_writes(events, (size_t)count * sizeof *events);
  events[count - 1].events = some != 0 ? some : asked;
  events[count - 1].data.ptr = raceward_watch_data(watch);
  if (sizeof(void *) < sizeof(uint64_t))
    ((struct NarrowEvent *)&events[count - 1])->beyond = raceward_watch_beyond(watch);
  return count;
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int time) {
  return waitForEvents(epoll, events, most, time < 0);
}

int epoll_pwait(int epoll, struct epoll_event *events, int most, int time, const sigset_t *mask) {
  readsWait(NULL, mask);
  return waitForEvents(epoll, events, most, time < 0);
}

int epoll_pwait2(int epoll, struct epoll_event *events, int most, const struct timespec *time,
                 const sigset_t *mask) {
  readsWait(time, mask);
  return waitForEvents(epoll, events, most, time == NULL);
}
