// VERDICT: race
//
// An attribute is an ordinary object, which setters write and initialisations read.
#include <pthread.h>
#include <time.h>

static pthread_condattr_t attribute;

static void *work(void *unused) {
  pthread_cond_t ready;
  pthread_cond_init(&ready, &attribute);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_condattr_init(&attribute);
  pthread_create(&t, NULL, work, NULL);
  pthread_condattr_setclock(&attribute, CLOCK_MONOTONIC);
  pthread_join(t, NULL);
  return 0;
}
