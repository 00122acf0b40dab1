// Pipes that a run follows (raceward_follows_pipes()): what is read is what was written before, and
// a read waits for it. A search does not get here, and provers know both this and what a descriptor
// of any kind does.
#pragma once

#include "model.h"

#include <semaphore.h>
#include <string.h>

/// What is kept for one.
struct model_pipe {
  sem_t blocks; ///< those that were sent and not taken
};

static inline void model_connects(int reads, int writes) {
  if (!raceward_follows_pipes())
    return;
  struct model_pipe *const made = raceward_new(sizeof *made);
  sem_init(&made->blocks, 0, 0);
  raceward_connects(reads, writes, made);
}

/// Null if the descriptor is not the end of a pipe that can be read from.
static inline struct model_pipe *model_read_end(int descriptor) {
  return raceward_pipe(descriptor, RACEWARD_READ_END);
}
static inline struct model_pipe *model_write_end(int descriptor) {
  return raceward_pipe(descriptor, RACEWARD_WRITE_END);
}

/// read(). An empty pipe is waited for: a failure comes before that, also if it is none to wait for.
static inline ssize_t model_takes(struct model_pipe *pipe, int descriptor, void *to, size_t bytes) {
  if (raceward_any_failure())
    return model_failure();
  if (bytes == 0)
    return 0;
  sem_wait(&pipe->blocks);
  const size_t taken = raceward_takes(descriptor, bytes);
  char *next = to;
  for (size_t size = raceward_piece_size(); size != 0; size = raceward_piece_size()) {
    memcpy(next, raceward_next_piece(), size);
    next += size;
  }
  return (ssize_t)taken;
}

/// write(). The bytes are read before others can have them.
static inline ssize_t model_gives(struct model_pipe *pipe, int descriptor, const void *from,
                                  size_t bytes) {
  if (raceward_any_failure())
    return model_failure();
  if (bytes == 0)
    return 0;
  void *const block = raceward_new(bytes);
  memcpy(block, from, bytes);
  sem_post(&pipe->blocks);
  raceward_sends(descriptor, block, bytes);
  return (ssize_t)bytes;
}

/// Whether there is something to read. What was sent comes before this answer.
static inline int model_has_sent(struct model_pipe *pipe, int descriptor) {
  const int before = errno;
  if (sem_trywait(&pipe->blocks) != 0) {
    errno = before;
    return 0;
  }
  raceward_leaves(descriptor);
  return 1;
}

/// Waits until there is.
static inline void model_awaits(struct model_pipe *pipe, int descriptor) {
  sem_wait(&pipe->blocks);
  raceward_leaves(descriptor);
}
