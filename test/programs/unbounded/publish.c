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
  node->value = 1;
  pthread_mutex_lock(&lock);
  node->next = list;
  list = node;
  for (struct node *each = list; each; each = each->next)
    each->value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL);
  return 0;
}
