// VERDICT: race-free
//
// A number in the text counts modulo the size: bit 6 of the first word.
#include <pthread.h>

static unsigned long map[2];

static void *worker(void *unused) {
  __asm__ volatile("lock; btsq $70, %0" : "+m"(map[0]) : : "cc", "memory"); // ACCESS: atomic read-write (seq_cst) 'map[0]' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int seen = (int)map[1]; // ACCESS: read 'map[1]' @19
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
