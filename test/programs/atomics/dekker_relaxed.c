// VERDICT: race
//
// The twin of dekker.c: relaxed flags order nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void enter(int me) {
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'wants[me]' @3
  if (!atomic_load_explicit(&wants[1 - me], memory_order_relaxed)) // ACCESS: atomic read (relaxed) 'wants[1 - me]' @8
    inside++; // ACCESS: read 'inside' @11, write 'inside' @11
  atomic_store_explicit(&wants[me], 0, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'wants[me]' @3
}

static void *other(void *unused) {
  enter(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL); // ACCESS: write 't' @3 by pthread_create
  enter(0);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return inside; // ACCESS: read 'inside' @10
}
