// VERDICT: race-free
//
// A new object is filled before others see it.
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
  node->value = 1; // ACCESS: write 'node->value' @15
  pthread_mutex_lock(&lock);
  node->next = list; // ACCESS: write 'node->next' @14, read 'list' @16
  list = node; // ACCESS: write 'list' @8
  for (struct node *each = list; each; each = each->next) // ACCESS: read 'list' @28, read 'each->next' @53
    each->value++; // ACCESS: read 'each->value' @16, write 'each->value' @16
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
