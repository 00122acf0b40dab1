// VERDICT: race
//
// Within a time, poll() may find nothing.
#include <poll.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct pollfd all[2] = {{.fd = 0, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
  const int ready = poll(all, 2, 10);
  pthread_create(&thread, NULL, work, NULL);
  if (ready == 0)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
