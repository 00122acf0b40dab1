// VERDICT: race-free
//
// A function of atexit() waits for the thread before it uses what that wrote.
#include <pthread.h>
#include <stdlib.h>

static int count;
static pthread_t thread;

static void finish(void) {
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  count++; // ACCESS: read 'count' @8, write 'count' @8
}

static void *worker(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  atexit(finish);
  if (pthread_create(&thread, NULL, worker, NULL) != 0) // ACCESS: write 'thread' @7 by pthread_create
    _Exit(1);
  return 0;
}
