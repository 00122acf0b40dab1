// VERDICT: race-free
// ANSWER: unknown
//
// libev: a watcher for a pipe is called after something was written to it.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

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

static int ends[2];
static int result;

static void readable(struct ev_loop *loop, ev_io *watcher, int events) {
  ++result;
  _exit(0);
}

static void *worker(void *unused) {
  result = 1;
  if (write(ends[1], "x", 1) != 1)
    return NULL;
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(ends) != 0)
    return 1;
  ev_io input = {.cb = readable, .fd = ends[0], .events = 1};
  struct ev_loop *loop = ev_default_loop(0);
  ev_io_start(loop, &input);
  pthread_create(&t, NULL, worker, NULL);
  ev_run(loop, 0);
  pthread_join(t, NULL);
  return 0;
}
