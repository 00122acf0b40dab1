// VERDICT: race
// ANSWER: unknown
//
// Linkers move the entries of this older section to those that start-up code calls.
#include <pthread.h>

int x;

static void *worker(void *unused) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return unused;
}

static void start(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
}


__attribute__((section(".ctors"), used)) static void (*entry)(void) = start;

int main(void) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return 0;
}
