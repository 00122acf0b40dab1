// VERDICT: race-free
// ANSWER: unknown
//
// One instruction of the text is known, the other one is not.
#include <pthread.h>

static int counter;

static void *worker(void *unused) {
  __asm__ volatile("lock; incl %0; serialize" : "+m"(counter) : : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
