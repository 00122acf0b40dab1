// VERDICT: race
//
// A pointer to fresh memory goes through an atomic variable, which clang stores as an
// integer: who loses it there takes the node for private. It is written too late.
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
  atomic_store(&top, n); // ACCESS: atomic write (seq_cst) 'top' @3
  n->value = 5; // ACCESS: write 'n->value' @12
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  struct node *n = atomic_load(&top); // ACCESS: atomic read (seq_cst) 'top' @20
  int value = n ? n->value : 0; // ACCESS: read 'n->value' @22
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value;
}
