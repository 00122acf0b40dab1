// VERDICT: race
//
// A thread that is cancelled does not join the thread that it has created.
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

static void *create(void *unused) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  sleep(1);
  pthread_join(t, NULL);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, create, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  count++;
  return 0;
}
