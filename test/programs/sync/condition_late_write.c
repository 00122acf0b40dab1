// VERDICT: race
//
// The twin of condition.c: the item is written after the mutex was given back.
#include <pthread.h>

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int full;
  int item;
} box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void *producer(void *unused) {
  pthread_mutex_lock(&box.lock);
  box.full = 1; // ACCESS: write 'box.full' @12
  pthread_mutex_unlock(&box.lock);
  pthread_cond_signal(&box.changed);
  box.item = 5; // ACCESS: write 'box.item' @12
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_mutex_lock(&box.lock);
  while (!box.full) // ACCESS: read 'box.full' @15
    pthread_cond_wait(&box.changed, &box.lock);
  int item = box.item; // ACCESS: read 'box.item' @18
  pthread_mutex_unlock(&box.lock);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return item;
}
