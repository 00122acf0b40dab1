// VERDICT: race
//
// tmpnam() has one buffer for all threads.
#include <pthread.h>
#include <stdio.h>

static void *first(void *unused) {
  return tmpnam(NULL) == NULL ? NULL : unused;
}

static void *second(void *unused) {
  return tmpnam(NULL) == NULL ? NULL : unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
