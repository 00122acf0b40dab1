// VERDICT: race
//
// `volatile` orders nothing between threads, and is not atomic.
#include <pthread.h>

static volatile int ready;
static int answer;

static void *compute(void *unused) {
  answer = 42;
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, compute, NULL);
  while (!ready)
    ;
  int result = answer;
  pthread_join(t, NULL);
  return result;
}
