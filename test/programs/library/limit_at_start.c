// VERDICT: race
//
// The limit is up to the program that started this one; it is not above the hard one.
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct rlimit now;
  if (getrlimit(RLIMIT_NOFILE, &now) != 0)
    return 1;
  pthread_create(&thread, NULL, work, NULL);
  if (now.rlim_cur == 200)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
