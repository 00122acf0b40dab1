// VERDICT: race-free
//
// Message passing: the release store and the acquire load order the payload.
#include <pthread.h>
#include <stdatomic.h>

static int payload;
static atomic_int ready;

static void *sender(void *unused) {
  payload = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, sender, NULL);
  if (atomic_load_explicit(&ready, memory_order_acquire))
    got = payload;
  pthread_join(t, NULL);
  return got;
}
