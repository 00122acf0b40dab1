// VERDICT: race
// ANSWER: unknown
//
// Release and acquire let both threads read 0, and then both write `shared`. In every
// interleaving one of them reads 1: a search through interleavings must not call this
// race-free under C11. The twin store_buffer_sc.c asks the same under sc.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mine, yours;
static int shared;

static void *other(void *unused) {
  atomic_store_explicit(&mine, 1, memory_order_release); // ACCESS: atomic write (release) 'mine' @3
  if (!atomic_load_explicit(&yours, memory_order_acquire)) // ACCESS: atomic read (acquire) 'yours' @8
    shared = 1; // ACCESS: write 'shared' @12
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL); // ACCESS: write 't' @3 by pthread_create
  atomic_store_explicit(&yours, 1, memory_order_release); // ACCESS: atomic write (release) 'yours' @3
  if (!atomic_load_explicit(&mine, memory_order_acquire)) // ACCESS: atomic read (acquire) 'mine' @8
    shared = 2; // ACCESS: write 'shared' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
