// VERDICT: race
// ANSWER: unknown
//
// The variables of two calls may lie at one address.
#include <pthread.h>
#include <stdint.h>

static int count;

static uintptr_t place(void) {
  volatile int local = 1; // ACCESS: write 'local' @16
  return (uintptr_t)&local;
}

static void *worker(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t thread;
  uintptr_t first = place(), second = place();
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  if (first == second)
    count++; // ACCESS: read 'count' @10, write 'count' @10
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
