// VERDICT: race-free
//
// Not more is left than was set.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  alarm(5);
  pthread_create(&thread, NULL, work, NULL);
  if (alarm(0) > 5)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
