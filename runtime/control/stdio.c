/* Locks of streams, as separate mutexes: a thread that really held one would block all others in
 * the middle of a call that we cannot see. */
#include "inside.h"

#include <stdio.h>

enum { kMostStreams = 64 };
static struct {
  const FILE *stream;
  const struct rw_thread *holder;
  unsigned depth;
} held[kMostStreams];

static int index_of(const FILE *stream) {
  for (int i = 0; i < kMostStreams; ++i)
    if (held[i].depth && held[i].stream == stream)
      return i;
  return -1;
}

static int is_free(const struct rw_thread *thread) {
  return index_of(thread->object) < 0;
}

static void hold(struct rw_thread *self, FILE *stream) {
  for (int i = 0; i < kMostStreams; ++i)
    if (!held[i].depth) {
      held[i].stream = stream;
      held[i].holder = self;
      held[i].depth = 1;
      return;
    }
  rw_end(RW_REFUSED, "the program locks more than %d streams", kMostStreams);
}

static int is_held_again(struct rw_thread *self, FILE *stream) {
  const int at = index_of(stream);
  if (at < 0 || held[at].holder != self)
    return 0;
  ++held[at].depth;
  return 1;
}

void flockfile(FILE *stream) {
  struct rw_thread *const self = rw_self;
  if (!self) {
    RW_REAL(flockfile)(stream);
    return;
  }
  if (is_held_again(self, stream))
    return;
  const struct rw_what what = {.kind = RW_EV_LOCK,
                               .site = rw_call_site(),
                               .address = stream,
                               .test = is_free,
                               .object = stream};
  rw_step(self, &what);
  hold(self, stream);
}

int ftrylockfile(FILE *stream) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(ftrylockfile)(stream);
  if (is_held_again(self, stream))
    return 0;
  const struct rw_what what = {
      .kind = RW_EV_LOCK, .flags = RW_ATTEMPT, .site = rw_call_site(), .address = stream};
  struct rw_event *const event = rw_step(self, &what);
  if (index_of(stream) < 0) {
    hold(self, stream);
    return 0;
  }
  event->kind = RW_EV_TRYLOCK;
  return 1;
}

void funlockfile(FILE *stream) {
  struct rw_thread *const self = rw_self;
  const int at = self ? index_of(stream) : -1;
  if (at < 0 || held[at].holder != self) {
    if (!self)
      RW_REAL(funlockfile)(stream);
    return;
  }
  if (held[at].depth > 1) {
    --held[at].depth;
    return;
  }
  rw_call(self, RW_EV_UNLOCK, stream);
  held[at].depth = 0;
}
