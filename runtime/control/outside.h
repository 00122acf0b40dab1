/* Calls that may wait for events outside of the process. */
#ifndef RACEWARD_CONTROL_OUTSIDE_H
#define RACEWARD_CONTROL_OUTSIDE_H

#include "inside.h"

#include <poll.h>

/* The event that a thread waits for: one of these descriptors, or a condition without one. */
struct rw_outside {
  const struct pollfd *fds;
  nfds_t count;
  int (*is_ready)(const void *); /* instead of descriptors */
  const void *argument;
  uint64_t deadline; /* 0: none */
  uint64_t channel;  /* that is read or written, see rw_channel(); 0: none that orders */
  uint8_t order;     /* RW_ACQUIRE for a reader, RW_RELEASE for a writer */
};

/* An identity that both ends of a pipe, a connection or a file share. */
uint64_t rw_channel(int fd);

/* Waits before the call until it would not block. 1: it gave up at the deadline. */
int rw_outside_step(struct rw_thread *self, const struct rw_outside *what);
/* A call that does not block, but may enable another one: closing, writing to a file. */
void rw_outside_touch(struct rw_thread *self);
/* For a call on one descriptor, which waits for these events unless it is non-blocking. */
void rw_outside_fd(struct rw_thread *self, int fd, short events);
/* The same for a call that never blocks. */
void rw_outside_at_once(struct rw_thread *self, int fd, short events);
int rw_is_nonblocking(int fd);

/* -- random.c -- */
void rw_fill_randomly(struct rw_thread *self, void *to, size_t bytes);
int rw_is_random_device(int fd);

/* Really waits until one of these threads is enabled, or until that time of the virtual clock,
 * as if it ran in real time; only briefly if another thread could run. 1: one is enabled. */
int rw_wait_for_outside(uint64_t threads, uint64_t until, int others_could);

#endif
