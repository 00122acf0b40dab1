// VERDICT: race-free
//
// A linked list whose nodes one thread adds and the other one removes, under its lock.
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next, *prev;
};

struct list {
  pthread_mutex_t lock;
  struct node head;
  unsigned length;
};

static void insert(struct list *l, struct node *n) {
  pthread_mutex_lock(&l->lock);
  n->next = l->head.next;
  n->prev = &l->head;
  l->head.next->prev = n;
  l->head.next = n;
  l->length++;
  pthread_mutex_unlock(&l->lock);
}

static int removeFirst(struct list *l) {
  int key = -1;
  pthread_mutex_lock(&l->lock);
  struct node *n = l->head.next;
  if (n != &l->head) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    l->length--;
    key = n->key;
    free(n);
  }
  pthread_mutex_unlock(&l->lock);
  return key;
}

static void *worker(void *arg) {
  struct node *n = calloc(1, sizeof *n);
  if (n) {
    n->key = 4;
    insert(arg, n);
  }
  return NULL;
}

int main(void) {
  static struct list list;
  pthread_t t;
  pthread_mutex_init(&list.lock, NULL);
  list.head.next = list.head.prev = &list.head;
  pthread_create(&t, NULL, worker, &list);
  int key = removeFirst(&list);
  pthread_join(t, NULL);
  return key;
}
