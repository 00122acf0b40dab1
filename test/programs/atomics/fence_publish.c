// VERDICT: race-free
//
// Relaxed accesses between fences order as release and acquire do.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'ready' @3
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (atomic_load_explicit(&ready, memory_order_relaxed)) { // ACCESS: atomic read (relaxed) 'ready' @7
    atomic_thread_fence(memory_order_acquire);
    got = data; // ACCESS: read 'data' @11
  }
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
