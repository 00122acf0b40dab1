// VERDICT: race-free
// ANSWER: unknown
//
// libevent: an event of a pipe comes after something was written to it.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

struct event_base;
struct event;
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *base, int descriptor, short events,
                        void (*function)(int, short, void *), void *argument);
int event_add(struct event *event, const void *timeout);
int event_base_dispatch(struct event_base *base);

enum { EV_READ = 2 };

static int ends[2];
static int result;

static void readable(int descriptor, short events, void *unused) {
  ++result;
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
  struct event_base *base = event_base_new();
  event_add(event_new(base, ends[0], EV_READ, readable, NULL), NULL);
  pthread_create(&t, NULL, worker, NULL);
  event_base_dispatch(base);
  pthread_join(t, NULL);
  return 0;
}
