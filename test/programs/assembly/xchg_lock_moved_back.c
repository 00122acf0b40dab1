// VERDICT: race-free
// ANSWER: unknown
//
// The lock is given back by a single store, as kernels do on x86. Whether that is an atomic store
// no standard says: neither a race nor race-free is claimed.
#include <pthread.h>

static int held;
static int counter;

static void *worker(void *unused) {
  int was;
  do {
    was = 1;
    __asm__ volatile("xchgl %0, %1" : "+r"(was), "+m"(held) : : "memory"); // ACCESS: atomic read-write (seq_cst) 'held' @5
  } while (was);
  counter++; // ACCESS: read 'counter' @10, write 'counter' @10
  __asm__ volatile("movl $0, %0" : "=m"(held) : : "memory"); // ACCESS: write 'held' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
