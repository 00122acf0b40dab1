// VERDICT: race-free
//
// _exit() calls no destructors, through a pointer neither.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int running = 1;

__attribute__((destructor)) static void finish(void) {
  running = 0; // ACCESS: write 'running' @11
}

static void *worker(void *unused) {
  return running ? unused : NULL; // ACCESS: read 'running' @10
}

int main(void) {
  pthread_t t;
  void (*end)(int) = _exit;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  end(0);
  return 0;
}
