// VERDICT: race
//
// Without the prefix the comparison and the exchange are two accesses.
#include <pthread.h>

static int held;
static int counter;

static void *worker(void *unused) {
  unsigned char done;
  do {
    int expected = 0;
    __asm__ volatile("cmpxchgl %3, %1; sete %0" // ACCESS: read 'held' @5, write 'held' @5
                     : "=q"(done), "+m"(held), "+a"(expected)
                     : "r"(1)
                     : "memory", "cc");
  } while (!done);
  counter++; // ACCESS: read 'counter' @10, write 'counter' @10
  __asm__ volatile("lock; decl %0" : "+m"(held) : : "memory", "cc"); // ACCESS: atomic read-write (seq_cst) 'held' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
