// VERDICT: race
//
// The twin of stack.c: the value is written after the node was published.
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *next;
};

static struct node nodes[2];
static struct node *_Atomic top;

static void *worker(void *unused) {
  struct node *n = &nodes[1];
  n->next = atomic_load(&top);
  atomic_store(&top, n);
  n->value = 5;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  struct node *n = top;
  int value = n ? n->value : 0;
  pthread_join(t, NULL);
  return value;
}
