// VERDICT: race
//
// The twin of list.c: a reader walks the list without the lock that the writer holds.
#include <pthread.h>

struct node {
  int key;
  struct node *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node first = {1, 0}, second = {2, 0};
static struct node *head = &first;

static void *writer(void *unused) {
  pthread_mutex_lock(&lock);
  head->next = &second; // ACCESS: read 'head' @3, write 'head->next' @14
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  for (const struct node *n = head; n; n = n->next) // ACCESS: read 'head' @31, read 'n->next' @47
    sum += n->key; // ACCESS: read 'n->key' @15
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return sum;
}
