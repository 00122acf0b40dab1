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
  while (atomic_exchange_explicit(&s->held, 1, memory_order_acquire)) // ACCESS: atomic read-write (acquire) 's->held' @10
    ;
}
static void release(struct spin *s) { atomic_store_explicit(&s->held, 0, memory_order_release); } // ACCESS: atomic write (release) 's->held' @39

static void *worker(void *unused) {
  acquire(&lock);
  counter++; // ACCESS: read 'counter' @10, write 'counter' @10
  release(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
