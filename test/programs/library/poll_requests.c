// VERDICT: race-free
//
// poll() only reads what it is asked for; the second half of the list is not part of the call.
#include <poll.h>
#include <pthread.h>

static struct pollfd list[2] = {{0, POLLIN, 0}, {1, POLLOUT, 0}};

static void *worker(void *unused) {
  poll(list, 1, -1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  const int wanted = list[0].events + list[1].revents;
  pthread_join(t, NULL);
  return wanted;
}
