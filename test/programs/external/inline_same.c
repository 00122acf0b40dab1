// VERDICT: race-free
// WITH: inline_same_other.c
//
// Both definitions are the same: it does not matter which of them is called.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;

inline void touch(int by) {
  pthread_mutex_lock(&lock);
  if (by > 1)
    puts("more");
  x += by;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  touch(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  touch(2);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
