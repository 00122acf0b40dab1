// VERDICT: race-free
// WITH: other_file_locked_defined.c
//
// Two names of the other file for one variable, and one lock around both.
#include <pthread.h>
#include <stddef.h>

extern int stock;
extern int supply;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  stock++; // ACCESS: read 'stock' @8, write 'stock' @8
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  pthread_mutex_lock(&lock);
  supply--; // ACCESS: read 'supply' @9, write 'supply' @9
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
