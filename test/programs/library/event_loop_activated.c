// VERDICT: race-free
// ANSWER: unknown
//
// libevent: an event of no descriptor happens where the program says so, and what is before that
// comes before the call.
#include <pthread.h>
#include <stddef.h>

struct event_base;
struct event;
int evthread_use_pthreads(void);
struct event_base *event_base_new(void);
struct event *event_new(struct event_base *base, int descriptor, short events,
                        void (*function)(int, short, void *), void *argument);
int event_add(struct event *event, const void *timeout);
void event_active(struct event *event, int events, short calls);
int event_base_loopbreak(struct event_base *base);
int event_base_dispatch(struct event_base *base);

enum { EV_PERSIST = 16 };

static struct event_base *base;
static struct event *wake;
static int result;

static void woken(int descriptor, short events, void *unused) {
  ++result;
  event_base_loopbreak(base);
}

static void *worker(void *unused) {
  result = 1;
  event_active(wake, 0, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  evthread_use_pthreads();
  base = event_base_new();
  wake = event_new(base, -1, EV_PERSIST, woken, NULL);
  event_add(wake, NULL);
  pthread_create(&t, NULL, worker, NULL);
  event_base_dispatch(base);
  pthread_join(t, NULL);
  return 0;
}
