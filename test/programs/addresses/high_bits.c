// VERDICT: race-free
// ANSWER: unknown
//
// No address of a process has these bits, but those of the machine might.
#include <pthread.h>
#include <stdint.h>

static int seen;

static void *worker(void *unused) {
  if ((uintptr_t)&seen >> 48)
    seen = 1; // ACCESS: write 'seen' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if ((uintptr_t)&seen >> 48)
    seen = 2; // ACCESS: write 'seen' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
