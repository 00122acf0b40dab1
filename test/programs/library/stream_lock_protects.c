// VERDICT: race-free
//
// The lock of a stream is a lock.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *first(void *unused) {
  flockfile(stdout);
  flockfile(stdout);
  count++;
  funlockfile(stdout);
  count++;
  funlockfile(stdout);
  return unused;
}

static void *second(void *unused) {
  if (ftrylockfile(stdout) == 0) {
    count++;
    funlockfile(stdout);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
