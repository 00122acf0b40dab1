// VERDICT: race
//
// Functions of atexit() run in the thread that calls exit(), beside main.
#include <pthread.h>
#include <stdlib.h>

static int count;

static void finish(void) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
}

static void *worker(void *unused) {
  (void)unused;
  exit(1);
}

int main(void) {
  pthread_t thread;
  atexit(finish);
  if (pthread_create(&thread, NULL, worker, NULL) != 0) // ACCESS: write 'thread' @7 by pthread_create
    return 1;
  count = 1; // ACCESS: write 'count' @9
  return 0;
}
