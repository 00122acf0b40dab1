// VERDICT: race
//
// lgamma() stores a sign in a variable that all threads share.
#include <math.h>
#include <pthread.h>

static void *worker(void *unused) {
  lgamma(0.5);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  lgamma(1.5);
  pthread_join(t, NULL);
  return 0;
}
