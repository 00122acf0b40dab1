// VERDICT: race-free
// ANSWER: unknown
//
// The limit is what was set, which is not followed.
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
  const struct rlimit limit = {100, 100};
  struct rlimit now;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || getrlimit(RLIMIT_NOFILE, &now) != 0)
    return 1;
  pthread_create(&thread, NULL, work, NULL);
  if (now.rlim_cur == 200)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
