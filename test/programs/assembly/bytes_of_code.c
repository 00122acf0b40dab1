// VERDICT: race
// ANSWER: unknown
//
// The bytes are those of `incl (%rdi)`, without the prefix.
#include <pthread.h>

static int counter;

static void *worker(void *unused) {
  __asm__ volatile(".byte 0xff, 0x07" : : "D"(&counter) : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
