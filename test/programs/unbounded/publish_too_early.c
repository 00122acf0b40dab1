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
  node->next = list;
  list = node;
  if (node->next)
    node->next->value++;
  pthread_mutex_unlock(&lock);
  node->value = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL);
  return 0;
}
