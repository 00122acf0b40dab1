// VERDICT: race
//
// A stream uses the buffer that it was given, also from another thread.
#include <pthread.h>
#include <stdio.h>

static char buffer[64];

static void *first(void *unused) {
  printf("%d\n", 1);
  return unused;
}

static void *second(void *unused) {
  buffer[0] = 'b';
  return unused;
}

int main(void) {
  pthread_t one, two;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
