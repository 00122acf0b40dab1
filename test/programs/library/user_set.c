// VERDICT: race-free
//
// The effective user is the one that was set.
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
  const int failed = seteuid(7);
  pthread_create(&thread, NULL, work, NULL);
  if (failed == 0 && geteuid() != 7)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
