// VERDICT: race-free
//
// The twin of failed_swap_relaxed.c: seq_cst in both cases.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *unused) {
  data = 42; // ACCESS: write 'data' @8
  ready = 1; // ACCESS: atomic write (seq_cst) 'ready' @9
  return unused;
}

int main(void) {
  pthread_t t;
  int expected = 0, got = 0;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (!atomic_compare_exchange_strong(&ready, &expected, 2)) // ACCESS: atomic read-write (seq_cst) 'ready' @8
    got = data; // ACCESS: read 'data' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
