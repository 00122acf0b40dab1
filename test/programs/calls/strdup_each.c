// VERDICT: race-free
//
// What strdup allocates belongs to the thread that called it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static _Atomic int ready;
static char text[] = "text";

static void *copier(void *unused) {
  if (ready) // ACCESS: atomic read (seq_cst) 'ready' @7
    free(strdup(text)); // ACCESS: write '*strdup(…)' @5 by free, read 'text' @10 by strdup
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, copier, NULL); // ACCESS: write 's' @3 by pthread_create
  pthread_create(&t, NULL, copier, NULL); // ACCESS: write 't' @3 by pthread_create
  ready = 1; // ACCESS: atomic write (seq_cst) 'ready' @9
  pthread_join(s, NULL); // ACCESS: read 's' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
