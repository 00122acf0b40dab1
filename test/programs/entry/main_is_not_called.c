// The program has a main that would order everything.
// VERDICT: race
// OPTIONS: --entry step
#include <pthread.h>

static int steps;

void *step(void *unused) {
  steps++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, step, NULL);
  pthread_join(thread, NULL);
  step(NULL);
  return 0;
}
