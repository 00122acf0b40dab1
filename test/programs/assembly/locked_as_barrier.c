// VERDICT: race-free
// ANSWER: unknown
//
// A locked instruction orders all accesses of its thread, whatever it changes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int first, second, data;

static void barrier(int *at) {
  __asm__ volatile("lock; addl $0, %0" : "+m"(*at) : : "memory", "cc"); // ACCESS: atomic read-write (seq_cst) '*at' @3
}

static void *worker(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  barrier(&first);
  atomic_store_explicit(&flag, 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'flag' @3
  return unused;
}

int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (atomic_load_explicit(&flag, memory_order_relaxed)) { // ACCESS: atomic read (relaxed) 'flag' @7
    barrier(&second);
    seen = data; // ACCESS: read 'data' @12
  }
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
