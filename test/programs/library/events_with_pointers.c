// VERDICT: race
// ANSWER: unknown
//
// What was handed over with the descriptor comes back, in another thread.
#include <pthread.h>
#include <sys/epoll.h>

static int connection;

static void *worker(void *unused) {
  struct epoll_event event;
  if (epoll_wait(3, &event, 1, -1) == 1)
    *(int *)event.data.ptr = 1;
  return unused;
}

int main(void) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connection};
  epoll_ctl(3, EPOLL_CTL_ADD, 0, &event);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  connection = 2;
  pthread_join(t, NULL);
  return 0;
}
