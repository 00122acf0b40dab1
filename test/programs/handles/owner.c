// VERDICT: race-free
//
// A lock that its owner may take again: handles of living threads are compared, which says the
// same on every system.
#include <pthread.h>
#include <stddef.h>

struct lock {
  pthread_mutex_t inner;
  pthread_mutex_t guard;
  pthread_t owner;
  int depth;
};

static struct lock lock = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0};
static int data;

static void acquire(struct lock *l) {
  pthread_t self = pthread_self();
  pthread_mutex_lock(&l->guard);
  int mine = l->depth > 0 && l->owner == self; // ACCESS: read 'l->depth' @17, read 'l->owner' @33
  pthread_mutex_unlock(&l->guard);
  if (!mine)
    pthread_mutex_lock(&l->inner);
  pthread_mutex_lock(&l->guard);
  l->owner = self; // ACCESS: write 'l->owner' @12
  l->depth++; // ACCESS: read 'l->depth' @11, write 'l->depth' @11
  pthread_mutex_unlock(&l->guard);
}

static void release(struct lock *l) {
  pthread_mutex_lock(&l->guard);
  int last = --l->depth == 0; // ACCESS: read 'l->depth' @14, write 'l->depth' @14
  pthread_mutex_unlock(&l->guard);
  if (last)
    pthread_mutex_unlock(&l->inner);
}

static void *worker(void *unused) {
  acquire(&lock);
  acquire(&lock);
  data++; // ACCESS: read 'data' @7, write 'data' @7
  release(&lock);
  release(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return data; // ACCESS: read 'data' @10
}
