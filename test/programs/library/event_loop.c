// VERDICT: race
//
// The loop calls what was registered: it runs in this thread, and the worker beside it.
#include <pthread.h>
#include <stddef.h>

struct ev_loop;
typedef struct ev_io {
  int active;
  int pending;
  int priority;
  void *data;
  void (*cb)(struct ev_loop *loop, struct ev_io *watcher, int events);
  void *next;
  int fd;
  int events;
} ev_io;
struct ev_loop *ev_default_loop(unsigned flags);
void ev_io_start(struct ev_loop *loop, ev_io *watcher);
int ev_run(struct ev_loop *loop, int flags);

static int seen;

static void readable(struct ev_loop *loop, ev_io *watcher, int events) {
  ++seen;
}

static void *worker(void *unused) {
  ++seen;
  return unused;
}

int main(void) {
  ev_io input = {.cb = readable, .fd = 0, .events = 1};
  pthread_t t;
  struct ev_loop *loop = ev_default_loop(0);
  ev_io_start(loop, &input);
  pthread_create(&t, NULL, worker, NULL);
  ev_run(loop, 0);
  pthread_join(t, NULL);
  return 0;
}
