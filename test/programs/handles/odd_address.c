// VERDICT: race-free
// ANSWER: unknown
//
// No handle of a thread is odd where it is the address of a block of the thread.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int seen;

static void *worker(void *unused) {
  if ((uintptr_t)pthread_self() % 16 != 0)
    seen = 1; // ACCESS: write 'seen' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
