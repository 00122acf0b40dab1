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

struct entry {
  struct entry *next;
  Watcher *watcher;
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

static void start(struct ev_loop *loop, Watcher *watcher) {
  model_changes(loop);
  if (watcher->active)
    return;
  watcher->active = 1;
  struct entry *entry = model_object(sizeof *entry);
  entry->watcher = watcher;
  entry->next = loop->started;
  loop->started = entry;
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

#define KIND(NAME)                                                                                 \
  void ev_##NAME##_start(struct ev_loop *loop, Watcher *watcher) {                                 \
    start(loop, watcher);                                                                          \
  }                                                                                                \
  void ev_##NAME##_stop(struct ev_loop *loop, Watcher *watcher) {                                  \
    stop(loop, watcher);                                                                           \
  }
KIND(io)
KIND(timer)
KIND(periodic)
KIND(signal)
KIND(child)
KIND(stat)
KIND(idle)
KIND(prepare)
KIND(check)
KIND(async)
void ev_timer_again(struct ev_loop *loop, Watcher *watcher) {
  start(loop, watcher);
}
void ev_async_send(struct ev_loop *loop, Watcher *watcher) {}
void ev_feed_event(struct ev_loop *loop, Watcher *watcher, int events) {
  model_changes(loop);
  watcher->pending = 1;
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
    watcher->pending = 0;
    MODEL_CALL(watcher->function, loop, watcher, raceward_any_int());
    model_changes(loop);
  }
  return raceward_any_bool();
}
void ev_loop(struct ev_loop *loop, int flags) {
  ev_run(loop, flags);
}
