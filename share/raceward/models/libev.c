// libev (<ev.h>): loops that call back when something happens.
//
// A loop and the watchers that are started in it belong to one thread at a time. A watcher is a
// struct of the program; all kinds of them start alike. ev_async_send() alone may be called from
// any thread, and has an effect in the loop only.
#include "object.h"

struct ev_loop;
typedef struct watcher {
  int active;
  int pending;
  int priority;
  void *data;
  void (*function)(struct ev_loop *, struct watcher *, int);
} Watcher;

/// A watcher for a descriptor.
struct descriptorWatcher {
  Watcher base;
  void *next;
  int descriptor;
};

/// One that another thread wakes.
struct asyncWatcher {
  Watcher base;
  int sent;
};

struct entry {
  struct entry *next;
  Watcher *watcher;
  int descriptor; ///< -1: none
  char isAsync;
};

struct ev_loop {
  char changed;
  struct entry *started;
  void *data;
  char isDone;
};

static struct ev_loop *theLoop;

struct ev_loop *ev_loop_new(unsigned flags) {
  return raceward_any_failure() ? NULL : model_object(sizeof(struct ev_loop));
}
struct ev_loop *ev_default_loop(unsigned flags) {
  if (theLoop == NULL)
    theLoop = model_object(sizeof *theLoop);
  return theLoop;
}
void ev_loop_destroy(struct ev_loop *loop) {
  model_changes(loop);
}
void ev_set_userdata(struct ev_loop *loop, void *data) {
  model_changes(loop);
  loop->data = data;
}
void *ev_userdata(struct ev_loop *loop) {
  model_looks_at(loop);
  return loop->data;
}
double ev_time(void) {
  double now;
  raceward_any_bytes(&now, sizeof now);
  return now;
}
double ev_now(struct ev_loop *loop) {
  model_looks_at(loop);
  return ev_time();
}
void ev_now_update(struct ev_loop *loop) {
  model_changes(loop);
}
void ev_ref(struct ev_loop *loop) {
  model_changes(loop);
}
void ev_unref(struct ev_loop *loop) {
  model_changes(loop);
}
void ev_break(struct ev_loop *loop, int how) {
  model_changes(loop);
  loop->isDone = 1;
}

static void startFor(struct ev_loop *loop, Watcher *watcher, int descriptor, char isAsync) {
  model_changes(loop);
  if (watcher->active)
    return;
  watcher->active = 1;
  struct entry *entry = model_object(sizeof *entry);
  entry->watcher = watcher;
  entry->descriptor = descriptor;
  entry->isAsync = isAsync;
  if (isAsync)
    __atomic_store_n(&((struct asyncWatcher *)watcher)->sent, 0, __ATOMIC_RELAXED);
  entry->next = loop->started;
  loop->started = entry;
}
static void start(struct ev_loop *loop, Watcher *watcher) {
  startFor(loop, watcher, -1, 0);
}
static void stop(struct ev_loop *loop, Watcher *watcher) {
  model_changes(loop);
  watcher->pending = 0;
  watcher->active = 0;
  for (struct entry **place = &loop->started; *place != NULL; place = &(*place)->next)
    if ((*place)->watcher == watcher) {
      *place = (*place)->next;
      return;
    }
}

#define KIND(NAME) KIND_FOR(NAME, -1, 0)
#define KIND_FOR(NAME, DESCRIPTOR, IS_ASYNC)                                                       \
  void ev_##NAME##_start(struct ev_loop *loop, Watcher *watcher) {                                 \
    startFor(loop, watcher, DESCRIPTOR, IS_ASYNC);                                                 \
  }                                                                                                \
  void ev_##NAME##_stop(struct ev_loop *loop, Watcher *watcher) {                                  \
    stop(loop, watcher);                                                                           \
  }
KIND_FOR(io, ((struct descriptorWatcher *)watcher)->descriptor, 0)
KIND(timer)
KIND(periodic)
KIND(signal)
KIND(child)
KIND(stat)
KIND(idle)
KIND(prepare)
KIND(check)
KIND_FOR(async, -1, 1)
void ev_timer_again(struct ev_loop *loop, Watcher *watcher) {
  start(loop, watcher);
}
void ev_async_send(struct ev_loop *loop, Watcher *watcher) {
  __atomic_store_n(&((struct asyncWatcher *)watcher)->sent, 1, __ATOMIC_SEQ_CST);
}
void ev_feed_event(struct ev_loop *loop, Watcher *watcher, int events) {
  model_changes(loop);
  watcher->pending = 1;
}

/// What was sent comes before the call.
static int isSent(Watcher *watcher) {
  return __atomic_exchange_n(&((struct asyncWatcher *)watcher)->sent, 0, __ATOMIC_SEQ_CST);
}

/// Calls what was started, in any order, until the program ends it or nothing is left.
int ev_run(struct ev_loop *loop, int flags) {
  model_changes(loop);
  loop->isDone = 0;
  while (!loop->isDone && loop->started != NULL && raceward_any_bool()) {
    const struct entry *next = loop->started;
    while (next->next != NULL && raceward_any_bool())
      next = next->next;
    Watcher *watcher = next->watcher;
    if (next->isAsync && !isSent(watcher) && !watcher->pending)
      continue;
    raceward_receives(next->descriptor);
    watcher->pending = 0;
    MODEL_CALL(watcher->function, loop, watcher, raceward_any_int());
    model_changes(loop);
  }
  return raceward_any_bool();
}
void ev_loop(struct ev_loop *loop, int flags) {
  ev_run(loop, flags);
}
