// VERDICT: race
//
// Fields behind pointers: the fast path looks at the head without the lock.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct queue {
  pthread_mutex_t lock;
  struct node *head, **tail;
};

static void push(struct queue *q, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return;
  n->value = value;
  n->next = NULL;
  pthread_mutex_lock(&q->lock);
  *q->tail = n;
  q->tail = &n->next;
  pthread_mutex_unlock(&q->lock);
}

static int pop(struct queue *q) {
  if (!q->head)
    return -1;
  pthread_mutex_lock(&q->lock);
  struct node *n = q->head;
  q->head = n->next;
  if (!q->head)
    q->tail = &q->head;
  pthread_mutex_unlock(&q->lock);
  int value = n->value;
  free(n);
  return value;
}

static void *producer(void *arg) {
  push(arg, 1);
  return NULL;
}

int main(void) {
  struct queue q = {.lock = PTHREAD_MUTEX_INITIALIZER};
  q.tail = &q.head;
  pthread_t t;
  pthread_create(&t, NULL, producer, &q);
  int got = pop(&q);
  pthread_join(t, NULL);
  return got;
}
