// libevent (<event2/event.h>): loops that call back when something happens, and buffers.
//
// A base, its events and buffers belong to one thread at a time, unless the program has asked for
// locks with evthread_use_pthreads(); then all functions of a base are serialised by one lock,
// which is not held while the program's functions run.
#include "object.h"

#include <pthread.h>
#include <sys/time.h>

struct event;
struct event_base {
  char changed;
  char hasLock;
  char isDone;
  pthread_mutex_t lock;
  struct event *added;
};

struct event {
  char changed;
  struct event *next;
  struct event_base *base;
  void (*function)(int, short, void *);
  void *argument;
  int descriptor; ///< or the number of a signal
  short events;
  char isAdded;
  char isTimed;
  char isActivated; ///< by the program
};

static char useLocks;
static struct event_base *current; ///< of functions that get none

int evthread_use_pthreads(void) {
  useLocks = 1;
  return 0;
}

static void enter(struct event_base *base) {
  if (base->hasLock)
    pthread_mutex_lock(&base->lock);
  model_changes(base);
}
static void leave(struct event_base *base) {
  if (base->hasLock)
    pthread_mutex_unlock(&base->lock);
}

struct event_base *event_base_new(void) {
  struct event_base *base = model_object(sizeof *base);
  base->hasLock = useLocks;
  pthread_mutex_init(&base->lock, NULL);
  return base;
}
struct event_base *event_init(void) {
  current = event_base_new();
  return current;
}
void event_base_free(struct event_base *base) {
  free(base);
}

static void assign(struct event *event, struct event_base *base, int descriptor, short events,
                   void (*function)(int, short, void *), void *argument) {
  model_changes(event);
  event->base = base;
  event->descriptor = descriptor;
  event->function = function;
  event->argument = argument;
  event->events = events;
  event->isAdded = 0;
  event->isTimed = 0;
  event->isActivated = 0;
}
struct event *event_new(struct event_base *base, int descriptor, short events,
                        void (*function)(int, short, void *), void *argument) {
  struct event *event = model_object(sizeof *event);
  assign(event, base, descriptor, events, function, argument);
  return event;
}

/// An event of the program is as large as event_get_struct_event_size() says.
size_t event_get_struct_event_size(void) {
  return sizeof(struct event);
}
int event_assign(struct event *event, struct event_base *base, int descriptor, short events,
                 void (*function)(int, short, void *), void *argument) {
  assign(event, base, descriptor, events, function, argument);
  return 0;
}
void event_set(struct event *event, int descriptor, short events,
               void (*function)(int, short, void *), void *argument) {
  assign(event, current, descriptor, events, function, argument);
}
int event_base_set(struct event_base *base, struct event *event) {
  model_changes(event);
  event->base = base;
  return 0;
}

static void removes(struct event *event) {
  for (struct event **place = &event->base->added; *place != NULL; place = &(*place)->next)
    if (*place == event) {
      *place = event->next;
      break;
    }
  event->isAdded = 0;
}
/// Requires the lock.
static void adds(struct event *event) {
  if (event->isAdded)
    return;
  event->isAdded = 1;
  event->next = event->base->added;
  event->base->added = event;
}
int event_add(struct event *event, const struct timeval *timeout) {
  if (timeout != NULL)
    raceward_reads(timeout, sizeof *timeout);
  enter(event->base);
  event->isTimed |= timeout != NULL;
  adds(event);
  leave(event->base);
  return model_number(-1, 0);
}
int event_del(struct event *event) {
  enter(event->base);
  event->isActivated = 0;
  removes(event);
  leave(event->base);
  return 0;
}
void event_free(struct event *event) {
  event_del(event);
  free(event);
}
void event_active(struct event *event, int events, short calls) {
  enter(event->base);
  event->isActivated = 1;
  adds(event);
  leave(event->base);
}
int event_pending(const struct event *event, short events, struct timeval *to) {
  enter(event->base);
  const int isAdded = event->isAdded;
  leave(event->base);
  if (to != NULL)
    raceward_writes(to, sizeof *to);
  return isAdded;
}

static int ends(struct event_base *base) {
  enter(base);
  base->isDone = 1;
  leave(base);
  return 0;
}
int event_base_loopbreak(struct event_base *base) {
  return ends(base);
}
int event_base_loopexit(struct event_base *base, const struct timeval *after) {
  return ends(base);
}

/// One that waits for neither a descriptor, nor a signal, nor a time happens where the program says
/// so: event_active() comes before the call.
static int mayHappen(const struct event *event) {
  return event->isActivated | event->isTimed | (event->descriptor >= 0);
}

/// Calls what was added, in any order, until the program ends it or nothing is left.
int event_base_loop(struct event_base *base, int flags) {
  enum { kSignal = 8, kPersistent = 0x10 };
  enter(base);
  base->isDone = 0;
  while (!base->isDone && base->added != NULL && raceward_any_bool()) {
    struct event *event = base->added;
    while (event->next != NULL && raceward_any_bool())
      event = event->next;
    if (!mayHappen(event)) {
      leave(base);
      enter(base);
      continue;
    }
    if (!event->isActivated && (event->events & kSignal) == 0)
      raceward_receives(event->descriptor);
    event->isActivated = 0;
    if ((event->events & kPersistent) == 0)
      removes(event);
    void (*function)(int, short, void *) = event->function;
    void *argument = event->argument;
    const int descriptor = event->descriptor;
    leave(base);
    MODEL_CALL(function, descriptor, raceward_any_short(), argument);
    enter(base);
  }
  leave(base);
  return model_number(-1, 1);
}
int event_base_dispatch(struct event_base *base) {
  return event_base_loop(base, 0);
}
int event_dispatch(void) {
  return event_base_loop(current, 0);
}

// -- buffers -----------------------------------------------------------------------------------

struct evbuffer {
  char changed;
  char content[64];
};
struct evbuffer *evbuffer_new(void) {
  return model_object(sizeof(struct evbuffer));
}
void evbuffer_free(struct evbuffer *buffer) {
  free(buffer);
}
size_t evbuffer_get_length(const struct evbuffer *buffer) {
  model_looks_at(buffer);
  return raceward_any_size();
}
int evbuffer_add(struct evbuffer *buffer, const void *from, size_t bytes) {
  raceward_reads(from, bytes);
  model_changes(buffer);
  return 0;
}
int evbuffer_remove(struct evbuffer *buffer, void *to, size_t bytes) {
  model_changes(buffer);
  raceward_writes(to, bytes);
  return model_number(-1, (int)(bytes & 0x7fffffff));
}
int evbuffer_drain(struct evbuffer *buffer, size_t bytes) {
  model_changes(buffer);
  return 0;
}
unsigned char *evbuffer_pullup(struct evbuffer *buffer, ssize_t bytes) {
  model_changes(buffer);
  return raceward_any_failure() ? NULL : (unsigned char *)buffer->content;
}
