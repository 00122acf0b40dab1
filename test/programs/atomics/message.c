// VERDICT: race-free
//
// Message passing: the release store and the acquire load order the payload.
#include <pthread.h>
#include <stdatomic.h>

static int payload;
static atomic_int ready;

static void *sender(void *unused) {
  payload = 42; // ACCESS: write 'payload' @11
  atomic_store_explicit(&ready, 1, memory_order_release); // ACCESS: atomic write (release) 'ready' @3
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, sender, NULL); // ACCESS: write 't' @3 by pthread_create
  if (atomic_load_explicit(&ready, memory_order_acquire)) // ACCESS: atomic read (acquire) 'ready' @7
    got = payload; // ACCESS: read 'payload' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
