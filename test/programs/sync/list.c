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
  n->next = l->head.next; // ACCESS: write 'n->next' @11, read 'l->head.next' @21
  n->prev = &l->head; // ACCESS: write 'n->prev' @11
  l->head.next->prev = n; // ACCESS: read 'l->head.next' @11, write 'l->head.next->prev' @22
  l->head.next = n; // ACCESS: write 'l->head.next' @16
  l->length++; // ACCESS: read 'l->length' @12, write 'l->length' @12
  pthread_mutex_unlock(&l->lock);
}

static int removeFirst(struct list *l) {
  int key = -1;
  pthread_mutex_lock(&l->lock);
  struct node *n = l->head.next; // ACCESS: read 'l->head.next' @28
  if (n != &l->head) {
    n->prev->next = n->next; // ACCESS: read 'n->prev' @8, write 'n->prev->next' @19, read 'n->next' @24
    n->next->prev = n->prev; // ACCESS: read 'n->next' @8, write 'n->next->prev' @19, read 'n->prev' @24
    l->length--; // ACCESS: read 'l->length' @14, write 'l->length' @14
    key = n->key; // ACCESS: read 'n->key' @14
    free(n); // ACCESS: write '*n' @5 by free
  }
  pthread_mutex_unlock(&l->lock);
  return key;
}

static void *worker(void *arg) {
  struct node *n = calloc(1, sizeof *n);
  if (n) {
    n->key = 4; // ACCESS: write 'n->key' @12
    insert(arg, n);
  }
  return NULL;
}

int main(void) {
  static struct list list;
  pthread_t t;
  pthread_mutex_init(&list.lock, NULL);
  list.head.next = list.head.prev = &list.head; // ACCESS: write 'list.head.next' @18, write 'list.head.prev' @35
  pthread_create(&t, NULL, worker, &list); // ACCESS: write 't' @3 by pthread_create
  int key = removeFirst(&list);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return key;
}
