// VERDICT: race
//
// The child has the threads.
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  if (fork() != 0)
    return 0;
  pthread_create(&t, NULL, work, NULL);
  count++;
  pthread_join(t, NULL);
  return 0;
}
