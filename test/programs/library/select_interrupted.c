// VERDICT: race
//
// A call that fails leaves the set as it is.
#include <pthread.h>
#include <stddef.h>
#include <sys/select.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(0, &readable);
  const int ready = select(1, &readable, NULL, NULL, NULL);
  pthread_create(&thread, NULL, work, NULL);
  if (ready < 0 && FD_ISSET(0, &readable))
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
