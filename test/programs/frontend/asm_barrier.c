// VERDICT: race
//
// A barrier for the compiler is no synchronisation: it makes no access, and orders none.
#include <pthread.h>

static int data, ready;

#define barrier() __asm__ volatile("" ::: "memory")

static void *producer(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  barrier();
  ready = 1; // ACCESS: write 'ready' @9
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (ready) { // ACCESS: read 'ready' @7
    barrier();
    got = data; // ACCESS: read 'data' @11
  }
  __asm__ volatile("pause\n\tmfence" ::: "memory");
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
