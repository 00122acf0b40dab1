// VERDICT: race-free
//
// The instruction for waiting loops does nothing to memory.
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int ready;

static void *worker(void *unused) {
  x = 1; // ACCESS: write 'x' @5
  ready = 1; // ACCESS: atomic write (seq_cst) 'ready' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  while (!ready) // ACCESS: atomic read (seq_cst) 'ready' @11
    __builtin_ia32_pause();
  x++; // ACCESS: read 'x' @4, write 'x' @4
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
