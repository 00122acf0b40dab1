// VERDICT: race
//
// Pointer and tag in one atomic struct, and a compare-exchange whose expected value lives
// in the heap: on failure it receives a pointer that was never seen as one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct tagged {
  struct node *node;
  long tag;
};

static _Atomic struct tagged head;
static struct node *_Atomic list;

static void *worker(void *unused) {
  struct node *n = calloc(1, sizeof *n);
  struct node *m = calloc(1, sizeof *m);
  if (!n || !m)
    return NULL;
  atomic_store(&head, ((struct tagged){n, 1})); // ACCESS: write '<temporary>.node' @3, write '<temporary>.tag' @3, read '<temporary>' @3, atomic write (seq_cst) 'head' @3
  n->value = 5; // ACCESS: write 'n->value' @12
  while (!atomic_compare_exchange_weak(&list, &m->next, m)) // ACCESS: read 'm->next' @11, atomic read-write (seq_cst) 'list' @11, write 'm->next' @11
    ;
  m->value = 6; // ACCESS: write 'm->value' @12
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  struct tagged seen = head; // ACCESS: atomic read (seq_cst) 'head' @24, write 'seen' @24
  int value = seen.node ? seen.node->value : 0; // ACCESS: read 'seen.node' @20, read 'seen.node' @32, read 'seen.node->value' @38
  struct node *n = atomic_exchange(&list, NULL); // ACCESS: atomic read-write (seq_cst) 'list' @20
  value += n ? n->value : 0; // ACCESS: read 'n->value' @19
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value;
}
