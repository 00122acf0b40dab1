/* Calls that may wait for the world outside of the process. */
#ifndef RACEWARD_CONTROL_OUTSIDE_H
#define RACEWARD_CONTROL_OUTSIDE_H

#include "inside.h"

#include <poll.h>

/* What a thread waits for: one of these descriptors, or something that has none. */
struct rw_outside {
  const struct pollfd *fds;
  nfds_t count;
  int (*is_ready)(const void *); /* instead of descriptors */
  const void *argument;
  uint64_t deadline; /* 0: none */
  uint64_t channel;  /* what is read or written, see rw_channel(); 0: nothing that orders */
  uint8_t order;     /* RW_ACQUIRE for a reader, RW_RELEASE for a writer */
};

/* A name that both ends of a pipe, a connection or a file have. */
uint64_t rw_channel(int fd);

/* Stands before the call until it would not wait. 1: it gave up at the deadline. */
int rw_outside_step(struct rw_thread *self, const struct rw_outside *what);
/* A call that does not wait, but may let another one go on: closing, writing to a file. */
void rw_outside_touch(struct rw_thread *self);
/* For a call on one descriptor, which waits for these events unless it is non-blocking. */
void rw_outside_fd(struct rw_thread *self, int fd, short events);
/* The same for one that does not wait in any case. */
void rw_outside_at_once(struct rw_thread *self, int fd, short events);
int rw_is_nonblocking(int fd);

/* -- random.c -- */
void rw_fill_randomly(struct rw_thread *self, void *to, size_t bytes);
int rw_is_random_device(int fd);

/* Really waits until one of these threads may go, or until that moment of the virtual clock, taken
 * as if it ran like the real one; not for long if somebody else could go on. 1: one may go. */
int rw_wait_for_outside(uint64_t threads, uint64_t until, int others_could);

#endif
