// VERDICT: race
//
// An address in the section of start-up code is one, whatever its type.
#include <pthread.h>
#include <stdint.h>

int x;

static void *worker(void *unused) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return unused;
}

static void start(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
}


__attribute__((section(".init_array"), used)) static uintptr_t entry = (uintptr_t)start;

int main(void) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return 0;
}
