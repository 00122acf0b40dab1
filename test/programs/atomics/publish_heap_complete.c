// VERDICT: race-free
//
// The twin of publish_heap.c: the node is complete before the pointer to it is stored. The
// release store and the acquire load order its content.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *_Atomic top;

static void *worker(void *unused) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->value = 5; // ACCESS: write 'n->value' @12
  atomic_store_explicit(&top, n, memory_order_release); // ACCESS: atomic write (release) 'top' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  struct node *n = atomic_load_explicit(&top, memory_order_acquire); // ACCESS: atomic read (acquire) 'top' @20
  int value = n ? n->value : 0; // ACCESS: read 'n->value' @22
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value;
}
