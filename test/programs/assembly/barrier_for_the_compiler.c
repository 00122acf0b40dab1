// VERDICT: race
//
// A barrier for the compiler is not one for threads: C11 does not order the accesses to data.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *producer(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  __asm__ volatile("" ::: "memory");
  atomic_store_explicit(&ready, 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'ready' @3
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (atomic_load_explicit(&ready, memory_order_relaxed)) { // ACCESS: atomic read (relaxed) 'ready' @7
    __asm__ volatile("" ::: "memory");
    got = data; // ACCESS: read 'data' @11
  }
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
