// VERDICT: race-free
//
// The twin of daemon_races.c with a lock.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pid_t child = fork();
  if (child < 0)
    return 1;
  if (child > 0)
    exit(0);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
