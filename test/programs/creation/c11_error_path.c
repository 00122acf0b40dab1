// VERDICT: race
//
// The clean-up of the error path resets what the first thread uses.
#include <stddef.h>
#include <threads.h>

struct pool {
  thrd_t threads[2];
  int size;
  int state;
};

static struct pool pool;

static int run(void *argument) {
  struct pool *p = argument;
  return p->state; // ACCESS: read 'p->state' @13
}

static int fill(struct pool *p) {
  while (p->size < 2) { // ACCESS: read 'p->size' @13
    if (thrd_create(&p->threads[p->size], run, p) != thrd_success) // ACCESS: read 'p->size' @36, write 'p->threads[p->size]' @9 by thrd_create
      goto failed;
    p->size++; // ACCESS: read 'p->size' @12, write 'p->size' @12
  }
  return 0;
failed:
  p->state = -1; // ACCESS: write 'p->state' @12
  return -1;
}

int main(void) {
  fill(&pool);
  for (int i = 0; i < pool.size; i++) // ACCESS: read 'pool.size' @28
    thrd_join(pool.threads[i], NULL); // ACCESS: read 'pool.threads[i]' @15
  return 0;
}
