// VERDICT: race
//
// A thread-local variable whose address another thread was given is shared after all.
#include <pthread.h>

static _Thread_local int progress;

static void *watch(void *arg) {
  const int *theirs = arg;
  return *theirs > 0 ? arg : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, watch, &progress);
  progress = 1;
  pthread_join(t, NULL);
  return 0;
}
