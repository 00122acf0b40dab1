// VERDICT: race-free
//
// The twin of constructor.c: what constructors write is there before any thread is.
#include <pthread.h>

static int limit, users;

__attribute__((constructor(102))) static void second(void) { limit *= 2; }
__attribute__((constructor(101))) static void first(void) { limit = 21; }

static void *worker(void *arg) {
  *(int *)arg = limit;
  return NULL;
}

int main(void) {
  pthread_t t;
  int seen;
  pthread_create(&t, NULL, worker, &seen);
  users = limit;
  pthread_join(t, NULL);
  return seen - users;
}
