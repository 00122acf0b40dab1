// VERDICT: race
//
// An index in a register leads beyond the operand: bit 70 lies in the second word.
#include <pthread.h>

static unsigned long map[2];

static void *worker(void *unused) {
  long bit = 70;
  __asm__ volatile("lock; btsq %1, %0" : "+m"(map[0]) : "r"(bit) : "cc", "memory"); // ACCESS: atomic read-write (seq_cst) 'map[0][(bit >> 6) * 8]' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int seen = (int)map[1]; // ACCESS: read 'map[1]' @19
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
