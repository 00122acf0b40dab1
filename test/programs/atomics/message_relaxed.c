// VERDICT: race
//
// The twin of message.c: relaxed atomics order nothing.
#include <pthread.h>
#include <stdatomic.h>

static int payload;
static atomic_int ready;

static void *sender(void *unused) {
  payload = 42; // ACCESS: write 'payload' @11
  atomic_store_explicit(&ready, 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'ready' @3
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, sender, NULL); // ACCESS: write 't' @3 by pthread_create
  if (atomic_load_explicit(&ready, memory_order_relaxed)) // ACCESS: atomic read (relaxed) 'ready' @7
    got = payload; // ACCESS: read 'payload' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
