// VERDICT: race-free
//
// A lock made of an atomic exchange protects a plain counter.
#include <pthread.h>
#include <stdatomic.h>

struct spin {
  atomic_int held;
};

static struct spin lock;
static int counter;

static void acquire(struct spin *s) {
  while (atomic_exchange_explicit(&s->held, 1, memory_order_acquire))
    ;
}
static void release(struct spin *s) { atomic_store_explicit(&s->held, 0, memory_order_release); }

static void *worker(void *unused) {
  acquire(&lock);
  counter++;
  release(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return counter;
}
