// VERDICT: race
//
// Numbers of threads differ, but not in their last bits.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static int count[4];

static void *worker(void *unused) {
  count[gettid() & 3]++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return count[0];
}
