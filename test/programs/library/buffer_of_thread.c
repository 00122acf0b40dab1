// VERDICT: race-free
//
// strsignal() returns a constant, or a buffer of the calling thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static void *worker(void *unused) {
  return strsignal(1)[0] == 0 ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  char first = strsignal(200)[0];
  pthread_join(t, NULL);
  return first;
}
