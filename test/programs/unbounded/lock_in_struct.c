// VERDICT: race-free
//
// Each object has its own lock.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
  pthread_mutex_t lock;
  int value;
};
static struct cell cells[16];

static void add(struct cell *cell) {
  pthread_mutex_lock(&cell->lock);
  cell->value++; // ACCESS: read 'cell->value' @14, write 'cell->value' @14
  pthread_mutex_unlock(&cell->lock);
}

static void *worker(void *unused) {
  for (int i = 0; i < 15; i++)
    add(&cells[i]);
  return unused;
}

int main(void) {
  for (int i = 0; i < 16; i++)
    pthread_mutex_init(&cells[i].lock, NULL);
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @5 by pthread_create
  return 0;
}
