// VERDICT: race-free
//
// A list for each head, and a lock for each list. No node is in two lists.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int count;
};

extern int __VERIFIER_nondet_int(void);

static struct node *heads[16];
static pthread_mutex_t locks[16];

static void add(struct node *n, unsigned h) {
  n->next = heads[h]; // ACCESS: read 'heads[h]' @13, write 'n->next' @11
  heads[h] = n; // ACCESS: write 'heads[h]' @12
}

static void *worker(void *unused) {
  for (unsigned i = 0;; i++) {
    unsigned h = i % 16;
    struct node *n = malloc(sizeof *n);
    if (!n)
      return unused;
    n->count = 0; // ACCESS: write 'n->count' @14
    pthread_mutex_lock(&locks[h]);
    add(n, h);
    for (struct node *p = heads[h]; p; p = p->next) // ACCESS: read 'heads[h]' @27, read 'p->next' @47
      p->count++; // ACCESS: read 'p->count' @15, write 'p->count' @15
    pthread_mutex_unlock(&locks[h]);
  }
}

int main(void) {
  for (int i = 0; i < 16; i++)
    pthread_mutex_init(&locks[i], NULL);
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, worker, NULL)) // ACCESS: write 'thread' @9 by pthread_create
      return 1;
  }
  return 0;
}
