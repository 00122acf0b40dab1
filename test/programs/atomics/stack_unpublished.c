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
  n->next = atomic_load(&top); // ACCESS: write 'n->next' @11, atomic read (seq_cst) 'top' @13
  atomic_store(&top, n); // ACCESS: atomic write (seq_cst) 'top' @3
  n->value = 5; // ACCESS: write 'n->value' @12
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  struct node *n = top; // ACCESS: atomic read (seq_cst) 'top' @20
  int value = n ? n->value : 0; // ACCESS: read 'n->value' @22
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value;
}
