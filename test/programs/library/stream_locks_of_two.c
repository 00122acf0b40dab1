// VERDICT: race
//
// The locks of two streams are two.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *first(void *unused) {
  flockfile(stdout);
  count++;
  funlockfile(stdout);
  return unused;
}

static void *second(void *unused) {
  flockfile(stderr);
  count++;
  funlockfile(stderr);
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
