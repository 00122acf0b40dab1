// VERDICT: race-free
//
// Pushing to a lock-free stack: a node is private until the exchange publishes it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *_Atomic top;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->value = value; // ACCESS: write 'n->value' @12
  n->next = atomic_load_explicit(&top, memory_order_relaxed); // ACCESS: write 'n->next' @11, atomic read (relaxed) 'top' @13
  while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, memory_order_release, // ACCESS: read 'n->next' @11, atomic read-write (release) 'top' @11, write 'n->next' @11
                                                memory_order_relaxed))
    ;
}

static void *worker(void *unused) {
  push(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  push(2);
  struct node *n = atomic_load_explicit(&top, memory_order_acquire); // ACCESS: atomic read (acquire) 'top' @20
  int value = n->value; // ACCESS: read 'n->value' @18
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value;
}
