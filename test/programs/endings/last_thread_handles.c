// VERDICT: race
// ANSWER: unknown
//
// Main ends its thread, which is the last one: then functions of atexit() run in it.
#include <pthread.h>
#include <stdlib.h>

static int state;

static void *worker(void *unused) {
  state = 1; // ACCESS: write 'state' @9
  return unused;
}

static void last(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  state = 2; // ACCESS: write 'state' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
}

int main(void) {
  atexit(last);
  pthread_exit(NULL);
}
