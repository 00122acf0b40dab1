// VERDICT: race-free
// ANSWER: unknown
//
// libev: what a thread did before ev_async_send() comes before the call of the watcher.
#include <pthread.h>
#include <stddef.h>

struct ev_loop;
typedef struct ev_async {
  int active;
  int pending;
  int priority;
  void *data;
  void (*cb)(struct ev_loop *loop, struct ev_async *watcher, int events);
  int sent;
} ev_async;
struct ev_loop *ev_default_loop(unsigned flags);
void ev_async_start(struct ev_loop *loop, ev_async *watcher);
void ev_async_send(struct ev_loop *loop, ev_async *watcher);
void ev_break(struct ev_loop *loop, int how);
int ev_run(struct ev_loop *loop, int flags);

static struct ev_loop *loop;
static ev_async watcher;
static int result;

static void woken(struct ev_loop *of, ev_async *by, int events) {
  ++result;
  ev_break(of, 2);
}

static void *worker(void *unused) {
  result = 1;
  ev_async_send(loop, &watcher);
  return unused;
}

int main(void) {
  pthread_t t;
  loop = ev_default_loop(0);
  watcher.cb = woken;
  ev_async_start(loop, &watcher);
  pthread_create(&t, NULL, worker, NULL);
  ev_run(loop, 0);
  pthread_join(t, NULL);
  return 0;
}
