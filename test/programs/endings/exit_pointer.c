// VERDICT: race
//
// The process ends through a pointer to exit(), and destructors run beside the thread.
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

static void leave(void (*end)(int), int code) {
  end(code);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  leave(exit, 0);
  return 0;
}
