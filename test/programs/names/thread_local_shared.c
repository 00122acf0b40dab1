// VERDICT: race
//
// A thread-local variable whose address another thread was given is shared after all.
#include <pthread.h>

static _Thread_local int progress;

static void *watch(void *arg) {
  const int *theirs = arg;
  return *theirs > 0 ? arg : NULL; // ACCESS: read '*theirs' @10
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, watch, &progress); // ACCESS: write 't' @3 by pthread_create
  progress = 1; // ACCESS: write 'progress' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
