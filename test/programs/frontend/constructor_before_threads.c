// VERDICT: race-free
//
// The twin of constructor.c: what constructors write is there before any thread is.
#include <pthread.h>

static int limit, users;

__attribute__((constructor(102))) static void second(void) { limit *= 2; } // ACCESS: read 'limit' @68, write 'limit' @68
__attribute__((constructor(101))) static void first(void) { limit = 21; } // ACCESS: write 'limit' @67

static void *worker(void *arg) {
  *(int *)arg = limit; // ACCESS: write '*arg' @15, read 'limit' @17
  return NULL;
}

int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, NULL, worker, &seen); // ACCESS: write 't' @3 by pthread_create
  users = limit; // ACCESS: write 'users' @9, read 'limit' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen - users; // ACCESS: read 'seen' @10, read 'users' @17
}
