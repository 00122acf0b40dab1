// VERDICT: race
//
// Barriers do not make plain accesses atomic, whichever instruction they are.
#include <pthread.h>

static int data, ready;

static void *producer(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  __asm__ volatile("mfence" ::: "memory");
  ready = 1; // ACCESS: write 'ready' @9
  __asm__ volatile("lock; addl $0, 0(%%rsp)" ::: "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (ready) { // ACCESS: read 'ready' @7
    __asm__ volatile("lfence" ::: "memory");
    got = data; // ACCESS: read 'data' @11
  }
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
