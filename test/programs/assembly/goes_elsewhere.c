// VERDICT: race
// ANSWER: unknown
//
// Assembly that jumps to a label of C.
#include <pthread.h>

static int counter;

static void *worker(void *unused) {
  __asm__ goto("lock; btsl $0, %0; jc %l1" : : "m"(counter) : "memory", "cc" : taken);
  counter = 3; // ACCESS: write 'counter' @11
taken:
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
