// The lock of one node does not protect the next one, which others reach first.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry touch_next --entry-memory shared
#include <pthread.h>

struct node {
  pthread_mutex_t lock;
  struct node *next;
  int value;
};

void touch_next(struct node *node) {
  pthread_mutex_lock(&node->lock);
  if (node->next)
    node->next->value++;
  pthread_mutex_unlock(&node->lock);
}
