// VERDICT: race
//
// The twin of atfork.c: what fork() calls does not lock.
#include <pthread.h>
#include <unistd.h>

static int count;

static void prepare(void) {
  count++;
}

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_atfork(prepare, NULL, NULL);
  pthread_create(&t, NULL, work, NULL);
  if (fork() == 0)
    _exit(0);
  pthread_join(t, NULL);
  return 0;
}
