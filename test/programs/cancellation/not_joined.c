// VERDICT: race
//
// A cancelled thread goes on until it notices.
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count++;
  sleep(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  count++;
  pthread_join(t, NULL);
  return count;
}
