// VERDICT: race
//
// The object is in the list before it is filled.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node {
  struct node *next;
  int value;
};
static struct node *list;

static void *worker(void *unused) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    return NULL;
  pthread_mutex_lock(&lock);
  node->next = list; // ACCESS: write 'node->next' @14, read 'list' @16
  list = node; // ACCESS: write 'list' @8
  if (node->next) // ACCESS: read 'node->next' @13
    node->next->value++; // ACCESS: read 'node->next' @11, read 'node->next->value' @22, write 'node->next->value' @22
  pthread_mutex_unlock(&lock);
  node->value = 1; // ACCESS: write 'node->value' @15
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
