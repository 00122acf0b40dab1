// VERDICT: race-free
//
// select() counts what it leaves in the sets; without a time, there is something.
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
  if (ready == 0 || ready > 1 || (ready == 1 && !FD_ISSET(0, &readable)))
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
