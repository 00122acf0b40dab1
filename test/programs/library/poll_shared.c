// VERDICT: race
//
// poll() writes what happened into the list that both threads use.
#include <poll.h>
#include <pthread.h>

static struct pollfd list[2] = {{0, POLLIN, 0}, {1, POLLOUT, 0}};

static void *worker(void *unused) {
  poll(list, 2, -1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  const int ready = list[1].revents;
  pthread_join(t, NULL);
  return ready;
}
