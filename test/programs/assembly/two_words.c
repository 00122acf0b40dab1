// VERDICT: race-free
//
// A value and its number are exchanged as one: 16 bytes.
// FLAGS: -mcx16
#include <pthread.h>

struct pair {
  unsigned long value, count;
};
static _Alignas(16) struct pair shared;

static int set(unsigned long value) {
  struct pair old = {0, 0}; // ACCESS: write 'old' @15
  unsigned char done;
  __asm__ volatile("lock; cmpxchg16b %1; sete %0" // ACCESS: read 'old.value' @3, read 'old.count' @3, atomic read-write (seq_cst) 'shared' @3, write 'old.value' @3, write 'old.count' @3
                   : "=q"(done), "+m"(shared), "+a"(old.value), "+d"(old.count)
                   : "b"(value), "c"(1ul)
                   : "memory", "cc");
  return done;
}

static void *worker(void *unused) {
  while (!set(7))
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  set(5);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)shared.value; // ACCESS: read 'shared.value' @22
}
