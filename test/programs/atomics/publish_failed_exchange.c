// VERDICT: race
//
// The pointer is published with release, and read by a compare-exchange that fails: its
// failure order is relaxed, so that nothing orders the two accesses of the node.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};

static struct node *_Atomic top;

static void *giver(void *unused) {
  struct node *n = malloc(sizeof *n);
  n->value = 5; // ACCESS: write 'n->value' @12
  atomic_store_explicit(&top, n, memory_order_release); // ACCESS: atomic write (release) 'top' @3
  return unused;
}

static void *taker(void *unused) {
  struct node *seen = NULL;
  if (!atomic_compare_exchange_strong_explicit(&top, &seen, NULL, memory_order_acq_rel, // ACCESS: atomic read-write (acq_rel) 'top' @8
                                               memory_order_relaxed))
    seen->value++; // ACCESS: read 'seen->value' @16, write 'seen->value' @16
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, giver, NULL); // ACCESS: write 's' @3 by pthread_create
  pthread_create(&t, NULL, taker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(s, NULL); // ACCESS: read 's' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
