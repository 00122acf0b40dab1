// VERDICT: race-free
//
// The thread has ended before exit() is called through a pointer.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int running = 1;

__attribute__((destructor)) static void finish(void) {
  running = 0; // ACCESS: write 'running' @11
}

static void *worker(void *unused) {
  return running ? unused : NULL; // ACCESS: read 'running' @10
}

int main(void) {
  pthread_t t;
  void (*volatile end)(int) = exit; // ACCESS: write 'end' @19
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  end(0); // ACCESS: read 'end' @3
  return 0;
}
