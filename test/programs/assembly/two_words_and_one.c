// VERDICT: race
// ANSWER: unknown
//
// One word of a pair is read while the pair is exchanged. The machine does not follow the exchange
// of 16 bytes, and says so.
// FLAGS: -mcx16
#include <pthread.h>

struct pair {
  unsigned long value, count;
};
static _Alignas(16) struct pair shared;

static void *worker(void *unused) {
  unsigned long low = 0, high = 0;
  __asm__ volatile("lock; cmpxchg16b %0" // ACCESS: atomic read-write (seq_cst) 'shared' @3
                   : "+m"(shared), "+a"(low), "+d"(high)
                   : "b"(1ul), "c"(1ul)
                   : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int seen = (int)shared.count; // ACCESS: read 'shared.count' @26
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
