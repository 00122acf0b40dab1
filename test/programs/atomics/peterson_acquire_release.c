// VERDICT: race
// ANSWER: unknown
//
// The twin of peterson.c: both may miss the other one's flag, in no interleaving.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void enter(int me) {
  atomic_store_explicit(&wants[me], 1, memory_order_release); // ACCESS: atomic write (release) 'wants[me]' @3
  atomic_store_explicit(&turn, 1 - me, memory_order_release); // ACCESS: atomic write (release) 'turn' @3
  while (atomic_load_explicit(&wants[1 - me], memory_order_acquire) && // ACCESS: atomic read (acquire) 'wants[1 - me]' @10
         atomic_load_explicit(&turn, memory_order_acquire) == 1 - me) // ACCESS: atomic read (acquire) 'turn' @10
    ;
  inside++; // ACCESS: read 'inside' @9, write 'inside' @9
  atomic_store_explicit(&wants[me], 0, memory_order_release); // ACCESS: atomic write (release) 'wants[me]' @3
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
