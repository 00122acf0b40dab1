// VERDICT: race-free
//
// The second call gives what the first has set.
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  umask(022);
  pthread_create(&thread, NULL, work, NULL);
  if (umask(077) != 022)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
