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
  n->value = value;
  n->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, memory_order_release,
                                                memory_order_relaxed))
    ;
}

static void *worker(void *unused) {
  push(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  push(2);
  struct node *n = atomic_load_explicit(&top, memory_order_acquire);
  int value = n->value;
  pthread_join(t, NULL);
  return value;
}
