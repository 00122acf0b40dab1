// VERDICT: race
//
// One instruction, and yet a read and a write.
#include <pthread.h>

static int counter;

static void *worker(void *unused) {
  __asm__ volatile("incl %0" : "+m"(counter) : : "cc"); // ACCESS: read 'counter' @3, write 'counter' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
