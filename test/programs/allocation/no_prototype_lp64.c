// VERDICT: race
// ANSWER: unknown
//
// malloc() is not looked up, and so gives an int by the rules of old C: half of the pointer is lost
// where it has 64 bits.
#include <pthread.h>

extern int malloc();

static int *counter;

static void *worker(void *unused) {
  ++*counter; // ACCESS: read 'counter' @6, read '*counter' @3, write '*counter' @3
  return unused;
}

int main(void) {
  pthread_t t;
  counter = (int *)(long)malloc(sizeof(int)); // ACCESS: write 'counter' @11
  if (!counter) // ACCESS: read 'counter' @8
    return 1;
  pthread_create(&t, 0, worker, 0); // ACCESS: write 't' @3 by pthread_create
  worker(0);
  pthread_join(t, 0); // ACCESS: read 't' @16
  return 0;
}
