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
  n->value = value; // ACCESS: write 'n->value' @12
  n->next = NULL; // ACCESS: write 'n->next' @11
  pthread_mutex_lock(&q->lock);
  *q->tail = n; // ACCESS: read 'q->tail' @7, write '*q->tail' @12
  q->tail = &n->next; // ACCESS: write 'q->tail' @11
  pthread_mutex_unlock(&q->lock);
}

static int pop(struct queue *q) {
  if (!q->head) // ACCESS: read 'q->head' @11
    return -1;
  pthread_mutex_lock(&q->lock);
  struct node *n = q->head; // ACCESS: read 'q->head' @23
  q->head = n->next; // ACCESS: write 'q->head' @11, read 'n->next' @16
  if (!q->head) // ACCESS: read 'q->head' @11
    q->tail = &q->head; // ACCESS: write 'q->tail' @13
  pthread_mutex_unlock(&q->lock);
  int value = n->value; // ACCESS: read 'n->value' @18
  free(n); // ACCESS: write '*n' @3 by free
  return value;
}

static void *producer(void *arg) {
  push(arg, 1);
  return NULL;
}

int main(void) {
  struct queue q = {.lock = PTHREAD_MUTEX_INITIALIZER}; // ACCESS: write 'q' @16
  q.tail = &q.head; // ACCESS: write 'q.tail' @10
  pthread_t t;
  pthread_create(&t, NULL, producer, &q); // ACCESS: write 't' @3 by pthread_create
  int got = pop(&q);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return got;
}
