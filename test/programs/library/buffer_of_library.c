// VERDICT: race
//
// l64a() returns a buffer that all threads share.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  return l64a(1)[0] == 0 ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  char first = l64a(2)[0];
  pthread_join(t, NULL);
  return first;
}
